"""What the site's search knows, read off the finished pages: sections with their text, and names.

`js/data/search.js` has the chapters' sections. `js/data/places.js` says on which page the line of a
figure stands, or the table that prints it.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from html import unescape
from html.parser import HTMLParser
from itertools import product
from pathlib import Path
from typing import Any

from bookbuild.markup.trees import VOID

_SKIPPED = {"nav", "svg", "math", "table.strip", "table.weights", "table.worked", "p.line",
            "p.chapter-number"}  # fmt: skip
_JOINED = {"a", "b", "i", "em", "strong", "span", "sub", "sup", "code", "q", "mark"}
_RUN = re.compile(r'<main id="main" data-run="([^"]*)"')
_LINE = re.compile(r'data-line="([^"]*)"')
_TABLE = re.compile(r'<table class="weights[^"]*" data-run="([^"]*)">(.*?)</table>', re.DOTALL)
_CELL = re.compile(r'<td[^>]* data-f="([^"]*)"')
_TITLE = re.compile(r"<title>(.*?)(?: · [^·]*)?</title>")


class _Sections(HTMLParser):
    """Parts a page at its headings and at the words that it explains."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[list[str]] = [["", "", ""]]  # id, heading, text
        self._open: list[str] = []
        self._skipping = 0  # how many elements are open since one that is skipped
        self._heading = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in VOID:
            if tag == "br":
                self.handle_data(" ")
            return
        given = dict(attrs)
        kind = f"{tag}.{(given.get('class') or '').split(' ')[0]}"
        if self._skipping or tag in _SKIPPED or kind in _SKIPPED or "hidden" in given:
            self._skipping += 1
        elif tag in ("h1", "h2", "h3", "dt"):
            if tag != "h1":
                self.found.append([given.get("id") or "", "", ""])
            self._heading = tag
        elif tag not in _JOINED:
            self.handle_data(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        if self._skipping:
            self._skipping -= 1
        elif tag == self._heading:
            self._heading = ""

    def handle_data(self, data: str) -> None:
        if not self._skipping:
            self.found[-1][1 if self._heading else 2] += data


def sections_of(html: str) -> list[list[str]]:
    """Return the id, heading and text of each section of a page's main part."""
    main = html[html.index("<main") : html.index("</main>")]
    return [[" ".join(part.split()) for part in found] for found in _Sections(main).found]


def write_search(folder: Path, chapters: Iterable[str]) -> None:
    """Write both files for the site in `folder`; `chapters` are the paths of their pages."""
    first = list(chapters)
    pages, sections = [], []
    for path in first:
        found = sections_of((folder / path).read_text(encoding="utf-8"))
        title = found[0][1]
        pages.append([path, title])
        sections += [[len(pages) - 1, at, heading, text] for at, heading, text in found]
    _write(folder, "search", "index", {"pages": pages, "sections": sections})
    variants = {path.removesuffix(".html") for path in first}
    names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.html"))
    others = [name for name in names if name not in first and not _within(name, variants)]
    _write(folder, "places", "places", _places(folder, [*others, *first]))


def _within(path: str, folders: set[str]) -> bool:
    return any(path.startswith(f"{folder}/") for folder in folders)


def _write(folder: Path, file: str, call: str, data: Any) -> None:
    path = folder / "js" / "data" / f"{file}.js"
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    path.write_text(f"Workings.{call}({text});\n", encoding="utf-8", newline="\n")


def _places(folder: Path, paths: Sequence[str]) -> dict[str, Any]:
    """Return which names are on which page; those of one array that fill its axes as one row."""
    axes: dict[tuple[str, ...], int] = {}
    runs: dict[str, str] = {}
    rows: list[list[Any]] = []
    for path in paths:
        html = (folder / path).read_text(encoding="utf-8")
        title = _TITLE.search(html)
        run = _RUN.search(html)
        if run is None or title is None:
            continue
        runs[path] = unescape(run[1])
        heading = unescape(title[1])
        for kind, scope, names in _named(html, runs[path]):
            families = _families(names, axes)
            rows.append([path, heading, kind, scope, *families])
    return {"axes": [list(axis) for axis in axes], "runs": runs, "pages": rows}


def _named(html: str, run: str) -> Iterator[tuple[str, str, list[str]]]:
    """Yield kind, scope and names of the lines, then of the weights' cells, of one page."""
    found: dict[tuple[str, str], list[str]] = {}
    for reference in map(unescape, _LINE.findall(html)):
        scope, colon, name = reference.partition(":")
        found.setdefault(("lines", scope if colon else run), []).append(name or reference)
    for scope, table in _TABLE.findall(html):
        cells = [unescape(name) for name in _CELL.findall(table)]
        found.setdefault(("cells", unescape(scope)), []).extend(cells)
    for (kind, scope), names in found.items():
        yield kind, scope, names


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
