"""Operations that pass figures on unchanged, so that no line is theirs."""

from engine.figures import decimals
from engine.figures.figure import Figure, Figures
from engine.figures.operations.operation import Operation

Index = tuple[int, ...]


def _lookup(array: Figures, index: Index) -> Figure:
    table, numbers = array.operands
    figure: Figure = table.figure(int(numbers[index[0]]), index[-1])
    return figure


def _mask_later(array: Figures, index: Index) -> Figure:
    source: Figures = array.operands[0]
    return source.figure(*index)


def _columns(array: Figures, index: Index) -> Figure:
    source, first, _ = array.operands
    figure: Figure = source.figure(*index[:-1], first + index[-1])
    return figure


def _join(array: Figures, index: Index) -> Figure:
    *rows, column = index
    for source in array.operands[:-1]:
        if column < source.shape[-1]:
            break
        column -= source.shape[-1]
    else:
        source = array.operands[-1]
    figure: Figure = source.figure(*rows, column)
    return figure


def _largest(array: Figures, index: Index) -> Figure:
    source: Figures = array.operands[0]
    return max(source.row(*index[:-1]), key=lambda figure: figure.value)


def _select(array: Figures, index: Index) -> Figure:
    source, row, places = array.operands
    figure: Figure = source.figure(row, int(places[index[-1]]))
    return figure


def _in_a_row(array: Figures, index: Index) -> Figure:
    source: Figures = array.operands[index[0]]
    return source.figure()


PASSING = {
    "lookup": Operation(decimals.lookup, passes_on=_lookup, browser=True),
    "mask_later": Operation(decimals.mask_later, passes_on=_mask_later, browser=True),
    "columns": Operation(decimals.columns, passes_on=_columns, browser=True),
    "join": Operation(decimals.join, passes_on=_join, browser=True),
    "in_a_row": Operation(decimals.in_a_row, passes_on=_in_a_row),
    "largest": Operation(decimals.largest, passes_on=_largest, browser=True),
    "select": Operation(decimals.select, passes_on=_select),
}
