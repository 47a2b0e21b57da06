"""Which ledgers the site has, and what of each: where all figures are too many, those shown."""

from collections.abc import Container, Iterable, Mapping
from pathlib import Path

from bookbuild.chapters.contents import Contents
from bookbuild.lines.ledger_data import write_ledger
from engine.figures.figure import Figure
from engine.figures.named import NamedFigures
from engine.runs.run import Run
from subjects.learning.lessons import Lessons
from subjects.models.library import Library
from subjects.translator.translators import Translator


def write_runs(folder: Path, library: Library) -> int:
    """Write the models that are followed, and the runs of their sentences, whole."""
    lines = 0
    for name in library.followed_models():
        model = library.figures(name)
        given = (figure for array in model.arrays.values() for figure in array)
        lines += write_ledger(folder, name, given)
        for followed in library.followed(name).values():
            if followed.answer is None:
                run = followed.run
                lines += write_ledger(folder, run.scope, run.figures(), run.in_full)
    return lines


def write_questions(
    folder: Path,
    runs: Iterable[Run],
    told: Container[Run],
    shown: Mapping[str, Figure],
    written: Container[str],
) -> int:
    """Write of runs of questions what the pages show; those told about lead back further.

    `shown` has the figures on the pages by their addresses.
    """
    by_scope: dict[str, list[Figure]] = {}
    for figure in shown.values():
        by_scope.setdefault(figure.scope, []).append(figure)
    return sum(
        write_ledger(
            folder, run.scope, by_scope.get(run.scope, ()), run.in_full, written,
            chained=run in told,
        )
        for run in dict.fromkeys(runs)
    )  # fmt: skip


def write_chapters(folder: Path, contents: Contents) -> int:
    """Write what the chapters have given and worked themselves."""
    lines = 0
    for entry in contents:
        arrays = contents.givens[entry.name]
        if arrays:
            figures = NamedFigures(entry.scope, arrays).figures()
            quotations = contents.quotations[entry.name].values()
            quoted = [row for quotation in quotations for row in quotation.rows()]
            reasons = {name: given.why for name, given in entry.chapter.front.givens.items()}
            lines += write_ledger(folder, entry.scope, figures, more=quoted, why=reasons)
    return lines


def write_lessons(
    folder: Path, library: Library, shown: Container[str], written: Container[str]
) -> int:
    """Write how models learned: the step told about whole, of all else what the pages show.

    `shown` holds the addresses of the figures on the pages, `written` those of the lines; lines
    that are published are counted.
    """
    lines = 0
    for lessons in library.all_lessons():
        for model in lessons.points():
            given = (figure for array in model.arrays.values() for figure in array)
            lines += write_ledger(folder, model.name, given)
        for step in lessons.steps():
            if step.number == lessons.told:
                lines += write_ledger(folder, step.scope, step.figures(), step.in_full)
        losses = _losses(lessons)
        for part in _parts_of_lessons(lessons):
            # a moved weight keeps its name, so these are not followed to what they are made of
            chained = part not in losses
            lines += _write_shown(folder, part, shown, written, chained=chained)
    return lines


def write_translations(
    folder: Path, library: Library, shown: Container[str], written: Container[str]
) -> int:
    """Write translations: the one told about whole, of all else what the pages show."""
    lines = 0
    for translator in library.translators():
        model = translator.figures
        given = (figure for array in model.arrays.values() for figure in array)
        lines += write_ledger(folder, model.name, given)
        told = library.told_translation(model.name).run
        lines += write_ledger(folder, told.scope, told.figures(), told.in_full)
        for part in _parts_of_translator(library, translator):
            if any(figure.address in shown for figure in part.figures()):
                lines += _write_shown(folder, part, shown, written, chained=False)
    return lines


def _parts_of_lessons(lessons: Lessons) -> list[NamedFigures]:
    """Return what was worked of a training beside the step that is told about."""
    elsewhere = [step for step in lessons.steps() if step.number != lessons.told]
    return [*elsewhere, *_losses(lessons), *lessons.runs(), *lessons.courses()]


def _parts_of_translator(library: Library, translator: Translator) -> list[NamedFigures]:
    """Return what a translator has worked beside the translation that is told about."""
    told = library.told_translation(translator.model.name).run
    return [part for part in translator.worked() if part.scope != told.scope]


def _losses(lessons: Lessons) -> list[NamedFigures]:
    return [one for made in lessons.nudges() for one in (made.up, made.down)]


def _write_shown(
    folder: Path,
    part: NamedFigures,
    shown: Container[str],
    written: Container[str],
    *,
    chained: bool,
) -> int:
    figures = [figure for figure in part.figures() if figure.address in shown]
    return write_ledger(folder, part.scope, figures, written=written, chained=chained)
