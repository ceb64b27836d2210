"""The built book, a server that counts as the reader's, and a browser that can reach nothing else."""

import contextlib
import filecmp
import functools
import http.server
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest
from playwright.sync_api import Error, sync_playwright

from theme.book_pages import report
from tools.browser import launch

ROOT = Path(__file__).parents[2]
SITE = ROOT / "_build" / "html"
PATIENCE = 120_000  # milliseconds: the machine may be busy


@pytest.fixture
def warned(monkeypatch):
    """What the extension warns about: a list that fills while the test runs."""
    messages = []
    logger = SimpleNamespace(warning=lambda message, *details, **_: messages.append(message % details))
    monkeypatch.setattr(report, "LOGGER", logger)
    return messages


def stale(site):
    """Sources that changed since the book was built."""
    copies = [path for path in (site / "_sources").rglob("*") if path.is_file()]
    sources = {copy: ROOT / copy.relative_to(site / "_sources") for copy in copies}
    return [
        str(source.relative_to(ROOT))
        for copy, source in sources.items()
        if not source.is_file() or not filecmp.cmp(copy, source, shallow=False)
    ]


@pytest.fixture(scope="session")
def site():
    """Return the folder of the built book."""
    if not (SITE / "index.html").is_file():
        pytest.fail("the book is not built: run `make book`")
    if changed := stale(SITE):
        pytest.fail(f"the book is older than {', '.join(changed)}: run `make book`")
    return SITE


@pytest.fixture(scope="session")
def pages(site):
    """Every page but the first, which only leads to another: paths within the site."""
    files = [page.relative_to(site) for page in site.rglob("*.html") if "_static" not in page.parts]
    return sorted(map(str, set(files) - {Path("index.html")}))


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files and does not write a log."""

    def log_message(self, *_):
        """Say nothing."""


@contextlib.contextmanager
def serve(folder):
    """Serve a folder on a free port of this machine, and yield its address."""
    handler = functools.partial(Quiet, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="session")
def served(site):
    """Address of the book on a web server."""
    with serve(site) as address:
        yield address


@pytest.fixture(params=["server", "disk"])
def address(request, site):
    """Address of the book, on a web server and opened from disk."""
    return site.as_uri() if request.param == "disk" else request.getfixturevalue("served")


@pytest.fixture(scope="module")
def browser():
    """Start a browser for the tests of one file."""
    with sync_playwright() as playwright:
        try:
            browser = launch(playwright)
        except Error as error:
            reason = str(error).splitlines()[0]
            pytest.skip(f"no browser: install Chromium, or name one in MHA_CHROMIUM ({reason})")
        yield browser
        browser.close()


@contextlib.contextmanager
def open_page(browser, address, width=1280, theme="light", **options):
    """Open a page as a new reader would, with an empty cache.

    The page has ``faults``, to which errors of the console, failed requests and requests to other hosts are added,
    and ``responses``.
    """
    options = {"viewport": {"width": width, "height": 900}, "reduced_motion": "reduce", **options}
    context = browser.new_context(color_scheme=theme, **options)
    context.set_default_timeout(PATIENCE)
    page = watch(context.new_page(), address)
    page.goto(address, wait_until="networkidle")
    yield page
    context.close()


@pytest.fixture
def visit(browser):
    """Return :func:`open_page` for one test, which closes what it opened."""
    with contextlib.ExitStack() as opened:
        yield lambda address, **options: opened.enter_context(open_page(browser, address, **options))


def watch(page, address):
    """Write down everything that a reader should be spared."""
    faults, responses = [], []
    own = (address.partition("_build")[0] if address.startswith("file:") else address[: address.index("/", 8)], "data:")
    page.on("pageerror", lambda error: faults.append(f"script error: {error}"))
    page.on("console", lambda message: message.type in {"error", "warning"} and faults.append(message.text))
    page.on("requestfailed", lambda request: faults.append(f"failed: {request.url} ({request.failure})"))
    page.on("request", lambda request: request.url.startswith((*own, "blob:")) or faults.append(f"out: {request.url}"))
    page.on("response", lambda response: responses.append(response))
    page.on("response", lambda response: response.status < 400 or faults.append(f"{response.status}: {response.url}"))
    page.faults, page.responses = faults, responses
    return page
