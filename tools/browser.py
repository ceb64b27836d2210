"""The browser that prints the book and tests its pages."""

import os
import shutil

ONLY_HERE = "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def installed():
    """A browser of this machine, ``None`` for Playwright's own."""
    return os.environ.get("MHA_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


def launch(playwright):
    """Start it. Its network ends at this machine."""
    return playwright.chromium.launch(executable_path=installed(), args=[ONLY_HERE])
