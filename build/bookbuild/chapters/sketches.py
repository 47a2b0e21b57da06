"""Which figures go into which picture of a worked example."""

from collections.abc import Mapping, Sequence

from bookbuild import pictures
from bookbuild.lines.presenter import Presenter, percent_text
from bookbuild.pictures import Number
from engine.figures.figure import Figure
from engine.figures.ledger import FigureArray


class Sketches:
    """The pictures of an example on one page; places count from 1."""

    def __init__(self, presenter: Presenter) -> None:
        self._presenter = presenter

    def _number(self, figure: Figure) -> Number:
        return Number(figure.text, float(figure.value), self._presenter.name(figure))

    def _percent(self, share: Figure) -> Number:
        return Number(percent_text(share), float(share.value), self._presenter.name(share))

    def arcs(self, shares: FigureArray, row: int) -> str:
        """Whom the word of one row of shares listens to; it is the last of those it hears."""
        words = shares.labels[1][:row]
        heard = tuple(self._percent(share) for share in shares.row(row - 1))
        return pictures.listening(pictures.Listening(words, heard, row))

    def angles(
        self,
        asking: tuple[str, Sequence[Figure]],
        found: Sequence[tuple[str, Sequence[Figure], Figure]],
        axes: tuple[str, str],
    ) -> str:
        """Rows of two numbers as arrows, each by its name, with their dot products with one."""

        def arrow(name: str, row: Sequence[Figure]) -> pictures.Arrow:
            return pictures.Arrow(name, *map(self._number, row))

        pairs = tuple((arrow(name, row), self._number(product)) for name, row, product in found)
        return pictures.angles(pictures.Angles(arrow(*asking), pairs, *axes))

    def pattern(self, shares: FigureArray, row: int) -> str:
        """Who listens to whom, the word of one row outlined."""
        words = shares.labels[0]
        rows = tuple(
            tuple(self._percent(share) for share in shares.row(at)) for at in range(len(words))
        )
        return pictures.pattern(pictures.Pattern(words, rows, row))

    def points(
        self,
        title: str,
        across: str,
        up: str,
        pairs: Sequence[tuple[Figure, Figure]],
        lines: Mapping[str, tuple[Figure, Figure]],
    ) -> str:
        """Points, and straight lines by their slope and start."""
        return pictures.points(
            pictures.Points(
                title, across, up,
                tuple((self._number(x), self._number(y)) for x, y in pairs),
                tuple(
                    pictures.Straight(name, self._number(slope), self._number(start))
                    for name, (slope, start) in lines.items()
                ),
            )
        )  # fmt: skip

    def turning(self, title: str, panels: Mapping[str, Mapping[str, tuple[Figure, Figure]]]) -> str:
        """Arrows from one corner, in panels; each leads to where its two figures say."""
        drawn = tuple(
            (
                panel,
                tuple(
                    pictures.Arrow(name, self._number(x), self._number(y))
                    for name, (x, y) in arrows.items()
                ),
            )
            for panel, arrows in panels.items()
        )
        return pictures.turning(pictures.Turning(title, drawn))

    def squares(self, title: str, named: Mapping[str, Figure]) -> str:
        """Squares whose areas are counts, the largest count first."""
        ordered = sorted(named.items(), key=lambda item: -item[1].value)
        counts = tuple((name, self._number(figure)) for name, figure in ordered)
        return pictures.squares(pictures.Squares(title, counts))

    def course(
        self, title: str, across: str, up: str, curves: Mapping[str, Sequence[Figure]]
    ) -> str:
        """Figures one after the other as curves; the first and the last of each are read off.

        A first figure that curves share is read off once: printed twice in one place, it is one.
        """
        series = []
        begun: set[Figure] = set()
        for name, figures in curves.items():
            heights = [self._number(figure) for figure in figures]
            read = {len(heights)} if figures[0] in begun and len(heights) > 1 else {1, len(heights)}
            begun.add(figures[0])
            marks = tuple(
                pictures.Mark(pictures.Number(str(at), float(at)), heights[at - 1])
                for at in sorted(read)
            )
            course = tuple((float(at), each.value) for at, each in enumerate(heights, start=1))
            series.append(pictures.Series(name, course, marks))
        return pictures.curves(pictures.Curves(title, across, up, tuple(series)))

    def chain(
        self,
        title: str,
        inputs: Mapping[str, Sequence[Figure]],
        operations: Sequence[tuple[str, str, Sequence[Figure]]],
        loss: str,
        began: Figure,
    ) -> str:
        """Two inputs with their slopes, and operations: name, note, value, local slope, slope."""
        given = [
            pictures.Input(name, *map(self._number, figures)) for name, figures in inputs.items()
        ]
        rows = []
        for name, note, figures in operations:
            value, local, slope = map(self._number, figures)
            rows.append(pictures.Operation(name, value, local, note, slope))
        return pictures.chain(
            pictures.Chain(title, (given[0], given[1]), tuple(rows), loss, self._number(began))
        )

    def valley(
        self,
        title: str,
        names: tuple[str, str],
        ground: Sequence[tuple[Figure, Figure]],
        walks: Mapping[str, Sequence[tuple[Figure, Figure]]],
        tangents: Sequence[tuple[Figure, Figure, Figure]],
    ) -> str:
        """The ground by weights and losses, walks on it, and slopes (weight, loss, slope).

        Weights that are multiples of a half are written.
        """
        spots = [self._spot(each) for each in ground]
        ticks = tuple(spot for spot in spots if not (2 * spot[0].value) % 1)
        return pictures.valley(
            pictures.Valley(
                title, *names,
                tuple((weight.value, loss.value) for weight, loss in spots), ticks,
                tuple(
                    pictures.Walk(name, tuple(map(self._spot, stops)))
                    for name, stops in walks.items()
                ),
                tuple(
                    pictures.Tangent(self._spot((weight, loss)), self._number(slope))
                    for weight, loss, slope in tangents
                ),
            )
        )  # fmt: skip

    def _spot(self, spot: tuple[Figure, Figure]) -> pictures.Spot:
        weight, loss = spot
        return self._number(weight), self._number(loss)

    def growth(
        self,
        title: str,
        across: str,
        up: str,
        lengths: FigureArray,
        rows: Mapping[str, FigureArray],
        read: Sequence[int],
    ) -> str:
        """Counts over lengths; the first row is read off at some places."""
        counted = tuple(
            pictures.Counted(name, tuple(map(self._number, row))) for name, row in rows.items()
        )
        drawn = pictures.Growth(
            title, across, up, tuple(map(self._number, lengths)), counted,
            tuple(place - 1 for place in read),
        )  # fmt: skip
        return pictures.growth(drawn)
