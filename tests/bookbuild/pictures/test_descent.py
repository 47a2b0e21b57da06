"""The chain and the valley: true axes, slopes that touch, and each slope beside its operation."""

import re
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from bookbuild.pictures import Number, chain, valley
from bookbuild.pictures.descent.valley import BOTTOM
from engine.errors import WorkingsError
from tests.bookbuild.pictures.samples import chain_data, valley_data

SVG = "{http://www.w3.org/2000/svg}"
NEAR = 0.02  # coordinates have two decimals

Given = dict[str, str]


def of(drawing: str, tag: str, *roles: str) -> list[Given]:
    root = ElementTree.fromstring(drawing)
    return [each.attrib for each in root.iter(SVG + tag) if each.get("class") in roles]


def texts(drawing: str) -> dict[str | None, tuple[float, float]]:
    root = ElementTree.fromstring(drawing)
    return {
        each.get("data-f") or each.text: (float(each.attrib["x"]), float(each.attrib["y"]))
        for each in root.iter(SVG + "text")
    }


def place(drawing: str, weight: float, loss: float) -> tuple[float, float]:
    """Where a weight and a loss are drawn, read off the ground: it begins at −0.5 and 4."""
    (ground,) = of(drawing, "path", "p-line")
    points = [tuple(map(float, each)) for each in re.findall(r"[ML] (\S+) (\S+)", ground["d"])]
    (left, top), (right, _) = points[0], points[-1]
    across = left + (right - left) * (weight + 0.5) / 2.5
    return across, BOTTOM - (BOTTOM - top) * loss / 4


def test_the_ground_stands_on_zero_and_has_its_bottom_there() -> None:
    drawing = valley(valley_data())
    (ground,) = of(drawing, "path", "p-line")
    heights = [float(y) for y in re.findall(r"[ML] \S+ (\S+)", ground["d"])]
    assert max(heights) == BOTTOM
    axis = max(of(drawing, "line", "p-line"), key=lambda one: float(one["x2"]) - float(one["x1"]))
    assert float(axis["y1"]) == float(axis["y2"]) == BOTTOM


def test_every_stop_of_a_walk_is_on_the_ground_above_its_weight() -> None:
    data = valley_data()
    drawing = valley(data)
    dots = {
        (float(dot["cx"]), float(dot["cy"])) for dot in of(drawing, "circle", "p-dot", "p-hollow")
    }
    for walk in data.walks:
        for weight, loss in walk.stops:
            x, y = place(drawing, weight.value, loss.value)
            assert any(abs(a - x) < NEAR and abs(b - y) < NEAR for a, b in dots)


def test_a_slope_goes_through_its_place_as_steeply_as_it_says() -> None:
    data = valley_data()
    drawing = valley(data)
    unit = (
        place(drawing, 1, 0)[0] - place(drawing, 0, 0)[0],
        place(drawing, 0, 0)[1] - place(drawing, 0, 1)[1],
    )
    lines = of(drawing, "line", "p-mark")
    assert len(lines) == len(data.tangents)
    for each, drawn in zip(data.tangents, lines, strict=True):
        x1, y1, x2, y2 = (float(drawn[key]) for key in ("x1", "y1", "x2", "y2"))
        rise = -(y2 - y1) / unit[1] / ((x2 - x1) / unit[0])
        assert rise == pytest.approx(each.slope.value, abs=0.02)
        x, y = place(drawing, each.at[0].value, each.at[1].value)
        assert y1 + (y2 - y1) * (x - x1) / (x2 - x1) == pytest.approx(y, abs=0.05)
        assert max(y1, y2) <= BOTTOM + NEAR, "not below the axis"


def test_three_walks_can_be_told_apart_and_a_fourth_is_refused() -> None:
    data = valley_data()
    valley(replace(data, walks=data.walks[:1] * 3))
    with pytest.raises(WorkingsError, match="3 walks, not 4"):
        valley(replace(data, walks=data.walks * 2))


def test_losses_that_would_run_into_each_other_are_written_once() -> None:
    data = valley_data()
    near = (Number("1", 1.0, "near.weight"), Number("0.04", 0.04, "near.loss"))
    names = texts(valley(replace(data, ticks=(*data.ticks, near))))
    assert "b.loss" in names
    assert "near.loss" not in names


def test_what_comes_back_is_right_of_the_wire_and_what_goes_down_is_left() -> None:
    data = chain_data()
    places = texts(chain(data))
    first, second = data.operations
    boxes = [float(box["y"]) for box in of(chain(data), "rect", "p-hollow")]
    for each, back, (top, below) in zip(
        (first, second), (second.slope, data.began), pairwise((*boxes, 10**4)), strict=True
    ):
        value, came = places[each.value.name], places[back.name]
        assert value[0] < came[0]
        assert value[1] == came[1]
        assert top < value[1] < below
        local = places[each.local.name]
        assert top - 1 < local[1] < top + 28, "beside its operation"
        assert local[0] > came[0]


def test_the_slope_of_an_input_stands_beside_its_value() -> None:
    places = texts(chain(chain_data()))
    assert places["slope"][1] == places["w"][1]
    assert places["slope"][0] > places["w"][0]


def test_steps_are_numbered_where_there_is_room() -> None:
    data = valley_data()
    root = ElementTree.fromstring(valley(data))
    shown = [each.text for each in root.iter(SVG + "text") if each.get("font-size") == "11"]
    assert shown[:1] == ["1"]
    assert len(shown) < sum(len(walk.stops) - 1 for walk in data.walks), "some are too close"
