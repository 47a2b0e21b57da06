"""How one page of the site leads to another, wherever the site stands."""

import posixpath
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True)
class Link:
    """Where something is, as the templates take it."""

    href: str
    title: str
    number: int | None = None
    items: Sequence["Link"] = ()
    current: bool = False
    size: str = ""


def relative(path: str, target: str) -> str:
    """Return the way from one page to another, both seen from the front."""
    file, hash_, fragment = target.partition("#")
    return f"{_relative(posixpath.dirname(path), file)}{hash_}{fragment}"


@cache
def _relative(folder: str, file: str) -> str:
    return posixpath.relpath(file, folder or ".")


def maybe_relative(path: str, target: str | None) -> str | None:
    """Return the way, where there is something to lead to."""
    return None if target is None else relative(path, target)
