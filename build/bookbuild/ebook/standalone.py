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
from bookbuild.passes.figures import FIGURE
from bookbuild.site.pages import Site


@dataclass(frozen=True)
class Piece:
    """A chapter's content before its passes, the scope of its figures, and where its lines are.

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
    picture_source: Callable[[OwnPicture], str] = lambda picture: picture.inline,
    lines: int = 0,
) -> Piece:
    """Render a chapter for a place of its own.

    `picture_source` says where it finds a picture; `lines` is how many the whole has.
    """
    view = site.contents.own_view(entry)
    setting = Setting(
        medium="html",
        figure_href=lambda figure: FIGURE + figure.address,
        chapter_link=chapter_link,
        file_link=lambda text, _: Slot.plain(text),
        picture_source=picture_source,
        lines=lines,
    )
    page = site.contents.render(entry, view, setting)
    site.broken_claims += page.broken
    check_glyphs(page.html, where=entry.chapter.source.file)
    places = {
        address: element_id(address.removeprefix(f"{page.scope}:")) for address in page.written
    }
    return Piece(entry, page.scope, page.tree(), places, page.rendered.pictures)
