"""The cases of prose about words: where each holds, and which of them a chapter's pages have."""

from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest

from bookbuild.core.config import read_book
from bookbuild.ebook.standalone import piece_of
from bookbuild.markup.slots import Slot
from bookbuild.site.pages import Site
from engine.errors import WorkingsError
from engine.figures.figure import Figure
from engine.figures.ledger import FigureArray, given
from engine.figures.rounding import policy_for
from engine.runs.generation import END
from subjects.models.cases import CASES, CASES_OF_FIGURES, cases_of
from tests.bookbuild.small_book import SmallBook

PLACES = ("1", "2", "3")
SHARES = (("1.00", "0", "0"), ("0.25", "0.75", "0"), ("0.20", "0.41", "0.40"))
ARRAYS = {
    name: given(
        np.array([[Decimal(number) for number in row] for row in rows]), policy_for(2), "toy", name,
        (PLACES, PLACES[: len(rows[0])]),
    )
    for name, rows in {"share": SHARES, "share_sum": (("1.00",), ("1.00",), ("1.01",))}.items()
}  # fmt: skip


@dataclass(frozen=True)
class Words:
    """Three words with their shares, each of which is rounded on its own, and their sums."""

    after: str = "sat"
    words: tuple[str, ...] = ("the", ".", "dog")

    def find(self, name: str) -> FigureArray:
        return ARRAYS[name]

    def at(self, name: str, *labels: str) -> Figure:
        return ARRAYS[name].figure(int(labels[0]) - 1, 0)

    def answer(self, position: int) -> str:
        return self.after if position == len(self.words) else END


@dataclass(frozen=True)
class Followed:
    """A place among the words."""

    here: int
    run: Words = Words()


@pytest.mark.parametrize(
    ("case", "where"),
    [
        ("book", "123"),
        ("first", "1"),
        ("later", "23"),
        ("earlier", "12"),
        ("last", "3"),
        ("stop", "2"),
        ("ended", ""),
        ("endless", "123"),
        ("itself share", "2"),
        ("other share", "3"),
        ("uneven share_sum", "3"),
    ],
)
def test_each_case_holds_where_it_is_so(case: str, where: str) -> None:
    assert "".join(place for place in PLACES if cases_of(Followed(int(place))).hold(case)) == where


def test_what_has_come_to_its_end_is_not_endless() -> None:
    cases = cases_of(Followed(1, Words(END)))
    assert [cases.hold("ended"), cases.hold("endless")] == [True, False]


def test_a_case_that_there_is_not_is_refused_with_those_there_are() -> None:
    with pytest.raises(WorkingsError) as raised:
        cases_of(Followed(1)).hold("latter")
    of_figures = (f"{name} FIGURES" for name in CASES_OF_FIGURES)
    assert str(raised.value) == (
        f"there is no case “latter”; there are {', '.join([*CASES, *of_figures])}"
    )


def test_of_a_chapter_only_the_page_with_its_scripts_has_all_cases(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = SmallBook(tmp_path / "small", monkeypatch)
    small.add(
        '\n{% when "first" %}It is {{ percent("share", here, here) }}.{% endwhen %}'
        '{% when "later" %}So it goes on.{% endwhen %}\n'
        '\n{{ picture("waves", "Waves.") }}\n\n{{ picture("chances", "What may follow.") }}\n'
    )
    site = Site(read_book(small.root))
    (entry,) = site.contents
    told, other = site.contents.topic(entry).views()
    if told != site.contents.own_view(entry):
        told, other = other, told
    html = site.chapter_page(entry, told).html
    assert '<span data-when="first" hidden="">It is ' in html
    assert 'data-of="share[here,here]"' in html
    assert '<span data-when="later">So' in html
    assert '<figure class="picture" data-picture="waves">' in html
    assert '<figure class="picture" data-when="book">' in html  # no script draws it
    html = site.chapter_page(entry, other).html
    assert '<span data-when="first">It is ' in html
    assert "So it goes on" not in html
    assert html.count('<figure class="picture">') == 2
    piece = piece_of(site, entry, lambda _: Slot.plain(""))
    alone = "".join(piece.body.itertext())
    assert "So it goes on" in alone
    assert "It is" not in alone
    assert not piece.body.findall(".//*[@data-of]")
