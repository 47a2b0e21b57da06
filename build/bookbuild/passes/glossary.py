"""The words that a book explains, and how they are found in a text.

The explained words are the terms of one chapter's definition lists. Its head tells in which other
forms they occur, and in which phrases a form has another sense; without any, a term occurs as it is
and with an s.
"""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from engine.errors import UnknownName

FIRST = "first-"  # begins the id of a word's first use on a page


@dataclass(frozen=True)
class Word:
    """A word that the book explains: its id on the page that does, and what is said there."""

    id: str
    term: str
    said: str


def word_id(term: str) -> str:
    """Return the id of a term on the page that explains it."""
    return "word-" + "-".join(re.findall(r"\w+", term.lower()))


def plain(element: ET.Element) -> str:
    """Return the characters of an element, without its tail, on one line."""
    return " ".join("".join(element.itertext()).split())


class Glossary:
    """The words that a book explains, in all their forms."""

    def __init__(
        self, body: ET.Element, forms: Mapping[str, tuple[str, ...]], elsewhere: Sequence[str] = ()
    ) -> None:
        """Read the explaining chapter. Raises `UnknownName` at forms of a term that it hasn't."""
        terms = {
            plain(term): plain(said)
            for entries in body.iter("dl")
            for term, said in pairwise(entries)
            if term.tag == "dt" and said.tag == "dd"
        }
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

    def found(self, text: str) -> Iterator[tuple[int, int, Word]]:
        """Yield each word of a text: where it begins and ends, and which it is."""
        for match in self._pattern.finditer(text) if self._words else ():
            word = self._words.get(match[0].lower())
            if word is not None:
                yield match.start(), match.end(), word


@dataclass(frozen=True)
class Vocabulary:
    """The words of a book as one of its pages sees them.

    `glossary` has those to link, `page` is where they are explained: both empty where nothing is
    linked. `met` are those that the page uses first in the book; paper also names the chapter that
    explains them, `explained_in`. The explaining chapter has `firsts`: for each term, a link to
    the chapter that uses it first. Links are HTML.
    """

    glossary: Glossary | None = None
    page: str = ""
    met: tuple[Word, ...] = ()
    explained_in: str = ""
    firsts: Mapping[str, str] = field(default_factory=dict)
