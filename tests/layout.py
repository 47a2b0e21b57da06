"""How a test looks at a page that the browser would only lay out near the reader's eye."""

from playwright.sync_api import Page


def lay_out(page: Page) -> None:
    """Let the browser lay out the whole page that is open."""
    page.evaluate(
        """() => {
            const sheet = new CSSStyleSheet();
            sheet.replaceSync(
                ".part { content-visibility: visible; contain: layout paint style; }");
            document.adoptedStyleSheets = [sheet];
        }"""
    )


def text(page: Page) -> str:
    """Return the text of the whole page's main part, also of what is far from what is in sight."""
    lay_out(page)
    main = page.inner_text("main")
    page.evaluate("document.adoptedStyleSheets = []")
    return main
