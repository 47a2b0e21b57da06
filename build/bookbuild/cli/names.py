"""Which figures there are to name: each array of a scope, from what is declared with its field."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from bookbuild.chapters.contents import Contents
from bookbuild.lines.ledger_figures import Part, whole
from engine.errors import UnknownName, WorkingsError, nearest
from engine.figures.figure import Figures

GIVEN, WORKED = "given", "worked"
COLUMNS = ("name", "places", "shape", "rounded to", "origin", "title")


@dataclass(frozen=True)
class Named:
    """One array of figures as an author may name it; `example` is one of its figures.

    `axes` has, for each axis, what its places are (or nothing), how many there are, and the first
    and the last of their labels.
    """

    scope: str
    name: str
    axes: tuple[tuple[str, int, str, str], ...]
    rounding: str
    origin: str
    title: str
    example: str

    @property
    def shape(self) -> str:
        """How many figures there are along each axis, as in `5 × 8`; nothing for a single one."""
        return " × ".join(str(size) for _, size, _, _ in self.axes)

    @property
    def places(self) -> str:
        """What the places along each axis are, and what they are called."""
        return ", ".join(
            f"{axis or 'place'} {first}…{last}" if size > 1 else f"{axis or 'place'} {first}"
            for axis, size, first, last in self.axes
        )

    @property
    def data(self) -> Mapping[str, object]:
        """It as one object of JSON."""
        return {
            "scope": self.scope,
            "name": self.name,
            "axes": [
                {"of": axis, "places": size, "first": first, "last": last}
                for axis, size, first, last in self.axes
            ],
            "shape": [size for _, size, _, _ in self.axes],
            "rounding": self.rounding,
            "origin": self.origin,
            "title": self.title,
            "example": self.example,
        }


def named_in(contents: Contents, scope: str) -> list[Named]:
    """Return what a scope has, in the order in which it was worked.

    A scope is that of a ledger, such as `book/adam` or `signal/the-dog-sat-on-the`; or what a
    chapter's head names: a `run`, which has its model's figures and those of the first text that
    the book gives it, or an `example`, which has those of the chapters that work it. Raises
    `UnknownName`.
    """
    parts = _parts_of(contents, scope)
    return [named(part.scope, name, array) for part in parts for name, array in part.arrays.items()]


def named(scope: str, name: str, array: Figures) -> Named:
    """Describe an array that has a name in a scope."""
    sizes = dict(enumerate(array.axes))
    axes = tuple(
        (sizes.get(at, ""), len(labels), labels[0], labels[-1])
        for at, labels in enumerate(array.labels)
        if labels
    )
    first = next(iter(array), None)
    worked = first is not None and first.worked
    rule = first.array.rule if first is not None and worked else None
    return Named(
        scope,
        name,
        axes,
        "" if rule is None else str(rule),
        WORKED if worked else f"{GIVEN}: {array.origin}",
        array.title,
        name if first is None else first.name,
    )


def like(found: Sequence[Named], wanted: str) -> list[Named]:
    """Return those whose name or title has `wanted` in it. Raises `UnknownName` if none has."""
    small = wanted.casefold()
    kept = [one for one in found if small in one.name.casefold() or small in one.title.casefold()]
    if not kept:
        words = {part for one in found for part in (one.name, *one.name.split("."))}
        raise UnknownName(wanted, words, what="figure like")
    return kept


def listed(found: Iterable[Named]) -> Iterator[str]:
    """Yield lines of text: each scope, then a row for each array of it, in columns."""
    for scope, group in groupby(found, key=lambda one: one.scope):
        rows = [COLUMNS, *(_cells(one) for one in group)]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        yield f"{scope}:"
        for row in rows:
            padded = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
            yield "  ".join(padded).rstrip()


def _cells(one: Named) -> tuple[str, ...]:
    return (one.name, one.places, one.shape, one.rounding, one.origin, one.title)


def _parts_of(contents: Contents, scope: str) -> list[Part]:
    chapters = [entry for entry in contents if contents.givens.get(entry.name)]
    own = [
        entry
        for entry in chapters
        if scope in (entry.scope, str(entry.chapter.front.more.get("example", "")))
    ]
    if own:
        return [whole(entry.scope, contents.givens[entry.name]) for entry in own]
    met: dict[str, Part] = {}
    for part in published(contents):
        met.setdefault(part.scope, part)
        run = scope in contents.subjects.runs()
        if run and scope in met and part.scope.startswith(f"{scope}/"):
            return [met[scope], part]
        if not run and part.scope == scope:
            return [part]
    if scope in met:
        return [met[scope]]
    if scope in contents.subjects.examples:
        raise WorkingsError(
            f"no chapter works the example “{scope}” yet: name it in the head of one, "
            f'example = "{scope}", with what it takes under [givens]'
        )
    examples = [str(entry.chapter.front.more.get("example", "")) for entry in chapters]
    valid = [*contents.subjects.runs(), *met, *(entry.scope for entry in chapters), *examples]
    error = UnknownName(scope, filter(None, valid), what="scope")
    if not nearest(scope, error.valid):
        error.add(f"There are {', '.join(dict.fromkeys(error.valid))}.")
    raise error


def published(contents: Contents) -> Iterator[Part]:
    """Yield what a book's subjects have worked, by scope."""
    for subject in contents.subjects:
        yield from subject.whole()
        yield from subject.worked()
