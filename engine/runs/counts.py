"""How many numbers a model learns, counted by lines that close; how many times a run multiplies."""

from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal

import numpy as np

from engine.figures.ledger import FigureArray, given
from engine.figures.operations import Policy
from engine.layers.variants import Variant


def count_parameters(
    shapes: Mapping[str, tuple[int, ...]],
    variant: Variant,
    policy: Policy,
    scope: str,
    width: FigureArray,
) -> dict[str, FigureArray]:
    """Return the model's sizes, the size of each of its tables, and their sum.

    `shapes` are those of all tables, `width` is the figure of the numbers that a word has. A
    table's figure is called `count.` and the table's name; `count.parameters` adds them up.
    """
    one_row = given(1, policy, scope, "one_row")
    vocabulary = given(variant.vocabulary, policy, scope, "vocabulary")
    hidden = given(variant.hidden, policy, scope, "hidden")
    sizes = {1: one_row, variant.vocabulary: vocabulary, variant.hidden: hidden}
    sizes[variant.width] = width
    sides = {"position_embedding": given(variant.context, policy, scope, "context")}
    if variant.translates:
        source = given(variant.source_vocabulary, policy, scope, "source_vocabulary")
        sides |= {"encoder.embedding": source, "decoder.embedding": vocabulary}
    counts: dict[str, FigureArray] = {}
    for table, shape in shapes.items():
        rows, columns = shape if len(shape) == 2 else (1, *shape)
        last = vocabulary if table == "unembedding" else sizes[columns]
        first = sides[table] if table in sides else sizes[rows]
        count = width.record("count", (first, last))
        count.publish(scope, f"count.{table}", ())
        counts[count.name] = count
    whole = width.record("add_up", tuple(counts.values()))
    whole.publish(scope, "count.parameters", ())
    named = {array.name: array for array in (one_row, vocabulary, hidden, *sides.values(), whole)}
    return named | counts


def _rows(array: FigureArray) -> int:
    return int(array.operands[0].shape[-1])


# How many multiplications make one figure of an array, in the row of the word at a position.
MULTIPLICATIONS: dict[str, Callable[[FigureArray, int], int]] = {
    "linear": lambda array, position: _rows(array),
    "linear_bias": lambda array, position: _rows(array),
    "row_products": lambda array, position: _rows(array),
    "blend": lambda array, position: position,
    "mean_square": lambda array, position: _rows(array),
    "multiply": lambda array, position: 1,
    "scale_shift": lambda array, position: 1,
    "gelu_inner": lambda array, position: 3,
    "gelu_out": lambda array, position: 2,
}


def count_multiplications(arrays: Iterable[FigureArray], words: int) -> list[Decimal]:
    """Return how many multiplications the figures of each word take, from the first word on.

    A word's scores are counted for itself and the words before it only.
    """
    counts = np.zeros(words, dtype=np.int64)
    for array in arrays:
        each = MULTIPLICATIONS.get(array.operation)
        if each is not None:
            for position in range(1, words + 1):
                figures = position if array.causal else array.shape[-1]
                counts[position - 1] += figures * each(array, position)
    return [Decimal(int(count)) for count in counts]


def count_table_multiplications(arrays: Iterable[FigureArray]) -> Decimal:
    """Return how many multiplications all figures of these arrays take together."""
    return Decimal(
        sum(
            count_rows(array, array.shape[0], _heard(array))
            for array in arrays
            if array.operation in MULTIPLICATIONS
        )
    )


def count_rows(array: FigureArray, rows: int, heard: int) -> int:
    """Return how many multiplications so many rows of an array take, were its sentence so long.

    `heard` is how many words each row hears; behind a mask it hears those up to its own.
    """
    each = MULTIPLICATIONS[array.operation]
    count = 0
    for row in range(rows):
        hears = min(row + 1, heard) if is_masked(array) else heard
        figures = hears if array.operation == "row_products" else array.shape[-1]
        count += figures * each(array, hears)
    return count


def is_masked(array: FigureArray) -> bool:
    """Tell whether a row of products or of blends hears no later word."""
    return array.causal or (array.operation == "blend" and bool(array.operands[0].causal))


def _heard(array: FigureArray) -> int:
    return int((array.operands[0] if array.operation == "blend" else array).shape[-1])
