"""A chapter outside the site, as a tree of elements: which of its links lead on, and where.

A figure leads to its line where that goes with it; a link to what does not is plain text.
"""

import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import dataclass

from bookbuild.chapters.entries import Entry
from bookbuild.chapters.kit import Setting
from bookbuild.chapters.own_pictures import OwnPicture
from bookbuild.core.fonts import check_glyphs
from bookbuild.lines.written import element_id
from bookbuild.markup.slots import Slot
from bookbuild.markup.trees import parsed
from bookbuild.site.pages import Site

_FIGURE = "figure:"  # begins a link to a figure's line until it is known where that is


@dataclass(frozen=True)
class Piece:
    """A chapter's content under one element, the scope of its figures, and where its lines are.

    `lines` has the id of each line that the chapter writes out, by its figure's address;
    `pictures` are the files next to the chapter that it shows.
    """

    entry: Entry
    run: str
    body: ET.Element
    lines: dict[str, str]
    pictures: tuple[OwnPicture, ...] = ()


def piece_of(
    site: Site,
    entry: Entry,
    chapter_link: Callable[[Entry], Slot],
    page_of: Callable[[Entry], str] | None,
    picture_source: Callable[[OwnPicture], str] = lambda picture: picture.inline,
    lines: int = 0,
) -> Piece:
    """Render a chapter for a place of its own; `page_of` leads to the pages of the
    others, if there are any.

    `picture_source` says where it finds a picture; `lines` is how many the whole has.
    """
    view = site.contents.own_view(entry)
    setting = Setting(
        medium="html",
        figure_href=lambda figure: _FIGURE + figure.address,
        chapter_link=chapter_link,
        file_link=lambda text, _: Slot.plain(text),
        picture_source=picture_source,
        lines=lines,
    )
    page = site.contents.render(entry, view, setting)
    site.broken_claims += page.broken
    check_glyphs(page.html, where=entry.chapter.source.file)
    html = site.explaining.page(entry, page.html, page_of)
    places = {
        address: element_id(address.removeprefix(f"{page.scope}:")) for address in page.written
    }
    tree = parsed(html, where=entry.chapter.source.file)
    return Piece(entry, page.scope, tree, places, page.rendered.pictures)


def lead_figures(piece: Piece, href_of: Callable[[str], str | None]) -> None:
    """Let each figure lead where `way` says, by its address; one that leads nowhere is no link."""
    for link in list(piece.body.iter("a")):
        href = link.get("href", "")
        if href.startswith(_FIGURE):
            found = href_of(href.removeprefix(_FIGURE))
            if found is None:
                link.tag = "span"
                del link.attrib["href"]
            else:
                link.set("href", found)
