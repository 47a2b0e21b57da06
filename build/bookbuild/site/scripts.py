"""The scripts of the site: what each file holds, and which a page loads, in which order.

A file holds scripts that are needed together, each after those that it needs, without their
comments and blanks: readers load less, in few pieces. What takes the blanks out does not know a
template inside a template.
"""

import json
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from rjsmin import jsmin

from bookbuild.chapters.subject import Program

FIRST, TELLING, LAST = "workings.js", "telling.js", "reading.js"

# Each file of `js/`, and the scripts in it.
FILES: Mapping[str, tuple[str, ...]] = {
    FIRST: (FIRST,),
    # On a page that can be told of a reader's own words these come next, then the model's program.
    TELLING: (
        "decimal.js", "powers.js", "operations.js", "run.js", "render.js", "expression.js",
        "line.js", "svg.js", "pictures.js", "flow.js", "illustrations.js", "state.js",
        "refill.js", "box.js",
    ),
    "sentence.js": ("sentence.js",),
    "question.js": ("question.js",),
    "journey.js": ("journey.js",),
    # On every page, after any others.
    LAST: ("ledgers.js", "places.js", "origin.js", "search.js"),
}  # fmt: skip
VENDORED = ("lunr.min.js", "lunr.LICENSE.txt")  # loaded when somebody searches


def scripts_with(own: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the files that a page loads, as seen from `js/`, with those of its own in between."""
    return (FIRST, *own, LAST)


def scripts_for(box: str, program: str) -> tuple[str, ...]:
    """Return the files of a page with a box for own words: the box's script, and its program."""
    return scripts_with((TELLING, f"programs/{program}.js", f"{box}.js"))


def write_scripts(folder: Path, templates: Path, programs: Iterable[Program] = ()) -> None:
    """Write the site's scripts into `js/`, and programs into `js/programs/`."""
    js, sources = folder / "js", templates / "js"
    (js / "vendor").mkdir(parents=True)
    for name, scripts in FILES.items():
        source = "".join((sources / script).read_text(encoding="utf-8") for script in scripts)
        (js / name).write_text(jsmin(source), encoding="utf-8", newline="\n")
    for name in VENDORED:
        shutil.copyfile(sources / "vendor" / name, js / "vendor" / name)
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
