"""Arrows that turn: true directions, one scale for all panels."""

from dataclasses import replace
from math import atan2, hypot
from xml.etree import ElementTree

import pytest

from bookbuild.pictures import Arrow, Number, Turning, turning
from engine.errors import WorkingsError
from tests.bookbuild.pictures.samples import turning_data

SVG = "{http://www.w3.org/2000/svg}"


def shafts(data: Turning, role: str) -> list[tuple[float, float]]:
    """Where the shafts of a role lead, seen from their corners, upwards positive."""
    drawn = ElementTree.fromstring(turning(data)).iter(SVG + "line")
    ends = [
        [float(each.attrib[key]) for key in ("x1", "y1", "x2", "y2")]
        for each in drawn
        if each.get("class") == role
    ]
    return [(x2 - x1, y1 - y2) for x1, y1, x2, y2 in ends]


def test_arrows_point_where_their_numbers_say() -> None:
    for at, role in enumerate(("p-line", "p-soft")):
        for (_, arrows), (dx, dy) in zip(
            turning_data().panels, shafts(turning_data(), role), strict=True
        ):
            arrow = arrows[at]
            assert atan2(dy, dx) == pytest.approx(atan2(arrow.y.value, arrow.x.value), abs=0.01)


def test_what_has_only_turned_is_drawn_as_long() -> None:
    before, after = (hypot(*shaft) for shaft in shafts(turning_data(), "p-line"))
    assert before == pytest.approx(after, abs=0.05)


def test_arrows_without_length_are_refused() -> None:
    nothing = Arrow("none", Number("0", 0.0), Number("0", 0.0))
    with pytest.raises(WorkingsError, match="without any length"):
        turning(replace(turning_data(), panels=(("one", (nothing,)),)))
