"""How perplexity and BLEU are worked: every count, sum and power a figure with a line."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

import numpy as np

from engine.figures.decimals import Digits, Places
from engine.figures.descriptions import CHOSEN, COUNT, MEASURED, UNKNOWN
from engine.figures.ledger import FigureArray, given
from engine.figures.named import NamedFigures, counted
from engine.figures.operations.operation import Policy
from engine.figures.rounding import policy_for
from engine.runs.generation import END
from engine.runs.translation_run import TranslationRun
from engine.training.metrics import LONGEST, Words, bleu, bleu_counts, ngrams

PLACES = 4  # of precisions, logarithms and what is made of them
UNROUNDED = Places(5)  # of the score that is worked without rounding on the way
NAMES = ("word", "pair", "triple", "quadruple")  # n-grams, by their n


def metric_policy() -> Policy:
    """Return the rounding rules of metrics."""
    return replace(policy_for(PLACES), shares=Places(PLACES), powers=Digits(PLACES), order=1)


class _Worked(NamedFigures):
    """Figures that are published one by one as they are worked."""

    def __init__(self, scope: str) -> None:
        super().__init__(scope, {})
        self.policy = metric_policy()
        self._same: dict[str, FigureArray] = {}  # sums of one figure, which is the sum itself

    def shelves(self) -> tuple[dict[str, FigureArray], ...]:
        """Return the places to look in for a name."""
        return (self.arrays, self._same)

    def _publish(self, array: FigureArray, name: str, *labels: tuple[str, ...]) -> FigureArray:
        if not array.name:
            array.publish(self.scope, name, labels)
        self.arrays[name] = array
        return array

    def _give(self, name: str, numbers: Sequence[int], labels: tuple[str, ...]) -> FigureArray:
        values = np.array([Decimal(number) for number in numbers], dtype=object)
        self.arrays[name] = given(values, self.policy, self.scope, name, (labels,), origin=COUNT)
        return self.arrays[name]

    def _give_one(self, name: str, number: int, origin: str = CHOSEN) -> FigureArray:
        self.arrays[name] = given(number, self.policy, self.scope, name, origin=origin)
        return self.arrays[name]

    def _added_up(self, parts: Sequence[FigureArray], name: str) -> FigureArray:
        """The sum of single figures, as they are printed; one alone is its own sum."""
        return self._sum(parts[0] if len(parts) == 1 else _side_by_side(parts), name)

    def _sum(self, array: FigureArray, name: str) -> FigureArray:
        if array.shape == (1,):
            self._same[name] = array
            return array
        return self._publish(array.record("sum_as_printed", (array,)), name)


class PerplexityFigures(_Worked):
    """Perplexity of right translations: e to the mean surprise at each of their words.

    Each run has read the whole right translation; the mark of its end is one of the words.
    """

    def __init__(self, scope: str, runs: Sequence[TranslationRun]) -> None:
        super().__init__(scope)
        wholes = []
        words = 0
        for number, run in enumerate(runs, start=1):
            wanted = [*run.words[1:], END]
            ids = np.array([run.model.vocabulary.index(word) for word in wanted], dtype=np.int64)
            chance = run.arrays["guess.share"]
            each = chance.record("surprise_at", (chance, ids))
            places = counted(len(wanted))
            self._publish(each, f"sentence{number}.surprise", places)
            wholes.append(
                self._publish(each.record("sum_words", (each,)), f"sentence{number}.whole")
            )
            words += len(wanted)
        self.whole = self._added_up(wholes, "whole")
        self.words = self._give_one("words", words, COUNT)
        self.loss = self._publish(self.whole / self.words, "loss")
        self.perplexity = self._publish(self.loss.record("exp", (self.loss,)), "perplexity")


class UniformFigures(_Worked):
    """Perplexity where each of so many words has the same chance: it is their number again."""

    def __init__(self, scope: str, words: int) -> None:
        super().__init__(scope)
        chance = self._publish(
            self._give_one("one", 1) / self._give_one("words", words, COUNT), "chance"
        )
        log = self._publish(chance.record("log", (chance,)), "log")
        self._publish(self._give_one("zero", 0) - log, "loss")
        self._publish(self.arrays["loss"].record("exp", (self.arrays["loss"],)), "perplexity")


class BleuFigures(_Worked):
    """BLEU over pairs of a translation and its one reference: see `engine.training.metrics`."""

    def __init__(
        self, scope: str, pairs: Sequence[tuple[Words, Words]], longest: int = LONGEST
    ) -> None:
        super().__init__(scope)
        self.longest = longest
        found = [self._precision(n, pairs) for n in range(1, longest + 1)]
        precisions = [one for one in found if one is not None and one.at(0).value]
        ours = self._give_one("words.ours", _length(pairs, 0), COUNT)
        reference = self._give_one("words.reference", _length(pairs, 1), COUNT)
        self.penalty = self._penalty(ours, reference)
        if len(precisions) == longest:
            joined = _side_by_side(precisions)
            logs = self._publish(joined.record("log", (joined,)), "logs", counted(longest))
            level = logs.record("mean", (logs, self._give_one("longest", longest)))
            self._publish(level, "mean_log")
            self.geometric = self._publish(level.record("exp", (level,)), "geometric_mean")
            self.bleu = self._publish(self.geometric * self.penalty, "bleu")
        else:  # one precision of 0 makes the whole 0
            self.geometric = self.bleu = self._give_one("bleu", 0, UNKNOWN)
        full = UNROUNDED.write(Decimal(bleu(bleu_counts(pairs, longest))))
        self.arrays["unrounded"] = given(full, self.policy, scope, "unrounded", origin=MEASURED)

    def _precision(self, n: int, pairs: Sequence[tuple[Words, Words]]) -> FigureArray | None:
        """Clip every sentence's n-grams, pool them over all sentences, and divide."""
        matches, totals = [], []
        for number, (written, wanted) in enumerate(pairs, start=1):
            found, sought = ngrams(written, n), ngrams(wanted, n)
            if not found:
                continue  # a sentence shorter than n words has none
            name = f"sentence{number}.{NAMES[n - 1]}"
            labels = tuple("_".join(ngram) for ngram in found)
            ours = self._give(f"{name}.ours", list(found.values()), labels)
            theirs = self._give(f"{name}.reference", [sought[ngram] for ngram in found], labels)
            match = ours.record("smaller", (ours, theirs))
            self._publish(match, f"{name}.clipped", labels)
            totals.append(self._sum(ours, f"{name}.total"))
            matches.append(self._sum(match, f"{name}.matches"))
        if not totals:
            return None
        whole = self._added_up(totals, f"{NAMES[n - 1]}.total")
        right = self._added_up(matches, f"{NAMES[n - 1]}.matches")
        return self._publish(right.record("share", (right, whole)), f"{NAMES[n - 1]}.precision")

    def _penalty(self, ours: FigureArray, reference: FigureArray) -> FigureArray:
        one = self._give_one("one", 1)
        if ours.figure().value > reference.figure().value or not ours.figure().value:
            return one if ours.figure().value else self._give_one("penalty", 0, UNKNOWN)
        ratio = self._publish(reference / ours, "penalty.ratio")
        exponent = self._publish(one - ratio, "penalty.exponent")
        return self._publish(exponent.record("exp", (exponent,)), "penalty")


def _side_by_side(parts: Sequence[FigureArray]) -> FigureArray:
    return parts[0].record("join", tuple(parts))


def _length(pairs: Sequence[tuple[Words, Words]], side: int) -> int:
    count = 0
    for pair in pairs:
        count += len(pair[side])
    return count
