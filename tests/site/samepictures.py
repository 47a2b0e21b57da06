"""The same pictures as the book: drawn in a browser, held to the book's own drawings.

An element is the same if it has the same tag, attributes and text, in whatever order they came.

A curve of the position signal may end in another last bit there; its printed places may not.
"""

from collections.abc import Sequence
from xml.etree.ElementTree import canonicalize

from playwright.sync_api import Page

from bookbuild.lines.presenter import Presenter
from bookbuild.passes.paint import unpaint
from engine.runs.run import ModelFigures, Run
from subjects.signal.pictures import Illustrations
from tests.bookbuild.passes.passed import passed

PICTURED = {
    "signal": (
        ("waves", ""), ("listening", ""), ("pattern", ""), ("temperatures", ""), ("stream", ""),
        ("flow", ""), ("opening", ""), ("bend", ""),
    ),
    "answers": (
        ("flow", ""),
        *(("pattern", f"block{block}.head{head}.") for block in (1, 2) for head in (1, 2)),
    ),
}  # fmt: skip
"""The pictures of each model's runs: the kind, and the head that it is about."""

# Draws over the picture that was drawn before, as a page does.
SHOW = """(picture) => {
    window.drawing ??= document.createElementNS("http://www.w3.org/2000/svg", "svg");
    window.showDrawing ??= Workings.showing(window.drawing);
    window.showDrawing(picture);
    return new XMLSerializer().serializeToString(window.drawing);
}"""
DRAW = f"""([model, words, here, pictured, links]) => {{
    const run = new Workings.Run(Workings.programs[model], words);
    const hrefOf = links ? (id) => `#${{id}}` : undefined;
    const drawn = pictured.map(([kind, part]) => Workings.draw(kind, {{run, here}}, part, hrefOf));
    return drawn.map({SHOW});
}}"""


def unpainted(drawing: str) -> str:
    """Return a drawing as the site has it."""
    return passed(drawing, unpaint)


def drawings(run: Run, here: int, *, links: bool = True) -> list[str]:
    """Return the book's pictures of a word in a run, in the order of `PICTURED`."""
    presenter = Presenter(run.scope, lambda figure: None, on_screen=links)
    illustrations = Illustrations(run, here, presenter)

    def drawn(kind: str, part: str) -> str:
        if kind == "opening" and links:
            return illustrations.opening([f"#{place}" for place in range(1, here + 1)])
        return illustrations.draw(kind, part)

    return [unpainted(drawn(kind, part)) for kind, part in PICTURED[run.model.name]]


def pictures_differ(
    page: Page, model: ModelFigures, words: Sequence[str], places: Sequence[int], *, links: bool
) -> list[tuple[str, str]]:
    """Draw some words at some places in the browser and in the book; return what is not the same.

    Of each picture that differs, the first of its lines that do is returned from either.
    """
    run = Run(model, words)
    found = []
    for here in places:
        given = [model.name, list(words), here, PICTURED[model.name], links]
        for ours, theirs in zip(
            drawings(run, here, links=links), page.evaluate(DRAW, given), strict=True
        ):
            if canonical(ours) != canonical(theirs):
                found.append(first_difference(ours, theirs))
    return found


def canonical(drawing: str) -> str:
    """Write a drawing as anybody would who draws the same, an element a line."""
    return canonicalize(drawing.replace("\n", "")).replace("><", ">\n<")


def first_difference(ours: str, theirs: str) -> tuple[str, str]:
    """Return the first pair of lines that are not the same; a missing one is empty."""
    ours_lines, theirs_lines = (canonical(drawing).split("\n") for drawing in (ours, theirs))
    for pair in zip(ours_lines, theirs_lines, strict=False):
        if pair[0] != pair[1]:
            return pair
    shorter = min(len(ours_lines), len(theirs_lines))
    return "\n".join(ours_lines[shorter:]), "\n".join(theirs_lines[shorter:])
