"""How one mathematics runs several ways: a kernel hands its call to any argument that records."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar, TypeVarTuple, cast

Arguments = TypeVarTuple("Arguments")
Result = TypeVar("Result")


def kernel(function: Callable[[*Arguments], Result]) -> Callable[[*Arguments], Result]:
    """Let the first argument that has a ``record`` method answer for ``function``.

    ``record(name, arguments)`` gets the kernel's name and all its arguments, by position: kernels
    take no keyword arguments, so that a recorded call is a name and a row of operands.
    """

    @wraps(function)
    def dispatched(*arguments: *Arguments) -> Result:
        for argument in arguments:
            record = getattr(argument, "record", None)
            if record is not None:
                return cast(Result, record(function.__name__, arguments))
        return function(*arguments)

    return dispatched
