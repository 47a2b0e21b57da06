"""The translating model in scalar loops and `math`, written apart from the engine.

One block a side, norms after the layers, two heads.
"""

import math
from typing import Any

from tests.models.plain_answers import Hears, everyone

Row = list[float]
Matrix = list[list[float]]
HEADS = 2


def plain_times(row: Row, matrix: Matrix) -> Row:
    columns = zip(*matrix, strict=True)
    return [math.fsum(a * b for a, b in zip(row, column, strict=True)) for column in columns]


def plain_plus(a: Row, b: Row) -> Row:
    return [x + y for x, y in zip(a, b, strict=True)]


class PlainTranslator:
    """Reads weights by name; every method takes and returns lists of rows."""

    def __init__(self, weights: dict[str, Any], hears: Hears = everyone) -> None:
        self.w = weights
        self.hears = hears

    def norm(self, row: Row, name: str) -> Row:
        middle = math.fsum(row) / len(row)
        spread = math.sqrt(math.fsum((v - middle) ** 2 for v in row) / len(row) + 1e-5)
        scale, shift = self.w[f"{name}.norm.scale"], self.w[f"{name}.norm.shift"]
        return [(v - middle) / spread * s + t for v, s, t in zip(row, scale, shift, strict=True)]

    def placed(self, side: str, ids: list[int]) -> Matrix:
        rows = []
        for place, word in enumerate(ids, start=1):
            row = self.w[f"{side}.embedding"][word]
            width = len(row)
            angles = [place / 10000 ** ((slot - slot % 2) / width) for slot in range(width)]
            wave = [math.cos(a) if slot % 2 else math.sin(a) for slot, a in enumerate(angles)]
            rows.append(plain_plus(row, wave))
        return rows

    def attended(self, rows: Matrix, heard: Matrix, name: str, *, causal: bool) -> Matrix:
        keys = [plain_times(row, self.w[f"{name}.w_key"]) for row in heard]
        values = [plain_times(row, self.w[f"{name}.w_value"]) for row in heard]
        out = []
        for place, row in enumerate(rows):
            query = plain_times(row, self.w[f"{name}.w_query"])
            last = place + 1 if causal else len(heard)
            size = len(query) // HEADS
            joined: Row = []
            for head in range(HEADS):
                mine = slice(head * size, head * size + size)
                places = [at for at in range(last) if self.hears(name, head + 1, place + 1, at + 1)]
                scores = [
                    math.fsum(a * b for a, b in zip(query[mine], keys[at][mine], strict=True))
                    / math.sqrt(size)
                    for at in places
                ]
                raised = [math.exp(score - max(scores)) for score in scores]
                shares = [each / math.fsum(raised) for each in raised]
                joined += plain_times(shares, [values[at][mine] for at in places])
            output = plain_times(joined, self.w[f"{name}.w_output"])
            out.append(self.norm(plain_plus(row, output), name))
        return out

    def fed(self, rows: Matrix, name: str) -> Matrix:
        out = []
        for row in rows:
            wide = plain_plus(
                plain_times(row, self.w[f"{name}.w_stretch"]), self.bias(name, "stretch")
            )
            pressed = plain_times([max(0.0, v) for v in wide], self.w[f"{name}.w_press"])
            out.append(
                self.norm(plain_plus(row, plain_plus(pressed, self.bias(name, "press"))), name)
            )
        return out

    def bias(self, name: str, which: str) -> Row:
        bias: Row = self.w[f"{name}.b_{which}"]
        return bias

    def logits(self, source: list[int], written: list[int]) -> Matrix:
        """A row of logits for each word written."""
        read = self.placed("encoder", source)
        read = self.attended(read, read, "encoder.self_attention", causal=False)
        read = self.fed(read, "encoder.feed_forward")
        rows = self.placed("decoder", written)
        rows = self.attended(rows, rows, "decoder.self_attention", causal=True)
        rows = self.attended(rows, read, "decoder.cross_attention", causal=False)
        rows = self.fed(rows, "decoder.feed_forward")
        return [plain_times(row, self.w["unembedding"]) for row in rows]
