"""A relay: hops from word to word, one level for each block."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from bookbuild.pictures import Hop, Number, Relay, relay, relay_text
from engine.errors import WorkingsError
from tests.bookbuild.pictures.samples import relay_data

SVG = "{http://www.w3.org/2000/svg}"


def curves(data: Relay) -> list[tuple[float, list[float]]]:
    """The width of each hop's curve, and its coordinates."""
    drawn = ElementTree.fromstring(relay(data)).iter(SVG + "path")
    return [
        (
            float(each.attrib["stroke-width"]),
            [float(n) for n in re.findall(r"[\d.]+", each.attrib["d"])],
        )
        for each in drawn
    ]


def test_a_hop_leads_from_its_giver_up_one_level_to_its_taker() -> None:
    first, second, _ = curves(relay_data())
    assert first[1][-2:] == second[1][:2], "the second begins where the first ends"
    assert first[1][0] < first[1][-2]
    assert first[1][1] > first[1][-1]


def test_a_hop_is_as_wide_as_its_share() -> None:
    widths = [width for width, _ in curves(relay_data())]
    shares = [hop.share.value for hop in relay_data().hops]
    assert sorted(widths) == [width for _, width in sorted(zip(shares, widths, strict=True))]
    whole = replace(relay_data().hops[0], share=Number("100%", 1.0))
    assert curves(replace(relay_data(), hops=(whole,)))[0][0] == 9


def test_every_hop_is_said() -> None:
    said = relay_text(relay_data()).desc
    assert "in block 2 “is” takes from “plus” with 88.4% of its attention" in said
    assert said.endswith("The answer at the end is “five”.")


def test_a_hop_to_nowhere_is_refused() -> None:
    for hop in (Hop(9, 0, 1, Number("1%", 0.01), 0), Hop(1, 0, 3, Number("1%", 0.01), 0)):
        with pytest.raises(WorkingsError, match="between its words and blocks"):
            relay(replace(relay_data(), hops=(hop,)))
