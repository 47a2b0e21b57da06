from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookaudit.auditing import document_findings
from bookaudit.documents.html import extract_html

LINE = (
    '<main data-run="toy/run"><p class="line" id="raised-1"><a class="addr">raised[1]</a>'
    '<span class="sum" data-line="raised[1]">e<sup><i data-f="s[1]">−1.69</i></sup>\u00a0+ '
    '2<sup>3</sup>×<i data-f="toy:w[1]">(−0.5)</i> = <b data-f="raised[1]">−3.82</b></span>'
    "</p></main>"
)


def test_a_marked_line_is_read_with_its_powers_figures_and_scope() -> None:
    page = extract_html(LINE, "p.html")
    (line,) = page.lines
    assert line.text == "e^(−1.69) + 2^3×(−0.5) = −3.82"
    assert line.address == "toy/run:raised[1]"
    assert line.figures == [
        ("toy/run:s[1]", "−1.69"),
        ("toy:w[1]", "(−0.5)"),
        ("toy/run:raised[1]", "−3.82"),
    ]
    assert page.figures == []
    assert [finding.verdict for finding in document_findings(page)] == ["closes"]


def test_scopes_end_with_their_element() -> None:
    source = (
        '<div data-run="a"><i data-f="x">1</i><p data-run="b"><i data-f="x">2</i></p>'
        '<i data-f="x">3</i></div><i data-f="c:x">4</i><b class="n" data-f=y data-run=d>5</b>'
    )
    page = extract_html(source, "p.html")
    assert [(shown.address, shown.text) for shown in page.figures] == [
        ("a:x", "1"),
        ("b:x", "2"),
        ("a:x", "3"),
        ("c:x", "4"),
        ("d:y", "5"),
    ]


def test_places_are_source_lines() -> None:
    page = extract_html("<p>\n\n" + LINE + "\n<p>1 + 1 = 3</p>\n<b data-f='x'>4</b>", "p.html")
    assert page.lines[0].line == 3
    assert page.figures[0].line == 5
    assert [f.place for f in document_findings(page) if f.text == "1 + 1 = 3"] == [4]


def test_scripts_styles_templates_heads_and_mathml_are_not_read() -> None:
    source = (
        "<head><title>1 + 1 = 3</title></head><script>if (1 < 2) x = '<b data-f=\"x\">1</b>';"
        "</script><style>a{b:1+1=3}</style><template><p>1 + 1 = 3</p></template>"
        "<math><mn>1</mn><mo>+</mo><mn>1</mn><mo>=</mo><mn>3</mn></math>"
        "<!-- 1 + 1 = 3 <b data-f='x'>1</b> --><p hidden>2 + 2 = 5</p>"
    )
    page = extract_html(source, "p.html")
    assert page.figures == []
    assert [finding.text for finding in document_findings(page)] == ["2 + 2 = 5"]


def test_entities_are_read_and_raised_links_are_footnotes() -> None:
    page = extract_html("<p>0.5 &times; 2 &minus; 1 = 0<sup><a href='#1'>1</a></sup></p>", "p.html")
    assert [finding.text for finding in document_findings(page)] == ["0.5 × 2 − 1 = 0"]


def test_a_stranger_s_powers_are_read() -> None:
    page = extract_html("<td>e<sup>0.36</sup> = 1.44</td><td>10<sup>2</sup> × 2 = 200</td>", "p")
    assert [(f.text, f.verdict) for f in document_findings(page)] == [
        ("e^0.36 = 1.44", "within-rounding"),
        ("10^2 × 2 = 200", "closes"),
    ]


def test_blocks_part_lines_and_inline_elements_do_not() -> None:
    page = extract_html("<li>1 + 1<li>= 3<p>2 + <em>2</em> = <b>5</b></p>", "p.html")
    assert [finding.text for finding in document_findings(page)] == ["2 + 2 = 5"]


def test_a_marked_line_that_cannot_be_read_is_unread_and_marked() -> None:
    page = extract_html('<p data-line="a:x">2 + ? = 3</p>', "p.html")
    (finding,) = document_findings(page)
    assert (finding.verdict, finding.marked) == ("unread", True)


@pytest.mark.parametrize(
    "attributes", ['class="big screen-only"', "hidden", 'data-when="other share" hidden=""']
)
def test_parts_that_paper_does_not_have_are_read_but_not_kept_for_it(attributes: str) -> None:
    source = f'<p>a<b data-f="r:x">1</b></p><div {attributes}><b data-f="r:x">2</b></div>z'
    page = extract_html(source, "p.html", pieces=True)
    assert [shown.text for shown in page.figures] == ["1", "2"]
    assert "".join(piece for piece, _ in page.pieces) == "a1z"


def test_a_hidden_line_is_a_line() -> None:
    page = extract_html('<p hidden data-line="a:x">1 + 1 = 2</p>', "p.html")
    assert [line.text for line in page.lines] == ["1 + 1 = 2"]


def test_broken_and_hostile_pages_are_read_as_far_as_they_go() -> None:
    for source in (
        "<p>1 + 1 = 3",
        "<p>1 + 1 = 3</div></p></p>",
        "<p>1 + 1 = 3<",
        "<p>1 + 1 = 3<b",
        "<p>1 + 1 = 3<b a='",
        "<p>1 + 1 = 3<!-- ",
        "<p>1 + 1 = 3<script>",
        "<div>" * 30_000 + "<p>1 + 1 = 3",
        "<p>1 + 1 = 3</p>" + "<a b='" * 100_000,
        "<p>1 + 1 = 3</p>" + "</b>" * 100_000,
        "<p>1 + 1 = 3</p>" + "<" * 100_000,
    ):
        page = extract_html(source, "p.html")
        assert [finding.text for finding in document_findings(page)] == ["1 + 1 = 3"], source[:40]


class _Text(HTMLParser):
    """Collects the text of a page that a reader sees."""

    def __init__(self) -> None:
        super().__init__()
        self.shown = ""
        self._open: list[bool] = []  # of each open element, whether it is hidden

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "br":
            self._open.append("hidden" in dict(attrs))

    def handle_endtag(self, tag: str) -> None:
        self._open.pop()

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_data(self, data: str) -> None:
        if not any(self._open):
            self.shown += data


_names = st.sampled_from(["p", "i", "b", "span", "td", "em", "DIV"])
_attributes = st.sampled_from(
    [
        "",
        ' class="a b"',
        " data-f='n[1]'",
        ' data-f="n[1]"',
        ' title="a > b"',
        " hidden",
        " x = 'y\"z'",
    ]
)
_texts = st.text(alphabet="ab 1+=−&;.\n", max_size=8).filter(lambda text: "&" not in text)


@st.composite
def _elements(draw: st.DrawFn, depth: int = 0) -> str:
    name, attributes = draw(_names), draw(_attributes)
    inner = "".join(
        draw(_texts)
        + (draw(_elements(depth=depth + 1)) if depth < 3 and draw(st.booleans()) else "")
        for _ in range(draw(st.integers(0, 2)))
    )
    return f"<{name}{attributes}>{inner}</{name.lower()}><!-- x > y --><br/>"


@given(_elements())
def test_the_text_of_well_formed_pages_is_what_the_standard_parser_reads(source: str) -> None:
    theirs = _Text()
    theirs.feed(source)
    theirs.close()
    page = extract_html(source, "p.html", pieces=True)
    assert "".join(piece for piece, _ in page.pieces) == theirs.shown


def test_a_figure_that_a_formula_names_is_a_figure_and_no_running_text() -> None:
    page = extract_html(
        '<main data-run="r"><p>a <math><msqrt><mn data-f="toy:w">8</mn></msqrt>'
        "<mn>9</mn></math> b</p></main>",
        "p.html",
        pieces=True,
    )
    assert [(figure.address, figure.text) for figure in page.figures] == [("toy:w", "8")]
    assert "".join(text for text, _ in page.pieces).split() == ["a", "b"]
