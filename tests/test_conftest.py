"""The rules that hold for every test hold: CI needs its browser."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SKIPPED = """
import pytest

@pytest.mark.browser
def test_page():
    pytest.skip("no browser")
"""


@pytest.mark.parametrize(("ci", "outcome"), [("true", "1 failed"), ("", "1 skipped")])
def test_a_skipped_browser_test_fails_in_ci_only(tmp_path, ci, outcome):
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = browser\n", encoding="utf-8")
    (tmp_path / "test_page.py").write_text(SKIPPED, encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "tests.conftest", "--rootdir", tmp_path, tmp_path],
        cwd=Path(__file__).parents[1],
        env={**os.environ, "CI": ci},
        capture_output=True,
        text=True,
        check=False,
    )
    assert outcome in run.stdout
    assert (run.returncode == 0) is (ci == "")
