"""Large published models: their counts, and what they cost, against sums made another way."""

from decimal import Decimal
from fractions import Fraction

import pytest

from engine.examples.table import work_example
from engine.figures.ledger import FigureArray
from tests.engine.examples.heads import givens_of

LLAMA, MIXTRAL = 8_030_261_248, 46_702_792_704  # numbers in the released weights
ACTIVE = 12_879_925_248


def worked(chapter: str, example: str) -> dict[str, FigureArray]:
    givens = givens_of(chapter)
    return givens | work_example(example, givens, "t")


@pytest.fixture(scope="module")
def sizes() -> dict[str, FigureArray]:
    return worked("same-math-bigger-numbers", "sizes")


@pytest.fixture(scope="module")
def costs() -> dict[str, FigureArray]:
    return worked("what-a-large-model-takes", "costs")


def exact(arrays: dict[str, FigureArray], name: str) -> list[Fraction]:
    return [Fraction(str(value)) for value in arrays[name].values.flat]


def one(arrays: dict[str, FigureArray], name: str) -> Fraction:
    (value,) = exact(arrays, name)
    return value


def nearest(value: Fraction, places: int) -> Fraction:
    """Round half away from zero."""
    scaled = abs(value) * 10**places + Fraction(1, 2)
    return Fraction(int(scaled), 10**places) * (1 if value >= 0 else -1)


def test_the_newer_models_have_as_many_numbers_as_their_released_weights(
    sizes: dict[str, FigureArray],
) -> None:
    assert one(sizes, "llama.parameters") == LLAMA
    assert one(sizes, "mixtral.parameters") == MIXTRAL
    assert one(sizes, "mixtral.active") == ACTIVE
    assert one(sizes, "llama.operations") == 2 * LLAMA
    assert one(sizes, "mixtral.operations") == 2 * ACTIVE
    assert one(sizes, "llama.cache") == 2 * 32 * 8 * 128 * 2


def test_the_chapter_on_costs_begins_with_the_counts_of_the_one_on_sizes(
    sizes: dict[str, FigureArray], costs: dict[str, FigureArray]
) -> None:
    for name in ("llama.parameters", "gpt3.parameters"):
        assert one(costs, name) == one(sizes, name)
    assert one(costs, "heard") == one(sizes, "llama.heard")
    assert one(costs, "cache.token") == one(sizes, "llama.cache")


def test_training_gpt3_took_what_its_paper_reports(costs: dict[str, FigureArray]) -> None:
    assert one(costs, "gpt3.training") * 10**21 == pytest.approx(3.14e23, rel=0.001)


def test_guesses_pay_as_the_geometric_series_says(costs: dict[str, FigureArray]) -> None:
    kept, count = one(costs, "guess.kept"), int(one(costs, "guess.guesses"))
    series = (1 - kept ** (count + 1)) / (1 - kept)
    assert float(one(costs, "guess.tokens")) == pytest.approx(float(series), abs=0.02)
    spent = 1 + count * one(costs, "guess.small")
    assert one(costs, "guess.spent") == spent
    assert one(costs, "guess.gain") == nearest(one(costs, "guess.tokens") / spent, 2)


def test_a_row_is_read_back_as_its_steps_say(costs: dict[str, FigureArray]) -> None:
    row, highest = exact(costs, "row.row"), int(one(costs, "row.highest"))
    for name, part in (("whole", row), ("left", row[:4]), ("right", row[4:])):
        size = nearest(max(map(abs, part)) / highest, 2)
        assert one(costs, f"row.{name}.size") == size
        steps = [nearest(weight / size, 0) for weight in part]
        assert exact(costs, f"row.{name}.steps") == steps
        assert all(abs(step) <= highest for step in steps)
        back = [nearest(step * size, 2) for step in steps]
        assert exact(costs, f"row.{name}.back") == back
        assert exact(costs, f"row.{name}.error") == [
            read - weight for read, weight in zip(back, part, strict=True)
        ]


def test_the_products_are_those_of_what_is_read_back(costs: dict[str, FigureArray]) -> None:
    word = exact(costs, "row.x")
    grouped = exact(costs, "row.left.back") + exact(costs, "row.right.back")
    for name, weights in (
        ("exact", exact(costs, "row.row")),
        ("whole.product", exact(costs, "row.whole.back")),
        ("grouped.product", grouped),
    ):
        product = sum((x * w for x, w in zip(word, weights, strict=True)), Fraction(0))
        assert one(costs, f"row.{name}") == nearest(product, 2), name


def test_a_pile_of_pages_is_as_high_as_its_sheets(costs: dict[str, FigureArray]) -> None:
    pages = nearest(one(costs, "gpt3.parameters") / one(costs, "page"), 0)
    assert one(costs, "pages") == pages
    kilometres = nearest(pages / 2, 0) * Fraction(1, 10) / 10**6
    assert one(costs, "pile") == nearest(kilometres, 2)
    assert costs["pile"].values.item() > Decimal("8.849"), "higher than Mount Everest"
