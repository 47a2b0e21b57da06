"""What enters a page after Markdown: a slot, and the placeholder that keeps its seat.

A placeholder is made of private-use characters only. Markdown reads them as letters of a word, so
nothing in a slot can turn into markup, and nothing around it changes its characters.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from html import escape

from bookbuild.core.errors import Where

_OPEN, _CLOSE = "\ue000", "\ue001"
_ZERO = 0xE010  # the private-use character that stands for the digit 0
PLACEHOLDER = re.compile(f"{_OPEN}([{chr(_ZERO)}-{chr(_ZERO + 9)}]+){_CLOSE}")
PRIVATE_USE = re.compile("[\ue000-\uf8ff\U000f0000-\U000ffffd\U00100000-\U0010fffd]")


@dataclass(frozen=True)
class Slot:
    """What a page has for one output of a template, in each place that a page has.

    `html` in running text; `text` in headings' names, attributes, code and titles; `latex` in
    formulas (without it, a formula shows `text`); `block` when `html` can't stand in a paragraph.
    A figure that is one plain number has its `name`, which a formula keeps.
    """

    html: str
    text: str
    latex: str | None = None
    block: bool = False
    name: str = ""

    def as_slot(self) -> "Slot":
        """Stand for itself."""
        return self

    def __str__(self) -> str:
        return self.text

    @classmethod
    def plain(cls, text: str) -> "Slot":
        """Make a slot that shows the same characters everywhere."""
        return cls(html=escape(text), text=text)


def slot_of(value: object) -> Slot | None:
    """Ask a value for the slot that prints it: what its method `as_slot` gives, if it has one."""
    # Asked of the class: a value that answers any name must not be taken for one that prints.
    method = getattr(type(value), "as_slot", None)
    slot = method(value) if callable(method) else None
    return slot if isinstance(slot, Slot) else None


class SlotTable:
    """The slots of one chapter in the order in which they were printed."""

    def __init__(self) -> None:
        self._slots: list[tuple[Slot, Where]] = []

    def seat(self, slot: Slot, place: Where) -> str:
        """Keep a slot, printed at a place of the source, and give its placeholder."""
        self._slots.append((slot, place))
        digits = str(len(self._slots) - 1)
        return _OPEN + "".join(chr(_ZERO + int(digit)) for digit in digits) + _CLOSE

    def fill(self, text: str, write: Callable[[Slot], str]) -> str:
        """Put in place of every placeholder what `write` makes of its slot."""
        return PLACEHOLDER.sub(lambda match: write(self._slots[_index(match)][0]), text)

    def within(self, text: str) -> list[tuple[Slot, Where]]:
        """List the slots that a text holds, with the place where each was printed."""
        return [self._slots[_index(match)] for match in PLACEHOLDER.finditer(text)]

    def knows_all(self, text: str) -> bool:
        """Tell whether every private-use character in a text belongs to one of these seats."""
        bare = PLACEHOLDER.sub(
            lambda match: "" if _index(match) < len(self._slots) else match.group(), text
        )
        return PRIVATE_USE.search(bare) is None


def _index(match: re.Match[str]) -> int:
    return int("".join(str(ord(character) - _ZERO) for character in match[1]))
