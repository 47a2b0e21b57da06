import io
import json
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookaudit import run
from bookaudit.printing import printable, write_line


@given(st.text(st.characters()))
def test_only_what_prints_is_printed(text: str) -> None:
    shown = printable(text)
    assert all(char.isprintable() or unicodedata.category(char) == "Zs" for char in shown)
    assert json.loads(printable(json.dumps(text, ensure_ascii=False), json=True)) == text


def test_what_prints_stays_as_it_is() -> None:
    assert printable("9\u202f984 × √2 → “é”") == "9\u202f984 × √2 → “é”"
    assert printable("a\x1b[2J\u202e\x9b\ud800\n\U000e0001") == (
        "a\\x1b[2J\\u202e\\x9b\\ud800\\n\\U000e0001"
    )


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_a_stream_of_any_encoding_is_written_to(encoding: str) -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding=encoding, newline="\n")
    write_line(stream, "1 − 1 → é \ud800")
    write_line(stream, '{"text": "1 − 1 → é \ud800 \U0001d7d8"}', json=True)
    stream.flush()
    plain, row = raw.getvalue().decode(encoding).splitlines()
    assert plain.endswith("\\ud800")
    assert json.loads(row) == {"text": "1 − 1 → é \ud800 \U0001d7d8"}


def test_a_document_can_not_write_on_the_terminal(tmp_path: Path) -> None:
    name = "a\x1b[2Jb\u202e.html"
    (tmp_path / name).write_text(
        '<p>1 + 1 = 3</p><p data-line="r:\x1b]0;x\x07">1 + \x1b[2J1 = 2</p><p>\u202e',
        encoding="utf-8",
    )
    for as_json in (False, True):
        out = io.StringIO()
        assert run([tmp_path], json=as_json, stdout=out) == 1
        rows = out.getvalue().splitlines()
        assert all(row.isprintable() for row in rows)
        assert "[2J" in out.getvalue()
    err = io.StringIO()
    assert run([tmp_path / "no\x1b[2Jne"], stderr=err) == 2
    assert err.getvalue() == f"{tmp_path}/no\\x1b[2Jne: no such file or folder\n"
