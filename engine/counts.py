"""How many numbers a model learns, counted by lines that close."""

from engine.ledger import FigureArray, Policy, given
from engine.parameters import weight_shapes
from engine.variants import Variant


def count_parameters(
    variant: Variant, policy: Policy, scope: str, width: FigureArray
) -> dict[str, FigureArray]:
    """Return the model's sizes, the size of each of its tables, and their sum.

    `width` is the figure of the numbers that a word has. A table's figure is called `count.` and
    the table's name; `count.parameters` adds them up.
    """
    one_row = given(1, policy, scope, "one_row")
    vocabulary = given(variant.vocabulary, policy, scope, "vocabulary")
    hidden = given(variant.hidden, policy, scope, "hidden")
    context = given(variant.context, policy, scope, "context")
    sizes = {1: one_row, variant.vocabulary: vocabulary, variant.hidden: hidden}
    sizes[variant.width] = width
    counts: dict[str, FigureArray] = {}
    for table, shape in weight_shapes(variant).items():
        rows, columns = shape if len(shape) == 2 else (1, *shape)
        side = context if table == "position_embedding" else sizes[rows]
        count = width.record("count", (side, sizes[columns]))
        count.publish(scope, f"count.{table}", ())
        counts[count.name] = count
    whole = width.record("add_up", tuple(counts.values()))
    whole.publish(scope, "count.parameters", ())
    named = {array.name: array for array in (one_row, vocabulary, hidden, context, whole)}
    return named | counts
