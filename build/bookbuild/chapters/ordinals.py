"""The words that count a book's parts, chapters and models, so that no chapter has to type them."""

from collections.abc import Iterator, Mapping, Sequence

from bookbuild.chapters.offered import offered
from bookbuild.chapters.parts import Part
from bookbuild.markup.slots import Slot
from engine.errors import UnknownName

_ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen",
)  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_ORDINALS = {
    "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth",
    "nine": "ninth", "twelve": "twelfth",
}  # fmt: skip


def cardinal(number: int) -> str:
    """Return the word for a whole number from zero to ninety-nine, such as “twenty-one”."""
    if number < len(_ONES):
        return _ONES[number]
    tens, ones = _TENS[number // 10 - 2], number % 10
    return f"{tens}-{_ONES[ones]}" if ones else tens


def ordinal(number: int) -> str:
    """Return the word for a place from one to ninety-nine, such as “twenty-first”."""
    stem, hyphen, last = cardinal(number).rpartition("-")
    if last in _ORDINALS:
        return stem + hyphen + _ORDINALS[last]
    return stem + hyphen + (f"{last[:-1]}ie" if last.endswith("y") else last) + "th"


class Order:
    """The names with which a chapter says where something comes in the book.

    A part goes by its title in small letters, a chapter by its name, a model by its own. Models
    come in the order in which the first chapter about each comes.
    """

    def __init__(self, parts: Sequence[Part], models: Sequence[str]) -> None:
        self._named = {
            "parts": [part.title.lower() for part in parts if part.title and not part.appendices],
            "chapters": list(_numbered(parts)),
            "models": list(dict.fromkeys(_told(parts, models))),
        }

    @offered
    def ordinal(self, name: str) -> Slot:
        """Return the place of a part, a chapter or a model among its kind, such as “second”."""
        return Slot.plain(ordinal(_places(self._named)[_known(name, _places(self._named))]))

    @offered
    def how_many(self, kind: str) -> Slot:
        """Return how many "parts", "chapters" or "models" the book has, such as “five”."""
        return Slot.plain(cardinal(len(self._named[_known(kind, self._named)])))


def _known(name: str, names: Mapping[str, object]) -> str:
    if name not in names:
        raise UnknownName(name, names, what="part, chapter or model")
    return name


def _places(named: Mapping[str, Sequence[str]]) -> dict[str, int]:
    return {name: place for names in named.values() for place, name in enumerate(names, 1)}


def _numbered(parts: Sequence[Part]) -> Iterator[str]:
    """Yield the names of the chapters that have a number in digits."""
    for part in parts:
        yield from (entry.name for entry in part.entries if entry.kind == "Chapter")


def _told(parts: Sequence[Part], models: Sequence[str]) -> Iterator[str]:
    """Yield the model of each chapter; one that names none is about the first."""
    for part in parts:
        for entry in part.entries:
            yield from [entry.chapter.front.run or models[0]] if models else ()
