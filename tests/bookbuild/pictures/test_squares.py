"""Squares to scale: areas are counts."""

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from bookbuild.pictures import Number, squares, squares_text
from engine.errors import WorkingsError
from tests.bookbuild.pictures.samples import squares_data

SVG = "{http://www.w3.org/2000/svg}"


def test_areas_are_in_proportion_and_share_a_corner() -> None:
    data = squares_data()
    drawn = [
        {key: float(each.attrib[key]) for key in ("x", "y", "width", "height")}
        for each in ElementTree.fromstring(squares(data)).iter(SVG + "rect")
    ]
    largest = data.counts[0][1].value
    for square, (_, count) in zip(drawn, data.counts, strict=False):
        assert square["width"] == square["height"]
        area = square["width"] ** 2 / drawn[0]["width"] ** 2
        assert area == pytest.approx(count.value / largest, rel=0.01)
        assert square["y"] + square["height"] == pytest.approx(220, abs=0.01)
    assert len(drawn) == 3, "the last is too small to be printed"


def test_what_cannot_be_seen_is_said() -> None:
    assert squares_text(squares_data()).desc.endswith("Too small to be seen: x.")


def test_nothing_has_no_square() -> None:
    with pytest.raises(WorkingsError, match="above zero"):
        squares(replace(squares_data(), counts=(("none", Number("0", 0.0)),)))
