"""What scripts add to the site, in a real browser, from the disk: origins of figures, and search.

Uses the system's Chromium; without one these tests are skipped.
"""

import re

import pytest
from playwright.sync_api import Browser, Page

from bookbuild.lines.ledger_script import packed
from tests.conftest import Built
from tests.site.samedigits import CHROMIUM
from tests.site.test_browser import Visit
from tests.tools import add_tools

CHAPTER = "from-words-to-a-guess.html"
LINE = "workings/signal/the-dog-sat-on-the/5.html#query-5-1"
NASTY = [
    "<img src=x onerror=window.harm=1>",
    '"><script>window.harm=1</script>',
    "' || window.harm=1 || '",
    "{{7*7}} ${7*7} %3Cb%3E &lt;b&gt;",
    "\u0000\u0007\u202eabc\u200b\t\n",
    "+softmax -softmax title:x *~9 ^99 :::",
    "__proto__",
    "constructor[prototype]",
    "query[5,1]:query[5,1]:",
    "../../../etc/passwd:x",
    "//example.org/x:y",
    "[" * 5000,
    "softmax " * 2000,
    "🙂" * 300,
]

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")


def open_panel(page: Page) -> str:
    page.wait_for_selector(".origin:not([hidden])")
    return page.inner_text(".origin")


def ask(page: Page, question: str) -> list[str]:
    """Type into the search and return the links that it found."""
    told = page.locator(".search .status")
    page.fill("#search-words", "")
    told.filter(has_not_text=re.compile(".")).wait_for(state="attached")
    page.fill("#search-words", question)
    told.filter(has_text=re.compile(".")).wait_for()
    links = page.locator("#search-results a")
    return [link.get_attribute("href") or "" for link in links.all()]


# The origin of a figure


def test_a_figure_tells_its_line_and_leads_back_to_a_weight(browser: Browser, built: Built) -> None:
    visit = Visit(browser, built.html / CHAPTER, 1280)
    page = visit.page
    page.locator('a.fig:has([data-f="key[5,2]"])').first.click()
    told = open_panel(page)
    line = page.inner_text(".origin .sum")
    assert "key[5,2]" in told
    assert "Once, half away from zero: 2 places." in told
    assert "Worked" in told
    assert re.search(r"Unrounded\s+−0\.\d{10,}", told)
    assert page.get_attribute(".origin dd a", "href", strict=True) == (
        (built.html / "workings/signal/the-dog-sat-on-the/5.html").as_uri() + "#key-5-2"
    )
    other = Visit(browser, built.html / "workings/signal/the-dog-sat-on-the/5.html", 1280)
    written = other.page.inner_text("#key-5-2 .sum")
    assert " ".join(line.split()) == " ".join(written.split())
    page.locator(".origin .sum button").nth(1).click()
    page.locator(".origin code", has_text="w_key[1,2]").wait_for()
    assert "Given: a learned weight." in open_panel(page)
    page.get_by_role("button", name="Back").click()
    page.locator(".origin code", has_text=re.compile(r"^key\[5,2\]$")).wait_for()
    assert page.get_by_role("button", name="Back").is_hidden()
    assert not visit.faults
    for each in (page, other.page):
        each.close()


def test_by_keyboard_the_panel_opens_and_gives_the_focus_back(
    browser: Browser, built: Built
) -> None:
    visit = Visit(browser, built.html / CHAPTER, 1280)
    page = visit.page
    for key, selector in (("Enter", "a.fig"), (" ", "a.fig"), ("Enter", ".sum b"), (" ", ".sum b")):
        page.locator(selector).first.focus()
        page.keyboard.press(key)
        open_panel(page)
        assert page.evaluate("document.activeElement.id") == "origin-title"
        dialog = page.get_by_role("dialog", name="Where did this number come from?")
        assert dialog.is_visible()
        page.keyboard.press("Tab")
        assert page.evaluate("!!document.activeElement.closest('.origin')")
        page.keyboard.press("Escape")
        assert dialog.is_hidden()
        assert page.evaluate("s => document.activeElement.matches(s)", selector)
    page.keyboard.press("ArrowLeft")  # from a result into its line
    assert page.evaluate("document.activeElement.matches('.sum i[data-f]')")
    page.keyboard.press("Enter")
    operand = page.evaluate("document.querySelector('[data-asked]').dataset.f")
    assert operand.split(":")[-1] in open_panel(page)
    page.close()


def test_a_table_of_weights_is_one_stop_with_arrows(browser: Browser, built: Built) -> None:
    visit = Visit(browser, built.html / "all-the-weights.html", 1280)
    page = visit.page
    page.locator(".weights [data-f='w_query[1,1]']").focus()
    names = []
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft"):
        page.keyboard.press(key)
        names.append(page.evaluate("document.activeElement.dataset.f"))
    assert names == ["w_query[1,2]", "w_query[2,2]", "w_query[2,1]"]
    page.keyboard.press("Enter")
    assert names[-1] in open_panel(page)
    assert "a learned weight" in open_panel(page)
    stops = page.locator(".weights td[tabindex='0']").count()
    assert stops == page.locator(".weights").count()
    page.close()


@pytest.mark.parametrize("width", [320, 390, 800, 1280])
def test_the_panel_never_covers_its_figure(browser: Browser, built: Built, width: int) -> None:
    visit = Visit(browser, built.html / CHAPTER, width)
    page = visit.page
    seen = ":not([hidden] *):not(details:not([open]) *)"
    figures = page.locator(f"main a.fig{seen} [data-f], .line b[data-f]{seen}")
    some = [figures.nth(at) for at in range(0, figures.count(), max(1, figures.count() // 12))]
    in_the_middle = page.locator(".line b[data-f='guess.total[5]']")  # every corner would cover it
    for figure in (in_the_middle, *some):
        figure.scroll_into_view_if_needed()
        figure.click()
        open_panel(page)
        own, asked = page.locator(".origin").bounding_box(), figure.bounding_box()
        assert own
        assert asked
        apart = (
            own["x"] >= asked["x"] + asked["width"]
            or own["x"] + own["width"] <= asked["x"]
            or own["y"] >= asked["y"] + asked["height"]
            or own["y"] + own["height"] <= asked["y"]
        )
        assert apart, figure.get_attribute("data-f")
        assert own["x"] >= 0
        assert own["x"] + own["width"] <= width
        page.keyboard.press("Escape")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.close()


def test_a_figure_without_a_line_has_an_address_too(browser: Browser, built: Built) -> None:
    path = built.html / "all-the-weights.html"
    visit = Visit(browser, path, 1280)
    page = visit.page
    page.goto(path.as_uri() + "#figure=signal:w_query[3,5]")
    assert "w_query[3,5]" in open_panel(page)
    assert page.locator("[data-asked]").inner_text() == page.inner_text(".origin strong")
    assert page.inner_text(".origin dd a").endswith("#figure=signal:w_query[3,5]")
    page.close()


def test_numbers_are_packed_and_unpacked_alike(browser: Browser, built: Built) -> None:
    visit = Visit(browser, built.html / "index.html", 1280)
    add_tools(visit.page)
    rows = [
        [],
        [5],
        [1, 2, 3, 4],
        [9, 7, 5, 2],
        [3, -1, 4, -3, 5, -5, 6, -7],
        [1, 1, 1, 0, 8, 8, 9],
    ]
    for row in rows:
        assert visit.page.evaluate("text => Workings.unpack(text)", packed(row)) == row
    visit.page.close()


def test_text_can_be_selected_without_asking(browser: Browser, built: Built) -> None:
    visit = Visit(browser, built.html / CHAPTER, 1280)
    page = visit.page
    line = page.locator(".line .sum").nth(1)
    line.scroll_into_view_if_needed()
    box = line.bounding_box()
    assert box
    page.mouse.move(box["x"] + 5, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] + 120, box["y"] + 10, steps=4)
    page.mouse.up()
    assert page.evaluate("String(getSelection())")
    assert page.locator(".origin").is_hidden()
    page.close()


# The search


def test_search_opens_with_a_slash_and_leads_to_a_heading(browser: Browser, built: Built) -> None:
    visit = Visit(browser, built.html / LINE.partition("#")[0], 1280)
    page = visit.page
    page.keyboard.press("/")
    page.keyboard.type("softmax")
    page.wait_for_selector("#search-results a")
    assert page.evaluate("document.activeElement.id") == "search-words"
    assert page.locator(".search mark").count() > 0
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    href = page.evaluate("document.activeElement.href")
    page.keyboard.press("Enter")
    page.wait_for_url(href)
    assert page.evaluate("!!document.querySelector(':target')")
    assert not visit.faults
    page.close()


def test_search_finds_words_headings_and_explanations(browser: Browser, built: Built) -> None:
    visit = Visit(browser, built.html / "index.html", 390)
    page = visit.page
    page.get_by_role("button", name="Search").click()
    assert any("words-explained.html#word-softmax" in href for href in ask(page, "softmax"))
    assert any("watching-it-learn.html" in href for href in ask(page, "watching it learn"))
    assert any("#word-perplexity" in href for href in ask(page, "perplexty"))  # a slip of a key
    assert any("#step-7" in href for href in ask(page, "share listen"))
    assert ask(page, "zzzzqqq") == []
    assert "Nothing" in page.inner_text(".search .status")
    page.keyboard.press("Escape")
    assert page.locator("dialog.search").is_hidden()
    assert page.evaluate("document.activeElement.className") == "open-search"
    page.close()


def test_the_name_of_a_line_finds_it(browser: Browser, built: Built) -> None:
    visit = Visit(browser, built.html / CHAPTER, 1280)
    visit.page.keyboard.press("/")
    line = (built.html / LINE.partition("#")[0]).as_uri() + "#query-5-1"
    scoped = "signal/the-dog-sat-on-the:query[5,1]"
    for typed in ("query[5,1]", " query[5, 1] ", "query-5-1", scoped):
        assert line in ask(visit.page, typed), typed
    visit.page.close()


def test_the_name_of_a_weight_finds_its_table(browser: Browser, built: Built) -> None:
    visit = Visit(browser, built.html / CHAPTER, 1280)
    page = visit.page
    page.keyboard.press("/")
    found = ask(page, "w_query[3,5]")
    assert found == [(built.html / "all-the-weights.html").as_uri() + "#figure=signal:w_query[3,5]"]
    page.locator("#search-results a").click()
    assert "w_query[3,5]" in open_panel(page)
    page.close()


# What strangers type


def test_typed_text_is_never_markup(browser: Browser, built: Built) -> None:
    visit = Visit(browser, built.html / CHAPTER, 320)
    page = visit.page
    elements = page.evaluate("document.querySelectorAll('main *').length")
    for typed in NASTY:
        page.keyboard.press("/")
        ask(page, typed)
        page.keyboard.press("Escape")
        for address in (typed, f"x:{typed}", f"signal:{typed}", "%E0%A4%A"):
            page.evaluate("text => { location.hash = '#figure=' + text }", address[:3000])
            page.wait_for_timeout(60)
        assert page.evaluate("window.harm") is None, typed
        assert page.evaluate("document.querySelectorAll('main *').length") == elements, typed
        assert not page.locator(".origin :is(img, script), .search :is(img, script)").count(), typed
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), typed
    assert all(fault.startswith(("failed: file:", "Failed to load")) for fault in visit.faults)
    page.close()


# Without scripts


def test_without_javascript_nothing_is_promised(browser: Browser, built: Built) -> None:
    visit = Visit(browser, built.html / CHAPTER, 1280, script=False)
    page = visit.page
    assert page.get_by_role("button").count() == 0
    assert page.locator(".search, .origin").count() == 0
    assert page.locator("main [tabindex]").count() == 0
    term = page.locator("a.term").first
    handle, seen = term.element_handle(), "e => getComputedStyle(e, '::after').visibility"
    assert page.evaluate(seen, handle) == "hidden"
    term.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    for _ in range(40):  # until it has faded in, on a busy machine too
        page.wait_for_timeout(100)
        said = page.evaluate(
            "e => getComputedStyle(e, '::after').visibility", term.element_handle()
        )
        if said == "visible":
            break
    assert said == "visible"
    term.press("Enter")
    page.wait_for_url("**/words-explained.html#word-*")
    assert page.locator("dt:target").count() == 1
    assert not visit.faults
    page.close()


def test_a_figure_of_a_readers_own_sentence_tells_its_line(browser: Browser, built: Built) -> None:
    visit = Visit(browser, built.html / CHAPTER, 1280)
    page = visit.page
    page.evaluate("location.hash = 'words=the+cat+flew&at=3'")
    page.locator("[data-f='key[3,2]']").first.click()
    told = open_panel(page)
    assert "key[3,2]" in told
    assert page.inner_text(".origin .sum").count("×") == 8
    address = "#words=the+cat+flew&at=3&figure=signal/the-cat-flew:key[3,2]"
    assert page.inner_text(".origin dd a").endswith(address)
    page.locator(".origin .sum button").nth(1).click()
    page.locator(".origin code", has_text="w_key[1,2]").wait_for()
    assert "Given: a learned weight." in open_panel(page)
    page.keyboard.press("Escape")
    page.locator(".line b[data-f]").last.focus()
    page.keyboard.press("Enter")
    assert "Worked" in open_panel(page)
    assert not visit.faults
    page.close()
