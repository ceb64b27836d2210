"""A page on which the modules of the front end can be called one by one, and a page that shows explorers."""

from pathlib import Path

import pytest

import mha.widgets
from tests.site.conftest import browser, serve, visit
from tests.widgets import pages

__all__ = ["browser", "visit"]  # fixtures

FRONT = Path(mha.widgets.__file__).parent / "front"


@pytest.fixture(scope="module")
def front(browser):
    """Return a function that calls JavaScript with a module of the front end and an argument."""
    with serve(FRONT) as address:
        page = browser.new_page()
        page.goto(f"{address}/shared/look.css")

        def call(module, function, argument=None):
            code = f"async (argument) => ({function})(await import('/{module}'), argument)"
            return page.evaluate(code, argument)

        yield call
        page.close()


@pytest.fixture
def show(visit, tmp_path):
    """Return a function that opens a page from disk with the given explorers."""

    def open_page(*explorers, query="", **options):
        return visit(pages.write(tmp_path / "_build", *explorers).as_uri() + query, **options)

    return open_page
