"""How many numbers a model learns, counted by lines that close; how many times a run multiplies."""

from collections.abc import Iterable, Mapping
from decimal import Decimal

from engine.figures.descriptions import SIZE
from engine.figures.ledger import FigureArray, given
from engine.figures.operations.operation import Policy
from engine.figures.operations.table import OPERATIONS
from engine.layers.variants import Variant

PARTS = ("tables", "looking", "norms", "activations")  # of a word's multiplications


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
    one_row = given(1, policy, scope, "one_row", origin=SIZE)
    vocabulary = given(variant.vocabulary, policy, scope, "vocabulary", origin=SIZE)
    hidden = given(variant.hidden, policy, scope, "hidden", origin=SIZE)
    sizes = {1: one_row, variant.vocabulary: vocabulary, variant.hidden: hidden}
    sizes[variant.width] = width
    sides = {"position_embedding": given(variant.context, policy, scope, "context", origin=SIZE)}
    if variant.translates:
        source = given(variant.source_vocabulary, policy, scope, "source_vocabulary", origin=SIZE)
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


def count_multiplications(arrays: Iterable[FigureArray], words: int) -> list[Decimal]:
    """Return how many multiplications the figures of each word take, from the first word on.

    A word hears itself and the words before it only.
    """
    counted = [array for array in arrays if multiplies(array)]
    return [
        Decimal(sum(_in_row(array, position) for array in counted))
        for position in range(1, words + 1)
    ]


def count_by_part(arrays: Iterable[FigureArray], position: int) -> dict[str, Decimal]:
    """Return how many multiplications a word takes in each part of a decoder-only model.

    The parts are its tables, looking at other words (scores and blends), norms and activations.
    """
    counts = dict.fromkeys(PARTS, Decimal(0))
    for array in arrays:
        if multiplies(array):
            counts[_part(array)] += _in_row(array, position)
    return counts


def _part(array: FigureArray) -> str:
    steps = array.name.split(".")
    if any(step.startswith("norm") for step in steps):
        return "norms"
    if "gelu" in steps or steps[-1] == "kept":
        return "activations"
    return "looking" if array.operation in ("row_products", "blend") else "tables"


def count_table_multiplications(arrays: Iterable[FigureArray]) -> Decimal:
    """Return how many multiplications all figures of these arrays take together."""
    counted = (array for array in arrays if multiplies(array))
    return Decimal(sum(count_rows(array, array.shape[0]) for array in counted))


def count_rows(array: FigureArray, rows: int, heard: int | None = None) -> int:
    """Return how many multiplications so many rows of an array take.

    `heard` is how many words each row hears, if not as many as in this run; behind a mask each
    hears those up to its own.
    """
    if _is_masked(array):
        return sum(_in_row(array, row) for row in range(1, rows + 1))
    return rows * _in_row(array, heard)


def multiplies(array: FigureArray) -> bool:
    """Tell whether the figures of an array count as multiplications."""
    return bool(array.operation) and OPERATIONS[array.operation].multiplications is not None


def _is_masked(array: FigureArray) -> bool:
    """Tell whether a row, or a row that it is made of, hears no later word."""
    return any(getattr(part, "causal", False) for part in (array, *array.operands))


def _in_row(array: FigureArray, heard: int | None) -> int:
    count = OPERATIONS[array.operation].multiplications
    return count(array, heard) if count else 0
