"""Make addresses from one page of the site to another, wherever the site is."""

import posixpath
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True)
class Link:
    """Where something is, as the templates take it."""

    href: str
    title: str
    number: str = ""
    items: Sequence["Link"] = ()
    current: bool = False
    size: str = ""
    said: str = ""  # a sentence about it


@dataclass(frozen=True)
class Group:
    """Links under a title and a line about them: a part of a list of contents.

    The title may be empty, and so may the line.
    """

    title: str
    line: str
    items: Sequence[Link]


def relative(path: str, target: str) -> str:
    """Return a page's address relative to another; both are given from the front."""
    file, hash_, fragment = target.partition("#")
    return f"{_relative(posixpath.dirname(path), file)}{hash_}{fragment}"


@cache
def _relative(folder: str, file: str) -> str:
    return posixpath.relpath(file, folder or ".")


def maybe_relative(path: str, target: str | None) -> str | None:
    """Return a relative address, or None without a target."""
    return None if target is None else relative(path, target)
