"""The picture of dot products: arrows on one scale, each with its reach along the first."""

from xml.etree import ElementTree

import pytest

from bookbuild.pictures import Angles, Arrow, Number, angles
from engine.errors import WorkingsError
from tests.bookbuild.pictures.samples import angles_data, decimal

SVG = "{http://www.w3.org/2000/svg}"
NEAR = 0.05


def drawn(data: Angles) -> ElementTree.Element:
    return ElementTree.fromstring(angles(data))


def origin(root: ElementTree.Element) -> tuple[float, float]:
    (dot,) = (each for each in root.iter(SVG + "circle") if each.get("class") == "p-dot")
    return float(dot.attrib["cx"]), float(dot.attrib["cy"])


def reaches(data: Angles) -> list[float]:
    """How far the feet of the perpendiculars lie from the origin, in the unit of the query."""
    root = drawn(data)
    x0, y0 = origin(root)
    (band,) = (each for each in root.iter(SVG + "line") if each.get("stroke-width") == "7")
    dx, dy = float(band.attrib["x2"]) - x0, float(band.attrib["y2"]) - y0
    square = dx * dx + dy * dy
    feet = [each.attrib for each in root.iter(SVG + "circle") if each.get("class") == "p-hollow"]
    return [
        ((float(foot["cx"]) - x0) * dx + (float(foot["cy"]) - y0) * dy) / square for foot in feet
    ]


def test_the_foot_of_each_arrow_is_as_far_out_as_its_dot_product() -> None:
    data = angles_data()
    off_the_line = [product.value for arrow, product in data.found if arrow.y.value]
    assert reaches(data) == pytest.approx([each for each in off_the_line if each], abs=NEAR)


def test_a_query_that_points_anywhere_is_measured_along_itself() -> None:
    query = Arrow("query", decimal(0.6), decimal(0.8))
    keys = [(1.0, 0.0), (0.0, 1.0), (-0.5, 0.5)]
    found = tuple(
        (Arrow(str(at), decimal(x), decimal(y)), decimal(0.6 * x + 0.8 * y))
        for at, (x, y) in enumerate(keys)
    )
    assert reaches(Angles(query, found, "a", "b")) == pytest.approx([0.6, 0.8, 0.1], abs=NEAR)


def test_a_query_without_a_length_has_no_direction() -> None:
    nothing = Arrow("query", Number("0.00", 0.0), Number("0.00", 0.0))
    with pytest.raises(WorkingsError, match="no direction"):
        angles(Angles(nothing, (), "a", "b"))
