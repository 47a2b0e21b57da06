"""Explained words: linked where a chapter first uses them, in its prose and nowhere else."""

import pytest

from bookbuild.chapters.glossary import Glossary, with_ids
from bookbuild.markup.anchors import with_anchors
from engine.errors import UnknownName

EXPLAINED = (
    "<dl>\n<dt>Dot product</dt>\n<dd>Multiply &amp; add up <span>8</span> times.</dd>\n"
    "<dt>Query, key, value</dt>\n<dd>Three rows: “ask”.</dd>\n</dl>"
)


@pytest.fixture
def glossary() -> Glossary:
    return Glossary(EXPLAINED, {"Query, key, value": ("query", "queries")})


def test_only_the_first_use_is_linked_with_what_is_said(glossary: Glossary) -> None:
    html = glossary.link("<p>A dot product, dot products.</p><p>Queries and a query.</p>", "w.html")
    assert html == (
        '<p>A <a class="term" href="w.html#word-dot-product"'
        ' data-said="Multiply &amp; add up 8 times.">dot product</a>, dot products.</p>'
        '<p><a class="term" href="w.html#word-query-key-value"'
        ' data-said="Three rows: “ask”.">Queries</a> and a query.</p>'
    )


@pytest.mark.parametrize(
    "html",
    [
        "<h2>The query</h2>",
        '<p><a href="x">a query</a> <code>query</code></p>',
        '<p class="line"><span>query</span></p>',
        "<table><tr><td><p>query</p></td></tr></table>",
        '<svg><text>query</text></svg><div title="a query">not prose: query</div>',
        "<p>“The query” and pre-query, querying</p>",
        '<p data-about="query > query">none</p>',
        '<div data-when="later" hidden=""><p>A <b>query</b></p></div><p hidden>A query</p>',
    ],
)
def test_what_is_no_prose_stays_as_it_is(glossary: Glossary, html: str) -> None:
    assert glossary.link(html, "w.html") == html


def test_prose_goes_on_after_what_is_none(glossary: Glossary) -> None:
    html = glossary.link("<p>See <code>query</code><br>and the query.</p>", "w.html")
    assert html.count('class="term"') == 1
    assert html.index("</code>") < html.index('class="term"')


def test_a_word_is_explained_where_it_is_seen_first(glossary: Glossary) -> None:
    prose = (
        '<p><span data-when="a" hidden="">A query.</span> The <b title="is hidden">queries</b></p>'
    )
    linked = glossary.link(prose, "w.html")
    assert linked.count('class="term"') == 1
    assert linked.index("A query.") < linked.index('class="term"')


def test_forms_of_an_unknown_term_are_refused() -> None:
    with pytest.raises(UnknownName, match="Dot prodduct"):
        Glossary(EXPLAINED, {"Dot prodduct": ("dot",)})


def test_the_words_have_ids_where_they_are_explained() -> None:
    assert '<dt id="word-query-key-value">Query, key, value</dt>' in with_ids(EXPLAINED)


def test_a_heading_leads_to_itself_unless_a_link_stands_in_it() -> None:
    assert with_anchors('<h2 class="step" id="step-1"><span>1</span> One</h2>') == (
        '<h2 class="step" id="step-1"><a class="here" href="#step-1"><span>1</span> One</a></h2>'
    )
    for same in ('<h3 id="x"><a href="y">Y</a></h3>', "<h2>No id</h2>", '<h1 id="a">A</h1>'):
        assert with_anchors(same) == same
