"""What a model's layout is made of: its sizes and its switches. Their values are a model's own."""

from dataclasses import dataclass
from typing import Literal

Activation = Literal["relu", "gelu"]
Positions = Literal["sinusoidal", "learned"]
SoftmaxOrder = Literal["plain", "from the top"]
NormPlace = Literal["before", "after"]


@dataclass(frozen=True)
class Variant:
    """The sizes and switches that make a model's layout."""

    vocabulary: int  # words
    width: int  # numbers a word
    hidden: int  # numbers a word between stretching and pressing
    layers: int  # blocks
    heads: int  # attention heads a block
    context: int  # words in the longest sentence it reads
    activation: Activation = "relu"  # "gelu" is worked by its tanh formula
    positions: Positions = "sinusoidal"
    biases: bool = True  # in the feed-forward layer; attention has none
    softmax: SoftmaxOrder = "plain"  # "from the top": the largest score is taken away first
    norm: NormPlace = "before"  # each layer evens out its input; "after": its sum with its input
    source_vocabulary: int = 0  # words of the language it translates from, by an encoder of its own
    epsilon: float = 1e-5  # added to a variance, so that no root is 0
    base: float = 10000.0  # of the divisors of sinusoidal positions

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
