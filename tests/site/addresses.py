"""How a test changes the end of an open page's address, and waits for the page to follow."""

from playwright.sync_api import Page


def go(page: Page, hash_: str) -> None:
    """Change the address, and wait until the whole page follows it."""
    page.evaluate(
        """hash => new Promise(done => {
            addEventListener("hashchange", () => done(), {once: true});
            location.hash = hash;
        })""",
        hash_,
    )
    _whole(page)


def told(page: Page, text: str) -> None:
    """Wait until the box says this, and the whole page tells it."""
    page.get_by_role("status").filter(has_text=text).wait_for()
    _whole(page)


def untold(page: Page) -> None:
    """Wait until the whole page tells of the book's own words, as it was built."""
    page.get_by_role("link", name="Back to").wait_for(state="hidden")
    assert page.evaluate("location.hash") == ""
    _whole(page)


def _whole(page: Page) -> None:
    page.wait_for_selector("main:not([aria-busy=true])")
