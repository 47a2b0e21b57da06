"""The scripts of the site: which there are, in the order in which a page must load them."""

import shutil
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

import minify

from bookbuild.program import write_program
from engine.runs import ModelFigures
from engine.translationrun import TranslatorFigures

# Each needs those before it.
FIRST = "workings.js"
SCRIPTS = ("decimal.js", "powers.js", "operations.js", "run.js", "expression.js", "line.js")
# On a page that can be told of a reader's own sentence, these come after the model's program.
PICTURES = ("svg.js", "pictures.js", "flow.js", "illustrations.js")
REFILL = (*PICTURES, "state.js", "refill.js", "box.js")
OF_SENTENCES = (*REFILL, "sentence.js")
OF_QUESTIONS = (*REFILL, "question.js")
OF_TRANSLATIONS = (*REFILL, "journey.js")
EVERYWHERE = ("ledgers.js", "places.js", "origin.js", "search.js")
VENDORED = ("lunr.min.js", "lunr.LICENSE.txt")  # loaded when somebody searches


def scripts_with(own: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the scripts of a page, by their paths in `js/`, with those of its own in between."""
    return (FIRST, *own, *EVERYWHERE)


def sentence_scripts(model: str) -> tuple[str, ...]:
    """Return the scripts of a page that follows a model's sentences."""
    return scripts_with((*SCRIPTS, f"programs/{model}.js", *OF_SENTENCES))


def question_scripts(model: str) -> tuple[str, ...]:
    """Return the scripts of a page that follows a question and a model's answer."""
    return scripts_with((*SCRIPTS, f"programs/{model}.js", *OF_QUESTIONS))


def translation_scripts(model: str) -> tuple[str, ...]:
    """Return the scripts of a page that follows a model's translations."""
    return scripts_with((*SCRIPTS, f"programs/{model}.js", *OF_TRANSLATIONS))


def write_scripts(
    folder: Path,
    templates: Path,
    models: Iterable[ModelFigures | TranslatorFigures],
    examples: Mapping[str, Sequence[Sequence[str]]] = MappingProxyType({}),
) -> None:
    """Write the site's scripts into `js/`, and each model's program into `js/programs/`.

    Comments and long names stay behind in the templates: readers load half as much.
    `examples` are sentences that readers may try, by the model's name.
    """
    js = folder / "js"
    (js / "vendor").mkdir(parents=True)
    own = dict.fromkeys((*OF_SENTENCES, *OF_QUESTIONS, *OF_TRANSLATIONS))
    for name in (FIRST, *SCRIPTS, *own, *EVERYWHERE):
        source = (templates / "js" / name).read_text(encoding="utf-8")
        (js / name).write_text(minify.string("application/javascript", source), encoding="utf-8")
    for name in VENDORED:
        shutil.copyfile(templates / "js" / "vendor" / name, js / "vendor" / name)
    for model in models:
        (js / "programs").mkdir(exist_ok=True)
        write_program(js / "programs", model, examples.get(model.name, ()))
