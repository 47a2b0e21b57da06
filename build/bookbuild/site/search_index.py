"""What the site's search knows: sections of chapters with their text, and where each name is.

A page is indexed as it is made, from its tree. `js/data/search.js` has the chapters' sections.
`js/data/places.js` says on which page the line of a figure stands, or the table that prints it.
"""

import json
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from bookbuild.markup.trees import VOID

_SKIPPED = {"nav", "svg", "math", "table.strip", "table.weights", "table.worked", "p.line",
            "p.chapter-number"}  # fmt: skip
_JOINED = {
    "a",
    "b",
    "i",
    "em",
    "strong",
    "span",
    "sub",
    "sup",
    "code",
    "q",
    "mark",
    *(VOID - {"br"}),
}
_BEGIN = ("h2", "h3", "dt")  # a section


@dataclass(frozen=True)
class Section:
    """A part of a page that a search leads to: the id that it has, its heading, its text."""

    id: str
    heading: str
    text: str


@dataclass(frozen=True)
class Indexed:
    """What the search knows of one page: `run` is the scope of its figures, if it has one.

    `names` has those of the lines and of the tables' cells on it, by their kind and their scope.
    """

    path: str
    title: str
    run: str | None
    sections: tuple[Section, ...]
    names: tuple[tuple[str, str, tuple[str, ...]], ...]


def indexed(
    path: str, title: str, run: str | None, body: Sequence[ET.Element], *, searched: bool
) -> Indexed:
    """Index a page, `body` being what its main part holds: with its sections if it is `searched`.

    The names on a page without a run are of no use.
    """
    sections = sections_of(body) if searched else ()
    return Indexed(path, title, run, sections, tuple(_named(body, run)) if run else ())


def sections_of(body: Iterable[ET.Element]) -> tuple[Section, ...]:
    """Return the sections of a page: parted at its headings and at the words that it explains."""
    reader = _Sections()
    for element in body:
        reader.read_inside(element)
    return tuple(
        Section(at, " ".join(heading.split()), " ".join(text.split()))
        for at, heading, text in reader.found
    )


class _Sections:
    """Parts a page at its headings and at the words that it explains."""

    def __init__(self) -> None:
        self.found: list[list[str]] = [["", "", ""]]  # id, heading, text

    def read_inside(self, element: ET.Element, *, heading: bool = False) -> None:
        """Read what an element holds, which is part of a `heading` or not."""
        self._add(element.text, heading=heading)
        for child in element:
            self._read(child, heading=heading)
            self._add(child.tail, heading=heading)

    def _read(self, element: ET.Element, *, heading: bool) -> None:
        tag = element.tag
        kind = f"{tag}.{element.get('class', '').split(' ')[0]}"
        if tag in _SKIPPED or kind in _SKIPPED or "hidden" in element.attrib:
            return
        if tag in _BEGIN:
            self.found.append([element.get("id", ""), "", ""])
        elif tag not in _JOINED:
            self._add(" ", heading=heading)
        self.read_inside(element, heading=heading or tag == "h1" or tag in _BEGIN)

    def _add(self, text: str | None, *, heading: bool) -> None:
        self.found[-1][1 if heading else 2] += text or ""


def write_search(folder: Path, pages: Iterable[Indexed], chapters: Iterable[str]) -> None:
    """Write both files for the site in `folder`; `chapters` are the paths of pages to search."""
    known = {page.path: page for page in pages}
    first = [known[path] for path in chapters]
    others = [known[path] for path in sorted(known) if known[path] not in first]
    _write(folder, "search", "index", {
        "pages": [[page.path, page.sections[0].heading] for page in first],
        "sections": [
            [number, section.id, section.heading, section.text]
            for number, page in enumerate(first) for section in page.sections
        ],
    })  # fmt: skip
    _write(folder, "places", "places", _places([*others, *first]))


def _write(folder: Path, file: str, call: str, data: Any) -> None:
    path = folder / "js" / "data" / f"{file}.js"
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    path.write_text(f"Workings.{call}({text});\n", encoding="utf-8", newline="\n")


def _places(pages: Iterable[Indexed]) -> dict[str, Any]:
    """Return which names are on which page; those of one array that fill its axes as one row."""
    axes: dict[tuple[str, ...], int] = {}
    runs: dict[str, str] = {}
    rows: list[list[Any]] = []
    for page in pages:
        if page.run is not None:
            runs[page.path] = page.run
            for kind, scope, names in page.names:
                rows.append([page.path, page.title, kind, scope, *_families(names, axes)])
    return {"axes": [list(axis) for axis in axes], "runs": runs, "pages": rows}


def _named(body: Iterable[ET.Element], run: str) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield kind, scope and names of the lines, then of the weights' cells, of one page."""
    lines: dict[str, list[str]] = {}
    cells: dict[str, list[str]] = {}
    for part in body:
        for element in part.iter():
            reference = element.get("data-line")
            if reference is not None:
                scope, colon, name = reference.partition(":")
                lines.setdefault(scope if colon else run, []).append(name or reference)
            elif _is_weights(element):
                found = (cell.get("data-f") for cell in element.iter("td"))
                cells.setdefault(element.attrib["data-run"], []).extend(filter(None, found))
    for kind, scopes in (("lines", lines), ("cells", cells)):
        for scope, names in scopes.items():
            yield kind, scope, tuple(names)


def _is_weights(element: ET.Element) -> bool:
    classed = element.tag == "table" and element.get("class", "").startswith("weights")
    return classed and "data-run" in element.attrib


def _families(names: Iterable[str], axes: dict[tuple[str, ...], int]) -> list[list[Any]]:
    """Write names as arrays with an axis for each place; axes are kept once, by their number."""
    arrays: dict[tuple[str, int], list[tuple[str, ...]]] = {}
    for name in names:
        array, bracket, places = name.removesuffix("]").partition("[")
        place = tuple(places.split(",")) if bracket else ()
        arrays.setdefault((array, len(place)), []).append(place)
    rows: list[list[Any]] = []
    for (array, _), labels in arrays.items():
        whole = [tuple(dict.fromkeys(axis)) for axis in zip(*labels, strict=True)]
        filled = len(set(labels)) == len(list(product(*whole)))
        apart = [[(place,) for place in one] for one in labels]
        for wanted in [whole] if filled else apart:
            rows.append([array, *(axes.setdefault(axis, len(axes)) for axis in wanted)])
    return rows
