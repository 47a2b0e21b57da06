"""A chapter as one file, opened from the disk in a real browser: whole, and it asks for nothing."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from bookbuild.ebook.single import single_file
from tests.conftest import Built
from tests.site.samedigits import CHROMIUM
from tests.site.test_browser import Visit
from tests.site.test_every_page import WIDTHS

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")


@pytest.fixture(scope="module")
def single(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("alone") / "chapter.html"
    entry = built.site.contents.find("from-words-to-a-guess")
    path.write_text(single_file(built.site, entry), encoding="utf-8")
    return path


def test_it_fits_every_width_and_asks_for_nothing(browser: Browser, single: Path) -> None:
    asked: list[str] = []
    for width in WIDTHS:
        visit = Visit(browser, single, width)
        visit.page.on("request", lambda request: asked.append(request.url))
        visit.page.reload()
        visit.page.evaluate("document.fonts.ready.then(() => 0)")
        assert visit.page.evaluate(
            "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        ), width
        families = visit.page.evaluate(
            "[...document.fonts].filter(f => f.status === 'loaded').map(f => f.family)"
        )
        assert any("Workings Serif" in family for family in families)
        assert not visit.faults, visit.faults
        visit.page.close()
    assert {url for url in asked if not url.startswith("data:")} == {single.as_uri()}


def test_a_word_leads_to_its_explanation_in_the_same_file(browser: Browser, single: Path) -> None:
    visit = Visit(browser, single, 1280, script=False)
    word = visit.page.locator("a.term").first
    said = word.get_attribute("data-said")
    word.click()
    assert said is not None
    assert visit.page.locator("dt:target + dd").inner_text() == said
    visit.page.close()
