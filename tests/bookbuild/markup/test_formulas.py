import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from bookbuild.core.errors import Where
from bookbuild.markup.formulas import FormulaError, Formulas
from bookbuild.markup.slots import Slot, SlotTable

HERE = Where("book/01.md", 1)
FORMULAS = [
    r"\sqrt{x}",
    r"\frac{a}{b}",
    r"\text{out}_i",
    r"a \cdot b \times c \div d",
    r"\sum_{i=1}^{n} x_i",
    r"\operatorname{softmax}(q K^T)",
    r"\max(0, x)",
    r"\sigma^2 \odot \partial",
    r"\begin{bmatrix} a & b \\ c & d \end{bmatrix}",
    r"\left(\frac{a}{b}\right)",
    r"x \le y < z",
    r"\bar{x}",
]


def mathml(latex: str, slots: SlotTable | None = None) -> ET.Element:
    return ET.fromstring(Formulas("html").write(latex, False, slots))


def characters(element: ET.Element) -> str:
    return "".join(element.itertext())


@pytest.mark.parametrize("latex", FORMULAS)
def test_a_screen_gets_mathml_and_paper_never_does(latex: str) -> None:
    assert Formulas("html").write(latex, False).startswith("<math")
    picture = Formulas("pdf").write(latex, False)
    assert picture.startswith("<svg")
    assert "math" not in picture.replace(latex, "").lower()


def test_a_root_keeps_what_is_under_it() -> None:
    root = mathml(r"\sqrt{x}").find(".//msqrt")
    assert root is not None
    assert characters(root) == "x"


def test_an_upright_name_is_one_identifier() -> None:
    names = [mi.text for mi in mathml(r"x_{\mathrm{out}}").iter("mi")]
    assert names == ["x", "out"]


def spaced(latex: str) -> str:
    """Write what stands on the line, with widths of spaces, and signs joined to values as “~”."""
    shown = {"0.167em": "␣"}
    return "".join(
        shown[element.get("width", "")]
        if element.tag == "mspace"
        else (element.text or "") + "~" * (element.get("form") == "prefix" and element.text == "−")
        for element in mathml(latex).iter()
    )


@pytest.mark.parametrize(
    ("latex", "apart"),
    [
        (r"b \sin\theta", "b␣sin␣θ"),
        (r"a \ln p + b \ln q", "a␣ln␣p+b␣ln␣q"),
        (r"\max(a, b)", "max(a,b)"),
        (r"d \times \max\left(a\right)", "d×max␣(a)"),
        (r"\sin\!\left(a\right)", "sin(a)"),
        (r"\sin\,\left(a\right)", "sin␣␣(a)"),
        (r"(a) \sin^2 x", "(a)␣sin2␣x"),
        (r"\sqrt{b \ln p}", "b␣ln␣p"),
        (r"\operatorname{gelu}(x)", "gelu(x)"),
        (r"\mathrm{out} \, x \bmod y", "out␣xmody"),
        (r"\text{softmax}(x)", "softmax(x)"),
        (r"a = -\ln p", "a=−~ln␣p"),
        (r"(-a - b) - c", "(−~a−b)−c"),
        (r"a - b", "a−b"),
        (r"\infty - b", "∞−b"),
    ],
)
def test_functions_stand_apart_and_signs_with_their_values(latex: str, apart: str) -> None:
    assert spaced(latex) == apart


def test_what_is_a_value_has_no_room_of_an_operator() -> None:
    signs = {sign.text: sign.get("lspace") for sign in mathml(r"a = -\infty").iter("mo")}
    assert signs == {"=": None, "−": "0", "∞": "0"}


def test_no_width_is_left_to_a_name() -> None:
    formula = mathml(r"a \negthinspace b \thickspace c \! d \quad e")
    assert all(space.get("width", "").endswith("em") for space in formula.iter("mspace"))
    assert len(list(formula.iter("mspace"))) == 4


def test_on_paper_a_sign_stands_close_to_its_value() -> None:
    def width(latex: str) -> float:
        picture = ET.fromstring(Formulas("pdf").write(latex, False))
        return float(picture.attrib["width"])

    assert width("a = -b") < width("a - b") + width("= b") - width("b")


def test_a_negative_figure_has_a_proper_minus_and_stays_whole_in_a_power() -> None:
    slots = SlotTable()
    formula = mathml("e^" + slots.seat(Slot.plain("−1.69"), HERE), slots)
    power = formula.find(".//msup")
    assert power is not None
    assert characters(power[1]) == "−1.69"
    assert [mn.text for mn in formula.iter("mn")] == ["1.69"]


def test_a_slot_may_bring_its_own_latex() -> None:
    slots = SlotTable()
    slot = Slot("…", "3.9 × 10^(−31)", latex=r"3.9 \times 10^{-31}")
    assert characters(mathml("a = " + slots.seat(slot, HERE), slots)) == "a=3.9×10−31"


@pytest.mark.parametrize("text", ["a<b & c>d", r"100\% \& more", "a_b*c"])
def test_a_text_keeps_its_characters(text: str) -> None:
    shown = text.replace("\\%", "%").replace("\\&", "&").replace(" ", "\u00a0")
    assert characters(mathml(rf"\text{{{text}}}")) == shown


@pytest.mark.parametrize(
    ("latex", "reason"),
    [
        (r"\nosuch{x}", r"“\\nosuch” isn't a command"),
        (r"\frac{a", "braces don't match"),
        (r"a}{b", "braces don't match"),
        (r"\begin{aligned} a &= b \end{aligned}", "“aligned” isn't supported"),
        ("a & b", "."),
        ("", "."),
    ],
)
@pytest.mark.parametrize("medium", ["html", "pdf"])
def test_what_cannot_be_drawn_is_told_with_the_formula(
    latex: str, reason: str, medium: str
) -> None:
    with pytest.raises(FormulaError, match=reason) as raised:
        Formulas("html" if medium == "html" else "pdf").write(latex, False)
    assert raised.value.message.startswith(f"the formula ${latex}$ can't be drawn: ")


def test_a_glyph_that_the_font_lacks_is_named() -> None:
    with pytest.raises(FormulaError, match="no “語”"):
        Formulas("pdf").write(r"\text{語}", False)


def test_a_picture_has_its_text_first_and_stands_on_the_line() -> None:
    picture = ET.fromstring(Formulas("pdf").write(r"\frac{a}{b}", False))
    assert picture[0].tag.endswith("title")
    assert picture[0].text == "a / b"
    assert "vertical-align:-" in picture.attrib["style"]


def test_a_deeper_formula_sinks_further() -> None:
    def depth(latex: str) -> float:
        style = ET.fromstring(Formulas("pdf").write(latex, False)).attrib["style"]
        return -float(style.rpartition("vertical-align:")[2].removesuffix("em"))

    assert 0 < depth("x") < depth("y") < depth(r"\frac{a}{b}")


def test_pictures_hold_no_names_that_could_clash() -> None:
    picture = Formulas("pdf").write(r"\sum_{i=1}^{n} x_i", True)
    assert " id=" not in picture
    assert "href" not in picture


def test_a_picture_is_drawn_once_and_kept(tmp_path: Path) -> None:
    first = Formulas("pdf", tmp_path).write("x + y", False)
    (kept,) = tmp_path.iterdir()
    assert kept.read_text(encoding="utf-8") == first
    kept.write_text("<svg>kept</svg>", encoding="utf-8")
    assert Formulas("pdf", tmp_path).write("x + y", False) == "<svg>kept</svg>"
    assert Formulas("pdf", tmp_path).write("x + z", False) != "<svg>kept</svg>"


def test_a_picture_whose_writer_was_killed_is_drawn_anew(tmp_path: Path) -> None:
    whole = Formulas("pdf", tmp_path).write(r"\frac{a}{b}", False)
    assert whole.count("</svg>") == 1, "else half a picture could pass for a whole one"
    (kept,) = tmp_path.iterdir()
    for half in (whole.encode()[:-1], whole.encode()[:100], b"", b"<svg>\xff"):
        kept.write_bytes(half)
        assert Formulas("pdf", tmp_path).write(r"\frac{a}{b}", False) == whole
        assert kept.read_text(encoding="utf-8") == whole


def test_a_slot_of_other_digits_makes_another_picture() -> None:
    formulas = Formulas("pdf")
    slots = SlotTable()
    one, two = (slots.seat(Slot.plain(text), HERE) for text in ("1.5", "2.5"))
    assert formulas.write(one, False, slots) != formulas.write(two, False, slots)


def test_a_figure_keeps_its_name_in_a_formula_on_screen_and_its_digits_on_paper() -> None:
    slots = SlotTable()
    seat = slots.seat(Slot("8", "8", "8", name="toy:width"), Where("a.md", 1))
    html = Formulas("html").write(rf"\sqrt{{{seat}}}", False, slots)
    assert '<mn data-f="toy:width">8</mn>' in html
    drawn = Formulas("pdf").write(rf"\sqrt{{{seat}}}", False, slots)
    assert "data-f" not in drawn
    many = slots.seat(Slot("10,000", "10,000", "10{,}000", name="toy:base"), Where("a.md", 1))
    html = Formulas("html").write(rf"{many}^x", False, slots)
    assert '<mn data-f="toy:base">10,000</mn>' in html
    plain = SlotTable()
    bare = plain.seat(Slot("8", "8", "8"), Where("a.md", 1))
    assert drawn == Formulas("pdf").write(rf"\sqrt{{{bare}}}", False, plain)
