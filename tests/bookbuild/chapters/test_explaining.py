"""Which chapter explains words, and which uses each first."""

from pathlib import Path

import pytest

from bookbuild.chapters.contents import Contents
from bookbuild.chapters.explaining import Explaining
from bookbuild.chapters.kit import book_templates
from bookbuild.core.config import read_book
from bookbuild.markup.slots import Slot
from bookbuild.markup.trees import parsed, written_html
from bookbuild.passes.context import Context
from bookbuild.passes.glossary import Vocabulary
from bookbuild.passes.table import change


def page(words: Vocabulary, html: str) -> str:
    return written_html(change(parsed(html, where="here"), "epub", Context(words)))


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
    html = page(
        words.on_screen(contents.find("b"), lambda to: f"{to.name}.html"), "<p>Two scores.</p>"
    )
    assert html.count("words-met") == 1
    assert '<a class="term" href="words.html#word-rank"' in html.partition("words-met")[2]
    assert "words-met" not in page(
        words.on_screen(contents.find("c"), lambda to: to.name), "<p></p>"
    )


def test_each_word_leads_back_to_where_it_is_used_first(
    explaining: tuple[Contents, Explaining],
) -> None:
    contents, words = explaining
    html = "<dl><dt>Rank</dt><dd>A place in a row.</dd></dl>"
    entry = contents.find("words")
    led = page(words.on_screen(entry, lambda to: f"{to.name}.html"), html)
    assert 'First in <a href="b.html#first-word-rank">B</a></span></dd>' in led
    assert "First in B</span></dd>" in page(words.on_screen(entry, None), html)
    on_paper = page(words.on_paper(entry, lambda to: Slot.plain(f"chapter {to.number}")), html)
    assert "First in chapter 2</span></dd>" in on_paper
