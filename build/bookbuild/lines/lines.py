"""A line of arithmetic: the expression that made a figure = the figure, as text or as HTML."""

from dataclasses import dataclass
from functools import cached_property

from bookbuild.lines.expression import NBSP, HtmlStyle, TextStyle, write
from engine.figures.expressions import Expression
from engine.figures.figure import Figure
from engine.figures.operations.table import OPERATIONS

TEXT = TextStyle()


@dataclass(frozen=True)
class Line:
    """One line of arithmetic: an expression over figures = a figure."""

    figure: Figure
    expression: Expression

    @cached_property
    def text(self) -> str:
        """The line as plain text."""
        return f"{write(self.expression, TEXT)} = {self.figure.plain}"

    @cached_property
    def operands(self) -> list[Figure]:
        """The figures on the left, in the order in which they are written."""
        return list(self.expression.figures())

    def html(self, style: HtmlStyle) -> str:
        """The line as HTML, without the element around it."""
        return f"{write(self.expression, style)} ={NBSP}{style.result(self.figure)}"


def line_of(figure: Figure) -> Line:
    """Return the line that made a worked figure."""
    line = OPERATIONS[figure.array.operation].line
    assert line is not None  # passed-on figures are those of another array
    return Line(figure, line(figure))
