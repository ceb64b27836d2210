"""What of a Markdown text is prose."""

import pytest

from tools.prose import prose


@pytest.mark.parametrize(
    "markdown",
    [
        "read",
        "**read** on",
        "| a | b |\n|---|---|\n| read | 1 |",
        "$read = 1$",
        "$$\nread\n$$ (eq-a)",
        r"\begin{align}read\end{align}",
        "```{math}\n:label: eq-b\nread\n```",
        "```{table} read\n:name: tab-a\n```",
        "::::{admonition} Title\n:class: story\n\nread\n::::",
        "::::{admonition} Title\n:::{div} inner\nread\n:::\n::::",
        "```{figure} a.svg\n:alt: read\n```",
        "```{figure} a.svg\n\nread\n```",
        "{term}`read` turns `x` into `y`",
        "`x` and {math}`read` and `y`",
        "```python\nx\n```\n\nread\n\n```{note}\ny\n```",
        "```{table} A\n```\n\nread\n\n```{margin}\nB\n```",
        "[read](https://example.org)",
        "![read](a.svg)",
        "- one\n- read",
        "Term\n: read",
        "% a comment\n\nread",
    ],
)
def test_is_prose(markdown):
    assert "read" in prose(markdown)


@pytest.mark.parametrize(
    "markdown",
    [
        "`hidden`",
        "```python\nhidden\n```",
        "```\nhidden\n```",
        "```{code-block} python\nhidden\n```",
        "::::{admonition} Title\n```python\nhidden\n```\n::::",
        "::::{admonition} Title\n:class: hidden\n::::",
        "```{figure} hidden.svg\n```",
        "{cite:t}`hidden`",
        "{eq}`hidden`",
        "{numref}`hidden`",
        "{py:func}`hidden`",
        "[read](https://example.org/hidden)",
        "<https://example.org/hidden>",
        "https://example.org/hidden",
        "doi:10.1234/hidden",
        "% hidden",
        "(hidden)=\n# Title",
        "<!-- hidden -->",
    ],
)
def test_is_no_prose(markdown):
    assert "hidden" not in prose(markdown)
