"""One figure told on a terminal: its line, and the lines behind it down to what is given."""

from collections.abc import Iterator

from bookbuild.lines.lines import line_of
from engine.figures.figure import Figure


def told_figure(figure: Figure, scope: str) -> str:
    """Return a figure's name with the line that made it, or say that it is given."""
    name = figure.name if figure.scope == scope else figure.address
    if not figure.worked:
        return f"{name} = {figure.plain}    (given)"
    return f"{name}: {line_of(figure).text}"


def lines_back(figure: Figure) -> Iterator[Figure]:
    """Yield a figure and every figure behind it once: nearest first, givens last."""
    seen = {figure.address}
    waiting, givens = [figure], []
    while waiting:
        current = waiting.pop(0)
        if not current.worked:
            givens.append(current)
            continue
        yield current
        for operand in line_of(current).operands:
            if operand.address not in seen:
                seen.add(operand.address)
                waiting.append(operand)
    yield from givens
