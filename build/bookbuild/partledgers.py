"""Ledgers of what has too many figures to publish all: of most parts, what the pages show."""

from collections.abc import Container
from pathlib import Path

from bookbuild.ledgerdata import write_ledger
from bookbuild.lessons import Lessons
from bookbuild.library import Library
from bookbuild.translators import Translator
from engine.named import NamedFigures


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
