"""The complete workings: a page for each word, with every line that the word's figures took.

A figure's permanent address is its line on the page of the word that it belongs to.
"""

from collections.abc import Iterator

from markupsafe import escape

from bookbuild.lines.expression import HtmlStyle
from bookbuild.lines.written import element_id, line_html
from bookbuild.markup.roles import word_slot
from engine.figures.figure import Figure
from engine.runs.run import Run


def belongs_to(figure: Figure) -> int:
    """Return the position of the word whose page holds a figure's line."""
    array = figure.array
    for_words = array.labels and array.axes[:1] != ("slot",)
    return figure.index[0] + 1 if for_words else 1


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
        if title != (title := figure.array.title):
            parts.append(f'<h2 id="about-{element_id(figure.array.name)}">{title}</h2>')
        parts.append(line_html(figure, style))
    return "\n".join(parts)


def lines_of_word(run: Run, position: int) -> Iterator[Figure]:
    """Yield the worked figures whose lines are on a word's page."""
    for figure in run.figures():
        if figure.worked and belongs_to(figure) == position:
            yield figure
