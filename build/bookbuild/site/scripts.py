"""The scripts of the site: what each file holds, and which a page loads, in which order.

A file holds scripts that are needed together, each after those that it needs, without their
comments and blanks: readers load less, in few pieces. What takes the blanks out does not know a
template inside a template.
"""

import shutil
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from rjsmin import jsmin

from engine.runs.run import ModelFigures
from engine.runs.translation_run import TranslatorFigures
from subjects.models.program import write_program

FIRST, TELLING, LAST = "workings.js", "telling.js", "reading.js"

# Each file of `js/`, and the scripts in it.
FILES: Mapping[str, tuple[str, ...]] = {
    FIRST: ("elements/make.js",),
    # On a page that can be told of a reader's own words these come next, then the model's program.
    TELLING: (
        "numbers/decimal.js", "numbers/powers.js", "engine/operations.js", "engine/run.js",
        "elements/render.js", "lines/expression.js", "lines/line.js", "pictures/svg.js",
        "pictures/pictures.js", "pictures/flow.js", "pictures/illustrations.js",
        "chapters/state.js", "chapters/refill.js", "chapters/box.js",
    ),
    "sentence.js": ("chapters/sentence.js",),
    "question.js": ("chapters/question.js",),
    "journey.js": ("chapters/journey.js",),
    # On every page, after any others.
    LAST: ("site/ledgers.js", "site/places.js", "site/origin.js", "site/search.js"),
}  # fmt: skip
VENDORED = ("lunr.min.js", "lunr.LICENSE.txt")  # loaded when somebody searches


def scripts_with(own: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the files that a page loads, as seen from `js/`, with those of its own in between."""
    return (FIRST, *own, LAST)


def scripts_telling(told: str, model: str) -> tuple[str, ...]:
    """Return the files of a page that tells of own words: a "sentence", "question" or "journey"."""
    return scripts_with((TELLING, f"programs/{model}.js", f"{told}.js"))


def write_scripts(
    folder: Path,
    templates: Path,
    models: Iterable[ModelFigures | TranslatorFigures],
    examples: Mapping[str, Sequence[Sequence[str]]] = MappingProxyType({}),
) -> None:
    """Write the site's scripts into `js/`, and each model's program into `js/programs/`.

    `examples` are sentences that readers may try, by the model's name.
    """
    js, sources = folder / "js", templates / "js"
    (js / "vendor").mkdir(parents=True)
    for name, scripts in FILES.items():
        source = "".join((sources / script).read_text(encoding="utf-8") for script in scripts)
        (js / name).write_text(jsmin(source), encoding="utf-8")
    for name in VENDORED:
        shutil.copyfile(sources / "vendor" / name, js / "vendor" / name)
    for model in models:
        (js / "programs").mkdir(exist_ok=True)
        write_program(js / "programs", model, examples.get(model.name, ()))
