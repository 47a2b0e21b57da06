"""The browser works the engine's digits: whole numbers in JavaScript against `Decimal` in Python.

Uses the system's Chromium; without one these tests are skipped. `make same-digits` works hundreds.
"""

import random
from collections.abc import Collection, Iterator, Mapping
from decimal import Decimal
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page

from engine.figures import decimals
from engine.figures.decimals import Digits, Places, Rule, plain, printed
from engine.figures.operations.table import OPERATIONS
from engine.runs.run import ModelFigures
from engine.runs.translation_run import TranslatorFigures
from tests.site.samedigits import (
    CHROMIUM,
    FIGURES,
    TEMPERATURES,
    chromium,
    drawn,
    models,
    opened,
    question_differs,
    sentence_differs,
    translation_differs,
)

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")

Models = tuple[ModelFigures, ModelFigures, TranslatorFigures]
RULES: list[Rule] = [Places(0), Places(2), Places(4), Places(3, first_digit=True), Digits(4)]


@pytest.fixture(scope="module")
def every() -> Models:
    return models()


@pytest.fixture(scope="module")
def page(every: Models) -> Iterator[Page]:
    with chromium() as browser, opened(browser, every) as page:
        yield page


def test_every_figure_and_line_of_a_sentence_is_the_same(page: Page, every: Models) -> None:
    signal, numbers = every[0], random.Random(7)
    sentences = [["the"], ["."] * 8, "the dog sat on the".split()]
    sentences += [drawn(numbers, signal.vocabulary, 8) for _ in range(5)]
    for words in sentences:
        temperature = numbers.choice(TEMPERATURES)
        assert not sentence_differs(page, signal, words, temperature), (words, temperature)


def test_every_figure_of_an_answer_is_the_same(page: Page, every: Models) -> None:
    answers, numbers = every[1], random.Random(7)
    assert not question_differs(page, answers, ["cat", "?"], lines=True)
    for words in ("what colour is a frog ?".split(), drawn(numbers, answers.vocabulary, 5)):
        assert not question_differs(page, answers, words), words


def test_every_figure_of_a_translation_is_the_same(page: Page, every: Models) -> None:
    translator, numbers = every[2], random.Random(7)
    read = translator.source_vocabulary
    assert not translation_differs(page, translator, ["she", "sleeps"], lines=True)
    for words in ("the small mouse cannot sleep".split(), ["the"] * 8, drawn(numbers, read, 5)):
        assert not translation_differs(page, translator, words), words


def test_a_changed_digit_is_noticed(page: Page, every: Models) -> None:
    change = """([from, to]) => {
        const changed = structuredClone(Workings.programs.signal);
        const table = changed.given.find(({name}) => name === "w_query");
        table.values[0] = table.values[0].replace(from, to);
        Workings.programs.signal = changed; // what a program is given is read once
    }"""
    first = every[0].arrays["w_query"].figure(0, 0).plain.replace("−", "-")
    other = first[:-1] + ("1" if first[-1] != "1" else "2")
    page.evaluate(change, [first, other])
    try:
        assert sentence_differs(page, every[0], ["the", "dog"], "1")
    finally:
        page.evaluate(change, [other, first])
    assert not sentence_differs(page, every[0], ["the", "dog"], "1")


def test_a_run_that_reads_on_is_the_run_of_all_its_words(page: Page) -> None:
    tell = """() => {
        const {signal} = Workings.programs;
        const words = "a bird flew in the sky .".split(" ");
        const on = new Workings.Run(signal, words.slice(0, 1), ["0.7"]);
        for (const word of words.slice(1)) on.extend([word]);
        const tell = (run) => (FIGURES)(run).map((figure) => figure.name + figure.text);
        return [tell(on), tell(new Workings.Run(signal, words, ["0.7"]))].map((all) => all.join());
    }"""
    both_ways = page.evaluate(tell.replace("FIGURES", FIGURES))
    assert both_ways[0] == both_ways[1]
    assert len(both_ways[0]) > 10_000


@pytest.mark.parametrize(
    ("words", "told"), [(["the", "<b>cow"], "“<b>cow” is no word"), (["the"] * 9, "at most 8")]
)
def test_what_the_model_can_not_read_is_refused(page: Page, words: list[str], told: str) -> None:
    message = page.evaluate(
        """words => {
            try { new Workings.Run(Workings.programs.signal, words); } catch (error) {
                return error.message;
            }
        }""",
        words,
    )
    assert told in message


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["the", "<b>cow"], "“<b>cow” is no word"),
        (["le"], "“le” is no word"),
        (["<end>"], "“<end>” is no word"),
        (["the"] * 9, "at most 8"),
        ([], "empty"),
    ],
)
def test_what_can_not_be_translated_is_refused(page: Page, words: list[str], told: str) -> None:
    message = page.evaluate(
        """words => {
            try { Workings.translate(Workings.programs.translator, words); } catch (error) {
                return error.message;
            }
        }""",
        words,
    )
    assert told in message


def halves_missing(rows: Mapping[str, Collection[str]]) -> list[str]:
    """Compare the declarations with JavaScript's table: who works and who writes an operation."""
    missing = []
    for name, operation in OPERATIONS.items():
        if not operation.browser:
            continue
        if name not in rows:
            missing.append(f"OPERATIONS of operations.js has no row for “{name}”")
            continue
        halves = {"line": operation.line, "source": operation.passes_on}
        needed = {"work", *(half for half, declared in halves.items() if declared)}
        missing += [f"the row of “{name}” has no “{half}”" for half in needed - set(rows[name])]
        more = sorted(set(rows[name]) - needed)
        missing += [f"the row of “{name}” has “{half}”, Python’s has not" for half in more]
    own = {name for name, operation in OPERATIONS.items() if operation.browser}
    return missing + [
        f"“{name}” is not declared with browser=True" for name in rows if name not in own
    ]


def test_an_operation_is_declared_once_and_has_one_row_in_javascript(page: Page) -> None:
    rows: dict[str, list[str]] = page.evaluate(
        """Object.fromEntries(
            Object.entries(Workings.OPERATIONS).map(([name, row]) => [name, Object.keys(row)]))"""
    )
    assert halves_missing(rows) == []
    without = {name: halves for name, halves in rows.items() if name != "linear"}
    assert halves_missing(without) == ["OPERATIONS of operations.js has no row for “linear”"]
    assert halves_missing(rows | {"exp": ["work"]}) == ["the row of “exp” has no “line”"]
    assert halves_missing(rows | {"lookup": ["work"]}) == ["the row of “lookup” has no “source”"]
    assert halves_missing(rows | {"count_zeros": ["work", "line"]}) == [
        "the row of “count_zeros” has “line”, Python’s has not"
    ]
    assert halves_missing(rows | {"median": ["work", "line"]}) == [
        "“median” is not declared with browser=True"
    ]


def asked(page: Page, script: str, cases: list[Any]) -> list[Any]:
    told: list[Any] = page.evaluate(f"cases => cases.map({script})", cases)
    return told


def rule_data(rule: Rule) -> dict[str, int | bool]:
    if isinstance(rule, Digits):
        return {"digits": rule.digits}
    return {"places": rule.places, "first_digit": rule.first_digit}


def test_decimals_are_rounded_and_printed_as_the_engine_does(page: Page) -> None:
    numbers = random.Random(3)
    texts = ["0", "-0.004", "0.125", "-0.125", "2.675", "9.9996", "999999.6", "123456.5",
             "99999", "9999.995", "0.00001", "0.000004", "1234567"]  # fmt: skip
    texts += [f"{numbers.randint(-(10**9), 10**9)}e{numbers.randint(-40, 12)}" for _ in range(200)]
    cases, expected = [], []
    for text in texts:
        for rule in RULES:
            exact = Decimal(text)
            with_rule = rule.write(exact)
            _, _, exponent = exact.as_tuple()
            coefficient = int(exact.scaleb(-int(exponent)))
            cases.append([str(coefficient), exponent, rule_data(rule)])
            expected.append([printed(with_rule), plain(with_rule)])
    script = """([c, e, rule]) => {
        const {write, printed, plain} = Workings.decimal;
        const written = write({c: BigInt(c), e}, rule);
        return [printed(written), plain(written)];
    }"""
    assert asked(page, script, cases) == expected


def test_quotients_are_rounded_half_away_from_zero(page: Page) -> None:
    numbers = random.Random(5)
    pairs = [(1, 8), (-1, 8), (5, 2), (-5, 2), (1, 3), (2, 3), (0, 7), (1, 10**7)]
    pairs += [
        (numbers.randint(-9999, 9999), numbers.choice([-8, 3, 7, 16, 1999])) for _ in range(200)
    ]
    cases = [[str(a), str(b), rule_data(rule)] for a, b in pairs for rule in RULES]
    expected = [
        plain(rule.write(decimals.EXACT.divide(Decimal(a), Decimal(b))))
        for a, b in pairs
        for rule in RULES
    ]
    script = """([a, b, rule]) => {
        const {over, write, plain} = Workings.decimal;
        return plain(write(over({c: BigInt(a), e: 0}, {c: BigInt(b), e: 0}), rule));
    }"""
    assert asked(page, script, cases) == expected


def test_roots_powers_and_waves_are_right_to_more_than_forty_digits(page: Page) -> None:
    texts = ["0.01", "0.02", "0.5", "1.00", "2.37", "14.25", "70.05", "123.4567"]
    signed = [*texts, *("-" + text for text in texts)]
    rule, places = Digits(42), Places(42)
    array = [Decimal(text) for text in signed]
    expected = {
        "squareRoot": [decimals.FINE.sqrt(abs(x)) for x in array],
        "powerOfE": [decimals.power_of_e(x) for x in array],
        "tanh": list(decimals.tanh(np.array(array, dtype=object))),
        "sine": [decimals.sine(decimals.EXACT.divide(x, Decimal(7))) for x in array],
        "cosine": [decimals.cosine(decimals.EXACT.divide(x, Decimal(7))) for x in array],
    }
    script = """([name, text]) => {
        const {powers, decimal: {read, write, plain}} = Workings;
        const x = read(text), seven = {c: 7n, e: 0};
        const wave = name === "sine" || name === "cosine";
        const exact = wave ? powers.wave(x, seven, name === "cosine") : powers[name](x);
        return plain(write(exact, wave || name === "tanh" ? {places: 42} : {digits: 42}));
    }"""
    for name, results in expected.items():
        cases = [
            [name, text.removeprefix("-") if name == "squareRoot" else text] for text in signed
        ]
        by = rule if name in ("squareRoot", "powerOfE") else places
        assert asked(page, script, cases) == [plain(by.write(one)) for one in results], name


def test_a_power_that_comes_out_whole_is_whole(page: Page) -> None:
    script = """([base, exponent, width]) => {
        const {powers, decimal: {read, write, plain}} = Workings;
        return plain(write(powers.power(read(base), read(exponent), read(width)), {digits: 30}));
    }"""
    found = asked(page, script, [["10000", "2", "8"], ["10000", "0", "8"], ["10000", "2", "6"]])
    assert found[:2] == ["10." + "0" * 28, "1." + "0" * 29]
    third = decimals.divisor(*(np.array(Decimal(n), dtype=object) for n in (10000, 2, 6)))
    assert found[2] == plain(Digits(30).write(third.item()))
