"""The translating model against an implementation written apart, and its gradients."""

from dataclasses import replace

import numpy as np
import pytest

from engine.errors import WorkingsError
from engine.layers.losses import Targets, cross_entropy_backward, cross_entropy_forward
from engine.layers.variants import Variant
from engine.models.decoder_only import constants_of
from engine.models.encoder_decoder import Translated, translate_backward, translate_forward
from engine.models.encoder_decoder_parameters import (
    TranslatorWeights,
    translator_from_dict,
    translator_shapes,
    translator_to_dict,
)
from engine.numerics.elementary import Array
from tests.engine.layers.gradients import numeric_gradient
from tests.models.plain_translator import PlainTranslator

SMALL = Variant(
    vocabulary=6,
    source_vocabulary=7,
    width=4,
    hidden=3,
    layers=1,
    heads=2,
    context=5,
    norm="after",
)
TWO_BLOCKS = replace(SMALL, layers=2)
NORM_BEFORE = replace(TWO_BLOCKS, norm="before")


def random_weights(variant: Variant, seed: int) -> TranslatorWeights:
    random = np.random.default_rng(seed)
    named: dict[str, Array] = {
        name: random.normal(0.0, 0.5, shape) + name.endswith("scale")
        for name, shape in translator_shapes(variant).items()
    }
    return translator_from_dict(named, variant)


def run(weights: TranslatorWeights, source: list[int], written: list[int]) -> Translated:
    constants = constants_of(SMALL)
    return translate_forward(weights, constants, np.array(source), np.array(written), SMALL)


@pytest.mark.parametrize(
    ("source", "written"),
    [([1, 4, 6], [0, 2, 3, 1, 5]), ([6, 5, 2, 1, 3], [0, 4]), ([2], [1, 1, 1])],
)
def test_full_precision_agrees_with_an_implementation_written_apart(
    source: list[int], written: list[int]
) -> None:
    weights = random_weights(SMALL, 1)
    named = {name: w.tolist() for name, w in translator_to_dict(weights).items()}
    apart = PlainTranslator(named).logits(source, written)
    np.testing.assert_allclose(run(weights, source, written).logit, apart, rtol=0, atol=1e-9)


def test_cross_attention_asks_with_the_written_words_and_hears_the_read_ones() -> None:
    passed = run(random_weights(SMALL, 2), [1, 4, 6], [0, 2, 3, 1, 5])
    cross = passed.decoder.blocks[0].cross_attention.layer
    assert cross.query.shape == (5, 4)
    assert cross.key.shape == cross.value.shape == (3, 4)
    assert [head.softmax.share.shape for head in cross.heads] == [(5, 3), (5, 3)]
    assert all((head.softmax.share > 0).all() for head in cross.heads)


def test_the_encoder_hears_later_words_and_the_decoder_does_not() -> None:
    weights = random_weights(SMALL, 3)
    before, after = run(weights, [1, 4, 6], [0, 2, 3]), run(weights, [1, 4, 5], [0, 2, 4])
    assert (before.encoder.out[0] != after.encoder.out[0]).any()
    after = run(weights, [1, 4, 6], [0, 2, 4])
    assert (before.logit[:2] == after.logit[:2]).all()
    assert (before.logit[2] != after.logit[2]).any()


def test_a_block_evens_out_its_output_or_its_input_by_one_switch() -> None:
    source, written = np.array([1, 4, 6]), np.array([0, 2])
    constants = constants_of(SMALL)
    after = translate_forward(random_weights(SMALL, 4), constants, source, written, SMALL)
    part = after.decoder.blocks[0].cross_attention
    assert part.norm_before is None
    assert part.norm is not None
    assert (part.out == part.norm.out).all()
    assert after.decoder.norm is None
    weights = random_weights(NORM_BEFORE, 4)
    before = translate_forward(weights, constants, source, written, NORM_BEFORE)
    turned = before.decoder.blocks[0].cross_attention
    assert turned.norm is None
    assert turned.norm_before is not None
    assert (turned.out == turned.added).all()
    assert before.decoder.norm is not None
    told = before.decoder.norm.out @ weights.unembedding
    np.testing.assert_allclose(before.logit, told, rtol=0, atol=1e-12)


def test_filling_after_a_shorter_sentence_changes_no_bit() -> None:
    weights, constants = random_weights(TWO_BLOCKS, 5), constants_of(SMALL)
    source = np.array([[1, 4, 6, 2], [5, 2, 0, 0]])
    written = np.array([[0, 2, 3], [0, 4, 0]])
    lengths = np.array([4, 2])
    both = translate_forward(weights, constants, source, written, TWO_BLOCKS, lengths)
    for row, (read, wrote) in enumerate([(4, 3), (2, 2)]):
        alone = translate_forward(
            weights, constants, source[row, :read], written[row, :wrote], TWO_BLOCKS
        )
        assert (both.logit[row, :wrote] == alone.logit).all()


def test_logits_of_the_asked_words_alone_are_the_same() -> None:
    weights, constants = random_weights(SMALL, 6), constants_of(SMALL)
    source, written = np.array([[1, 4], [2, 5]]), np.array([[0, 3, 5], [0, 4, 1]])
    everything = translate_forward(weights, constants, source, written, SMALL).logit
    asked = np.array([1, 2, 4])
    alone = translate_forward(weights, constants, source, written, SMALL, None, asked).logit
    assert (alone == everything.reshape(6, -1)[asked]).all()


class Slopes:
    """The loss of made-up weights on two sentences, filled up or not, and its gradients."""

    def __init__(self, variant: Variant, *, filled: bool) -> None:
        self.variant, self.constants = variant, constants_of(variant)
        self.weights = random_weights(variant, 7)
        self.source = np.array([[1, 4, 2, 3], [5, 2, 0, 0]])
        self.written = np.array([[0, 2, 5], [0, 4, 1]])
        self.lengths = np.array([4, 2]) if filled else None
        self.asked = np.array([0, 1, 2, 3, 4]) if filled else None
        words = np.array([2, 5, 1, 4, 1]) if filled else np.array([[2, 5, 1], [4, 1, 3]])
        self.targets = Targets(words, float(words.size), 0.1)

    def passed(self) -> Translated:
        return translate_forward(
            self.weights,
            self.constants,
            self.source,
            self.written,
            self.variant,
            self.lengths,
            self.asked,
        )

    def loss(self) -> float:
        return float(cross_entropy_forward(self.passed().logit, self.targets).mean_surprise[0])

    def gradients(self) -> dict[str, Array]:
        steps = self.passed()
        entropy = cross_entropy_forward(steps.logit, self.targets)
        back = translate_backward(
            cross_entropy_backward(entropy, self.targets),
            self.source,
            self.written,
            steps,
            self.weights,
            self.constants,
            self.asked,
        )
        return translator_to_dict(back.weights)


def test_every_gradient_of_every_weight_is_the_slope() -> None:
    slopes = Slopes(SMALL, filled=True)
    gradients, named = slopes.gradients(), translator_to_dict(slopes.weights)
    assert list(gradients) == list(named) == list(translator_shapes(SMALL))
    for name, array in named.items():
        slope = numeric_gradient(slopes.loss, array)
        np.testing.assert_allclose(gradients[name], slope, rtol=1e-5, atol=1e-8, err_msg=name)


@pytest.mark.parametrize(
    "variant",
    [SMALL, TWO_BLOCKS, NORM_BEFORE],
    ids=["one block", "two blocks", "norms before the layers"],
)
@pytest.mark.parametrize("filled", [False, True])
def test_along_any_direction_the_gradient_is_the_slope(variant: Variant, filled: bool) -> None:
    slopes, random = Slopes(variant, filled=filled), np.random.default_rng(9)
    gradients = slopes.gradients()
    for name, array in translator_to_dict(slopes.weights).items():
        along, kept = random.normal(0.0, 1.0, array.shape), array.copy()
        array += 1e-5 * along
        above = slopes.loss()
        array[...] = kept - 1e-5 * along
        below = slopes.loss()
        array[...] = kept
        slope = (above - below) / 2e-5
        assert (gradients[name] * along).sum() == pytest.approx(slope, rel=1e-4, abs=1e-8), name


def test_weights_are_refused_by_name() -> None:
    named = translator_to_dict(random_weights(SMALL, 8))
    taken = named.pop("decoder.cross_attention.w_key")
    with pytest.raises(WorkingsError, match=r"decoder\.cross_attention\.w_key is missing"):
        translator_from_dict(named, SMALL)
    named |= {"decoder.cross_attention.w_key": taken, "decoder.cros": taken}
    with pytest.raises(WorkingsError, match=r"unknown weight decoder\.cros"):
        translator_from_dict(named, SMALL)
