"""How good a model's words are: perplexity and BLEU, as plain numbers.

`metric_figures` works both line by line, by carried figures.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.errors import WorkingsError
from engine.numerics.elementary import exp, log

Words = Sequence[str]
NGrams = Counter[tuple[str, ...]]

LONGEST = 4  # words in the longest n-gram that BLEU counts


def perplexity(losses: Sequence[float], counts: Sequence[int]) -> float:
    """e to the mean loss of a word, over sentences whose words had these mean losses.

    A sentence weighs as much as it has words (``counts``). Uniform chances over 4 words give 4.
    Source: Jelinek et al. 1977, "Perplexity: a measure of the difficulty of speech recognition
    tasks". Raises `WorkingsError` without any word.
    """
    whole, words = 0.0, 0
    for loss, count in zip(losses, counts, strict=True):
        whole += loss * count
        words += count
    if not words:
        raise WorkingsError("perplexity needs at least one word")
    return float(exp(np.array([whole / words]))[0])


def ngrams(words: Words, n: int) -> NGrams:
    """How often each row of n words occurs in a sentence; its words stay words apart."""
    return Counter(tuple(words[start : start + n]) for start in range(len(words) - n + 1))


def clipped(ours: NGrams, reference: NGrams) -> NGrams:
    """How many of each of our n-grams count: at most as many as the reference has."""
    return Counter({ngram: min(count, reference[ngram]) for ngram, count in ours.items()})


@dataclass(frozen=True)
class BleuCounts:
    """What BLEU counts, pooled over all sentences."""

    matches: tuple[int, ...]  # clipped n-grams, for n from 1 on
    totals: tuple[int, ...]  # n-grams of ours
    ours: int  # words written
    reference: int  # words of the references

    @property
    def precisions(self) -> tuple[float, ...]:
        """Matches ÷ totals, 0 where there was nothing to match."""
        pairs = zip(self.matches, self.totals, strict=True)
        return tuple(match / whole if whole else 0.0 for match, whole in pairs)


def bleu_counts(pairs: Sequence[tuple[Words, Words]], longest: int = LONGEST) -> BleuCounts:
    """Count over pairs of what was written and its one reference.

    Raises `WorkingsError` without pairs.
    """
    if not pairs:
        raise WorkingsError("BLEU needs at least one sentence")
    matches, totals = [0] * longest, [0] * longest
    ours = reference = 0
    for written, wanted in pairs:
        ours += len(written)
        reference += len(wanted)
        for n in range(1, longest + 1):
            found = ngrams(written, n)
            matches[n - 1] += clipped(found, ngrams(wanted, n)).total()
            totals[n - 1] += found.total()
    return BleuCounts(tuple(matches), tuple(totals), ours, reference)


def brevity_penalty(ours: int, reference: int) -> float:
    """e^(1 − r ÷ c) where c words were written for r of the references and c ≤ r; else 1.

    Nothing written gives 0.
    """
    if ours > reference:
        return 1.0
    return float(exp(np.array([1.0 - reference / ours]))[0]) if ours else 0.0


def bleu(counts: BleuCounts) -> float:
    """The penalty times the geometric mean of the precisions, from 0 to 1.

    One precision of 0 makes it 0: nothing is smoothed. Source: Papineni et al. 2002, "BLEU: a
    method for automatic evaluation of machine translation", section 2.3.
    """
    precisions = np.array(counts.precisions)
    if not precisions.all():
        return 0.0
    whole = 0.0
    for each in log(precisions):
        whole += float(each)
    mean = float(exp(np.array([whole / len(precisions)]))[0])
    return brevity_penalty(counts.ours, counts.reference) * mean
