"""Sentences that are true only for some figures: `{% claim TEST %}…{% endclaim %}`.

The sentence stands in the page as it is. Its test runs at every build; a sentence that has stopped
being true is told with its place and with what is now the case.
"""

import operator
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from jinja2 import nodes
from markupsafe import Markup

from bookbuild.chapters.tracking import NumberedTag
from bookbuild.core.errors import ChapterError, Where
from bookbuild.markup.slots import slot_of

BROKEN_NOTE = "(no longer true)"

_COMPARISONS: dict[str, Callable[[Any, Any], object]] = {
    "eq": operator.eq,
    "ne": operator.ne,
    "lt": operator.lt,
    "lteq": operator.le,
    "gt": operator.gt,
    "gteq": operator.ge,
    "in": lambda item, group: item in group,
    "notin": lambda item, group: item not in group,
}
_STARTS_BLOCK = re.compile(r"[#>|]|[-+*]\s|[0-9]+[.)]\s|```|\$\$|<(?:div|table|figure|ul|ol)\b")


@dataclass(frozen=True)
class ClaimResult:
    """One claim as this build found it: its sentence, its test, and what is now the case."""

    place: Where
    sentence: str
    test: str
    holds: bool
    now: str


class ClaimFailed(ChapterError):
    """A sentence of a chapter has stopped being true."""

    def __init__(self, result: ClaimResult) -> None:
        self.result = result
        now = f" Now: {result.now}." if result.now else ""
        super().__init__(
            f"this is no longer true: “{result.sentence}” It needs {result.test}.{now}",
            result.place,
        )


class ClaimTag(NumberedTag):
    """The tag; its environment receives its comparisons, and the values of their sides."""

    tags = {"claim"}  # noqa: RUF012  (the library's own form)

    def arguments(self, expression: nodes.Expr) -> list[nodes.Expr]:
        """Take a test apart, so that a broken claim can say what is now the case."""
        sides: list[nodes.Expr] = [expression]
        comparisons: tuple[str, ...] = ()
        if isinstance(expression, nodes.Compare):
            sides = [expression.expr, *(operand.expr for operand in expression.ops)]
            comparisons = tuple(operand.op for operand in expression.ops)
        return [nodes.Const(comparisons), nodes.List(sides)]


def holds(comparisons: Sequence[str], values: Sequence[object]) -> bool:
    """Tell whether a test is true: one value, or values compared in a chain."""
    if not comparisons:
        return bool(values[0])
    return all(
        bool(_COMPARISONS[comparison](left, right))
        for comparison, (left, right) in zip(comparisons, pairwise(values), strict=True)
    )


def now_the_case(values: Sequence[object], lookups: Sequence[object]) -> str:
    """Say what a test met: both sides of a comparison, and the figures that were looked up.

    A lookup is a name, or a pair of a name and the figure's printed form.
    """
    sides = " against ".join(map(_shown, values)) if len(values) > 1 else ""
    figures = ", ".join(dict.fromkeys(map(_lookup, lookups)))
    return "; ".join(part for part in (sides, figures) if part)


def mark_broken(sentence: Markup, *, has_blocks: bool) -> Markup:
    """Mark a sentence that has stopped being true, so that every reader of the page sees it."""
    text = sentence.strip()
    note = f'<em class="claim-note">{BROKEN_NOTE}</em>'
    if has_blocks or "\n\n" in text or _STARTS_BLOCK.match(text):
        return Markup(f'\n\n<div class="claim-broken">\n\n{text}\n\n<p>{note}</p>\n</div>\n\n')
    before, after = sentence.partition(text)[::2]
    return Markup(f'{before}<span class="claim-broken">{text} {note}</span>{after}')


def _shown(value: object) -> str:
    if slot := slot_of(value):
        return slot.text
    if isinstance(value, list | tuple | set | frozenset):
        return f"({', '.join(map(_shown, value))})"
    return str(value)


def _lookup(entry: object) -> str:
    if isinstance(entry, tuple):
        return " = ".join(map(_shown, entry))
    return _shown(entry)
