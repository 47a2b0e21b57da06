"""Parts of a chapter that a screen folds away."""

from pathlib import Path

import pytest

from engine.errors import WorkingsError
from tests.bookbuild.paper.text_cases import Book, figure


@pytest.fixture
def book(tmp_path: Path) -> Book:
    return Book(tmp_path)


def test_a_fold_has_its_title_and_all_that_is_in_it(book: Book) -> None:
    text = 'One\n\n{% fold "The others" %}\nTwo is {{ x }}.\n\n*Three*\n{% endfold %}\n\nFour'
    rendered = book.render(text, {"x": figure("0.5")})
    assert rendered.html == (
        "<p>One</p>\n"
        '<details class="fold"><summary>The others</summary>\n<div>\n'
        '<p>Two is <i data-f="f">0.5</i>.</p>\n<p><em>Three</em></p>\n'
        "</div>\n</details>\n<p>Four</p>\n"
    )


def test_a_fold_counts_in_its_title_with_a_figure(book: Book) -> None:
    html = book.render("{% fold x %}\nTwo\n{% endfold %}", {"x": figure("7")}).html
    assert '<summary><i data-f="f">7</i></summary>' in html


def test_a_claim_in_a_fold_is_tested(book: Book) -> None:
    text = '{% fold "More" %}\n{% claim 1 > 2 %}It is larger.{% endclaim %}\n{% endfold %}'
    with pytest.raises(WorkingsError, match="It is larger"):
        book.render(text)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('A {% fold "More" %}part{% endfold %}', "lines of its own"),
        ("{% fold 7 %}\nTwo\n{% endfold %}", "a number must be a figure"),
        ('{% fold "7 more" %}\nTwo\n{% endfold %}', "“7 more” is none"),
    ],
)
def test_what_a_fold_refuses(book: Book, text: str, fault: str) -> None:
    with pytest.raises(WorkingsError, match=fault):
        book.render(text)
