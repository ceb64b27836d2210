"""A chapter whose model is not installed is skipped, and says so."""

import pytest

from mha import sentences

CHAPTER = "applications.ipynb"


def pytest_collection_modifyitems(items):
    """Skip the cells that cannot run; their stored outputs stay."""
    if lacking := sentences.missing():
        reason = f"needs {', '.join(lacking)}: {sentences.INSTALL}"
        for item in items:
            if item.path.name == CHAPTER:
                item.add_marker(pytest.mark.skip(reason=reason))
