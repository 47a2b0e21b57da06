"""What a page that is told of a reader's own words is held to, whatever the words are."""

from pathlib import Path

from playwright.sync_api import Page

import bookaudit


def hold_lines(page: Page, path: Path, *, more_than: int) -> None:
    """Hold every line of the page to the auditor, who reads it from a file at `path`."""
    path.write_text(page.content(), encoding="utf-8")
    report = bookaudit.audit([path])
    assert report.ok, [str(finding) for finding in report if finding.verdict != "closes"][:3]
    assert report.counts["closes"] > more_than


def hold_size(page: Page) -> None:
    """Hold the page to the width of the screen, and what is pressed in its box to a thumb's."""
    wide, screen = page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
    )
    assert wide <= screen
    pressed = ".own :is(button, input, select, summary)"
    small = page.evaluate(
        """(pressed) => [...document.querySelectorAll(pressed)].filter(
            one => one.getBoundingClientRect().height < 38).map(one => one.outerHTML)""",
        pressed,
    )
    assert not small, "too small for a thumb"
