"""Modules are joined as a browser would import them, and what cannot be joined is refused."""

import itertools
import re

import pytest

import mha.widgets
from mha.palette import PALETTE
from mha.widgets.front_end import IMPORT, bundle, style_sheet
from tests.widgets.conftest import FRONT

MODULES = sorted(path.relative_to(FRONT).as_posix() for path in FRONT.rglob("*.mjs"))


def joined(**modules):
    """Join modules given by their names without ending; the first is the entry."""
    named = {f"{name.replace('_', '/')}.mjs": text for name, text in modules.items()}
    return bundle(next(iter(named)), named.__getitem__)


def test_a_module_stands_after_what_it_imports_and_only_once():
    text = joined(
        a='import { b } from "./b.mjs";\nimport {\n  c,\n} from "./c.mjs";\nexport default b + c;\n',
        b='import { c } from "./c.mjs";\nexport const b = c;\n',
        c="const hidden = 1;\nexport const c = hidden;\n",
    )
    assert re.findall(r"^// (\w+)", text, re.MULTILINE) == ["c", "b", "a"]
    assert "import" not in text
    assert text.count("export") == 1


def test_paths_are_relative_to_the_module():
    text = joined(
        a='import { x } from "./d/b.mjs";\n',
        d_b='import { y } from "../e/c.mjs";\nexport const x = y;\n',
        e_c="export const y = 1;\n",
    )
    assert "const y = 1;\n\n// d/b.mjs\nconst x = y;" in text


@pytest.mark.parametrize(
    ("modules", "complaint"),
    [
        ({"a": 'import { x } from "./b.mjs";\n', "b": "const x = 1;\n"}, "b.mjs does not export"),
        (
            {"a": 'import { x } from "./b.mjs";\nconst y = 1;\n', "b": "const y = 2;\nexport const x = y;\n"},
            "y is declared in b.mjs and in a",
        ),
        (
            {"a": 'import { x } from "./b.mjs";\n', "b": 'import { y } from "./a.mjs";\n'},
            "circle: a.mjs → b.mjs → a.mjs",
        ),
        ({"a": 'import x from "./b.mjs";\n', "b": "export default 1;\n"}, "does not understand"),
        (
            {"a": 'import { x } from "./b.mjs";\n', "b": "export const x = 1;\nexport default x;\n"},
            "does not understand",
        ),
        ({"a": "export { x };\n"}, "does not understand"),
        ({"a": "const { x } = y;\n"}, "does not understand"),
    ],
)
def test_what_cannot_be_joined_is_refused(modules, complaint):
    with pytest.raises(ValueError, match=complaint):
        joined(**modules)


@pytest.mark.parametrize("module", MODULES)
def test_every_import_is_needed(module):
    text = (FRONT / module).read_text(encoding="utf-8")
    for names in re.findall(r"^import \{([^}]*)\}", text, re.MULTILINE):
        for name in re.findall(r"\w+", names):
            assert len(re.findall(rf"\b{name}\b", text)) > 1, name


@pytest.mark.parametrize("module", MODULES)
def test_every_export_is_needed(module):
    others = [(FRONT / other).read_text(encoding="utf-8") for other in MODULES if other != module]
    tests = [path.read_text(encoding="utf-8") for path in FRONT.parents[2].glob("tests/widgets/*.py")]
    text = (FRONT / module).read_text(encoding="utf-8")
    for name in re.findall(r"^export (?:async )?(?:function|const|class) (\w+)", text, re.MULTILINE):
        assert any(re.search(rf"\b{name}\b", other) for other in others + tests), name


def parts(explorer):
    """Names of the modules that make its front end."""
    return set(re.findall(r"^// (\S+\.mjs)$", explorer._esm, re.MULTILINE))


@pytest.mark.parametrize(("one", "another"), [*itertools.combinations(mha.widgets.__all__, 2)])
def test_explorers_have_nothing_in_common_but_what_is_shared(one, another):
    common = parts(getattr(mha.widgets, one)) & parts(getattr(mha.widgets, another))
    assert common == {module for module in common if module.startswith("shared/")} != set()


@pytest.mark.parametrize("module", [module for module in MODULES if module.startswith("shared/")])
def test_what_is_shared_knows_no_explorer(module):
    targets = [target for _, target in IMPORT.findall((FRONT / module).read_text(encoding="utf-8"))]
    assert targets == [target for target in targets if target.startswith("./")]


def test_every_module_is_part_of_an_explorer():
    assert set().union(*(parts(getattr(mha.widgets, name)) for name in mha.widgets.__all__)) == set(MODULES)


@pytest.mark.parametrize("path", sorted(FRONT.rglob("*.css")), ids=lambda path: path.name)
def test_styles_name_no_color_and_use_known_ones(path):
    css = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert not re.search(r"#[0-9a-fA-F]{3,8}\b|\b(rgb|hsl)a?\(", css)
    own = set(re.findall(r"--([\w-]+):", css)) | {"lens", "at", "sans", "serif", "book-face"}
    assert set(re.findall(r"var\(--([\w-]+)", css)) <= own | set(PALETTE)


def test_a_notebook_has_the_colors_of_both_themes():
    css = style_sheet()
    for color in PALETTE.values():
        assert color.light in css
        assert color.dark in css
