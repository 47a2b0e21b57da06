"""Byte-pair encoding by hand: words are cut into letters, and frequent neighbours are joined.

Source: Sennrich, Haddow and Birch 2016, "Neural Machine Translation of Rare Words with Subword
Units", section 3.2.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from decimal import Decimal
from itertools import pairwise
from typing import Any

import numpy as np

from engine.figures.descriptions import COUNT, Described, Description
from engine.figures.ledger import FigureArray

Pieces = tuple[str, ...]
Pair = tuple[str, str]

STEPS = 4
NEW = ("rats", "cast")  # words that the pieces were not made from


def joined(pieces: Pieces, pair: Pair) -> Pieces:
    """Join a pair wherever it stands in a word, from the left."""
    made: list[str] = []
    for piece in pieces:
        if made and (made[-1], piece) == pair:
            made[-1] += piece
        else:
            made.append(piece)
    return tuple(made)


def merges(counts: Mapping[str, int], steps: int) -> list[Pair]:
    """Return the pairs that are joined, in order: each time the most frequent one.

    Of pairs that are equally frequent, the first in the alphabet.
    """
    words = {word: tuple(word) for word in counts}
    chosen: list[Pair] = []
    for _ in range(steps):
        often: Counter[Pair] = Counter()
        for pair, where in pairs_in(words).items():
            for word in where:
                often[pair] += counts[word]
        chosen.append(min(often, key=lambda pair: (-often[pair], pair)))
        words = {word: joined(pieces, chosen[-1]) for word, pieces in words.items()}
    return chosen


def pairs_in(words: Mapping[str, Pieces]) -> dict[Pair, list[str]]:
    """Return each pair of neighbours with the words that it stands in, once for each time."""
    found: dict[Pair, list[str]] = {}
    for word, pieces in words.items():
        for pair in pairwise(pieces):
            found.setdefault(pair, []).append(word)
    return found


def cut(word: str, chosen: Sequence[Pair]) -> Pieces:
    """Cut a word into letters and join them again by the chosen pairs, in their order."""
    pieces = tuple(word)
    for pair in chosen:
        pieces = joined(pieces, pair)
    return pieces


def byte_pairs(counts: Mapping[str, FigureArray], published: Mapping[str, FigureArray]) -> Any:
    """Return how often each pair stands in the text at each step, and what the joining spares.

    `counts` has how often each word occurs. Figures are called `step1.a_t` after a pair, and
    `before.cat`, `step1.cat` after a word. `published` has the parts of known vocabularies.
    """
    first = next(iter(counts.values()))
    chosen = merges({word: int(count.values.item()) for word, count in counts.items()}, STEPS)
    made: dict[str, Any] = {}
    words = {word: tuple(word) for word in counts}
    made |= _tokens("before", words, counts)
    for step, pair in enumerate(chosen, start=1):
        for neighbours, where in pairs_in(words).items():
            if len(where) > 1:  # a pair of one word alone is as frequent as the word
                row = first.record("in_a_row", tuple(counts[word] for word in where))
                made[f"step{step}.{'_'.join(neighbours)}"] = row.record("sum_as_printed", (row,))
        words = {word: joined(pieces, pair) for word, pieces in words.items()}
        made |= _tokens(f"step{step}", words, counts)
    for word in NEW:
        made[f"new.{word}"] = _counted(len(cut(word, chosen)), first)
    letters = _counted(len(set("".join(counts))), first)
    joins = _counted(STEPS, first)
    made |= {"letters": letters, "joins": joins}
    made["vocabulary"] = first.record("add_up", (letters.part, joins.part))
    made["gpt2.vocabulary"] = first.record("add_up", tuple(published.values()))
    return made


def _tokens(
    name: str, words: Mapping[str, Pieces], counts: Mapping[str, FigureArray]
) -> dict[str, Any]:
    """Count the pieces of each word, of all its occurrences, and of the whole text."""
    made: dict[str, Any] = {}
    wholes = []
    for word, pieces in words.items():
        length = _counted(len(pieces), counts[word])
        whole = counts[word].record("count", (counts[word], length.part))
        made |= {f"{name}.pieces.{word}": length, f"{name}.{word}": whole}
        wholes.append(whole)
    return made | {name: wholes[0].record("add_up", tuple(wholes))}


def _counted(number: int, like: FigureArray) -> Described:
    figures = FigureArray(np.asarray(Decimal(number), dtype=object), like.policy)
    return Described(figures, Description(origin=COUNT))
