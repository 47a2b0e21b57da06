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
    activation: str = "relu"
    positions: str = "sinusoidal"
    norm: str = "before"  # each layer evens out its input, not its output
    epsilon: float = 1e-5  # added to a variance, so that no root is 0
    base: float = 10000.0  # of the divisors

    @property
    def head_width(self) -> int:
        """Numbers of one head's query, key and value."""
        return self.width // self.heads


VARIANTS: dict[str, Variant] = {
    "signal": Variant(vocabulary=15, width=8, hidden=16, layers=1, heads=1, context=8),
}
