"""A book's own examples: found in its figures.py, and what goes wrong in it is one line."""

from pathlib import Path

import pytest

from bookbuild.chapters.contents import Contents
from bookbuild.chapters.kit import book_templates
from bookbuild.core.config import read_book
from engine.errors import WorkingsError

CHAPTER = """+++
title = "A chapter"
summary = "Of a small book."
example = "{}"
[givens]
x = {{ value = "1 2 4", why = "chosen" }}
+++

Words.
"""
FIGURES = """from workings import example, mean


@example("middle", places=2)
def middle(g):
    {}
"""


def contents(root: Path, body: str, example: str = "middle") -> Contents:
    """Read a book with one function of its own."""
    return book(root, FIGURES.format(body), example)


def book(root: Path, figures: str, example: str = "middle") -> Contents:
    (root / "book").mkdir(exist_ok=True)
    (root / "book" / "book.toml").write_text('title = "T"\nsubtitle = "S"\n', encoding="utf-8")
    (root / "book" / "01-a.md").write_text(CHAPTER.format(example), encoding="utf-8")
    (root / "book" / "figures.py").write_text(figures, encoding="utf-8")
    read = read_book(root)
    return Contents(read, book_templates(read))


def test_a_chapter_has_the_figures_of_its_example(tmp_path: Path) -> None:
    givens = contents(tmp_path, "centre = mean(g.x)").givens["a"]
    assert list(givens) == ["x", "count.3", "centre"]
    assert givens["centre"].figure(0).plain == "2.33"
    assert givens["centre"].scope == "book/a"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("return {'y': g.z}", "book/figures.py:6:18: there is no given “z”."),
        ("return {'y': g.x * 0.5}", "book/figures.py:6:18: 0.5 has no name"),
        ("y = g.x / (g.x[0] - 1)", "book/figures.py:6:9: it divides by zero"),
        ("y = [][1]", "book/figures.py:6:9: IndexError: list index out of range"),
        ("raise SystemExit", "book/figures.py:6:5: SystemExit"),
        ("return 1 / 0", "book/figures.py:6:12: ZeroDivisionError: division by zero"),
        ("return {'x': mean(g.x)}", "book/figures.py:4:1: “x” is the name of other figures"),
        ("y = (1 +", "book/figures.py:6:9: '(' was never closed"),
    ],
)
def test_what_goes_wrong_in_an_example_is_said_with_its_place(
    tmp_path: Path, body: str, message: str
) -> None:
    with pytest.raises(WorkingsError) as caught:
        contents(tmp_path, body)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_an_example_that_fails_names_the_chapter_that_it_was_worked_for(tmp_path: Path) -> None:
    with pytest.raises(WorkingsError, match=r"\(the example of book/01-a.md\)"):
        contents(tmp_path, "return {'y': g.z}")


def test_a_fault_in_a_helper_is_said_where_it_is(tmp_path: Path) -> None:
    helper = "def half(x):\n    return x * 0.5\n\n\n"
    with pytest.raises(WorkingsError, match=r"^book/figures.py:2:12: "):
        book(tmp_path, helper + FIGURES.format("y = half(g.x)"))


def test_a_file_that_cannot_be_run_is_said_with_its_place(tmp_path: Path) -> None:
    with pytest.raises(WorkingsError, match=r"^book/figures.py:1:1: ModuleNotFoundError: "):
        book(tmp_path, "import nothing_of_this_name\n")


def test_an_example_that_there_is_not_is_told_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(WorkingsError) as caught:
        contents(tmp_path, "pass", "midle")
    assert str(caught.value) == ("book/01-a.md: there is no example “midle”. Did you mean middle?")
