"""The diagram of a translation: what is drawn on its two streams, and between them."""

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from bookbuild.pictures import Crossing, crossing
from tests.bookbuild.pictures.samples import crossing_data

SVG = "{http://www.w3.org/2000/svg}"


def of(data: Crossing, tag: str, role: str) -> list[dict[str, str]]:
    drawn = ElementTree.fromstring(crossing(data))
    return [each.attrib for each in drawn.iter(SVG + tag) if each.get("class") == role]


def squares(data: Crossing) -> list[float]:
    """The sides of all squares that are shares."""
    sides = []
    for drawn in of(data, "path", "p-most"):
        for square in drawn["d"].split("M")[1:]:
            left, _, right, *_ = (float(each) for each in square.replace("L", "").split())
            sides.append(right - left)
    return sides


def test_the_left_stream_has_two_branches_and_the_right_one_three() -> None:
    data = crossing_data()
    left, right = (each["x1"] for each in of(data, "line", "p-line") if each["stroke-width"] == "4")
    taps = [each["cx"] for each in of(data, "circle", "p-dot")]
    sums = [each["cx"] for each in of(data, "circle", "p-hollow")]
    assert (taps.count(left), sums.count(left)) == (2, 2)
    assert (taps.count(right), sums.count(right)) == (3, 3)


def test_the_encoders_rows_reach_the_cross_attention_between_its_neighbours() -> None:
    data = crossing_data()
    taps = sorted(
        float(each["cy"]) for each in of(data, "circle", "p-dot") if float(each["cx"]) > 300
    )
    (wire,) = [
        each["d"] for each in of(data, "path", "p-line") if each["d"].startswith("M 10 ")
        and each["d"].split()[-2] == "186"
    ]  # fmt: skip
    assert taps[1] < float(wire.split()[-1]) < taps[2]


def test_a_square_has_its_share_of_a_cells_area() -> None:
    whole = crossing_data(("a",), ("<bos>",))
    assert squares(whole) == pytest.approx([8] * 6)  # every word looks at a single one
    quarter = replace(whole, across=(((0.25,),), ((1.0,),)))
    assert squares(quarter) == pytest.approx([8, 8, 8, 8, 4, 8])


def test_a_share_too_small_to_print_has_no_square() -> None:
    data = crossing_data(("a",), ("<bos>",))
    assert len(squares(replace(data, across=(((0.01,),), ((1.0,),))))) == 5


def test_the_rows_of_the_followed_words_are_outlined_in_every_head() -> None:
    data = crossing_data()
    assert len(of(data, "rect", "p-mark")) == 6
    assert of(data, "rect", "p-mark") != of(replace(data, followed=3), "rect", "p-mark")
