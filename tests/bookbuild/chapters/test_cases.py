"""Prose in cases: which of them hold, what a page has of them, and which names are refused."""

import re
from pathlib import Path

import pytest

from bookbuild.chapters.cases import Cases
from bookbuild.core.errors import Faults
from bookbuild.markup.slots import Slot
from bookbuild.passes.parts import put_in_parts
from engine.errors import WorkingsError
from tests.bookbuild.paper.text_cases import Book, figure
from tests.bookbuild.passes.passed import passed


@pytest.fixture
def book(tmp_path: Path) -> Book:
    return Book(tmp_path)


def page(book: Book, text: str, here: int = 1, *, all_told: bool = False, **more: object) -> str:
    """Return a chapter's HTML at one of three words."""
    known = {"first": lambda: here == 1, "later": lambda: here > 1, "last": lambda: here == 3}
    cases = Cases(known, {"itself": lambda name: name == "share" and here == 2}, all_told)
    return book.render(text, more, cases=cases).html


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


def test_a_case_of_figures_is_asked_with_their_name(book: Book) -> None:
    text = '{% when "itself share" %}So.{% endwhen %}{% when "itself norm" %}No.{% endwhen %}'
    assert page(book, text, 2) == '<p><span data-when="itself share">So.</span></p>\n'
    assert page(book, text, 1) == ""


def test_without_cases_every_one_is_refused(book: Book) -> None:
    with pytest.raises(WorkingsError, match="no case “first”; there are none here"):
        book.render('{% when "first" %}It is so.{% endwhen %}')


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
    parted = passed(told, put_in_parts)
    assert re.sub(r"\s*\n\s*", "", parted) == (
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


KNOWN = "first, later, last, itself FIGURES"


@pytest.mark.parametrize(
    ("tag", "fault"),
    [
        ('"lonely"', f"7:4: there is no case “lonely”; there are {KNOWN}"),
        ('"itself"', "7:4: there is no case “itself”; there are first, later"),
        ('"later share"', "7:4: there is no case “later share”; there are first, later"),
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
