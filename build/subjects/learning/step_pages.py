"""How the plan of a training step's document becomes pages: their HTML, none of them too heavy."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from bookbuild.chapters.figure_desk import WIDEST, WeightsPiece
from bookbuild.lines.expression import HtmlStyle
from bookbuild.lines.presenter import Presenter
from bookbuild.lines.written import element_id, line_html
from engine.figures.figure import Figure, Figures
from engine.runs.training_step import TrainingStep
from subjects.learning.step_plan import Group, Part, Section, Table

HEAVIEST = 270_000  # bytes of one page's content; a longer section goes on on another page


@dataclass(frozen=True)
class StepPage:
    """One page of the document: on screen a page, on paper a section of its part's file."""

    name: str  # in addresses
    part: Part
    title: str
    lead: str
    content: str


class StepPages:
    """Writes the pages of one training step's document."""

    def __init__(self, step: TrainingStep, environment: Environment) -> None:
        self._step = step
        self._presenter = Presenter(step.scope, lambda _: None)
        self._style = HtmlStyle(step.scope)
        self._parts: Any = environment.get_template("components.html").module

    def pages(self, part: Part) -> Iterator[StepPage]:
        """Yield the pages of one part."""
        number = 0
        for section in part.sections:
            for place, content in enumerate(_packed(list(self._pieces(section))), start=1):
                number += 1
                title = section.title if place == 1 else f"{section.title}, part {place}"
                yield StepPage(f"{part.name}-{number}", part, title, section.lead, content)

    def figure(self, name: str) -> Markup:
        """Return a figure of this step, for running text."""
        return Markup(self._presenter.figure(self._step.figure(name)).__html__())

    def _pieces(self, section: Section) -> Iterator[str]:
        """Yield a section's HTML in pieces, between which it may go on on another page."""
        if section.chosen:
            yield self._parts.sentence((*self._step.words, self._step.right[-1]))
            yield self._chosen(section.chosen)
        for table in section.tables:
            yield from self._table(table)
        if section.legend:
            items = "".join(f"<li>{escape(text)}</li>" for text in section.legend)
            yield f'<ol class="legend">{items}</ol>'
        for group in section.groups:
            yield from self._group(group)

    def _group(self, group: Group) -> Iterator[str]:
        lines = [line_html(figure, self._style) for figure in group.figures]
        if group.title:
            array = (*group.figures, *group.bare)[0].array
            heading = f'<h2 id="about-{element_id(array.name)}">{escape(group.title)}</h2>'
            lines[0] = f"{heading}\n{lines[0]}"
            yield from lines
        else:
            lines[0] = lines[0].replace('class="line"', 'class="line begins"', 1)
            yield "\n".join(lines)
        if group.bare:
            yield self._bare(group.bare)

    def _chosen(self, chosen: Sequence[tuple[str, Sequence[Figure]]]) -> str:
        rows = "".join(
            f'<tr><th scope="row">{escape(title)}</th><td class="addr">{escape(_named(figures))}'
            f"</td><td>{self._figures(figures)}</td></tr>\n"
            for title, figures in chosen
        )
        return f'<table class="worked chosen"><tbody>\n{rows}</tbody></table>'

    def _figures(self, figures: Sequence[Figure]) -> str:
        return " ".join(self._presenter.figure(figure).__html__() for figure in figures)

    def _table(self, table: Table) -> Iterator[str]:
        """Yield an array of given figures as tables, each as wide as a page."""
        array = table.array
        if len(array.shape) == 1:
            rows = {"": list(array)}
        else:
            rows = {label: array.row(place) for place, label in enumerate(array.labels[0])}
        yield from self._pieces_of_table(table.title, array, rows, table.widest)

    def _bare(self, figures: Sequence[Figure]) -> str:
        """Show the gradients of words that the sentence doesn't have: they are 0 without a line."""
        array = figures[0].array
        rows: dict[str, list[Figure]] = {}
        for figure in figures:
            rows.setdefault(array.labels[0][figure.index[0]], []).append(figure)
        title = "Words that were not read: nothing comes back to them"
        return "".join(self._pieces_of_table(title, array, rows, WIDEST))

    def _pieces_of_table(
        self, title: str, array: Figures, rows: Mapping[str, Sequence[Figure]], widest: int
    ) -> Iterator[str]:
        columns = array.labels[-1]
        for start in range(0, len(columns), widest):
            side_by_side = columns[start : start + widest]
            some = f", columns {side_by_side[0]} to {side_by_side[-1]}"
            piece = WeightsPiece(
                title if len(columns) <= widest else title + some,
                array.name, array.scope, tuple(rows), side_by_side,
                [[self._presenter.cell(f) for f in row[start : start + widest]]
                 for row in rows.values()],
                roomy=widest < WIDEST,
            )  # fmt: skip
            yield self._parts.weights_table(piece)


def _named(figures: Sequence[Figure]) -> str:
    """Return the name of some figures of one array."""
    first, last = figures[0].name, figures[-1].name
    return first if first == last else f"{first} to {last}"


def _packed(pieces: Sequence[str]) -> Iterator[str]:
    """Put pieces together, in order, on as few pages as their weight allows, evenly."""
    weights = [len(piece.encode()) for piece in pieces]
    total = sum(weights)
    most = total / max(1, ceil(total / HEAVIEST))
    page: list[str] = []
    so_far = ended = 0
    for piece, weight in zip(pieces, weights, strict=True):
        if page and so_far - ended + weight / 2 > most:
            yield "\n".join(page)
            page, ended = [], so_far
        page.append(piece)
        so_far += weight
    if page:
        yield "\n".join(page)
