"""The cards of the shipped models: ``{model-table}`` has a row for each, ``{model-cards}`` a section.

The cards are read while the book is built, so that no number of theirs is written twice. Whatever a card holds beyond
the numbers below, such as errors by length or by locale, becomes a table of its own.
"""

import re
from importlib.resources import files

from sphinx.util.docutils import SphinxDirective

from mha import pretrained

SPLITS = ("dev", "test")
PLACES = {"encoder": "encoder", "own": "decoder", "cross": "decoder to input"}
COUNTED = ("words", "dates", "questions")


class ModelTable(SphinxDirective):
    """Write a table of all models."""

    def run(self):
        """Let the table be read as if an author had written it."""
        return self.parse_text_to_nodes(overview(self.cards()))

    def cards(self):
        """Every card that the package holds; the page is written anew when one of them changes."""
        names = sorted(pretrained.names(), key=in_order)
        for name in names:
            self.env.note_dependency(str(files("mha").joinpath("models", f"{name}.json")))
        return list(map(pretrained.card, names))


class ModelCards(ModelTable):
    """Write a section on each model."""

    def run(self):
        """Let the sections be read as if an author had written them."""
        text = "\n\n".join(map(section, self.cards())) + "\n"
        return self.parse_text_to_nodes(text, allow_section_headings=True)


def overview(cards):
    """A row for each model: what the one that is shipped does on the test split."""
    rows = [
        (
            f"[{card['name']}](#model-{card['name']})",
            number(card["parameters"]),
            words(card["measure"]),
            per_cent(card["test"][card["measure"]]),
            len(card["seeds"]),
            minutes(card),
        )
        for card in cards
    ]
    return table(["model", "parameters", "measure", "on the test split", "seeds", "minutes"], rows)


def section(card):
    """One model: what a reader of its numbers must know."""
    parts = [
        f"(model-{card['name']})=\n## {card['name']}",
        card["title"] + ".",
        table(["about the model", "value"], facts(card)),
    ]
    parts += [f"**Errors** of the seed that is shipped, seed {card['seed']}.", errors(card)]
    parts += [breakdown(name, rows) for name, rows in card["test"].items() if is_breakdown(rows)]
    if card["heads"]:
        parts.append(heads(card))
    if "hash_split" in card:
        parts.append(hash_split(card))
    return "\n\n".join(parts)


def facts(card):
    """What the model is, where it comes from, and how it was made: name and value."""
    data, training, rounding = card["data"], dict(card["training"]), card["rounding_to_float16"]
    command, task = training.pop("command"), training.pop("task")
    yield "task", words(task)
    yield "data", data["source"]
    yield "license of the data", data["license"]
    yield "split", data["split"]
    yield "architecture", settings(card["architecture"])
    yield "parameters", f"{number(card['parameters'])}, stored as {card['stored_as']} in {number(card['bytes'])} bytes"
    yield "recipe", settings(training)
    yield "duration", f"{minutes(card)} minutes of processor time"
    yield "to train it again", f"`{command}`"
    yield "seeds", "; ".join(seed(one, card) for one in card["seeds"])
    yield "rounding to half precision", rounded(card, rounding)
    yield "SHA-256", f"`{card['sha256'][:16]}…`"


def seed(one, card):
    """What one training reached, and whether it is the one in the middle or the one that is shipped."""
    roles = {"shipped": card["seed"], "median": card["median_seed"]}
    marks = ", ".join(role for role, number in roles.items() if number == one["seed"] and len(card["seeds"]) > 1)
    errors = ", ".join(f"{split} {per_cent(one[split])}" for split in SPLITS)
    return f"seed {one['seed']}: {errors}" + (f" ({marks})" if marks else "")


def rounded(card, rounding):
    """What half precision cost."""
    changed = f"{number(rounding['changed'])} of {number(rounding['outputs'])} outputs changed"
    before = rounding.get(f"{card['measure']}_before")
    after = per_cent(card["test"][card["measure"]])
    return (
        changed if before is None else f"{changed}; {words(card['measure'])} {per_cent(before)} before, {after} after"
    )


def errors(card):
    """The numbers for all outputs together, one row for each split and each way to count."""
    columns = [name for name, value in card["test"].items() if not isinstance(value, dict)]
    rows = []
    for split in SPLITS:
        for name, found in {split: card[split], **card[split]}.items():
            if isinstance(found, dict) and found.keys() >= set(columns):
                label = split if name == split else f"{split}, {words(name)}"
                rows.append((label, *(cell(column, found[column]) for column in columns)))
    return table(["split", *map(words, columns)], rows)


def is_breakdown(value):
    """Whether a part of the errors has a row for each of several groups."""
    return isinstance(value, dict) and not value.keys() & set(COUNTED)


def breakdown(name, rows):
    """Errors by length, by locale and the like; or one number for each group."""
    first = next(iter(rows.values()))
    columns = list(first) if isinstance(first, dict) else [name]
    cells = [
        (words(group), *(cell(column, found[column] if isinstance(found, dict) else found) for column in columns))
        for group, found in rows.items()
    ]
    return f"**{words(name).capitalize()}**, test split.\n\n" + table([group_of(name), *map(words, columns)], cells)


def group_of(name):
    """What tells the groups of a breakdown apart: the item for ``item_error``."""
    return words(name.removesuffix("_error"))


def heads(card):
    """What each head does, as :func:`training.heads.describe_heads` measured it."""
    rows = [
        (
            f"{PLACES[place]} {layer}, head {number}",
            f"{head['entropy']:.2f}",
            *(f"{share:.2f}" for share in head["offsets"]),
            f"{head['change']:+.2f}" if "change" in head else "",
        )
        for place in PLACES
        for layer, measured in enumerate(card["heads"].get(place, ()), start=1)
        for number, head in enumerate(measured["heads"], start=1)
    ]
    unlike = [
        f"{PLACES[place]} {layer}: {measured['divergence']:.2f}"
        for place in PLACES
        for layer, measured in enumerate(card["heads"].get(place, ()), start=1)
        if len(measured["heads"]) > 1
    ]
    said = (
        f"**Heads**, on {number(card['heads']['inputs'])} inputs: how spread out their weights are, in bits; the share "
        f"of weight that far from the diagonal; and the points that {words(card['measure'])} gains without the head."
    )
    if unlike:
        said += f" Two heads of one layer differ by, in bits: {'; '.join(unlike)}."
    columns = ["head", "bits", "−2", "−1", "0", "+1", "+2", "without it"]
    return f"{said}\n\n{table(columns, rows)}"


def hash_split(card):
    """What the same recipe reaches on the split that the literature uses."""
    found = card["hash_split"]
    columns = [name for name, value in found["seeds"][0]["test"].items() if not isinstance(value, dict)]
    rows = [
        (one["seed"], per_cent(one["dev"]), *(cell(column, one["test"][column]) for column in columns))
        for one in found["seeds"]
    ]
    names = ["seed", "dev", *(f"test, {words(column)}" for column in columns)]
    return f"**On another split**: {found['split']}. The median is seed {found['median_seed']}.\n\n{table(names, rows)}"


def cell(name, value):
    """A count as a whole number, an error in per cent."""
    return number(value) if name in COUNTED else per_cent(value)


def settings(values):
    """Names and values of settings in one line."""
    return ", ".join(f"`{name}` {value}" for name, value in values.items())


def minutes(card):
    """How long the training took."""
    return card["cpu_minutes"] or "< 0.1"


def in_order(name):
    """Key to sort names by, with their numbers as numbers."""
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", name)]


def words(name):
    """A name of the code in words."""
    return str(name).replace("_", " ")


def number(value):
    """A whole number, its digits in groups of three."""
    return f"{value:,}"


def per_cent(value):
    """An error as the cards state it."""
    return f"{value:.2f} %"


def table(head, rows):
    """A Markdown table, its first column to the left and the others to the right, or two columns of text."""
    rule = ":--|" + (":--|" if head[-1] == "value" else "--:|" * (len(head) - 1))
    lines = [f"| {' | '.join(map(str, row))} |" for row in rows]
    return "\n".join([f"| {' | '.join(head)} |", f"|{rule}", *lines])


def setup(app):
    """Register both directives."""
    app.add_directive("model-table", ModelTable)
    app.add_directive("model-cards", ModelCards)
