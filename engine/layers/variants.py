"""The one table of model configurations."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Variant:
    """The sizes and switches that make a model's layout."""

    vocabulary: int  # words
    width: int  # numbers a word
    hidden: int  # numbers a word between stretching and pressing
    layers: int  # blocks
    heads: int  # attention heads a block
    context: int  # words in the longest sentence it reads
    activation: str = "relu"  # or "gelu", by the tanh formula
    positions: str = "sinusoidal"  # or "learned"
    biases: bool = True  # in the feed-forward layer; attention has none
    softmax: str = "plain"  # or "from the top": the largest score is taken away first
    norm: str = "before"  # each layer evens out its input; "after": its output, added to its input
    source_vocabulary: int = 0  # words of the language it translates from, by an encoder of its own
    epsilon: float = 1e-5  # added to a variance, so that no root is 0
    base: float = 10000.0  # of the divisors

    @property
    def head_width(self) -> int:
        """Numbers of one head's query, key and value."""
        return self.width // self.heads

    @property
    def translates(self) -> bool:
        """Whether an encoder reads one sentence and a decoder writes another."""
        return self.source_vocabulary > 0

    @property
    def softmax_from_top(self) -> bool:
        """Whether a softmax first takes the largest score away."""
        return self.softmax == "from the top"


VARIANTS: dict[str, Variant] = {
    "signal": Variant(vocabulary=15, width=8, hidden=16, layers=1, heads=1, context=8),
    "answers": Variant(
        vocabulary=107,
        width=16,
        hidden=64,
        layers=2,
        heads=2,
        context=16,
        activation="gelu",
        positions="learned",
        biases=False,
        softmax="from the top",
    ),
    "translator": Variant(
        vocabulary=48,
        source_vocabulary=32,
        width=16,
        hidden=32,
        layers=1,
        heads=2,
        context=8,
        norm="after",
    ),
}
