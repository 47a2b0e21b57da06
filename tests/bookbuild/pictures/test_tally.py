"""The picture of a tally: as many marks as cases, in the row of their kind."""

from collections import Counter
from xml.etree import ElementTree

from bookbuild.pictures import Tally, tally, tally_text
from tests.bookbuild.pictures.samples import tally_data

SVG = "{http://www.w3.org/2000/svg}"


def test_every_case_has_its_mark_in_its_row() -> None:
    data = tally_data()
    circles = [
        (each.attrib["cy"], each.get("class") == "p-hollow")
        for each in ElementTree.fromstring(tally(data)).iter(SVG + "circle")
    ][:-2]  # the last two are the legend's
    rows = list(dict.fromkeys(y for y, _ in circles))
    assert len(rows) == len(data.rows)
    for y, (_, cases) in zip(rows, data.rows, strict=True):
        assert Counter(well for at, well in circles if at == y) == Counter(cases)


def test_the_description_counts_both() -> None:
    data = Tally("t", (("a sign", (False, True, False)),), "closes", "doesn’t close")
    assert tally_text(data).desc == "a sign: 2 doesn’t close, 1 closes."
