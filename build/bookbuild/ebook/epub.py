"""The book as an EPUB 3: its chapters as XHTML with MathML and SVG in them, and nothing that runs.

The archive is written here: the library that is common for it puts the time into each file, and its
licence asks more than this book's. Files stand in the order of reading, all of them with one date.
"""

import io
import re
import uuid
import xml.etree.ElementTree as ET
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from bookbuild.chapters.entries import Entry
from bookbuild.chapters.kit import anchor
from bookbuild.chapters.own_pictures import MEDIA_TYPES, OwnPicture
from bookbuild.core.config import ConfigError
from bookbuild.core.fonts import site_fonts
from bookbuild.core.templates import template_file
from bookbuild.ebook.cover import cover
from bookbuild.ebook.standalone import Piece, piece_of
from bookbuild.markup.slots import Slot
from bookbuild.markup.trees import in_scope, written_xhtml
from bookbuild.markup.urls import Link
from bookbuild.paper.documents import RULE_OF_LINES, rule_of
from bookbuild.passes.context import Context
from bookbuild.passes.table import change
from bookbuild.site.pages import LANGUAGE, PICTURES, Site

STYLES = ("tokens.css", "epub.css")
_DIGITS = "says to how many digits."
_DATE = (1980, 1, 1, 0, 0, 0)  # the first that an archive can hold
_NOT_IN_NAMES = re.compile(r"[^\w.-]")
_MEDIA_TYPES = {
    **MEDIA_TYPES,
    "css": "text/css",
    "png": "image/png",
    "woff2": "font/woff2",
    "xhtml": "application/xhtml+xml",
}


@dataclass(frozen=True)
class Item:
    """A file of the book as its list of files has it; `properties` say what else than XHTML."""

    name: str
    data: bytes
    properties: str = ""

    @property
    def id(self) -> str:
        """Its name in the list."""
        return "f-" + _NOT_IN_NAMES.sub("-", self.name)

    @property
    def media_type(self) -> str:
        """Its type."""
        return _MEDIA_TYPES[self.name.rpartition(".")[2].lower()]


def epub(site: Site) -> bytes:
    """Return the whole book as an EPUB. Raises `ConfigError` if it has no date of its edition."""
    if site.book.edition is None:
        raise ConfigError("an EPUB needs “edition”, a date like 2026-01-31", where="book/book.toml")
    pieces = [piece_of(site, entry, _in_epub, _picture_name) for entry in site.contents]
    chapters = [_page(site, piece, pieces) for piece in pieces]
    sections = {piece.entry.name: _sections(piece) for piece in pieces}
    groups = site.listed(lambda entry: f"{entry.name}.xhtml", lambda entry: sections[entry.name])
    opening = _opening(site, pieces)
    front = [
        _item(
            site,
            "title.xhtml",
            properties="svg" if "<svg" in opening else "",
            opening=Markup(opening),
            rule=f"{RULE_OF_LINES} The end of each chapter {_DIGITS}",
        ),
        _item(site, "contents.xhtml", properties="nav", groups=groups),
    ]
    pictures = {one.name: one for piece in pieces for one in piece.pictures}
    others = [
        Item("cover.png", cover(site), "cover-image"),
        *(Item(_picture_name(one), one.path.read_bytes()) for one in pictures.values()),
        *_styles_and_fonts(site),
    ]
    package = _render(
        site, "package.opf", pages=[*front, *chapters], others=others,
        id=f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, f'workings:{site.book.title}')}",
        date=f"{site.book.edition.isoformat()}T00:00:00Z",
    )  # fmt: skip
    return _archive([
        ("META-INF/container.xml", _render(site, "container.xml")),
        ("EPUB/package.opf", package),
        *((f"EPUB/{item.name}", item.data) for item in [*front, *chapters, *others]),
    ])  # fmt: skip


def _opening(site: Site, pieces: list[Piece]) -> str:
    """Return what the book opens with, for the page of its title."""
    if site.contents.front is None:
        return ""
    lines = sum(len(piece.lines) for piece in pieces)
    piece = piece_of(site, site.contents.front, _in_epub, _picture_name, lines)
    return in_scope(piece.run, written_xhtml(_changed(site, piece, pieces)))


def _picture_name(picture: OwnPicture) -> str:
    return f"{PICTURES}/{picture.name}"


def _page_of(entry: Entry) -> str:
    return f"{entry.name}.xhtml"


def _in_epub(entry: Entry) -> Slot:
    return anchor(_page_of(entry), entry.title)


def _page(site: Site, piece: Piece, pieces: list[Piece]) -> Item:
    content = Markup(written_xhtml(_changed(site, piece, pieces)))
    has = [name for name in ("mathml", "svg") if any(piece.body.iter(name.removesuffix("ml")))]
    return _item(site, f"{piece.entry.name}.xhtml", "chapter.xhtml", " ".join(has),
                 title=piece.entry.title, called=piece.entry.called, part=piece.entry.part,
                 run=piece.run, lead=piece.entry.chapter.front.summary, content=content,
                 rule=rule_of(site, piece.entry))  # fmt: skip


def _changed(site: Site, piece: Piece, pieces: list[Piece]) -> ET.Element:
    """Let a chapter go through its passes: figures lead to their lines in any of the pieces."""

    def href_of(address: str) -> str | None:
        for other in [piece, *pieces]:
            if address in other.lines:
                page = "" if other is piece else f"{other.entry.name}.xhtml"
                return f"{page}#{other.lines[address]}"
        return None

    words = site.explaining.on_screen(piece.entry, _page_of)
    return change(piece.body, "epub", Context(words, href_of))


def _sections(piece: Piece) -> list[Link]:
    page = f"{piece.entry.name}.xhtml"
    return [
        Link(f"{page}#{heading.get('id')}", " ".join("".join(heading.itertext()).split()))
        for heading in piece.body.iter("h2")
        if heading.get("id")
    ]


def _styles_and_fonts(site: Site) -> Iterator[Item]:
    for name in STYLES:
        yield Item(f"css/{name}", template_file(site.book, f"css/{name}").read_bytes())
    for name, data in site_fonts(site.book.cache).items():
        if name.endswith(".woff2"):
            yield Item(f"fonts/{name}", data)


def _item(
    site: Site, name: str, template: str = "", properties: str = "", **context: object
) -> Item:
    return Item(name, _render(site, template or name, **context), properties)


def _render(site: Site, template: str, **context: object) -> bytes:
    html = site.environment.get_template(f"epub/{template}").render(
        lang=LANGUAGE, book=site.book.title, subtitle=site.book.subtitle, styles=STYLES,
        **context,
    )  # fmt: skip
    return html.encode()


def _archive(files: list[tuple[str, bytes]]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        # Readers look for this first, and not packed.
        archive.writestr(_entry("mimetype"), b"application/epub+zip", zipfile.ZIP_STORED)
        for name, data in files:
            archive.writestr(_entry(name), data, zipfile.ZIP_DEFLATED, 9)
    return buffer.getvalue()


def _entry(name: str) -> zipfile.ZipInfo:
    """Name a file with nothing in it of the machine that writes it."""
    entry = zipfile.ZipInfo(name, _DATE)
    entry.create_system, entry.external_attr = 3, 0o644 << 16
    return entry
