"""How a test looks at a page that the browser would only lay out near the reader's eye."""

from playwright.sync_api import Page

# Lets the browser lay out the whole page.
LAY_OUT = """() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(".part { content-visibility: visible; contain: layout paint style; }");
    document.adoptedStyleSheets = [sheet];
}"""
# What is wrong with a page at the width that it has now.
MISFITS = """() => {
    const width = document.documentElement.clientWidth;
    const wide = document.documentElement.scrollWidth;
    const beyond = [...document.querySelectorAll("main *")].filter((one) => {
        const box = one.getBoundingClientRect();
        return box.width > 1 && (box.right > width + 1 || box.left < -1);
    });
    const broken = [...document.querySelectorAll("a.fig, span[data-f]")]
        .filter((one) => one.getClientRects().length > 1);
    const cut = [...document.querySelectorAll("td[data-f], :is(.display, p, div).formula")]
        .filter((one) => one.scrollWidth > one.clientWidth + 1);
    const told = Object.entries({beyond, broken, cut}).flatMap(([what, found]) =>
        found.slice(0, 2).map((one) => `${what}: ${one.outerHTML.slice(0, 120)}`));
    return wide > width ? [`${wide} wide`, ...told] : told;
}"""


def lay_out(page: Page) -> None:
    """Let the browser lay out the whole page that is open."""
    page.evaluate(LAY_OUT)


def text(page: Page) -> str:
    """Return the text of the whole page's main part, also of what is far from what is in sight."""
    lay_out(page)
    main = page.inner_text("main")
    page.evaluate("document.adoptedStyleSheets = []")
    return main
