"""How long a chapter takes to read."""

from bookbuild.chapters.reading import LINES_A_MINUTE, WORDS_A_MINUTE, minutes
from bookbuild.markup.trees import parsed

MINUTE = f"<p>{'word ' * int(WORDS_A_MINUTE)}</p>"
LINE = '<p class="line"><a class="addr">a</a> <span class="sum" data-line="a">1 + 1 = 2</span></p>'


def taken(html: str) -> int:
    return minutes(parsed(html, where="a"))


def test_words_and_lines_take_time() -> None:
    assert taken("<p>Short.</p>") == 1
    assert taken(MINUTE * 3) == 3
    assert taken(LINE * int(LINES_A_MINUTE * 4)) == 4
    assert taken(f"<div>{MINUTE}<ul><li>{MINUTE}</li></ul></div>") == 2


def test_what_is_folded_away_or_hidden_takes_none() -> None:
    folded = f"<details><summary>s</summary>{MINUTE * 5}</details><div hidden=''>{MINUTE}</div>"
    assert taken(MINUTE * 2 + folded) == 2


def test_long_times_are_round() -> None:
    assert [taken(MINUTE * many) for many in (9, 12, 13, 28)] == [9, 10, 15, 30]
