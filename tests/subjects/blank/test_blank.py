"""The proof by doing: a fourth kind of model is one folder and one line in `book.toml`."""

import json
from pathlib import Path

import pytest

import bookaudit
from bookaudit.verdict.recheck import CLOSES, recheck
from bookbuild.core.system import pdf_ready
from bookbuild.lines.lines import line_of
from tests.bookbuild.small_book import SUBJECTS, SmallBook
from tests.subjects.blank.model import BlankModel, Filled

LISTED = """[fill]
blank = ["the cat drinks ___", "the ___ chews bones"]
"""
SETTINGS = f"""title = "Small"
subtitle = "A book"
edition = 2026-01-31
subjects = ["tests.subjects.blank"]
{LISTED}"""
CHAPTER = """+++
title = "A blank"
summary = "Of a small encoder."
run = "blank"
follow = true
+++

{{ sentence() }}

{{ step("Whom does the blank hear?") }}

{{ line("share", here, 2) }}

{{ table("guess.share", "What may stand in each place") }}

{% claim value("guess.share", here, answer) > 0.9 %}
It is “{{ answer }}” at {{ percent("guess.share", here, answer) }}.
{% endclaim %}

{{ line("guess.share", here, answer) }}

{{ line("logit", here, answer) }}
"""


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SmallBook:
    book = SmallBook(tmp_path / "small", monkeypatch)
    book.settings(SETTINGS)
    book.write(CHAPTER)
    return book


@pytest.mark.parametrize(
    ("sentence", "answer"),
    [
        ("the cat drinks ___", "milk"),
        ("the dog chews ___", "bones"),
        ("the ___ drinks milk", "cat"),
        ("the ___ chews bones", "dog"),
        ("the dog ___ bones", "chews"),
        ("milk the ___ cat", "drinks"),
    ],
)
def test_a_blank_is_filled_in_and_every_line_closes(sentence: str, answer: str) -> None:
    filled = Filled(BlankModel(), sentence.split())
    assert filled.answer == answer
    lines = [line_of(figure).text for figure in filled.figures() if figure.worked]
    assert len(lines) > 100
    for line in lines:
        assert recheck(line, strict=True).verdict == CLOSES, line


def test_a_chapter_about_it_is_built_and_the_auditor_says_that_all_lines_close(
    book: SmallBook,
) -> None:
    assert book.run("html") == 0
    html = book.root / "dist" / "html"
    report = bookaudit.audit([html])
    counts = report.counts
    assert report.ok, [str(finding) for finding in report][:5]
    assert counts["found"] == counts["closes"] >= 2 * 3  # three lines on each page
    page = (html / "a-chapter.html").read_text(encoding="utf-8")
    assert 'data-run="blank/the-cat-drinks-blank"' in page
    assert "It is “milk” at" in page
    other = (html / "a-chapter" / "the-blank-chews-bones.html").read_text(encoding="utf-8")
    assert "It is “dog” at" in other
    ledger = json.loads((html / "ledger/blank/the-cat-drinks-blank.json").read_text("utf-8"))
    rows = {row["name"]: row for row in ledger["figures"]}
    lines = [row["line"] for row in rows.values() if "line" in row]
    assert len(lines) > 100
    assert all(recheck(line, strict=True).verdict == CLOSES for line in lines)
    assert rows["share[4,1]"]["line"]  # a word that hears an earlier one,
    assert rows["share[1,4]"]["line"]  # and a later one: no mask
    model = json.loads((html / "ledger/blank.json").read_text("utf-8"))
    assert {row["origin"] for row in model["figures"]} == {"given"}
    assert len(model["figures"]) == 8 * 5 * 2 + 3 * 5 * 4 + 4 * 5 + 2 * 3 * 5 + 1
    about = (html / "data.html").read_text(encoding="utf-8")
    assert "guess.share[4,milk]" in about
    assert "weights/" not in about, "this kind of model has no files of weights"


@pytest.mark.skipif(not pdf_ready(), reason="Pango is not installed")
def test_it_has_its_place_on_paper_and_in_an_epub_too(book: SmallBook) -> None:
    assert book.run("book") == 0
    dist = book.root / "dist"
    report = bookaudit.audit([dist / "pdf"], against=[dist / "html"])
    assert report.ok, [str(finding) for finding in report][:5]
    assert report.counts["found"] == report.counts["closes"] > 0
    assert (dist / "epub" / "book.epub").is_file()


def test_a_wrong_digit_on_its_page_is_found(book: SmallBook) -> None:
    assert book.run("html") == 0
    path = book.root / "dist" / "html" / "a-chapter.html"
    page = path.read_text(encoding="utf-8")
    at = page.index("</b>", page.index('data-line="share[4,2]"')) - 1
    path.write_text(page[:at] + str((int(page[at]) + 5) % 10) + page[at + 1 :], encoding="utf-8")
    assert not bookaudit.audit([path]).ok


def test_commands_of_the_tool_know_it(book: SmallBook, capsys: pytest.CaptureFixture[str]) -> None:
    assert book.run("fill", "the cat drinks ___") == 0
    assert capsys.readouterr().out == "milk\n"
    assert book.run("show", "blank", "the ___ drinks milk", "guess.share[2,cat]") == 0
    assert capsys.readouterr().out.startswith("guess.share[2,cat]: ")
    assert book.run("--help") == 0
    shown = capsys.readouterr().out
    assert "Fill in a blank" in shown
    assert "translate" not in shown, "the commands of subjects that this book hasn't"
    assert book.run("lint") == 0
    assert book.run("fill", "the caat drinks ___") == 1
    assert "there is no word “caat”. Did you mean cat?" in capsys.readouterr().err


def test_it_lives_beside_the_others(book: SmallBook, capsys: pytest.CaptureFixture[str]) -> None:
    subjects = SUBJECTS.replace("]", ', "tests.subjects.blank"]')
    book.settings(
        f'title = "S"\nsubtitle = "B"\n{subjects}[follow]\nsignal = ["the dog"]\n{LISTED}'
    )
    book.write('+++\ntitle = "B"\nrun = "signal"\n+++\n{{ line("query", here, 1) }}', "02-b.md")
    assert book.run("html") == 0
    report = bookaudit.audit([book.root / "dist" / "html"])
    assert report.counts["found"] == report.counts["closes"]
    assert (book.root / "dist" / "html" / "ledger" / "signal" / "the-dog.json").is_file()
    assert book.run("train", "blank") == 1
    assert "no model “blank”" in capsys.readouterr().err
