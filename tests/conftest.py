"""What every test shares: seeds that are printed and can be set, and no skipped browser in CI."""

import os
import zlib

import hypothesis
import numpy as np
import pytest

SEED = int(os.environ.get("MHA_TEST_SEED", "0"))
IN_CI = bool(os.environ.get("CI"))

hypothesis.settings.register_profile("mha", deadline=None, derandomize=IN_CI, print_blob=True)
hypothesis.settings.load_profile("mha")


def pytest_report_header():
    """Print what a failing run needs to be repeated."""
    return f"seed of the rng fixture: {SEED} (set another with MHA_TEST_SEED)"


@pytest.fixture
def rng(request):
    """Return a generator of its own for each test, the same one in every order of tests."""
    return np.random.default_rng([SEED, zlib.crc32(request.node.name.encode())])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    """In CI a browser must be there: a browser test that is skipped has failed."""
    report = yield
    if IN_CI and report.skipped and item.get_closest_marker("browser") and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped in CI: {report.longrepr}"
    return report
