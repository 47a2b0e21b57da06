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
from engine.figures.ledger import Figure


@dataclass(frozen=True)
class Excerpt:
    """What pages show of one scope, beside what its ledger has anyway.

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


def _parts(contents: Contents) -> dict[str, Part]:
    """Return what has been worked in this process, by its scope."""
    found: dict[str, Part] = {}
    for part in whole_parts(contents):
        found.setdefault(part.scope, part)
    for subject in contents.subjects:
        for part in subject.worked():
            found.setdefault(part.scope, part)
    return found


def excerpts_of(contents: Contents, page: Page) -> dict[str, Excerpt]:
    """Return what a page shows beside what is published whole, by scope.

    It is made where the page was rendered, from what that has worked; it is the same wherever.
    """
    parts = _parts(contents)
    by_scope: dict[str, list[Figure]] = {page.scope: []}
    for figure in page.shown.values():
        by_scope.setdefault(figure.scope, []).append(figure)
    found = {}
    for scope, figures in by_scope.items():
        part = parts.get(scope) or Part(scope, {})
        if part.whole:
            figures = [figure for figure in figures if figure.array.name not in part.arrays]
        known = {figure.address for figure in figures}
        behind = [one for one in chain(figures) if one.address not in known] if part.chained else ()
        if figures or not part.whole:
            found[scope] = Excerpt(
                ledger_figures(figures, part.arrays, part.in_full),
                ledger_figures(behind, part.arrays, part.in_full),
                page.written & known,
            )
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
