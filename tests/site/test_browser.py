"""The site in a real browser: its fonts, its dark colours, its ways without a pointer or scripts.

Uses the system's Chromium; without one these tests are skipped.
"""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.conftest import Built
from tests.site.samedigits import CHROMIUM

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")


class Visit:
    """A page opened from the disk, with everything that went wrong on it."""

    def __init__(self, browser: Browser, path: Path, width: int, *, script: bool = True) -> None:
        self.faults: list[str] = []
        self.page: Page = browser.new_page(
            viewport={"width": width, "height": 800}, java_script_enabled=script
        )
        self.page.on("console", lambda message: self.faults.append(message.text))
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("requestfailed", lambda request: self.faults.append(f"failed: {request.url}"))
        self.page.on("request", lambda request: self._see(request.url))
        self.page.goto(path.as_uri())

    def _see(self, url: str) -> None:
        if not url.startswith(("file:", "data:")):
            self.faults.append(f"from elsewhere: {url}")


def test_the_fonts_of_the_book_are_used(browser: Browser, built: Built) -> None:
    visit = Visit(browser, built.html / "from-words-to-a-guess.html", 1280)
    visit.page.evaluate("document.fonts.ready.then(() => 0)")
    loaded = visit.page.evaluate(
        "[...document.fonts].filter(f => f.status === 'loaded').map(f => f.family)"
    )
    assert any("Workings Serif" in family for family in loaded)
    visit.page.close()


def test_words_are_followed_by_keyboard(browser: Browser, built: Built) -> None:
    visit = Visit(browser, built.html / "from-words-to-a-guess.html", 1280)
    page = visit.page
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.sentence a')"):
            break
    shown = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert shown != "none", "a focused word shows no outline"
    page.keyboard.press("Enter")
    page.wait_for_url("**/from-words-to-a-guess.html#words=the+dog+sat+on+the&at=1")
    assert page.evaluate("document.activeElement.textContent") == "the1"
    assert not visit.faults
    page.close()


def test_words_lead_to_their_pages_without_javascript(browser: Browser, built: Built) -> None:
    visit = Visit(browser, built.html / "from-words-to-a-guess.html", 1280, script=False)
    visit.page.locator(".sentence a").first.click()
    visit.page.wait_for_url("**/from-words-to-a-guess/the-dog-sat-on-the/1.html")
    assert visit.page.inner_text(".sentence [aria-current]").startswith("the")
    visit.page.close()


def test_a_number_leads_to_its_line_without_javascript(browser: Browser, built: Built) -> None:
    visit = Visit(browser, built.html / "from-words-to-a-guess.html", 1280, script=False)
    page = visit.page
    number = page.locator('a.fig:has([data-f="key[5,2]"])').first
    value = number.text_content()
    number.click()
    page.wait_for_url("**/workings/signal/the-dog-sat-on-the/5.html#key-5-2")
    assert page.text_content("#key-5-2 b") == value
    page.close()


def test_dark_mode_turns_paper_dark_and_keeps_ink_readable(browser: Browser, built: Built) -> None:
    visit = Visit(browser, built.html / "from-words-to-a-guess.html", 1280)
    visit.page.emulate_media(color_scheme="dark")
    paper, ink = visit.page.evaluate(
        """['backgroundColor', 'color'].map(name =>
            getComputedStyle(document.body)[name].match(/[0-9.]+/g).slice(0, 3).map(Number))"""
    )
    assert sum(paper) < 150
    assert sum(ink) > 500
    visit.page.close()
