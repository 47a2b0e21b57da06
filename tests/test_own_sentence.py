"""A reader's own sentence on the chapter's page: told as the book would tell it, or not at all.

Uses the system's Chromium; without one these tests are skipped.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.conftest import Built
from tests.samedigits import CHROMIUM, chromium

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")

CHAPTER = "from-words-to-a-guess.html"
# The blocks under a sentence, without the ways to pages that a reader's own sentence has none of.
BLOCKS = r"""() => {
    const all = [...document.querySelector("main").children];
    const start = all.findIndex((one) => one.matches(".sentence"));
    return all.slice(start + 1).filter((one) => !one.matches("nav, .own")).map((one) => {
        const copy = one.cloneNode(true);
        for (const link of copy.querySelectorAll("a.fig, a.addr")) link.removeAttribute("href");
        for (const link of copy.querySelectorAll("a[href]")) link.setAttribute("href", link.href);
        for (const bare of copy.querySelectorAll('[class=""]')) bare.removeAttribute("class");
        return [one.tagName + "." + one.className + "." + (one.dataset.when ?? ""),
            copy.outerHTML.replace(/>\s*\n\s*</g, "><")];
    });
}"""
NOT_TOLD = re.compile(r"FIGURE|P\.notice|P\.aside|\.(book|later|other|uneven)$|P\.\.$")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def page(browser: Browser, built: Built) -> Iterator[Page]:
    page = browser.new_page()
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto((built.html / CHAPTER).as_uri())
    yield page
    page.close()
    assert not faults


def go(page: Page, hash_: str) -> None:
    """Change the address, and wait until the page has heard of it."""
    page.evaluate(
        """hash => new Promise(done => {
            addEventListener("hashchange", () => done(), {once: true});
            location.hash = hash;
        })""",
        hash_,
    )


def follow(page: Page, words: str, at: int) -> None:
    go(page, f"words={words.replace(' ', '+')}&at={at}")


def followed(html: Path) -> Iterator[tuple[str, int, Path]]:
    """Yield every sentence of the book with each of its places, and the page that tells of it."""
    folder = html / CHAPTER.removesuffix(".html")
    for path in sorted(folder.rglob("*.html")):
        words = path.parent.name.replace("-", " ").replace("stop", ".")
        yield words, int(path.stem), path


def apart(here: str, there: str) -> str:
    """Show where two texts begin to differ."""
    same = len(os.path.commonprefix([here, there]))
    start = max(0, same - 80)
    return f"{here[start : same + 80]}\n{there[start : same + 80]}"


def test_a_sentence_of_the_book_is_told_as_on_its_own_page(page: Page, built: Built) -> None:
    reference = page.context.browser.new_page()  # type: ignore[union-attr]
    count = 0
    for words, at, path in followed(built.html):
        follow(page, words, at)
        reference.goto(path.as_uri())
        here, there = page.evaluate(BLOCKS), reference.evaluate(BLOCKS)
        left = iter(there)
        for kind, html in here:
            for other_kind, other in left:
                if other == html:
                    break
                assert NOT_TOLD.search(other_kind), f"{words}, {at}: {apart(html, other)}"
            else:
                pytest.fail(f"“{words}”, {at}: not on the book's page: {kind} {html[:300]}")
        assert len(here) > 60, (words, at)
        count += 1
    assert count > 30
    reference.close()
