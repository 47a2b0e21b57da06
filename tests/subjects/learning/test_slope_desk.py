"""What a chapter about learning shows: rows, nudges, tables before and after, and how they end."""

import re
from pathlib import Path

import pytest

from tests.bookbuild.small_book import SUBJECTS, SmallBook

HEAD = """+++
title = "A chapter"
summary = "Of learning."
run = "signal"
learn = true
+++

{% set s = learned.step %}
"""
SETTINGS = (
    f'title = "Small"\nsubtitle = "A book"\n{SUBJECTS}'
    '[follow]\nsignal = ["the dog"]\n[learn]\nsignal = [23]\n'
)


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SmallBook:
    small = SmallBook(tmp_path / "small", monkeypatch)
    small.settings(SETTINGS)
    return small


def page(book: SmallBook, text: str) -> str:
    book.write(HEAD + text)
    assert book.run("html") == 0
    return (book.root / "dist" / "html" / "a-chapter.html").read_text(encoding="utf-8")


def test_a_row_that_stands_twice_has_its_id_once(book: SmallBook) -> None:
    strip = '{{ s.strip("one", s.row("x", "gradient.x", 5)) }}\n\n'
    html = page(book, strip * 2)
    assert html.count('id="gradient.x-5-row"') == 1
    assert html.count("<table class=") == 2


def test_rows_of_long_numbers_stand_four_abreast(book: SmallBook) -> None:
    html = page(
        book,
        '{{ s.strip("slopes", s.row("x", "gradient.x", 5)) }}\n\n'
        '{{ s.strip("kept", s.row("x", "kept", 5)) }}',
    )
    wide, usual = re.findall(r'<table class="strip[^"]*">.*?</table>', html, re.DOTALL)
    assert 'class="strip wide"' in wide
    assert [row.count("data-f=") for row in wide.split("<tr")[1:]] == [4, 4]
    assert '<col span="4">' in wide
    assert 'class="strip"' in usual
    assert [row.count("data-f=") for row in usual.split("<tr")[1:]] == [8, 8]


def test_a_whole_table_is_drawn_before_and_after_with_its_moves(book: SmallBook) -> None:
    html = page(book, '{{ s.moved("w_query", "The query table.") }}')
    for name in ("signal-after-22:w_query", "adam.w_query.weight", "adam.w_query.moved"):
        assert len(re.findall(rf'data-f="{re.escape(name)}\[\d,\d\]"', html)) == 64
    before, after, moved = (
        float(re.findall(rf'data-f="{re.escape(name)}\[3,5\]">([^<]+)<', html)[0].replace("−", "-"))
        for name in ("signal-after-22:w_query", "adam.w_query.weight", "adam.w_query.moved")
    )
    assert after - before == pytest.approx(moved, abs=1e-9)


def test_the_outcome_shows_each_right_word_before_and_after(book: SmallBook) -> None:
    html = page(book, "{{ s.outcome() }}")
    assert len(re.findall(r'data-f="loss\.share\[\d,[^]]+\]"', html)) == 6
    assert len(re.findall(r'data-f="after\.loss\.share\[\d,[^]]+\]"', html)) == 6


def test_a_claim_about_slopes_that_is_false_is_told(
    book: SmallBook, capsys: pytest.CaptureFixture[str]
) -> None:
    book.write(
        HEAD + '{% claim s.lowest("gradient.logit", 5) == "sky" %}Sky is lowest.{% endclaim %}'
    )
    assert book.run("html") != 0
    told = capsys.readouterr().err
    assert "“Sky is lowest.”" in told
    assert "gradient.logit[5,mat] = −0.1267" in told or "gradient.logit[5,mat]" in told


def test_what_claims_may_ask_of_a_step(book: SmallBook, capsys: pytest.CaptureFixture[str]) -> None:
    calls = {
        's.below_zero("gradient.logit", 5) == ["mat"]': True,
        's.all_zero("kept", column=1)': True,
        's.all_zero("kept", column=4)': False,
        's.all_zero("gradient.embedding", "park")': True,
        's.sum_of("gradient.norm3.x", 5)|abs < 0.0001': True,
        's.gap("embedding", "the", 1) < 0.005': True,
        "s.risen()|length == 6": True,
    }
    sentences = [f"{{% claim {call} %}}It holds: {holds}.{{% endclaim %}}"
                 for call, holds in calls.items()]  # fmt: skip
    book.write(HEAD + "\n\n".join(sentences))
    assert book.run("html") != 0
    told = capsys.readouterr().err
    assert told.count("“It holds: False.”") == 1
    assert "“It holds: True.”" not in told
