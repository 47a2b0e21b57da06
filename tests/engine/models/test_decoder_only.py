"""The whole model against an implementation written apart, and its gradients against slopes."""

import math
from dataclasses import replace

import numpy as np
import pytest

from engine.errors import WorkingsError
from engine.layers.losses import Targets, cross_entropy_backward, cross_entropy_forward
from engine.layers.variants import Variant
from engine.models.decoder_only import backward, constants_of, forward, guess, guess_at
from engine.models.parameters import Weights, weight_shapes, weights_from_dict, weights_to_dict
from engine.numerics.elementary import Array
from tests.engine.layers.gradients import numeric_gradient
from tests.models.layouts import ANSWERS, SIGNAL
from tests.models.plain_answers import plain_logits

TWO_BLOCKS = Variant(vocabulary=6, width=4, hidden=5, layers=2, heads=1, context=4)
SMALL_ANSWERS = replace(ANSWERS, vocabulary=6, width=4, hidden=5, context=5)
AFTER = replace(SIGNAL, norm="after")


def random_weights(variant: Variant, seed: int) -> Weights:
    random = np.random.default_rng(seed)
    named: dict[str, Array] = {
        name: random.normal(0.0, 0.5, shape) + name.endswith("scale")
        for name, shape in weight_shapes(variant).items()
    }
    return weights_from_dict(named, variant.layers)


Row = list[float]
Matrix = list[list[float]]


def plain_norm(row: Row, scale: Row, shift: Row) -> Row:
    middle = math.fsum(row) / len(row)
    deviation = math.sqrt(math.fsum((v - middle) ** 2 for v in row) / len(row) + 1e-5)
    return [(v - middle) / deviation * s + t for v, s, t in zip(row, scale, shift, strict=True)]


def plain_times(row: Row, matrix: Matrix) -> Row:
    columns = zip(*matrix, strict=True)
    return [math.fsum(a * b for a, b in zip(row, column, strict=True)) for column in columns]


def plain_softmax(row: Row) -> Row:
    raised = [math.exp(v - max(row)) for v in row]
    return [v / math.fsum(raised) for v in raised]


def plain_chances(named: dict[str, Array], ids: list[int], *, after: bool = False) -> Matrix:
    """The signal model in scalar loops and `math`: a row of chances for each word.

    With ``after`` each norm evens out the sum of a layer and its input, and there is no last one.
    """

    def normed(row: Row, number: int, *, here: bool) -> Row:
        return plain_norm(row, w[f"norm{number}.scale"], w[f"norm{number}.shift"]) if here else row

    w = {name: array.tolist() for name, array in named.items()}
    stream: Matrix = []
    for position, word in enumerate(ids, start=1):
        angles = [position / 10000 ** (slot // 2 * 2 / 8) for slot in range(8)]
        waves = [math.cos(a) if slot % 2 else math.sin(a) for slot, a in enumerate(angles)]
        stream.append([e + p for e, p in zip(w["embedding"][word], waves, strict=True)])
    evened = [normed(row, 1, here=not after) for row in stream]
    keys = [plain_times(row, w["w_key"]) for row in evened]
    values = [plain_times(row, w["w_value"]) for row in evened]
    chances: Matrix = []
    for n, (row, even) in enumerate(zip(stream, evened, strict=True)):
        query = plain_times(even, w["w_query"])
        heard = keys[: n + 1]
        scores = [plain_times(query, [[k] for k in key])[0] / math.sqrt(8) for key in heard]
        blended = plain_times(plain_softmax(scores), values[: n + 1])
        attended = [a + b for a, b in zip(row, plain_times(blended, w["w_output"]), strict=True)]
        attended = normed(attended, 1, here=after)
        even = normed(attended, 2, here=not after)
        wide = plain_times(even, w["w_stretch"])
        kept = [max(0.0, a + b) for a, b in zip(wide, w["b_stretch"], strict=True)]
        pressed = plain_times(kept, w["w_press"])
        out = [a + b + c for a, b, c in zip(attended, pressed, w["b_press"], strict=True)]
        even = normed(out, 2 if after else 3, here=True)
        chances.append(plain_softmax(plain_times(even, w["unembedding"])))
    return chances


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("variant", [SIGNAL, AFTER], ids=["norm before", "norm after"])
def test_full_precision_agrees_with_an_implementation_written_apart(
    variant: Variant, seed: int
) -> None:
    weights = random_weights(variant, seed)
    ids = [1, 4, 6, 9, 1, 12, 0, 2]
    logit = forward(weights, constants_of(variant), np.array(ids), variant).logit
    chances = guess(logit, variant).share
    apart = plain_chances(weights_to_dict(weights), ids, after=variant is AFTER)
    np.testing.assert_allclose(chances, apart, rtol=0, atol=1e-9)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_layout_of_gpt2_agrees_with_an_implementation_written_apart(seed: int) -> None:
    weights = random_weights(ANSWERS, seed)
    ids = [0, 3, 4, 5, 15, 6, 24, 2, 7, 3, 34]
    logit = forward(weights, constants_of(ANSWERS), np.array(ids), ANSWERS).logit
    apart = plain_logits({name: w.tolist() for name, w in weights_to_dict(weights).items()}, ids)
    np.testing.assert_allclose(logit, apart, rtol=0, atol=1e-9)


def test_logits_of_the_asked_words_alone_are_the_same() -> None:
    weights, constants = random_weights(ANSWERS, 4), constants_of(ANSWERS)
    ids = np.array([[0, 3, 5, 9], [0, 4, 8, 1]])
    everything = forward(weights, constants, ids, ANSWERS).logit
    asked = np.array([1, 2, 7])
    alone = forward(weights, constants, ids, ANSWERS, asked).logit
    assert (alone == everything.reshape(8, -1)[asked]).all()


def test_a_layout_without_waves_has_no_constants_of_waves() -> None:
    weights, constants = random_weights(SIGNAL, 1), constants_of(ANSWERS)
    assert constants.base is constants.position is constants.slot_number is None
    assert constants_of(SIGNAL).gelu_scale is None
    with pytest.raises(WorkingsError, match="uses a constant that was left out"):
        forward(weights, constants, np.array([1, 2]), SIGNAL)


def test_sentences_side_by_side_do_not_disturb_each_other() -> None:
    weights, constants = random_weights(SIGNAL, 4), constants_of(SIGNAL)
    both = np.array([[1, 4, 6], [2, 5, 8]])
    together = forward(weights, constants, both, SIGNAL).logit
    assert (together[1] == forward(weights, constants, both[1], SIGNAL).logit).all()


def test_a_later_word_changes_nothing_before_it() -> None:
    weights, constants = random_weights(SIGNAL, 5), constants_of(SIGNAL)
    short = forward(weights, constants, np.array([1, 4]), SIGNAL).logit
    assert (forward(weights, constants, np.array([1, 4, 6]), SIGNAL).logit[:2] == short).all()


def test_temperature_divides_the_logits() -> None:
    logit = np.array([[0.0, -1.0, 14.0]])
    cold = guess_at(logit, 0.2, SIGNAL)
    assert cold.tempered.tolist() == [[0.0, -5.0, 70.0]]
    assert cold.softmax.share[0, 2] == pytest.approx(1.0)
    assert (guess_at(logit, 1.0, SIGNAL).softmax.share == guess(logit, SIGNAL).share).all()


@pytest.mark.parametrize(
    ("variant", "asked"),
    [
        (SIGNAL, None),
        (TWO_BLOCKS, None),
        (SMALL_ANSWERS, None),
        (SMALL_ANSWERS, [2, 3, 4, 5]),
        (AFTER, None),
        (replace(TWO_BLOCKS, norm="after"), None),
        (replace(SMALL_ANSWERS, norm="after"), [2, 3, 4, 5]),
    ],
    ids=[
        "signal",
        "two blocks",
        "small answers",
        "small answers, asked for some words",
        "norm after",
        "two blocks, norm after",
        "small answers, norm after, asked for some words",
    ],
)
def test_every_gradient_of_every_weight_is_the_slope(
    variant: Variant, asked: list[int] | None
) -> None:
    weights, constants = random_weights(variant, 6), constants_of(variant)
    ids = np.array([[1, 4, 2, 3], [5, 2, 1, 0]])
    targets = Targets(np.array([[4, 2, 3, 0], [2, 1, 0, 0]]), 8.0, 0.05)

    places = None
    if asked is not None:
        places = np.array(asked)
        words = targets.ids.reshape(-1)[places]
        targets = Targets(words, float(len(asked)), 0.05)

    def loss() -> float:
        logit = forward(weights, constants, ids, variant, places).logit
        return float(cross_entropy_forward(logit, targets).mean_surprise[0])

    passed = forward(weights, constants, ids, variant, places)
    d_logit = cross_entropy_backward(cross_entropy_forward(passed.logit, targets), targets)
    gradients = weights_to_dict(backward(d_logit, ids, passed, weights, constants, places).weights)
    named = weights_to_dict(weights)
    assert gradients.keys() == named.keys()
    for name, array in named.items():
        slope = numeric_gradient(loss, array)
        np.testing.assert_allclose(gradients[name], slope, rtol=1e-5, atol=1e-8, err_msg=name)
