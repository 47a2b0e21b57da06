"""How a book's chapters are arranged: parts, numbers, letters, and the words that count them."""

from pathlib import Path

import pytest

from bookbuild.chapters.contents import Contents
from bookbuild.chapters.kit import book_templates
from bookbuild.chapters.ordinals import Order, cardinal, ordinal
from bookbuild.core.config import read_book
from engine.errors import UnknownName, WorkingsError

PART = '[[parts]]\ntitle = "{}"\nline = "Of it."\nbegins = "{}"\n'
NAMES = ("opening", "one", "two", "three", "more", "most")


def contents(root: Path, settings: str) -> Contents:
    (root / "book").mkdir()
    (root / "book" / "book.toml").write_text(f'title = "T"\nsubtitle = "S"\n{settings}')
    for number, name in enumerate(NAMES, 1):
        head = f'+++\ntitle = "Of {name}"\n+++\n'
        text = "{{ ordinal('two') }} of {{ how_many('chapters') }}" if name == "opening" else ""
        (root / "book" / f"0{number}-{name}.md").write_text(head + text)
    book = read_book(root)
    return Contents(book, book_templates(book))


def called(made: Contents) -> list[str]:
    return [entry.called for entry in made]


def test_without_parts_all_chapters_are_numbered(tmp_path: Path) -> None:
    made = contents(tmp_path, "")
    assert called(made) == [f"Chapter {number}" for number in range(1, 7)]
    assert [(part.title, len(part.entries)) for part in made.parts] == [("", 6)]


def test_numbers_run_through_the_parts_and_appendices_have_letters(tmp_path: Path) -> None:
    settings = 'appendices = "more"\n' + PART.format("A", "one") + PART.format("B", "three")
    made = contents(tmp_path, settings)
    assert called(made) == ["", "Chapter 1", "Chapter 2", "Chapter 3", "Appendix A", "Appendix B"]
    assert [part.title for part in made.parts] == ["", "A", "B", "Appendices"]
    assert [entry.part for entry in made] == ["", "A", "A", "B", "Appendices", "Appendices"]


def test_a_book_without_parts_may_have_appendices(tmp_path: Path) -> None:
    made = contents(tmp_path, 'appendices = "most"')
    assert called(made)[4:] == ["Chapter 5", "Appendix A"]


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ('appendices = "moer"', "“appendices” names no chapter: “moer”. Did you mean more"),
        (PART.format("A", "tow"), "“parts.begins” names no chapter: “tow”. Did you mean two"),
        (PART.format("A", "two") + PART.format("B", "one"), "the part “B” begins with “one”"),
        (PART.format("A", "two") + PART.format("B", "two"), "the part “B” begins with “two”"),
        ("appendices = 3", "“appendices” must be the name of a chapter"),
        ("parts = 3", "“parts” must be tables"),
        ('[[parts]]\ntitel = "A"', "unknown setting “parts.titel”. Did you mean title"),
        ('[[parts]]\ntitle = "A"\nline = ""', "the setting “parts.begins” is missing"),
    ],
)
def test_what_cannot_be_arranged_is_one_line(tmp_path: Path, settings: str, said: str) -> None:
    with pytest.raises(WorkingsError) as caught:
        contents(tmp_path, settings)
    assert str(caught.value).startswith("book/book.toml: ")
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_chapters_are_counted_in_words(tmp_path: Path) -> None:
    made = contents(tmp_path, 'appendices = "more"\n' + PART.format("A", "one"))
    order = Order(made.parts, ("signal",))
    assert str(order.ordinal("three")) == "third"
    assert str(order.ordinal("a")) == "first"
    assert str(order.how_many("parts")) == "one"
    assert str(order.how_many("chapters")) == "three"
    for name in ("opening", "more", "thre"):
        with pytest.raises(UnknownName):
            order.ordinal(name)


def test_the_words_for_numbers() -> None:
    said = [ordinal(number) for number in (1, 2, 3, 4, 5, 8, 9, 12, 20, 21, 33, 40, 99)]
    assert said == [
        "first", "second", "third", "fourth", "fifth", "eighth", "ninth", "twelfth", "twentieth",
        "twenty-first", "thirty-third", "fortieth", "ninety-ninth",
    ]  # fmt: skip
    assert [cardinal(number) for number in (0, 14, 30, 87)] == [
        "zero", "fourteen", "thirty", "eighty-seven"
    ]  # fmt: skip
