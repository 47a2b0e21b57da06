"""A reader's own question on the chapter's page: told as the book would tell it, or refused.

Uses the system's Chromium; without one these tests are skipped.
"""

import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from subjects.answers.subject import Asked
from subjects.models.library import Followed
from tests.conftest import Built
from tests.site.addresses import go, told, untold
from tests.site.blocks import FILL, apart, most_like, same, seen
from tests.site.layout import text
from tests.site.own_words import hold_lines, hold_size
from tests.site.samedigits import CHROMIUM
from tests.subjects.found import subject_of
from tests.tools import add_tools

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")

CHAPTER = "a-question-and-its-answer"
OWN = "what is the capital of france ?"
QUICK = 2.0  # seconds for a page told anew where other tests share the machine; 0.25 on a quiet one


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


def others(built: Built) -> list[Followed]:
    return list(subject_of(Asked, built.site.subjects).followed("answers").values())[1:]


def test_a_question_of_the_book_is_told_as_on_its_own_page(page: Page, built: Built) -> None:
    reference = page.context.browser.new_page()  # type: ignore[union-attr]
    for followed in others(built)[:8:2]:
        assert followed.answer is not None
        words = " ".join(followed.answer.question)
        ask(page, words)
        (path,) = (built.html / CHAPTER / followed.run.scope.split("/")[1]).glob("*.html")
        reference.goto(path.as_uri())
        here, there = seen(page), seen(reference)
        left = iter(here)
        for block in there[1:]:  # the first says that the page follows another question
            assert any(block == other for other in left), (
                f"“{words}” is not told as {path.name}: {apart(block, most_like(block, here))}"
            )
        assert len(there) > 80
    reference.close()


def test_told_with_the_book_s_question_the_page_is_the_built_one(page: Page) -> None:
    built = seen(page)
    ask(page, "what does a cat say ?")
    assert seen(page) != built
    ask(page, OWN, 9)
    ask(page, OWN, 10)
    assert page.evaluate("document.querySelector('.own-less a').hidden")
    assert seen(page) == built
    add_tools(page)
    assert page.evaluate(
        f"""() => {{
            const found = Workings.answer(Workings.programs.answers, "{OWN}".split(" "));
            const {{run, passes}} = found;
            const so_far = ({{here}}) => run.figure(`multiplications_so_far[${{here}}]`).value;
            const each = passes.map(so_far);
            run.at("2");
            run.count("passes", passes.length);
            run.count("cached", each.at(-1).c);
            run.count("uncached", Workings.decimal.sum(each).c);
            return ({FILL})({{...found, here: 10, temperature: "2", book: true}});
        }}"""
    )
    same(seen(page), built)


def test_lines_of_any_question_close_in_the_eyes_of_the_auditor(
    page: Page, built: Built, tmp_path: Path
) -> None:
    model, numbers = (
        subject_of(Asked, built.site.subjects).library.figures("answers"),
        random.Random(3),
    )
    askable = [word for word in model.vocabulary if not word.startswith("<")]
    for number, count in enumerate((1, 5, 15)):
        words = numbers.choices(askable, k=count)
        ask(page, " ".join(words))
        told(page, f"Asked “{' '.join(words)}”")
        hold_lines(page, tmp_path / f"{number}.html", more_than=50)


def test_a_question_is_typed_and_its_passes_are_followed(page: Page) -> None:
    before = text(page)
    field = page.get_by_role("textbox", name="Ask it something")
    field.fill("What colour is a FROG?")
    field.press("Enter")
    told(page, "Asked “what colour is a frog ?”, it answers “it is orange”.")
    assert page.evaluate("location.hash") == "#words=what+colour+is+a+frog+%3F"
    rows = page.locator("table[data-over=asked] tbody tr")
    assert [row.split()[1] for row in rows.all_inner_texts()] == ["1", "2", "3", "4"]
    assert "orange" in page.locator("table[data-over=asked] tr.focus").inner_text()
    wording = "It wrote “it is orange” and then the mark for the end, in 4 passes."
    assert wording in text(page)
    page.get_by_role("link", name="pass 4").press("Enter")
    told(page, "the pass that wrote “<end>”")
    assert page.evaluate("location.hash").endswith("&at=10")
    assert page.evaluate("document.activeElement.textContent") == "pass 4"
    page.go_back()
    told(page, "the pass that wrote “orange”")
    page.reload()
    told(page, "the pass that wrote “orange”")
    page.get_by_role("link", name="Back to").click()
    untold(page)
    assert text(page) == before, "the book's own question is the page as it was built"


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
    assert "It wrote “small” and then ran out of room" in text(page)


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
    hold_size(page)


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
