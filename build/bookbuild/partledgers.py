"""Ledgers of what has too many figures to publish all: of most parts, what the pages show."""

from collections.abc import Container
from pathlib import Path

from bookbuild.ledgerdata import write_ledger
from bookbuild.library import Library


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
        elsewhere = [step for step in lessons.steps() if step.number != lessons.told]
        losses = [one for made in lessons.nudges() for one in (made.up, made.down)]
        for part in (*elsewhere, *losses, *lessons.runs(), *lessons.courses()):
            figures = [figure for figure in part.figures() if figure.address in shown]
            lines += write_ledger(folder, part.scope, figures, written=written)
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
        for part in translator.worked():
            figures = [figure for figure in part.figures() if figure.address in shown]
            if figures and part.scope != told.scope:
                lines += write_ledger(folder, part.scope, figures, written=written)
    return lines
