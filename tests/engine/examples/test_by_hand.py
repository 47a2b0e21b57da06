"""Attention by hand: against arithmetic written out in fractions, and what no order may change."""

import math
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from engine.errors import WorkingsError
from engine.examples.by_hand import SHUFFLED, WORDS
from engine.examples.table import EXAMPLES, work_example
from engine.figures.ledger import FigureArray, given
from engine.figures.named import NamedFigures, counted
from engine.layers.modern import listen

POLICY = EXAMPLES["byhand"].policy
TABLES = {
    "query": ("1 1", "0 1", "1 0"),
    "key": ("0 1", "1 0", "0.5 0.5"),
    "value": ("1 0", "0 2", "1 1"),
    "place": ("0.6 0.1", "0.1 0.3", "-0.4 0.5"),
    "second.query": ("0 1",),
    "second.key": ("0.5 0", "1 -0.5", "0 1.5"),
    "second.value": ("0 1", "-1 0", "1 0.5"),
    "w_output": ("0.5 0", "0 1", "1 -0.5", "0.5 0.5"),
    "level.query": ("1 1",),
    "longer.query": ("2 0",),
}
COUNTS = {"width": "2", "short": "2000", "long": "6000"}
Rows = Sequence[Sequence[Fraction]]


def table(name: str, rows: Sequence[str]) -> FigureArray:
    numbers = np.array([[Decimal(n) for n in row.split()] for row in rows], dtype=object)
    return given(numbers, POLICY, "t", name, tuple(map(counted, numbers.shape)))


def figures() -> NamedFigures:
    givens = {name: table(name, rows) for name, rows in TABLES.items()}
    givens |= {name: given(count, POLICY, "t", name) for name, count in COUNTS.items()}
    lengths = np.array([Decimal(2**power) for power in range(3, 21)], dtype=object)
    givens["lengths"] = given(lengths, POLICY, "t", "lengths", (counted(18),))
    return NamedFigures("t", work_example("byhand", givens, "t"))


MADE = figures()


def at(name: str, *place: str) -> Fraction:
    return Fraction(MADE.at(name, *place).value)


def fractions(name: str) -> Rows:
    return [[Fraction(n) for n in row.split()] for row in TABLES[name]]


def written(number: Fraction, places: int) -> Fraction:
    """Round half away from zero, by counting whole steps."""
    steps = math.floor(abs(number) * 10**places + Fraction(1, 2))
    return Fraction(steps if number >= 0 else -steps, 10**places)


def raised(score: Fraction) -> Fraction:
    """e to a score, to four significant digits; math.exp is exact far beyond them."""
    power = Fraction(math.exp(float(score)))
    return written(power, 3 if power >= 1 else 4)


def by_pencil(query: Sequence[Fraction], keys: Rows, values: Rows) -> tuple[list[Fraction], ...]:
    """Return shares and blend of one word as a careful person works them."""
    products = [written(query[0] * k[0] + query[1] * k[1], 2) for k in keys]
    scores = [written(product / written(Fraction(math.sqrt(2)), 2), 2) for product in products]
    powers = [raised(score) for score in scores]
    total = written(sum(powers, Fraction(0)), 3)
    shares = [written(power / total, 3) for power in powers]
    mixed = [sum((s * v[slot] for s, v in zip(shares, values, strict=True)), Fraction(0))
             for slot in (0, 1)]  # fmt: skip
    return shares, [written(number, 2) for number in mixed]


@pytest.mark.parametrize("place", [1, 2, 3])
def test_each_word_hears_what_a_pencil_finds(place: int) -> None:
    word, heard = WORDS[place - 1], WORDS[:place]
    query = fractions("query")[place - 1]
    shares, blend = by_pencil(query, fractions("key")[:place], fractions("value")[:place])
    assert [at("share", word, other) for other in heard] == shares
    assert [at("blend", word, slot) for slot in ("1", "2")] == blend


def test_the_example_comes_out_as_everybody_works_it() -> None:
    assert [str(MADE.at("product", "it", word).value) for word in WORDS] == ["0.00", "1.00", "0.50"]
    assert [str(MADE.at("share", "it", word).value) for word in WORDS] == [
        "0.225",
        "0.457",
        "0.319",
    ]
    assert [str(MADE.at("blend", "it", slot).value) for slot in "12"] == ["0.54", "1.23"]
    full = [math.exp(product / math.sqrt(2)) for product in (0.0, 1.0, 0.5)]
    for word, power in zip(WORDS, full, strict=True):
        assert float(at("share", "it", word)) == pytest.approx(power / sum(full), abs=0.0016)


def test_a_later_word_has_no_share_and_its_power_of_e_is_nothing() -> None:
    assert [at("unheard.raised"), at("unheard.share")] == [0, 0]
    assert str(MADE.at("unheard.score").value) == "-Infinity"
    masked = MADE.find("raised").values
    assert masked[1, 2] == masked[0, 1] == masked[0, 2] == 0
    assert at("total", "animal") == at("raised", "animal", "The") + at("raised", "animal", "animal")
    assert at("score", "animal", "it") > 0  # it would have been heard
    with pytest.raises(WorkingsError, match="never listens to a later one"):
        MADE.at("share", "animal", "it")


def test_other_queries_and_a_second_head_are_as_a_pencil_finds_them() -> None:
    keys, values = fractions("key"), fractions("value")
    for name in ("level", "longer"):
        shares, blend = by_pencil(fractions(f"{name}.query")[0], keys, values)
        assert [at(f"{name}.share", "it", word) for word in WORDS] == shares
        assert [at(f"{name}.blend", "it", slot) for slot in "12"] == blend
    second = by_pencil(
        fractions("second.query")[0], fractions("second.key"), fractions("second.value")
    )
    assert [at("second.share", "it", word) for word in WORDS] == second[0]
    joined = [at("blend", "it", "1"), at("blend", "it", "2"), *second[1]]
    for slot, name in enumerate("12"):
        products = (n * row[slot] for n, row in zip(joined, fractions("w_output"), strict=True))
        assert at("output", "it", name) == written(sum(products, Fraction(0)), 2)


def test_a_place_added_to_a_key_stays_where_it_is_when_words_move() -> None:
    keys, places, values = fractions("key"), fractions("place"), fractions("value")
    query = fractions("query")[2]
    for name, order in (("placed", (0, 1, 2)), ("moved", SHUFFLED)):
        moved = [[keys[w][s] + places[p][s] for s in (0, 1)] for p, w in enumerate(order)]
        shares, _ = by_pencil(query, moved, [values[w] for w in order])
        assert [at(f"{name}.share", "it", WORDS[w]) for w in order] == shares
    assert at("placed.share", "it", "animal") != at("moved.share", "it", "animal")


numbers = st.decimals(-3, 3, places=1, allow_nan=False).map(lambda number: number + 0)
rows = st.lists(numbers, min_size=2, max_size=2)


@settings(max_examples=40, deadline=None)
@drawn(rows, st.lists(st.tuples(rows, rows), min_size=1, max_size=6), st.randoms())
def test_without_places_every_order_of_the_words_gives_each_the_same_share(
    query: list[Decimal],
    words: list[tuple[list[Decimal], list[Decimal]]],
    order: Random,
) -> None:
    mixed = list(range(len(words)))
    order.shuffle(mixed)
    root: Any = given("1.41", POLICY, "t", "root")

    def heard(places: list[int]) -> tuple[dict[int, Decimal], list[Decimal]]:
        def part(which: int) -> Any:
            return given(
                np.array([words[place][which] for place in places], dtype=object), POLICY, "t", "x",
                (counted(len(places)), counted(2)),
            )  # fmt: skip

        asking: Any = given(np.array([query], dtype=object), POLICY, "t", "q", (("1",), counted(2)))
        step: Any = listen(asking, part(0), part(1), root)
        return dict(zip(places, step.softmax.share.values[0], strict=True)), list(
            step.blend.values[0]
        )

    assert heard(mixed) == heard(sorted(mixed))


def test_comparisons_are_squares_and_doubling_makes_four_times_as_many() -> None:
    for power in range(3, 21):
        assert at("comparisons", str(2**power)) == 4**power
        if power > 3:
            assert at("growth", str(2**power)) == 4
    assert str(MADE.at("comparisons", "1048576").text) == "1,099,511,627,776"
    assert at("short_comparisons") == 4_000_000
    assert at("long_comparisons") == 36_000_000
    assert at("comparison_growth") == at("text_growth") ** 2 == 9
