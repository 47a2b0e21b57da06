"""Passes of a few lines: painting, figures that lead to lines, what an EPUB asks for."""

from bookbuild.passes.context import Context
from bookbuild.passes.drawings import unlink_drawings
from bookbuild.passes.figures import lead_figures
from bookbuild.passes.paint import unpaint
from bookbuild.passes.strict import make_strict
from bookbuild.pictures.svg import ROLES
from tests.bookbuild.passes.passed import passed

LINK = '<a href="x" aria-label="A"><text data-f="q">q</text></a>'
XMLNS = ' xmlns="http://www.w3.org/2000/svg"'


def test_marks_of_drawings_keep_their_roles_and_lose_their_paint() -> None:
    role, paint = next((role, paint) for role, paint in ROLES.items() if paint)
    painted = "".join(f' {name}="{value}"' for name, value in paint.items())
    mark = f'<path class="{role}"{painted} d="M0 0"/>'
    assert passed(f"<svg{XMLNS}>{mark}</svg>", unpaint) == (
        f'<svg{XMLNS}><path class="{role}" d="M0 0"/></svg>'
    )
    assert passed(f"<p>{mark}</p>", unpaint) == f"<p>{mark[:-2]}></path></p>", "no drawing"


def test_a_figure_leads_to_its_line_or_is_no_link() -> None:
    figures = '<a class="fig" href="figure:m:x">1</a> <a href="#y">y</a>'
    found = Context(href_of={"m:x": "#x"}.get)
    assert (
        passed(figures, lead_figures, found) == '<a class="fig" href="#x">1</a> <a href="#y">y</a>'
    )
    assert passed(figures, lead_figures).startswith('<span class="fig">1</span>')


def test_an_epub_gets_xml_names_and_links_with_titles() -> None:
    html = '<p id="1:a[2]"><a href="b.xhtml#1:a[2]" data-said="x">a</a></p>'
    assert passed(html, make_strict) == '<p id="_1_a_2_"><a href="b.xhtml#_1_a_2_">a</a></p>'
    drawn = f'<svg{XMLNS} role="group">{LINK}</svg>'
    assert passed(drawn, make_strict) == (
        f'<svg{XMLNS}><a href="x" aria-label="A"><title>A</title><text>q</text></a></svg>'
    )


def test_a_part_of_a_drawing_leads_only_where_the_page_has_its_line() -> None:
    part = '<a href="#{}" aria-label="query"><path d="M0 0"/></a>'
    drawn = f'<svg{XMLNS}>{part.format("q")}{part.format("none")}<a href="b.html#none"/></svg>'
    line = '<p id="q">q</p>'
    assert passed(drawn + line, unlink_drawings) == (
        f'<svg{XMLNS}>{part.format("q")}<g><path d="M0 0"/></g><a href="b.html#none"/></svg>{line}'
    )
    assert passed('<a href="#none">text</a>', unlink_drawings) == '<a href="#none">text</a>'
