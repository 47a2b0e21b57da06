"""The finished book in its other forms: the EPUB, its data, its codes on paper."""

import csv
import io
import json
import posixpath
import re
import xml.etree.ElementTree as ET
import zipfile
from decimal import Decimal
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import numpy as np
import pytest
from PIL import Image
from pypdfium2 import PdfDocument
from safetensors.numpy import load_file

import bookaudit
from bookaudit.verdict.recheck import CLOSES, recheck
from bookbuild.ebook.cover import MARGIN, cell_of
from bookbuild.ebook.single import single_file
from bookbuild.paper.documents import documents
from bookbuild.site.codes import LETTERS, SIGNS
from subjects.models.tables import sentences_of
from tests.conftest import Built
from tests.site.forms import book_epub

CODE = re.compile(rf"(?<![\w.])[{LETTERS}][{SIGNS}]{{3}}[{LETTERS}]{{1,2}}(?![\w.])")


@pytest.fixture(scope="module")
def epub(built: Built) -> dict[str, str]:
    """The pages of the EPUB by their names in it."""
    with zipfile.ZipFile(book_epub(built)) as archive:
        return {
            name: archive.read(name).decode()
            for name in archive.namelist()
            if name.endswith((".xhtml", ".opf"))
        }


def lines_of(html: str) -> list[str]:
    return list(map(unescape, re.findall(r'data-line="([^"]*)"', html)))


def test_the_epub_has_every_line_of_the_book_and_each_closes(
    built: Built, epub: dict[str, str]
) -> None:
    for entry in built.site.contents:
        page = (built.html / f"{entry.name}.html").read_text(encoding="utf-8")
        assert lines_of(epub[f"EPUB/{entry.name}.xhtml"]) == lines_of(page)
    report = bookaudit.audit([book_epub(built)])
    assert report.ok
    assert report.counts["found"] == sum(len(lines_of(page)) for page in epub.values()) > 1000


def test_every_link_of_the_epub_leads_somewhere_in_it(epub: dict[str, str]) -> None:
    ids = {}
    for name, page in epub.items():
        found = [element.get("id") for element in ET.fromstring(page).iter() if element.get("id")]
        assert len(set(found)) == len(found), name
        ids[name] = set(found)
    links = 0
    for name, page in epub.items():
        for link in re.findall(r'href="([^"]*)"', page):
            file, _, fragment = unquote(link).partition("#")
            target = posixpath.join(posixpath.dirname(name), file) if file else name
            if target in epub:
                links += 1
                assert not fragment or fragment in ids[target], f"{name}: {link}"
            else:
                assert re.fullmatch(r"(css|fonts)/[\w-]+\.(css|woff2)|cover\.png", link), (
                    f"{name}: {link}"
                )
    assert links > 1000


def test_the_cover_draws_the_shares_of_the_first_sentence(
    built: Built, epub: dict[str, str]
) -> None:
    listed = 'href="cover.png" media-type="image/png" properties="cover-image"'
    assert listed in epub["EPUB/package.opf"]
    with zipfile.ZipFile(book_epub(built)) as archive:
        pixels = np.asarray(Image.open(io.BytesIO(archive.read("EPUB/cover.png"))))
    assert pixels.shape == (2560, 1600)
    words = sentences_of(built.site.book, "follow")["signal"][0]
    cell = cell_of(words)
    ledger = json.loads(
        (built.ledger / "signal" / f"{'-'.join(words)}.json").read_text(encoding="utf-8")
    )
    values = {one["name"]: one["value"] for one in ledger["figures"]}
    dark = pixels == pixels.min()
    top = pixels.shape[0] - MARGIN - (len(words) + 1) * cell
    first = dark[top : top + cell, MARGIN : MARGIN + cell].sum()  # its share is the whole
    assert first > cell * cell / 2
    for row in range(len(words)):
        for column in range(row + 1):
            x, y = MARGIN + column * cell, top + row * cell
            square = dark[y : y + cell, x : x + cell]
            drawn = square.sum() / first
            share = float(values[f"share[{row + 1},{column + 1}]"])
            assert drawn == pytest.approx(share, abs=0.015), (row, column)
        assert dark[y : y + cell, x + cell :].any(), "the word stands after its row"


def test_the_epub_is_read_in_the_order_of_the_book(built: Built, epub: dict[str, str]) -> None:
    order = re.findall(r'idref="f-([\w-]+)\.xhtml"', epub["EPUB/package.opf"])
    assert order == ["title", "contents", *(entry.name for entry in built.site.contents)]


def test_a_single_file_has_every_line_and_each_closes(built: Built, tmp_path: Path) -> None:
    entry = built.site.contents.find("adam")
    html = single_file(built.site, entry)
    page = (built.html / "adam.html").read_text(encoding="utf-8")
    assert lines_of(html) == lines_of(page)
    path = tmp_path / "adam.html"
    path.write_text(html, encoding="utf-8")
    report = bookaudit.audit([path, built.ledger])
    assert report.ok
    assert report.counts["found"] >= len(lines_of(html)) > 30


# The data


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_a_program_reads_each_value_of_the_sheet_as_it_is_printed(built: Built) -> None:
    sheets = sorted(built.ledger.rglob("*.csv"))
    assert len(sheets) > 20
    for sheet in sheets:
        for row in rows_of(sheet):
            if row["origin"] == "quoted" or "∞" in row["value"]:
                assert not row["number"], row
                continue
            mantissa, _, power = row["value"].replace("−", "-").partition(" × 10^")
            printed = Decimal(mantissa).scaleb(int(power.strip("()") or 0))
            assert Decimal(row["number"]) == printed, f"{sheet}: {row['name']}"


@pytest.mark.parametrize("model", ["signal", "answers", "translator"])
def test_the_sheet_of_weights_is_the_file_of_weights(built: Built, model: str) -> None:
    arrays = load_file(built.html / "weights" / f"{model}.safetensors")
    text = (built.html / "weights" / f"{model}.csv").read_text(encoding="utf-8")
    tables = [list(csv.reader(part.splitlines())) for part in text.split("\n\n") if part.strip()]
    assert {table[0][0] for table in tables} == set(arrays)
    for (name,), head, *rows in tables:
        assert len({len(row) for row in [head, *rows]}) == 1
        numbers = np.array([[float(cell) for cell in row[1:]] for row in rows])
        assert np.array_equal(numbers.reshape(arrays[name].shape), arrays[name]), name


def test_the_page_about_the_data_shows_a_row_that_is_there_and_can_be_worked_again(
    built: Built,
) -> None:
    page = (built.html / "data.html").read_text(encoding="utf-8")
    shown = re.search(r"<pre><code>(\{.*?\})</code></pre>", page, re.DOTALL)
    assert shown is not None
    row: dict[str, Any] = json.loads(shown[1].replace("&#34;", '"'))
    scope = re.search(r'href="ledger/(.*?)\.json">the JSON of its scope', page)
    assert scope is not None
    ledger = json.loads((built.ledger / f"{scope[1]}.json").read_text(encoding="utf-8"))
    assert row in ledger["figures"]
    assert recheck(row["line"], strict=True).verdict == CLOSES


def test_every_page_leads_to_the_ledger_of_its_figures(built: Built) -> None:
    for path in built.pages:
        page = path.read_text(encoding="utf-8")
        run = re.search(r'<main id="main" data-run="([^"]*)"', page)
        if run:
            assert re.search(rf'href="(\.\./)*ledger/{re.escape(run[1])}\.csv"', page), path


# Codes


def codes_on_site(built: Built) -> dict[str, list[list[Any]]]:
    text = (built.html / "js" / "data" / "codes.js").read_text(encoding="utf-8")
    known: dict[str, list[list[Any]]] = json.loads(text[text.index("(") + 1 : text.rindex(")")])[
        "codes"
    ]
    return known


def test_a_code_leads_to_its_line_by_search_and_by_page(built: Built) -> None:
    text = (built.html / "js" / "data" / "codes.js").read_text(encoding="utf-8")
    data = json.loads(text[text.index("(") + 1 : text.rindex(")")])
    pages = {
        href: unescape((built.html / href).read_text(encoding="utf-8")) for href, _ in data["pages"]
    }
    lists = {
        path.stem: unescape(path.read_text(encoding="utf-8")) for path in built.html.glob("codes/*")
    }
    assert len(data["codes"]) > 900
    for code, places in data["codes"].items():
        for page, at, _ in places:
            href = data["pages"][page][0]
            assert f'id="{at}"' in pages[href], f"{code}: {href}#{at}"
            entry = f'<li><code>{code}</code> <a href="../{href}#{at}">'
            assert entry in lists[code[0].lower()], code


def test_paper_has_the_codes_that_the_site_knows(built: Built, tmp_path: Path) -> None:
    book = next(documents(built.site, tmp_path, "a4"))
    codes = re.findall(r'<span class="code">(\w+)</span>', book.html)
    assert set(codes) == set(codes_on_site(built))


def test_a_code_comes_out_of_a_pdf_as_a_word_of_its_own(built: Built, printed: Path) -> None:
    document = PdfDocument(printed / "book.pdf")
    text = " ".join(page.get_textpage().get_text_range() for page in document)
    assert set(codes_on_site(built)) <= set(CODE.findall(text))
