"""The command that writes every line of a training step."""

from pathlib import Path

import click

from bookbuild.cli.options import paper_option
from bookbuild.cli.terminal import console, notices
from bookbuild.core.config import this_book
from bookbuild.paper.pdf import Paper
from subjects.learning.step_folder import write_step
from subjects.learning.subject import Learning


@click.command()
@click.argument("model")
@click.option(
    "--training-step",
    "number",
    type=int,
    required=True,
    metavar="N",
    help="Which step of the model's training, from 1.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    required=True,
    metavar="DIR",
    help="A new or empty folder, or one that this command has made.",
)
@click.option("--no-pdf", is_flag=True, help="Leave the PDFs out: they take the longest.")
@paper_option
def ledger(model: str, number: int, out: Path, no_pdf: bool, paper: Paper) -> None:
    """Write every line of a training step, such as: ledger signal --training-step 23 --out step-23

    As pages, as PDFs, and as data. Where training was not saved before that step, it is taken up
    again from its start.
    """
    learning = Learning(this_book(), ())
    made = write_step(learning, model, number, out, None if no_pdf else paper, notices)
    console.print(f"{out}: {made}")
