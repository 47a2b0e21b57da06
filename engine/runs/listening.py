"""Where heads look: how much each listens to what, measured over many sentences."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.models.decoder_only import forward
from engine.runs.run import ModelFigures


@dataclass(frozen=True)
class Listening:
    """One head's average share of listening at the word before the answer, from 0 to 1."""

    block: int
    head: int
    beginning: float  # to the mark at the beginning
    rarest: float  # to the rarest word of the question
    itself: float  # to the word itself


def measure(
    model: ModelFigures, questions: Sequence[Sequence[str]], sequences: Sequence[Sequence[str]]
) -> list[Listening]:
    """Average each head's shares in full precision over `sequences`.

    `questions` are the words among which the rarest is sought, one for each sequence; a sequence
    ends with the word before the answer's own.
    """
    counts = Counter(word for question in questions for word in question)
    variant = model.variant
    sums = np.zeros((variant.layers, variant.heads, 3))
    for question, words in zip(questions, sequences, strict=True):
        passed = forward(model.full_weights, model.full_constants, model.ids(words), variant)
        rarest = min(question, key=lambda word: (counts[word], word))
        at = list(words).index(rarest)
        for b, block in enumerate(passed.blocks):
            for h, head in enumerate(block.attention.heads):
                row = head.softmax.share[-1]
                sums[b, h] += (row[0], row[at], row[-1])
    averages = sums / len(questions)
    return [
        Listening(b + 1, h + 1, *(float(share) for share in averages[b, h]))
        for b in range(variant.layers)
        for h in range(variant.heads)
    ]
