"""Text is UTF-8 on every system, whatever the system's own encoding is."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PLACES = ("mha", "training", "tools", "theme", "benchmarks", "tests")
TEXT = {"read_text", "write_text", "open"}


def unspoken(source):
    """Lines on which a text file is opened without saying its encoding."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        constants = {part.value for part in ast.walk(node) if isinstance(part, ast.Constant)}
        binary = any(isinstance(value, str) and value in {"rb", "wb", "ab", "xb"} for value in constants)
        if name in TEXT and not binary and "encoding" not in {keyword.arg for keyword in node.keywords}:
            yield node.lineno


@pytest.mark.parametrize("place", PLACES)
def test_C22_every_text_file_is_opened_as_utf_8(place):
    files = sorted((ROOT / place).rglob("*.py"))
    assert files
    found = {str(path.relative_to(ROOT)): list(unspoken(path.read_text(encoding="utf-8"))) for path in files}
    assert {path: lines for path, lines in found.items() if lines} == {}


def test_a_missing_encoding_is_noticed():
    assert list(unspoken('open("a")\nPath("a").read_text()\nopen("a", "rb")\nopen("a", encoding="utf-8")')) == [1, 2]
