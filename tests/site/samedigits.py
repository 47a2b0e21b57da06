"""The same digits as the engine: programs carried out in a browser, held to the engine's own runs.

Run by itself it works hundreds of sentences, dozens of questions and translations, and draws their
pictures: `make same-digits`.
"""

import random
import shutil
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from bookbuild.core.config import read_book
from bookbuild.lines.expression import HtmlStyle
from bookbuild.lines.lines import line_of
from bookbuild.lines.presenter import percent_text
from engine.figures.descriptions import CHOSEN
from engine.runs.generation import Pass, answer
from engine.runs.run import ModelFigures, Run
from engine.runs.translation import translate
from engine.runs.translation_run import TranslationRun, TranslatorFigures
from subjects.models.library import Library
from subjects.models.program import write_program
from tests.site.samepictures import pictures_differ
from tests.tools import tools

ROOT = Path(__file__).parents[2]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update",
         "--disable-sync"]  # fmt: skip
TEMPERATURES = [f"{tenths / 10:g}" for tenths in range(2, 31)]
POLICY = "default-src 'none'; script-src 'self' file:"

# Every figure of a run itself. An array that no operation made may go on behind the run's words.
FIGURES = """(run) => [...run.arrays.values()].flatMap((array) => {
    if (array.scope !== undefined) return [];
    const length = array.operation || array.flat ? array.rows.length : run.words.length;
    return Array.from({length}, (_, at) => array.row(at))
        .flatMap((row, at) => row.map((_, column) => run.find(array, at, column)))
        .filter((figure) => figure.array.name === array.name);
})"""

# One text for each figure: its name, its printed forms, its share in percent, its line.
TELL = """({run, lines}) => {
    const rows = [], box = document.createElement("p"), show = Workings.renderer(box);
    for (const figure of (FIGURES)(run)) {
        const row = [figure.name, figure.text, Workings.decimal.plain(figure.value)];
        if (/share\\[/.test(figure.name)) row.push(Workings.decimal.percent(figure.value));
        if (lines && figure.worked) {
            const tokens = Workings.lineOf(figure);
            show([], Workings.lineParts(figure, tokens, run.scope)); // over the line before
            row.push(box.innerHTML);
        }
        rows.push(row.join("\\t"));
    }
    return rows.join("\\n");
}""".replace("FIGURES", FIGURES)

# The median time of a whole sentence with a temperature, and of a whole answer.
SPEED = """() => {
    const {signal, answers, translator} = Workings.programs;
    const median = (work) => {
        const times = Array.from({length: 15}, () => {
            const start = performance.now();
            work();
            return performance.now() - start;
        });
        return times.sort((a, b) => a - b)[7];
    };
    const sentence = "the cat ran to the park".split(" ");
    const question = "what is the capital of france ?".split(" ");
    const longest = "the small mouse cannot sleep".split(" "); // into seven words
    return {
        "a sentence": median(() => new Workings.Run(signal, sentence, ["0.7"])),
        "an answer": median(() => Workings.answer(answers, question)),
        "a translation": median(() => Workings.translate(translator, longest)),
    };
}"""


@contextmanager
def opened(browser: Browser, models: Sequence[ModelFigures | TranslatorFigures]) -> Iterator[Page]:
    """Open a page from the disk that loads the scripts and the programs, and does nothing else."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "tools.js").write_text(tools(), encoding="utf-8")
        for model in models:
            write_program(folder, model)
        scripts = ["tools", *(model.name for model in models)]
        tags = "".join(f'<script src="{script}.js"></script>' for script in scripts)
        head = (
            f'<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        )
        path = folder / "index.html"
        path.write_text(f"<!DOCTYPE html><title>.</title>{head}{tags}", encoding="utf-8")
        page = browser.new_page()
        page.goto(path.as_uri())
        yield page
        page.close()


def told(run: Run | TranslationRun, *, lines: bool) -> str:
    """Return what the engine says of every figure of a run, as `TELL` has it."""
    rows = []
    style = HtmlStyle(run.scope)
    for figure in run.figures():
        if figure.array.description.stays:
            continue
        row = [figure.name, figure.text, figure.plain]
        if "share[" in figure.name:
            row.append(percent_text(figure))
        if lines and figure.worked:
            line = line_of(figure)
            row.append(line.html(style))
        rows.append("\t".join(row))
    return "\n".join(rows)


def differences(engine: str, browser: str) -> list[tuple[str, str]]:
    """Return the rows that are not the same, character for character."""
    ours, theirs = (sorted(unescape(text).split("\n")) for text in (engine, browser))
    if len(ours) != len(theirs):
        return [(f"{len(ours)} figures", f"{len(theirs)} figures")]
    return [pair for pair in zip(ours, theirs, strict=True) if pair[0] != pair[1]]


def sentence_differs(
    page: Page, model: ModelFigures, words: Sequence[str], temperature: str, *, lines: bool = True
) -> list[tuple[str, str]]:
    """Work a sentence in the browser and in the engine; return what is not the same."""
    run = Run(model, words, (temperature,))
    there = page.evaluate(
        f"""([model, words, temperature, lines]) => {{
            const run = new Workings.Run(Workings.programs[model], words, [temperature]);
            return ({TELL})({{run, lines}});
        }}""",
        [model.name, list(words), temperature, lines],
    )
    return differences(told(run, lines=lines), there)


def question_differs(
    page: Page, model: ModelFigures, words: Sequence[str], *, lines: bool = False
) -> list[tuple[str, str]]:
    """Answer a question in the browser and in the engine; return what is not the same."""
    found = answer(model, words)
    return _written_differs(page, found.run, found.passes, "answer", words, lines=lines)


def _written_differs(
    page: Page,
    run: Run | TranslationRun,
    written: Sequence[Pass],
    by: str,
    words: Sequence[str],
    *,
    lines: bool,
) -> list[tuple[str, str]]:
    """Let the browser write too; return what is not the same in its passes and its run."""
    there: dict[str, Any] = page.evaluate(
        f"""([model, by, words, lines]) => {{
            const {{run, passes}} = Workings[by](Workings.programs[model], words);
            const told = passes.map(({{here, word, chance}}) => [here, word, chance.text]);
            return {{words: run.words, told, figures: ({TELL})({{run, lines}})}};
        }}""",
        [run.model.name, by, list(words), lines],
    )
    passes = [[one.here, one.word, one.chance.text] for one in written]
    if there["told"] != passes or there["words"] != list(run.words):
        return [(str(passes), str(there["told"]))]
    return differences(told(run, lines=lines), there["figures"])


def translation_differs(
    page: Page, model: TranslatorFigures, words: Sequence[str], *, lines: bool = False
) -> list[tuple[str, str]]:
    """Translate a sentence in the browser and in the engine; return what is not the same."""
    found = translate(model, words)
    return _written_differs(page, found.run, found.passes, "translate", words, lines=lines)


def models() -> tuple[ModelFigures, ModelFigures, TranslatorFigures]:
    """Return the models of sentences, of questions and of translations.

    The first has all temperatures that a page may use.
    """
    library = Library(read_book(ROOT))
    signal = library.figures("signal")
    for temperature in TEMPERATURES:
        if f"temperature_{temperature}" not in signal.arrays:
            signal.give_fact(f"temperature_{temperature}", temperature, CHOSEN)
    return signal, library.figures("answers"), library.translator("translator").figures


def drawn(numbers: random.Random, words: Sequence[str], longest: int) -> list[str]:
    """Draw some words, in an order that need not mean anything."""
    return numbers.choices(words, k=numbers.randint(1, longest))


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start the system's Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


def main(sentences: int, questions: int, translations: int) -> int:
    """Compare so many of each; tell of what differs."""
    signal, answers, translator = every = models()
    numbers = random.Random(1)
    faults, start = 0, time.perf_counter()
    with chromium() as browser, opened(browser, every) as page:
        for number in range(sentences):
            words = drawn(numbers, signal.vocabulary, signal.variant.context)
            temperature = TEMPERATURES[number % len(TEMPERATURES)]
            found = sentence_differs(page, signal, words, temperature)
            here = numbers.randint(1, len(words))
            found += pictures_differ(page, signal, words, [here], links=True)
            faults += _tell(words, found)
        for number in range(questions):
            words = drawn(numbers, answers.vocabulary, answers.variant.context - 2)
            found = question_differs(page, answers, words, lines=number % 4 == 0)
            found += pictures_differ(page, answers, words, [len(words)], links=True)
            faults += _tell(words, found)
        for number in range(translations):
            words = drawn(numbers, translator.source_vocabulary, translator.variant.context)
            found = translation_differs(page, translator, words, lines=number % 4 == 0)
            faults += _tell(words, found)
        for name, spent in page.evaluate(SPEED).items():
            print(f"{name}: {spent:.0f} ms")
    spent = time.perf_counter() - start
    counts = f"{sentences} sentences, {questions} questions, {translations} translations"
    print(f"{counts}, {faults} that differ, {spent:.0f} s")
    return 1 if faults else 0


def _tell(words: Sequence[str], found: list[tuple[str, str]]) -> int:
    for ours, theirs in found[:3]:
        print(f"“{' '.join(words)}”\n  engine:  {ours}\n  browser: {theirs}")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:4])))
