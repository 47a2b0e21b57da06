"""Recording: arrays of figures that remember the operation and the operands that made them.

The mathematics in `layers` and `models` knows nothing of this. A kernel hands its call to
any argument that has a `record` method; `+ − × ÷` arrive through `__array_ufunc__`. Recording
happens a whole array at a time; the operands of one figure are found only when its line is
asked for. What the recording array can't explain, it refuses.
"""

from decimal import Decimal, localcontext
from typing import Any, NoReturn

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from engine.errors import WorkingsError
from engine.figures import decimals
from engine.figures.decimals import Decimals, Rule
from engine.figures.descriptions import UNDESCRIBED, Description
from engine.figures.figure import Figure, Figures
from engine.figures.operations.operation import Operation, Policy
from engine.figures.operations.table import OPERATIONS, UFUNCS


class FigureArray(NDArrayOperatorsMixin, Figures):
    """Figures that record what is done with them, each result rounded by their policy."""

    def __init__(
        self,
        values: Decimals,
        policy: Policy,
        *,
        operation: str = "",
        operands: tuple[Any, ...] = (),
        rule: Rule | None = None,
    ) -> None:
        super().__init__(values, operation=operation, operands=operands, rule=rule)
        self.policy = policy

    def record(self, operation: str, operands: tuple[Any, ...]) -> "FigureArray":
        """Carry out a kernel on decimals, round each result once, and remember the call."""
        row = OPERATIONS.get(operation)
        if row is None:
            raise WorkingsError(f"the ledger has no operation “{operation}”")
        for operand in operands:
            if not isinstance(operand, FigureArray) and not _is_whole_numbers(operand):
                raise WorkingsError(f"“{operation}” met a number without a name: {operand!r}")
        values = [o.values if isinstance(o, FigureArray) else o for o in operands]
        with localcontext(decimals.EXACT):
            exact = row.compute(*values)
            policy = self._policy_of(row, operands)
            rule = getattr(policy, row.kind) if row.kind else None
            written = decimals.written(exact, rule) if rule else exact
        return FigureArray(written, policy, operation=operation, operands=operands, rule=rule)

    def _policy_of(self, row: Operation, operands: tuple[Any, ...]) -> Policy:
        """Return the policy of a result: a gradient times a weight is a gradient.

        A new weight alone is a weight again, whatever was taken from it.
        """
        if row.kind == "weights":
            return self.policy
        policies = [o.policy for o in operands if isinstance(o, FigureArray)]
        return max(policies, key=lambda policy: policy.order)

    def __array_ufunc__(
        self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any
    ) -> "FigureArray":
        if method != "__call__" or options or ufunc not in UFUNCS:
            raise WorkingsError(f"the ledger can't explain {ufunc.__name__}.{method} on figures")
        return self.record(UFUNCS[ufunc], inputs)

    def __array__(self, *_: object, **__: object) -> NoReturn:
        raise WorkingsError("an array of figures can't become an ordinary array unseen")

    def publish(
        self,
        scope: str,
        name: str,
        labels: tuple[tuple[str, ...], ...],
        description: Description = UNDESCRIBED,
        *,
        causal: bool = False,
    ) -> None:
        """Name the figures of this array, as of any; a score before the mask is the score itself.

        So an operand without a name gets this one, if its figures are passed on in their places.
        """
        super().publish(scope, name, labels, description, causal=causal)
        if self.operation and OPERATIONS[self.operation].passes_on:
            source = self.operands[0]
            if not source.name and source.shape == self.shape:
                source.publish(scope, name, labels, description, causal=causal)

    def passed_on(self, flat: int) -> Figure | None:
        """Return the figure that the operation took from elsewhere: it keeps its own name."""
        if not self.operation or (source := OPERATIONS[self.operation].passes_on) is None:
            return None
        return source(self, self.index(flat))

    def is_bare(self, flat: int) -> bool:
        """Tell whether no line made the figure here: the gradient of a word that didn't occur."""
        bare = OPERATIONS[self.operation].bare if self.operation else None
        return bare is not None and bare(self, self.index(flat))


def given(
    value: Decimals | Decimal | int | str,
    policy: Policy,
    scope: str,
    name: str,
    labels: tuple[tuple[str, ...], ...] = (),
    *,
    title: str = "",
    axes: tuple[str, ...] = (),
    origin: str = "",
) -> FigureArray:
    """Make an array of given figures, which no rule ever rounds."""
    values = value if isinstance(value, np.ndarray) else np.asarray(Decimal(value), dtype=object)
    array = FigureArray(values, policy)
    array.publish(scope, name, labels, Description(title, axes, origin))
    return array


def unrounded(array: Figures) -> Decimals:
    """Work the values of an array again from what is given, with nothing rounded on the way."""
    if not array.operation:
        return array.values
    operands = [unrounded(o) if isinstance(o, Figures) else o for o in array.operands]
    with localcontext(decimals.EXACT):
        return OPERATIONS[array.operation].compute(*operands)


def _is_whole_numbers(operand: object) -> bool:
    return isinstance(operand, int) or (
        isinstance(operand, np.ndarray) and operand.dtype.kind == "i"
    )
