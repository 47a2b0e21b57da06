"""The scripts of the site: which there are, in the order in which a page must load them."""

import shutil
from collections.abc import Iterable
from pathlib import Path

from bookbuild.program import write_program
from engine.runs import ModelFigures
from engine.translationrun import TranslatorFigures

# Each needs those before it.
SCRIPTS = ("decimal.js", "powers.js", "operations.js", "run.js", "expression.js", "line.js")
# On a page that can be told of a reader's own sentence, these come after the model's program.
OF_SENTENCES = ("refill.js", "sentence.js")
# On every page, after any others.
EVERYWHERE = ("workings.js", "ledgers.js", "places.js", "origin.js", "search.js")
VENDORED = ("lunr.min.js", "lunr.LICENSE.txt")  # loaded when somebody searches


def sentence_scripts(model: str) -> tuple[str, ...]:
    """Return the scripts, by their paths in `js/`, of a page that follows a model's sentences."""
    return (*SCRIPTS, f"programs/{model}.js", *OF_SENTENCES)


def write_scripts(
    folder: Path, templates: Path, models: Iterable[ModelFigures | TranslatorFigures]
) -> None:
    """Write the site's scripts into `js/`, and each model's program into `js/programs/`."""
    js = folder / "js"
    (js / "vendor").mkdir(parents=True)
    vendored = [f"vendor/{name}" for name in VENDORED]
    for name in (*SCRIPTS, *OF_SENTENCES, *EVERYWHERE, *vendored):
        shutil.copyfile(templates / "js" / name, js / name)
    for model in models:
        (js / "programs").mkdir(exist_ok=True)
        write_program(js / "programs", model)
