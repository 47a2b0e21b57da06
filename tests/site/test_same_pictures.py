"""A picture drawn in the browser is the book's, mark for mark.

Uses the system's Chromium; without one these tests are skipped. `make same-digits` draws hundreds.
"""

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import Any

import pytest
from playwright.sync_api import Page

from bookbuild import pictures
from bookbuild.core.config import read_book
from bookbuild.pictures.svg import coordinate, fit
from engine.runs.generation import answer
from engine.runs.run import ModelFigures
from subjects.models.tables import sentences_of
from subjects.signal.pictures import REDRAWN
from tests import ROOT
from tests.bookbuild.pictures import samples
from tests.site.samedigits import CHROMIUM, chromium, drawn, models, opened
from tests.site.samepictures import (
    PICTURED,
    SHOW,
    canonical,
    first_difference,
    pictures_differ,
    unpainted,
)

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")

Both = tuple[ModelFigures, ModelFigures]
MANY = tuple("abcdefghijkl")

SAMPLES: list[tuple[str, Callable[[Any], str], Any]] = [
    ("waves", pictures.waves, samples.waves_data()),
    ("bend", pictures.bend, samples.bend_data()),
    ("listening", pictures.listening, samples.listening_data()),
    ("listening", pictures.listening, samples.listening_data(MANY, 7)),
    ("opening", pictures.opening, samples.opening_data(samples.listening_data())),
    ("opening", pictures.opening, samples.opening_data(samples.listening_data(MANY, 12))),
    ("pattern", pictures.pattern, samples.pattern_data()),
    ("pattern", pictures.pattern, samples.pattern_data(MANY, 7)),
    ("pattern", pictures.pattern, samples.across_data()),
    ("temperatures", pictures.temperatures, samples.temperatures_data()),
    ("stream", pictures.stream, samples.stream_data()),
    ("flow", pictures.flow, samples.flow_data(linked=True)),
    ("flow", pictures.flow, samples.flow_data(MANY, heads=4, size=90)),
]


@pytest.fixture(scope="module")
def both() -> Both:
    return models()[:2]


@pytest.fixture(scope="module")
def page(both: Both) -> Iterator[Page]:
    with chromium() as browser, opened(browser, both) as page:
        yield page


@pytest.mark.parametrize(("kind", "draw", "data"), SAMPLES)
def test_the_same_data_makes_the_same_picture(
    page: Page, kind: str, draw: Callable[[Any], str], data: Any
) -> None:
    plain = json.dumps(asdict(data), default=lambda entry: entry.value)
    picture = "Workings.PICTURES[kind](JSON.parse(data, (_, value) => value ?? undefined))"
    show = f"([kind, data]) => ({SHOW})({picture})"
    ours, there = unpainted(draw(data)), page.evaluate(show, [kind, plain])
    assert canonical(ours) == canonical(there), first_difference(ours, there)


def test_scripts_draw_just_the_kinds_that_pages_ask_them_for(page: Page) -> None:
    assert set(page.evaluate("Object.keys(Workings.PICTURES)")) == REDRAWN
    assert {kind for pictured in PICTURED.values() for kind, _ in pictured} == REDRAWN


def test_coordinates_and_shortened_words_are_the_same(page: Page) -> None:
    numbers = random.Random(5)
    values = [eighths / 8 for eighths in range(-33, 33)]
    values += [round(numbers.uniform(-400, 400), numbers.randint(0, 16)) for _ in range(500)]
    there = page.evaluate("values => values.map((value) => Workings.svg.moves(value))", values)
    assert [coordinate(value) for value in values] == there
    words = [
        (word, width)
        for word in ("mmmm", "illicit", "Ünïcode", "漢字漢字", "🐈🐈")
        for width in (9, 25, 40)
    ]
    there = page.evaluate(
        "words => words.map(([word, width]) => Workings.svg.fit(word, width, 12))", words
    )
    assert [fit(word, width, 12) for word, width in words] == there


def test_the_sentences_of_the_book_have_the_same_pictures_at_each_word(
    page: Page, both: Both
) -> None:
    for words in sentences_of(read_book(ROOT), "follow")["signal"]:
        places = range(1, len(words) + 1)
        assert not pictures_differ(page, both[0], words, places, links=True), words


def test_questions_of_the_book_have_the_same_pictures_at_each_pass(page: Page, both: Both) -> None:
    for words in sentences_of(read_book(ROOT), "ask")["answers"][:2]:
        run = answer(both[1], words).run
        places = range(len(words) + 1, len(run.words) + 1)
        assert not pictures_differ(page, both[1], run.words, places, links=True), words


def test_any_words_have_the_same_pictures_and_lead_nowhere_on_paper(page: Page, both: Both) -> None:
    numbers = random.Random(11)
    for model in both:
        for count in (1, model.variant.context, None, None):
            words = drawn(numbers, model.vocabulary, count or model.variant.context)
            here = [len(words), numbers.randint(1, len(words))]
            assert not pictures_differ(page, model, words, here, links=False), words


def test_a_changed_stroke_is_noticed(page: Page, both: Both) -> None:
    page.evaluate("""() => {
        const {draw} = Workings;
        Workings.draw = (...given) => {
            const picture = draw(...given);
            picture.held.find(({kind}) => kind.tag === "line").values[5] += 0.1;
            return picture;
        };
        Workings.undo = () => { Workings.draw = draw; };
    }""")
    try:
        assert pictures_differ(page, both[0], ["the", "dog"], [2], links=True)
    finally:
        page.evaluate("Workings.undo()")
