"""The question bank: one file for each chapter, in ``questions``; what a file must hold is in ``schema.yml``.

Interview chapter, quiz and cards are made from it by ``make practice`` and ``make cards``. Nothing in them is written
anywhere else.
"""

from __future__ import annotations

from importlib.resources import files
from typing import NamedTuple

import jsonschema
import yaml

__all__ = ["CHAPTERS", "Chapter", "Question", "load", "parse"]

CHAPTERS = (
    "bottleneck",
    "bahdanau",
    "multi_head",
    "one_head_or_many",
    "self_attention",
    "evolution",
    "practical_tips",
    "applications",
    "python_demo",
    "pitfalls",
)
"""The files in the order of the book."""


class Question(NamedTuple):
    """A question with all that belongs to it; texts are MyST Markdown, and the schema says what each is for."""

    id: str
    title: str
    level: str
    topics: list
    question: str
    hint: str
    answer: str
    wrong: str
    why: str
    follow_up: str
    then: str
    code: str = ""
    exercise: str = ""
    see: str = ""
    quiz: dict | None = None


class Chapter(NamedTuple):
    """The questions of one chapter."""

    name: str
    label: str
    title: str
    questions: list


class Loader(yaml.SafeLoader):
    """Reads YAML, and refuses a key that stands twice, of which YAML would silently drop the first."""

    def construct_mapping(self, node, deep=False):
        """Build a mapping whose keys are all different."""
        keys = [key.value for key, _ in node.value]
        if twice := next((key for key in keys if keys.count(key) > 1), None):
            raise yaml.MarkedYAMLError(problem=f"{twice!r} stands twice", problem_mark=node.start_mark)
        return super().construct_mapping(node, deep)


def load():
    """Return all chapters of the bank.

    Raises
    ------
    ValueError
        With a line for each mistake: file, line, question, and what is wrong.

    Examples
    --------
    >>> len([question for chapter in load() for question in chapter.questions]) >= 80
    True
    """
    folder = files("mha.exercises").joinpath("questions")
    chapters = [parse(folder.joinpath(f"{name}.yml").read_text(encoding="utf-8"), name) for name in CHAPTERS]
    ids = [question.id for chapter in chapters for question in chapter.questions]
    if twice := sorted({one for one in ids if ids.count(one) > 1}):
        raise ValueError(f"more than one question has the id {', '.join(twice)}")
    return chapters


def parse(text, name):
    r"""Read the text of one file.

    Parameters
    ----------
    text : str
    name : str
        What messages call the file, without its ending.

    Returns
    -------
    Chapter

    Raises
    ------
    ValueError
        As :func:`load`.

    Examples
    --------
    >>> parse("chapter: ch-sample\ntitle: A sample\nquestions: []\n", "sample")
    Traceback (most recent call last):
    ValueError: sample.yml:3: [] should be non-empty
    """
    try:
        root, content = yaml.compose(text, Loader), yaml.load(text, Loader)
    except yaml.MarkedYAMLError as error:
        raise ValueError(f"{name}.yml:{error.problem_mark.line + 1}: {error.problem}") from None
    problems = [_described(error, root, content, name) for error in _validator().iter_errors(content)]
    if problems:
        raise ValueError("\n".join(sorted(problems)))
    questions = [Question(**question) for question in content["questions"]]
    return Chapter(name, content["chapter"], content["title"], questions)


def _validator():
    schema = files("mha.exercises").joinpath("schema.yml").read_text(encoding="utf-8")
    return jsonschema.Draft202012Validator(yaml.safe_load(schema))


def _described(error, root, content, name):
    """Put file, line and question before what the validator says."""
    path, node, question = list(error.absolute_path), root, ""
    for step in path:
        node = _child(node, step)
    if path[:1] == ["questions"] and len(path) > 1:
        broken = content["questions"][path[1]]
        identity = (
            broken.get("id", f"question {path[1] + 1}") if isinstance(broken, dict) else f"question {path[1] + 1}"
        )
        question = f"{identity}: "
    return f"{name}.yml:{node.start_mark.line + 1}: {question}{_message(error)}"


def _child(node, step):
    """Go from a node of the YAML tree to one of its parts."""
    if isinstance(node, yaml.MappingNode):
        return next(value for key, value in node.value if key.value == step)
    return node.value[step]


def _message(error):
    """Say it shorter where the validator would repeat the whole question."""
    if error.validator == "anyOf":
        return "one of 'code', 'exercise' and 'see' must prove the answer"
    if error.validator in ("contains", "maxContains"):
        return "exactly one option must be right"
    return error.message
