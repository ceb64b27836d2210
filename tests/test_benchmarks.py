"""What is measured beside each other computes the same, and the table says what was found."""

import platform

import numpy as np
import pytest

from benchmarks import attention, decoding, report
from mha.seq2seq import greedy_decode
from tests import models


@pytest.fixture
def inputs(rng):
    return [rng.normal(size=(attention.HEADS, 300, attention.D_K)).astype(np.float32) for _ in range(3)]


@pytest.mark.parametrize("method", ["listing", "plain", "blocks", "torch"])
def test_every_method_finds_the_same_context(method, inputs):
    if method == "torch":
        pytest.importorskip("torch")
    found = attention.METHODS[method](*inputs, 2)
    np.testing.assert_allclose(found, attention.plain(*inputs, 1), rtol=1e-3, atol=1e-5)


def test_a_process_of_its_own_measures_time_and_memory():
    found = attention.measure_apart("blocks", 64, threads=1)
    assert 0 < found["ms"] < 1000
    assert 10 < found["mb"] < 1000


def test_the_memory_of_the_starting_process_is_not_counted():
    held = np.ones(10**8)  # 800 MB, and really in memory
    assert attention.measure_apart("blocks", 64, threads=1)["mb"] < 400
    assert held[-1] == 1


def test_the_twin_that_decoding_is_compared_with_writes_the_same(rng):
    model, words = models.draw("additive", rng), models.inputs(rng)
    ours, theirs = (greedy_decode(each, *words, 9) for each in (model, decoding.compiled(model)))
    np.testing.assert_array_equal(ours.tokens, theirs.tokens)


def test_a_table_aligns_numbers_to_the_right_and_names_the_machine(tmp_path, capsys):
    report.write(tmp_path / "table.md", report.markdown(["name", "ms"], [["plain", "6.0"]]), threads=2)
    written = (tmp_path / "table.md").read_text(encoding="utf-8").splitlines()
    assert written[:4] == ["| name | ms |", "| :-- | --: |", "| plain | 6.0 |", ""]
    assert f"threads: 2. Python {platform.python_version()}, NumPy {np.__version__}" in written[4]
    assert capsys.readouterr().out.splitlines()[:5] == written


def test_the_tables_compare_with_the_blocks():
    rows = [
        {"length": 512, "method": "plain", "ms": 6.0, "mb": 90.0},
        {"length": 512, "method": "blocks", "ms": 4.0, "mb": 50.4},
        {"length": 8192, "method": "blocks", "ms": 1000.0, "mb": 99.6},
    ]
    assert attention.tables(rows).splitlines() == [
        "**Time** in milliseconds.",
        "",
        "| $T$ = | 512 | 8,192 |",
        "| :-- | --: | --: |",
        "| plain | 6.0 | – |",
        "| blocks | 4.0 | 1,000 |",
        "",
        "**Time over that of the blocks.**",
        "",
        "| $T$ = | 512 | 8,192 |",
        "| :-- | --: | --: |",
        "| plain | 1.50 | – |",
        "",
        "**Memory** in megabytes.",
        "",
        "| $T$ = | 512 | 8,192 |",
        "| :-- | --: | --: |",
        "| blocks | 50 | 100 |",
        "| all weights | 8 | 2,048 |",
    ]
