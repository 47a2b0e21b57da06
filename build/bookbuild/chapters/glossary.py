"""Where a chapter first uses a word that the book explains: a link to it that says it on the spot.

The explained words are the terms of one chapter's definition list. Its head says in which other
forms they occur, and in which phrases a form has another sense; without any, a term occurs as it is
and with an s. Each word leads back to the chapter that uses it first, which lists it at its end.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape, unescape

from bookbuild.chapters.contents import Contents
from bookbuild.chapters.entries import Entry
from bookbuild.chapters.kit import Setting
from bookbuild.markup.slots import Slot
from bookbuild.markup.trees import TAG, VOID
from engine.errors import UnknownName

MET = "Words met"
FIRST = "first-"  # begins the id of a word's first use on a page
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
    return re.sub(r"<dt>(?=(.*?)</dt>)", lambda m: f'<dt id="{word_id(_text_of(m[1]))}">', html)


class Glossary:
    """The words that a book explains, found in the prose of its other chapters."""

    def __init__(
        self, html: str, forms: Mapping[str, tuple[str, ...]], elsewhere: Sequence[str] = ()
    ) -> None:
        """Read the explaining chapter. Raises `UnknownName` at forms of a term that it hasn't."""
        terms = {_text_of(term): _text_of(said) for term, said in _ENTRY.findall(html)}
        for term in forms:
            if term not in terms:
                raise UnknownName(term, terms, what="explained word")
        self._words = {
            form.lower(): Word(word_id(term), term, said)
            for term, said in terms.items()
            for form in forms.get(term, (term, f"{term}s"))
        }
        longest_first = sorted([*self._words, *elsewhere], key=len, reverse=True)
        either = "|".join(map(re.escape, longest_first))
        # What is in quotation marks, as a title does, is somebody's own words.
        self._pattern = re.compile(rf"“[^”]*”|(?<![\w-])(?:{either})(?![\w-])", re.IGNORECASE)

    def words(self) -> list[Word]:
        """Return the words in the order in which they are explained."""
        return list(dict.fromkeys(self._words.values()))

    def used(self, html: str) -> list[Word]:
        """Return the words that a chapter's prose uses, in the order in which they come up."""
        found = (self._words.get(match[0].lower()) for match in self._matches(html))
        return list(dict.fromkeys(word for word in found if word))

    def _matches(self, html: str) -> Iterator[re.Match[str]]:
        for part, prose in _parts(html):
            yield from self._pattern.finditer(part) if prose and self._words else ()

    def link(self, html: str, page: str) -> str:
        """Link the first use of each word in a chapter's prose to the page that explains it."""
        seen: set[Word] = set()

        def linked(match: re.Match[str]) -> str:
            word = self._words.get(match[0].lower())
            if word is None or word in seen:
                return match[0]
            seen.add(word)
            return _term(word, page, match[0], f' id="{FIRST}{word.id}"')

        return "".join(
            self._pattern.sub(linked, part) if prose and self._words else part
            for part, prose in _parts(html)
        )


class Explaining:
    """The chapter of a book that explains words, if it has one, and the links that lead to it."""

    def __init__(self, contents: Contents) -> None:
        self._contents = contents

    @cached_property
    def _glossary(self) -> tuple[Entry, Glossary] | None:
        for entry in self._contents:
            if words := entry.chapter.front.words:
                elsewhere = entry.chapter.front.elsewhere
                return entry, Glossary(self._plain(entry), words, elsewhere)
        return None

    @cached_property
    def _first_in(self) -> dict[Word, Entry]:
        """The chapter that uses each word first, for the words that any chapter uses."""
        found: dict[Word, Entry] = {}
        if self._glossary:
            explaining, glossary = self._glossary
            for entry in self._contents:
                if entry is not explaining:
                    for word in glossary.used(self._plain(entry)):
                        found.setdefault(word, entry)
        return found

    def _plain(self, entry: Entry) -> str:
        """Return a chapter's HTML, rendered for its words alone."""
        setting = Setting("html", lambda _: None, _name_of, lambda text, _: _said(text))
        return self._contents.render(entry, self._contents.own_view(entry), setting).html

    def met(self, entry: Entry) -> list[Word]:
        """Return the words that a chapter uses first; an appendix is there to look things up in."""
        if entry.kind == "Appendix":
            return []
        return [word for word, first in self._first_in.items() if first is entry]

    def prepare(self) -> None:
        """Find all words, so that processes made from this one have them already."""
        self._first_in.keys()

    def words(self) -> list[Word]:
        """Return the words that the book explains."""
        return self._glossary[1].words() if self._glossary else []

    def page(self, entry: Entry, html: str, path: Callable[[Entry], str] | None) -> str:
        """Return a chapter's HTML with its words linked, and listed at its end if it is the first.

        `path` leads from its page to another chapter; without it there is none to lead to, and the
        words are explained on the page itself. The explaining chapter gets ids, and links back.
        """
        html = with_ids(html)
        if self._glossary is None:
            return html
        explaining, glossary = self._glossary
        if entry is explaining:
            return self._with_firsts(html, lambda word, first: _first_link(word, first, path))
        page = path(explaining) if path else ""
        listed = (_term(word, page, word.term) for word in self.met(entry))
        return glossary.link(html, page) + _list_of(list(listed))

    def on_paper(self, entry: Entry, html: str, link: Callable[[Entry], Slot]) -> str:
        """Return a chapter's HTML for paper: where words are first met, and which it meets."""
        if self._glossary is None:
            return html
        explaining = self._glossary[0]
        if entry is explaining:
            return self._with_firsts(html, lambda _, first: link(first).html)
        terms = [escape(word.term) for word in self.met(entry)]
        return html + _list_of(terms, f" They are explained in {link(explaining).html}.")

    def _with_firsts(self, html: str, link: Callable[[Word, Entry], str]) -> str:
        """Add to each explanation a link to the chapter that uses the word first."""
        firsts = {word.term: (word, first) for word, first in self._first_in.items()}

        def added(match: re.Match[str]) -> str:
            found = firsts.get(_text_of(match[1]))
            more = f' <span class="first-in">First in {link(*found)}</span>' if found else ""
            return match[0].replace("</dd>", f"{more}</dd>")

        return re.sub(r"<dt[^>]*>(.*?)</dt>\s*<dd>.*?</dd>", added, html, flags=re.DOTALL)


def _term(word: Word, page: str, text: str, attributes: str = "") -> str:
    """Return a link to a word that says on the spot what it means."""
    said = escape(word.said)
    return f'<a class="term" href="{page}#{word.id}" data-said="{said}"{attributes}>{text}</a>'


def _first_link(word: Word, first: Entry, path: Callable[[Entry], str] | None) -> str:
    """Return a link to the place where a chapter uses a word first."""
    if path is None:
        return escape(first.title)
    return f'<a href="{path(first)}#{FIRST}{word.id}">{escape(first.title)}</a>'


def _list_of(terms: Sequence[str], more: str = "") -> str:
    """Return the list of words at the end of a chapter, or nothing without any."""
    if not terms:
        return ""
    return (
        f'\n<nav class="words-met" aria-label="{MET}">'
        f"<p><strong>{MET}</strong> {' · '.join(terms)}{more and '.'}{more}</p></nav>"
    )


def _name_of(entry: Entry) -> Slot:
    return Slot.plain(entry.title)


def _said(text: str) -> Slot:
    return Slot.plain(text)


def _text_of(html: str) -> str:
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
