"""Pictures and colours on the finished pages: nothing is told by colour alone, and all in words."""

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from bookbuild.pictures import svg
from tests.bookbuild.pictures.samples import samples
from tests.conftest import Built
from tests.site.colours import SIGHTS, contrast, linear, palettes, seen

SVG = "{http://www.w3.org/2000/svg}"
READABLE, SHOWN = 4.5, 3.0  # of letters, and of marks that tell something (WCAG 2.2, 1.4.3, 1.4.11)
WORDS = ("ink", "soft", "query", "key", "value", "focus")
KINDS = {
    kind
    for sample in samples().values()
    for kind in re.findall(r'class="drawing drawing-([\w-]+)"', sample.svg)
}  # each is held to its rules by itself, too
# Each stands in words and positions too, and so may be told without being drawn.
COUNTS = re.compile(r"(?<![\d.,−])\d{1,3}(?![\d.,]*\d|%)")


def drawings(built: Built) -> Iterator[tuple[Path, str, str]]:
    """Yield each picture with its page, and the text of the page around it."""
    for path in built.pages:
        html = path.read_text("utf-8")
        around = re.sub(r"<svg\b.*?</svg>|<[^>]*>", "", html, flags=re.DOTALL)
        for drawing in re.findall(r'<svg\b[^>]*class="drawing.*?</svg>', html, re.DOTALL):
            yield path, drawing, around


def test_every_picture_names_and_describes_itself_by_its_own_figures(built: Built) -> None:
    kinds = set()
    for path, drawing, around in drawings(built):
        root = ElementTree.fromstring(drawing)
        where = f"{path.name}: {root.get('class')}"
        kinds.add(str(root.get("class")).removeprefix("drawing drawing-"))
        assert root.get("role") in ("img", "group"), where
        name, description = (root.findtext(SVG + part) or "" for part in ("title", "desc"))
        assert len(name) > 10, where
        assert len(description) > 10, where
        told = f"{name} {description}"
        drawn = ["".join(each.itertext()) for each in root.iter(SVG + "text")]
        for each in root.iter(SVG + "text"):
            if each.get("data-f"):
                assert str(each.text) in told, f"{where} does not tell {each.text}"
        numbers = set(re.findall(r"[−<]?\d[\d,.]*\d%?|\d%?", COUNTS.sub(" ", told)))
        text = " ".join([*drawn, around])  # a row too long for its picture stands on the page
        if not where.endswith(("pattern", "snapshots")):  # these may draw a row, and tell of all
            assert not {each for each in numbers if each not in text}, where
    assert kinds <= KINDS
    assert len(kinds) >= 8


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_and_marks_stand_out_for_every_eye(scheme: str, sight: str) -> None:
    colours = {name: seen(colour, sight) for name, colour in palettes()[scheme].items()}
    for word in WORDS:
        assert contrast(colours[word], colours["paper"]) >= READABLE, word
    for word in ("ink", "soft"):
        assert contrast(colours[word], colours["tint"]) >= READABLE, f"{word} on the tint"
    # dark and pale curves, bars and squares are told apart by their lightness
    assert contrast(colours["ink"], colours["soft"]) >= 2
    assert contrast(colours["soft"], colours["paper"]) >= SHOWN


def test_on_paper_a_picture_is_grey_and_its_greys_differ() -> None:
    greys = {name: linear(code) for name, code in vars(svg).items()
             if name in ("INK", "GREY", "HAIR", "PAPER")}  # fmt: skip
    assert all(len(set(grey)) == 1 for grey in greys.values())
    painted = {
        value
        for role in svg.ROLES.values()
        for key, value in role.items()
        if key in ("fill", "stroke") and value != "none"
    }
    assert {linear(code) for code in painted} == set(greys.values())
    assert contrast(greys["INK"], greys["GREY"]) >= 2
    assert contrast(greys["GREY"], greys["PAPER"]) >= READABLE


def test_a_coloured_row_says_what_it_is(built: Built) -> None:
    """Queries, keys and values have a colour each, and always a name in words beside it."""
    found = 0
    for path in built.pages:
        html = path.read_text("utf-8")
        for role, row in re.findall(
            r'<tbody class="(query|key|value)"[^>]*>(.*?)</tbody>', html, re.DOTALL
        ):
            heads = re.findall(r'<th scope="row"[^>]*>([^<]*)</th>', row)
            assert heads, f"{path.name}: {role}"
            assert all(heads), f"{path.name}: {heads}"
            found += 1
        for role, text in re.findall(
            r'<(?:em|span|strong) class="(query|key|value)">(.*?)</', html, re.DOTALL
        ):
            assert role[:3] in text.lower(), f"{path.name}: {text}"
            found += 1
    assert found > 10
