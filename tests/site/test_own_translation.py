"""A reader's own sentence on the translator's page: told as the book would tell it.

Uses the system's Chromium; without one these tests are skipped.
"""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from bookbuild.chapters.kit import Setting, anchor
from bookbuild.markup.trees import written_html
from bookbuild.passes.context import Context
from bookbuild.passes.table import change
from bookbuild.site.pages import Site
from subjects.translator.subject import Translating
from tests.conftest import Built
from tests.site.addresses import go, told, untold
from tests.site.blocks import FILL, same, seen
from tests.site.layout import text
from tests.site.own_words import hold_lines, hold_size
from tests.site.samedigits import CHROMIUM, drawn
from tests.subjects.found import subject_of
from tests.tools import add_tools

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")

CHAPTER = "the-journey-of-a-sentence"
OWN = "the cat chases the mouse"


@pytest.fixture(scope="module")
def opened(browser: Browser, built: Built) -> Iterator[tuple[Page, list[str]]]:
    page = browser.new_page()
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto((built.html / f"{CHAPTER}.html").as_uri())
    yield page, faults
    page.close()


@pytest.fixture
def page(opened: tuple[Page, list[str]]) -> Iterator[Page]:
    """The page, put back to the book's own sentence before each test; none may find a fault."""
    page, faults = opened
    page.set_viewport_size({"width": 1280, "height": 800})
    if page.evaluate("location.hash"):
        go(page, "")
    page.evaluate("document.querySelector('.own input').value = ''")
    yield page
    assert not faults


def follow(page: Page, words: str, **places: int) -> None:
    at = "".join(f"&{key}={place}" for key, place in places.items())
    go(page, f"words={words.replace(' ', '+')}{at}")


def as_the_book_tells(site: Site, words: str, patch: pytest.MonkeyPatch) -> str:
    """Return the chapter as it would be if the book told of this sentence, at the same places."""
    contents, translating = site.contents, subject_of(Translating, site.subjects)
    shown = translating.translator("translator").translation(words.split())
    patch.setattr(translating, "first_translation", lambda _: shown)
    patch.setattr(contents, "_claims_as_warnings", True)
    entry = contents.find(CHAPTER)
    setting = Setting(
        "html", lambda _: None,
        chapter_link=lambda other: anchor(f"{other.name}.html", other.title),
        file_link=lambda text, file: anchor(file, text),
    )  # fmt: skip
    tree = contents.render(entry, contents.own_view(entry), setting).tree()
    return written_html(change(tree, "site", Context()))


@pytest.mark.parametrize(
    "words", ["a mouse sees some black cats", "the small mouse cannot sleep", "not sleeps dog are"]
)
def test_a_sentence_is_told_as_the_book_would_tell_it(
    page: Page, built: Built, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    follow(page, words, at=4, after=4)
    here = seen(page)
    html = as_the_book_tells(built.site, words, monkeypatch)
    reference = page.context.browser.new_page()  # type: ignore[union-attr]
    reference.set_content(f"<!DOCTYPE html><main>{html}</main>")
    there = seen(reference)
    reference.close()
    same(here, there)
    assert len(here) > 100
    assert any("it came to no end" in block for block in here) == (words == "not sleeps dog are")


def test_told_with_the_book_s_sentence_the_page_is_the_built_one(page: Page) -> None:
    page.reload()
    built = seen(page)
    add_tools(page)
    assert page.evaluate(
        f"""words => {{
            const {{run}} = Workings.translate(Workings.programs.translator, words);
            return ({FILL})({{run, read: 4, here: 4, book: true}});
        }}""",
        OWN.split(),
    )
    same(seen(page), built)
    page.reload()


def test_lines_of_any_sentence_close_in_the_eyes_of_the_auditor(
    page: Page, built: Built, tmp_path: Path
) -> None:
    model = subject_of(Translating, built.site.subjects).translator("translator").figures
    numbers = random.Random(3)
    for number in range(4):
        words = drawn(numbers, model.source_vocabulary, model.variant.context)
        follow(page, " ".join(words), at=numbers.randint(1, len(words)))
        hold_lines(page, tmp_path / f"{number}.html", more_than=90)


def test_words_are_added_followed_and_taken_away_and_the_back_button_knows(page: Page) -> None:
    before = text(page)
    page.get_by_role("button", name="not", exact=True).click()
    assert page.evaluate("location.hash") == "#words=the+cat+chases+the+mouse+not&at=6"
    read, written = page.locator("main > .sentence").all()[:2]
    assert read.locator("[aria-current]").inner_text().startswith("not")
    read.locator("a", has_text="cat").press("Enter")
    assert page.evaluate("location.hash") == "#words=the+cat+chases+the+mouse+not&at=2"
    assert page.evaluate("document.activeElement.textContent") == "cat2"
    page.get_by_role("button", name="Take “cat” away").click()
    assert page.evaluate("location.hash") == "#words=the+chases+the+mouse+not&at=1"
    written.locator("a").first.click()
    assert "after=" in page.evaluate("location.hash")
    page.get_by_role("link", name="Back to").click()
    untold(page)
    assert text(page) == before, "the book's own sentence is the page as it was built"
    for _ in range(3):
        page.go_back()
    told(page, "This page now follows “cat”")
    page.reload()
    told(page, "This page now follows “cat”")
    page.go_back()
    page.go_back()
    untold(page)
    assert text(page) == before


def test_the_pass_that_looks_at_the_followed_word_is_told(page: Page) -> None:
    follow(page, "the cats are sleeping", at=2)
    told(page, "“the cats are sleeping” becomes “les chats dorment”.")
    told(page, "This page now follows “cats”, and the pass after “les”, which writes “chats”")
    page.locator("main > .sentence").nth(1).locator("a", has_text="dorment").click()
    told(page, "the pass after “dorment”, which writes “<end>”")
    assert page.evaluate("location.hash") == "#words=the+cats+are+sleeping&at=2&after=4"
    heads = page.locator("table[data-over=passes] tbody th").all_text_contents()
    assert [head.split()[1] for head in heads] == ["1", "2", "3", "4"]
    last = page.locator("table[data-over=passes] tbody tr").last
    assert "<end>" in (last.text_content() or "")


def test_a_sentence_is_typed_or_chosen(page: Page) -> None:
    field = page.get_by_role("textbox", name="Or type one")
    field.fill("The small cow is NOT big.")
    field.press("Enter")
    told(page, "“the small cow is not big” becomes “la petite vache n'est pas grand”.")
    choice = page.get_by_role("combobox")
    assert choice.input_value() == "the small cow is not big"
    choice.select_option("he sleeps")
    told(page, "“he sleeps” becomes “il dort”.")
    field.fill("")
    field.press("Enter")
    told(page, "“he sleeps” becomes “il dort”.")


@pytest.mark.parametrize(
    ("typed", "refusal"),
    [
        ("the%20catt", "doesn’t know the word “catt”. The nearest that it knows are “cat”"),
        ("le%20chat", "word “le”"),
        ("%3Cend%3E", "word “<end>”"),
        ("<img src=x onerror=alert(1)>", "word “<img”"),
        ("%00%1B%5B2J", "doesn’t know the word"),
        ("the+" * 9, "at most 8 words"),
        ("x" * 5000, "x…”"),
    ],
)
def test_words_that_can_not_be_read_are_refused_as_text(
    page: Page, typed: str, refusal: str
) -> None:
    before = page.inner_html("main > h1 ~ .sentence")
    go(page, f"words={typed}&at=-1&after=9e9")
    assert refusal in page.get_by_role("status").inner_text()
    assert page.inner_html("main > h1 ~ .sentence") == before
    assert not page.query_selector("main img")


@pytest.mark.parametrize("hash_", ["words=he&at=7&after=0", "words=he&at=1.5&after=x", "at=9"])
def test_places_that_are_none_are_left_aside(page: Page, hash_: str) -> None:
    go(page, hash_)
    assert page.locator("main > .sentence [aria-current]").count() >= 2


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_the_box_and_a_long_sentence_fit(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    follow(page, "sleeping chasing cannot sleeping chasing cannot sleeping chasing", at=8)
    hold_size(page)


def test_a_figure_of_one_s_own_tells_its_line(page: Page) -> None:
    follow(page, "she sleeps", at=2)
    page.locator('[data-line="encoder.x[2,1]"] b').click()
    panel = page.get_by_role("dialog", name="Where did this number come from?")
    assert "encoder.x[2,1]" in panel.inner_text()
    assert "half away from zero: 3 places" in panel.inner_text()
