"""The short code next to a line on paper, and how the site leads from it to the line.

A code comes from its line's address alone, so it stays what it is as long as the address does. No
sign in it looks like another, it begins and ends with a letter, and without vowels it is no word.
Where two lines of the book would have the same one, both get a letter more: what was printed before
then leads to both.
"""

import hashlib
import json
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from jinja2 import Environment
from markupsafe import Markup

LETTERS = "CDFHJKMNPQRTVW"
SIGNS = LETTERS + "23456789"
LENGTH = 5
_LONGEST = 12
PAGE = "codes.html"
PAGES = 1 + len(LETTERS)
TITLE = "Codes in the printed book"
LEAD = "Each line of the printed book has a short code beside it. Here you can look it up."


@dataclass(frozen=True)
class Coded:
    """A line, or a row of figures or lines, that has a code on paper.

    `address` is that of its figure, or of a row's array; `name` as its page sees it.
    """

    address: str
    name: str
    id: str


@dataclass(frozen=True)
class Mark(Coded):
    """Where its code goes: into the element `place`, `first` at its beginning."""

    place: ET.Element
    first: bool = False


@dataclass(frozen=True)
class Place:
    """Where the site has what a code stands for."""

    code: str
    page: str
    title: str
    id: str
    name: str


@dataclass(frozen=True)
class ListPage:
    """A page of codes, and the letters of the pages before it and after it, or nothing."""

    path: str
    content: Markup
    neighbours: tuple[str, str]


def long_code(address: str) -> str:
    """Return the signs of which an address's code are the first."""
    number = int.from_bytes(hashlib.sha256(address.encode()).digest())
    code = ""
    while len(code) < _LONGEST:
        signs = SIGNS if 0 < len(code) < LENGTH - 1 else LETTERS
        number, at = divmod(number, len(signs))
        code += signs[at]
    return code


def codes_of(addresses: Iterable[str]) -> dict[str, str]:
    """Return the code of each address: as short as no two of them are the same."""
    whole = {address: long_code(address) for address in addresses}
    ordered = sorted(whole.values())
    shared = dict.fromkeys(ordered, 0)  # how many signs a code has in common with another
    for one, other in pairwise(ordered):
        common = next((at for at in range(_LONGEST) if one[at] != other[at]), _LONGEST)
        shared[one], shared[other] = max(shared[one], common), max(shared[other], common)
    return {address: code[: max(LENGTH, shared[code] + 1)] for address, code in whole.items()}


def marks_of(body: ET.Element, run: str) -> Iterator[Mark]:
    """Yield what has a code in a chapter's content, whose figures are of the scope `run`."""
    for element in body.iter():
        kind = element.get("class", "").split(" ")[0]
        if element.tag == "p" and kind == "line":
            link, line = element[0], element[1]
            yield _mark(run, line.get("data-line", ""), element.get("id", ""), link)
        elif element.tag == "table" and kind == "strip":
            for row in element.iter("tbody"):
                address = row[0][0].find("*[@class='addr']")
                if address is not None and row.get("id"):
                    name = "".join(address.itertext())
                    yield _mark(run, name, row.get("id", ""), address)
        elif element.tag == "table" and kind == "worked":
            wide = "wide" in element.get("class", "").split(" ")
            for row in element.iter("tr"):
                first = row.find(".//span[@data-line]")
                if first is not None:
                    name, at = first.get("data-line", ""), first.get("id", "")
                    yield _mark(run, name, at, row[0], first=not wide)


def coded_of(body: ET.Element, run: str) -> tuple[Coded, ...]:
    """Return what `marks_of` yields, without the elements."""
    return tuple(Coded(mark.address, mark.name, mark.id) for mark in marks_of(body, run))


def places_of(coded: Sequence[tuple[str, str, Sequence[Coded]]]) -> list[Place]:
    """Return where each code leads; `coded` has the path and the title of each chapter's page."""
    known = codes_of(mark.address for _, _, marks in coded for mark in marks)
    return [
        Place(known[mark.address], path, title, mark.id, mark.name)
        for path, title, marks in coded
        for mark in marks
    ]


def _mark(run: str, name: str, at: str, place: ET.Element, *, first: bool = False) -> Mark:
    return Mark(name if ":" in name else f"{run}:{name}", name, at, place, first)


def put_codes(marks: Iterable[Mark], codes: Mapping[str, str]) -> None:
    """Write the code of each mark into its place."""
    for mark in marks:
        code = ET.Element("span", {"class": "code"})
        code.text = codes[mark.address]
        if mark.first:
            code.tail, mark.place.text = mark.place.text, None
            mark.place.insert(0, code)
        else:
            before = mark.place[-1] if len(mark.place) else None
            if before is None:
                mark.place.text = f"{mark.place.text or ''} "
            else:
                before.tail = f"{before.tail or ''} "
            mark.place.append(code)


def code_pages(environment: Environment, places: Sequence[Place]) -> Iterator[ListPage]:
    """Yield the pages that lead from codes to lines without scripts; see `PAGES`.

    The codes are parted by their first letter, so that no page grows heavy.
    """
    template = environment.get_template("codes.html")
    ordered = sorted(places, key=lambda place: (place.code, place.page))
    for at, letter in enumerate(["", *LETTERS]):
        content = template.render(
            title=TITLE, lead=LEAD, letters=LETTERS, letter=letter,
            places=[place for place in ordered if letter and place.code.startswith(letter)],
        )  # fmt: skip
        before, after = LETTERS[at - 2 : at - 1] if at > 1 else "", LETTERS[at : at + 1]
        neighbours = (before, after) if letter else ("", "")
        yield ListPage(page_of(letter) if letter else PAGE, Markup(content), neighbours)


def page_of(letter: str) -> str:
    """Return the path of the page with the codes that begin with a letter."""
    return f"codes/{letter.lower()}.html"


def write_codes(folder: Path, places: Sequence[Place]) -> None:
    """Write what the search knows of codes: of each the pages and the ids that it stands for."""
    pages = list(dict.fromkeys((place.page, place.title) for place in places))
    codes: dict[str, list[list[int | str]]] = {}
    for place in sorted(places, key=lambda place: (place.code, place.page)):
        at = pages.index((place.page, place.title))
        codes.setdefault(place.code, []).append([at, place.id, place.name])
    text = json.dumps({"pages": pages, "codes": codes}, ensure_ascii=False, separators=(",", ":"))
    path = folder / "js" / "data" / "codes.js"
    path.write_text(f"Workings.codes({text});\n", encoding="utf-8", newline="\n")
