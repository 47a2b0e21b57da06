"""Chapters with a worked example: every figure has an address, every line closes, faults tell."""

import json
import re
from functools import cache
from html import unescape
from pathlib import Path

import pytest
from jinja2 import FileSystemLoader

from bookaudit.verdict.recheck import CLOSES, recheck
from bookbuild.chapters.contents import Contents
from bookbuild.chapters.kit import templates_environment
from bookbuild.core.config import read_book
from bookbuild.lines.ledger_data import figure_row
from bookbuild.lines.ledger_figures import ledger_figure
from bookbuild.lines.lines import line_of
from bookbuild.lines.presenter import Presenter
from engine.figures.named import NamedFigures
from tests import ROOT
from tests.bookbuild.small_book import SmallBook

HEAD = """+++
title = "An example"
run = "signal"
example = "{example}"
[givens]
{givens}
+++

{text}
"""
CHAPTERS = ("attention-by-hand", "what-todays-models-changed", "same-math-bigger-numbers")


@cache
def contents() -> Contents:
    book = read_book(ROOT)
    environment = templates_environment(FileSystemLoader(book.templates))
    return Contents(book, environment)


def figures(chapter: str) -> NamedFigures:
    return NamedFigures(f"book/{chapter}", contents().givens[chapter])


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_line_of_an_example_closes(chapter: str) -> None:
    worked = [figure for figure in figures(chapter).figures() if figure.worked]
    assert len(worked) > 50
    for figure in worked:
        line = line_of(figure)
        assert recheck(line.text, strict=True).verdict == CLOSES, (figure.name, line.text)
        assert {operand.scope for operand in line.operands} == {f"book/{chapter}"}


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_figure_of_an_example_answers_to_its_own_address(chapter: str) -> None:
    shown = figures(chapter)
    names = [figure.name for figure in shown.figures()]
    assert len(names) == len(set(names))
    for figure in shown.figures():
        assert shown.figure(figure.name) is figure


def test_a_turned_pair_is_written_as_a_difference_and_a_sum() -> None:
    shown = figures("what-todays-models-changed")
    lines = [line_of(shown.at("rotary.query", "3", slot)).text for slot in ("1", "2")]
    assert lines == [
        "1.00×(−0.99) − 0.50×0.14 = −1.06",
        "1.00×0.14 + 0.50×(−0.99) = −0.36",
    ]


def test_large_counts_are_grouped_on_a_page_and_plain_as_data() -> None:
    figure = figures("same-math-bigger-numbers").figure("small.embedding")
    line = Presenter("book/same-math-bigger-numbers", lambda _: None).line(figure)
    shown = unescape(re.sub(r"<[^>]*>", "", line.html)).replace("\u00a0", " ")
    assert shown == "50,257×768 = 38,597,376"
    assert recheck(shown, strict=True).verdict == CLOSES
    row = figure_row(ledger_figure(figure), figure.scope)
    assert (row["value"], row["line"]) == ("38597376", "50257×768 = 38597376")
    width = Presenter("", lambda _: None).figure(figure).as_slot()
    assert (width.text, width.latex) == ("38,597,376", "38{,}597{,}376")


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SmallBook:
    return SmallBook(tmp_path / "small", monkeypatch)


def given_sizes() -> str:
    front = contents().find("same-math-bigger-numbers").chapter.front
    return "\n".join(
        f'"{name}" = {{ value = "{given.value}", why = "{given.why}" }}'
        for name, given in front.givens.items()
    )


def test_an_example_is_shown_and_all_its_figures_go_into_the_ledger(book: SmallBook) -> None:
    text = '{{ fig("ours.width") }}\n\n{{ line("ours.parameters") }}'
    book.write(HEAD.format(example="sizes", givens=given_sizes(), text=text), "02-sizes.md")
    assert book.run("html") == 0
    page = (book.root / "dist" / "html" / "sizes.html").read_text(encoding="utf-8")
    assert 'data-run="book/sizes"' in page
    assert 'data-line="ours.parameters"' in page
    ledger = json.loads(
        (book.root / "dist" / "html" / "ledger" / "book" / "sizes.json").read_text()
    )
    rows = {row["name"]: row for row in ledger["figures"]}
    assert rows["ours.parameters"]["value"] == "9984"
    assert rows["gpt3.width"]["origin"] == "given"


@pytest.mark.parametrize(
    ("example", "text", "told"),
    [
        ("size", "", "there is no example “size”. Did you mean sizes?"),
        ("modern", "", "02-sizes.md: there is no given “one”"),
        ("sizes", '{{ fig("our.width") }}', "Did you mean"),
        ("sizes", '{{ line("ours.width") }}', "is given: there is no line"),
    ],
)
def test_a_fault_in_an_example_is_told(
    book: SmallBook, capsys: pytest.CaptureFixture[str], example: str, text: str, told: str
) -> None:
    book.write(HEAD.format(example=example, givens=given_sizes(), text=text), "02-sizes.md")
    assert book.run("html") != 0
    assert told in capsys.readouterr().err


def test_a_table_with_rows_of_different_lengths_is_refused(
    book: SmallBook, capsys: pytest.CaptureFixture[str]
) -> None:
    givens = '"a.b" = { value = ["1 2", "3"], why = "made up" }'
    book.write(HEAD.format(example="sizes", givens=givens, text=""), "02-sizes.md")
    assert book.run("html") != 0
    assert "02-sizes.md:6:2: given “a.b” has rows of different lengths" in capsys.readouterr().err
