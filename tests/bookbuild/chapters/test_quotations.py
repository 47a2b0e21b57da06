"""The lines that the book quotes: all there, as found, and every word about them checked."""

import re
import tomllib
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from html import unescape
from pathlib import Path

import numpy as np
import pytest
from jinja2 import FileSystemLoader

from bookaudit.verdict.recheck import CLOSES, recheck
from bookbuild.chapters.contents import Contents
from bookbuild.chapters.kit import Setting, templates_environment
from bookbuild.chapters.quotations import KINDS, for_show_only, judge
from bookbuild.chapters.typed_lines import TypedLine, TypedLines, read_typed_lines
from bookbuild.core.config import read_book
from bookbuild.markup.slots import Slot
from engine.errors import WorkingsError
from engine.examples.table import EXAMPLES, work_example
from engine.figures.figure import Figure
from engine.figures.ledger import FigureArray, given, unrounded
from engine.figures.named import NamedFigures, counted
from tests import ROOT
from tests.bookbuild.small_book import SmallBook

FILE = ROOT / "book" / "typed-lines.toml"
CHAPTER = "typed-arithmetic"


def no_figure(name: str) -> Figure:
    raise AssertionError(name)


@pytest.fixture(scope="module")
def typed() -> TypedLines:
    return read_typed_lines(FILE, "book/typed-lines.toml")


@pytest.fixture(scope="module")
def chapter() -> str:
    book = read_book(ROOT)
    environment = templates_environment(FileSystemLoader(book.templates))
    contents = Contents(book, environment)
    entry = contents.find(CHAPTER)
    setting = Setting(
        "html",
        lambda _: None,
        lambda other: Slot.plain(other.title),
        lambda text, _: Slot.plain(text),
    )
    return contents.render(entry, contents.own_view(entry), setting).html


def quotes(html: str) -> list[str]:
    found = re.findall(r"<q data-quote=[^>]*>“(.*?)”</q>", html, re.DOTALL)
    return [" ".join(unescape(re.sub(r"</?span>", "", quote)).split()) for quote in found]


def test_the_chapter_quotes_every_line_of_the_file_once_as_found(
    chapter: str, typed: TypedLines
) -> None:
    lines = [line["text"] for line in tomllib.loads(FILE.read_text("utf-8"))["line"]]
    assert len(lines) == 28
    shown = quotes(chapter)
    assert sorted(shown) == sorted([*lines, "0.33×(−1.20) + 0.67×0.70 + 1.67×0.90 = 1.57"])
    assert len(typed.lines) == len(lines)


def test_beside_each_quotation_stands_the_verdict_that_the_file_expects(
    chapter: str, typed: TypedLines
) -> None:
    said = dict(re.findall(r'data-verdict="found\[(.*?)\]">(.*?)<', chapter))
    mended = set(re.findall(r'data-mends="found\[(.*?)\]"', chapter))
    for line in (*typed.lines, *typed.shown):
        assert said[line.name] == ("closes" if line.closes else "does not close")
        assert (line.name in mended) == (not line.closes)
        assert not line.why or line.why in unescape(chapter)


def test_every_right_line_closes_in_the_books_own_signs(typed: TypedLines) -> None:
    judged = judge(replace(typed, shown=()), no_figure)
    rights = {name: quotation.right.text for name, quotation in judged.items() if quotation.right}
    assert len(rights) > 10
    for text in rights.values():
        assert recheck(text, strict=True).verdict == CLOSES
        assert not set(text) & set("*/-")
    assert rights["second-query"] == "(−0.3)×0.2 + 0.4×0.1 + 0.2×0.2 + 0.3×(−0.1) = −0.01"
    assert rights["updated-weight"] == "0.5 − (0.00018×0.055) ÷ 0.171 = 0.5 − 0.00006 = 0.49994"
    assert rights["half-power"] == "e^(0.5 ÷ √2) = 1.424"
    assert rights["deviation"] == "√(0.00132 + 0.00001) = 0.0365"


def test_the_same_line_rounded_for_show_only_has_the_sum_of_unrounded_thirds() -> None:
    policy, scope = EXAMPLES["display"].policy, "book/test"

    def row(name: str, text: str) -> FigureArray:
        numbers = np.asarray([[Decimal(part) for part in text.split()]], dtype=object)
        return given(numbers, policy, scope, name, tuple(map(counted, numbers.shape)))

    givens = {
        "part": row("part", "1 2 5"),
        "whole": given("3", policy, scope, "whole"),
        "key": row("key", "-1.20 0.70 0.90"),
    }
    arrays = work_example("display", givens, scope)
    product = NamedFigures(scope, arrays).figure("product[1,1]")
    exact = (Fraction(1, 3) * Fraction("-1.2") + Fraction(2, 3) * Fraction("0.7")
             + Fraction(5, 3) * Fraction("0.9"))  # fmt: skip
    never_rounded = unrounded(product.array).item(0)
    assert abs(Fraction(never_rounded) - exact) < Fraction(1, 10**100)
    text = for_show_only(product)
    assert text.endswith(f"= {round(float(exact), 2)}")
    assert recheck(text, strict=True).verdict != CLOSES


LINES: dict[str, TypedLine] = {
    line.name: line for line in read_typed_lines(FILE, "book/typed-lines.toml").lines
}


@pytest.mark.parametrize(
    ("name", "change", "told"),
    [
        ("warm-up", {"closes": True}, "“closes” is true, and the auditor finds that it does not"),
        ("output", {"closes": False, "kinds": ("sign",)}, "the auditor"),
        ("warm-up", {"right": "0.0039"}, "“right” is 0.0039, and the auditor says 0.0040"),
        ("warm-up", {"kinds": ("sign",)}, "no slip of the kind “sign”"),
        ("second-query", {"kinds": ("point",)}, "no slip of the kind “point”"),
        ("warm-up", {"kinds": ("unexplained",)}, "no slip of the kind “unexplained”"),
        ("warm-up", {"kinds": ("hidden",)}, "a line that does not close is of no kind “hidden”"),
        ("output", {"kinds": ("unexplained",)}, "a line that closes is of no kind"),
        ("warm-up", {"kinds": ("pont",)}, "no kind of slip “pont”. Did you mean point"),
        ("learning-rate", {"after": "total"}, "“total” has no other result to carry on"),
        ("learning-rate", {"after": "deviation"}, "it does not use 0.0364"),
        ("learning-rate", {"after": "warmup"}, "no typed line “warmup”. Did you mean warm-up"),
        ("learning-rate", {"after": "learning-rate"}, "“after” itself"),
        ("half-power", {"unrounded": "e^0.354"}, "no slip of the kind “carried”"),
        ("output", {"text": "the cat = 0.004"}, "can't be read"),
    ],
)
def test_what_the_file_says_of_a_line_is_checked(
    name: str, change: dict[str, object], told: str
) -> None:
    changed = {**LINES, name: replace(LINES[name], **change)}  # type: ignore[arg-type]
    with pytest.raises(WorkingsError) as caught:
        judge(TypedLines(tuple(changed.values()), ()), no_figure)
    assert told in str(caught.value)
    assert str(caught.value).startswith("book/typed-lines.toml:")


def test_every_kind_has_an_example_in_the_file(typed: TypedLines) -> None:
    assert {kind for line in typed.lines for kind in line.kinds} == set(KINDS)


ENTRY = '[[line]]\nname = "one"\ntext = "1 + 1 = 3"\ncloses = false\nright = "2"\n'
REASON = 'kinds = ["unexplained"]\nwhy = "We cannot say."\n'


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("[[lines]]", "unknown table “lines”. Did you mean line"),
        ("[[line", "not valid TOML"),
        (ENTRY + 'wy = ""', "unknown field “wy”. Did you mean why"),
        (ENTRY.replace('"one"', "1"), "“name” can't be 1"),
        (ENTRY.replace("false", '"no"'), "“closes” can't be 'no'"),
        (ENTRY + "kinds = [1]", "“kinds” can't be [1]"),
        (ENTRY.replace("text", "right", 1).replace('right = "2"\n', ""), "needs “text”"),
        (ENTRY, "needs “kinds”"),
        (ENTRY + 'kinds = ["sign"]', "“kinds” and “why” come together"),
        (ENTRY + REASON.replace("We", "All 3 of us"), "it holds no digits"),
        ((ENTRY + REASON) * 2, "the name “one” comes twice"),
    ],
)
def test_a_file_that_is_not_right_is_told_with_its_place(
    tmp_path: Path, source: str, told: str
) -> None:
    path = tmp_path / "typed.toml"
    path.write_text(source, encoding="utf-8")
    with pytest.raises(WorkingsError) as caught:
        read_typed_lines(path, "book/typed.toml")
    assert told in str(caught.value)
    assert str(caught.value).startswith("book/typed.toml")


HEAD = '+++\ntitle = "Q"\nrun = "signal"\nquotes = "typed.toml"\n+++\n\n'


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{{ quoted("on") }}', "there is no quotation “on”. Did you mean one"),
        ('{{ quoted_as("sing") }}', "there is no kind of slip “sing”. Did you mean sign"),
        ('{{ quoted("one") }}\n\n{{ quoted("one") }}', "“one” is quoted twice"),
        ("Somebody wrote 1 + 1 = 3.", "“1” is typed by hand"),
    ],
)
def test_a_chapter_that_misquotes_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    text: str, told: str,
) -> None:  # fmt: skip
    book = SmallBook(tmp_path, monkeypatch)
    book.write(ENTRY + REASON, "typed.toml")
    book.write(HEAD + text, "02-quoting.md")
    assert book.run("lint") == 1
    assert told in capsys.readouterr().err


def test_a_missing_file_of_quotations_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    book = SmallBook(tmp_path, monkeypatch)
    book.write(HEAD, "02-quoting.md")
    assert book.run("lint") == 1
    assert "book/typed.toml: this file is missing" in capsys.readouterr().err
