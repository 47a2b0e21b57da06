"""Codes on paper: what they are made of, where they stand, what stands beside them."""

import re

import pytest

from bookbuild.markup.trees import parsed, written_html
from bookbuild.site import codes
from bookbuild.site.codes import LETTERS, SIGNS, codes_of, long_code, marks_of, put_codes

CHAPTER = """
<p class="line" id="a-1"><a class="addr" href="#a-1">a[1]</a> <span class="sum" data-line="a[1]">\
1 + 1 = <b data-f="a[1]">2</b></span></p>
<table class="strip"><tbody id="a-row"><tr><td class="at"><a class="addr" href="#a-row">long.<wbr>a\
</a></td><td>1</td></tr></tbody><tbody><tr><td class="at"><span class="addr">a</span></td></tr>\
</tbody></table>
<table class="worked"><tbody><tr><th>row</th><td><span class="sum" data-line="other:b" \
id="other:b">2 = 2</span></td><td><span class="sum" data-line="c" id="c">3 = 3</span></td></tr>
<tr><th>no line</th><td>4</td></tr></tbody></table>
<table class="worked wide"><tbody><tr><th>w<sub>1</sub></th><td><span class="sum" data-line="d" \
id="d">5 = 5</span></td></tr></tbody></table>
"""


def test_a_code_comes_from_the_address_alone_and_is_no_number_and_no_word() -> None:
    many = [f"signal/the-dog:query[{row},{slot}]" for row in range(1, 60) for slot in range(1, 60)]
    found = codes_of(many)
    assert len(set(found.values())) == len(many)
    assert all(found[address] == long_code(address)[: len(found[address])] for address in many)
    assert {len(code) for code in found.values()} <= {5, 6, 7}
    for code in found.values():
        assert re.fullmatch(f"[{LETTERS}][{SIGNS}]{{3}}[{LETTERS}]+", code)
    assert not set(SIGNS) & set("AEIOUYX01LBSZG×"), "what looks like another sign, or makes words"
    assert codes_of(reversed(many)) == found
    assert long_code("signal/the-dog-sat-on-the:query[5,1]").startswith("CCVHF"), "as was printed"


def test_two_that_would_be_the_same_both_get_a_letter_more(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {"a": "CCVHFD", "b": "CCVHFK", "c": "D222FJ"}
    monkeypatch.setattr(codes, "_LONGEST", 6)
    monkeypatch.setattr(codes, "long_code", known.__getitem__)
    assert codes_of("abc") == {"a": "CCVHFD", "b": "CCVHFK", "c": "D222F"}


def test_lines_rows_and_rows_of_lines_have_one() -> None:
    body = parsed(CHAPTER, where="here")
    marks = list(marks_of(body, "run"))
    assert [(mark.address, mark.id) for mark in marks] == [
        ("run:a[1]", "a-1"), ("run:long.a", "a-row"), ("other:b", "other:b"), ("run:d", "d"),
    ]  # fmt: skip
    put_codes(marks, {"run:a[1]": "C222C", "run:long.a": "D222D", "other:b": "F222F",
                      "run:d": "H222H"})  # fmt: skip
    html = written_html(body)
    assert 'a[1] <span class="code">C222C</span></a> <span class="sum"' in html
    assert 'long.<wbr>a <span class="code">D222D</span></a>' in html
    assert '<th><span class="code">F222F</span>row</th>' in html
    assert '<th>w<sub>1</sub> <span class="code">H222H</span></th>' in html
    assert html.count('class="code"') == 4
