"""Pack the built book into one file to carry along: ``python -m tools.publish.archive``.

The same pages give the same bytes. Unpacked, the book opens with ``index.html`` and needs no network.
"""

import argparse
import sys
import zipfile
from pathlib import Path

from tools.publish import HTML, NAME

DATE = (1980, 1, 1, 0, 0, 0)  # the first that a zip can hold


def main(arguments=None):
    """Pack the book named on the command line; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--site", type=Path, default=HTML)
    parser.add_argument("--output", type=Path, default=HTML.parent / f"{NAME}.zip")
    options = parser.parse_args(arguments)
    count = make(options.site, options.output)
    print(f"{options.output}: {count} files, {options.output.stat().st_size / 1e6:.1f} MB")
    return 0


def make(site, output):
    """Pack all files of ``site`` but hidden ones, in a folder of the book's name; return how many."""
    files = sorted(path for path in site.rglob("*") if path.is_file() and not is_hidden(path.relative_to(site)))
    with zipfile.ZipFile(output, "w") as archive:
        for path in files:
            entry = zipfile.ZipInfo(f"{NAME}/{path.relative_to(site).as_posix()}", DATE)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED, compresslevel=9)
    return len(files)


def is_hidden(path):
    """Whether a file or a folder of its path is for tools only."""
    return any(part.startswith(".") for part in path.parts)


if __name__ == "__main__":
    sys.exit(main())
