"""The front end of an explorer as one module and one style sheet, joined from the small files it is written in.

A notebook hands the browser the text of a module and no address that others could be imported from. So the modules in
``front`` are ordinary ones, which import each other by name, and here they are written one after the other: what is
imported first, its imports and exports taken off. No tool but Python is needed, and nothing is rewritten.
"""

from __future__ import annotations

import re
from importlib.resources import files

from mha.palette import PALETTE

__all__ = ["bundle", "style_sheet"]

IMPORT = re.compile(r'^import \{([\w\s,]+)\} from "([\w./-]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|let|class)\b)", re.MULTILINE)
DECLARATION = re.compile(r"^(export )?(?:async )?(?:function\*?|const|let|class) (\w+)", re.MULTILINE)
LEFT_OVER = re.compile(
    r"^(?:import|export|(?:export )?(?:const|let|var)\b(?! \w+ =)).*",  # also names that DECLARATION would miss
    re.MULTILINE,
)
DARK_HOSTS = '[data-jp-theme-light="false"], .vscode-dark, .vscode-high-contrast:not(.vscode-high-contrast-light)'


def bundle(entry, source=None):
    r"""Join a module with all that it imports.

    Parameters
    ----------
    entry : str
        Path of the module within ``front``. It alone may have an ``export default``.
    source : function ``path -> str``, optional
        Where the text of a module comes from, the package unless said.

    Returns
    -------
    str
        A module that imports nothing.

    Raises
    ------
    ValueError
        An import of something that is not exported, a circle of imports, a name that two modules give to different
        things, or a form of import, export or declaration that is not understood here.

    Examples
    --------
    >>> modules = {
    ...     "a.mjs": 'import { twice } from "./b.mjs";\nexport default twice(21);\n',
    ...     "b.mjs": "export const twice = (x) => 2 * x;\n",
    ... }
    >>> print(bundle("a.mjs", modules.__getitem__))
    // b.mjs
    const twice = (x) => 2 * x;
    <BLANKLINE>
    // a.mjs
    export default twice(21);
    <BLANKLINE>
    """
    joined, owners, exported = [], {}, {}

    def add(path, importers=()):
        if path in importers:
            raise ValueError(f"modules import each other in a circle: {' → '.join([*importers, path])}")
        if path in exported:
            return
        text = (source or _read)(path)
        for names, target in IMPORT.findall(text):
            target = _resolve(path, target)
            add(target, (*importers, path))
            if unknown := set(re.findall(r"\w+", names)) - exported[target]:
                raise ValueError(f"{path} imports {', '.join(sorted(unknown))}, which {target} does not export")
        declared = DECLARATION.findall(text)
        for _, name in declared:
            if owners.setdefault(name, path) != path:
                raise ValueError(f"{name} is declared in {owners[name]} and in {path}: give one another name")
        exported[path] = {name for export, name in declared if export}
        joined.append(f"// {path}\n{_plain(path, text, is_entry=path == entry)}")

    add(entry)
    return "\n".join(joined)


def style_sheet(*names):
    """Join the colors, the look that all explorers share, and the style sheets of one of them.

    On the book's pages the colors are those of the page, by the same names. Elsewhere they are set here, and follow
    the theme of JupyterLab and of VS Code.

    Parameters
    ----------
    *names : str
        Paths within ``front``.

    Examples
    --------
    >>> "--lens-red" in style_sheet()
    True
    """
    light = " ".join(f"--{name}: {color.light};" for name, color in PALETTE.items())
    dark = " ".join(f"--{name}: {color.dark};" for name, color in PALETTE.items())
    colors = f":where(html) {{ {light} }}\n:where({DARK_HOSTS}) {{ {dark} }}\n"
    return "\n".join([colors, *map(_read, ("shared/look.css", *names))])


def _plain(path, text, is_entry):
    """A module without its imports and exports."""
    text = EXPORT.sub("", IMPORT.sub("", text)).strip("\n") + "\n"
    for line in LEFT_OVER.findall(text):
        if not (is_entry and line.startswith("export default ")):
            raise ValueError(f"{path}: the joiner does not understand this line: {line}")
    return text


def _resolve(path, target):
    """The path within ``front`` that a module means by ``./`` and ``../``."""
    parts = path.split("/")[:-1]
    for part in target.split("/"):
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def _read(path):
    """The text of a file of the front end."""
    return files("mha.widgets").joinpath("front", *path.split("/")).read_text(encoding="utf-8")
