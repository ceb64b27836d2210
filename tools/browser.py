"""The browser that prints the book and tests its pages."""

import os
import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def installed():
    """A browser of this machine, ``None`` for Playwright's own."""
    return os.environ.get("MHA_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
