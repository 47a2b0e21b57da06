"""Prose in cases: which of them hold, what a page has of them, and which names are refused."""

import re
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest

from bookbuild.core.config import read_book
from bookbuild.core.errors import Faults
from bookbuild.ebook.standalone import piece_of
from bookbuild.markup.slots import Slot
from bookbuild.site.pages import Site
from engine.errors import WorkingsError
from engine.figures.figure import Figure
from engine.figures.ledger import FigureArray, given
from engine.figures.rounding import policy_for
from engine.runs.generation import END
from subjects.models.cases import CASES, CASES_OF_FIGURES, cases_of
from tests.bookbuild.paper.text_cases import Book, figure
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


@pytest.fixture
def book(tmp_path: Path) -> Book:
    return Book(tmp_path)


def page(book: Book, text: str, here: int = 1, *, all_told: bool = False, **more: object) -> str:
    """Return a chapter's HTML at one of the three words."""
    cases = cases_of(Followed(here), all_shown=all_told)
    return book.render(text, more, cases=cases).html


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


def test_a_page_has_only_what_holds_and_the_told_page_the_rest_too_hidden(book: Book) -> None:
    text = (
        '{.notice}\n{% when "first" %}It *starts*.{% endwhen %}'
        '{% when "later" %}It goes on with {{ x }}.{% endwhen %}'
    )
    x = figure("0.5")
    assert page(book, text, x=x) == (
        '<p class="notice"><span data-when="first">It <em>starts</em>.</span></p>\n'
    )
    assert page(book, text, 2, x=x) == (
        '<p class="notice"><span data-when="later">It goes on with <i data-f="f">0.5</i>.'
        "</span></p>\n"
    )
    assert page(book, text, 2, all_told=True, x=x) == (
        '<p class="notice"><span data-when="first" hidden="">It <em>starts</em>.</span>'
        '<span data-when="later">It goes on with <i data-f="f">0.5</i>.</span></p>\n'
    )


def test_blocks_stand_in_a_case_whose_tags_have_lines_of_their_own(book: Book) -> None:
    text = 'A\n\n{% when "later" %}\n{.aside}\nTwo\n\n{{ table }}\n{% endwhen %}\n\nB'
    table = Slot("<table></table>", "table", block=True)
    told = page(book, text, all_told=True, table=table)
    assert re.sub(r"\s*\n\s*", "", told) == (
        '<p>A</p><div data-when="later" hidden=""><p class="aside">Two</p><table></table></div>'
        "<p>B</p>"
    )
    assert page(book, text, table=table) == "<p>A</p>\n<p>B</p>\n"


def test_a_case_of_whole_parts_is_a_part(book: Book) -> None:
    told = page(book, 'A\n\n{% when "last" %}\n## Two\n\nB\n{% endwhen %}\n\nC', all_told=True)
    assert re.sub(r"\s*\n\s*", "", told) == (
        '<p>A</p><section class="part" data-when="last" hidden=""><h2 id="two">Two</h2><p>B</p>'
        "</section><p>C</p>"
    )


def test_what_stands_in_a_case_that_does_not_hold_claims_nothing(book: Book) -> None:
    text = '{% when "later" %}{% claim n > 2 %}It is so.{% endclaim %}{% endwhen %}'
    assert "claim-broken" not in page(book, text, all_told=True, n=1)
    assert "It is so" not in page(book, text, n=1)
    with pytest.raises(Faults, match="It is so"):
        page(book, text, 2, all_told=True, n=1)
    with pytest.raises(Faults, match="Nor this"):
        page(book, f"{text} {{% claim n > 2 %}}Nor this.{{% endclaim %}}", all_told=True, n=1)


KNOWN = ", ".join([*CASES, *(f"{name} FIGURES" for name in CASES_OF_FIGURES)])


@pytest.mark.parametrize(
    ("tag", "fault"),
    [
        ('"lonely"', f"7:4: there is no case “lonely”; there are {KNOWN}"),
        ('"itself"', "7:4: there is no case “itself”; there are book, first"),
        ('"later share"', "7:4: there is no case “later share”; there are book, first"),
        ("latter", "7:12: there is no name “latter”"),
        ("3", "7:4: there is no case “3”"),
    ],
)
def test_a_case_that_there_is_not_is_told_with_its_place_and_those_there_are(
    book: Book, tag: str, fault: str
) -> None:
    with pytest.raises(WorkingsError) as raised:
        page(book, f"A\n\nSo {{% when {tag} %}}it is{{% endwhen %}}.")
    assert str(raised.value).startswith(f"book/01-try.md:{fault}")


@pytest.mark.parametrize("inside", ["One.\n\nTwo.", "{{ table }}"])
def test_blocks_in_a_line_are_refused(book: Book, inside: str) -> None:
    table = Slot("<table></table>", "table", block=True)
    with pytest.raises(WorkingsError, match=r"book/01-try\.md:5:1: .* needs lines of its own"):
        page(book, f'{{% when "first" %}}{inside}{{% endwhen %}}', table=table)


def test_a_digit_typed_in_a_case_is_refused_whether_it_holds_or_not(book: Book) -> None:
    with pytest.raises(Faults, match="“2” is typed by hand"):
        page(book, '{% when "later" %}There are 2.{% endwhen %}')


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
    _, html, _ = site.chapter_page(entry, told)
    assert '<span data-when="first" hidden="">It is ' in html
    assert 'data-of="share[here,here]"' in html
    assert '<span data-when="later">So' in html
    assert '<figure class="picture" data-picture="waves">' in html
    assert '<figure class="picture" data-when="book">' in html  # no script draws it
    _, html, _ = site.chapter_page(entry, other)
    assert '<span data-when="first">It is ' in html
    assert "So it goes on" not in html
    assert html.count('<figure class="picture">') == 2
    piece = piece_of(site, entry, lambda _: Slot.plain(""), "words.html")
    alone = "".join(piece.body.itertext())
    assert "So it goes on" in alone
    assert "It is" not in alone
    assert not piece.body.findall(".//*[@data-of]")
