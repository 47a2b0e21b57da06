from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest
from markupsafe import Markup

from bookbuild.chapters.chapter import read_chapter
from bookbuild.core.errors import ChapterError, Faults
from bookbuild.markup.slots import Slot
from engine.errors import UnknownName, WorkingsError
from tests.bookbuild.paper.text_cases import Book, figure


class Run:
    """A run as templates get it: names as attributes and by index."""

    query = figure("0.09")

    def __getitem__(self, index: tuple[object, ...]) -> Slot:
        if index != (5, 1):
            raise UnknownName(f"query[{','.join(map(str, index))}]", ["query[5,1]", "query[5,2]"])
        return self.query

    def valid_names(self) -> Iterator[str]:
        yield from ("query", "key", "value")


@pytest.fixture
def book(tmp_path: Path) -> Book:
    return Book(tmp_path)


def refusal(book: Book, text: str, **options: dict[str, object] | dict[str, str] | str) -> str:
    context = {"run": Run(), "query": Run(), "x": figure("1")}
    with pytest.raises(WorkingsError) as raised:
        book.render(text, context, **options)  # type: ignore[arg-type]
    return str(raised.value)


def test_a_misspelt_name_in_an_included_file_tells_that_file_and_line(book: Book) -> None:
    included = "\n" * 199 + "so {{ x }} and {{ run.qeury }}\n"
    text = '{{ x }}\n\n{% include "_part.md" %}\n'
    assert refusal(book, text, include={"_part.md": included}) == (
        "book/_part.md:200:23: there is no name “qeury”. Did you mean query, key?"
    )


def test_a_file_included_at_line_200_is_told_by_its_own_line(book: Book) -> None:
    text = "\n" * 195 + '{% include "_part.md" %}\n'
    assert refusal(book, text, include={"_part.md": "{{ rum }}"}) == (
        "book/_part.md:1:4: there is no name “rum”. Did you mean run?"
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a\nb {{ x }} {{ xx }}", "6:14: there is no name “xx”"),
        ("{{ x }} {{ query[5, 9] }}", "5:12: there is no name “query[5,9]”. Did you mean query["),
        ("{{ run.query }}{{ run.kay }}", "5:23: there is no name “kay”. Did you mean key?"),
        ("{{ x\n  ~ yy }}", "6:5: there is no name “yy”"),
        ("{% if yy %}a{% endif %}", "5:7: there is no name “yy”"),
        ("{% for a in x %}\n{% for b in yy %}\n{% endfor %}{% endfor %}", "5:1:"),
        ("{% macro m(a) %}{{ a.b }}{% endmacro %}\n\n{{ m(run) }}", "5:22: there is no name “b”"),
        ("{{ x }} {% if yy %}a{% endif %}", "5:15: there is no name “yy”"),
        ("{{ [x][5] }}{{ {}[5, 9] }}", "5:8: there is no name “5”"),
        ("{{ {}[5, 9] }}", "5:7: there is no name “5,9”"),
        ("{{ 5 }}", "5:1: a number must be a figure, and “5” is none"),
        ("a {{ x }} {{ 0.5 }}", "5:11: a number must be a figure, and “0.5”"),
        ("a {{ '8 dogs' }}", "5:3: a number must be a figure, and “8 dogs”"),
        ("{{ 'x²' }}", "5:1: a number must be a figure"),
        ("{{ '8'|safe }}", "5:1: No filter named 'safe'"),
        ("{{ yy|default(x) }}", "5:1: No filter named 'default'"),
        ("{% if x is defined %}{% endif %}", "5:1: No test named 'defined'"),
        ("{% for a in [x] %}{{ loop.index }}{% endfor %}", "5:19: a number must be a figure"),
        ("{{ none }}", "5:1: it can't print NoneType"),
        ("{{ run }}", "5:1: it can't print Run"),
        ("{{ range }}", "5:1: it prints a function"),
        ("{{ x if false }}", "5:1: an “if” without an “else”"),
        ("a {{ x }} {{ 1 // 0 }}", "5:11: it divides by zero"),
        ("a {{ x ", "5:3: "),
        ("a\n{% fi %}", "6:1: Encountered unknown tag 'fi'"),
        ("a\n{% if x %}", "6:1: Unexpected end of template"),
        ("a {% include 'no.md' %}", "5:3: there is no file “no.md” to include"),
        ("a {% include x %}", "5:3: an include needs the name of one file"),
        ("{% include '../x.md' %}", "5:1: there is no file"),
        ("{% include '01-try.md' %}", "5:1: it includes or calls itself"),
        ("a \ue000 b", "5:3: U+E000 is a private-use character"),
        ("a 5", "5:3: “5” is typed by hand"),
        (r"so $\nosuch + {{ x }}$", r"5:5: the formula $\nosuch + 1$ can't be drawn"),
    ],
)
def test_every_fault_is_told_with_line_and_column(book: Book, text: str, told: str) -> None:
    assert refusal(book, text).startswith(f"book/01-try.md:{told}")


def test_typed_digits_of_all_files_are_told_together(book: Book) -> None:
    with pytest.raises(Faults) as raised:
        book.render('a 1\n{% include "_b.md" %}', include={"_b.md": "b 2 W_1\nc 3 "}, head=NAMES)
    assert [fault.where for fault in raised.value.faults] == [
        "book/01-try.md:5:3",
        "book/_b.md:1:3",
        "book/_b.md:2:3",
    ]


NAMES = 'names = { "W_1" = "a table" }'


def test_a_declared_name_stands_in_prose_and_formulas(book: Book) -> None:
    html = book.render("$W_1$ is W_1", head=NAMES).html
    assert "<mn>1</mn>" in html
    assert "is W_1" in html


def test_words_pass_through_as_they_are(book: Book) -> None:
    assert book.render("{{ w }}", {"w": "*a*"}).html == "<p>*a*</p>\n"


def test_macros_and_blocks_of_the_chapter_keep_their_markdown(book: Book) -> None:
    macro = "{% macro m(a) %}*{{ a }}*{% endmacro %}\n"
    block = "{% set s %}**b**{% endset %}\n"
    assert (
        book.render(macro + block + "{{ m('w') }} {{ s }}").html
        == "<p><em>w</em> <strong>b</strong></p>\n"
    )


def test_characters_like_a_placeholder_stay_characters(book: Book) -> None:
    foreign = "\ue000\ue019\ue001"
    assert book.render("{{ w }}", {"w": Markup(foreign)}).html == f"<p>{foreign}</p>\n"


def test_an_included_file_ends_its_paragraph(book: Book) -> None:
    html = book.render('{% include "_b.md" %}\n\nc', include={"_b.md": "b\n"}).html
    assert html == "<p>b</p>\n<p>c</p>\n"


def test_an_error_that_a_figure_raises_keeps_its_own_place(book: Book) -> None:
    def broken() -> None:
        raise WorkingsError("is truncated", where="weights/signal")

    with pytest.raises(WorkingsError, match=r"^weights/signal: is truncated$"):
        book.render("{{ f() }}", {"f": broken})


def test_both_media_show_the_same_text_and_only_formulas_differ(book: Book) -> None:
    text = "# {{ x }}\n\n$a = {{ x }}$\n\n{{ x }} *b*"
    html = book.render(text, {"x": figure("−1.5")}).html
    pdf = book.render(text, {"x": figure("−1.5")}, medium="pdf").html
    assert "<math" in html
    assert "<math" not in pdf
    assert html.partition("<math")[0] == pdf.partition("<svg")[0]
    assert html.rpartition("</math>")[2] == pdf.rpartition("</svg>")[2]


def test_rendering_twice_gives_the_same_bytes(book: Book) -> None:
    text = "# A\n\n$a = {{ x }}$\n\n{{ x }}"
    pages = {book.render(text, {"x": figure("1")}, medium="pdf").html for _ in range(2)}
    assert len(pages) == 1


def test_numbers_in_conditions_need_not_be_figures(book: Book) -> None:
    page = book.render(
        "{% if v > 0.5 and n[1] == 3 %}yes{% endif %}", {"v": Decimal(1), "n": [2, 3]}
    )
    assert page.html == "<p>yes</p>\n"


def test_a_chapter_knows_its_name_and_what_it_says_of_itself(book: Book) -> None:
    path = book.write("text", head='summary = "S"')
    chapter = read_chapter(path, book.root)
    assert (chapter.name, chapter.front.title, chapter.front.summary) == ("try", "Try", "S")
    assert chapter.source.file == "book/01-try.md"


def test_a_chapter_that_is_missing_or_not_text_is_told(book: Book) -> None:
    path = book.root / "book" / "02-no.md"
    with pytest.raises(ChapterError, match=r"^book/02-no.md:1:1: this file is missing"):
        read_chapter(path, book.root)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ChapterError, match="not UTF-8 text"):
        read_chapter(path, book.root)
