"""What differs between two answers is found by the fewest edits."""

import pytest

pytestmark = pytest.mark.browser

KEPT = "({ kept }, [first, second]) => kept(first, second)"


@pytest.mark.parametrize(
    ("first", "second", "stays"),
    [
        ("K AE T", "K AE T", "111"),
        ("K AE T", "K AA T", "101"),
        ("K AE T S", "K AE T", "1110"),
        ("AE T", "K AE T", "11"),
        ("N AA TH W AH T S", "N AA T W IH TH S", "1101001"),
        ("", "K", ""),
        ("K", "", "0"),
    ],
)
def test_kept(front, first, second, stays):
    assert front("line/differences.mjs", KEPT, [first.split(), second.split()]) == [bit == "1" for bit in stays]
