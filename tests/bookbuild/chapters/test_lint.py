import pytest

from bookbuild.chapters.lint import lint
from bookbuild.core.places import Source


def found(text: str, *names: str) -> list[str]:
    """List what is found as column and digits; for one line."""
    return [
        f"{fault.place.column} {fault.message.split('”')[0].lstrip('“')}"
        for fault in lint(Source("book/01.md", text), names)
    ]


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("It has 8 dogs.", ["8 8"]),
        ("about 1,000.50, then 3", ["7 1,000.50", "22 3"]),
        ("$x_1 + 2$", ["4 1", "8 2"]),
        ("x² and y₁ and ½", ["2 ²", "9 ₁", "15 ½"]),
        ("# Part 2", ["8 2"]),
        ("`x[3]`", ["4 3"]),
        ("    code 3", ["10 3"]),
        ("| 1 |\n| - |", ["3 1"]),
        ("[5 dogs](#five)", ["2 5"]),
        ('[dogs](#five "all 5")', ["19 5"]),
        ("![5 dogs](dogs.svg)", ["3 5"]),
        ("<b>5</b>", ["4 5"]),
        ('<img alt="5 dogs" width="5">', ["11 5"]),
        ("&#49; &frac12; &#x32;", ["1 &#49;", "7 &frac12;", "16 &#x32;"]),
        ("a <5 or b> 6", ["4 5", "12 6"]),
        ("`<h1>` and `[a](5)`", ["4 1", "17 5"]),
        ("{% raw %}{{ 5 }}{% endraw %}", ["13 5"]),
        ("the year\n1985. So", ["1 1985"]),
    ],
)
def test_a_typed_digit_is_found_with_its_column(text: str, faults: list[str]) -> None:
    assert found(text) == faults


@pytest.mark.parametrize(
    "text",
    [
        "{{ query[5,1] }} {% if a[2] %}{% endif %} {# 3 #}",
        '{{ a("}} 5") }}',
        "1. one\n2. two\n   1. deeper",
        "> 3) three",
        "[dogs](#query-5-1)",
        "[dogs](<a 5>)",
        "[dogs]\n\n[dogs]: page-5.html",
        "<https://example.org/5> and https://example.org/5",
        '<h2 class="c5" id="h5">a</h2> <!-- 5 -->',
        "{ #step-5 .c5 }\n# a",
        "&minus; &#8722; &#x2212;",
        "```given\n5\n```",
        "```python3\na\n```",
    ],
)
def test_digits_that_no_reader_takes_for_a_number_may_stand(text: str) -> None:
    assert found(text) == []


def test_a_declared_name_may_stand_and_only_whole() -> None:
    assert found("$W_1 x$ and W_1.", "W_1") == []
    assert found("W_12 and aW_1 and W_1.5", "W_1") == ["3 12", "13 1", "21 1.5"]
    assert found("GPT-2 of 2", "GPT-2") == ["10 2"]


def test_a_longer_name_goes_before_a_shorter() -> None:
    assert found("GPT 2 v3", "GPT 2", "GPT 2 v3") == []


def test_a_name_that_is_a_number_does_not_cover_part_of_another() -> None:
    assert found("5 and 5.5 and 55", "5") == ["7 5.5", "15 55"]


def test_all_faults_are_told_in_order_with_lines() -> None:
    faults = lint(Source("book/01.md", "a 1\n\nb &#49; 2\n"))
    assert [fault.where for fault in faults] == [
        "book/01.md:1:3",
        "book/01.md:3:3",
        "book/01.md:3:9",
    ]


def test_tables_made_by_loops_do_not_disturb_what_follows() -> None:
    text = (
        "| a |\n| - |\n{% for x in y %}\n| {{ x }} |\n{% endfor %}\n\n1. one\n\n```given\n7\n```\n"
    )
    assert found(text) == []
