"""A number and its sign for per cent stay on one line.

Whoever writes types a plain space between them; the pages get one that does not break.
"""

import re

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

SPACE = re.compile(r"(?<=\d)\s(?=%)")
AS_TYPED = (nodes.literal, nodes.FixedTextElement, nodes.raw, nodes.math)


class KeepPercent(SphinxPostTransform):
    """Put a no-break space between a digit and its %, but not in code."""

    default_priority = 890
    formats = ("html",)

    def run(self, **_):
        """Exchange the texts that have such a place."""
        for text in list(self.document.findall(nodes.Text)):
            if not isinstance(text.parent, AS_TYPED) and SPACE.search(text):
                text.parent.replace(text, nodes.Text(SPACE.sub("\u00a0", text)))


def setup(app):
    """Register the transform."""
    app.add_post_transform(KeepPercent)
