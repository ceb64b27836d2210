"""Two works are never cited alike."""

from pybtex.database import parse_file

from tests.site.conftest import ROOT
from theme.book_pages.citations import cited_as, tell_apart


def test_works_that_would_be_cited_alike_get_letters():
    works = parse_file(str(ROOT / "references.bib")).entries
    before = [cited_as(entry) for entry in works.values()]
    assert len(before) > len(set(before))
    for _ in range(2):  # a second time changes nothing
        tell_apart(works.values())
        after = [cited_as(entry) for entry in works.values()]
        assert len(after) == len(set(after))
    assert [works[key].fields["year"] for key in ("cho2014properties", "cho2014learning")] == ["2014a", "2014b"]
    assert works["bahdanau2015neural"].fields["year"] == "2015"


def test_the_letters_are_on_the_pages(site):
    chapter = (site / "chapters/bottleneck.html").read_text(encoding="utf-8")
    references = (site / "back/references.html").read_text(encoding="utf-8")
    assert "Cho <em>et al.</em>, 2014b</a>" in chapter
    for year in ("2014a", "2014b"):
        assert references.count(year) == 1
