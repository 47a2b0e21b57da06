"""How a chapter's Markdown becomes HTML, and what each slot becomes in its place.

Markdown is parsed with placeholders in the slots' seats. Slots are put into the parsed tokens, each
as its place asks: markup in running text, plain characters in attributes and code, LaTeX in
formulas. Only then is HTML written.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from itertools import pairwise

import mdurl
from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.attrs import attrs_block_plugin, attrs_plugin
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.dollarmath.index import math_inline_dollar

from bookbuild.core.errors import ChapterError
from bookbuild.markup.slots import PLACEHOLDER, Slot, SlotTable
from engine.errors import WorkingsError

FormulaWriter = Callable[[str, bool], str]  # (LaTeX with placeholders, display?) → HTML
# (address as written, words for those who can't see it) → attributes of the picture
PictureWriter = Callable[[str, str], Mapping[str, str]]

_HTML_PART = re.compile(
    r"""<title\b[^>]*>.*?</title>|<[a-zA-Z/!](?:"[^"]*"|'[^']*'|[^"'>])*>""", re.DOTALL
)
_IMG = re.compile(r"<img\b", re.IGNORECASE)
_FORMULAS = {"math_inline": False, "math_inline_double": True, "math_block": True}


class TypedPicture(WorkingsError):
    """A picture is written as an element of HTML, which would lead nowhere outside the site."""

    def __init__(self) -> None:
        super().__init__("write a picture as ![A dog asleep](dog.png), not as <img>")


@dataclass(frozen=True)
class Heading:
    """A heading of a page: its level (1 to 6), its address in the page, its characters."""

    level: int
    id: str
    text: str


class _Markdown(MarkdownIt):
    """CommonMark whose addresses may hold placeholders."""

    def normalizeLink(self, url: str) -> str:  # noqa: N802
        if not PLACEHOLDER.search(url):
            return super().normalizeLink(url)
        # The library would write a placeholder as percent signs and digits.
        seats = [match.group() for match in PLACEHOLDER.finditer(url)]
        parts = [mdurl.encode(part) for part in re.split(PLACEHOLDER.pattern, url)[::2]]
        return "".join(part + seat for part, seat in zip(parts, [*seats, ""], strict=True))


@cache
def parser() -> MarkdownIt:
    """Make the parser of this book's Markdown: CommonMark and a few extensions."""
    markdown = _Markdown("commonmark", {"html": True, "typographer": True})
    markdown.enable(["table", "smartquotes"])
    markdown.use(
        dollarmath_plugin,
        allow_labels=False,
        allow_blank_lines=False,
    )
    markdown.inline.ruler.at("math_inline", _formula_in_line)
    return markdown.use(deflist_plugin).use(attrs_plugin, spans=True).use(attrs_block_plugin)


_dollars = math_inline_dollar(allow_space=False, allow_digits=True, allow_double=True)


def _formula_in_line(state: StateInline, silent: bool) -> bool:
    """Read `$…$`, unless a digit is next to it outside, as in "$5 and $6".

    The library's own test looks before the first character and finds the last.
    """
    start = state.pos
    if start and state.src[start - 1].isdigit():
        return False
    if not _dollars(state, True):
        return False
    if state.src[state.pos : state.pos + 1].isdigit():
        state.pos = start
        return False
    if not silent:
        state.pos = start
        _dollars(state, False)
    return True


def _as_written(address: str, _alternative: str) -> Mapping[str, str]:
    return {"src": address}


def to_html(
    text: str,
    slots: SlotTable,
    write_formula: FormulaWriter,
    id_prefix: str = "",
    write_picture: PictureWriter = _as_written,
) -> tuple[str, tuple[Heading, ...]]:
    """Write Markdown with placeholders as HTML, and list its headings.

    Raises `ChapterError` at a slot that needs lines of its own and is in a sentence.
    """
    markdown = parser()
    tokens = markdown.parse(text)
    headings = tuple(_name_headings(tokens, slots, id_prefix))
    filler = _Filler(slots, write_formula, write_picture)
    filler.fill_blocks(tokens)
    return markdown.renderer.render(tokens, markdown.options, {}), headings


def to_text(text: str, slots: SlotTable) -> str:
    """Write Markdown with placeholders as one line of plain characters."""
    inlines = [token for token in parser().parse(text) if token.type == "inline"]
    return _even(" ".join(_characters(token.children or [], slots) for token in inlines))


def _even(text: str) -> str:
    return " ".join(text.split())


def _characters(tokens: Sequence[Token], slots: SlotTable) -> str:
    """Collect the characters that a reader sees of inline tokens."""
    parts = []
    for token in tokens:
        if token.type in ("softbreak", "hardbreak"):
            parts.append(" ")
        elif token.type == "image":
            parts.append(_characters(token.children or [], slots))
        elif token.type in ("text", "code_inline", *_FORMULAS):
            parts.append(slots.fill(token.content, lambda slot: slot.text))
    return "".join(parts)


def _name_headings(tokens: Sequence[Token], slots: SlotTable, id_prefix: str) -> Iterator[Heading]:
    taken: set[str] = set()
    for opening, inline in pairwise(tokens):
        if opening.type != "heading_open":
            continue
        text = _even(_characters(inline.children or [], slots))
        name = id_prefix + str(opening.attrGet("id") or _slug(text))
        count = 1
        unique = name
        while unique in taken:
            count += 1
            unique = f"{name}-{count}"
        taken.add(unique)
        opening.attrSet("id", unique)
        yield Heading(int(opening.tag[1:]), unique, text)


def _slug(text: str) -> str:
    words = re.findall(r"\w+", text.lower().replace("’", "").replace("'", ""))
    return "-".join(words) or "section"


class _Filler:
    """Puts slots into parsed tokens, in the form that each token's place asks for."""

    def __init__(
        self, slots: SlotTable, write_formula: FormulaWriter, write_picture: PictureWriter
    ) -> None:
        self._slots = slots
        self._write_formula = write_formula
        self._write_picture = write_picture

    def fill_blocks(self, tokens: Sequence[Token]) -> None:
        """Fill all tokens of a page."""
        for index, token in enumerate(tokens):
            self._fill_attributes(token)
            if token.type == "inline":
                if self._is_blocks(token.content):
                    self._stand_alone(tokens, index)
                else:
                    self._fill_inline(token.children or [])
            elif token.type in _FORMULAS:
                self._fill_formula(token, "html_block")
            elif token.type == "html_block":
                token.content = self._raw_html(token.content)
            else:
                token.content = self._slots.fill(token.content, lambda slot: slot.text)

    def _fill_inline(self, tokens: Sequence[Token]) -> None:
        for token in tokens:
            self._fill_attributes(token)
            if token.type in _FORMULAS:
                self._fill_formula(token, "html_inline")
            elif token.type == "html_inline":
                token.content = self._raw_html(token.content)
            elif token.type == "text":
                self._refuse_blocks(token.content)
                token.type = "html_inline"
                token.content = self._slots.fill(escape(token.content), lambda slot: slot.html)
            elif token.type == "image":
                alternative = self._alternative(token)
                token.children = [Token("text", "", 0, content=alternative)]
                token.attrs.update(self._write_picture(str(token.attrs["src"]), alternative))
            else:
                token.content = self._slots.fill(token.content, lambda slot: slot.text)

    def _fill_attributes(self, token: Token) -> None:
        for name, value in token.attrs.items():
            if isinstance(value, str):
                token.attrs[name] = self._slots.fill(value, lambda slot: slot.text)

    def _alternative(self, image: Token) -> str:
        return _characters(image.children or [], self._slots)

    def _fill_formula(self, token: Token, form: str) -> None:
        display = _FORMULAS[token.type]
        token.content = self._write_formula(token.content.strip(), display)
        token.type = form
        if form == "html_block":
            token.content = f'<div class="formula">{token.content}</div>\n'
        else:
            kind = "formula display" if display else "formula"
            token.content = f'<span class="{kind}">{token.content}</span>'

    def _raw_html(self, html: str) -> str:
        if _IMG.search(html):
            raise TypedPicture
        parts, end = [], 0
        for match in _HTML_PART.finditer(html):
            parts.append(self._slots.fill(html[end : match.start()], lambda slot: slot.html))
            parts.append(self._slots.fill(match.group(), lambda slot: escape(slot.text)))
            end = match.end()
        parts.append(self._slots.fill(html[end:], lambda slot: slot.html))
        return "".join(parts)

    def _is_blocks(self, content: str) -> bool:
        slots = self._slots.within(content)
        return (
            bool(slots)
            and all((slot.block for slot, _ in slots))
            and not PLACEHOLDER.sub("", content).strip()
        )

    def _stand_alone(self, tokens: Sequence[Token], index: int) -> None:
        """Free blocks of the paragraph that Markdown puts around them."""
        inline = tokens[index]
        if tokens[index - 1].type not in ("paragraph_open", "td_open", "th_open"):
            self._refuse_blocks(inline.content)
        if tokens[index - 1].type == "paragraph_open":
            tokens[index - 1].hidden = tokens[index + 1].hidden = True
        inline.type = "html_block"
        html = [slot.html for slot, _ in self._slots.within(inline.content)]
        inline.content = "\n".join(html) + "\n"

    def _refuse_blocks(self, content: str) -> None:
        for slot, place in self._slots.within(content):
            if slot.block:
                advice = "needs a paragraph of its own: put an empty line before and after it"
                raise ChapterError(f"“{_short(slot)}” {advice}", place)


def _short(slot: Slot) -> str:
    text = " ".join(slot.text.split())
    return text if len(text) <= 40 else text[:39] + "…"
