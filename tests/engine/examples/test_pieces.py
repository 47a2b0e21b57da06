"""Byte-pair encoding by hand, against counting in the text itself."""

import random
from collections import Counter

import pytest

from engine.examples.pieces import STEPS, cut, joined, merges
from engine.examples.table import work_example
from tests.engine.examples.heads import givens_of

COUNTS = {"cat": 6, "cats": 3, "sat": 4, "mats": 2, "rat": 2}


def spelt(counts: dict[str, int], steps: int) -> tuple[list[str], list[tuple[str, str]]]:
    """Write the whole text out and join pairs in it by replacing; return it and the pairs."""
    text = [f" {' '.join(word)} " for word, count in counts.items() for _ in range(count)]
    chosen = []
    for _ in range(steps):
        often = Counter(
            pair for word in text for pair in zip(word.split(), word.split()[1:], strict=False)
        )
        pair = min(often, key=lambda each: (-often[each], each))
        chosen.append(pair)
        text = [word.replace(f" {' '.join(pair)} ", f" {''.join(pair)} ") for word in text]
    return [word.strip() for word in text], chosen


def test_the_pairs_are_those_of_the_text_written_out() -> None:
    text, chosen = spelt(COUNTS, STEPS)
    assert merges(COUNTS, STEPS) == chosen == [("a", "t"), ("c", "at"), ("s", "at"), ("cat", "s")]
    assert [" ".join(cut(word, chosen)) for word, n in COUNTS.items() for _ in range(n)] == text


@pytest.mark.parametrize("seed", range(20))
def test_the_first_pair_of_any_text_is_its_most_frequent(seed: int) -> None:
    rng = random.Random(seed)
    words = {"".join(rng.choices("abc", k=rng.randint(2, 6))): rng.randint(1, 9) for _ in range(5)}
    assert merges(words, 1) == spelt(words, 1)[1]


def test_a_pair_is_joined_from_the_left() -> None:
    assert joined(("a", "a", "a"), ("a", "a")) == ("aa", "a")
    assert joined(("b", "a", "b", "a"), ("b", "a")) == ("ba", "ba")


def test_the_chapters_figures_are_those_counts() -> None:
    made = work_example("pieces", givens_of("words-in-pieces"), "t")
    whole = {name: int(array.values.item()) for name, array in made.items()}
    text, chosen = spelt(COUNTS, STEPS)
    assert whole["before"] == sum(len(word) * count for word, count in COUNTS.items())
    assert whole[f"step{STEPS}"] == sum(len(word.split()) for word in text)
    assert whole["step1.a_t"] == sum(COUNTS.values())
    assert whole["step2.c_at"] == COUNTS["cat"] + COUNTS["cats"]
    assert whole["new.rats"] == len(cut("rats", chosen)) == 3
    assert whole["vocabulary"] == len(set("".join(COUNTS))) + STEPS
    assert whole["gpt2.vocabulary"] == 50_257
