"""How a test changes the end of an open page's address."""

from playwright.sync_api import Page


def go(page: Page, hash_: str) -> None:
    """Change the address, and wait until the page has heard of it."""
    page.evaluate(
        """hash => new Promise(done => {
            addEventListener("hashchange", () => done(), {once: true});
            location.hash = hash;
        })""",
        hash_,
    )
