"""Works that the text would cite alike, as two of Cho and others of 2014, get letters: 2014a, 2014b."""

from collections import defaultdict


def cited_as(entry):
    """How the text names a work: its authors, two at most, and the year."""
    authors = [" ".join(map(str, person.prelast_names + person.last_names)) for person in entry.persons["author"]]
    return (*(authors if len(authors) < 3 else [authors[0], "et al."]), entry.fields["year"])


def tell_apart(entries):
    """Put letters behind the years of works that are cited alike, in the order of the bibliography."""
    alike = defaultdict(list)
    for entry in entries:
        if entry.fields["year"][-1].isdigit():  # not done before
            alike[cited_as(entry)].append(entry)
    for works in alike.values():
        if len(works) > 1:
            works.sort(key=lambda entry: (list(map(str, entry.persons["author"])), entry.fields["title"]))
            for letter, entry in zip("abcdefgh", works, strict=False):
                entry.fields["year"] += letter


def read(app, env, docnames):
    """Change what the bibliography's files say before the first page is read."""
    tell_apart(env.get_domain("cite").bibdata.data.entries.values())


def setup(app):
    """Connect to the reading of the pages."""
    app.connect("env-before-read-docs", read)
