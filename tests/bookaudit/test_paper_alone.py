"""A PDF without a site beside it: what it says, and what it brings with it of its lines."""

import copy
from collections.abc import Callable
from pathlib import Path

import pytest
import weasyprint

from bookaudit.auditing import attached_pages, audit, paper_findings
from bookaudit.documents.paper_text import paper_text
from bookaudit.documents.pdf import Paper, extract_pdf
from bookaudit.report import Finding

SMALL = "@page{size:A5;margin:15mm}td{padding-right:8mm}"
LINES = (
    '<p><span data-line="a"><i data-f="x">0.30</i>×<i data-f="y">0.02</i> = '
    '<b data-f="a">0.01</b></span></p>'
)

Print = Callable[..., Paper]


@pytest.fixture
def printed(tmp_path: Path) -> Print:
    """Print a document, with a page of lines attached if one is given."""

    def make(body: str, lines: str = "", css: str = "") -> Paper:
        attachments = [weasyprint.Attachment(string=lines, name="lines.html")] if lines else []
        html = weasyprint.HTML(string=f"<style>{SMALL}{css}</style>{body}")
        html.write_pdf(tmp_path / "p.pdf", attachments=attachments)
        return extract_pdf(str(tmp_path / "p.pdf"), "p.pdf")

    return make


def findings(paper: Paper) -> list[Finding]:
    return list(paper_findings(paper, [], []))


def verdicts(paper: Paper) -> list[tuple[str, str]]:
    return [(each.text, each.verdict) for each in findings(paper)]


def with_digit(paper: Paper, old: str, new: str) -> Paper:
    """Return the paper with one character of a stretch changed."""
    text = "".join(paper.chars)
    assert text.count(old) == 1
    changed = copy.copy(paper)
    changed.chars = list(text.replace(old, new))
    return changed


def test_a_digit_that_leaves_a_line_closing_is_found_by_the_lines_it_brings(printed: Print) -> None:
    paper = printed(LINES, LINES)
    assert verdicts(paper) == [("0.30×0.02 = 0.01", "closes")]
    changed = with_digit(paper, "0.30×", "0.31×")
    (closing, lacking) = findings(changed)
    assert closing.verdict == "closes"
    assert (lacking.verdict, lacking.text) == ("contradicts", "0.31×0.02 = 0.01")
    assert (lacking.right, lacking.place) == ("0.30×0.02 = 0.01", 1)


def test_a_line_that_is_not_printed_at_all_is_missed(printed: Print) -> None:
    (lacking,) = findings(printed("<p>Nothing here.</p>", LINES))
    assert (lacking.verdict, lacking.right) == ("contradicts", "0.30×0.02 = 0.01")


def test_a_line_has_to_be_printed_as_often_as_it_is_brought(printed: Print) -> None:
    assert {v for _, v in verdicts(printed(LINES + LINES, LINES + LINES))} == {"closes"}
    twice = findings(printed(LINES, LINES + LINES))
    assert [each.verdict for each in twice] == ["closes", "contradicts"]


def test_a_line_without_an_operation_is_found_where_it_is_declared(printed: Print) -> None:
    line = '<p><span data-line="s"><i data-f="t">0.820</i> = <b data-f="s">0.820</b></span></p>'
    assert verdicts(printed(line)) == []
    paper = printed(line, line)
    assert verdicts(paper) == [("0.820 = 0.820", "closes")]
    wrong = copy.copy(paper)
    wrong.chars = list("".join(paper.chars).replace("0.820=0.820", "0.821=0.820"))
    assert [each.verdict for each in findings(wrong)] == ["contradicts"]


def test_a_wrong_line_is_wrong_though_it_is_brought_along(printed: Print) -> None:
    wrong = LINES.replace("0.01", "0.02")
    assert [each.verdict for each in findings(printed(wrong, wrong))] == ["does-not-close"]


def test_figures_of_the_lines_brought_along_agree_with_one_another(
    printed: Print, tmp_path: Path
) -> None:
    other = LINES.replace("0.30", "0.31").replace('"a"', '"b"')
    both = f'<main data-run="r">{LINES}{other}</main>'
    paper = printed(both, both)
    assert [page.marked for page in attached_pages(paper)] == [True]
    report = audit([tmp_path / "p.pdf"])
    assert [each.verdict for each in report].count("contradicts") == 1


def test_other_attachments_say_nothing(printed: Print) -> None:
    paper = printed("<p>2 + 2 = 4</p>", "<p>A page that somebody attached: 2 + 2 = 5.</p>")
    assert verdicts(paper) == [("2 + 2 = 4", "closes")]


def test_a_sign_of_its_own_cell_takes_nothing_away(printed: Print) -> None:
    rows = "<tr><td>guess 2</td><td>−ln(0.5) = 0.69315</td><td>7</td><td>1 + 1 = 2</td></tr>"
    assert verdicts(printed(f"<table>{rows}</table>")) == [
        ("−ln(0.5) = 0.69315", "closes"),
        ("1 + 1 = 2", "closes"),
    ]


def test_a_caret_without_room_is_a_power_and_ends_with_its_number(
    printed: Print, tmp_path: Path
) -> None:
    css = (
        f'@font-face{{font-family:R;src:url("{raised_font(tmp_path).as_uri()}")}}'
        "sup{font-family:R;font-size:1em;vertical-align:baseline;line-height:inherit}"
    )
    body = (
        "<p>So 0.50<sup>^2</sup> + 10,000<sup>^(0 ÷ 8)</sup> = 1.25</p>"
        "<p>e<sup>^(−0.28)</sup> = 0.7558</p><p>Its square is 3<sup>^2</sup>.</p>"
    )
    paper = printed(body, css=css)
    assert verdicts(paper) == [
        ("0.50^2 + 10,000^(0 ÷ 8) = 1.25", "closes"),
        ("e^(−0.28) = 0.7558", "closes"),
    ]
    assert "3^2." in paper_text(paper).text


def raised_font(folder: Path) -> Path:
    """Return a font with a caret and brackets next to no room wide, made by other means."""
    from fontTools.fontBuilder import FontBuilder  # noqa: PLC0415
    from fontTools.pens.ttGlyphPen import TTGlyphPen  # noqa: PLC0415

    file = folder / "narrow.ttf"
    signs = "^()0123456789.−÷ "
    names = {ord(sign): f"u{ord(sign):04X}" for sign in signs}
    pen = TTGlyphPen(None)
    pen.moveTo((50, 400))
    pen.lineTo((50, 800))
    pen.lineTo((300, 800))
    pen.closePath()
    box = pen.glyph()
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", *names.values()])
    builder.setupCharacterMap(names)
    builder.setupGlyf(dict.fromkeys([".notdef", *names.values()], box))
    narrow = {names[ord(sign)]: (10, 0) for sign in "^()"}
    builder.setupHorizontalMetrics(
        {name: narrow.get(name, (350, 50)) for name in [".notdef", *names.values()]}
    )
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Narrow", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200)
    builder.setupPost()
    builder.save(file)
    return file


def test_a_line_goes_on_over_a_page_s_end_past_heads_and_feet(printed: Print) -> None:
    terms = " + ".join(f"0.{n}×0.5" for n in range(10, 99))
    css = (
        "@page{@top-left{content:'Every line'}@top-right{content:string(s)}"
        "@bottom-right{content:counter(page)}}h2{string-set:s content()}"
    )
    body = f"<h2>One</h2><p style='height:150mm'>Room.</p><p>{terms} = 24.03</p><p>The end.</p>"
    paper = printed(body, css=css)
    assert max(paper.page) > 1
    (line,) = findings(paper)
    assert (line.verdict, line.text.split()) == ("closes", f"{terms} = 24.03".split())
    assert "Every line" not in paper_text(paper).text


def test_rows_that_recur_are_kept_if_they_hold_arithmetic(printed: Print) -> None:
    css = "@page{@top-left{content:'2 + 2 = 5, as ever'}}"
    paper = printed("<p>One.</p><p style='break-before:page'>Two.</p>", css=css)
    assert [each.verdict for each in findings(paper)] == ["does-not-close"] * 2


QUOTED = (
    "<p>“2 + 2 = 5”</p><p>{said} · a slip<br>It should read</p><p>2 + 2 = {right}</p>"
    "<p>“3 + 3 = 6”</p><p>closes</p>"
)


def test_what_is_said_of_a_quoted_line_counts(printed: Print) -> None:
    right = findings(printed(QUOTED.format(said="does not close", right="4")))
    assert [each.verdict for each in right] == ["quoted", "quoted", "closes"]
    unsaid = findings(printed(QUOTED.format(said="does not look good", right="4")))
    assert [each.verdict for each in unsaid] == ["quoted", "does-not-close", "closes"]
    untrue = findings(printed(QUOTED.format(said="closes", right="4")))
    assert [each.verdict for each in untrue] == ["contradicts", "quoted", "closes"]
    unmended = findings(printed(QUOTED.format(said="does not close", right="four, they say")))
    assert [each.verdict for each in unmended] == ["contradicts", "quoted"]


def test_a_quotation_in_a_text_is_judged_as_one_on_paper(tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_text("One.\n\n“2 + 2 = 5”\ndoes not close. It should read\n\n2 + 2 = 4\n", "utf-8")
    report = audit([file])
    assert [(each.place, each.verdict) for each in report] == [(3, "quoted"), (6, "closes")]
