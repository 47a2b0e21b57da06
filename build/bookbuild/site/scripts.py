"""The scripts of the site: which a page loads, and what each is made of.

A page loads one script of its kind, made of all modules that it needs (see `bundles`), so readers
load little, in few pieces. On a page that a reader's own words can fill, the model's program
comes after it. `templates/js` has a room for each thing that is decided, each above those that it
imports from:

    elements   elements from plain text, and what they show as data
    numbers    decimals and their functions in whole numbers
    lines      how arithmetic is written
    engine     a program carried out on words
    pictures   the pictures of a run
    site       the panel of a number's origin, the search, the data that they read
    chapters   a chapter filled for a reader's own words
    pages      what a page of each kind loads
"""

import shutil
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from bookbuild.site.bundles import bundle, minified
from engine.runs.run import ModelFigures
from engine.runs.translation_run import TranslatorFigures
from subjects.models.program import write_program

ROOMS = ("elements", "numbers", "lines", "engine", "pictures", "site", "chapters", "pages")
PAGES = ("reading", "sentence", "question", "journey")  # a script of `pages/` for each kind of page
VENDORED = ("lunr.min.js", "lunr.LICENSE.txt")  # loaded when somebody searches


def scripts_with() -> tuple[str, ...]:
    """Return the files that a page loads, as seen from `js/`."""
    return ("reading.js",)


def scripts_telling(kind: str, model: str) -> tuple[str, ...]:
    """Return the files of a page for own words: of a "sentence", a "question" or a "journey"."""
    return (f"{kind}.js", f"programs/{model}.js")


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
    bundles = minified(tuple(bundle(sources / "pages" / f"{page}.js") for page in PAGES))
    for page, script in zip(PAGES, bundles, strict=True):
        (js / f"{page}.js").write_text(script, encoding="utf-8")
    for name in VENDORED:
        shutil.copyfile(sources / "vendor" / name, js / "vendor" / name)
    for model in models:
        (js / "programs").mkdir(exist_ok=True)
        write_program(js / "programs", model, examples.get(model.name, ()))
