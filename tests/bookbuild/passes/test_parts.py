"""A chapter's parts: what stands under each heading of the second level, and nothing else."""

import pytest

from bookbuild.passes.parts import put_in_parts
from tests.bookbuild.passes.passed import passed


def parts(html: str) -> list[str]:
    """Return the parts of some HTML, one a line, behind what comes before them."""
    written = passed(html, put_in_parts).replace("\n", "")
    return (
        written.replace('<section class="part"', "|<section").replace("</section>", "").split("|")
    )


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("", [""]),
        ("<p>only</p>", ["<p>only</p>"]),
        (
            '<p>before</p><h2 id="a">A</h2><p>of A</p><h3>a</h3><h2>B</h2>',
            [
                "<p>before</p>",
                '<section><h2 id="a">A</h2><p>of A</p><h3>a</h3>',
                "<section><h2>B</h2>",
            ],
        ),
        (
            '<h2>A</h2><div data-when="book"><h2 title="1 &gt; 0">B</h2><div>b</div></div><p>x</p>'
            "<h2>C</h2>",
            [
                "",
                "<section><h2>A</h2>",
                '<section data-when="book"><h2 title="1 &gt; 0">B</h2><div>b</div><p>x</p>',
                "<section><h2>C</h2>",
            ],
        ),
        (
            '<h2>A</h2><div data-when="book"><p>a</p></div><p>b</p>',
            ["", '<section><h2>A</h2><div data-when="book"><p>a</p></div><p>b</p>'],
        ),
        ("<div><h2>in</h2></div><h2>A</h2>", ["<div><h2>in</h2></div>", "<section><h2>A</h2>"]),
        (
            "<ul><li><table><tr><td>1</td></tr></table></li></ul><h2>A</h2><div><p>x</p></div>",
            [
                "<ul><li><table><tr><td>1</td></tr></table></li></ul>",
                "<section><h2>A</h2><div><p>x</p></div>",
            ],
        ),
        (
            '<p title="&lt;div&gt;">x</p><h2>A</h2>',
            ['<p title="&lt;div&gt;">x</p>', "<section><h2>A</h2>"],
        ),
    ],
)
def test_parts_begin_at_headings(html: str, expected: list[str]) -> None:
    assert parts(html) == expected


def test_each_part_ends() -> None:
    written = passed("<h2>A</h2><p>a</p><h2>B</h2><p>b</p>", put_in_parts)
    assert written == (
        '<section class="part">\n<h2>A</h2><p>a</p></section>\n'
        '<section class="part">\n<h2>B</h2><p>b</p></section>\n'
    )


def test_a_part_that_is_a_case_ends_with_it() -> None:
    written = passed(
        '<h2>A</h2><div data-when="book" hidden=""><h2>B</h2></div><p>c</p>', put_in_parts
    )
    assert written == (
        '<section class="part">\n<h2>A</h2></section>\n'
        '<section class="part" data-when="book" hidden=""><h2>B</h2></section><p>c</p>'
    )
