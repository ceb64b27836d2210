"""What a server shows for an address that is not there leads back to the book, from any depth and under any path."""

import contextlib
import http.server
import re
import threading

import pytest

from tests.site.conftest import Quiet


class Host(Quiet):
    """Serves the book in a folder of the host, and its page for what is missing, as GitHub Pages does."""

    def translate_path(self, path):
        """Find a file of the book."""
        return super().translate_path(path.removeprefix("/some/book")) if path.startswith("/some/book/") else "/nowhere"

    def send_error(self, code, message=None, explain=None):
        """Answer with the page of the book."""
        content = (self.server.site / "404.html").read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)


@pytest.fixture
def host(site):
    """Address of such a host."""

    def handler(*arguments):
        return Host(*arguments, directory=site)

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        server.site = site
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        with contextlib.suppress(OSError):
            server.shutdown()


@pytest.mark.browser
@pytest.mark.parametrize("path", ["no.html", "chapters/no.html", "a/b/c/d"])
def test_a_missing_page_leads_back_to_the_book(visit, host, path):
    page = visit(f"{host}/some/book/{path}")
    assert page.locator("h1").inner_text() == "No such page"
    page.get_by_role("link", name="Begin").click()
    page.wait_for_url(f"{host}/some/book/intro.html")


def test_the_page_asks_for_nothing(site):
    html = (site / "404.html").read_text(encoding="utf-8")
    assert not re.findall(r'(?:src|href)="(?!data:,|intro\.html"|search\.html")[^"]*"|url\(', html)
