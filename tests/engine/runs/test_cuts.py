"""Looks that are cut, against models written apart from the engine that leave them out."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from bookbuild.core.config import read_book
from engine.errors import UnknownName, WorkingsError
from engine.models.encoder_decoder_parameters import translator_to_dict
from engine.models.parameters import weights_to_dict
from engine.numerics.kernels import ShapeError
from engine.runs.cuts import CutFigures, Look
from engine.runs.generation import BEGIN, answer
from engine.runs.model_run import AnyRun
from engine.runs.run import Run
from engine.runs.translation_run import TranslationRun
from subjects.models.library import Library
from subjects.translator.translators import Translator
from tests import ROOT
from tests.models.plain_answers import Hears, plain_logits, plain_softmax
from tests.models.plain_translator import PlainTranslator

SUM = "what is two plus three ?"


@pytest.fixture(scope="module")
def library() -> Library:
    return Library(read_book(ROOT))


@pytest.fixture(scope="module")
def asked(library: Library) -> Run:
    return answer(library.figures("answers"), SUM.split()).run


@pytest.fixture(scope="module")
def translated() -> TranslationRun:
    translator = Translator(ROOT / "weights/translator")
    return translator.translation("the cat chases the mouse".split()).run


def lists(arrays: Mapping[str, Any]) -> dict[str, Any]:
    return {name: np.asarray(array, dtype=float).tolist() for name, array in arrays.items()}


def leaving_out(looks: Sequence[Look]) -> Hears:
    def hears(place: str, head: int, asking: int, heard: int) -> bool:
        return not any(
            (look.place in ("", place))
            and look.head in (None, head)
            and (look.asking, look.heard) == (asking, heard)
            for look in looks
        )

    return hears


def plain_answers(run: Run, hears: Hears) -> list[list[float]]:
    weights = lists(weights_to_dict(run.model.full_weights))
    return plain_logits(weights, run.model.ids(run.words).tolist(), hears)


def plain_translator(run: TranslationRun, hears: Hears) -> list[list[float]]:
    model = PlainTranslator(lists(translator_to_dict(run.model.full_weights)), hears)
    ids = run.model.ids(run.source, "source word"), run.model.ids(run.words)
    return model.logits(ids[0].tolist(), ids[1].tolist())


def same(
    run: AnyRun, plain: Callable[[Any, Hears], list[list[float]]], looks: Sequence[Look], at: int
) -> CutFigures:
    """Hold the chances after a position to those of a model that leaves the looks out."""
    cut = CutFigures(run, at, looks)
    expected = plain_softmax(plain(run, leaving_out(looks))[at - 1])
    found = [float(value) for value in cut.arrays["share"].values]
    assert found == pytest.approx(expected, abs=0.0005)
    assert cut.answer == run.model.vocabulary[expected.index(max(expected))]
    return cut


@pytest.mark.parametrize(
    ("looks", "says"),
    [
        ([], "five"),
        ([Look(7, 4, "block1")], "six"),
        ([Look(9, 6, "block1")], "four"),
        ([Look(9, 7, "block2")], "six"),
        ([Look(9, 4)], "five"),
        ([Look(7, 4, "block1", 1)], None),
        ([Look(9, 6, "block1", 2), Look(9, 7, "block2", 1)], None),
    ],
)
def test_an_answer_with_looks_cut(asked: Run, looks: list[Look], says: str | None) -> None:
    assert asked.words[:9] == (BEGIN, *SUM.split(), "it", "is")
    cut = same(asked, plain_answers, looks, 9)
    assert says is None or cut.answer == says


@pytest.mark.parametrize(
    ("looks", "says"),
    [
        ([], "la"),
        ([Look(4, 5, "encoder.self_attention")], "la"),
        ([Look(4, 4, "decoder.cross_attention")], "le"),
        ([Look(4, 5, "encoder.self_attention", 2), Look(4, 1, "decoder.self_attention")], None),
    ],
)
def test_a_translation_with_looks_cut(
    translated: TranslationRun, looks: list[Look], says: str | None
) -> None:
    cut = same(translated, plain_translator, looks, 4)
    assert says is None or cut.answer == says


def test_the_first_article_needs_its_noun(translated: TranslationRun) -> None:
    assert same(translated, plain_translator, [], 1).answer == "le"
    look = Look(1, 2, "decoder.cross_attention")
    assert same(translated, plain_translator, [look], 1).answer == "la"


def test_without_cuts_the_chances_are_those_in_full_precision(asked: Run) -> None:
    whole = CutFigures(asked, 9, []).arrays["share"].values
    assert [float(each) for each in whole] == pytest.approx(asked.full["guess.share"][8], abs=5e-4)


def test_an_address_without_cuts_ends_in_a_name_as_a_path_must(asked: Run) -> None:
    assert not CutFigures(asked, 9, []).scope.endswith("/")


def test_cuts_have_addresses_of_their_own(asked: Run) -> None:
    one, other = (CutFigures(asked, 9, [Look(9, 4, "block1", head)]) for head in (1, None))
    assert one.scope == f"{asked.scope}/cut/9/block1.head1.9-4"
    assert other.scope == f"{asked.scope}/cut/9/block1.9-4"


@pytest.mark.parametrize(
    ("look", "fault"),
    [
        (Look(9, 4, "block3"), "block3"),
        (Look(9, 40, "block1"), "no look from 9 to 40 in block1"),
        (Look(9, 4, "block1", 3), "there is no head 3: the model has 2"),
    ],
)
def test_what_cannot_be_cut_is_refused(asked: Run, look: Look, fault: str) -> None:
    with pytest.raises((UnknownName, WorkingsError), match=fault):
        CutFigures(asked, 9, [look])


def test_a_word_must_keep_something_to_listen_to(asked: Run) -> None:
    with pytest.raises(ShapeError, match="nothing left to listen to"):
        CutFigures(asked, 1, [Look(1, 1)])
