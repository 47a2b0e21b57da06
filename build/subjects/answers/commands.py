"""The command that asks a model a question: its words, and the passes that answer it."""

import re
from collections.abc import Iterator

import click

from bookbuild.cli.show import told_figure
from bookbuild.cli.terminal import console, printable
from bookbuild.core.config import this_book
from engine.runs.generation import Answer, answer
from subjects.models.library import Library
from subjects.models.passes import passes_table
from subjects.signal.workings import belongs_to


def words_of(question: str) -> list[str]:
    """Return a question's words as a model reads them: in small letters, its mark apart."""
    words = re.findall(r"[^\s?.,!]+|\?", question.lower())
    return words if not words or words[-1] == "?" else [*words, "?"]


def all_lines(answer: Answer) -> Iterator[str]:
    """Yield every line from the question to the end of its answer, word by word."""
    run = answer.run
    worked = [figure for figure in run.figures() if figure.worked]
    for position in range(1, len(run.words) + 1):
        yield f"word {position}: {run.words[position - 1]}"
        for figure in worked:
            if belongs_to(figure) == position:
                yield told_figure(figure, run.scope)


@click.command()
@click.argument("model")
@click.argument("question")
@click.option("--workings", is_flag=True, help="Print every line of it too.")
def ask(model: str, question: str, workings: bool) -> None:
    """Ask a model a question, such as: ask answers "what is the capital of france ?" """
    answered = answer(Library(this_book()).figures(model), words_of(question))
    if workings:
        for line in all_lines(answered):
            click.echo(printable(line))
    console.print(passes_table(answered, "it reads"))
    console.print(" ".join(answered.words))
