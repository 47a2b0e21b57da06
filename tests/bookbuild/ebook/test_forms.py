"""The other forms of a small book: one file of a chapter, and an EPUB."""

import base64
import hashlib
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
import zipfile
from html import unescape
from pathlib import Path

import pytest

from bookaudit import audit
from bookbuild.core.output import MANIFEST
from tests.bookbuild.small_book import CHAPTER, SUBJECTS, SmallBook

WORKINGS = Path(sys.executable).with_name("workings")
SETTINGS = f"""title = "Small"
subtitle = "A <book>"
edition = 2026-01-31
{SUBJECTS}[follow]
signal = ["the dog"]
"""
SECOND = """+++
title = "Words & such"
summary = "Of words."
run = "signal"
[words]
"Score" = ["score"]
+++

Score
: A number, less than infinity. See {{ chapter("a-chapter") }}.
"""
MORE = """
Its score, $q \\cdot k$, is no more. {{ chapter("words") }} tells, and {{ ledger("the data") }}.

{{ fig("query", here, 1) }} and {{ fig("key", here, 1) }} <br> & so on

{% question %}Why?{% answer %}Because {{ fig("query", here, 1) }}.{% endquestion %}
"""


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SmallBook:
    book = SmallBook(tmp_path / "small", monkeypatch)
    book.settings(SETTINGS)
    book.add(MORE)
    book.write(SECOND, "02-words.md")
    return book


def text_of(html: str) -> str:
    return " ".join(unescape(re.sub(r"<(?:style|head).*?</(?:style|head)>|<[^>]*>", " ", html,
                                    flags=re.DOTALL)).split())  # fmt: skip


def test_one_file_of_a_chapter_needs_no_other(book: SmallBook) -> None:
    assert book.run("html", "--single", "a-chapter") == 0
    assert set(book.built()) == {"single/a-chapter.html", MANIFEST}
    html = book.built()["single/a-chapter.html"].decode()
    assert not re.search(r"<script|<link rel=.stylesheet|\ssrc=|https?://(?!www\.w3\.org)", html)
    links = set(re.findall(r'href="([^"]*)"', html)) - {"data:,"}
    ids = set(re.findall(r'id="([^"]*)"', html))
    assert links
    assert all(link[0] == "#" and link[1:] in ids for link in links), links
    assert set(re.findall(r"url\(.(.{20})", html)) == {"data:font/woff2;base64"[:20]}
    style = re.search(r"<style>(.*?)</style>", html, re.DOTALL)
    assert style is not None
    digest = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', html)
    assert policy is not None
    assert f"style-src 'sha256-{digest}'" in unescape(policy[1])
    assert "script" not in policy[1]
    report = audit([book.root / "dist"])
    assert report.counts["found"] == report.counts["closes"] == 1


def test_one_file_says_all_that_the_page_says_and_where_links_led(book: SmallBook) -> None:
    assert book.run("html", "--single", "a-chapter", "--single", "words") == 0
    single = text_of(book.built()["single/a-chapter.html"].decode())
    for said in ("chapter 2 of the book, “Words & such” tells", "the data", "& so on", "Because",
                 "Words explained Score A number, less than infinity."):  # fmt: skip
        assert said in single, said
    assert "single/words.html" in book.built()
    assert book.run("html") == 0
    page = book.built()["html/a-chapter.html"].decode()
    figures = re.findall(r'data-f="([^"]*)"', page[page.index("<main") :])
    assert figures == re.findall(
        r'data-f="([^"]*)"', book.built()["single/a-chapter.html"].decode()
    )


def test_a_chapter_that_is_not_there_is_told_with_the_nearest(
    book: SmallBook, capsys: pytest.CaptureFixture[str]
) -> None:
    assert book.run("html", "--single", "a-chaptre") == 1
    told = capsys.readouterr().err.splitlines()
    assert told == ["there is no chapter “a-chaptre”. Did you mean a-chapter?"]
    assert not (book.root / "dist").exists()


def test_html_that_does_not_close_is_told(
    book: SmallBook, capsys: pytest.CaptureFixture[str]
) -> None:
    book.add("\n<div>\n\nopen\n")
    assert book.run("html", "--single", "a-chapter") == 1
    assert "book/01-a-chapter.md: its HTML is not well-formed near" in capsys.readouterr().err


def opened(book: SmallBook) -> zipfile.ZipFile:
    assert book.run("html", "--epub") == 0
    assert set(book.built()) == {"epub/book.epub", MANIFEST}
    return zipfile.ZipFile(book.root / "dist" / "epub" / "book.epub")


def test_an_epub_is_packed_as_the_standard_asks(book: SmallBook) -> None:
    with opened(book) as archive:
        first = archive.infolist()[0]
        assert (first.filename, first.compress_type) == ("mimetype", zipfile.ZIP_STORED)
        assert archive.read("mimetype") == b"application/epub+zip"
        assert {item.date_time for item in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        package = archive.read("EPUB/package.opf").decode()
        names = set(archive.namelist()) - {"mimetype", "META-INF/container.xml"}
    ET.fromstring(package)
    assert '<meta property="dcterms:modified">2026-01-31T00:00:00Z</meta>' in package
    assert "A &lt;book&gt;" in package
    assert re.search(r">urn:uuid:[0-9a-f-]{36}<", package)
    listed = re.findall(r'<item id="([^"]*)" href="([^"]*)"', package)
    assert {f"EPUB/{href}" for _, href in listed} | {"EPUB/package.opf"} == names
    order = re.findall(r'idref="([^"]*)"', package)
    assert [dict(listed)[name] for name in order] == [
        "title.xhtml", "contents.xhtml", "a-chapter.xhtml", "words.xhtml"
    ]  # fmt: skip
    assert re.search(r'href="contents.xhtml"[^>]* properties="nav"', package)
    assert re.search(r'href="a-chapter.xhtml"[^>]* properties="mathml"', package)


def test_an_epub_says_it_all_and_its_links_lead_on(book: SmallBook) -> None:
    with opened(book) as archive:
        chapter = archive.read("EPUB/a-chapter.xhtml").decode()
        words = archive.read("EPUB/words.xhtml").decode()
    ET.fromstring(chapter)
    assert '<a href="words.xhtml">Words &amp; such</a>' in chapter
    assert (
        '<a class="term" href="words.xhtml#word-score" id="first-word-score">score</a>' in chapter
    )
    assert '<dt id="word-score">' in words
    assert "Because" in text_of(chapter)
    assert '<math display="inline" xmlns="http://www.w3.org/1998/Math/MathML">' in chapter
    shown = re.search(r'<a class="fig" href="(#[^"]*)"><span data-f="query\[2,1\]"', chapter)
    assert shown is not None
    assert f'id="{shown[1][1:]}"' in chapter
    assert re.search(r'<span class="fig"><span data-f="key\[2,1\]"', chapter), "its line isn't here"
    report = audit([book.root / "dist"])
    assert report.counts["found"] == report.counts["closes"] == 1


def test_two_builds_give_the_same_bytes(
    book: SmallBook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    call = ["html", "--epub", "--single", "a-chapter"]
    assert book.run(*call) == 0
    first = book.built()
    assert set(first) == {"epub/book.epub", "single/a-chapter.html", MANIFEST}
    other = SmallBook(tmp_path / "another place", monkeypatch)
    other.settings(SETTINGS)
    other.write(CHAPTER + MORE)
    other.write(SECOND, "02-words.md")
    environment = {"PYTHONHASHSEED": "7", "PATH": "/usr/bin:/bin", "TZ": "Pacific/Chatham"}
    subprocess.run(
        [WORKINGS, *call], check=True, capture_output=True, cwd=other.root, env=environment
    )
    assert other.built() == first


@pytest.mark.parametrize(
    ("edition", "told"),
    [
        ("", "an EPUB needs “edition”, a date like 2026-01-31"),
        ('edition = "soon"\n', "“edition” must be a date"),
        ("edition = 2026-01-31T10:00:00\n", "“edition” must be a date"),
    ],
)
def test_without_the_date_of_its_edition_there_is_no_epub(
    book: SmallBook, capsys: pytest.CaptureFixture[str], edition: str, told: str
) -> None:
    book.settings(SETTINGS.replace("edition = 2026-01-31\n", edition))
    assert book.run("html", "--epub") == 1
    error = [line for line in capsys.readouterr().err.splitlines() if not line.endswith("…")]
    assert len(error) == 1
    assert error[0].startswith("book/book.toml: ")
    assert told in error[0]


def test_the_whole_book_has_its_other_forms_in_the_site(book: SmallBook) -> None:
    assert book.run("book") == 0
    built = book.built()
    for name in ("pdf/book.pdf", "pdf/a-chapter.pdf", "epub/book.epub"):
        assert built[f"html/{name}"] == built[name]
        assert name == "pdf/a-chapter.pdf" or f'href="{name}"' in built["html/index.html"].decode()
    assert 'href="pdf/a-chapter.pdf"' in built["html/a-chapter.html"].decode()
    assert 'href="../../pdf/a-chapter.pdf"' in built["html/a-chapter/the-dog/1.html"].decode()
    book.add("\nMore.\n")
    assert book.run("html") == 0
    built = book.built()
    assert not [name for name in built if name.endswith((".pdf", ".epub"))], "of an older book"
    assert "pdf/" not in built["html/index.html"].decode()
    assert "epub/" not in built["html/index.html"].decode()
