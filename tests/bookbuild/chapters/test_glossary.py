"""Explained words: linked where a chapter first uses them, in its prose and nowhere else."""

from pathlib import Path

import pytest

from bookbuild.chapters.contents import Contents
from bookbuild.chapters.glossary import Explaining, Glossary, with_ids
from bookbuild.chapters.kit import book_templates
from bookbuild.core.config import read_book
from bookbuild.markup.anchors import with_anchors
from bookbuild.markup.slots import Slot
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


def test_a_phrase_in_which_a_word_has_another_sense_is_left_alone() -> None:
    glossary = Glossary(EXPLAINED, {"Query, key, value": ("query",)}, ["a database query"])
    assert glossary.link("<p>A database query.</p>", "w.html") == "<p>A database query.</p>"
    assert 'class="term"' in glossary.link("<p>A database query and a query.</p>", "w.html")


def test_words_are_used_in_the_order_in_which_they_come_up(glossary: Glossary) -> None:
    used = glossary.used("<p>Queries.</p><h2>dot product</h2><p>Dot products, a query.</p>")
    assert [word.term for word in used] == ["Query, key, value", "Dot product"]


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


HEAD = '+++\ntitle = "{}"\n{}+++\n\n'


@pytest.fixture
def explaining(tmp_path: Path) -> tuple[Contents, Explaining]:
    (tmp_path / "book").mkdir()
    chapters = {
        "01-a": HEAD.format("A", "") + "A score.",
        "02-b": HEAD.format("B", "") + "Two scores, and their rank.",
        "03-c": HEAD.format("C", "") + "Nothing new: the rank.",
        "04-d": HEAD.format("D", "") + "A table with a cell.",
        "05-words": HEAD.format("Words", '[words]\nScore = ["score", "scores"]\n')
        + "Cell\n: A place.\n\nRank\n: A place in a row.\n\nScore\n: A number.\n",
    }
    for name, text in chapters.items():
        (tmp_path / "book" / f"{name}.md").write_text(text, encoding="utf-8")
    settings = 'title = "T"\nsubtitle = "S"\nappendices = "d"\n'
    (tmp_path / "book" / "book.toml").write_text(settings, encoding="utf-8")
    book = read_book(tmp_path)
    contents = Contents(book, book_templates(book))
    return contents, Explaining(contents)


def test_a_chapter_lists_the_words_that_it_uses_first(
    explaining: tuple[Contents, Explaining],
) -> None:
    contents, words = explaining
    met = {entry.name: [word.term for word in words.met(entry)] for entry in contents}
    assert met == {"a": ["Score"], "b": ["Rank"], "c": [], "d": [], "words": []}
    html = words.page(contents.find("b"), "<p>Two scores.</p>", lambda to: f"{to.name}.html")
    assert html.count("words-met") == 1
    assert '<a class="term" href="words.html#word-rank"' in html.partition("words-met")[2]
    assert "words-met" not in words.page(contents.find("c"), "<p></p>", lambda to: to.name)


def test_each_word_leads_back_to_where_it_is_used_first(
    explaining: tuple[Contents, Explaining],
) -> None:
    contents, words = explaining
    html = "<dl><dt>Rank</dt><dd>A place in a row.</dd></dl>"
    entry = contents.find("words")
    led = words.page(entry, html, lambda to: f"{to.name}.html")
    assert 'First in <a href="b.html#first-word-rank">B</a></span></dd>' in led
    assert "First in B</span></dd>" in words.page(entry, html, None)
    on_paper = words.on_paper(entry, html, lambda to: Slot.plain(f"chapter {to.number}"))
    assert "First in chapter 2</span></dd>" in on_paper
