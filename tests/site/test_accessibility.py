"""axe-core finds nothing on any kind of page, light and dark, with what scripts open as well.

Uses the system's Chromium; without one these tests are skipped.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.conftest import Built
from tests.site.layout import lay_out
from tests.site.samedigits import CHROMIUM

CHAPTER = "from-words-to-a-guess.html"
TAG = re.compile(r"<([a-zA-Z][\w-]*)([^>]*)>")
CLASS = re.compile(r'class="([^"]*)"')
EVERYTHING: dict[str, Any] = {"resultTypes": ["violations"]}
COLOURS: dict[str, Any] = {**EVERYTHING, "runOnly": ["color-contrast", "link-in-text-block"]}

# Of what is built alike, wherever on a page it is, two stay: axe-core reads each element's colours,
# and a page has thousands. Alike are elements with the same tags and classes all the way up.
# What names its parent stays whole with it.
PRUNE = """() => {
    const counts = new Map();
    const prune = (element, above) => {
        const names = ["class", "role", "lang", "aria-current"]
            .map((name) => element.getAttribute(name));
        const kind = `${above} ${element.tagName} ${names}`.replace(/[0-9]+/g, "");
        const count = counts.get(kind) ?? 0;
        counts.set(kind, count + 1);
        const naming = element.matches("title, caption, summary, th");
        const inside = naming ? [] : [...element.children].map((child) => prune(child, kind));
        const kept = count < 2 || inside.includes(true);
        if (!kept && !naming) element.remove();
        return kept;
    };
    prune(document.body, "");
}"""

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    yield page
    page.close()


def complaints(page: Page, options: dict[str, Any]) -> list[str]:
    """Return what axe-core finds, with the first two places of each; the page is cut down."""
    lay_out(page)
    page.evaluate(PRUNE)
    return [
        f"{found['id']}: {node['html'][:160]} ({node['failureSummary'][:200]})"
        for found in Axe().run(page, options=options).response["violations"]
        for node in found["nodes"][:2]
    ]


def kinds(page: Path) -> frozenset[str]:
    """Return the kinds of elements of a page, by their tags and classes, numbered ones as one."""
    return frozenset(
        f"{tag[1]}.{re.sub('[0-9]+', '', named[1]) if (named := CLASS.search(tag[2])) else ''}"
        for tag in TAG.finditer(page.read_text(encoding="utf-8"))
    )


def of_every_kind(pages: list[Path]) -> Iterator[Path]:
    """Yield pages that have an element of every kind between them."""
    found = {page: kinds(page) for page in pages}
    seen: frozenset[str] = frozenset()
    while True:
        best = max(pages, key=lambda page: len(found[page] - seen))
        if found[best] <= seen:
            return
        seen |= found[best]
        yield best


def test_axe_finds_nothing_on_any_kind_of_page(
    page: Page, built: Built, pytestconfig: pytest.Config
) -> None:
    pages = built.pages
    found = []
    for path in pages if pytestconfig.getoption("all_pages") else of_every_kind(pages):
        name = path.relative_to(built.html)
        page.emulate_media(color_scheme="light")
        page.goto(path.as_uri())
        found += [f"{name}: {each}" for each in complaints(page, EVERYTHING)]
        page.emulate_media(color_scheme="dark")
        found += [f"{name}, dark: {each}" for each in complaints(page, COLOURS)]
    assert not found, "\n".join(found[:20])


def origin(page: Page) -> None:
    page.locator("a.fig").first.click()
    page.get_by_role("dialog", name="Where did this number come from?").wait_for()
    page.locator(".origin .sum button").first.wait_for()


def search(page: Page) -> None:
    page.keyboard.press("/")
    page.get_by_role("searchbox").fill("softmax")
    page.locator("#search-results a").first.wait_for()


def folds(page: Page) -> None:
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")


def translation(page: Page) -> None:
    page.evaluate("location.hash = 'words=she+sleeps&at=2'")
    page.get_by_role("status").filter(has_text="becomes “elle dort”").wait_for()


@pytest.mark.parametrize(
    ("name", "opened"),
    [
        (CHAPTER, origin),
        (CHAPTER, search),
        ("attention-by-hand.html", folds),
        ("the-journey-of-a-sentence.html", translation),
    ],
)
def test_axe_finds_nothing_in_what_a_reader_opens(
    page: Page, built: Built, name: str, opened: Callable[[Page], None]
) -> None:
    page.emulate_media(color_scheme="light")
    page.goto((built.html / name).as_uri())
    opened(page)
    found = complaints(page, EVERYTHING)
    page.emulate_media(color_scheme="dark")
    found += [f"dark: {each}" for each in complaints(page, COLOURS)]
    assert not found, "\n".join(found)
