"""Other choices than the likeliest word: worked from the chances as they are printed."""

from decimal import Decimal

import pytest

from engine.runs.run import Run
from engine.runs.sampling import Choice
from tests.models.small_model import GPT, made_up


def run() -> Run:
    return Run(made_up(5, variant=GPT), ["the", "dog", "sat"], temperatures=("2",))


def test_the_top_k_are_the_likeliest_and_make_a_whole_again() -> None:
    worked = run()
    choice = Choice(worked, 3, "guess_at_2.share", 3, Decimal("0.5"), 1)
    chances = sorted((f.value for f in worked.arrays["guess_at_2.share"].row(2)), reverse=True)
    whole = choice.figure("top_k.whole").value
    assert whole == sum(chances[:3])
    for word, chance in zip(choice.top_k, chances, strict=False):
        share = choice.figure(f"top_k.share[{word}]").value
        assert share == (chance / whole).quantize(Decimal("0.001"))


def test_the_top_p_are_as_few_as_reach_it() -> None:
    worked = run()
    choice = Choice(worked, 3, "guess_at_2.share", 2, Decimal("0.6"), 1)
    whole = choice.figure("top_p.whole").value
    last = worked.at("guess_at_2.share", "3", choice.top_p[-1]).value
    assert whole >= Decimal("0.6") > whole - last


@pytest.mark.parametrize("seed", range(6))
def test_a_draw_takes_the_first_word_whose_sum_goes_above_it(seed: int) -> None:
    worked = run()
    choice = Choice(worked, 3, "guess_at_2.share", 4, Decimal("0.5"), seed)
    drawn = choice.figure("top_k.draw").value
    sums = [choice.figure(f"top_k.up_to_{word}").value for word in choice.top_k]
    above = [word for word, total in zip(choice.top_k, sums, strict=True) if total > drawn]
    assert choice.drawn == (above[0] if above else choice.top_k[-1])
