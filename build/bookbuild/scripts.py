"""The scripts of the site: which there are, in the order in which a page must load them."""

import shutil
from collections.abc import Iterable
from pathlib import Path

from bookbuild.program import write_program
from engine.runs import ModelFigures

# Each needs those before it.
SCRIPTS = ("decimal.js", "powers.js", "operations.js", "run.js", "expression.js", "line.js")
# On a page that can be told of a reader's own sentence, these come after the model's program.
OF_SENTENCES = ("refill.js", "sentence.js")


def sentence_scripts(model: str) -> tuple[str, ...]:
    """Return the scripts, by their paths in `js/`, of a page that follows a model's sentences."""
    return (*SCRIPTS, f"programs/{model}.js", *OF_SENTENCES)


def write_scripts(folder: Path, templates: Path, models: Iterable[ModelFigures]) -> None:
    """Write the site's scripts into `js/`, and each model's program into `js/programs/`."""
    programs = folder / "js" / "programs"
    programs.mkdir(parents=True)
    for name in (*SCRIPTS, *OF_SENTENCES):
        shutil.copyfile(templates / "js" / name, programs.parent / name)
    for model in models:
        write_program(programs, model)
