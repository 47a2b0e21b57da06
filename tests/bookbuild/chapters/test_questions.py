"""A question's answer: folded on a screen, at the end on paper, and like any text of the book."""

import re
from decimal import Decimal
from pathlib import Path

import pytest

from bookbuild.chapters.chapter import read_chapter
from bookbuild.chapters.lint import lint
from bookbuild.core.errors import Faults
from bookbuild.markup.formulas import Medium
from bookbuild.paper.documents import documents
from bookbuild.site.pages import Site
from engine.errors import WorkingsError
from tests.bookbuild.paper.text_cases import Book, figure
from tests.bookbuild.small_book import CHAPTER, SmallBook

TEXT = """## Check yourself

{% question %}
How *many*, if there were {{ x }}?
{% answer %}
So many: {{ y }}.

- and more
{% endquestion %}

{% question %}Again?{% answer %}Yes.{% endquestion %}

Done.
"""
GIVEN = {"x": figure("3", "x"), "y": figure("4.5", "y")}


@pytest.fixture
def book(tmp_path: Path) -> Book:
    return Book(tmp_path)


def test_on_a_screen_an_answer_is_folded_under_its_question(book: Book) -> None:
    page = book.render(TEXT, GIVEN)
    assert page.answers == ""
    shape = re.sub(r"\s+", " ", page.html)
    assert (
        '<div class="question" id="question-1"> <p class="asked">Question 1</p> '
        '<p>How <em>many</em>, if there were <i data-f="x">3</i>?</p> '
        '<details class="answer" id="answer-1"><summary>Answer</summary> '
        '<div data-set-under="Answers"> <p>So many: <i data-f="y">4.5</i>.</p> '
        "<ul> <li>and more</li> </ul> </div> </details> </div>"
    ) in shape
    assert 'id="question-2"' in shape
    assert "<p>Again?</p>" in shape
    assert shape.count("<details") == shape.count("</details>") == 2
    assert shape.count("<div") == shape.count("</div>")
    assert shape.rstrip().endswith("<p>Done.</p>")


def test_on_paper_the_answer_stands_apart_and_each_leads_to_the_other(book: Book) -> None:
    page = book.render(TEXT, GIVEN, medium="pdf")
    assert "So many" not in page.html
    assert "details" not in page.html
    assert "Question 1" in page.html
    assert "So many" in page.answers
    assert "<li>and more</li>" in page.answers
    assert "How" not in page.answers
    for number in (1, 2):
        assert f'id="question-{number}"' in page.html
        assert f'href="#answer-{number}"' in page.html
        assert f'id="answer-{number}"' in page.answers
        assert f'href="#question-{number}"' in page.answers


def test_each_rendering_counts_its_questions_from_one(book: Book) -> None:
    first = book.render(TEXT, GIVEN)
    assert book.render(TEXT, GIVEN).html == first.html


def test_an_answer_has_claims_and_a_broken_one_stops_the_build_in_both_media(book: Book) -> None:
    text = "{% question %}A?{% answer %}{% claim n > 2 %}It is so.{% endclaim %}{% endquestion %}"
    media: tuple[Medium, ...] = ("html", "pdf")
    for medium in media:
        page = book.render(text, {"n": Decimal(3)}, medium=medium)
        assert [claim.holds for claim in page.claims] == [True]
        with pytest.raises(Faults, match="It is so"):
            book.render(text, {"n": Decimal(1)}, medium=medium)
    marked = book.render(text, {"n": Decimal(1)}, medium="pdf", claims_as_warnings=True)
    assert "claim-broken" in marked.answers


def test_typed_digits_in_questions_and_answers_are_refused(book: Book) -> None:
    text = "{% question %}Is it 3?{% answer %}It is 4.{% endquestion %}"
    chapter = read_chapter(book.write(text), book.root)
    assert [str(fault).split(":")[2] for fault in lint(chapter.source)] == ["21", "41"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a\n{% question %}Why?{% endquestion %}", "6:1: a question needs an answer"),
        ("{% question %}Why?{% answer %}So.", "endquestion"),
        ("{% question %}Why?{% answer %}{{ yy }}{% endquestion %}", "5:34: there is no name “yy”"),
        ("{% answer %}So.", "answer"),
    ],
)
def test_a_fault_in_a_question_is_told_with_its_place(book: Book, text: str, told: str) -> None:
    with pytest.raises(WorkingsError, match=re.escape(told)):
        book.render(text)


def test_the_book_and_a_handout_set_their_answers_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = SmallBook(tmp_path / "small", monkeypatch)
    asked = '\n{% question %}What is it?{% answer %}{{ line("key", here, 1) }}{% endquestion %}\n'
    small.add(asked)
    small.write(CHAPTER.replace("A chapter", "Another"), "02-another.md")
    from bookbuild.core.config import read_book  # noqa: PLC0415 (finds the small book's folder)

    site = Site(read_book(small.root))
    whole, one, other = (job.html for job in documents(site, tmp_path, "a4"))
    for html in (whole, one):
        before, answers = html.split('<section class="chapter answers" id="answers">')
        assert "What is it?" in before
        assert 'data-line="key[2,1]"' not in before
        assert answers.count('data-line="key[2,1]"') == 1
        assert 'href="#a-chapter.answer-1"' in before
        assert 'id="a-chapter.answer-1"' in answers
        assert 'href="#a-chapter.question-1"' in answers
    assert 'href="#answers"' in whole  # in the contents
    assert "Another" in whole.split('id="answers"')[0]
    assert "Another" not in whole.split('id="answers"')[1]
    assert "answers" not in other
