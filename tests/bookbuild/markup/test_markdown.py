from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from markdown_it.common.normalize_url import normalizeLink

from bookbuild.core.errors import ChapterError
from bookbuild.markup.slots import Slot
from tests.bookbuild.paper.text_cases import CONTEXTS, HARD_TEXTS, Book, Page, figure

PRICES = {"low": Slot.plain("$5"), "high": Slot.plain("$6")}


@pytest.fixture
def book(tmp_path: Path) -> Book:
    return Book(tmp_path)


def shown(book: Book, place: str, slot: Slot) -> str:
    """Render a slot in a place, and read there what a reader would see."""
    source, element = CONTEXTS[place]
    html = book.render(source, {"x": slot, **PRICES}).html
    return Page(html).texts[element]


def expected(place: str, text: str) -> str:
    """Say what a reader should see when a slot shows this text."""
    frames = {
        "prose with prices": f"it was $5, or {text}, or $6",
        "a link address": f"#{text}",
        "strong emphasis": text,
        "a formula": f"a={text}",
        "a power": f"e{text}",
        "a code block": f"a {text} b\n",
        "an indented block": f"a {text} b\n",
        "a text in a formula": f"a\u00a0{text}\u00a0b",
    }
    return frames.get(place, f"a {text} b")


@pytest.mark.parametrize("place", CONTEXTS)
@pytest.mark.parametrize("text", HARD_TEXTS)
def test_the_same_characters_come_out(book: Book, place: str, text: str) -> None:
    assert shown(book, place, figure(text)) == expected(place, text)


# No control characters, which HTML has no way to write, and none that XML refuses.
printable = st.text(
    st.characters(exclude_categories=("Cc", "Cs", "Cn"), exclude_characters="\ufffe\uffff"),
    min_size=1,
    max_size=12,
)


@pytest.mark.parametrize("place", CONTEXTS)
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(text=printable)
def test_any_characters_come_out_the_same(book: Book, place: str, text: str) -> None:
    assert shown(book, place, figure(text)) == expected(place, text)


def test_dollars_in_a_sentence_are_no_formula(book: Book) -> None:
    html = book.render(
        "It costs $5 and $6, or {{ x }}.",
        {"x": figure("7_8")},
        head='names = { "$5" = "a price", "$6" = "a price" }',
    ).html
    assert html == '<p>It costs $5 and $6, or <i data-f="f">7_8</i>.</p>\n'


@pytest.mark.parametrize("source", ["$a$ is {{ x }} and W_1", "$a$ and W_1", "({{ x }}$a$)", "$a$"])
def test_a_formula_is_read_wherever_it_stands(book: Book, source: str) -> None:
    page = book.render(source, {"x": figure("1")}, head='names = { "W_1" = "a table" }')
    assert "<mi>a</mi>" in page.html


def test_signs_that_the_author_types_are_escaped(book: Book) -> None:
    assert book.render("a < b & c &lt; d").html == "<p>a &lt; b &amp; c &lt; d</p>\n"


def test_a_figure_in_prose_is_its_own_element(book: Book) -> None:
    assert '<i data-f="f">−1.5</i>' in book.render("{{ x }}", {"x": figure("−1.5")}).html


def test_a_block_stands_without_a_paragraph(book: Book) -> None:
    block = Slot("<table></table>", "table", block=True)
    assert book.render("{{ x }}", {"x": block}).html.strip() == "<table></table>"


def test_several_blocks_may_follow_each_other(book: Book) -> None:
    block = Slot("<hr>", "rule", block=True)
    html = book.render(
        "{% for n in rows %}\n{{ x }}\n{% endfor %}", {"x": block, "rows": "ab"}
    ).html
    assert html.split() == ["<hr>", "<hr>"]


def test_a_block_may_fill_a_table_cell_or_a_list_item(book: Book) -> None:
    block = Slot("<div>d</div>", "d", block=True)
    cell = book.render("| h |\n| - |\n| {{ x }} |", {"x": block}).html
    assert "<td><div>d</div></td>" in cell.replace("\n", "")
    assert "<p>" not in book.render("- {{ x }}", {"x": block}).html


@pytest.mark.parametrize("source", ["words {{ x }}", "# {{ x }}", "| h |\n| - |\n| a {{ x }} |"])
def test_a_block_within_a_sentence_is_told_with_its_place(book: Book, source: str) -> None:
    block = Slot("<table></table>", "the table", block=True)
    with pytest.raises(ChapterError, match=r"“the table” needs a paragraph of its own") as raised:
        book.render(source, {"x": block})
    line = 5 + source[: source.index("{{")].count("\n")
    column = source.index("{{") - source.rfind("\n", 0, source.index("{{"))
    assert raised.value.where == f"book/01-try.md:{line}:{column}"


def test_headings_are_named_by_their_words_and_figures(book: Book) -> None:
    page = book.render("# The `dog` & {{ x }}\n\n## The dog’s *turn*", {"x": figure("−1.5")})
    assert [(h.level, h.id, h.text) for h in page.headings] == [
        (1, "the-dog-1-5", "The dog & −1.5"),
        (2, "the-dogs-turn", "The dog’s turn"),
    ]
    assert '<h1 id="the-dog-1-5">' in page.html


def test_headings_of_one_name_are_numbered(book: Book) -> None:
    page = book.render("# A\n\n# A\n\n# A")
    assert [heading.id for heading in page.headings] == ["a", "a-2", "a-3"]


def test_an_author_may_name_a_heading(book: Book) -> None:
    page = book.render("{ #why .big }\n# A reason")
    assert page.headings[0].id == "why"
    assert 'class="big"' in page.html


def test_straight_quotes_are_set_in_prose_and_nowhere_else(book: Book) -> None:
    html = book.render('It\'s "{{ x }}" and `"a"` -- so', {"x": figure('"b"')}).html
    assert "It’s “" in html
    assert '<i data-f="f">&quot;b&quot;</i>”' in html
    assert "<code>&quot;a&quot;</code> -- so" in html


def test_an_address_without_slots_is_written_as_the_library_does(book: Book) -> None:
    assert 'href="a%20%C3%BC"' in book.render("[t](<a ü>)").html
    assert normalizeLink("a ü") == "a%20%C3%BC"


def test_a_formula_across_lines_stands_alone(book: Book) -> None:
    html = book.render("$$\na = b\n$$").html
    assert html.startswith('<div class="formula"><math display="block">')


def test_a_displayed_formula_in_a_paragraph_is_no_block(book: Book) -> None:
    html = book.render("so $$a$$ holds").html
    assert '<p>so <span class="formula display"><math display="block">' in html
