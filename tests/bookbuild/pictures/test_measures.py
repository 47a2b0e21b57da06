"""What the marks of each picture measure: lengths, areas, thicknesses and places."""

import math
import re
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from bookbuild.pictures import (
    Counted,
    Curves,
    Difference,
    Differences,
    Entry,
    Growth,
    Listening,
    Mark,
    Number,
    Series,
    Stage,
    Stream,
    chances,
    curves,
    curves_text,
    differences,
    growth,
    listening,
    pattern,
    snapshots,
    snapshots_text,
    stream,
    temperatures,
    waves,
)
from bookbuild.pictures import svg as marks
from engine.errors import WorkingsError
from tests.bookbuild.pictures.samples import (
    chances_data,
    curves_data,
    growth_data,
    listening_data,
    measured_data,
    pattern_data,
    percent,
    snapshots_data,
    temperatures_data,
    waves_data,
)

SVG = "{http://www.w3.org/2000/svg}"
NEAR = 0.011  # coordinates have two decimals


def of(drawing: str, tag: str, *roles: str) -> list[dict[str, str]]:
    root = ElementTree.fromstring(drawing)
    return [each.attrib for each in root.iter(SVG + tag) if each.get("class") in roles]


def length(given: dict[str, str]) -> float:
    return abs(float(given["x2"]) - float(given["x1"]))


def tracks(drawing: str) -> list[tuple[float, float, float]]:
    """Return where each track of a drawing's bars begins, how high it is, and where it ends."""
    drawn = " ".join(each["d"] for each in of(drawing, "path", "p-hair"))
    found = re.findall(r"M (\S+) (\S+) L (\S+) \2", drawn)
    return [(float(start), float(y), float(end)) for start, y, end in found]


def assert_parts_of_their_tracks(drawing: str, values: list[float]) -> None:
    bars = of(drawing, "line", "p-plus", "p-mark")
    for (start, y, end), bar, value in zip(tracks(drawing), bars, values, strict=True):
        assert (float(bar["x1"]), float(bar["y1"]), float(bar["y2"])) == (start, y, y)
        assert length(bar) == pytest.approx(value * (end - start), abs=NEAR)


def test_a_chance_is_its_part_of_the_hairline() -> None:
    data = chances_data()
    assert_parts_of_their_tracks(chances(data), [chance.value for chance in data.chances])


def test_a_chance_at_a_temperature_is_its_part_of_the_hairline() -> None:
    data = temperatures_data()
    values = [chance.value for row in data.chances for chance in row]
    assert_parts_of_their_tracks(temperatures(data), values)


def test_a_chance_of_nothing_has_no_bar() -> None:
    data = chances_data(("mat", "park"))
    none = type(data)(data.words, (percent(1.0), percent(0.0)), 0)
    assert len(of(chances(none), "line", "p-plus", "p-mark")) == 1


def test_a_square_has_its_share_of_the_whole_squares_area() -> None:
    data = pattern_data()
    squares = of(pattern(data), "rect", "p-most")[:-1]  # the last one is the key's
    sides = [float(square["width"]) for square in squares]
    assert [square["width"] for square in squares] == [square["height"] for square in squares]
    values = [share.value for row in data.shares for share in row]
    for side, value in zip(sides, values, strict=True):
        assert side == pytest.approx(math.sqrt(value) * sides[0], abs=NEAR)


def test_each_later_word_is_hatched() -> None:
    cells, key = (each["d"].count("M") for each in of(pattern(pattern_data()), "path", "p-hair"))
    assert cells == (4 + 3 + 2 + 1) * key


def test_the_followed_row_is_outlined() -> None:
    for followed in (1, 3):
        drawing = pattern(pattern_data(followed=followed))
        (outline,) = of(drawing, "rect", "p-mark")
        top, bottom = float(outline["y"]), float(outline["y"]) + float(outline["height"])
        inside = [
            name
            for each in ElementTree.fromstring(drawing).iter(SVG + "text")
            if (name := each.get("data-f")) and top < float(each.attrib["y"]) < bottom
        ]
        assert inside == [f"share[{followed},{at}]" for at in range(1, followed + 1)]


@pytest.mark.parametrize("words", [("the", "dog", "sat", "on", "mat"), tuple("abcdefghij")])
def test_an_arc_is_as_thick_as_its_share(words: tuple[str, ...]) -> None:
    values = (0.5, 0.3, 0.2)
    data = Listening(words, tuple(percent(value) for value in values), 3)
    thick = []
    for ring in of(listening(data), "path", "p-flow", "p-most"):
        radii = [float(radius) for radius in re.findall(r"A [\d.]+ ([\d.]+)", ring["d"])]
        thick.append(radii[0] - radii[2])
    assert thick == pytest.approx([value * thick[0] / 0.5 for value in values], abs=3 * NEAR)


def test_arcs_leave_the_followed_word_side_by_side() -> None:
    rights = []
    for ring in of(listening(listening_data()), "path", "p-flow", "p-most")[:4]:
        outer, inner = ring["d"].split(" L ")
        rights.append((float(inner.split()[0]), float(outer.split()[-2])))
    for far, near in pairwise(rights):
        assert far[0] == pytest.approx(near[1], abs=2 * NEAR)


def test_arcs_are_round() -> None:
    for ring in of(listening(listening_data()), "path", "p-flow", "p-most"):
        assert all(across == up for across, up in re.findall(r"A ([\d.]+) ([\d.]+)", ring["d"]))
        assert len(re.findall("A", ring["d"])) == 4


def test_a_dot_stands_on_its_wave() -> None:
    data = waves_data()
    drawing = waves(data)
    dots = of(drawing, "circle", "p-dot", "p-hollow")
    here = max(dots[::2], key=lambda dot: -float(dot["cx"]))["cx"]
    on_curve = [float(dot["cy"]) for dot in dots if dot["cx"] == here]
    middles = [float(each["y1"]) for each in of(drawing, "line", "p-hair")]
    figures = [(pair.sine.here.value, pair.cosine.here.value) for pair in data.pairs]
    expected = [m - 29 * value for m, both in zip(middles, figures, strict=True) for value in both]
    assert on_curve == pytest.approx(expected, abs=NEAR)


def test_a_negative_number_is_dotted_from_the_right() -> None:
    (mark,) = marks.signed_bar((10, 5), 40, -1.5, 3)
    drawing = f"<svg xmlns='http://www.w3.org/2000/svg'>{mark}</svg>"
    (bar,) = of(drawing, "line", "p-minus")
    assert (bar["x1"], bar["x2"]) == ("50", "30")
    assert "stroke-dasharray" in bar
    assert not of(drawing, "line", "p-plus")


def test_a_positive_number_is_solid_from_the_left() -> None:
    (mark,) = marks.signed_bar((10, 5), 40, 0.75, 3)
    drawing = f"<svg xmlns='http://www.w3.org/2000/svg'>{mark}</svg>"
    (bar,) = of(drawing, "line", "p-plus")
    assert (bar["x1"], bar["x2"]) == ("10", "20")
    assert "stroke-dasharray" not in bar


def test_all_strips_of_a_stream_share_one_scale() -> None:
    row = tuple(Number(str(size), float(size)) for size in (1, 2))
    data = Stream(
        "a", 1, (Stage("x", row[:1], Entry.START), Stage("y", row[1:], Entry.TAPPED, "z"))
    )
    drawing = stream(data)
    small, large = of(drawing, "line", "p-plus")
    start, _, end = tracks(drawing)[-1]
    assert length(large) == pytest.approx(end - start, abs=NEAR)
    assert length(large) == pytest.approx(2 * length(small), abs=NEAR)


def test_each_sum_of_a_stream_has_a_plus_and_each_branch_a_tap() -> None:
    row = (Number("1", 1.0),)
    entries = (Entry.START, Entry.ADDED, Entry.TAPPED, Entry.TAPPED, Entry.THROUGH)
    data = Stream("a", 1, tuple(Stage("x", row, entry, "y") for entry in entries))
    drawing = stream(data)
    assert len(of(drawing, "circle", "p-hollow")) == 3
    assert len(of(drawing, "circle", "p-dot")) == 2


def test_a_stream_of_sixteen_numbers_takes_two_lines() -> None:
    row = tuple(Number(str(at), float(at)) for at in range(16))
    drawing = stream(Stream("a", 1, (Stage("x", row, Entry.START),)))
    assert len({bar["y1"] for bar in of(drawing, "line", "p-plus")}) == 2


@pytest.mark.parametrize("logarithmic", [False, True])
def test_a_curve_places_equal_amounts_at_equal_distances(logarithmic: bool) -> None:
    data = curves_data(logarithmic=logarithmic)
    guides = tuple(Number(text, float(text)) for text in ("1", "2", "4"))
    drawing = curves(type(data)("t", "step", "loss", data.series, guides, logarithmic))
    low, middle, high = (float(each["y1"]) for each in of(drawing, "line", "p-hair"))
    ratio = (low - middle) / (middle - high)
    assert ratio == pytest.approx(1.0 if logarithmic else 0.5, abs=0.01)


def test_a_logarithmic_curve_refuses_what_has_no_power_of_ten() -> None:
    data = curves_data(logarithmic=True)
    with pytest.raises(WorkingsError, match=r"cannot show 0\.0"):
        curves(type(data)("t", "step", "loss", data.series, (Number("0", 0.0),), True))


def test_a_curve_of_steps_starts_at_the_left_and_ends_at_the_right() -> None:
    data = curves_data()
    series = type(data.series[0])("late", ((50.0, 1.0), (60.0, 2.0), (70.0, 3.0)))
    drawing = curves(type(data)("t", "step", "loss", (series,)))
    (axis,) = of(drawing, "line", "p-line")
    (drawn,) = of(drawing, "path", "p-line")
    places = re.findall(r"[ML] ([\d.]+)", drawn["d"])
    assert (places[0], places[-1]) == (axis["x1"], axis["x2"])


def test_a_linear_curve_stands_on_zero() -> None:
    data = curves_data()
    drawing = curves(type(data)("t", "step", "loss", data.series, (Number("0", 0.0),)))
    (zero,) = of(drawing, "line", "p-hair")
    assert float(zero["y1"]) == 204


def test_the_axis_of_a_linear_curve_is_where_zero_is() -> None:
    data = curves_data()
    drawing = curves(replace(data, start=-100.0))
    (axis,) = of(drawing, "line", "p-line")
    assert (axis["y1"], axis["y2"]) == ("204", "204")
    (drawn,) = of(drawing, "path", "p-line")
    first = float(re.findall(r"M ([\d.]+)", drawn["d"])[0])
    left, right = float(axis["x1"]), float(axis["x2"])
    assert first == pytest.approx(left + (right - left) / 3, abs=NEAR), (
        "it begins a third further in"
    )


def test_each_stem_reaches_from_the_axis_to_the_curve() -> None:
    points = tuple((float(step), step / 10) for step in range(11))
    drawing = curves(Curves("t", "step", "rate", (Series("rate", points),), stems=True))
    (stems,) = of(drawing, "path", "p-hair")
    found = [
        tuple(map(float, each)) for each in re.findall(r"M (\S+) (\S+) L (\S+) (\S+)", stems["d"])
    ]
    assert len(found) == len(points)
    for (x, base, x2, top), (_, value) in zip(found, points, strict=True):
        assert (x, base) == (x2, 204)
        assert top == pytest.approx(204 - 170 * value, abs=NEAR)


def test_ten_times_the_difference_is_one_step_to_the_right() -> None:
    rows = tuple(Difference("x", Number(text, float(text))) for text in ("0.001", "0.01", "0.1"))
    dots = of(differences(Differences("t", rows)), "circle", "p-dot")
    first, second, third = (float(dot["cx"]) for dot in dots)
    assert second - first == pytest.approx(third - second, abs=2 * NEAR)


def test_growth_doubles_by_equal_steps_and_squares_rise_twice_as_steeply() -> None:
    drawing = growth(growth_data())
    dots = of(drawing, "circle", "p-dot")
    hollow = of(drawing, "circle", "p-hollow")
    read = [dot for dot in dots if float(dot["r"]) > 3]
    squares = [dot for dot in dots if dot not in read]
    assert (len(squares), len(hollow), len(read)) == (18, 18, 3)

    def steps(row: list[dict[str, str]], way: str) -> list[float]:
        return [float(b[way]) - float(a[way]) for a, b in pairwise(row)]

    across = [*steps(squares, "cx"), *steps(hollow, "cx")]
    assert across == pytest.approx([across[0]] * len(across), abs=2 * NEAR)
    assert across[0] > 0
    rise = steps(hollow, "cy")
    assert rise == pytest.approx([rise[0]] * 17, abs=2 * NEAR)
    assert steps(squares, "cy") == pytest.approx([2 * rise[0]] * 17, abs=2 * NEAR)
    assert rise[0] < 0


def test_a_hairline_of_growth_stands_at_each_power_of_ten() -> None:
    heights = [float(each["y1"]) for each in of(growth(growth_data()), "line", "p-hair")]
    assert len(heights) == 12  # 10 to 10^12; the smallest count is 8
    gaps = [low - high for low, high in pairwise(heights)]
    assert gaps == pytest.approx([gaps[0]] * 11, abs=2 * NEAR)


def test_growth_refuses_a_count_of_nothing() -> None:
    nothing = (Number("0", 0.0), Number("1", 1.0))
    with pytest.raises(WorkingsError, match="cannot show 0"):
        growth(Growth("t", "x", "y", nothing, (Counted("n", nothing),), (0,)))


def test_no_difference_at_all_is_a_hollow_dot_at_the_edge() -> None:
    rows = (Difference("x", Number("0", 0.0)), Difference("y", Number("0.1", 0.1)))
    drawing = differences(Differences("t", rows))
    (hollow,) = of(drawing, "circle", "p-hollow")
    (solid,) = of(drawing, "circle", "p-dot")
    assert float(hollow["cx"]) < float(solid["cx"])


@pytest.mark.parametrize(
    ("value", "text"),
    [(-0.001, "0"), (12.0, "12"), (1 / 3, "0.33"), (-1.5, "-1.5"), (100.0, "100")],
)
def test_a_coordinate_has_at_most_two_decimals(value: float, text: str) -> None:
    assert marks.coordinate(value) == text


def test_a_small_square_has_its_share_of_the_whole_squares_area() -> None:
    data = snapshots_data()
    squares = of(snapshots(data), "rect", "p-most")
    sides = [float(square["width"]) for square in squares]
    values = [share.value for stand in data.snapshots for row in stand.shares for share in row]
    for side, value in zip(sides, values, strict=True):
        assert side == pytest.approx(math.sqrt(value) * sides[0], abs=NEAR)


def test_stands_tell_the_last_words_shares_at_every_stand() -> None:
    data = snapshots_data()
    told = snapshots_text(data).desc
    assert told.count("sat in position 3 63.9%") == len(data.snapshots)
    assert "steps: 400: the in position 5 listens to the in position 1 9.4%" in told
    assert "finished: the in position 5" in told


def test_a_faint_curve_stands_behind_the_others_and_takes_no_dash_from_them() -> None:
    faint, solid = of(curves(measured_data()), "path", "p-hair", "p-line", "p-soft")
    assert (faint["class"], solid["class"]) == ("p-soft", "p-line")
    assert float(faint["stroke-width"]) < float(solid["stroke-width"]) / 2
    assert "stroke-dasharray" not in faint
    assert "stroke-dasharray" not in solid


def test_a_curve_with_nothing_read_off_is_not_told_and_a_level_line_is() -> None:
    assert curves_text(measured_data()).desc == (
        "training: 3.06 at step 0 and 0.40 at step 200. A level line stands at 0.35."
    )


def test_the_number_of_a_late_mark_stands_above_its_curve() -> None:
    data = curves_data()
    falling = tuple((float(x), 200.0 - x) for x in range(201))
    mark = Mark(Number("180", 180), Number("twenty", 20.0, "late"))
    drawing = curves(type(data)("t", "step", "loss", (Series("s", falling, (mark,)),)))
    (name,) = (
        each for each in ElementTree.fromstring(drawing).iter(SVG + "text")
        if each.get("data-f") == "late"
    )  # fmt: skip
    (curve,) = of(drawing, "path", "p-line")
    points = [tuple(map(float, pair)) for pair in re.findall(r"([\d.]+) ([\d.]+)", curve["d"])]
    left = float(name.attrib["x"]) - marks.text_width("twenty", 13)
    under = [y for x, y in points if left <= x <= float(name.attrib["x"])]
    assert float(name.attrib["y"]) < min(under)
