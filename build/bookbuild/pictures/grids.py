"""The picture of tables of numbers, one below the other: the same table at several times."""

from dataclasses import dataclass

from bookbuild.pictures.svg import (
    WIDTH,
    Description,
    Number,
    clean,
    fit,
    label,
    line,
    number,
    picture,
    signed_bar,
    text_width,
    tracks,
)

LEFT, TOP = 18.0, 34.0  # of a grid's first cell
ROW, GAP = 23.0, 12.0
LARGE, SMALL = 12.0, 11.0


@dataclass(frozen=True)
class Grid:
    """A table at one time."""

    title: str
    numbers: tuple[tuple[Number, ...], ...]


@dataclass(frozen=True)
class Grids:
    """Tables of one shape, with one set of labels."""

    name: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    grids: tuple[Grid, ...]


def grids_text(data: Grids) -> Description:
    """Say the tables in words."""
    last = data.grids[-1]
    row, column, most = max(
        ((r, c, each) for r, line in enumerate(last.numbers) for c, each in enumerate(line)),
        key=lambda found: abs(found[2].value),
    )
    title = (
        f"The table {data.name}: {', '.join(grid.title for grid in data.grids)}. Of the last, "
        f"the number furthest from zero is {most.text}, in row {data.rows[row]}, "
        f"column {data.columns[column]}."
    )
    sentences = [
        f"{grid.title}: "
        + " ".join(
            f"row {name}: {', '.join(each.text for each in numbers)}."
            for name, numbers in zip(data.rows, grid.numbers, strict=True)
        )
        for grid in data.grids
    ]
    return Description(title, " ".join(sentences))


def grids(data: Grids) -> str:
    """Draw each table with a bar under each number; each table has a scale of its own."""
    marks: list[str] = []
    top = 0.0
    for grid in data.grids:
        marks += _grid(data, grid, top)
        top += TOP + ROW * len(data.rows) + GAP
    return picture("grids", top - GAP + 2, grids_text(data), marks)


def _grid(data: Grids, grid: Grid, top: float) -> list[str]:
    cell = (WIDTH - LEFT) / len(data.columns)
    room = cell - 3
    every = [each for line in grid.numbers for each in line]
    largest = max(abs(each.value) for each in every)
    widest = max(text_width(each.text, LARGE) for each in every)
    size = LARGE if widest <= room else SMALL
    marks = [label("p-strong", (0, top + 12), fit(clean(grid.title), WIDTH, 13), size=13)]
    marks += [
        label(
            "p-note",
            (LEFT + at * cell + cell / 2, top + 29),
            fit(clean(name), room, SMALL),
            size=SMALL,
            anchor="middle",
        )
        for at, name in enumerate(data.columns)
    ]
    marks.append(line("p-soft", (LEFT, top + TOP - 1), (WIDTH, top + TOP - 1), width=0.8))
    lefts = [LEFT + at * cell + 3 for at in range(len(data.columns))]
    tops = [top + TOP + down * ROW for down in range(len(data.rows))]
    marks.append(tracks([(x, y + 18) for y in tops for x in lefts], room))
    for name, numbers, y in zip(data.rows, grid.numbers, tops, strict=True):
        marks.append(label("p-note", (0, y + 13), fit(clean(name), LEFT, SMALL), size=SMALL))
        for each, x in zip(numbers, lefts, strict=True):
            place = (x + room, y + 13)
            marks.append(number("p-number", place, each, size=size, anchor="end"))
            marks += signed_bar((x, y + 18), room, each.value, largest, width=3.2)
    return marks
