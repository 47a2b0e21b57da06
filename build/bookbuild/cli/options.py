"""Options that several commands have."""

from pathlib import Path

import click

out_option = click.option(
    "--out", type=click.Path(path_type=Path), help="Where to write; dist/ in the book's folder."
)
warnings_option = click.option(
    "--claims-as-warnings", is_flag=True, help="Go on when a claim is false, and mark it."
)
paper_option = click.option(
    "--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True
)
processes_option = click.option(
    "--processes", type=click.IntRange(1, 64), metavar="N",
    help="How many processes share the work; one a processor. The output is the same.",
)  # fmt: skip
