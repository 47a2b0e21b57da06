"""What holds for every picture: its form, its numbers, its words, its room."""

import re
from xml.etree import ElementTree

import pytest

from bookbuild import pictures
from bookbuild.pictures import svg
from tests import ROOT
from tests.bookbuild.pictures.samples import HOSTILE, hostile, listening_data, samples

NAMESPACE = "{http://www.w3.org/2000/svg}"
SAMPLES, BROKEN = samples(), hostile()
EVERY = {name: sample.svg for name, sample in SAMPLES.items()} | BROKEN


def elements(drawing: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(drawing).iter())


def numbers_in(text: str) -> list[float]:
    return [float(each) for each in re.findall(r"-?\d+(?:\.\d+)?", text)]


def path_points(commands: str) -> list[tuple[float, float]]:
    """The corners and control points of a path; an arc's radii and flags are no points."""
    points: list[tuple[float, float]] = []
    for letter, rest in re.findall(r"([MLQAZ])([^MLQAZ]*)", commands):
        given = numbers_in(rest)[5 if letter == "A" else 0 :]
        points += zip(given[::2], given[1::2], strict=True)
    return points


def corners(element: ElementTree.Element) -> list[tuple[float, float]]:
    """The outermost places an element touches, its stroke left aside."""
    tag = element.tag.removeprefix(NAMESPACE)
    given = element.attrib
    if tag == "line":
        return [(float(given[f"x{end}"]), float(given[f"y{end}"])) for end in "12"]
    if tag == "circle":
        x, y, r = (float(given[key]) for key in ("cx", "cy", "r"))
        return [(x - r, y - r), (x + r, y + r)]
    if tag == "rect":
        x, y, w, h = (float(given[key]) for key in ("x", "y", "width", "height"))
        return [(x, y), (x + w, y + h)]
    if tag == "path":
        return path_points(given["d"])
    if tag == "text":
        return text_corners(element)
    return []


def text_corners(element: ElementTree.Element) -> list[tuple[float, float]]:
    given = element.attrib
    x, y, size = (float(given[key]) for key in ("x", "y", "font-size"))
    # the estimate is generous, so a line of text is given its real width: about 0.9 of it
    length = 0.9 * svg.text_width("".join(element.itertext()), size)
    start = {"end": length, "middle": length / 2}.get(given.get("text-anchor", ""), 0.0)
    if "transform" in given:
        return [(x - 0.75 * size, y + start - length), (x, y + start)]
    return [(x - start, y - 0.75 * size), (x - start + length, y)]


@pytest.mark.parametrize("name", EVERY)
def test_a_picture_is_well_formed_and_names_itself_first(name: str) -> None:
    root = ElementTree.fromstring(EVERY[name])
    assert root.tag == NAMESPACE + "svg"
    assert root.attrib["role"] == "img"
    assert [child.tag.removeprefix(NAMESPACE) for child in root][:2] == ["title", "desc"]
    assert all(root[at].text for at in (0, 1))


@pytest.mark.parametrize("name", EVERY)
def test_nothing_leaves_the_room_of_the_picture(name: str) -> None:
    every = elements(EVERY[name])
    _, _, width, height = numbers_in(every[0].attrib["viewBox"])
    for element in every:
        for x, y in corners(element):
            told = ElementTree.tostring(element, "unicode")
            assert -0.5 <= x <= width + 0.5, told
            assert -0.5 <= y <= height + 0.5, told


@pytest.mark.parametrize("name", SAMPLES)
def test_every_figure_is_written_once_as_printed_and_in_order(name: str) -> None:
    sample = SAMPLES[name]
    written = [
        (element.text, element.get("data-f"))
        for element in elements(sample.svg)
        if element.get("data-f")
    ]
    assert written == [(each.text, each.name) for each in sample.figures if each.name]
    texts = [element.text for element in elements(sample.svg) if element.tag.endswith("}text")]
    for each in sample.figures:
        assert each.text in texts


@pytest.mark.parametrize("name", SAMPLES)
def test_the_description_tells_every_figure(name: str) -> None:
    sample = SAMPLES[name]
    root = ElementTree.fromstring(sample.svg)
    assert (root[0].text, root[1].text) == (sample.text.title, sample.text.desc)
    named = [each.text for each in sample.figures if each.name and each.name != "temperature"]
    for text in named:
        assert text in sample.text.desc


@pytest.mark.parametrize("name", EVERY)
def test_a_drawing_has_no_ids_no_styles_and_no_raw_floats(name: str) -> None:
    for element in elements(EVERY[name]):
        assert not {"id", "style", "onload"} & set(element.attrib)
        for key, value in element.attrib.items():
            if key not in {"data-f", "class", "font-family"}:
                assert not re.search(r"\.\d{3}|\de[-+]?\d|nan|inf|-0(?![.\d])", value), value


@pytest.mark.parametrize("name", EVERY)
def test_text_is_large_enough_to_read_on_a_phone(name: str) -> None:
    sizes = [
        float(each.attrib["font-size"])
        for each in elements(EVERY[name])
        if "font-size" in each.attrib
    ]
    assert min(sizes) >= 11


def test_the_same_data_gives_the_same_bytes() -> None:
    assert {name: sample.svg for name, sample in samples().items()} == {
        name: sample.svg for name, sample in SAMPLES.items()
    }
    assert hostile() == BROKEN


def test_a_hostile_word_stays_a_word() -> None:
    drawing = BROKEN["chances 0"]
    assert {element.tag.removeprefix(NAMESPACE) for element in elements(drawing)} <= {
        "svg", "title", "desc", "text", "line", "path"
    }  # fmt: skip
    assert HOSTILE[0] in [element.text for element in elements(drawing)]


def test_a_word_that_is_too_long_is_shortened_in_the_drawing_and_whole_in_the_description() -> None:
    root = ElementTree.fromstring(BROKEN["chances 3"])
    shown = [element.text or "" for element in root.iter(NAMESPACE + "text")]
    assert any(re.fullmatch("x+…", text) for text in shown)
    assert "x" * 400 in (root[1].text or "")


def test_a_name_with_quotes_stays_in_its_attribute() -> None:
    names = {element.get("data-f") for element in elements(BROKEN["pattern 1"])}
    assert f"share[{HOSTILE[1]},2]" in names


def test_every_role_is_painted_on_screen_and_no_other() -> None:
    css = (ROOT / "templates/css/pictures.css").read_text(encoding="utf-8")
    assert set(re.findall(r"\.(p-[a-z]+)", css)) == set(svg.ROLES)


def test_paper_is_grey_only() -> None:
    for paints in svg.ROLES.values():
        for value in paints.values():
            if value.startswith("#"):
                assert value[1:3] == value[3:5] == value[5:7]


def test_every_picture_of_the_package_is_sampled() -> None:
    drawn = {name for name in pictures.__all__ if f"{name}_text" in pictures.__all__}
    used = " ".join(sample.svg for sample in SAMPLES.values())
    assert {name for name in drawn if f"drawing-{name}" in used} == drawn


def test_a_small_picture_is_drawn_as_its_fixture() -> None:
    expected = (ROOT / "tests/fixtures/pictures/listening.svg").read_text(encoding="utf-8")
    assert pictures.listening(listening_data(("the", "dog"), 2)) + "\n" == expected
