"""What a figure is, declared with the field that holds it: its title, its axes, its origin.

The steps of a pass are fields of dataclasses. `figure` declares a field that holds an array, `part`
one that holds further steps and what is said of all of them. What an array is follows from all the
fields that lead to it: `around` puts them together, from the array outwards.
"""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field
from types import MappingProxyType
from typing import Any, TypeVar, dataclass_transform

# The origins of given figures, as readers see them.
LEARNED = "a learned weight"
REMEMBERED = "a running mean that the optimizer kept, as it was saved in training"
PLACE = "a place, counted from its list"
DIFFERENCE = "a difference, measured against the same pass with nothing rounded"
UNROUNDED = "a chance, worked with nothing rounded on the way and rounded once at the end"
TRIED = "a share after a step that was tried, rounded once at the end"
CUT = "a chance with some looks of the attention cut, rounded once at the end"
CHOSEN = "a number that was chosen"
MEASURED = "a result, measured when the book was made"
TRAINING = "a number that was chosen for the training"
ROUNDING = "a rule of rounding that was chosen"
SIZE = "a size of the model, which was chosen"
DRAWN = "a draw from a list of random numbers with a chosen start"
COUNT = "a count"
MASKED = "what the mask puts in the place of a score"
NEVER_READ = "a plain zero: this word was not in the sentence"
UNKNOWN = "a given number"

NONE: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class Description:
    """What the figures of an array are, or those of a part.

    The description of a part is about every array in it; a title with `{}` takes in the other.
    """

    title: str = ""
    axes: tuple[str, ...] = ()  # what the places along each axis are
    origin: str = ""  # of those that no line made
    compared: bool = True  # whether it is shown how far rounding moved them
    stays: bool = False  # whether they stay with the book: no program for a browser has them
    causal: bool = False  # whether there are none for later words, along an axis of words heard
    unnamed: bool = False  # whether the part adds nothing to their names
    outer: bool = False  # whether the part is named as if it were outside the one that holds it
    # What an axis in the part is: {"heard": "position"}; other titles of some arrays in the part.
    called: Mapping[str, str] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)

    def around(self, inner: "Description", name: str) -> "Description":
        """Describe an array of the part that this is about; it is called `name` in there."""
        title = self.titles.get(name, inner.title)
        return Description(
            _title(self.title, title),
            self.axes or tuple(self.called.get(axis, axis) for axis in inner.axes),
            self.origin or inner.origin,
            self.compared and inner.compared,
            self.stays or inner.stays,
            inner.causal or (self.causal and "heard" in inner.axes[1:]),
        )


def _title(outer: str, inner: str) -> str:
    if outer and inner:
        if "{}" in inner:
            return inner.format(outer)
        if "{}" in outer:
            return outer.format(inner)
    return outer or inner


UNDESCRIBED = Description()


@dataclass(frozen=True)
class Described:
    """An array or a part that no field holds, with its description."""

    part: Any
    description: Description


def figure(
    title: str, *axes: str, origin: str = "", compared: bool = True, default: Any = MISSING
) -> Any:
    """Declare a field that holds an array of figures, with the title of its lines."""
    return _declare(Description(title, axes, origin, compared), default)


def part(
    title: str = "",
    *,
    origin: str = "",
    causal: bool = False,
    unnamed: bool = False,
    outer: bool = False,
    titles: Mapping[str, str] = NONE,
    default: Any = MISSING,
    **called: str,
) -> Any:
    """Declare a field that holds further steps; keywords say what an axis of theirs is here."""
    about = Description(
        title,
        origin=origin,
        causal=causal,
        unnamed=unnamed,
        outer=outer,
        called=called,
        titles=titles,
    )
    return _declare(about, default)


def _declare(description: Description, default: Any) -> Any:
    return field(default=default, metadata={"description": description})


Steps = TypeVar("Steps")


@dataclass_transform(frozen_default=True, field_specifiers=(figure, part))
def steps(made: type[Steps]) -> type[Steps]:
    """Make a class a frozen dataclass whose fields are figures and parts."""
    return dataclass(frozen=True)(made)
