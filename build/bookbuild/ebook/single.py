"""A chapter as one file that needs no other and asks for nothing: to keep, to copy, to mail."""

import base64
import hashlib
import re
from collections.abc import Sequence
from html import unescape

from markupsafe import Markup

from bookbuild.chapters.entries import Entry
from bookbuild.core.font_cuts import light
from bookbuild.core.fonts import print_fonts
from bookbuild.core.templates import template_file
from bookbuild.ebook.standalone import Piece, piece_of
from bookbuild.markup.trees import written_html
from bookbuild.paper.documents import named_in_handout, rule_of
from bookbuild.passes.context import Context
from bookbuild.passes.glossary import Word
from bookbuild.passes.table import change
from bookbuild.site.pages import LANGUAGE, Site
from bookbuild.site.styles import STYLES

_FONT_FILE = re.compile(r'url\("\.\./fonts/([\w-]+)\.woff2"\)')


def single_file(site: Site, entry: Entry) -> str:
    """Return a chapter as one HTML file: style, fonts and pictures in it, no scripts.

    Its explained words lead to its end, its figures to their lines where it has them. Fonts are cut
    to the letters that it uses.
    """
    piece = piece_of(site, entry, named_in_handout)

    def href_of(address: str) -> str | None:
        return f"#{piece.lines[address]}" if address in piece.lines else None

    change(piece.body, "file", Context(site.explaining.on_screen(entry, None), href_of))
    content = written_html(piece.body)
    context = {
        "lang": LANGUAGE, "book": site.book.title, "called": entry.called, "part": entry.part,
        "title": entry.title,
        "lead": entry.chapter.front.summary, "run": piece.run,
        "rule": rule_of(site, entry), "content": Markup(content),
        "words": _explained(piece, site.explaining.words()),
    }  # fmt: skip
    template = site.environment.get_template("single.html")
    bare = template.render(**context, css="", policy="")
    css = _style(site, unescape(bare))
    digest = base64.b64encode(hashlib.sha256(css.encode()).digest()).decode()
    return template.render(**context, css=Markup(css), policy=f"'sha256-{digest}'")


def _explained(piece: Piece, words: Sequence[Word]) -> list[Word]:
    used = {link.get("href", "") for link in piece.body.iter("a")}
    return [word for word in words if f"#{word.id}" in used]


def _style(site: Site, text: str) -> str:
    """Return all style sheets as one, and in them their fonts with the letters of a text."""
    css = "".join(
        template_file(site.book, f"css/{name}").read_text(encoding="utf-8") for name in STYLES
    )
    fonts, letters = print_fonts(site.book.cache), "".join(sorted({*text, *css}))

    def inside(match: re.Match[str]) -> str:
        font = light((fonts / f"{match[1]}.ttf").read_bytes(), letters)
        return f'url("data:font/woff2;base64,{base64.b64encode(font).decode()}")'

    return _FONT_FILE.sub(inside, css)
