"""The numbers that a chapter of the book gives to its example."""

import tomllib
from decimal import Decimal

import numpy as np

from engine.examples.table import EXAMPLES
from engine.figures.ledger import FigureArray, given
from engine.figures.named import counted
from tests import ROOT


def givens_of(chapter: str) -> dict[str, FigureArray]:
    """Read them from the chapter's head."""
    (path,) = (ROOT / "book").glob(f"*-{chapter}.md")
    head = tomllib.loads(path.read_text("utf-8").split("+++")[1])
    policy = EXAMPLES[head["example"]].policy
    made = {}
    for name, about in head["givens"].items():
        value = about["value"]
        rows = np.asarray(_rows(value), dtype=object)
        numbers = np.asarray(np.frompyfunc(Decimal, 1, 1)(rows), dtype=object)
        made[name] = given(numbers, policy, "t", name, tuple(map(counted, numbers.shape)))
    return made


def _rows(value: str | list[str]) -> str | list[str] | list[list[str]]:
    """Return a number, a row of them, or a table."""
    if isinstance(value, list):
        return [row.split() for row in value]
    return value.split() if " " in value else value
