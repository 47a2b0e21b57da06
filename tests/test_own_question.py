"""A reader's own question on the chapter's page: told as the book would tell it, or refused.

Uses the system's Chromium; without one these tests are skipped.
"""

import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

import bookaudit
from bookbuild.library import Followed
from tests.addresses import go
from tests.conftest import Built
from tests.samedigits import CHROMIUM

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")

CHAPTER = "a-question-and-its-answer"
OWN = "what is the capital of france ?"
QUICK = 2.0  # seconds for a page told anew where other tests share the machine; 0.25 on a quiet one
# The blocks under a question that are true of any, as they are seen, without their roles and ways.
BLOCKS = r"""() => {
    const all = [...document.querySelector("main").children];
    const start = all.findIndex((one) => one.matches(".sentence"));
    const seen = (one) => !one.hidden && one.dataset.when !== "book" && !one.matches("nav, .own");
    return all.slice(start + 1).filter(seen).map((one) => {
        const copy = one.cloneNode(true);
        for (const part of copy.querySelectorAll("[data-when=book]")) part.remove();
        for (const word of copy.querySelectorAll("a.term, span[data-say]:not(.at-word), th > a"))
            word.replaceWith(word.textContent);
        for (const link of copy.querySelectorAll("a[href]")) link.removeAttribute("href");
        for (const part of [copy, ...copy.querySelectorAll("*")]) {
            for (const role of ["of", "say", "over", "focus", "picture", "when"])
                delete part.dataset[role];
            for (const name of ["tabindex", "role", "aria-haspopup"])
                if (!part.matches("svg")) part.removeAttribute(name);
            if (part.getAttribute("class") === "") part.removeAttribute("class");
            if (part.matches("span") && !part.attributes.length)
                part.replaceWith(...part.childNodes);
        }
        copy.normalize();
        return copy.outerHTML.replace(/\s+/g, " ").replace(/> </g, "><").replace(/ </g, "<");
    });
}"""


@pytest.fixture
def page(browser: Browser, built: Built) -> Iterator[Page]:
    page = browser.new_page()
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto((built.html / f"{CHAPTER}.html").as_uri())
    yield page
    page.close()
    assert not faults


def ask(page: Page, words: str, at: int | None = None) -> None:
    go(page, f"words={words.replace(' ', '+')}" + (f"&at={at}" if at else ""))


def told(page: Page, text: str) -> None:
    """Wait until the box says this."""
    page.get_by_role("status").filter(has_text=text).wait_for()


def first_difference(block: str, others: list[str]) -> str:
    """Show where a block begins to differ from the one that is most like it."""

    def same(other: str) -> int:
        pairs = enumerate(zip(block, other, strict=False))
        return next((at for at, (a, b) in pairs if a != b), min(len(block), len(other)))

    other = max(others, key=same)
    start = max(0, same(other) - 100)
    return f"{block[start : start + 260]}\n{other[start : start + 260]}"


def others(built: Built) -> list[Followed]:
    return list(built.site.library.followed("answers").values())[1:]


def test_a_question_of_the_book_is_told_as_on_its_own_page(page: Page, built: Built) -> None:
    reference = page.context.browser.new_page()  # type: ignore[union-attr]
    for followed in others(built)[:8:2]:
        assert followed.answer is not None
        words = " ".join(followed.answer.question)
        ask(page, words)
        (path,) = (built.html / CHAPTER / followed.run.scope.split("/")[1]).glob("*.html")
        reference.goto(path.as_uri())
        here, there = page.evaluate(BLOCKS), reference.evaluate(BLOCKS)
        left = iter(here)
        for block in there[1:]:  # the first says that the page follows another question
            assert any(block == other for other in left), (
                f"“{words}” is not told as {path.name}: {first_difference(block, here)}"
            )
        assert len(there) > 80
    reference.close()


def test_told_with_the_book_s_question_the_page_is_the_built_one(page: Page) -> None:
    built = page.evaluate(BLOCKS)
    ask(page, "what does a cat say ?")
    assert page.evaluate(BLOCKS) != built
    ask(page, OWN, 9)
    ask(page, OWN, 10)
    assert page.evaluate("document.querySelector('.own-less a').hidden")
    assert page.evaluate(BLOCKS) == built
    same = page.evaluate(
        f"""() => {{
            const {{Told, answer, programs}} = Workings;
            const found = answer(programs.answers, "{OWN}".split(" "));
            const {{run, passes}} = found;
            const so_far = ({{here}}) => run.figure(`multiplications_so_far[${{here}}]`).value;
            const each = passes.map(so_far);
            run.at("2");
            run.count("passes", passes.length);
            run.count("cached", each.at(-1).c);
            run.count("uncached", Workings.decimal.sum(each).c);
            const all = [...document.querySelector("main").children];
            const parts = all.slice(all.findIndex((one) => one.matches(".own")) + 1, -1);
            const view = {{...found, here: 10, temperature: "2", book: true}};
            const told = new Told(parts, view);
            told.tell(view, (to) => `#${{to}}`);
            parts.forEach((part) => part.remove());
            document.querySelector(".own").after(...told.parts);
        }}"""
    )
    assert same is None
    here = page.evaluate(BLOCKS)
    assert len(here) == len(built)
    for ours, theirs in zip(here, built, strict=True):
        assert ours == theirs, first_difference(ours, [theirs])


def test_lines_of_any_question_close_in_the_eyes_of_the_auditor(
    page: Page, built: Built, tmp_path: Path
) -> None:
    model, numbers = built.site.library.figures("answers"), random.Random(3)
    askable = [word for word in model.vocabulary if not word.startswith("<")]
    for number, count in enumerate((1, 5, 15)):
        words = numbers.choices(askable, k=count)
        ask(page, " ".join(words))
        told(page, f"Asked “{' '.join(words)}”")
        path = tmp_path / f"{number}.html"
        path.write_text(page.content(), encoding="utf-8")
        report = bookaudit.audit([path])
        assert report.ok, [str(finding) for finding in report if finding.verdict != "closes"][:3]
        assert report.counts["closes"] > 50


def test_a_question_is_typed_and_its_passes_are_followed(page: Page) -> None:
    before = page.inner_text("main")
    field = page.get_by_role("textbox", name="Ask it something")
    field.fill("What colour is a FROG?")
    field.press("Enter")
    told(page, "Asked “what colour is a frog ?”, it answers “it is orange”.")
    assert page.evaluate("location.hash") == "#words=what+colour+is+a+frog+%3F"
    rows = page.locator("table[data-over=asked] tbody tr")
    assert [row.split()[1] for row in rows.all_inner_texts()] == ["1", "2", "3", "4"]
    assert "orange" in page.locator("table[data-over=asked] tr.focus").inner_text()
    assert "It took 4 passes to write “it is orange”" in page.inner_text("main")
    page.get_by_role("link", name="pass 4").press("Enter")
    told(page, "the pass that wrote “<end>”")
    assert page.evaluate("location.hash").endswith("&at=10")
    assert page.evaluate("document.activeElement.textContent") == "pass 4"
    page.go_back()
    told(page, "the pass that wrote “orange”")
    page.reload()
    told(page, "the pass that wrote “orange”")
    page.get_by_role("link", name="Back to").click()
    page.wait_for_function("location.hash === ''")
    assert page.inner_text("main") == before, "the book's own question is the page as it was built"


def test_words_are_pressed_to_make_a_question(page: Page) -> None:
    page.get_by_role("button", name="Clear").click()
    page.get_by_text("words that it knows").click()
    for word in "what does a cow say".split():
        page.get_by_role("button", name=word, exact=True).click()
    page.get_by_role("button", name="Ask").click()
    told(page, "Asked “what does a cow say ?”, it answers “it says moo”.")
    assert page.get_by_role("button", name="<end>").count() == 0


def test_the_book_s_questions_are_a_press_away(page: Page) -> None:
    page.get_by_text("The other questions").click()
    page.get_by_role("link", name="what is two plus three ?").click()
    told(page, "Asked “what is two plus three ?”, it answers “it is five”.")
    assert page.locator(".crumbs [aria-current]").all_inner_texts() == ["what is two plus three ?"]


def test_what_finds_no_end_is_said_to(page: Page) -> None:
    ask(page, "quack dry lemon hot bee paris orange down cold blood orange the germany four snow")
    told(page, "It found no end before its room was full.")
    assert page.locator("[data-when=ended]").is_hidden()


@pytest.mark.parametrize(
    ("typed", "refusal"),
    [
        ("is+the+capitol", "know the word “capitol”. The nearest that it knows are “capital”"),
        ("%3Cend%3E", "word “<end>”"),
        ("<img src=x onerror=alert(1)>", "word “<img”"),
        ("%00%1B%5B2J", "doesn’t know the word"),
        ("what+" * 16, "at most 15 words"),
        ("x" * 5000, "x…”"),
    ],
)  # fmt: skip
def test_words_that_can_not_be_read_are_refused_as_text(
    page: Page, typed: str, refusal: str
) -> None:
    before = page.inner_html("main > h1 ~ .sentence")
    go(page, f"words={typed}&at=-1&t=9e9")
    assert refusal in page.get_by_role("status").inner_text()
    assert page.inner_html("main > h1 ~ .sentence") == before
    assert not page.query_selector("main img")


@pytest.mark.parametrize("at", ["0", "1.5", "x", "99", "8e0"])
def test_a_pass_that_is_none_is_left_aside(page: Page, at: str) -> None:
    go(page, f"words=what+does+a+cat+say+?&at={at}")
    told(page, "the pass that wrote “meow”")


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_the_box_and_a_long_question_fit(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.get_by_text("words that it knows").click()
    ask(page, " ".join(["strawberry", "pumpkin"] * 7))
    inner, scroll = page.evaluate(
        "[document.documentElement.clientWidth, document.documentElement.scrollWidth]"
    )
    assert scroll <= inner
    small = page.evaluate(
        """() => [...document.querySelectorAll(".own button, .own input, .own summary")].filter(
            one => one.getBoundingClientRect().height < 38).map(one => one.outerHTML)"""
    )
    assert not small, "too small for a thumb"


def test_a_figure_of_one_s_own_tells_its_line(page: Page) -> None:
    ask(page, "what does a cat say ?")
    page.locator('[data-line="x[9,1]"] b').click()
    panel = page.get_by_role("dialog", name="Where did this number come from?")
    assert "x[9,1]" in panel.inner_text()


def test_a_page_is_told_anew_quickly(page: Page, built: Built) -> None:
    times = []
    for followed in others(built)[:5]:
        assert followed.answer is not None
        start = time.perf_counter()
        ask(page, " ".join(followed.answer.question))
        page.evaluate("document.body.getBoundingClientRect().height")
        times.append(time.perf_counter() - start)
    print(f"a question told on its page: {sorted(times)[2] * 1000:.0f} ms")
    assert sorted(times)[2] < QUICK
    assert (built.html / f"{CHAPTER}.html").stat().st_size < 300_000
