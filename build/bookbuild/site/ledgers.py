"""Which ledgers the site has, and what of each: where all figures are too many, those shown.

A `Part` is what was worked under one scope. The ledger of a part that is `whole` has all its
figures, then what pages have worked themselves in its scope; that of any other has what pages show.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bookbuild.chapters.contents import Contents, Entry, Page
from bookbuild.lines.ledger_data import write_ledger
from bookbuild.lines.ledger_figures import LedgerFigure, chain, ledger_figures
from engine.figures.ledger import Figure, FigureArray
from engine.figures.named import NamedFigures
from engine.runs.run import Run
from engine.runs.training_step import TrainingStep
from engine.runs.translation_run import TranslationRun
from subjects.learning.lessons import Lessons
from subjects.translator.translators import Translator


@dataclass(frozen=True)
class Part:
    """What was worked under one scope: its arrays in order, its full-precision values.

    If it is not whole, with `chained` the script of its ledger leads on from what pages show to
    what that is made of.
    """

    scope: str
    arrays: Mapping[str, FigureArray]
    in_full: Callable[[Figure], float | None] | None = None
    whole: bool = False
    chained: bool = False

    def figures(self) -> list[LedgerFigure]:
        """Return all its figures as the ledger has them."""
        every = NamedFigures(self.scope, dict(self.arrays)).figures()
        return ledger_figures(every, self.arrays, self.in_full)


@dataclass(frozen=True)
class Excerpt:
    """What pages show of one scope, beside what its ledger has anyway.

    `behind` is what that is made of, `written` the addresses of the lines that pages write out.
    """

    shown: Sequence[LedgerFigure] = ()
    behind: Sequence[LedgerFigure] = ()
    written: frozenset[str] = frozenset()


NOTHING = Excerpt()


def whole(scope: str, arrays: Mapping[str, FigureArray]) -> Part:
    """Return a part whose figures are all published."""
    return Part(scope, arrays, whole=True)


def whole_step(step: TrainingStep | Run | TranslationRun) -> Part:
    """Return a step of training, or a run, all of whose figures are published."""
    return Part(step.scope, step.arrays, step.in_full, whole=True)


def whole_parts(contents: Contents) -> Iterator[Part]:
    """Yield what is published whole, whatever the pages show: first what they may add nothing to.

    The chapters' own numbers come last; see `chapter_ledger`.
    """
    library = contents.library
    for name in library.followed_models():
        followed = library.followed(name)  # adds to the model's figures
        yield whole(name, library.figures(name).arrays)
        yield from (whole_step(each.run) for each in followed.values() if each.answer is None)
    for translator in library.translators():
        yield whole(translator.model.name, translator.figures.arrays)
        yield whole_step(library.told_translation(translator.model.name).run)
    for lessons in _taught(contents):
        for after in lessons.saved:
            point = lessons.figures(after)
            yield whole(point.name, point.arrays)
        yield whole_step(lessons.step(lessons.told))
    for entry in contents:
        if contents.givens[entry.name]:
            yield whole(entry.scope, contents.givens[entry.name])


def _taught(contents: Contents) -> list[Lessons]:
    """Return how each model learned that a chapter about learning tells of."""
    models = [contents.model_of(entry) for entry in contents if entry.chapter.front.learn]
    return [contents.library.lessons(name) for name in dict.fromkeys(models)]


class Excerpts:
    """Takes out of pages, in the process that rendered them, what ledgers have of them.

    An excerpt is the same wherever it is made; what is known of a figure is kept for other pages.
    """

    def __init__(self, contents: Contents) -> None:
        self._contents = contents
        self._known: dict[Figure, LedgerFigure] = {}

    def of(self, page: Page) -> dict[str, Excerpt]:
        """Return what a page shows beside what is published whole, by scope."""
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
        library = self._contents.library
        parts = list(whole_parts(self._contents))
        told = {view.run for view in map(self._contents.view, self._contents) if view}
        for name in library.followed_models():
            for followed in library.followed(name).values():
                run = followed.run
                if followed.answer is not None:
                    parts.append(Part(run.scope, run.arrays, run.in_full, chained=run in told))
        for lessons in _taught(self._contents):
            parts += _parts_of_lessons(lessons)
        for translator in library.translators():
            parts += _parts_of_translator(translator)
        found: dict[str, Part] = {}
        for part in parts:
            found.setdefault(part.scope, part)
        return found


def _parts_of_lessons(lessons: Lessons) -> Iterator[Part]:
    for worked in (*lessons.steps(), *lessons.runs(), *lessons.courses()):
        yield Part(worked.scope, worked.arrays, chained=True)
    for made in lessons.nudges():
        for loss in (made.up, made.down):
            # a moved weight keeps its name, so these are not followed to what they are made of
            yield Part(loss.scope, loss.arrays)


def _parts_of_translator(translator: Translator) -> Iterator[Part]:
    for worked in translator.worked():
        yield Part(worked.scope, worked.arrays)


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
