"""Which names a chapter's template may use: those that a desk's methods are marked as offering."""

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

Method = TypeVar("Method", bound=Callable[..., Any])

_MARK = "_offered_as"


def offered(method: Method) -> Method:
    """Offer a method to templates by its own name.

    A property is marked under its `@property`. What a subclass puts in the place of an offered
    method is offered too.
    """
    return offered_as(method.__name__)(method)


def offered_as(name: str) -> Callable[[Method], Method]:
    """Offer a method, or a property's value, to templates by another name than its own."""

    def mark(method: Method) -> Method:
        setattr(method, _MARK, name)
        return method

    return mark


def names_of(desk: object) -> dict[str, Any]:
    """Return what an object offers, by name, with the values that properties have now."""
    return {name: getattr(desk, member) for name, member in offered_members(type(desk))}


def offered_members(kind: type) -> Iterator[tuple[str, str]]:
    """Yield each name that a class offers, with the member that it stands for."""
    found: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        for member, value in vars(base).items():
            function = value.fget if isinstance(value, property) else value
            name = getattr(function, _MARK, "")
            if name:
                found[name] = member
    yield from found.items()
