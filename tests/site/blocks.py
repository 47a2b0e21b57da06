"""The blocks of a told page, as tests compare them with the same page as it was built."""

from itertools import takewhile

from playwright.sync_api import Page

# Puts an element's attributes in one order.
ORDER = """(one) => {
    const given = [...one.attributes].sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const each of given) one.removeAttributeNode(each);
    for (const each of given) one.setAttributeNode(each);
}"""
# Under the sentences; each as [its kind, what is seen of it]: without roles, without ways (a
# reader's own sentence has none to pages of its own), without what holds of the book's alone.
BLOCKS = r"""() => {
    const main = document.querySelector("main");
    const after = [...main.children].findLastIndex((one) => one.matches(".sentence, .own"));
    const parts = [...main.children].slice(after + 1);
    const holds = (one) => !one.hidden && one.dataset.when !== "book" && !one.matches("nav, .own");
    const blocks = (one) => {
        if (!holds(one)) return [];
        return one.matches(".part, div[data-when]") ? [...one.children].flatMap(blocks) : [one];
    };
    return parts.flatMap(blocks).map((one) => {
        const { picture = "" } = one.dataset;
        const kind = [one.tagName, one.className, picture].join(".");
        const copy = one.cloneNode(true);
        for (const part of copy.querySelectorAll("[data-when=book], [hidden]")) part.remove();
        for (const link of copy.querySelectorAll("a[href]")) link.removeAttribute("href");
        // a word is explained at its first use, which may be in what is told of one page alone
        for (const word of copy.querySelectorAll("a.term, span[data-say]:not(.at-word), th > a"))
            word.replaceWith(word.textContent);
        for (const part of [copy, ...copy.querySelectorAll("*")]) {
            for (const role of ["of", "say", "over", "focus", "picture", "when", "own"])
                delete part.dataset[role];
            for (const name of ["tabindex", "role", "aria-haspopup"])
                if (!part.matches("svg")) part.removeAttribute(name);
            if (part.getAttribute("class") === "") part.removeAttribute("class");
            (ORDER)(part);
            if (part.matches("span") && !part.attributes.length)
                part.replaceWith(...part.childNodes);
        }
        copy.normalize();
        const html = copy.outerHTML.replace(/\s+/g, " ").replace(/> </g, "><").replace(/ </g, "<");
        return [kind, html];
    }).filter(([, html]) => !/^<p>\s*<\/p>$/.test(html));
}""".replace("ORDER", ORDER)
# Fills each block of the page, which is as it was built, for a view, and puts it in its place.
FILL = """(view) => {
    const blocks = [...document.querySelectorAll(".own:not(.own-heat) ~ :not(.own, nav)")];
    for (const block of blocks) {
        const filled = new Workings.Block(block, view);
        filled.fill(view, (to) => `#${to}`);
        block.replaceWith(filled.root);
    }
    return blocks.length;
}"""


def blocks(page: Page) -> list[tuple[str, str]]:
    """Return the kind of each block under the page's sentences, and what is seen of it."""
    return [(kind, html) for kind, html in page.evaluate(BLOCKS)]


def seen(page: Page) -> list[str]:
    """Return what is seen of each block under the page's sentences."""
    return [html for _, html in blocks(page)]


def apart(ours: str, theirs: str) -> str:
    """Show where two blocks begin to differ."""
    start = max(0, _alike(ours, theirs) - 100)
    return f"{ours[start : start + 260]}\n{theirs[start : start + 260]}"


def most_like(block: str, others: list[str]) -> str:
    """Return the block that is the longest like this one."""
    return max(others, key=lambda other: _alike(block, other))


def same(ours: list[str], theirs: list[str], of: str = "") -> None:
    """Hold blocks to be the same, and show where they begin to differ; `of` says whose they are."""
    for one, other in zip(ours, theirs, strict=False):
        assert one == other, f"{of}: {apart(one, other)}"
    assert len(ours) == len(theirs), of


def _alike(ours: str, theirs: str) -> int:
    pairs = zip(ours, theirs, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
