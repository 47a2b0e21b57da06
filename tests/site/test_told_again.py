"""A page told of one sentence after the other is the page that is opened at the last of them.

Uses the system's Chromium; without one these tests are skipped.
"""

from itertools import zip_longest

import pytest
from playwright.sync_api import Browser, Page

from tests.conftest import Built
from tests.site.addresses import go
from tests.site.blocks import ORDER
from tests.site.samedigits import CHROMIUM

# Growing and shrinking, places before and behind, hot and cold, the book's own in between.
VISITS = {
    "from-words-to-a-guess": [
        "words=the&at=1", "words=the+cat+ran+to+the+park+.+the&at=8&t=3", "",
        "words=a+dog+sat&at=2", "words=the+dog+sat+on+the&at=1", "t=0.2",
        "words=.+.+mat+on+a+cat&at=5&t=2.3", "words=sky+the+flew&at=3&t=0.7",
    ],
    "a-question-and-its-answer": [
        "words=what+is+two+plus+two+%3F", "words=what+does+a+cow+say+%3F&at=9", "", "words=orange",
        "words=what+is+the+opposite+of+up+%3F&at=9", "words=what+colour+is+a+frog+%3F&at=10",
    ],
    "the-journey-of-a-sentence": [
        "words=she+sleeps&at=2", "words=a+black+mouse+cannot+sleep&at=3", "",
        "words=the+cows+are+big", "words=the+dog+sees+the+cat&at=4&after=3",
        "words=she+sees+a+cat&at=1",
    ],
}  # fmt: skip

# Everything of the page but the order of attributes, a tag a line; and the ways of its figures.
WHOLE = r"""() => {
    const main = document.querySelector("main").cloneNode(true);
    for (const one of main.querySelectorAll("*")) {
        if (one.getAttribute("class") === "") one.removeAttribute("class");
        (ORDER)(one);
    }
    main.normalize();
    return main.innerHTML.replace(/></g, ">\n<").split("\n");
}""".replace("ORDER", ORDER)
WAYS = """() => [...document.querySelectorAll("main a.fig[href], main a[href*='to=']")]
    .map((link) => link.getAttribute("href")).filter((href) =>
        !document.getElementById(decodeURIComponent(href.split("to=")[1] ?? "")))"""

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")


@pytest.mark.parametrize("name", VISITS)
def test_a_page_told_again_is_the_page_opened_there(
    browser: Browser, built: Built, name: str
) -> None:
    address = (built.html / f"{name}.html").as_uri()
    told, opened = browser.new_page(), browser.new_page()
    told.goto(address)
    for hash_ in VISITS[name]:
        go(told, hash_)
    opened.goto(f"{address}#{VISITS[name][-1]}")
    opened.wait_for_selector("main[aria-busy=false]")
    one, other = whole(told), whole(opened)
    apart = [pair for pair in zip_longest(one, other) if pair[0] != pair[1]]
    assert not apart, apart[:3]
    assert len(one) > 4000
    assert told.evaluate(WAYS) == []
    told.close()
    opened.close()


def whole(page: Page) -> list[str]:
    lines: list[str] = page.evaluate(WHOLE)
    return lines
