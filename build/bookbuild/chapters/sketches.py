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

    def pattern(self, shares: FigureArray, row: int) -> str:
        """Who listens to whom, the word of one row outlined."""
        words = shares.labels[0]
        rows = tuple(
            tuple(self._percent(share) for share in shares.row(at)) for at in range(len(words))
        )
        return pictures.pattern(pictures.Pattern(words, rows, row))

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
