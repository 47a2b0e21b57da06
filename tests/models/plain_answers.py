"""The answers model in scalar loops and `math`, written apart from the engine."""

import math
from collections.abc import Callable

Row = list[float]
Matrix = list[list[float]]
Hears = Callable[[str, int, int, int], bool]  # block, head, asking and heard, from 1
HEADS = 2


def plain_norm(row: Row, scale: Row, shift: Row) -> Row:
    """Even out one row."""
    middle = math.fsum(row) / len(row)
    deviation = math.sqrt(math.fsum((v - middle) ** 2 for v in row) / len(row) + 1e-5)
    return [(v - middle) / deviation * s + t for v, s, t in zip(row, scale, shift, strict=True)]


def plain_times(row: Row, matrix: Matrix) -> Row:
    """Multiply one row by a matrix."""
    columns = zip(*matrix, strict=True)
    return [math.fsum(a * b for a, b in zip(row, column, strict=True)) for column in columns]


def plain_softmax(row: Row) -> Row:
    """Turn scores into shares."""
    raised = [math.exp(v - max(row)) for v in row]
    return [v / math.fsum(raised) for v in raised]


def plain_gelu(u: float) -> float:
    """GELU as the original code of GPT-2 has it."""
    return 0.5 * u * (1 + math.tanh(math.sqrt(2 / math.pi) * (u + 0.044715 * u**3)))


def everyone(block: str, head: int, asking: int, heard: int) -> bool:
    """Let every word hear every earlier one."""
    return True


def plain_logits(
    weights: dict[str, list[float] | Matrix], ids: list[int], hears: Hears = everyone
) -> Matrix:
    """A row of logits for each word, each from the words up to it that it hears."""

    def row_of(name: str) -> Row:
        return [float(v) for v in weights[name] if not isinstance(v, list)]

    def table(name: str) -> Matrix:
        return [row for row in weights[name] if isinstance(row, list)]

    embedding, positions = table("embedding"), table("position_embedding")
    stream = [
        [a + b for a, b in zip(embedding[word], positions[place], strict=True)]
        for place, word in enumerate(ids)
    ]
    for block in ("block1.", "block2."):
        scale, shift = row_of(block + "norm1.scale"), row_of(block + "norm1.shift")
        evened = [plain_norm(row, scale, shift) for row in stream]
        parts = {
            part: [plain_times(row, table(f"{block}w_{part}")) for row in evened]
            for part in ("query", "key", "value")
        }
        after: Matrix = []
        for here, row in enumerate(stream):
            joined: Row = []
            size = len(row) // HEADS
            for head in range(HEADS):
                mine = slice(head * size, head * size + size)
                query = parts["query"][here][mine]
                places = [
                    at for at in range(here + 1) if hears(block[:-1], head + 1, here + 1, at + 1)
                ]
                scores = [
                    math.fsum(a * b for a, b in zip(query, parts["key"][at][mine], strict=True))
                    / math.sqrt(size)
                    for at in places
                ]
                heard = [parts["value"][at][mine] for at in places]
                joined += plain_times(plain_softmax(scores), heard)
            output = plain_times(joined, table(block + "w_output"))
            attended = [a + b for a, b in zip(row, output, strict=True)]
            scale, shift = row_of(block + "norm2.scale"), row_of(block + "norm2.shift")
            wide = plain_times(plain_norm(attended, scale, shift), table(block + "w_stretch"))
            pressed = plain_times([plain_gelu(u) for u in wide], table(block + "w_press"))
            after.append([a + b for a, b in zip(attended, pressed, strict=True)])
        stream = after
    scale, shift = row_of("norm3.scale"), row_of("norm3.shift")
    unembedding = table("unembedding")
    return [plain_times(plain_norm(row, scale, shift), unembedding) for row in stream]
