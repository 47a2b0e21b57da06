"""The command that fills in a blank."""

import click

from tests.subjects.blank.model import BlankModel, Filled


@click.command()
@click.argument("sentence")
def fill(sentence: str) -> None:
    """Fill in a blank, such as: fill "the cat drinks ___" """
    click.echo(Filled(BlankModel(), sentence.split()).answer)
