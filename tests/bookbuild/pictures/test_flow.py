"""The signal-flow diagram of a whole pass: what is drawn from what, and where it leads."""

import math
import re
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from bookbuild.pictures import Box, Flow, Number, Triangle, flow, flow_text
from tests.bookbuild.pictures.samples import decimal, flow_data, flow_figures

SVG = "{http://www.w3.org/2000/svg}"
NEAR = 0.011  # coordinates have two decimals
BLOCKS, HEADS = 2, 2
CROSS = "7"  # the radius of the crosses at which shares meet values


def root(data: Flow) -> ElementTree.Element:
    return ElementTree.fromstring(flow(data))


def of(data: Flow, tag: str, role: str) -> list[dict[str, str]]:
    return [each.attrib for each in root(data).iter(SVG + tag) if each.get("class") == role]


def with_heads(data: Flow, *heads: Triangle) -> Flow:
    block = data.blocks[0]
    attention = replace(block.attention, heads=heads)
    return replace(data, blocks=(replace(block, attention=attention),))


def test_each_block_has_two_taps_and_two_sums_and_the_position_is_added() -> None:
    data = flow_data()
    taps, joined = of(data, "circle", "p-dot"), of(data, "circle", "p-hollow")
    sums = [each for each in joined if each["r"] != CROSS]
    assert (len(taps), len(sums)) == (2 * BLOCKS, 2 * BLOCKS + 1)
    (stream,) = [each for each in of(data, "line", "p-line") if each["stroke-width"] == "4"]
    assert {each["cx"] for each in taps + sums} == {stream["x1"]} == {stream["x2"]}
    heights = [float(each["cy"]) for each in taps + sums]
    assert float(stream["y1"]) < min(heights) < max(heights) < float(stream["y2"])


def test_every_tap_comes_before_its_sum() -> None:
    circles = [
        ("tap" if each.get("class") == "p-dot" else "sum", float(each.attrib["cy"]))
        for each in root(flow_data()).iter(SVG + "circle")
        if each.get("r") != CROSS
    ]
    down = [kind for kind, _ in sorted(circles, key=lambda each: each[1])]
    assert down == ["sum", *["tap", "sum"] * 2 * BLOCKS]


def test_a_square_has_its_share_of_a_cells_area() -> None:
    shares = ((1.0,), (0.36, 0.64), (0.25, 0.25, 0.5))
    squares = of(with_heads(flow_data(), Triangle("head", shares)), "rect", "p-most")
    assert [each["width"] for each in squares] == [each["height"] for each in squares]
    sides = [float(each["width"]) for each in squares]
    values = [share for row in shares for share in row]
    assert sides == pytest.approx([math.sqrt(value) * sides[0] for value in values], abs=NEAR)


def test_a_share_of_nothing_has_no_square() -> None:
    data = with_heads(flow_data(), Triangle("head", ((1.0,), (1.0, 0.0))))
    assert len(of(data, "rect", "p-most")) == 2


def test_the_last_words_row_is_outlined_in_every_head() -> None:
    data = flow_data()
    outlines = of(data, "rect", "p-mark")
    assert len(outlines) == BLOCKS * HEADS
    squares = of(data, "rect", "p-most")
    for outline in outlines:
        left, top = float(outline["x"]), float(outline["y"])
        right, bottom = left + float(outline["width"]), top + float(outline["height"])
        inside = [
            square
            for square in squares
            if left < float(square["x"]) < right and top < float(square["y"]) < bottom
        ]
        assert len(inside) == len(data.words)


@pytest.mark.parametrize("heads", [1, 2, 3, 4, 6])
def test_heads_stand_side_by_side_and_never_touch(heads: int) -> None:
    outlines = of(flow_data(heads=heads), "rect", "p-mark")[:heads]
    assert len({each["y"] for each in outlines}) == 1
    edges = [(float(each["x"]), float(each["x"]) + float(each["width"])) for each in outlines]
    for (_, right), (left, _) in pairwise(edges):
        assert right + 10 < left
    assert edges[-1][1] <= 360


@pytest.mark.parametrize("heads", [1, 2, 4])
def test_values_meet_the_shares_of_each_head_on_the_way_back(heads: int) -> None:
    data = flow_data(heads=heads)
    crosses = [each for each in of(data, "circle", "p-hollow") if each["r"] == CROSS]
    outlines = of(data, "rect", "p-mark")
    assert len(crosses) == len(outlines) == BLOCKS * heads
    for cross, outline in zip(crosses, outlines, strict=True):
        middle = float(outline["x"]) + float(outline["width"]) / 2
        assert float(cross["cx"]) == pytest.approx(middle, abs=NEAR)
        assert float(cross["cy"]) > float(outline["y"]) + float(outline["height"])


def test_all_strips_share_one_scale() -> None:
    data = flow_data()
    figures = [each for each in flow_figures(data)[:-3] if round(each.value, 3)]
    bars = [
        each.attrib
        for each in root(data).iter(SVG + "line")
        if each.get("class") in {"p-plus", "p-minus"} and each.get("stroke-width") == "3"
    ]
    lengths = [abs(float(each["x1"]) - float(each["x2"])) for each in bars]
    longest = max(lengths) / max(abs(each.value) for each in figures)
    assert lengths == pytest.approx([abs(each.value) * longest for each in figures], abs=2 * NEAR)


def test_numbers_too_wide_for_their_cells_leave_the_bars_and_are_still_told() -> None:
    data = flow_data()
    wide = tuple(Number("−123456.789", -123456.789, f"x[5,{at}]") for at in range(16))
    told = replace(data, start=replace(data.start, numbers=wide))
    drawn = flow(told)
    assert "−123456.789" in flow_text(told).desc
    assert drawn.count("−123456.789") == flow_text(told).desc.count("−123456.789")
    assert len(of(told, "line", "p-minus")) > 16


def test_the_bend_is_drawn_from_the_numbers_that_went_through_it() -> None:
    data = flow_data()
    curve, *_ = (each["d"] for each in of(data, "path", "p-line") if each["stroke-width"] == "0.8")
    places = [(float(x), float(y)) for x, y in re.findall(r"[ML] (-?[\d.]+) (-?[\d.]+)", curve)]
    bent = data.blocks[0].feed_forward.bent
    assert len(places) == len(bent)
    (x0, y0), (x1, y1) = places[0], places[-1]
    assert x1 > x0
    assert y1 < y0  # upwards
    across = (x1 - x0) / (bent[-1][0] - bent[0][0])
    up = (y0 - y1) / (bent[-1][1] - bent[0][1])
    for (x, y), (given, kept) in zip(places, bent, strict=True):
        assert x == pytest.approx(x0 + (given - bent[0][0]) * across, abs=2 * NEAR)
        assert y == pytest.approx(y0 - (kept - bent[0][1]) * up, abs=2 * NEAR)


def test_without_addresses_nothing_is_a_link() -> None:
    drawn = flow(flow_data())
    assert "<a " not in drawn
    assert 'role="img"' in drawn


def test_a_linked_diagram_is_a_group_so_that_its_links_are_heard() -> None:
    element = root(flow_data(linked=True))
    assert element.get("role") == "group"
    assert (element[0].tag, element[1].tag) == (SVG + "title", SVG + "desc")


def test_every_box_strip_and_triangle_leads_to_its_address_from_top_to_bottom() -> None:
    links = list(root(flow_data(linked=True)).iter(SVG + "a"))
    blocks = [
        (
            *(f"{part}-{at}" for part in ("query", "key", "value")),
            *(f"head-{at}-{head}" for head in (1, 2)),
            f"joined × W-{at}",
            f"after_attention{at}",
            f"stretch-{at}",
            f"GELU-{at}",
            f"press-{at}",
            f"after_feed_forward{at}",
        )
        for at in (1, 2)
    ]
    order = ["embedded", "placed", "x", *blocks[0], *blocks[1], "norm3", "out", "logit"]
    assert [link.get("href") for link in links] == [f"#{to}" for to in [*order, "guess.share"]]
    assert all(link.get("aria-label") or "".join(link.itertext()).strip() for link in links)


def test_a_link_changes_no_mark() -> None:
    linked = re.sub(r"<a [^>]*>|</a>|\n", "", flow(flow_data(linked=True)))
    plain = flow(flow_data()).replace("\n", "")
    assert linked.replace('role="group"', 'role="img"', 1) == plain


def test_an_address_with_quotes_stays_in_its_attribute() -> None:
    hostile = "#\"'&<b>"
    data = replace(flow_data(), norm=Box("norm", hostile))
    (link,) = root(data).iter(SVG + "a")
    assert link.get("href") == hostile


def test_the_description_says_who_is_heard_most_and_what_comes_out() -> None:
    shares = ((1.0,), (0.9, 0.1), (0.2, 0.5, 0.3), (0.25,) * 4, (0.1, 0.1, 0.6, 0.1, 0.1))
    told = flow_text(with_heads(flow_data(), Triangle("head 1", shares)))
    assert "head 1 listening most to sat in position 3" in told.desc
    assert told.title == (
        "The whole pass for the in position 5, through block 1; the likeliest next word is "
        "the, 50.0%."
    )
    assert "11 of 32 numbers go into GELU above zero." in told.desc


def test_two_blocks_of_sixteen_numbers_fit_on_one_sheet() -> None:
    height = float(root(flow_data()).attrib["viewBox"].split()[-1])
    assert height <= 900


def test_a_pass_of_zeros_is_drawn() -> None:
    data = flow_data(size=0.0)
    still = replace(data, start=replace(data.start, numbers=(decimal(0.0),)))
    assert not of(still, "line", "p-minus")
