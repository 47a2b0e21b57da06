"""How wrong a guess is: cross-entropy with label smoothing, and its gradient under it.

Letters of the shapes: ``...`` any leading axes (sentences), n words, v words of the vocabulary.
"""

from dataclasses import dataclass

from engine.figures.descriptions import figure, part, steps
from engine.layers.backkernels import loss_slope, mean_words, smoothed, surprise
from engine.layers.layers import Softmax, TopSoftmax, softmax_forward
from engine.numerics.elementary import Array
from engine.numerics.kernels import Ids, Scalar, log


@dataclass(frozen=True)
class Targets:
    """What should have been guessed, and how strictly."""

    ids: Ids  # [..., n], the words that really came
    count: Scalar  # how many there are
    smoothing: Scalar  # ε, the part of the target that is spread evenly over all v words


OF_GUESSES = {
    "raised": "e to each logit",
    "total": "Their totals",
    "share": "The chance of each word",
}


@steps
class CrossEntropy:
    """The steps from logits to one loss."""

    # [..., n, v]
    softmax: Softmax | TopSoftmax = part(unnamed=True, choice="word", titles=OF_GUESSES)
    # [..., n, v], natural, of every word's chance
    logarithm: Array = figure("Its logarithm", "position", "word")
    # [..., n, v], the chances that would have been right
    target: Array = figure("The smoothed target", "position", "word")
    surprise: Array = figure("How wrong each guess was", "position")  # [..., n, 1]
    mean_surprise: Array = figure("The loss")  # [1], the loss


def cross_entropy_forward(logit: Array, targets: Targets) -> CrossEntropy:
    """−Σ y ln p, averaged, with y = (1 − ε) × one-hot + ε ÷ v: [..., n, v] → [1].

    Source: Szegedy et al. 2016, "Rethinking the Inception Architecture", section 7.
    """
    softmax = softmax_forward(logit)  # [..., n, v]
    logarithm = log(softmax.share)  # [..., n, v]
    target = smoothed(targets.smoothing, targets.ids, logit.shape[-1])  # [..., n] → [..., n, v]
    each = surprise(target, logarithm)  # [..., n, v] → [..., n, 1]
    mean = mean_words(each, targets.count)  # [..., n, 1] → [1]
    return CrossEntropy(softmax, logarithm, target, each, mean)


def cross_entropy_backward(forward: CrossEntropy, targets: Targets) -> Array:
    """Gradient of the logits: (chance − y) ÷ count, [..., n, v]."""
    return loss_slope(forward.softmax.share, forward.target, targets.count)
