"""Explained words: linked where a chapter first uses them, in its prose and nowhere else."""

import pytest

from bookbuild.markup.trees import parsed
from bookbuild.passes.context import Context
from bookbuild.passes.glossary import Glossary, Vocabulary
from bookbuild.passes.words import lead_back, link_words, list_words_met, name_words, used_in
from engine.errors import UnknownName
from tests.bookbuild.passes.passed import passed

EXPLAINED = (
    "<dl>\n<dt>Dot product</dt>\n<dd>Multiply &amp; add up <span>8</span> times.</dd>\n"
    "<dt>Query, key, value</dt>\n<dd>Three rows: “ask”.</dd>\n</dl>"
)


TREE = parsed(EXPLAINED, where="here")


def linked_in(html: str, glossary: Glossary) -> str:
    """Return HTML whose words are linked to the page w.html."""
    return passed(html, link_words, Context(Vocabulary(glossary, "w.html")))


@pytest.fixture
def glossary() -> Glossary:
    return Glossary(TREE, {"Query, key, value": ("query", "queries")})


def test_only_the_first_use_is_linked_with_what_is_said(glossary: Glossary) -> None:
    html = linked_in("<p>A dot product, dot products.</p><p>Queries and a query.</p>", glossary)
    assert html == (
        '<p>A <a class="term" href="w.html#word-dot-product"'
        ' data-said="Multiply &amp; add up 8 times."'
        ' id="first-word-dot-product">dot product</a>, dot products.</p>'
        '<p><a class="term" href="w.html#word-query-key-value"'
        ' data-said="Three rows: “ask”."'
        ' id="first-word-query-key-value">Queries</a> and a query.</p>'
    )


@pytest.mark.parametrize(
    "html",
    [
        "<h2>The query</h2>",
        '<p><a href="x">a query</a> <code>query</code></p>',
        '<p class="line"><span>query</span></p>',
        "<table><tr><td><p>query</p></td></tr></table>",
        '<math><mi>query</mi></math><div title="a query">not prose: query</div>',
        "<p>“The query” and pre-query, querying</p>",
        '<p data-about="query &gt; query">none</p>',
        '<div data-when="later" hidden=""><p>A <b>query</b></p></div><p hidden="">A query</p>',
    ],
)
def test_what_is_no_prose_stays_as_it_is(glossary: Glossary, html: str) -> None:
    assert linked_in(html, glossary) == html


def test_prose_goes_on_after_what_is_none(glossary: Glossary) -> None:
    html = linked_in("<p>See <code>query</code><br>and the query.</p>", glossary)
    assert html.count('class="term"') == 1
    assert html.index("</code>") < html.index('class="term"')


def test_a_word_is_explained_where_it_is_seen_first(glossary: Glossary) -> None:
    prose = (
        '<p><span data-when="a" hidden="">A query.</span> The <b title="is hidden">queries</b></p>'
    )
    linked = linked_in(prose, glossary)
    assert linked.count('class="term"') == 1
    assert linked.index("A query.") < linked.index('class="term"')


def test_a_phrase_in_which_a_word_has_another_sense_is_left_alone() -> None:
    glossary = Glossary(TREE, {"Query, key, value": ("query",)}, ["a database query"])
    assert linked_in("<p>A database query.</p>", glossary) == "<p>A database query.</p>"
    assert 'class="term"' in linked_in("<p>A database query and a query.</p>", glossary)


def test_words_are_used_in_the_order_in_which_they_come_up(glossary: Glossary) -> None:
    html = "<p>Queries.</p><h2>dot product</h2><p>Dot products, a query.</p>"
    used = used_in(parsed(html, where="here"), glossary)
    assert [word.term for word in used] == ["Query, key, value", "Dot product"]


def test_forms_of_an_unknown_term_are_refused() -> None:
    with pytest.raises(UnknownName, match="Dot prodduct"):
        Glossary(TREE, {"Dot prodduct": ("dot",)})


def test_the_words_have_ids_where_they_are_explained() -> None:
    assert '<dt id="word-query-key-value">Query, key, value</dt>' in passed(EXPLAINED, name_words)


def test_words_met_are_listed_after_all_else_and_say_what_they_mean(glossary: Glossary) -> None:
    words = tuple(glossary.words())
    html = passed("<h2>A</h2>", list_words_met, Context(Vocabulary(glossary, "w.html", words)))
    assert html.startswith('<h2>A</h2>\n<nav class="words-met" aria-label="Words met"><p><strong>')
    assert '</strong> <a class="term" href="w.html#word-dot-product" data-said="Mult' in html
    assert ">Dot product</a> · <a" in html
    assert html.endswith(">Query, key, value</a></p></nav>")
    assert passed("<h2>A</h2>", list_words_met, Context(Vocabulary(glossary))) == "<h2>A</h2>"


def test_paper_names_the_words_met_and_the_chapter_that_explains_them(glossary: Glossary) -> None:
    words = Vocabulary(met=tuple(glossary.words()), explained_in='<a href="#w">W</a>')
    html = passed("<p>x</p>", list_words_met, Context(words))
    assert html.partition("</strong>")[2] == (
        ' Dot product · Query, key, value. They are explained in <a href="#w">W</a>.</p></nav>'
    )


def test_an_explanation_leads_back_to_the_first_use() -> None:
    words = Vocabulary(firsts={"Dot product": '<a href="b.html#first">B</a>'})
    html = passed(EXPLAINED, lead_back, Context(words))
    assert html.count("First in") == 1
    assert (
        "<span>8</span> times."
        ' <span class="first-in">First in <a href="b.html#first">B</a></span></dd>' in html
    )
