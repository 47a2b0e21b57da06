"""How the arrays of a pass (or of a model's weights) are named: by the fields that hold them."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from engine.figures.descriptions import UNDESCRIBED, Described, Description


def walk(part: Any) -> Iterator[tuple[str, Any]]:
    """Yield each array with its public name; of several like parts, each has a number."""
    for name, array, _ in walk_described(part):
        yield name, array


def walk_described(part: Any) -> Iterator[tuple[str, Any, Description]]:
    """Yield each array with its public name and what its figures are."""
    for name, array, description, _ in _arrays(part):
        yield name, array, description


Found = tuple[str, Any, Description, bool]  # and whether its name leaves out the next part


def _arrays(part: Any) -> Iterator[Found]:
    if isinstance(part, Described):
        yield from _within("", part.part, part.description)
    elif isinstance(part, dict):
        for key, inner in part.items():
            yield from _within(key, inner, UNDESCRIBED)
    elif is_dataclass(part) and not isinstance(part, type):
        for key, description in _fields(type(part)):
            yield from _within(key, getattr(part, key), description)
    else:
        yield "", part, UNDESCRIBED, False


@cache
def _fields(kind: type[Any]) -> list[tuple[str, Description]]:
    return [(one.name, one.metadata.get("description", UNDESCRIBED)) for one in fields(kind)]


def _within(key: str, part: Any, description: Description) -> Iterator[Found]:
    """Yield the arrays of a part that is called `key` where it is."""
    if part is None:
        return
    if isinstance(part, tuple):
        for number, one in enumerate(part, start=1):
            own = f"{key.removesuffix('s')}{number}" if len(part) > 1 else ""
            yield from _within(own, one, description)
        return
    for name, array, inner, outer in _arrays(part):
        own = "" if description.unnamed or outer else key
        about = description.around(inner, name)
        yield _join(own, name), array, about, description.outer


def _join(name: str, key: str) -> str:
    return f"{name}.{key}" if name and key else name or key
