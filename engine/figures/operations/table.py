"""The one table of operations that may be recorded; a book may declare more."""

import numpy as np

from engine.errors import WorkingsError
from engine.figures.operations.elementwise import ELEMENTWISE
from engine.figures.operations.learning import LEARNING
from engine.figures.operations.operation import Operation
from engine.figures.operations.passing import PASSING
from engine.figures.operations.sums import SUMS
from engine.figures.operations.updates import UPDATES

OPERATIONS: dict[str, Operation] = {}

UFUNCS = {np.add: "add", np.subtract: "subtract", np.multiply: "multiply", np.divide: "divide"}


def declare(name: str, operation: Operation) -> None:
    """Add an operation, under the name of the kernel that it carries.

    Raises `WorkingsError` for a name that is taken, or for half a declaration.
    """
    if name in OPERATIONS:
        raise WorkingsError(f"there is an operation “{name}” already: choose another name")
    operation.check(name)
    OPERATIONS[name] = operation


for _family in (ELEMENTWISE, SUMS, PASSING, LEARNING, UPDATES):
    for _name, _operation in _family.items():
        declare(_name, _operation)
