"""The first page in a browser: its sentence can be changed, written on, shared and followed."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.conftest import Built

WORDS = "svg.drawing-opening a"


@pytest.fixture
def front(browser: Browser, built: Built) -> Iterator[Page]:
    page = browser.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto((built.html / "index.html").as_uri())
    page.wait_for_selector(".own")
    yield page
    page.close()
    assert not faults


def sentence(page: Page) -> str:
    return " ".join(text[:-1] for text in page.locator(WORDS).all_text_contents())


def change(page: Page, place: int, word: str) -> None:
    page.locator(WORDS).nth(place - 1).click()
    page.locator(".own-words").get_by_role("button", name=word, exact=True).click()


def test_a_word_is_changed_and_the_model_guesses_anew(front: Page) -> None:
    change(front, 3, "ran")
    front.wait_for_selector(".own-status:has-text('the dog ran on the')")
    assert sentence(front) == "the dog ran on the"
    title = front.locator("svg.drawing-opening title").text_content()
    assert title == "the dog ran on the: the model guesses park."
    assert front.locator(".reading").is_hidden(), "it is about the book's own sentence"
    front.get_by_role("link", name="Back to").click()
    front.wait_for_selector(".reading:visible")
    assert sentence(front) == "the dog sat on the"


def test_the_model_writes_on_and_the_address_says_so(front: Page) -> None:
    front.get_by_role("button", name="Write on").click()
    front.wait_for_selector(".own-status:has-text('mat')")
    assert sentence(front) == "the dog sat on the mat"
    assert front.url.endswith("#words=the+dog+sat+on+the+mat")
    front.go_back()
    front.wait_for_selector(".reading:visible")
    assert sentence(front) == "the dog sat on the"


def test_the_sentence_is_followed_in_the_chapter(front: Page) -> None:
    change(front, 3, "ran")
    front.get_by_role("link", name="Follow this sentence").click()
    front.wait_for_selector("p.sentence:has-text('ran')")
    assert "from-words-to-a-guess.html#words=the+dog+ran+on+the" in front.url


def test_the_keyboard_suffices(front: Page) -> None:
    front.locator(WORDS).nth(1).focus()
    front.keyboard.press("Enter")
    assert front.evaluate("document.activeElement.textContent") == "dog"
    front.keyboard.press("Tab")
    front.keyboard.press("Enter")
    front.wait_for_selector(".own-status:not(:empty)")
    assert sentence(front) == "the bird sat on the"


def test_words_that_the_model_does_not_know_are_named(front: Page) -> None:
    front.evaluate("location.hash = '#words=the+dgo'")
    front.wait_for_selector(".own-status:has-text('dgo')")
    assert sentence(front) == "the dog sat on the"


def test_without_scripts_the_words_lead_to_their_pages(browser: Browser, built: Built) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((built.html / "index.html").as_uri())
    page.locator(WORDS).nth(1).click()
    assert page.url.endswith("from-words-to-a-guess/the-dog-sat-on-the/2.html")
    context.close()
