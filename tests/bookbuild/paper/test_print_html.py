"""What paper says by its characters where it shows it by place alone, and the lines it brings."""

import pytest

from bookaudit.documents.html import extract_html
from bookbuild.paper.print_html import for_print
from bookbuild.paper.print_lines import lines_page
from bookbuild.paper.print_marks import marked

BAR = '<span class="cut">\u00a0|</span>'


@pytest.mark.parametrize(
    ("html", "paper"),
    [
        ("0.00<sup>2</sup>", "0.00<sup>^2</sup>"),
        ("e<sup>0.71</sup>", "e<sup>^0.71</sup>"),
        ("e<sup>−0.28</sup>", "e<sup>^(−0.28)</sup>"),
        ("10,000<sup><b>0</b> ÷ 8</sup>", "10,000<sup>^(<b>0</b> ÷ 8)</sup>"),
        ("2<sup>(1 + 1) ÷ 2</sup>",
         '2<sup>^(<span class="bracket">(</span>1 + 1<span class="bracket">)</span> ÷ 2)</sup>'),
        ('so<sup><a href="#n">1</a></sup>', 'so<sup><a href="#n">1</a></sup>'),
        ("<tr><th>a</th><td>b</td></tr>", "<tr><th>a</th><td>b</td></tr>"),
        ('<tr><th>a</th>\n<td><i data-line="x">1 + 1 = 2</i></td><td>c</td></tr>',
         f'<tr><th>a{BAR}</th>\n<td><i data-line="x">1 + 1 = 2</i>{BAR}</td><td>c</td></tr>'),
        ('<a class="addr">x[1]</a> <span class="sum">1 + 1 = 2</span>',
         '<a class="addr">x[1]<span class="cut">:\u00a0</span></a>'
         ' <span class="sum">1 + 1 = 2</span>'),
        ('<svg width="9" style="width:2.000em;height:1em" role="img"><title>a&lt;b</title></svg>',
         '<span class="spoken" style="font-size:1.000em;margin-right:-1.5em">a&lt;b</span>'
         '<svg width="9" style="width:2.000em;height:1em" role="img"><title>a&lt;b</title></svg>'),
    ],
)  # fmt: skip
def test_what_place_shows_is_said(html: str, paper: str) -> None:
    assert marked(html) == paper


PAGE = (
    '<html><head><title>A &amp; B</title></head><body><section data-run="r"><p class="line" id="q">'
    '<a class="addr" href="#q">q <span class="code">CODE2</span></a> <span class="sum"'
    ' data-line="q" data-mends="found"><i data-f="x">1</i> ÷ <a class="fig"><i data-f="z:y">2</i>'
    '</a><sup>3</sup> &lt; = <b data-f="q">0.13</b></span></p></section><section data-run="s">'
    '<br><p><q data-quote="found">“1 + 1 = 3”</q> <b data-verdict="found">does not close</b></p>'
    "</section></body></html>"
)


def test_the_lines_of_a_document_are_a_page_of_their_own() -> None:
    page, source = extract_html(lines_page(PAGE), "a"), extract_html(PAGE, "a")
    assert [(line.address, line.text, line.figures, line.mends) for line in page.lines] == [
        (line.address, line.text, line.figures, line.mends) for line in source.lines
    ]
    assert [(each.address, each.text) for each in page.quotations] == [("s:found", "“1 + 1 = 3”")]
    assert [(each.address, each.text) for each in page.statements] == [
        ("s:found", "does not close")
    ]
    assert "<title>The lines of: A &amp; B</title>" in lines_page(PAGE)
    assert "CODE2" not in lines_page(PAGE)


def test_a_document_brings_its_lines_if_it_has_any() -> None:
    assert '<link rel="attachment"' in for_print(PAGE)
    bare = "<html><head></head><body><p>No line.</p></body></html>"
    assert for_print(bare) == bare
    assert lines_page(bare) == ""
