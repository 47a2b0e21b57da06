"""Headings that lead to themselves."""

from bookbuild.passes.anchors import link_headings
from tests.bookbuild.passes.passed import passed

STEP = '<h2 class="step" id="step-1"><span>1</span> One</h2>'


def test_a_heading_leads_to_itself_unless_a_link_stands_in_it() -> None:
    assert passed(STEP, link_headings) == (
        '<h2 class="step" id="step-1"><a class="here" href="#step-1"><span>1</span> One</a></h2>'
    )
    for same in ('<h3 id="x"><a href="y">Y</a></h3>', "<h2>No id</h2>", '<h1 id="a">A</h1>'):
        assert passed(same, link_headings) == same
