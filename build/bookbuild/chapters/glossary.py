"""Where a chapter first uses a word that the book explains: a link to it that says it on the spot.

The explained words are the terms of one chapter's definition list. Its head tells in which other
forms they occur; without any, a term occurs as it is and with an s.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from html import escape, unescape

from bookbuild.chapters.contents import Contents
from bookbuild.chapters.entries import Entry
from bookbuild.chapters.kit import Setting
from bookbuild.markup.slots import Slot
from bookbuild.markup.trees import TAG, VOID
from engine.errors import UnknownName

_ENTRY = re.compile(r"<dt>(.*?)</dt>\s*<dd>(.*?)</dd>", re.DOTALL)
_PROSE = {"p", "li", "dd"}
_OTHER = {"a", "code", "pre", "svg", "math", "table", "summary", "nav", "blockquote", "q", "dt",
          "h1", "h2", "h3", "h4"}  # fmt: skip
_HIDDEN = re.compile(r"""(?:"[^"]*"|[^"])*?\shidden(?:[\s=]|$)""")  # among attributes
_OTHER_CLASSES = {"line", "formula", "sentence", "asked", "fig", "sum", "hidden", "chapter-number"}


@dataclass(frozen=True)
class Word:
    """A word that the book explains: its id on the page that does, and what is said there."""

    id: str
    term: str
    said: str


def word_id(term: str) -> str:
    """Return the id of a term on the page that explains it."""
    return "word-" + "-".join(re.findall(r"\w+", term.lower()))


def with_ids(html: str) -> str:
    """Give every word that a page explains an id."""
    return re.sub(r"<dt>(?=(.*?)</dt>)", lambda m: f'<dt id="{word_id(_plain(m[1]))}">', html)


class Glossary:
    """The words that a book explains, found in the prose of its other chapters."""

    def __init__(self, html: str, forms: Mapping[str, tuple[str, ...]]) -> None:
        """Read the explaining chapter. Raises `UnknownName` at forms of a term that it hasn't."""
        terms = {_plain(term): _plain(said) for term, said in _ENTRY.findall(html)}
        for term in forms:
            if term not in terms:
                raise UnknownName(term, terms, what="explained word")
        self._words = {
            form.lower(): Word(word_id(term), term, said)
            for term, said in terms.items()
            for form in forms.get(term, (term, f"{term}s"))
        }
        longest_first = sorted(self._words, key=len, reverse=True)
        either = "|".join(map(re.escape, longest_first))
        # What is in quotation marks, as a title does, is somebody's own words.
        self._pattern = re.compile(rf"“[^”]*”|(?<![\w-])(?:{either})(?![\w-])", re.IGNORECASE)

    def words(self) -> list[Word]:
        """Return the words in the order in which they are explained."""
        return list(dict.fromkeys(self._words.values()))

    def link(self, html: str, page: str) -> str:
        """Link the first use of each word in a chapter's prose to the page that explains it."""
        seen: set[Word] = set()

        def linked(match: re.Match[str]) -> str:
            word = self._words.get(match[0].lower())
            if word is None or word in seen:
                return match[0]
            seen.add(word)
            said = escape(word.said)
            return f'<a class="term" href="{page}#{word.id}" data-said="{said}">{match[0]}</a>'

        return "".join(
            self._pattern.sub(linked, part) if prose and self._words else part
            for part, prose in _parts(html)
        )


class Explaining:
    """The chapter of a book that explains words, if it has one, and the links that lead to it."""

    def __init__(self, contents: Contents, path_of: Callable[[Entry], str]) -> None:
        self._contents = contents
        self._path_of = path_of

    @cached_property
    def _glossary(self) -> tuple[Entry, Glossary] | None:
        for entry in self._contents:
            if words := entry.chapter.front.words:
                setting = Setting("html", lambda _: None, _name_of, lambda text, _: _said(text))
                view = self._contents.own_view(entry)
                return entry, Glossary(self._contents.render(entry, view, setting).html, words)
        return None

    @property
    def entry(self) -> Entry | None:
        """The chapter that explains words."""
        return self._glossary[0] if self._glossary else None

    def words(self) -> list[Word]:
        """Return the words that the book explains."""
        return self._glossary[1].words() if self._glossary else []

    def page(self, entry: Entry, html: str, link: Callable[[str], str]) -> str:
        """Return a chapter's HTML with its words linked, and ids at those that it explains itself.

        `link` leads from its page to another.
        """
        html = with_ids(html)
        if self._glossary is None:
            return html
        explaining, glossary = self._glossary
        if entry is explaining:
            return html
        return glossary.link(html, link(self._path_of(explaining)))


def _name_of(entry: Entry) -> Slot:
    return Slot.plain(entry.title)


def _said(text: str) -> Slot:
    return Slot.plain(text)


def _plain(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", "", html)).split())


def _parts(html: str) -> Iterator[tuple[str, bool]]:
    """Yield tags and the text between them, and whether that text is prose."""
    stack: list[tuple[str, bool | None]] = [("", None)]  # a tag; prose, what never is, or neither
    at = 0
    for match in TAG.finditer(html):
        yield html[at : match.start()], stack[-1][1] is True
        yield match[0], False
        at = match.end()
        closing, tag, attributes = match.groups()
        if tag in VOID or attributes.endswith("/"):
            continue
        if closing:
            while len(stack) > 1 and stack.pop()[0] != tag:
                pass
            continue
        prose = stack[-1][1]
        if prose is not False:
            if _is_other(tag, attributes):
                prose = False
            elif tag in _PROSE:
                prose = True
        stack.append((tag, prose))
    yield html[at:], False


def _is_other(tag: str, attributes: str) -> bool:
    """Tell whether nothing in an element is prose that a reader sees."""
    classes = re.search(r'class="([^"]*)"', attributes)
    apart = bool(classes and _OTHER_CLASSES & set(classes[1].split()))
    return tag in _OTHER or apart or bool(_HIDDEN.match(attributes))
