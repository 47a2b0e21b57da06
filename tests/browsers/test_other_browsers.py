"""The site in Firefox and in WebKit, which readers have on many phones: `make browsers`.

Each is skipped where it, or what drives it, is not installed.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browsers.drivers import Driver, start
from tests.conftest import Built
from tests.site.addresses import go
from tests.site.blocks import BLOCKS, blocks
from tests.site.layout import LAY_OUT, MISFITS
from tests.site.refilling import CHANGES
from tests.site.samedigits import CHROMIUM

pytestmark = [  # what drives the browsers warns of itself
    pytest.mark.filterwarnings("ignore::DeprecationWarning:selenium"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

WIDTHS = (320, 390, 768, 1280)
CHAPTER = "from-words-to-a-guess"


@pytest.fixture(scope="module", params=["firefox", "webkit"])
def driver(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Driver]:
    frame = tmp_path_factory.mktemp("frame") / "frame.html"
    with start(request.param, frame) as started:
        yield started


def pages(built: Built) -> list[Path]:
    """Return every page at the front of the site, and one of each kind below it."""
    kinds = ("workings/*/*", "codes", "a-question-and-its-answer/*", "from-words-to-a-guess/*")
    below = (min(built.html.glob(f"{kind}/*.html")) for kind in kinds)
    return [*sorted(built.html.glob("*.html")), *below]


@pytest.mark.parametrize("width", WIDTHS)
def test_no_page_is_wider_than_the_screen(driver: Driver, built: Built, width: int) -> None:
    for path in pages(built):
        driver.open(path, width)
        assert driver.run("return typeof Workings") == "object", path
        driver.run(f"({LAY_OUT})()")
        assert driver.run(f"return ({MISFITS})()") == [], path


@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")
@pytest.mark.parametrize("name", CHANGES)
def test_told_of_own_words_a_page_is_the_same_in_every_browser(
    driver: Driver, browser: Browser, built: Built, name: str
) -> None:
    reference: Page = browser.new_page(viewport={"width": 1280, "height": 844})
    reference.goto((built.html / f"{name}.html").as_uri())
    driver.open(built.html / f"{name}.html", 1280)
    for hash_ in CHANGES[name]:
        go(reference, hash_)
        driver.run("location.hash = arguments[0]", hash_)
        said = reference.get_by_role("status").inner_text()
        driver.wait("return document.querySelector('[role=status]').textContent === arguments[0]",
                    said)  # fmt: skip
        driver.wait("return document.querySelector('main').ariaBusy !== 'true'")
        told = [tuple(block) for block in driver.run(f"return ({BLOCKS})()")]
        assert told == blocks(reference), hash_
        assert len(told) > 30
    reference.close()


def test_a_number_tells_where_it_came_from(driver: Driver, built: Built) -> None:
    driver.open(built.html / f"{CHAPTER}.html", 390)
    driver.press('p.line i[data-f="norm1.centred[5,1]"]')
    said = "return document.querySelector('.origin')?.textContent.includes(arguments[0])"
    driver.wait(said, "is norm1.centred[5,1]")
    driver.press(".origin button[aria-label*='x[5,1]']")
    driver.wait(said, "is x[5,1]")
    driver.press(".origin .close")
    driver.wait("return !document.querySelector('.origin')?.checkVisibility()")


def test_the_search_leads_to_a_word(driver: Driver, built: Built) -> None:
    driver.open(built.html / f"{CHAPTER}.html", 390)
    driver.press(".open-search")
    driver.type(".search input", "softmax")
    driver.wait("return document.querySelectorAll('#search-results a').length > 5")
    driver.press("#search-results a")
    driver.wait("return document.querySelector(':target')?.textContent === 'Softmax'")


def test_the_temperature_moves_by_keys(driver: Driver, built: Built) -> None:
    driver.open(built.html / f"{CHAPTER}.html", 320)
    before = driver.run("return document.querySelector('.own-heat b').textContent")
    driver.press(".own-heat b")  # keys go to the frame that was pressed last
    driver.type(".own-heat input", "\ue012")  # the arrow to the left
    driver.wait("return location.hash.includes('t=')")
    assert driver.run("return document.querySelector('.own-heat b').textContent") != before
