"""Every control by keyboard alone: reached in order, seen where it is, used, and left again.

Uses the system's Chromium; without one these tests are skipped.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.conftest import Built
from tests.site.samedigits import CHROMIUM

CHAPTER = "from-words-to-a-guess.html"
WORKINGS = "workings/signal/the-dog-sat-on-the/5.html"
ANSWERS = "attention-by-hand.html"
WALKED = ("index.html", "words-explained.html", "not-too-sure.html")  # short enough for each step
KINDS = (
    *WALKED,
    CHAPTER,
    ANSWERS,
    WORKINGS,
    "all-the-weights.html",
    "a-question-and-its-answer.html",
    "the-journey-of-a-sentence.html",
)

# What the Tab key should come to, in the order of the page.
STOPS = """() => {
    const wanted = "a[href], button, input, select, textarea, summary, [tabindex='0']";
    return [...document.querySelectorAll(wanted)]
        .filter((one) => one.checkVisibility({visibilityProperty: true}) && !one.disabled
            && one.tabIndex >= 0)
        .map((one, at) => { one.dataset.stop = at; return one.tagName; });
}"""
STOP = "document.activeElement.dataset.stop ?? null"

# Of each kind of control on the page, the first that shows no sign of having the focus.
UNSEEN = """() => {
    const look = (one) => {
        const parts = [one, ...one.querySelectorAll("path, rect, text, tspan")];
        return parts.map((part) => {
            const style = getComputedStyle(part);
            const ring = style.outlineStyle === "none" ? "" : style.outlineWidth;
            return [ring, style.stroke, style.textDecorationColor, style.top].join();
        }).join("|");
    };
    const kinds = new Map();
    for (const one of document.querySelectorAll("[data-stop]")) {
        const inside = one.closest("section, table, svg, nav, header, .line, p, li")?.className;
        const own = one.className.baseVal ?? one.className;
        const kind = [one.tagName, own, inside?.baseVal ?? inside];
        kinds.set(kind.join(" "), one);
    }
    const unseen = [];
    for (const [kind, one] of kinds) {
        document.activeElement.blur();
        const before = look(one);
        one.focus();
        if (document.activeElement !== one) unseen.push(`${kind}: takes no focus`);
        else if (!one.matches(":focus-visible") || look(one) === before) unseen.push(kind);
    }
    return unseen;
}"""

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    yield page
    page.close()


@pytest.mark.parametrize("name", WALKED)
def test_tab_comes_to_every_control_in_the_order_of_the_page(
    page: Page, built: Built, name: str
) -> None:
    page.goto((built.html / name).as_uri())
    count = len(page.evaluate(STOPS))
    assert count > 5
    for key, expected in (("Tab", range(count)), ("Shift+Tab", range(count - 2, -1, -1))):
        for stop in expected:
            page.keyboard.press(key)
            assert page.evaluate(STOP) == str(stop)
    page.keyboard.press("Shift+Tab")
    assert page.evaluate(STOP) is None, "the page can't be left"


@pytest.mark.parametrize("name", KINDS)
def test_a_control_shows_that_it_has_the_focus(page: Page, built: Built, name: str) -> None:
    page.goto((built.html / name).as_uri())
    page.evaluate(STOPS)
    page.keyboard.press("Tab")  # from now on the page is used by keyboard
    assert page.evaluate("document.activeElement.textContent") == "Skip to the text"
    assert page.evaluate(UNSEEN) == []


def test_the_first_stop_skips_to_the_text(page: Page, built: Built) -> None:
    page.goto((built.html / CHAPTER).as_uri())
    page.keyboard.press("Tab")
    box = page.evaluate("(b => [b.top, b.left])(document.activeElement.getBoundingClientRect())")
    assert min(box) >= 0, "the way past the head is not seen"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null")


def test_the_panel_is_no_trap(page: Page, built: Built) -> None:
    page.goto((built.html / CHAPTER).as_uri())
    figure = page.locator("a.fig").first
    figure.focus()
    page.keyboard.press("Enter")
    panel = page.get_by_role("dialog", name="Where did this number come from?")
    panel.locator(".sum button").first.wait_for()
    buttons = panel.get_by_role("button").count() + panel.get_by_role("link").count()
    for _ in range(buttons + 2):
        page.keyboard.press("Tab")
        if not page.evaluate("!!document.activeElement.closest('[role=dialog]')"):
            break
    else:
        pytest.fail("Tab never leaves the panel")
    page.keyboard.press("Escape")
    panel.wait_for(state="hidden")


def test_the_search_opens_is_used_and_closes(page: Page, built: Built) -> None:
    page.goto((built.html / CHAPTER).as_uri())
    opener = page.get_by_role("button", name="Search")
    opener.focus()
    page.keyboard.press("Enter")
    box = page.get_by_role("searchbox")
    box.wait_for()
    assert page.evaluate("document.activeElement.type") == "search"
    page.keyboard.type("softmax")
    page.locator("#search-results a").first.wait_for()
    page.keyboard.press("Escape")
    box.wait_for(state="hidden")
    assert page.evaluate("document.activeElement.textContent").strip().startswith("Search")
    page.keyboard.press("/")
    page.keyboard.type("softmax")
    page.locator("#search-results a").first.wait_for()
    for _ in range(6):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('#search-results a')"):
            break
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: CHAPTER not in url)


def test_a_sentence_is_put_together(page: Page, built: Built) -> None:
    page.goto((built.html / CHAPTER).as_uri())
    box = page.get_by_role("region", name="A sentence of your own")
    box.get_by_role("button", name="bird", exact=True).focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**#words=the+dog+sat+on+the+bird&at=6*")
    box.get_by_role("status").filter(has_text="This page now follows “bird”").wait_for()
    assert page.evaluate("document.activeElement !== document.body"), "the focus is lost"
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement !== document.body")
    dial = page.get_by_role("slider", name="Temperature")
    dial.focus()
    before = dial.input_value()
    page.keyboard.press("ArrowLeft")
    assert float(dial.input_value()) < float(before)
    page.wait_for_url("**t=*")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.type") != "range"


def test_a_folded_answer_opens_and_closes(page: Page, built: Built) -> None:
    page.goto((built.html / ANSWERS).as_uri())
    answer = page.locator("details.answer").first
    answer.locator("summary").focus()
    for key, opened in (("Enter", True), (" ", False), (" ", True)):
        page.keyboard.press(key)
        assert answer.evaluate("one => one.open") is opened
