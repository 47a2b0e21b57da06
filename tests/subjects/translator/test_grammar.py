"""The pairs come out of the grammar as committed, agree as French does, and keep their secrets."""

import itertools
from pathlib import Path

import pytest

from subjects.translator.grammar import FEATURED, SHARES, draw, kinds, write
from tests import ROOT

FOLDER = ROOT / "weights" / "translator"
EVERY = {pair for pairs in kinds().values() for pair in pairs}


def test_the_committed_pairs_are_those_that_the_grammar_writes(tmp_path: Path) -> None:
    write(tmp_path)
    for name in ("corpus.txt", "heldout.txt"):
        assert (tmp_path / name).read_bytes() == (FOLDER / name).read_bytes(), name


def test_no_pair_held_out_is_learned_and_none_stands_twice() -> None:
    corpus, heldout = draw()
    assert not set(corpus) & set(heldout)
    assert not {english for english, _ in corpus} & {english for english, _ in heldout}
    assert len(set(corpus)) == len(corpus) == sum(learned for learned, _ in SHARES.values())
    assert len(set(heldout)) == len(heldout) == sum(kept for _, kept in SHARES.values())
    assert set(FEATURED) <= {english for english, _ in heldout}


def test_every_word_that_is_held_out_has_been_learned() -> None:
    corpus, heldout = draw()
    for side in (0, 1):
        learned = {word for pair in corpus for word in pair[side].split()}
        assert learned == {word for pair in EVERY for word in pair[side].split()}
        assert learned >= {word for pair in heldout for word in pair[side].split()}


def test_sentences_and_translations_differ_in_length() -> None:
    corpus, _ = draw()
    apart = {len(french.split()) - len(english.split()) for english, french in corpus}
    assert apart == {-1, 0, 1, 2}


@pytest.mark.parametrize(
    ("english", "french"),
    [
        ("the cat chases the mouse", "le chat chasse la souris"),
        ("the black cat sleeps", "le chat noir dort"),
        ("she does not sleep", "elle ne dort pas"),
        ("the small mouse cannot sleep", "la petite souris ne peut pas dormir"),
        ("the cats are sleeping", "les chats dorment"),
        ("some white cows do not sleep", "des vaches blanches ne dorment pas"),
        ("the mice are not small", "les souris ne sont pas petites"),
        ("a cow is not black", "une vache n'est pas noire"),
        ("they are white", "ils sont blancs"),
        ("a dog is chasing the big cows", "un chien chasse les grandes vaches"),
        ("the dogs do not see the mice", "les chiens ne voient pas les souris"),
    ],
)
def test_the_french_of_the_grammar_agrees(english: str, french: str) -> None:
    assert (english, french) in EVERY


def test_one_sentence_has_one_translation() -> None:
    assert len({english for english, _ in EVERY}) == len(EVERY)


def test_the_french_never_asks_for_a_rule_that_the_grammar_lacks() -> None:
    for _, french in EVERY:
        words = french.split()
        before = {"petits", "petites", "grands", "grandes"}
        assert not any(a == "des" and b in before for a, b in itertools.pairwise(words))
        if "pas" in words:  # “pas un” would become “pas de”
            assert not set(words[words.index("pas") :]) & {"un", "une", "des"}
