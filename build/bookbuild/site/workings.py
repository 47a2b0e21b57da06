"""The complete workings: a page for each word, with every line that the word's figures took.

A figure's permanent address is its line on the page of the word that it belongs to.
"""

from collections.abc import Iterator
from html import escape

from bookbuild.lines.expression import HtmlStyle
from bookbuild.lines.lines import line_of
from bookbuild.lines.presenter import element_id
from engine.figures.figure import Figure, Figures
from engine.runs.run import Run
from subjects.signal.desk import word_slot

MARGIN = 26  # letters of an address that stand beside its line without a break

# What the lines of an array work out, by the array's name; a test holds it to a run's arrays.
TITLES = {
    "divisor": "How slowly each pair of slots turns",
    "wave": "The position signal",
    "x": "The word with its position",
    "norm1": "The first layer norm",
    "query": "The query",
    "key": "The key",
    "value": "The value",
    "root": "What the scores are divided by",
    "product": "Query times key",
    "score": "The scores",
    "raised": "e to each score",
    "total": "Their total",
    "share": "The shares",
    "blend": "The blend of the values",
    "output": "What attention adds",
    "after_attention": "The row after attention",
    "norm2": "The second layer norm",
    "stretched": "Stretched to more numbers",
    "kept": "What is kept",
    "pressed": "Pressed back",
    "after_feed_forward": "The row after the feed-forward layer",
    "norm3": "The last layer norm",
    "logit": "The logits",
    "guess": "The chances",
    "guess_at_0": "At a low temperature",
    "guess_at_1": "At temperature one",
    "guess_at_2": "At a high temperature",
    "guess_at_3": "At the highest temperature",
    "share_sum": "The shares added up as printed",
    "moved": "How far rounding moved each chance",
}


def belongs_to(figure: Figure) -> int:
    """Return the position of the word whose page holds a figure's line."""
    return figure.index[0] + 1 if figure.array.labels and not _shared(figure.array.name) else 1


def _shared(name: str) -> bool:
    return name.rpartition(".")[2] == "divisor"  # a row for each slot, not for each word


def title_of(array: Figures) -> str:
    """Return what the lines of an array work out."""
    return title_of_pass(array.name)


def title_of_pass(name: str) -> str:
    """Return what the lines of an array of a pass work out, by the array's name."""
    return TITLES.get(name) or TITLES[name.split(".", maxsplit=1)[0]]


def workings_html(run: Run, position: int) -> str:
    """Return all lines of one word's figures, in the order in which they were worked."""
    word = word_slot(run.words[position - 1], position).html
    parts = [
        f'<p class="chapter-number">Every line</p><h1>The workings of {word}</h1>',
        f'<p class="lead">in “{escape(" ".join(run.words))}”</p>',
    ]
    style = HtmlStyle(run.scope)
    title = ""
    for figure in lines_of_word(run, position):
        if title != (title := title_of(figure.array)):
            parts.append(f'<h2 id="about-{element_id(figure.array.name)}">{title}</h2>')
        parts.append(line_html(figure, style))
    return "\n".join(parts)


def line_html(figure: Figure, style: HtmlStyle) -> str:
    """Return the line that made a figure, with its address in the margin."""
    name = escape(figure.name)
    here = escape(element_id(figure.name))
    line = line_of(figure).html(style)
    return (
        f'<p class="line" id="{here}"><a class="addr" href="#{here}">{_breakable(name)}</a> '
        f'<span class="sum" data-line="{name}">{line}</span></p>'
    )


def _breakable(name: str) -> str:
    """Let a name that is longer than the margin break behind its last point."""
    if len(name) <= MARGIN:
        return name
    stem, bracket, place = name.partition("[")
    start, point, last = stem.rpartition(".")
    return f"{start}{point}<wbr>{last}{bracket}{place}" if start else name


def lines_of_word(run: Run, position: int) -> Iterator[Figure]:
    """Yield the worked figures whose lines stand on a word's page."""
    for figure in run.figures():
        if figure.worked and belongs_to(figure) == position:
            yield figure
