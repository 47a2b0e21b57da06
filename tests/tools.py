"""The scripts' own functions by name, for tests that call them in a page."""

from functools import cache
from pathlib import Path

from playwright.sync_api import Page

from bookbuild.site.bundles import bundle, minified


@cache
def tools() -> str:
    """Return a script that adds them to the one global name, made small as readers' scripts are."""
    (script,) = minified((bundle(Path(__file__).parent / "js" / "tools.js"),))
    return script


def add_tools(page: Page) -> None:
    """Add them to a page of the site, whose policy lets in no further script."""
    page.evaluate(tools())
