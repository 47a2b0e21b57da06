"""Examples of a book: a function works what is given, and its variables name the figures."""

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from engine.errors import UnknownName, WorkingsError
from engine.figures.ledger import FigureArray
from engine.figures.operations.operation import Policy
from engine.figures.rounding import policy_for
from workings.numbers import Numbers
from workings.recording import Recording

PLACES = 3
MOST_PLACES = 12
REMEMBER = "_remember_"  # what a file calls after each assignment, see `remembering`

Result = Mapping[str, Numbers] | None
Work = TypeVar("Work", bound=Callable[..., Any])


@dataclass(frozen=True)
class Example:
    """An example: its name, how it is rounded, and the function that works it."""

    name: str
    policy: Policy
    function: Callable[["Givens"], Result]

    def work(self, given: Mapping[str, FigureArray], scope: str) -> dict[str, FigureArray]:
        """Work the example of some givens; return its figures by name, under a scope."""
        recording = Recording(self.policy, scope, list(given))
        returned = self.function(Givens(given, recording))
        return recording.finish(_checked(returned))


def example(name: str, *, places: int = PLACES) -> Callable[[Work], Work]:
    """Declare that a function works the example `name`, its figures rounded to so many places."""
    if not isinstance(name, str) or not name.strip():
        raise WorkingsError('an example has a name: @example("fit", places=3)')
    if not isinstance(places, int) or isinstance(places, bool) or not 0 <= places <= MOST_PLACES:
        raise WorkingsError(f"“places” of “{name}” must be 0 to {MOST_PLACES}, not {places!r}")

    def declare(function: Work) -> Work:
        declared = Example(name, policy_for(places), function)
        function.declared = declared  # type: ignore[attr-defined]
        return function

    return declare


def declared_in(names: Mapping[str, object]) -> dict[str, Example]:
    """Return the examples that a module has declared. Raises `WorkingsError` for two of a name."""
    found: dict[str, Example] = {}
    for value in names.values():
        one = getattr(value, "declared", None)
        if isinstance(one, Example) and found.setdefault(one.name, one) is not one:
            raise WorkingsError(f"two functions declare the example “{one.name}”")
    return found


class Givens:
    """The numbers that a chapter gives: `g.x`, or `g["x"]`; `g.line.slope` is `line.slope`."""

    def __init__(
        self, given: Mapping[str, FigureArray], recording: Recording, group: str = ""
    ) -> None:
        self._given = given
        self._recording = recording
        self._group = group

    def __getitem__(self, name: str) -> Any:
        full = f"{self._group}{name}"
        if full in self._given:
            return Numbers(self._given[full], self._recording)
        if any(key.startswith(f"{full}.") for key in self._given):
            return Givens(self._given, self._recording, f"{full}.")
        raise UnknownName(full, self._given, what="given")

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self[name]


def _checked(returned: object) -> dict[str, FigureArray]:
    """Return the arrays that an example returns by name."""
    if returned is None:
        return {}
    if not isinstance(returned, Mapping):
        kind = type(returned).__name__
        raise WorkingsError(f'an example returns {{"name": figures}} or nothing, not {kind}')
    for name, value in returned.items():
        if not isinstance(value, Numbers):
            kind = type(value).__name__
            raise WorkingsError(f"“{name}” that the example returns is not figures but {kind}")
    return {name: value.array for name, value in returned.items()}


# Variables name figures: a file is compiled with a call after each assignment.


def remember(**variables: object) -> None:
    """Note what variables have been assigned, where that is figures."""
    for variable, value in variables.items():
        for numbers in _within(value):
            numbers.recording.assigned(variable, numbers.array)


def _within(value: object) -> Iterator[Numbers]:
    """Yield the figures that a value is, or holds."""
    if isinstance(value, Numbers):
        yield value
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _within(item)


def remembering(tree: ast.Module) -> ast.Module:
    """Return a file's tree that calls `REMEMBER` after each assignment of variables."""
    remembered: ast.Module = _Remembering().visit(tree)
    return ast.fix_missing_locations(remembered)


class _Remembering(ast.NodeTransformer):
    def visit_Assign(self, node: ast.Assign) -> list[ast.stmt]:
        return [node, *_call(node, node.targets)]

    def visit_AnnAssign(self, node: ast.AnnAssign) -> list[ast.stmt]:
        return [node, *_call(node, [node.target] if node.value else [])]

    def visit_AugAssign(self, node: ast.AugAssign) -> list[ast.stmt]:
        return [node, *_call(node, [node.target])]

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.stmt:
        return node


def _call(node: ast.stmt, targets: Iterable[ast.expr]) -> list[ast.stmt]:
    names = list(dict.fromkeys(name for target in targets for name in _names(target)))
    if not names:
        return []
    keywords = [ast.keyword(name, ast.Name(name, ast.Load())) for name in names]
    call = ast.Expr(ast.Call(ast.Name(REMEMBER, ast.Load()), [], keywords))
    return [ast.copy_location(call, node)]


def _names(target: ast.expr) -> Iterator[str]:
    if isinstance(target, ast.Name):
        yield target.id
    elif isinstance(target, ast.Starred):
        yield from _names(target.value)
    elif isinstance(target, ast.Tuple | ast.List):
        for item in target.elts:
            yield from _names(item)
