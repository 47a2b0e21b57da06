"""How wrong a guess is: cross-entropy with label smoothing, and its gradient under it.

Letters of the shapes: ``...`` any leading axes (sentences), n words, v words of the vocabulary.
"""

from dataclasses import dataclass

from engine.backkernels import pick, smoothed, sum_words
from engine.elementary import Array
from engine.kernels import (
    Ids,
    Scalar,
    log,
    mean,
)
from engine.layers import Softmax, TopSoftmax, softmax_forward


@dataclass(frozen=True)
class Targets:
    """What should have been guessed, and how strictly."""

    ids: Ids  # [..., n], the words that really came
    counted: Array  # [..., n, 1], 1 where a guess counts, 0 for filling after a sentence's end
    count: Scalar  # how many guesses count
    smoothing: Scalar  # ε, the part of the target that is spread evenly over all v words


@dataclass(frozen=True)
class CrossEntropy:
    """The steps from logits to one loss."""

    softmax: Softmax | TopSoftmax  # [..., n, v]
    logarithm: Array  # [..., n, v], natural, of every word's chance
    right: Array  # [..., n, 1], the logarithm of the word that came
    everyone: Array  # [..., n, 1], the mean logarithm of all words
    surprise: Array  # [..., n, 1]
    loss: Array  # [1], the mean surprise of the guesses that count


def cross_entropy_forward(logit: Array, targets: Targets) -> CrossEntropy:
    """−Σ y ln p, averaged, with y = (1 − ε) × one-hot + ε ÷ v: [..., n, v] → [1].

    Source: Szegedy et al. 2016, "Rethinking the Inception Architecture", section 7.
    """
    softmax = softmax_forward(logit)  # [..., n, v]
    logarithm = log(softmax.share)  # [..., n, v]
    right = pick(logarithm, targets.ids)  # [..., n, v], [..., n] → [..., n, 1]
    everyone = mean(logarithm, float(logit.shape[-1]))  # [..., n, v] → [..., n, 1]
    surprise = -(right * (1.0 - targets.smoothing) + everyone * targets.smoothing)  # [..., n, 1]
    loss = sum_words(surprise * targets.counted) / targets.count  # [..., n, 1] → [1]
    return CrossEntropy(softmax, logarithm, right, everyone, surprise, loss)


def cross_entropy_backward(forward: CrossEntropy, targets: Targets) -> Array:
    """Gradient of the logits: (chance − y) ÷ count, and 0 where a guess doesn't count."""
    chance = forward.softmax.share  # [..., n, v]
    y = smoothed(targets.ids, chance.shape[-1], targets.smoothing)  # [..., n] → [..., n, v]
    return (chance - y) * targets.counted / targets.count  # [..., n, v]
