"""What a position or a word of a page stands for, so that scripts can fill the page again.

A template is written with places of one sentence: the followed position, the answer, the word that
is heard most. Where a place follows from the sentence it carries its role, and what it was used for
is marked with its figure's name in roles: `query[here,1]` beside `query[5,1]`. A reader's own
sentence is then told by the same roles. A role is a word, and what it is of: `top head1.share`.
"""

from collections.abc import Iterable
from html import escape

from bookbuild.markup.slots import Slot

EACH = "each"  # the place of a row, in a table over many
ANY = "*"  # in an array's name: the temperature


class Place(int):
    """A position in a sentence, with its role."""

    role: str

    def __new__(cls, position: int, role: str) -> "Place":
        """Give a position a role."""
        place = super().__new__(cls, position)
        place.role = role
        return place


class Word(str):
    """A word, with its role; it prints as the word, and marked."""

    role: str
    __slots__ = ("role",)

    def __new__(cls, word: str, role: str) -> "Word":
        """Give a word a role."""
        made = super().__new__(cls, word)
        made.role = role
        return made

    def as_slot(self) -> Slot:
        """Stand in running text, marked with the role."""
        plain = Slot.plain(str(self))
        return Slot(html=f'<span data-say="{self.role}">{plain.html}</span>', text=plain.text)


class Name(str):
    """The name of an array, with that which it has when the temperature is left open."""

    role: str
    __slots__ = ("role",)

    def __new__(cls, name: str, role: str) -> "Name":
        """Give a name its open form."""
        made = super().__new__(cls, name)
        made.role = role
        return made


class Over(list[object]):
    """Places of the rows of a table, with the role of them all."""

    def __init__(self, places: Iterable[object], role: str) -> None:
        super().__init__(places)
        self.role = role


def role_of(thing: object) -> str:
    """Return the role of a thing, or nothing."""
    return thing.role if isinstance(thing, Place | Word | Name | Over) else ""


def in_roles(name: str, places: Iterable[object]) -> str:
    """Return a figure's name with roles in it: `query[here,1]`; nothing where no part has one."""
    parts = list(places)
    if not any(map(role_of, (name, *parts))):
        return ""
    at = ",".join(role_of(part) or _constant(part) for part in parts)
    return f"{role_of(name) or name}[{at}]" if parts else role_of(name) or name


def _constant(part: object) -> str:
    return f"={part}" if isinstance(part, str) else str(part)  # a word is never taken for a role


def word_slot(word: str, position: int) -> Slot:
    """Return a word with its position as a subscript."""
    role = role_of(position)
    said = f' data-say="{role}"' if role else ""
    html = f'<span class="at-word"{said}>{escape(word)}<sub>{position}</sub></span>'
    return Slot(html=html, text=word)
