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

import json
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from bookbuild.chapters.subject import Program
from bookbuild.core.config import Book
from bookbuild.core.templates import template_file, template_folders
from bookbuild.site.bundles import bundle, minified

ROOMS = ("elements", "numbers", "lines", "engine", "pictures", "site", "chapters", "pages")
PAGES = (
    "reading",
    "front",
    "sentence",
    "question",
    "journey",
)  # a script of `pages/` for each kind of page
VENDORED = ("lunr.min.js", "lunr.LICENSE.txt")  # loaded when somebody searches


def scripts_with() -> tuple[str, ...]:
    """Return the files that a page loads, as seen from `js/`."""
    return ("reading.js",)


def scripts_for(box: str, program: str) -> tuple[str, ...]:
    """Return the files of a page with a box for own words: the box's script, and its program."""
    return (f"{box}.js", f"programs/{program}.js")


def write_scripts(folder: Path, book: Book, programs: Iterable[Program] = ()) -> None:
    """Write the site's scripts into `js/`, and programs into `js/programs/`."""
    js, sources = folder / "js", [place / "js" for place in template_folders(book)]
    (js / "vendor").mkdir(parents=True)
    bundles = minified(
        tuple(bundle(sources[-1] / "pages" / f"{page}.js", sources) for page in PAGES)
    )
    for page, script in zip(PAGES, bundles, strict=True):
        (js / f"{page}.js").write_text(script, encoding="utf-8", newline="\n")
    for name in VENDORED:
        shutil.copyfile(template_file(book, f"js/vendor/{name}"), js / "vendor" / name)
    for program in programs:
        (js / "programs").mkdir(exist_ok=True)
        target = js / "programs" / f"{program.name}.js"
        target.write_text(program_script(program.data), encoding="utf-8", newline="\n")


def program_script(program: Mapping[str, Any]) -> str:
    """Return a program as a script, since pages that are opened from a disk can't load data."""
    parts = []
    for key, part in program.items():
        if isinstance(part, list) and isinstance(part[0], dict):
            rows = ",\n".join(map(_json, part))
            parts.append(f"{_json(key)}: [\n{rows}\n]")
        else:
            parts.append(f"{_json(key)}: {_json(part)}")
    body = ",\n".join(parts)
    return f"Workings.program({{\n{body}\n}});\n"


def _json(part: Any) -> str:
    return json.dumps(part, ensure_ascii=False)
