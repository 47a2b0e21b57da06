"""Other steps from the point of a step of training, against shares worked apart from the engine."""

import math
from functools import cache

import numpy as np
import pytest

from engine.models.parameters import weights_to_dict
from engine.runs.tried_steps import STEPS, TriedSteps
from tests.models.plain_answers import plain_norm, plain_softmax, plain_times
from tests.models.plain_signal import plain_loss
from tests.subjects.learning.test_signal_step import lessons, step

Weights = dict[str, np.ndarray]
NUMBER, FOCUS, VERB, NOUN = 23, 5, 3, 2


@cache
def tried() -> TriedSteps:
    return lessons().tried(NUMBER)


def before() -> Weights:
    model = step(NUMBER).model
    return {
        name: model.arrays[name].values.astype(float) for name in weights_to_dict(model.weights)
    }


def plain_shares(weights: Weights) -> list[float]:
    """The shares that the followed word gives, in plain floats."""
    model = step(NUMBER).model
    w = {name: array.tolist() for name, array in weights.items()}
    width = model.variant.width
    rows = []
    for place, word in enumerate(step(NUMBER).words, start=1):
        signal = [
            (math.cos if slot % 2 else math.sin)(place / 10000 ** (slot // 2 * 2 / width))
            for slot in range(width)
        ]
        embedded = w["embedding"][model.vocabulary.index(word)]
        row = [a + b for a, b in zip(embedded, signal, strict=True)]
        rows.append(plain_norm(row, w["norm1.scale"], w["norm1.shift"]))
    query = plain_times(rows[FOCUS - 1], w["w_query"])
    keys = [plain_times(row, w["w_key"]) for row in rows[:FOCUS]]
    return plain_softmax(
        [
            math.fsum(a * b for a, b in zip(query, key, strict=True)) / math.sqrt(width)
            for key in keys
        ]
    )


@cache
def nudged_slopes(sentence: str) -> Weights:
    """The slopes of all weights that shares depend on for another sentence, by nudging each."""
    model = step(NUMBER).model
    ids = [model.vocabulary.index(word) for word in sentence.split()]
    weights, made, apart = before(), {}, 1e-4

    def loss() -> float:
        lists = {name: array.tolist() for name, array in weights.items()}
        return plain_loss(lists, ids[:-1], ids[1:], 0.1)

    for name, weight in weights.items():
        made[name] = np.zeros_like(weight)
        if name.startswith(("embedding", "norm1", "w_query", "w_key")):
            for index in np.ndindex(weight.shape):
                kept = weight[index]
                weight[index] = kept + apart
                up = loss()
                weight[index] = kept - apart
                made[name][index] = (up - loss()) / (2 * apart)
                weight[index] = kept
    return made


def after(which: str) -> Weights:
    """All weights after one of the steps, by the formulas and the figures of the step."""
    worked, weights = step(NUMBER), before()
    rate = float(worked.arrays["schedule.rate"].values.item())
    beta1, beta2, epsilon = 0.9, 0.98, 1e-9
    made = {}
    for name, weight in weights.items():
        gradient = np.asarray(worked.full[f"gradient.{name}"])
        first, second = worked.saved.first[name], worked.saved.second[name]
        root = np.sqrt((beta2 * second + (1 - beta2) * gradient**2) / (1 - beta2**NUMBER))
        part = {
            "plain": gradient,
            "sized": gradient / (root + epsilon),
            "memory": beta1 * first / (1 - beta1**NUMBER) / (root + epsilon),
            "sentence": (1 - beta1) * gradient / (1 - beta1**NUMBER) / (root + epsilon),
        }
        if which == "earlier":
            part["earlier"] = nudged_slopes("a dog ran to a park .")[name]
        part["adam"] = part["memory"] + part["sentence"]
        decayed = (
            which == "adam"
            and worked.find(f"adam.{name}.weight").operation
            and (f"adam.{name}.decay" in worked.arrays)
        )
        made[name] = weight - rate * part[which] - (rate * 0.1 * weight if decayed else 0.0)
    return made


def row(name: str) -> list[float]:
    return [float(figure.value) for figure in tried().arrays[name].row(FOCUS - 1)][:FOCUS]


def test_the_shares_before_are_those_of_plain_arithmetic() -> None:
    assert row("before") == pytest.approx(plain_shares(before()), abs=1e-6)


@pytest.mark.parametrize("which", STEPS)
def test_the_shares_after_a_step_are_those_of_plain_arithmetic(which: str) -> None:
    assert row(which) == pytest.approx(plain_shares(after(which)), abs=2e-6)


@pytest.mark.parametrize("which", STEPS)
def test_a_change_is_the_difference_of_two_printed_shares(which: str) -> None:
    changes, shares, first = row(f"{which}.change"), row(which), row("before")
    assert changes == pytest.approx([a - b for a, b in zip(shares, first, strict=True)], abs=1e-12)


def test_the_sentence_asks_for_more_of_the_verb_and_the_memory_outvotes_it() -> None:
    verb = {which: row(f"{which}.change")[VERB - 1] for which in STEPS}
    noun = {which: row(f"{which}.change")[NOUN - 1] for which in STEPS}
    assert verb["plain"] > 0 > verb["adam"]
    assert verb["sentence"] > 0 > verb["memory"]
    assert noun["plain"] < 0 < noun["adam"]


def test_the_sentence_before_asks_for_the_opposite() -> None:
    assert " ".join(tried().earlier) == "a dog ran to a park ."
    assert row("earlier.change")[NOUN - 1] > 0 > row("earlier.change")[VERB - 1]


def test_weights_that_moved_up_their_slope_are_counted() -> None:
    worked = step(NUMBER)
    count = 0
    for name, old in before().items():
        new = worked.find(f"adam.{name}.weight").values.astype(float)
        slope = worked.find(f"gradient.{name}").values.astype(float)
        count += int(((new > old) & (slope > 0) | (new < old) & (slope < 0)).sum())
    assert int(tried().figure("uphill").value) == count > 0
