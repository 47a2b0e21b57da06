"""The command that translates a sentence: the passes that write it, and a beam."""

import re
from collections.abc import Iterator

import click
from rich.table import Table

from bookbuild.cli.show import told_figure
from bookbuild.cli.terminal import console, printable
from bookbuild.core.config import this_book
from bookbuild.lines.presenter import percent_text
from engine.figures.figure import Figures
from engine.runs.translation import BeamSearch
from engine.runs.translation_run import TranslationRun
from subjects.models.passes import passes_table
from subjects.translator.subject import Translating


def words_of(sentence: str) -> list[str]:
    """Return a sentence's words as the model reads them: in small letters, without marks."""
    return re.findall(r"[^\s?.,!]+", sentence.lower())


def beam_table(search: BeamSearch) -> Table:
    """Return the steps of a beam: every candidate with its chance and score, the kept marked."""
    table = Table("step", "kept", "so far", "chance", "score", box=None, pad_edge=False)
    for number, step in enumerate(search.steps, start=1):
        for candidate in step.candidates:
            table.add_row(
                str(number),
                "*" if candidate in step.kept else "",
                " ".join(candidate.words),
                percent_text(candidate.chance),
                candidate.score.at(0).text,
            )
    return table


def lines_of(run: TranslationRun) -> Iterator[str]:
    """Yield every line of a run: what all words share, each word read, each word written."""
    worked = [(rows_of(figure.array), figure) for figure in run.figures() if figure.worked]
    for rows, figure in worked:
        if rows == "place":
            yield told_figure(figure, run.scope)
    for kind, words in (("read", run.source), ("written", run.words)):
        for position, word in enumerate(words):
            yield f"word {position + 1} {kind}: {word}"
            for rows, figure in worked:
                if rows == kind and figure.index[0] == position:
                    yield told_figure(figure, run.scope)


def beam_lines(search: BeamSearch) -> Iterator[str]:
    """Yield every line of a beam's scores."""
    for figure in search.figures():
        yield told_figure(figure, search.scope)


def rows_of(array: Figures) -> str:
    """Return what a row of these figures stands for: a word read or written, or else a place."""
    first = array.axes[:1]
    return first[0] if first in (("read",), ("written",)) else "place"


@click.command()
@click.argument("sentence")
@click.option("--model", default="translator", show_default=True, help="The model's folder.")
@click.option("--workings", is_flag=True, help="Print every line of it too.")
@click.option("--beam", is_flag=True, help="Keep the two likeliest rows of words, not one.")
def translate(sentence: str, model: str, workings: bool, beam: bool) -> None:
    """Translate a sentence into French, such as: translate "the cat chases the mouse" """
    translator = Translating(this_book(), ()).translator(model)
    words = words_of(sentence)
    translation = translator.translation(words)
    search = translator.beam(words) if beam else None
    if workings:
        for run in search.runs if search else [translation.run]:
            for line in lines_of(run):
                click.echo(printable(line))
        for line in beam_lines(search) if search else ():
            click.echo(printable(line))
    console.print(beam_table(search) if search else passes_table(translation, "it has written"))
    console.print(" ".join((search or translation).words))
