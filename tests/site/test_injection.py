"""Whatever stands in an address, or is typed into a search, stays text and does no harm.

Uses the system's Chromium; without one these tests are skipped.
"""

from collections.abc import Iterator
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser

from tests.conftest import Built
from tests.site.samedigits import CHROMIUM
from tests.site.test_every_page import Walk

PAGES = ["index.html", "from-words-to-a-guess.html", "a-question-and-its-answer.html",
         "the-journey-of-a-sentence.html", "workings/signal/the-dog-sat-on-the/5.html"]  # fmt: skip
THOROUGH = PAGES[:2]  # what their scripts do with an address, those of the others do too
KEYS = ("words", "at", "t", "to", "figure", "anything")
HOSTILE = {
    "an image": "<img src=x onerror=window.harm=1>",
    "a script": "\"'><script src=//example.org/x.js>window.harm=1</script>",
    "a frame": "<iframe srcdoc='<script>parent.harm=1</script>'>",
    "a scheme": "javascript:window.harm=1",
    "a way out": "../../../etc/passwd:x",
    "another host": "//example.org/x:y",
    "an expression": "' || window.harm=1 || ' ${window.harm=1} {{7*7}}",
    "a prototype": "__proto__ constructor[prototype] toString",
    "entities": "&lt;b&gt; &#60;img src=x&#62; %3Cb%3E",
    "control characters": "the\u0000\u0007\u001b[2J\r\n\t dog",
    "bidi marks": "\u202ethe\u202c \u2066dog\u2069 \u200f\u200e\ufeff",
    "emoji": "🙂👩‍👩‍👧‍👦🏴‍☠️",
    "half a pair": "the \ud83d dog",
    "a long word": "x" * 100_000,
    "many words": "the dog " * 12_500,
    "many brackets": "[" * 50_000 + "]" * 50_000,
    "many numbers": "9" * 100_000,
}
# What could be the name of a run is looked for among the site's own ledgers, and isn't there.
LOOKED_FOR = ("js/ledger/javascript.js", "Failed to load resource: net::ERR_FILE_NOT_FOUND")

# The address changes, and the scripts have heard of it and done what they do.
GO = """hash => new Promise(done => {
    addEventListener("hashchange", () => setTimeout(done, 40), {once: true});
    location.hash = hash;
    setTimeout(done, 400);
})"""
# What no text may bring into a page: its elements that load or run something, and its handlers.
BROUGHT = """() => {
    const live = document.querySelectorAll("img, iframe, object, embed, base, style, main script");
    const wired = [...document.querySelectorAll("*")].filter((one) =>
        one.getAttributeNames().some((name) => name === "style" || name.startsWith("on")) ||
        /^\\s*(javascript|data|https?):/i.test(one.getAttribute("href") ?? ""));
    const links = wired.filter((one) => one.getAttribute("rel") !== "icon");
    return [...live, ...links].map((one) => one.outerHTML.slice(0, 100)).concat(window.harm ?? []);
}"""

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")


@pytest.fixture
def walk(browser: Browser, built: Built) -> Iterator[Walk]:
    walk = Walk(browser, built.html.as_uri())
    yield walk
    walk.page.close()
    faults = [fault for fault in walk.faults if not any(name in fault for name in LOOKED_FOR)]
    assert not faults, [fault[:300] for fault in faults[:5]]


def encoded(text: str) -> str:
    return quote(text, safe="", errors="surrogatepass")


@pytest.mark.parametrize("name", PAGES)
def test_an_address_is_never_more_than_text(
    walk: Walk, name: str, pytestconfig: pytest.Config
) -> None:
    all_told = name in THOROUGH or pytestconfig.getoption("all_pages")
    walk.go(name)
    page = walk.page
    before = page.evaluate(BROUGHT)
    assert before == []
    for what, text in list(HOSTILE.items())[:: 1 if all_told else 3]:
        written = encoded(text)
        for key in KEYS if len(text) < 1000 else ("words", "figure"):
            page.evaluate(GO, f"{key}={written}")
        page.evaluate(GO, f"words=the+dog&at={written}&t={written}&to={written}"[:100_000])
        page.evaluate(GO, text if len(text) < 1000 else written)
        assert page.evaluate(BROUGHT) == [], what
    page.evaluate(GO, "%E0%A4%A&words=%E0%A4%A&figure=%")
    assert page.evaluate(BROUGHT) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.evaluate(GO, "")
    page.evaluate("document.querySelector('[role=dialog]:not([hidden]) button')?.click()")
    page.keyboard.press("/")
    page.get_by_role("searchbox").fill("softmax")
    page.locator("#search-results a").first.wait_for()


def test_a_page_opened_with_such_an_address_is_whole(
    walk: Walk, pytestconfig: pytest.Config
) -> None:
    for place, text in enumerate(HOSTILE.values()):
        both = pytestconfig.getoption("all_pages") or place % 3 == 0
        for key in ("words", "figure") if both else ("words",):
            walk.page.goto("about:blank")
            walk.go(f"from-words-to-a-guess.html#{key}={encoded(text)}")
            assert walk.page.evaluate(BROUGHT) == []
            assert walk.page.locator("main h2.step").count() == 11


def test_a_search_is_never_more_than_text(walk: Walk) -> None:
    walk.go("from-words-to-a-guess.html")
    page = walk.page
    page.keyboard.press("/")
    box = page.get_by_role("searchbox")
    for what, text in HOSTILE.items():
        box.fill(text)
        page.wait_for_timeout(250)
        assert page.evaluate(BROUGHT) == [], what
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    box.fill("softmax")
    page.locator("#search-results a").first.wait_for()
