"""Every page in a real browser: it fits, it keeps to itself, and it is whole without scripts.

Uses the system's Chromium; without one these tests are skipped.
"""

import functools
import http.server
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Request

from tests.conftest import Built
from tests.site.layout import MISFITS, lay_out
from tests.site.samedigits import CHROMIUM

WIDTHS = (320, 390, 768, 1280)

# The text of a page without the boxes that scripts have put there: those with something to press.
TEXT = """() => {
    for (const box of document.querySelectorAll(":is(main, .part) > :not(.part)"))
        if (box.querySelector("button, input, select, textarea")) box.remove();
    return document.querySelector("main").innerText.replace(/\\n+/g, "\\n").trim();
}"""
KEPT = """async () => [document.cookie, localStorage.length, sessionStorage.length,
    (await indexedDB.databases()).length]"""
NOTHING = ["", 0, 0, 0]
LEFT = "net::ERR_ABORTED"  # the page was left while something was loading

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")


class Walk:
    """One browser page that goes from page to page, with everything that went wrong on the way."""

    def __init__(self, browser: Browser, home: str, *, script: bool = True) -> None:
        self.page: Page = browser.new_page(java_script_enabled=script)
        self.faults: list[str] = []
        self._home = home
        self._now = ""
        self.page.on("console", lambda message: self.note(f"console: {message.text}"))
        self.page.on("pageerror", lambda error: self.note(f"error: {error}"))
        self.page.on("requestfailed", self._hear_failure)
        self.page.on("response", lambda answer: self._hear(answer.url, answer.status))
        self.page.on("request", lambda request: self._hear(request.url, 0))

    def go(self, name: str, width: int = 1280) -> None:
        """Open a page of the site."""
        self._now = name
        self.page.set_viewport_size({"width": width, "height": 800})
        self.page.goto(f"{self._home}/{name}")

    def note(self, fault: str) -> None:
        """Keep a fault of the page that is open."""
        self.faults.append(f"{self._now}: {fault}")

    def _hear_failure(self, request: Request) -> None:
        if request.failure != LEFT:
            self.note(f"failed: {request.url}, {request.failure}")

    def _hear(self, url: str, status: int) -> None:
        if not url.startswith((f"{self._home}/", "data:")):
            self.note(f"from elsewhere: {url}")
        if status >= 400:
            self.note(f"{status}: {url}")


def names(built: Built, *, all_pages: bool) -> list[str]:
    """Return the pages to open: of those in folders, which are much alike, every tenth will do."""
    found = [path.relative_to(built.html).as_posix() for path in built.pages]
    deeper = [name for name in found if "/" in name]
    return found if all_pages else [name for name in found if "/" not in name] + deeper[::10]


@pytest.fixture(scope="module")
def opened(built: Built, pytestconfig: pytest.Config) -> list[str]:
    return names(built, all_pages=bool(pytestconfig.getoption("all_pages")))


@dataclass(frozen=True)
class Seen:
    """What a visit to every page has found: faults, and each page's text with scripts."""

    faults: list[str]
    texts: dict[str, str]


@pytest.fixture(scope="module")
def seen(browser: Browser, built: Built, opened: list[str]) -> Seen:
    """Open each page once, from the disk, and look at it in every width."""
    walk, texts = Walk(browser, built.html.as_uri()), {}
    for name in opened:
        walk.go(name, WIDTHS[0])
        lay_out(walk.page)
        for width in WIDTHS:
            walk.page.set_viewport_size({"width": width, "height": 800})
            for misfit in walk.page.evaluate(MISFITS):
                walk.note(f"at {width}, {misfit}")
        if walk.page.evaluate(KEPT) != NOTHING:
            walk.note("something is stored")
        texts[name] = walk.page.evaluate(TEXT)
    walk.page.close()
    return Seen(walk.faults, texts)


def test_every_page_fits_every_width_and_keeps_to_itself(seen: Seen) -> None:
    assert not seen.faults, "\n".join(seen.faults[:20])


def test_every_page_is_whole_without_scripts(browser: Browser, built: Built, seen: Seen) -> None:
    walk = Walk(browser, built.html.as_uri(), script=False)
    for name, text in seen.texts.items():
        walk.go(name, WIDTHS[-1])
        lay_out(walk.page)
        written = re.sub("\n+", "\n", walk.page.inner_text("main")).strip()
        assert text == written, name
    walk.page.close()
    assert not walk.faults
    lengths = [len(text) for text in seen.texts.values()]
    assert min(lengths) > 150
    assert max(lengths) > 20_000


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Any plain server: it answers with files, follows links, and knows nothing of the site."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder on this machine, and yield its address."""
    handler = functools.partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_the_site_works_below_any_address_and_keeps_nothing(
    browser: Browser, built: Built, opened: list[str], tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    below = tmp_path / "some where" / "deeper"
    below.parent.mkdir()
    below.symlink_to(built.html)
    with served(tmp_path) as address:
        walk = Walk(browser, f"{address}/some%20where/deeper")
        page = walk.page
        for name in opened[:: 1 if pytestconfig.getoption("all_pages") else 3]:
            walk.go(name)
            assert page.evaluate(KEPT) == NOTHING, f"{name} keeps something"
        walk.go("from-words-to-a-guess.html")
        page.locator("a.fig").first.click()
        page.get_by_role("dialog").get_by_text("Worked").wait_for()
        page.keyboard.press("Escape")
        page.keyboard.press("/")
        page.get_by_role("searchbox").fill("softmax")
        page.locator("#search-results a").first.wait_for()
        assert page.evaluate(KEPT) == NOTHING
        assert not page.context.cookies()
        page.locator("#search-results a").first.click()
        page.wait_for_url(f"{address}/some%20where/deeper/*")
        page.close()
    assert not walk.faults, "\n".join(walk.faults[:20])
