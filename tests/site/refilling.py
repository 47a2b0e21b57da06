"""How long a page takes to be told of a reader's own words, in the system's Chromium."""

from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple

from playwright.sync_api import Browser

ROUNDS = 8
CHANGES = {  # ends of addresses, to which a page goes one after the other
    "from-words-to-a-guess": (
        "words=the+cat+ran+to+the+park+.+the&at=8",
        "words=the+bird+flew+in+the+sky&at=3",
        "words=a+dog+sat&at=2",
    ),
    "a-question-and-its-answer": (
        "words=what+is+the+capital+of+italy+?",
        "words=what+is+two+plus+two+?",
        "words=what+does+a+cow+say+?",
    ),
    "the-journey-of-a-sentence": (
        "words=the+dog+sees+the+cat",
        "words=a+black+mouse+cannot+sleep&at=3",
        "words=the+cows+are+big",
    ),
}
# From the change of the address, in milliseconds: until what is in sight is told and laid out, and
# until the whole page is. Pages rest between changes, as readers do.
_TIMES = """async (hash) => {
    const laidOut = () => document.body.offsetHeight && performance.now();
    const main = document.querySelector("main");
    await new Promise((done) => setTimeout(done, 100));
    const heard = new Promise((done) => addEventListener("hashchange", done, {once: true}));
    const start = performance.now();
    location.hash = hash;
    await heard;
    const seen = laidOut() - start;
    const busy = () => main.getAttribute("aria-busy") === "true";
    if (busy()) await new Promise((done) => {
        new MutationObserver((_, observer) => {
            if (busy()) return;
            observer.disconnect();
            done();
        }).observe(main, {attributeFilter: ["aria-busy"]});
    });
    return [seen, laidOut() - start];
}"""


class Refill(NamedTuple):
    """Milliseconds until what is in sight is told, for the first change and the median of many,
    and the median until the whole page is."""

    page: str
    first: float
    seen: float
    whole: float


def refills(browser: Browser, html: Path) -> Iterator[Refill]:
    """Measure each page that can be told of a reader's own words, on a desktop's screen."""
    for name, hashes in CHANGES.items():
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto((html / f"{name}.html").as_uri())
        times = [page.evaluate(_TIMES, hash_) for _ in range(ROUNDS) for hash_ in hashes]
        page.close()
        (first, _), later = times[0], times[len(hashes) :]
        seen, whole = zip(*later, strict=True)
        yield Refill(name, first, median(seen), median(whole))
