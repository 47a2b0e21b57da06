"""What a build tells while it works: as many steps as it said, as many lines as it wrote."""

import io
import json
import shutil
from pathlib import Path

import pytest
from rich.console import Console

from bookbuild.cli.progress import shares
from bookbuild.core.config import read_book
from bookbuild.site.building import steps, write_site
from bookbuild.site.pages import Site
from tests import ROOT
from tests.bookbuild.small_book import SUBJECTS, SmallBook

SETTINGS = f"""
title = "Small"
subtitle = "A book"
{SUBJECTS}[follow]
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


def test_a_long_audit_shows_how_far_it_is_and_a_short_one_nothing() -> None:
    for terminal in (False, True):
        out, now = io.StringIO(), [0.0]
        console = Console(file=out, force_terminal=terminal, width=80)
        with shares("audit", console=console, clock=lambda now=now: now[0]) as watch:  # type: ignore[misc]
            for done in range(20):
                watch(done, 40, "a.txt")
            assert not out.getvalue()
            for done in range(20, 40):
                now[0] += 1
                watch(done, 40, "a\x1b[2Jb.txt")
            watch(40, 40, "c.txt")
            ended = out.getvalue()
            now[0] += 60
            watch(40, 40, "c.txt")
            assert out.getvalue() == ended
        if not terminal:
            assert ended.splitlines() == [
                "audit: 52%, a\\x1b[2Jb.txt …", "audit: 77%, a\\x1b[2Jb.txt …"
            ]  # fmt: skip
        assert "a\\x1b[2Jb.txt" in ended
