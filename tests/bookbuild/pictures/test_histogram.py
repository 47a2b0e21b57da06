"""The picture of a spread: each bar's height is its count, from a base of zero."""

from itertools import pairwise
from xml.etree import ElementTree

import numpy as np
import pytest

from bookbuild.pictures import Histogram, histogram
from tests.bookbuild.pictures.samples import histogram_data

SVG = "{http://www.w3.org/2000/svg}"


def bars(data: Histogram) -> list[dict[str, str]]:
    return [each.attrib for each in ElementTree.fromstring(histogram(data)).iter(SVG + "rect")]


def test_heights_are_in_proportion_to_the_counts() -> None:
    numbers = np.random.default_rng(3).normal(size=500).round(3)
    data = Histogram("some", tuple(numbers.tolist()), 0.25)
    edges = np.arange(-5, 5.01, 0.25)
    expected = [count for count in np.histogram(numbers, edges)[0].tolist() if count]
    heights = [float(bar["height"]) for bar in bars(data)]
    scale = max(heights) / max(expected)
    assert heights == pytest.approx([count * scale for count in expected], abs=0.02)


def test_all_bars_stand_on_one_base_and_keep_apart() -> None:
    drawn = bars(histogram_data())
    feet = [float(bar["y"]) + float(bar["height"]) for bar in drawn]
    assert feet == pytest.approx([feet[0]] * len(feet), abs=0.02)
    ends = [(float(bar["x"]), float(bar["x"]) + float(bar["width"])) for bar in drawn]
    assert all(end < start for (_, end), (start, _) in pairwise(ends))
