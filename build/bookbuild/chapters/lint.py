"""Which digits an author may type: none in prose or formulas but those of declared names.

Reads the source as the author wrote it, so that lines and columns are the author's own.
"""

import html
import re
import unicodedata
from collections.abc import Iterable, Iterator

from markdown_it.common.html_re import HTML_TAG_RE

from bookbuild.core.errors import ChapterError
from bookbuild.core.places import Source
from bookbuild.markup.markdown import parser

_STAND_IN = "\ue000"  # a letter to Markdown, for what Jinja will print
_ADVICE = (
    "a number is a figure, written {{ … }}; a name that holds digits is declared under [names]"
)
_SPOKEN = re.compile(r"""\b(?:alt|title|aria-label)\s*=\s*("[^"]*"|'[^']*')""", re.IGNORECASE)
_LONGEST_TAG = 4096  # characters
_CODE_SPAN = re.compile(r"(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)
_ENTITY = re.compile(r"&(?:#[0-9]+|#[xX][0-9a-fA-F]+|[A-Za-z][A-Za-z0-9]*);")
_ADDRESSES = (
    re.compile(r"""\]\(\s*(<[^<>\n]*>|[^\s()]+(?:\([^\s()]*\)[^\s()]*)*)(?=\s*\)|\s+["'(])"""),
    re.compile(r"^ {0,3}\[[^\]\n]+\]:\s*(\S+)", re.MULTILINE),
    re.compile(r"(<[A-Za-z][A-Za-z0-9+.-]{1,31}:[^<>\s]*>)"),
    re.compile(r"(https?://[^\s<>)]+)"),
    re.compile(r"(\{\s*[#.][A-Za-z][^{}\n]*\})"),  # classes and names of what is next to it
)


def lint(source: Source, names: Iterable[str] = ()) -> list[ChapterError]:
    """List the digits that are typed by hand where a figure should be, in order."""
    text = _without_jinja(source)
    faults = [
        ChapterError(f"“{match.group()}” stands for the digit “{shown}”; {_ADVICE}", place)
        for match in _ENTITY.finditer(text)
        if any(map(_is_digit, shown := html.unescape(match.group())))
        for place in [source.place(match.start())]
    ]
    text = _ENTITY.sub(_blank, text)
    text = _without_structure(text)
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(rf"(?<!\w)(?<!\d[.,]){re.escape(name)}(?!\w|[.,]\d)", _blank, text)
    faults += [
        ChapterError(f"“{text[start:end]}” is typed by hand; {_ADVICE}", source.place(start))
        for start, end in _numbers(text)
    ]
    return sorted(faults, key=lambda fault: fault.place)


def _is_digit(character: str) -> bool:
    """Tell whether a character says a number: a digit, a raised or lowered one, a fraction."""
    return unicodedata.category(character).startswith("N")


def _numbers(text: str) -> Iterator[tuple[int, int]]:
    """Find runs of digits; a point or comma between digits belongs to the run."""
    position = 0
    while position < len(text):
        if not _is_digit(text[position]):
            position += 1
            continue
        end = position + 1
        while end < len(text) and (
            _is_digit(text[end])
            or (text[end] in ".," and end + 1 < len(text) and _is_digit(text[end + 1]))
        ):
            end += 1
        yield position, end
        position = end


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match.group())


def _blanked(text: str, spans: Iterable[tuple[int, int]], letter: str = " ") -> str:
    """Write a letter over spans of a text; lines stay where they are."""
    characters = list(text)
    for start, end in spans:
        characters[start:end] = re.sub(r"[^\n]", letter, text[start:end])
    return "".join(characters)


def _without_jinja(source: Source) -> str:
    outputs = [(tag.start, tag.end) for tag in source.tags if tag.kind == "output"]
    others = [(tag.start, tag.end) for tag in source.tags if tag.kind != "output"]
    return _blanked(_blanked(source.text, outputs, _STAND_IN), others)


def _without_structure(text: str) -> str:
    """Blank what is not prose: list numbers, given code, addresses, HTML's own tags."""
    starts = [0, *(match.end() for match in re.finditer("\n", text)), len(text)]
    code: list[tuple[int, int]] = []
    blanks: list[tuple[int, int]] = []
    for token in parser().parse(text):
        if token.map is None:
            continue
        first, last = starts[token.map[0]], starts[min(token.map[1], len(starts) - 1)]
        if token.type in ("fence", "code_block"):
            code.append((first, last))
            given = "given" in token.info.split()
            blanks.append((first, last if given else _end_of_info(text, first, token.info)))
        elif token.type == "list_item_open" and token.info:
            marker = text.index(token.info + token.markup, first)
            blanks.append((marker, marker + len(token.info)))
    code += [
        match.span()
        for match in _CODE_SPAN.finditer(text)
        if not any(start <= match.start() < end for start, end in code)
    ]
    blanks += [
        span
        for span in (*_addresses(text), *_tags(text))
        if not any(start <= span[0] < end for start, end in code)
    ]
    return _blanked(text, blanks)


def _end_of_info(text: str, fence: int, info: str) -> int:
    """Tell where the words behind a fence's opening end: they name the kind of code."""
    return text.index(info, fence) + len(info) if info else fence


def _addresses(text: str) -> Iterator[tuple[int, int]]:
    for pattern in _ADDRESSES:
        for match in pattern.finditer(text):
            yield match.span(1)


def _tags(text: str) -> Iterator[tuple[int, int]]:
    """Find HTML's tags, but for the attributes that a reader hears or sees."""
    position = text.find("<")
    while position >= 0:
        end = position + 1
        if tag := HTML_TAG_RE.match(text[position : position + _LONGEST_TAG]):
            end = position + tag.end()
            start = position
            for spoken in _SPOKEN.finditer(text, position, end):
                yield start, spoken.start(1)
                start = spoken.end(1)
            yield start, end
        position = text.find("<", end)
