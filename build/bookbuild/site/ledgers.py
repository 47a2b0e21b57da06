"""Which ledgers the site has, and what of each: where all figures are too many, those shown.

A `Part` is what was worked under one scope. The ledger of a part that is `whole` has all its
figures, then what pages have worked themselves in its scope; that of any other has what pages show.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bookbuild.chapters.contents import Contents, Page
from bookbuild.chapters.entries import Entry
from bookbuild.lines.ledger_data import write_ledger
from bookbuild.lines.ledger_figures import LedgerFigure, Part, chain, ledger_figures, whole
from engine.figures.figure import Figure


@dataclass(frozen=True)
class Excerpt:
    """What pages show of one scope, besides what its ledger has anyway.

    `behind` is what that is made of, `written` the addresses of the lines that pages write out.
    """

    shown: Sequence[LedgerFigure] = ()
    behind: Sequence[LedgerFigure] = ()
    written: frozenset[str] = frozenset()


NOTHING = Excerpt()


def whole_parts(contents: Contents) -> Iterator[Part]:
    """Yield what is published whole, whatever the pages show.

    The chapters' own numbers come last; see `write_chapter`.
    """
    for subject in contents.subjects:
        yield from subject.whole()
    for entry in contents:
        if contents.givens[entry.name]:
            yield whole(entry.scope, contents.givens[entry.name])


class Excerpts:
    """Takes out of pages, in the process that rendered them, what ledgers have of them.

    An excerpt is the same wherever it is made; what is known of a figure is kept for other pages.
    """

    def __init__(self, contents: Contents) -> None:
        self._contents = contents
        self._known: dict[Figure, LedgerFigure] = {}

    def of(self, page: Page) -> dict[str, Excerpt]:
        """Return what a page shows besides what is published whole, by scope."""
        parts = self._parts()
        by_scope: dict[str, list[Figure]] = {page.scope: []}
        for figure in page.shown.values():
            by_scope.setdefault(figure.scope, []).append(figure)
        found = {}
        for scope, figures in by_scope.items():
            part = parts.get(scope) or Part(scope, {})
            if part.whole:
                figures = [figure for figure in figures if figure.array.name not in part.arrays]
            if figures or not part.whole:
                found[scope] = self._excerpt(part, figures, page.written)
        return found

    def _excerpt(self, part: Part, figures: list[Figure], written: frozenset[str]) -> Excerpt:
        shown = {figure.address for figure in figures}
        made_of = chain(figures) if part.chained else []
        behind = [figure for figure in made_of if figure.address not in shown]
        return Excerpt(self._all(figures, part), self._all(behind, part), written & shown)

    def _all(self, figures: Sequence[Figure], part: Part) -> list[LedgerFigure]:
        new = [figure for figure in figures if figure not in self._known]
        made = ledger_figures(new, part.arrays, part.in_full)
        self._known.update(zip(new, made, strict=True))
        return [self._known[figure] for figure in figures]

    def _parts(self) -> dict[str, Part]:
        """Return what has been worked in this process, by its scope."""
        found: dict[str, Part] = {}
        for part in whole_parts(self._contents):
            found.setdefault(part.scope, part)
        for subject in self._contents.subjects:
            for part in subject.worked():
                found.setdefault(part.scope, part)
        return found


def gathered(pages: Iterable[Mapping[str, Excerpt]]) -> dict[str, Excerpt]:
    """Return what all pages show, by scope in alphabetical order; each figure once, in order.

    `pages` come in the book's order: so do figures that have no other.
    """
    shown: dict[str, dict[str, LedgerFigure]] = {}
    behind: dict[str, dict[str, LedgerFigure]] = {}
    written: dict[str, frozenset[str]] = {}
    for page in pages:
        for scope, excerpt in page.items():
            for found, figures in ((shown, excerpt.shown), (behind, excerpt.behind)):
                own = found.setdefault(scope, {})
                for figure in figures:
                    own.setdefault(figure.address, figure)
            written[scope] = written.get(scope, frozenset()) | excerpt.written
    return {
        scope: Excerpt(
            sorted(shown[scope].values(), key=_order),
            [one for one in behind[scope].values() if one.address not in shown[scope]],
            written[scope],
        )
        for scope in sorted(shown)
    }


def _order(figure: LedgerFigure) -> tuple[int, int]:
    return figure.order


def write_whole(folder: Path, part: Part, excerpt: Excerpt) -> int:
    """Write the ledger of a part that is published whole; return how many lines it has."""
    return write_ledger(folder, part.scope, [*part.figures(), *excerpt.shown])


def write_shown(folder: Path, scope: str, excerpt: Excerpt) -> int:
    """Write the ledger of a scope of which only what pages show is published."""
    return write_ledger(
        folder, scope, excerpt.shown, written=excerpt.written, behind=excerpt.behind
    )


def write_chapter(folder: Path, contents: Contents, entry: Entry, excerpt: Excerpt) -> int:
    """Write what a chapter has given and worked itself, and the lines that it quotes."""
    part = whole(entry.scope, contents.givens[entry.name])
    quotations = contents.quotations[entry.name].values()
    quoted = [row for quotation in quotations for row in quotation.rows()]
    reasons = {name: given.why for name, given in entry.chapter.front.givens.items()}
    figures = [*part.figures(), *excerpt.shown]
    return write_ledger(folder, part.scope, figures, more=quoted, why=reasons)
