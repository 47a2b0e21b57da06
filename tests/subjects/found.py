"""One subject of a book that is read: what it has worked is the pages' own."""

from collections.abc import Iterable
from typing import TypeVar

from bookbuild.chapters.subject import Subject

Kind = TypeVar("Kind", bound=Subject)


def subject_of(kind: type[Kind], subjects: Iterable[Subject]) -> Kind:
    """Return the only subject that is of a kind."""
    (found,) = (subject for subject in subjects if isinstance(subject, kind))
    return found
