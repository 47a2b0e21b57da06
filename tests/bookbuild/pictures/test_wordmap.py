"""The map of words: true neighbours, and places on the plane of the largest spread."""

from xml.etree import ElementTree

import numpy as np
import pytest

from bookbuild.pictures import WordMap, nearest, wordmap
from tests.bookbuild.pictures.samples import wordmap_data

SVG = "{http://www.w3.org/2000/svg}"


def places(data: WordMap) -> np.ndarray:
    root = ElementTree.fromstring(wordmap(data))
    dots = [each.attrib for each in root.iter(SVG + "circle")]
    return np.array([[float(dot["cx"]), -float(dot["cy"])] for dot in dots])


def test_nearest_goes_by_all_numbers() -> None:
    rows = [(0.0, 0.0, 9.0), (0.1, 0.0, 0.0), (3.0, 0.0, 9.0), (3.0, 1.0, 1.0)]
    assert nearest(rows) == [2, 3, 0, 1]


@pytest.mark.parametrize("seed", range(5))
def test_the_map_is_the_plane_of_the_first_two_principal_components(seed: int) -> None:
    spread = np.array([4.0, 2.0, 0.7, 0.5, 0.3])
    rows = np.random.default_rng(seed).normal(size=(12, 5)) * spread
    words = tuple("abcdefghijkl")
    found = places(WordMap("rows", words, tuple(map(tuple, rows.tolist()))))
    centred = rows - rows.mean(0)
    _, _, directions = np.linalg.svd(centred)
    flat = centred @ directions[:2].T

    def distances(points: np.ndarray) -> np.ndarray:
        return np.asarray(np.sqrt(((points[:, None] - points[None]) ** 2).sum(-1)))

    there, ours = distances(flat), distances(found)
    assert ours * there.max() / ours.max() == pytest.approx(there, abs=0.05)


def test_a_line_leads_from_every_word_to_its_nearest() -> None:
    data = wordmap_data()
    root = ElementTree.fromstring(wordmap(data))
    dots = [tuple(place) for place in places(data)]
    lines = {
        frozenset(
            dots.index((float(each.attrib[f"x{end}"]), -float(each.attrib[f"y{end}"])))
            for end in "12"
        )
        for each in root.iter(SVG + "line")
    }
    assert lines == {frozenset(pair) for pair in enumerate(nearest(data.rows))}
