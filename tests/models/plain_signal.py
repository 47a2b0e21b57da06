"""The signal model's loss and Adam's update in scalar loops and `math`, apart from the engine."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tests.models.plain_answers import Matrix, Row, plain_norm, plain_softmax, plain_times

Table = Row | Matrix


def plain_loss(
    weights: Mapping[str, Table], ids: Sequence[int], right: Sequence[int], smoothing: float
) -> float:
    """Mean over the words of the smoothed cross-entropy of each next word."""

    def row(name: str) -> Row:
        return [v for v in weights[name] if isinstance(v, float)]

    def table(name: str) -> Matrix:
        return [v for v in weights[name] if isinstance(v, list)]

    embedding = table("embedding")
    width = len(embedding[0])
    stream = [
        [
            value + (math.cos if slot % 2 else math.sin)(place / 10000 ** (slot // 2 * 2 / width))
            for slot, value in enumerate(embedding[word])
        ]
        for place, word in enumerate(ids, start=1)
    ]
    evened = [plain_norm(x, row("norm1.scale"), row("norm1.shift")) for x in stream]
    query, key, value = (
        [plain_times(x, table(f"w_{part}")) for x in evened] for part in ("query", "key", "value")
    )
    losses = []
    for here, (x, wanted) in enumerate(zip(stream, right, strict=True)):
        scores = [
            math.fsum(a * b for a, b in zip(query[here], other, strict=True)) / math.sqrt(width)
            for other in key[: here + 1]
        ]
        heard = plain_times(plain_softmax(scores), value[: here + 1])
        output = plain_times(heard, table("w_output"))
        after = [a + b for a, b in zip(x, output, strict=True)]
        inner = plain_norm(after, row("norm2.scale"), row("norm2.shift"))
        wide = plain_times(inner, table("w_stretch"))
        kept = [max(0.0, a + b) for a, b in zip(wide, row("b_stretch"), strict=True)]
        pressed = plain_times(kept, table("w_press"))
        out = [a + b + c for a, b, c in zip(after, pressed, row("b_press"), strict=True)]
        told = plain_norm(out, row("norm3.scale"), row("norm3.shift"))
        chances = plain_softmax(plain_times(told, table("unembedding")))
        spread = smoothing / len(chances)
        losses.append(
            -math.fsum(
                ((1 - smoothing) * (word == wanted) + spread) * math.log(chance)
                for word, chance in enumerate(chances)
            )
        )
    return math.fsum(losses) / len(losses)


@dataclass(frozen=True)
class PlainAdam:
    """What one step does to one weight."""

    first: float
    second: float
    change: float
    weight: float


def plain_adam(
    weight: float, gradient: float, moments: tuple[float, float], step: int, rate: float,
    decay: float,
) -> PlainAdam:  # fmt: skip
    """Adam with decoupled decay; β₁ 0.9, β₂ 0.98, ε 1e-9."""
    first = 0.9 * moments[0] + 0.1 * gradient
    second = 0.98 * moments[1] + 0.02 * gradient**2
    mean, square = first / (1 - 0.9**step), second / (1 - 0.98**step)
    change = rate * mean / (math.sqrt(square) + 1e-9)
    return PlainAdam(first, second, change, weight - change - rate * decay * weight)
