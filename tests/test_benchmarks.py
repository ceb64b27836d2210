"""What is measured beside each other computes the same, and the table says what was found."""

import numpy as np
import pytest

from benchmarks import attention


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


def test_the_table_compares_with_the_blocks():
    rows = [
        {"length": 512, "method": "plain", "ms": 6.0, "mb": 90.0},
        {"length": 512, "method": "blocks", "ms": 4.0, "mb": 50.4},
        {"length": 8192, "method": "blocks", "ms": 1000.0, "mb": 99.6},
    ]
    assert attention.table({"rows": rows}).splitlines()[2:] == [
        "| 512 | 6.0 ms (1.50) | 4.0 ms (1.00) | 50 MB | 8 MB |",
        "| 8,192 | – | 1000.0 ms (1.00) | 100 MB | 2,048 MB |",
    ]
