"""How the figures of one example are recorded, and what each is called.

An array is called what the example returns it as; else as the variable that it was first assigned
to, with a number where a variable was assigned several; else by what it is made of: `mean_x`.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal, DecimalException
from typing import Any

from engine.errors import WorkingsError
from engine.figures.descriptions import CHOSEN, COUNT
from engine.figures.ledger import FigureArray, given
from engine.figures.named import counted
from engine.figures.operations.operation import Policy

LONGEST = 40  # characters of a name that is made of others


class Recording:
    """What an example works under one scope, by some rules of rounding."""

    def __init__(self, policy: Policy, scope: str, taken: Sequence[str]) -> None:
        """Begin an example; names that are `taken` are those of its givens."""
        self.policy = policy
        self.scope = scope
        self._taken = set(taken)
        self._made: list[FigureArray] = []  # in the order in which they are worked
        self._words: dict[int, tuple[str, Sequence[FigureArray]]] = {}
        self._assigned: dict[str, list[FigureArray]] = {}
        self._wholes: dict[str, FigureArray] = {}

    def record(self, operation: str, *operands: Any) -> FigureArray:
        """Work an operation. Raises `WorkingsError` where shapes don't fit, or no number comes."""
        arrays = [operand for operand in operands if isinstance(operand, FigureArray)]
        try:
            made = arrays[0].record(operation, operands)
        except DecimalException as error:
            raise WorkingsError(_reason(error)) from error
        except ValueError as error:
            shapes = " and ".join(str(list(array.shape)) for array in arrays)
            raise WorkingsError(f"numbers of shape {shapes} don’t fit each other") from error
        values: list[Decimal] = made.values.ravel().tolist()
        if not all(value.is_finite() for value in values):
            raise WorkingsError("the result is no number, as the logarithm of zero is none")
        self._made.append(made)
        return made

    def describe(self, array: FigureArray, words: str, operands: Sequence[FigureArray]) -> None:
        """Say what an array is made of: `words` takes in the operands' names."""
        self._words[id(array)] = words, operands

    def whole(self, number: int) -> FigureArray:
        """Return a whole number that stands in a formula, as a given figure."""
        sign = "minus_" if number < 0 else ""
        return self._whole(f"number.{sign}{abs(number)}", number, CHOSEN)

    def count(self, number: int) -> FigureArray:
        """Return how many numbers there are of something, as a given figure."""
        return self._whole(f"count.{number}", number, COUNT)

    def _whole(self, name: str, number: int, origin: str) -> FigureArray:
        if name not in self._wholes:
            array = given(Decimal(number), self.policy, self.scope, name, origin=origin)
            self._wholes[name] = array
            self._made.append(array)
        return self._wholes[name]

    def assigned(self, variable: str, array: FigureArray) -> None:
        """Note that a variable was assigned an array; the first to be so names it."""
        known = any(array is other for found in self._assigned.values() for other in found)
        if not array.name and not known and not variable.startswith("_"):
            self._assigned.setdefault(variable, []).append(array)

    def finish(self, returned: Mapping[str, FigureArray]) -> dict[str, FigureArray]:
        """Name all arrays and return them by name, in the order in which they were worked.

        Raises `WorkingsError` for a name that a given has.
        """
        names = self._chosen(returned)
        found: dict[str, FigureArray] = {}
        for array in self._made:
            if not array.name:
                name = names.get(id(array)) or self._described(array, names)
                names[id(array)] = name
                size = array.shape[:-1] if array.shape[-1:] == (1,) else array.shape
                array.publish(self.scope, name, tuple(map(counted, size)))
            found[array.name] = array
        return found

    def _chosen(self, returned: Mapping[str, FigureArray]) -> dict[int, str]:
        """Return the names that the example has chosen itself, by the arrays' identities."""
        names: dict[int, str] = {}
        for name, array in returned.items():
            if array.name and array.name != name:
                raise WorkingsError(f"“{name}” is what is given as “{array.name}” already")
            if not array.name and id(array) in names:
                raise WorkingsError(f"“{name}” is returned as “{names[id(array)]}” already")
            if not array.name:
                names[id(array)] = self._free(name)
        for variable, arrays in self._assigned.items():
            for number, array in enumerate(arrays, start=1):
                if id(array) not in names:
                    name = f"{variable}{number}" if len(arrays) > 1 else variable
                    names[id(array)] = self._free(name)
        return names

    def _free(self, name: str) -> str:
        """Take a name. Raises `WorkingsError` where it is taken."""
        if not all(part.isidentifier() for part in name.split(".")):
            raise WorkingsError(f"“{name}” can’t be the name of figures")
        if name in self._taken:
            raise WorkingsError(f"“{name}” is the name of other figures: choose another")
        self._taken.add(name)
        return name

    def _described(self, array: FigureArray, names: Mapping[int, str]) -> str:
        """Name an array by what it is made of, or by a number where that would be long."""
        words, operands = self._words[id(array)]
        parts = [_bare(operand.name or names[id(operand)]) for operand in operands]
        name = words.format(*parts)
        if len(name) > LONGEST:
            name = "part"
        number, free = 1, name
        while free in self._taken:
            number += 1
            free = f"{name}_{number}"
        self._taken.add(free)
        return free


def _bare(name: str) -> str:
    """Return a name as a part of another one."""
    return name.removeprefix("number.").replace(".", "_")


def _reason(error: DecimalException) -> str:
    kind = type(error).__name__
    return "it divides by zero" if "Division" in kind else f"no number comes of it ({kind})"
