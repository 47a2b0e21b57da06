"""How figures are found: by a name and a place, in arrays that belong to one scope."""

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from engine.errors import UnknownName, WorkingsError
from engine.figures.descriptions import Description
from engine.figures.figure import Figure
from engine.figures.ledger import FigureArray
from engine.figures.naming import walk_described

NO_WORDS: Mapping[str, tuple[str, ...]] = MappingProxyType({})


class NamedFigures:
    """Arrays of figures under one scope, in the order in which they were worked."""

    def __init__(
        self,
        scope: str,
        arrays: dict[str, FigureArray],
        vocabularies: Mapping[str, tuple[str, ...]] = NO_WORDS,
    ) -> None:
        self.scope = scope
        self.arrays = arrays
        self.vocabularies = vocabularies  # the labels of axes along words; others are counted

    def publish(self, parts: Any) -> list[str]:
        """Name the arrays of some parts as their fields say; return the names.

        Arrays that have a name already, such as given ones passed on, keep it.
        """
        names = []
        for name, array, about in walk_described(parts):
            if not array.name:
                labels = labels_of(about, array.shape, self.vocabularies)
                array.publish(self.scope, name, labels, about)
                self.arrays[name] = array
                names.append(name)
        return names

    def shelves(self) -> Sequence[Mapping[str, FigureArray]]:
        """Return the places to look in for a name, the nearest first."""
        return (self.arrays,)

    def find(self, name: str) -> FigureArray:
        """Return the array of figures with this name."""
        for shelf in self.shelves():
            if name in shelf:
                return shelf[name]
        raise UnknownName(name, [key for shelf in self.shelves() for key in shelf], what="figure")

    def figure(self, name: str) -> Figure:
        """Return the figure called `name`, such as `query[5,1]` or `guess.share[5,mat]`."""
        match = re.fullmatch(r"([\w.]+?)(?:\[(.*)\])?", name)
        if match is None:
            return self.at(name)
        return self.at(
            match[1], *([] if match[2] is None else match[2].replace(" ", "").split(","))
        )

    def at(self, name: str, *labels: str) -> Figure:
        """Return the figure of an array at its place: `at("query", "5", "1")`."""
        array = self.find(name)
        if len(labels) != len(array.labels):
            example = next(iter(array)).name
            wrong = f"{name}[{','.join(labels)}]" if labels else name
            raise WorkingsError(f"there is no figure “{wrong}”: write it like {example}")
        index = [0] * len(array.shape)
        for axis, (label, valid) in enumerate(zip(labels, array.labels, strict=True)):
            if label not in valid:
                raise WorkingsError(
                    f"{name} has no place “{label}”: they are {valid[0]} to {valid[-1]}"
                )
            index[axis] = valid.index(label)
        if array.causal and index[1] > index[0]:
            wrong = f"{name}[{','.join(labels)}]"
            raise WorkingsError(f"there is no {wrong}: a word never listens to a later one")
        return array.figure(*index)

    def figures(self) -> Iterator[Figure]:
        """Yield every figure of this scope, in the order in which it was worked."""
        for array in self.arrays.values():
            for figure in array:
                if figure.array is array or figure.array.name == array.name:
                    yield figure


def counted(size: int) -> tuple[str, ...]:
    """Return the labels of an axis whose places are counted from 1."""
    return tuple(str(i) for i in range(1, size + 1))


def labels_of(
    about: Description, shape: Sequence[int], vocabularies: Mapping[str, tuple[str, ...]]
) -> tuple[tuple[str, ...], ...]:
    """Return the labels of an array: words along the axes of `vocabularies`, or else counted."""
    sizes = zip(about.axes, shape, strict=False)
    return tuple(vocabularies.get(axis) or counted(size) for axis, size in sizes)
