"""The house style of a chapter, as far as a machine can see it.

Each function takes a notebook and yields one sentence for each breach.
"""

import ast
import re
from statistics import median

FIGURES = {"image/svg+xml", "image/png", "image/jpeg"}
TAGS = {
    "assert",
    "derivation",
    "fails",
    "fixed",
    "hide-cell",
    "hide-input",
    "hide-output",
    "remove-cell",
    "remove-input",
    "timing",
    "widget",
    "raises-exception",
    "nbval-ignore-output",
}
LOCAL_PATH = re.compile(r"(?<![\w.])/(home|Users|root|work|tmp|opt|usr|var|private)/|\b[A-Z]:\\|site-packages")
ADDRESS = re.compile(r"\b0x[0-9a-f]{6,}\b")
SCALAR = re.compile(r"\bnp\.(?:(?:float|int|uint)\d+\(|(?:True|False)_)")
UNROUNDED = re.compile(r"\d\.\d{12,}")
EMPTY_LINK = re.compile(r"\[(here|this|more|link|click here|read more)\]\(", re.IGNORECASE)


def problems(notebook):
    """Everything in a notebook that the house style does not allow."""
    for rule in (metadata_problems, code_problems, tag_problems, order_problems, output_problems, figure_problems):
        yield from rule(notebook)
    yield from heading_problems(notebook)
    yield from solution_problems(notebook)
    yield from link_problems(notebook)


def code_cells(notebook):
    """Yield each code cell with the place at which a message points."""
    for index, cell in enumerate(notebook.cells):
        if cell.cell_type == "code":
            yield f"cell {index}", cell


def tags(cell):
    """Return the tags of a cell as a set."""
    return set(cell.metadata.get("tags", []))


def metadata_problems(notebook):
    """The notebook must ask for a kernel that exists everywhere, and for nothing else."""
    if notebook.metadata.get("kernelspec", {}).get("name") != "python3":
        yield "the kernel must be python3"
    if notebook.metadata.get("language_info") != {"name": "python"}:
        yield "language_info must hold the name only: run `make notebooks`"


def heading_problems(notebook):
    """A chapter begins with its label and its only first-level heading."""
    prose = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
    if not prose or not re.match(r"\(ch-[\w-]+\)=\n# ", prose[0]):
        yield "the first cell must begin with a label `(ch-name)=` and the title `# …`"
    headings = re.findall(r"^# ", "\n".join(prose), flags=re.MULTILINE)
    if len(headings) != 1:
        yield f"there must be one first-level heading, not {len(headings)}"


def solution_problems(notebook):
    """Answers are folded when a page opens."""
    prose = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    for opening in re.finditer(
        r"^(`{3,}|:{3,})\{(solution|solution-start)\} (\S+)\n((?::.*\n)*)", prose + "\n", re.MULTILINE
    ):
        if ":class: dropdown" not in opening[4]:
            yield f"the answer to {opening[3]} is not folded: give it the class dropdown"


def link_problems(notebook):
    """A link says where it leads, also to who hears it alone."""
    for index, cell in enumerate(notebook.cells):
        if cell.cell_type == "markdown":
            for link in EMPTY_LINK.finditer(cell.source):
                yield f"cell {index}: the link {link[1]!r} must say where it leads"


def code_problems(notebook, most_lines=15, widest=70, most_median=4):
    """Cells are short and narrow enough to be read on a phone; what is folded or left out is not in the way."""
    lengths = []
    for place, cell in code_cells(notebook):
        lines = cell.source.splitlines()
        if not tags(cell) & {"hide-cell", "remove-cell"}:
            lengths.append(len(lines))
        if not cell.source.strip():
            yield f"{place} is empty"
        if len(lines) > most_lines:
            yield f"{place} has {len(lines)} lines, more than {most_lines}"
        yield from (f"{place}: line over {widest} characters: {line}" for line in lines if len(line) > widest)
        if re.search(r"^\s*[%!]|sys\.path", cell.source, flags=re.MULTILINE):
            yield f"{place} uses a magic, a shell command or sys.path"
        if re.search(r"\binteract(ive|_manual|ive_output)?\(", cell.source):
            yield f"{place} uses interact, which is dead on a page without a kernel"
        if walks_a_set(cell.source):
            yield f"{place} walks through a set, whose order differs from run to run: sort it"
    if lengths and median(lengths) > most_median:
        yield f"the median cell has {median(lengths)} lines, more than {most_median}"


def walks_a_set(source):
    """Whether code takes the elements of a set in the order in which they come."""
    if re.search(r"^\s*[%!]", source, flags=re.MULTILINE):
        return False  # no Python
    walked = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.For | ast.comprehension):
            walked.append(node.iter)
        elif isinstance(node, ast.Starred):
            walked.append(node.value)
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in {"list", "tuple", "enumerate", "iter"}:
            walked += node.args
    return any(map(is_set, walked))


def is_set(node):
    """Whether an expression is a set, as far as its own words tell."""
    if isinstance(node, ast.BinOp):
        return is_set(node.left) or is_set(node.right)
    if isinstance(node, ast.Call):
        return getattr(node.func, "id", "") in {"set", "frozenset"}
    return isinstance(node, ast.Set | ast.SetComp)


def tag_problems(notebook):
    """Tags are spelled right, and an output goes uncompared only where it is a measured time or a widget."""
    for place, cell in code_cells(notebook):
        yield from (f"{place}: unknown tag {tag!r}" for tag in sorted(tags(cell) - TAGS))
        if "timing" in tags(cell) and "nbval-ignore-output" not in tags(cell):
            yield f"{place}: a timing cell needs the tag nbval-ignore-output too"
        if "nbval-ignore-output" in tags(cell) and not tags(cell) & {"timing", "widget"}:
            yield f"{place}: only a timing or widget cell may have the tag nbval-ignore-output"
        if re.search(r"#\s*NBVAL", cell.source):
            yield f"{place}: give nbval its orders by tags, not by comments"


def order_problems(notebook):
    """The cells ran once each, from the first to the last."""
    counts = [cell.execution_count for _, cell in code_cells(notebook)]
    if counts != list(range(1, len(counts) + 1)):
        yield f"execution counts are {counts}, not 1 to {len(counts)}: run `make notebooks`"


def output_problems(notebook):
    """Outputs hold nothing of the machine or the moment they were made on."""
    for place, cell in code_cells(notebook):
        for output in cell.outputs:
            if output.get("name") == "stderr":
                yield f"{place} writes to stderr: {output.text.strip()}"
            if output.output_type == "error" and "raises-exception" not in tags(cell):
                yield f"{place} fails without the tag raises-exception"
            text = output_text(output)
            if match := LOCAL_PATH.search(text):
                yield f"{place} prints a local path: {around(text, match)}"
            if match := ADDRESS.search(text):
                yield f"{place} prints a memory address (give the class a __repr__): {around(text, match)}"
            plain = output.get("text", "") + output.get("data", {}).get("text/plain", "")
            if match := SCALAR.search(plain):
                yield f"{place} shows a NumPy scalar as no other version does, print it: {around(plain, match)}"
            if "text/html" in output.get("data", {}):
                yield f"{place} shows HTML, which changes with what made it: print a plain table"
            if match := UNROUNDED.search(plain):
                yield f"{place} shows a number that is not rounded: {around(plain, match)}"


def output_text(output):
    """Return all that an output says, as one text; the source of a widget is none of it."""
    data = [value for kind, value in output.get("data", {}).items() if kind.startswith(("text/", "image/svg"))]
    return "\n".join([output.get("text", ""), output.get("evalue", ""), *output.get("traceback", []), *data])


def around(text, match, width=30):
    """Return the match with a little of what stands around it, on one line."""
    return " ".join(text[max(0, match.start() - width) : match.end() + width].split())


def figure_problems(notebook):
    """Each figure is one SVG with a caption, a name to refer to, and other words for those who cannot see it."""
    for place, cell in code_cells(notebook):
        kinds = {kind for output in cell.outputs for kind in output.get("data", {})} & FIGURES
        bare = any(
            "<Figure size" in output.get("data", {}).get("text/plain", "") and not FIGURES & set(output.data)
            for output in cell.outputs
        )
        if bare:
            yield f"{place} shows the text <Figure size …> and no figure"
        if not kinds:
            continue
        if kinds != {"image/svg+xml"}:
            yield f"{place}: figures are SVG, not {', '.join(sorted(kinds))}"
        shown = cell.metadata.get("mystnb", {})
        caption = shown.get("figure", {}).get("caption", "").strip()
        alt = shown.get("image", {}).get("alt", "").strip()
        if not caption or not alt:
            yield f"{place}: a figure needs a caption and an alt text"
        elif caption == alt:
            yield f"{place}: the alt text must say what is seen, not repeat the caption"
        if not shown.get("figure", {}).get("name", "").startswith("fig-"):
            yield f"{place}: a figure needs a name that begins with fig-"
