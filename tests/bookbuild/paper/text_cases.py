"""What the tests of a chapter's text share: chapters on disk, slots that are hard on Markdown."""

from collections.abc import Mapping
from html.parser import HTMLParser
from pathlib import Path

from PIL import Image

from bookbuild.chapters.cases import Cases
from bookbuild.chapters.chapter import Rendered, Renderer, read_chapter
from bookbuild.markup.formulas import Medium
from bookbuild.markup.slots import Slot

HARD_TEXTS = (
    "−1.5",
    "_",
    "a_b_c",
    "*",
    "3*4*5",
    "**",
    "<",
    "<b>",
    "\\",
    "a|b",
    "`",
    "$5 and $6",
    "&lt;",
    '"',
    "[a](b)",
    "# a",
    "{{ x }}",
    "{x}",
    "1. a",
    "~",
    "\ue000\ue010\ue001",
)

# Where a slot may stand, and the element whose characters it then makes; `@` asks for an attribute.
CONTEXTS = {
    "prose": ("a {{ x }} b", "p"),
    "prose with prices": ("it was {{ low }}, or {{ x }}, or {{ high }}", "p"),
    "a heading": ("# a {{ x }} b", "h1"),
    "a table cell": ("| h |\n| --- |\n| a {{ x }} b |", "td"),
    "a link text": ("[a {{ x }} b](#there)", "a"),
    "a link title": ('[text](#there "a {{ x }} b")', "a@title"),
    "a link address": ("[text](#{{ x }})", "a@href"),
    "an image text": ("![a {{ x }} b](picture.png)", "img@alt"),
    "a code span": ("`a {{ x }} b`", "code"),
    "a code block": ("```\na {{ x }} b\n```", "code"),
    "an indented block": ("    a {{ x }} b", "code"),
    "a list": ("- a {{ x }} b", "li"),
    "a quotation": ("> a {{ x }} b", "p"),
    "emphasis": ("*a {{ x }} b*", "em"),
    "strong emphasis": ("**{{ x }}**", "strong"),
    "a word list": ("word\n: a {{ x }} b", "dd"),
    "raw HTML": ("<div>a {{ x }} b</div>", "div"),
    "an attribute of raw HTML": ('<div title="a {{ x }} b">c</div>', "div@title"),
    "a formula": ("$a = {{ x }}$", "math"),
    "a power": ("$e^{{ x }}$", "math"),
    "a text in a formula": (r"$\text{a {{ x }} b}$", "mtext"),
}


class Page(HTMLParser):
    """Collects the characters and attributes of each kind of element, as a browser sees them."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.texts: dict[str, str] = {}
        self._open: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            self.texts[f"{tag}@{name}"] = value or ""
        if tag != "img":
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self._open:
            self._open.remove(tag)

    def handle_data(self, data: str) -> None:
        for tag in dict.fromkeys(self._open):
            self.texts[tag] = self.texts.get(tag, "") + data


class Book:
    """A folder with one chapter, `book/01-try.md`."""

    def __init__(self, root: Path) -> None:
        self.root = root
        (root / "book").mkdir()

    def write(self, text: str, *, head: str = "", include: Mapping[str, str] | None = None) -> Path:
        """Write the chapter; its text begins on line 5 when `head` is one line."""
        path = self.root / "book" / "01-try.md"
        path.write_text(f'+++\ntitle = "Try"\n{head}\n+++\n{text}\n', encoding="utf-8")
        for name, content in (include or {}).items():
            path.with_name(name).write_text(content, encoding="utf-8")
        Image.new("L", (2, 1)).save(path.with_name("picture.png"))
        return path

    def render(
        self,
        text: str,
        context: Mapping[str, object] | None = None,
        *,
        medium: Medium = "html",
        claims_as_warnings: bool = False,
        head: str = "",
        include: Mapping[str, str] | None = None,
        lookups: list[tuple[str, str]] | None = None,
        cases: Cases | None = None,
    ) -> Rendered:
        """Write the chapter and render it."""
        chapter = read_chapter(self.write(text, head=head, include=include), self.root)
        return Renderer(chapter).render(
            context or {},
            medium=medium,
            lookups=lookups,
            cases=cases,
            claims_as_warnings=claims_as_warnings,
        )


def figure(text: str, name: str = "f") -> Slot:
    """Make a figure's slot as templates get it."""
    escaped = Slot.plain(text).html
    return Slot(html=f'<i data-f="{name}">{escaped}</i>', text=text)
