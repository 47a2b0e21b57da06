"""The chapter of a book that explains words, and the chapters that use each word first."""

import xml.etree.ElementTree as ET
from collections.abc import Callable
from functools import cached_property

from markupsafe import escape

from bookbuild.chapters.contents import Contents
from bookbuild.chapters.entries import Entry
from bookbuild.chapters.kit import Setting, anchor
from bookbuild.markup.slots import Slot
from bookbuild.passes.glossary import FIRST, Glossary, Vocabulary, Word
from bookbuild.passes.words import used_in


class Explaining:
    """The words that a book explains, as each of its pages sees them."""

    def __init__(self, contents: Contents) -> None:
        self._contents = contents

    @cached_property
    def _found(self) -> tuple[Entry, Glossary] | None:
        for entry in self._contents:
            if words := entry.chapter.front.words:
                rendered, elsewhere = self._plain(entry), entry.chapter.front.elsewhere
                return entry, Glossary(rendered, words, elsewhere)
        return None

    @cached_property
    def _first_in(self) -> dict[Word, Entry]:
        """The chapter that uses each word first, for the words that any chapter uses."""
        found: dict[Word, Entry] = {}
        if self._found:
            explaining, glossary = self._found
            for entry in self._contents:
                if entry is not explaining:
                    for word in used_in(self._plain(entry), glossary):
                        found.setdefault(word, entry)
        return found

    def _plain(self, entry: Entry) -> ET.Element:
        """Return a chapter's tree, rendered for its words alone."""
        setting = Setting("html", lambda _: None, _name_of, lambda text, _: Slot.plain(text))
        return self._contents.render(entry, self._contents.own_view(entry), setting).tree()

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
        return self._found[1].words() if self._found else []

    def on_screen(self, entry: Entry, path: Callable[[Entry], str] | None) -> Vocabulary:
        """Return the words for a page of a chapter that links them.

        `path` leads from it to another chapter; without it there is none to lead to, and the words
        are explained on the page itself.
        """
        if self._found is None:
            return Vocabulary()
        explaining, glossary = self._found
        if entry is explaining:
            return Vocabulary(firsts=self._firsts(lambda word, first: _link(word, first, path)))
        page = path(explaining) if path else ""
        return Vocabulary(glossary, page, tuple(self.met(entry)))

    def on_paper(self, entry: Entry, link: Callable[[Entry], Slot]) -> Vocabulary:
        """Return the words for a chapter on paper; `link` names another."""
        if self._found is None:
            return Vocabulary()
        explaining = self._found[0]
        if entry is explaining:
            return Vocabulary(firsts=self._firsts(lambda _, first: link(first).html))
        return Vocabulary(met=tuple(self.met(entry)), explained_in=link(explaining).html)

    def _firsts(self, link: Callable[[Word, Entry], str]) -> dict[str, str]:
        return {word.term: link(word, first) for word, first in self._first_in.items()}


def _link(word: Word, first: Entry, path: Callable[[Entry], str] | None) -> str:
    """Return a link to the place where a chapter uses a word first."""
    if path is None:
        return escape(first.title)
    return anchor(f"{path(first)}#{FIRST}{word.id}", first.title).html


def _name_of(entry: Entry) -> Slot:
    return Slot.plain(entry.title)
