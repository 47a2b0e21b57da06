"""The picture of an activation: every number where it is, on axes of one scale."""

from xml.etree import ElementTree

import pytest

from bookbuild.pictures import Bend, Number, bend
from tests.bookbuild.pictures.samples import bend_data, decimal

SVG = "{http://www.w3.org/2000/svg}"
NEAR = 0.02


def dots(data: Bend) -> list[tuple[str, float, float]]:
    return [
        (str(each.get("class")), float(each.attrib["cx"]), float(each.attrib["cy"]))
        for each in ElementTree.fromstring(bend(data)).iter(SVG + "circle")
    ]


def test_a_number_lies_as_far_across_as_it_goes_in_and_as_high_as_it_comes_out() -> None:
    data = bend_data()
    places = [(x, y) for _, x, y in dots(data)]
    values = [(into.value, out.value) for into, out in data.pairs]
    (x0, y0), (v0, w0) = places[0], values[0]
    unit = (places[-1][0] - x0) / (values[-1][0] - v0)
    assert unit > 10
    for (x, y), (into, out) in zip(places, values, strict=True):
        assert x - x0 == pytest.approx((into - v0) * unit, abs=NEAR)
        assert y0 - y == pytest.approx((out - w0) * unit, abs=NEAR)


def test_only_numbers_that_come_out_as_zero_are_hollow() -> None:
    data = bend_data()
    hollow = [role == "p-hollow" for role, _, _ in dots(data)]
    assert hollow == [out.value == 0 for _, out in data.pairs]


def test_a_row_that_is_switched_off_whole_still_has_its_picture() -> None:
    nothing = Number("0.00", 0.0)
    off = Bend("ReLU", "the", tuple((decimal(-x / 4), nothing) for x in range(1, 17)))
    assert len(dots(off)) == 16
    assert {y for _, _, y in dots(off)} == {dots(off)[0][2]}
