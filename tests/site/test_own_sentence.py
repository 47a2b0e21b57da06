"""A reader's own sentence on the chapter's page: told as the book would tell it, or not at all.

Uses the system's Chromium; without one these tests are skipped.
"""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from bookbuild.lines.lines import line_of
from engine.figures.descriptions import CHOSEN
from engine.runs.run import Run
from subjects.models.cases import CASES, CASES_OF_FIGURES, cases_of
from subjects.signal.followed import Spot
from subjects.signal.subject import Signal
from tests.conftest import Built
from tests.models.small_model import WORDS
from tests.site.addresses import go, told, untold
from tests.site.blocks import blocks, same, seen
from tests.site.layout import text
from tests.site.own_words import hold_lines, hold_size
from tests.site.samedigits import CHROMIUM
from tests.subjects.found import subject_of
from tests.tools import add_tools

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")

CHAPTER = "from-words-to-a-guess.html"
OF_THE_CHAPTER = "FIGURE.picture.pattern"  # on its own page alone


@dataclass(frozen=True)
class At:
    """A word that a page follows."""

    run: Run
    here: int


@pytest.fixture
def page(browser: Browser, built: Built) -> Iterator[Page]:
    page = browser.new_page()
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto((built.html / CHAPTER).as_uri())
    yield page
    page.close()
    assert not faults


def follow(page: Page, words: str, at: int) -> None:
    go(page, f"words={words.replace(' ', '+')}&at={at}")


def followed(html: Path) -> Iterator[tuple[str, int, Path]]:
    """Yield the book's sentences at two first words and the last, with the page of each."""
    folder = html / CHAPTER.removesuffix(".html")
    for path in sorted(folder.rglob("*.html")):
        words, at = path.parent.name.replace("-", " ").replace("stop", "."), int(path.stem)
        if at in (1, 2, len(words.split())):
            yield words, at, path


def test_a_sentence_of_the_book_is_told_as_on_its_own_page(page: Page, built: Built) -> None:
    reference = page.context.browser.new_page()  # type: ignore[union-attr]
    count = 0
    for words, at, path in followed(built.html):
        follow(page, words, at)
        reference.goto(path.as_uri())
        here = [html for kind, html in blocks(page) if kind != OF_THE_CHAPTER]
        same(here, seen(reference), f"“{words}”, {at}")
        count += 1
    assert count > 15
    reference.close()


def test_scripts_know_the_cases_of_the_book_and_when_each_holds(page: Page, built: Built) -> None:
    add_tools(page)
    assert set(page.evaluate("Object.keys(Workings.CASES)")) == {*CASES, *CASES_OF_FIGURES}
    cases = [*CASES, *(f"{case} share" for case in ("itself", "other"))]
    cases += [f"uneven {name}" for name in ("share_sum", "guess.share_sum")]
    for followed in subject_of(Signal, built.site.subjects).followed("signal").values():
        for here in followed.places:
            holding = page.evaluate(
                """([words, here, cases]) => {
                    const run = new Workings.Run(Workings.programs.signal, words);
                    return cases.filter((one) => {
                        const [name, ...of] = one.split(" ");
                        return Workings.CASES[name]({run, here, book: true}, ...of);
                    });
                }""",
                [followed.run.words, here, cases],
            )
            known = cases_of(Spot(followed, here))
            assert holding == [case for case in cases if known.hold(case)], (followed, here)


def test_lines_of_any_sentence_close_in_the_eyes_of_the_auditor(page: Page, tmp_path: Path) -> None:
    numbers = random.Random(3)
    for number in range(4):
        words = numbers.choices(WORDS, k=numbers.randint(1, 8))
        follow(page, " ".join(words), numbers.randint(1, len(words)))
        hold_lines(page, tmp_path / f"{number}.html", more_than=90)


def test_words_are_added_followed_and_taken_away_and_the_back_button_knows(page: Page) -> None:
    before = text(page)
    page.get_by_role("button", name="mat", exact=True).click()
    assert page.evaluate("location.hash") == "#words=the+dog+sat+on+the+mat&at=6"
    assert page.inner_text(".sentence [aria-current]").startswith("mat")
    page.locator(".sentence a", has_text="dog").press("Enter")
    assert page.evaluate("location.hash") == "#words=the+dog+sat+on+the+mat&at=2"
    assert page.evaluate("document.activeElement.textContent") == "dog2"
    page.get_by_role("button", name="Take “dog” away").click()
    assert page.evaluate("location.hash") == "#words=the+sat+on+the+mat&at=1"
    page.get_by_role("link", name="Back to").click()
    untold(page)
    assert text(page) == before, "the book's own sentence is the page as it was built"
    page.go_back()
    page.go_back()
    told(page, "This page now follows “dog”")
    page.reload()
    told(page, "This page now follows “dog”")
    page.go_back()
    page.go_back()
    untold(page)
    assert text(page) == before


def test_the_guess_is_added_until_there_is_no_more_room(page: Page) -> None:
    for _ in range(3):
        guess = page.inner_text(".sentence .guess").split()[-1]
        page.get_by_role("button", name="Add the guess").click()
        assert page.inner_text(".sentence [aria-current]").startswith(guess)
    assert page.locator(".sentence .w").count() == 8
    full = page.get_by_role("button", name="Add the guess")
    assert full.get_attribute("aria-disabled") == "true"
    full.click(force=True)
    assert page.locator(".sentence .w").count() == 8


def test_a_sentence_is_never_empty(page: Page) -> None:
    follow(page, "the", 1)
    less = page.get_by_role("button", name="Take “the” away")
    assert less.get_attribute("aria-disabled") == "true"
    less.click(force=True)
    assert page.locator(".sentence .w").count() == 1


def test_the_book_s_sentences_are_a_press_away(page: Page) -> None:
    link = page.get_by_role("navigation", name="Example sentences").get_by_role("link")
    link.filter(has_text="the bird flew in the").click()
    told(page, "This page now follows “the” in “the bird flew in the”")
    current = page.locator(".crumbs [aria-current]")
    assert current.all_inner_texts() == ["the bird flew in the"]


def test_the_temperature_is_chosen(page: Page, built: Built) -> None:
    dial = page.get_by_role("slider", name="Temperature")
    before = page.text_content("#four-moves-to-begin-with + p")
    dial.fill("0.7")
    assert page.evaluate("location.hash") == "#t=0.7"
    assert page.locator(".own-heat b").text_content() == "0.7"
    model = subject_of(Signal, built.site.subjects).library.figures("signal")
    if "temperature_0.7" not in model.arrays:
        model.give_fact("temperature_0.7", "0.7", CHOSEN)
    run = Run(model, "the dog sat on the".split(), ("0.7",))
    for name in ("tempered", "raised", "share"):
        figure = run.figure(f"guess_at_0.7.{name}[5,{run.answer(5)}]")
        line = page.locator(f'[data-line="{figure.name}"]')
        assert " ".join(line.inner_text().split()) == " ".join(shown(line_of(figure).text).split())
    assert page.text_content("#four-moves-to-begin-with + p") == before, "it is the book's sentence"
    page.get_by_role("button", name="cat", exact=True).click()
    assert page.evaluate("location.hash") == "#words=the+dog+sat+on+the+cat&at=6&t=0.7"
    told(page, "At temperature 0.7, with ")
    go(page, "t=99&words=the")
    assert page.locator(".own-heat b").text_content() == "3"


def shown(text: str) -> str:
    """Return a line's text as a page shows it: a raised exponent has no sign."""
    return re.sub(r"\^\(?([^() ]*)\)?", r"\1", text)


def test_a_figure_of_one_s_own_tells_its_line_and_has_an_address(page: Page) -> None:
    follow(page, "the bird ran", 3)
    page.locator('[data-line="query[3,1]"] b').click()
    panel = page.get_by_role("dialog", name="Where did this number come from?")
    assert "query[3,1]" in panel.inner_text()
    assert "half away from zero: 2 places" in panel.inner_text()
    address = panel.get_by_role("link").get_attribute("href")
    assert address is not None
    assert address.endswith("#words=the+bird+ran&at=3&figure=signal/the-bird-ran:query[3,1]")
    page.goto("about:blank")
    page.goto(address)
    panel.wait_for()
    assert "query[3,1]" in panel.inner_text()


def test_a_place_on_the_page_has_an_address_of_its_own(page: Page) -> None:
    follow(page, "the bird ran", 3)
    page.locator("#step-8 a.here").click()
    assert page.evaluate("location.hash") == "#words=the+bird+ran&at=3&to=step-8"
    # The page's policy forbids what Playwright waits with, so it is asked again and again.
    for _ in range(100):
        top = page.evaluate("document.getElementById('step-8').getBoundingClientRect().top")
        if abs(top) < 80:
            break
        page.wait_for_timeout(50)
    assert abs(top) < 80
    assert page.inner_text(".sentence [aria-current]").startswith("ran")


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("the%20cow", "doesn’t know the word “cow”. The nearest that it knows are"),
        ("the%20dgo", "“dog”"),
        ("<img src=x onerror=alert(1)>", "word “<img”"),
        ("the+" * 9, "at most 8 words"),
    ],
)
def test_words_that_can_not_be_read_are_refused_as_text(page: Page, typed: str, told: str) -> None:
    before = page.inner_html("main > h1 ~ .sentence")
    go(page, f"words={typed}")
    assert told in page.get_by_role("status").inner_text()
    assert page.inner_html("main > h1 ~ .sentence") == before
    assert not page.query_selector("main img")


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_the_box_and_a_long_sentence_fit(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    follow(page, "flew flew park park bird bird flew park", 8)
    hold_size(page)
