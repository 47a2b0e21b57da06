import io
import json
from pathlib import Path

import pytest
import weasyprint

import bookaudit
from bookaudit import AuditError, audit, run


def told(
    *paths: Path, as_json: bool = False, against: tuple[Path, ...] = ()
) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    status = run(paths, json=as_json, stdout=out, stderr=err, against=against)
    return status, out.getvalue(), err.getvalue()


def write(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


def test_a_finished_book_closes(dist: Path) -> None:
    report = audit([dist])
    assert report.ok
    assert report.counts == {
        "found": 66,
        "closes": 66,
        "within_rounding": 0,
        "does_not_close": 0,
        "unread": 0,
        "contradicts": 0,
        "quoted": 0,
    }
    assert {Path(finding.file).name for finding in report} == {"rows.html", "book.pdf"}
    status, out, err = told(dist)
    assert (status, err) == (0, "")
    assert out.splitlines()[-1] == (
        "66 lines found: 66 close, 0 within rounding, 0 do not close, 0 unread; 0 contradictions"
    )


def test_a_pdf_alone_is_held_against_witnesses(dist: Path) -> None:
    status, out, _ = told(dist / "pdf" / "book.pdf", against=(dist,))
    assert status == 0
    assert "33 lines found: 33 close" in out


def test_a_document_is_told_line_by_line(tmp_path: Path) -> None:
    file = write(
        tmp_path, "a.md", "Words.\n2 + 2 = 5 and 1 + 1 = 2.\n\n1.32 + 1.07 = 2.40, W·x + 1×2 = 3"
    )
    status, out, _ = told(file)
    assert status == 1
    assert out.splitlines() == [
        f"{file}:2: does not close: 2 + 2 = 5 → 4",
        f"{file}:4: within rounding: 1.32 + 1.07 = 2.40 → 2.39",
        f"{file}:4: unread: + 1×2 = 3 (it does not close, but where it begins or ends is in doubt)",
        "4 lines found: 1 close, 1 within rounding, 1 do not close, 1 unread; 0 contradictions",
    ]


def test_json_is_one_object_a_line_with_exactly_five_keys(tmp_path: Path, dist: Path) -> None:
    file = write(tmp_path, "a.txt", "2 + 2 = 5\n")
    status, out, _ = told(file, as_json=True)
    assert status == 1
    assert [json.loads(row) for row in out.splitlines()] == [
        {
            "file": str(file),
            "line": 1,
            "text": "2 + 2 = 5",
            "verdict": "does-not-close",
            "right": "4",
        }
    ]
    _, out, _ = told(dist / "pdf" / "book.pdf", as_json=True, against=(dist,))
    for row in out.splitlines():
        assert list(json.loads(row)) == ["file", "page", "text", "verdict", "right"]


def test_unread_lines_fail_only_where_they_are_marked(tmp_path: Path) -> None:
    prose = write(tmp_path, "a.html", "<p>pages 3-5 = 3 pages</p>")
    marked = write(tmp_path, "b.html", '<p data-line="r:x">3 of 5 = 3</p>')
    assert told(prose)[0] == 0
    assert told(marked)[0] == 1


def test_a_contradiction_fails(tmp_path: Path) -> None:
    write(tmp_path, "a.html", '<b data-f="r:x">0.12</b><b data-f="r:x">0.12</b>')
    write(tmp_path, "b.html", '<b data-f="r:x">0.13</b>')
    status, out, _ = told(tmp_path)
    assert status == 1
    assert f"{tmp_path}/b.html:1: contradicts: 0.13 → 0.12 (r:x is 0.12 elsewhere)" in out


def test_a_path_that_cannot_be_audited_is_one_line_and_status_two(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    binary = tmp_path / "a.txt"
    binary.write_bytes(b"a\0b")
    latin = tmp_path / "b.txt"
    latin.write_bytes("é = 1".encode("latin-1"))
    corrupt = tmp_path / "c.pdf"
    corrupt.write_bytes(b"not a pdf")
    ledger = write(tmp_path, "d.json", "{}")
    for path, reason in (
        (tmp_path / "none.md", "no such file or folder"),
        (empty, "no HTML, PDF, EPUB, Markdown or text file in this folder"),
        (binary, "a binary file, not text"),
        (latin, "not UTF-8 text (byte 0)"),
        (corrupt, "not a PDF that can be opened"),
        (ledger, "not a ledger (no “schema”: “workings-ledger/1”)"),
    ):
        assert told(path) == (2, "", f"{path}: {reason}\n")


def test_a_huge_file_is_refused_before_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bookaudit.documents.sources.LARGEST", 4)
    monkeypatch.setattr("bookaudit.documents.sources.LARGEST_PDF", 4)
    for name in ("a.txt", "a.pdf"):
        status, _, err = told(write(tmp_path, name, "1 + 1 = 2"))
        assert status == 2
        assert "too large to audit" in err


def test_nothing_to_audit_is_an_error() -> None:
    with pytest.raises(AuditError):
        audit([])


def test_kinds_are_seen_from_the_bytes_where_the_name_does_not_tell(tmp_path: Path) -> None:
    page = write(tmp_path, "page", "<!DOCTYPE html><p>1 + <b>1</b> = 3")
    text = write(tmp_path, "text", "1 + 1 = 3")
    weasyprint.HTML(string="<p>1 + 1 = 3</p>").write_pdf(tmp_path / "pdf")
    for path in (page, text, tmp_path / "pdf"):
        assert audit([path]).counts["does_not_close"] == 1


def test_one_file_named_twice_is_read_once(tmp_path: Path) -> None:
    file = write(tmp_path, "a.txt", "1 + 1 = 2")
    assert audit([file, tmp_path]).counts["found"] == 1


def test_the_public_names_are_few() -> None:
    assert bookaudit.__all__ == ["AuditError", "Finding", "Report", "audit", "run"]
