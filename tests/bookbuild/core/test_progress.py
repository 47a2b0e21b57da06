"""What a build tells while it works: as many steps as it said, as many lines as it wrote."""

import json
import shutil
from pathlib import Path

import pytest

from bookbuild.core.config import read_book
from bookbuild.site.building import steps, write_site
from bookbuild.site.pages import Site
from tests.bookbuild.small_book import ROOT, SmallBook

SETTINGS = """
title = "Small"
subtitle = "A book"
[follow]
signal = ["the dog"]
[ask]
answers = ["what is the capital of france ?"]
"""
ANSWERS = """+++
title = "Another chapter"
summary = "Of questions."
run = "answers"
follow = true
+++

{{ sentences() }}

It answers {{ answer }}.
"""


def test_a_build_tells_all_its_steps_and_all_its_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = SmallBook(tmp_path / "small", monkeypatch)
    shutil.copytree(ROOT / "weights" / "answers", book.root / "weights" / "answers")
    book.settings(SETTINGS)
    book.write(ANSWERS, "02-another-chapter.md")
    site = Site(read_book(book.root))
    html = tmp_path / "html"
    html.mkdir()
    told: list[str] = []
    lines = write_site(site, html, told.append).lines
    assert len(told) == steps(site) < site.count()
    assert len(list(html.rglob("*.html"))) == site.count()
    ledgers = [json.loads(path.read_text("utf-8")) for path in (html / "ledger").rglob("*.json")]
    rows = [row for data in ledgers for row in data.get("figures", ())]
    assert lines == sum("line" in row for row in rows) > 100
