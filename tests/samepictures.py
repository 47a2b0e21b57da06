"""The same pictures as the book: drawn in a browser, held to the book's own drawings.

A curve of the position signal may end in another last bit there; its printed places may not.
"""

from collections.abc import Sequence

from playwright.sync_api import Page

from bookbuild.figures import Presenter
from bookbuild.illustrations import Illustrations
from engine.runs import ModelFigures, Run

PICTURED = {
    "signal": (
        ("waves", ""), ("listening", ""), ("pattern", ""), ("chances", ""), ("temperatures", ""),
        ("stream", ""), ("flow", ""),
    ),
    "answers": (
        ("flow", ""), ("chances", ""),
        *(("pattern", f"block{block}.head{head}.") for block in (1, 2) for head in (1, 2)),
    ),
}  # fmt: skip
"""The pictures of each model's runs: the kind, and the head that it is about."""

DRAW = """([model, words, here, pictured, links]) => {
    const run = new Workings.Run(Workings.programs[model], words);
    const hrefOf = links ? (id) => `#${id}` : undefined;
    return pictured.map(([kind, part]) => Workings.draw(kind, {run, here}, part, hrefOf));
}"""


def drawings(run: Run, here: int, *, links: bool = True) -> list[str]:
    """Return the book's pictures of a word in a run, in the order of `PICTURED`."""
    presenter = Presenter(run.scope, lambda figure: None, on_screen=links)
    illustrations = Illustrations(run, here, presenter)
    return [illustrations.draw(kind, part) for kind, part in PICTURED[run.model.name]]


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
            if ours != theirs:
                found.append(first_difference(ours, theirs))
    return found


def first_difference(ours: str, theirs: str) -> tuple[str, str]:
    """Return the first pair of lines that are not the same; a missing one is empty."""
    ours_lines, theirs_lines = ours.split("\n"), theirs.split("\n")
    for pair in zip(ours_lines, theirs_lines, strict=False):
        if pair[0] != pair[1]:
            return pair
    shorter = min(len(ours_lines), len(theirs_lines))
    return "\n".join(ours_lines[shorter:]), "\n".join(theirs_lines[shorter:])
