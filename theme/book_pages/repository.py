"""Where the source of the book lives, if a host knows it: links to the repository, to Binder and to Colab.

The address is the variable ``BOOK_REPOSITORY`` or that of the git remote ``origin``. Without one the book has no such
links.
"""

import os
import re
import subprocess
from pathlib import Path
from typing import NamedTuple

PAGES = {"github.com": "github.io", "gitlab.com": "gitlab.io"}  # what a host calls its published pages
ADDRESS = re.compile(r"(?:(?:https?|ssh)://)?(?:[^@/]+@)?([\w.-]+)(?::\d+)?[/:]([\w.-]+)/([\w.-]+?)(?:\.git)?/?")
BRANCH = "main"
FETCHES = 'repository = \\"https://'  # in a notebook that finds `mha` in Colab, see tools/colab.py


class Repository(NamedTuple):
    """A repository at a host that publishes pages and that launches can fetch from."""

    host: str
    owner: str
    name: str

    @property
    def url(self):
        """Where a browser finds it."""
        return f"https://{self.host}/{self.owner}/{self.name}"

    @property
    def site(self):
        """Where the host publishes its pages."""
        root = f"{self.owner}.{PAGES[self.host]}"
        return f"https://{root}/" if self.name == root else f"https://{root}/{self.name}/"


def parse(address):
    """The repository of an address as git writes it; ``None`` for a folder, and for other hosts."""
    found = ADDRESS.fullmatch(address.strip())
    return Repository(*found.groups()) if found and found[1] in PAGES else None


def find(folder):
    """The repository that the variable or the remote of ``folder`` names."""
    named = os.environ.get("BOOK_REPOSITORY")
    return parse(remote(folder) if named is None else named)


def remote(folder):
    """The address of the git remote, if there is git and a remote."""
    command = ["git", "-C", str(folder), "config", "--get", "remote.origin.url"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout
    except OSError:
        return ""


def fetching(folder):
    """Whether the notebooks of a folder run without the rest of the repository."""
    return all(FETCHES in path.read_text(encoding="utf-8") for path in folder.glob("*.ipynb"))


def configure(app, config):
    """Let the theme write its buttons, where they lead somewhere."""
    repository = find(app.srcdir)
    if repository is None:
        return
    launches = {"notebook_interface": "jupyterlab", "binderhub_url": "https://mybinder.org"}
    if repository.host == "github.com" and fetching(Path(app.srcdir, "chapters")):
        launches["colab_url"] = "https://colab.research.google.com"
    config.html_baseurl = repository.site
    config.html_context |= {"site_address": repository.site}
    config.html_theme_options |= {
        "repository_url": repository.url,
        "repository_branch": BRANCH,
        "use_repository_button": True,
        "use_issues_button": True,
        "launch_buttons": launches,
    }


def setup(app):
    """Run before the theme reads its options."""
    app.connect("config-inited", configure, priority=900)
