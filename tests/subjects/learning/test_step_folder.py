"""Every line of a training step as a document: whole, in order, closing, the same every time."""

import errno
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

import bookaudit
from bookbuild.core.config import read_book
from bookbuild.core.system import pdf_ready
from bookbuild.lines.lines import line_of
from bookbuild.paper import pdf
from engine.errors import WorkingsError
from engine.figures.descriptions import LEARNED, NEVER_READ
from engine.figures.figure import Figure
from engine.runs.training_step import TrainingStep
from subjects.learning import step_document
from subjects.learning.retraining import step_from, trained_again
from subjects.learning.step_document import StepDocument
from subjects.learning.step_folder import write_step
from subjects.learning.step_plan import Part, Section, lines_of, plan
from subjects.learning.subject import Learning
from tests import ROOT
from tests.bookbuild.small_book import SmallBook

HEAVIEST, FRAME = 300_000, 5_000  # bytes that a page may have; of them for what is around


@pytest.fixture(scope="module")
def learning() -> Learning:
    return Learning(read_book(ROOT), ())


@pytest.fixture(scope="module")
def step(learning: Learning) -> TrainingStep:
    return step_from(learning, "signal", learning.library.model("signal").snapshots[22])


@pytest.fixture(scope="module")
def parts(step: TrainingStep) -> list[Part]:
    return plan(step)


def sections(parts: Sequence[Part]) -> Iterator[Section]:
    for part in parts:
        yield from part.sections


def shown(section: Section) -> Iterator[Figure]:
    """Yield the figures that a section shows without a line."""
    for table in section.tables:
        yield from table.array
    for _, figures in section.chosen:
        yield from figures


def test_every_line_stands_once_and_after_all_that_it_needs(
    step: TrainingStep, parts: list[Part]
) -> None:
    known: set[str] = set()
    written: list[str] = []
    for section in sections(parts):
        known |= {figure.address for figure in shown(section)}
        for group in section.groups:
            known |= {figure.address for figure in group.bare}
            for figure in group.figures:
                missing = {one.address for one in line_of(figure).operands} - known
                assert not missing, f"{figure.name} in “{section.title}”"
                known.add(figure.address)
                written.append(figure.name)
    assert len(written) == len(set(written))
    assert set(written) == {figure.name for figure in step.figures() if figure.worked}


# What titles are put together from: several fields each, or one that has its own way with another.
TITLES = {
    "norm1.mean": "The first layer norm",
    "after.score": "The scores",
    "norm1.scale": "the scale of the first layer norm",
    "gradient.w_query": "The gradient of the query table",
    "gradient.norm1.scale": "The gradient of the scale",
    "gradient.norm1.x": "The gradient before the layer norm",
    "gradient.embedding": "The gradient of the embedding",
    "loss.share": "The chance of each word",
    "adam.w_query.first": "the running mean of its gradient",
}


def test_every_array_of_a_step_has_a_title(step: TrainingStep, parts: list[Part]) -> None:
    told = {group.title for section in sections(parts) for group in section.groups}
    told |= {title for section in sections(parts) for title in section.legend}
    for name in {figure.array.name for figure in lines_of(parts)}:
        assert step.find(name).title in told, name
    for name, title in TITLES.items():
        assert step.find(name).title == title


def test_a_gradient_of_a_word_that_was_not_read_is_a_plain_zero(step: TrainingStep) -> None:
    unread = [figure for figure in step.arrays["gradient.embedding"] if not figure.worked]
    assert unread
    assert {figure.value for figure in unread} == {0}
    assert step.arrays["gradient.embedding"].origin == NEVER_READ
    assert step.model.arrays["embedding"].origin == LEARNED


def test_an_array_that_no_page_holds_is_told(learning: Learning) -> None:
    step = step_from(learning, "signal", learning.library.model("signal").snapshots[22])
    step.arrays["forgotten"] = step.arrays.pop("gradient.norm2.level")
    with pytest.raises(WorkingsError, match=r"gradient\.norm2\.level"):
        plan(step)
    step.arrays["gradient.norm2.level"] = step.arrays.pop("forgotten")
    extra = step.arrays["smoothing"] + step.arrays["decay"]
    step.publish({"extra": extra})
    with pytest.raises(WorkingsError, match=r"no page .* holds the line of extra"):
        plan(step)


def test_titles_of_pages_differ_and_none_stands_in_a_part_s_title(parts: list[Part]) -> None:
    titles = [section.title for section in sections(parts)]
    assert len(titles) == len(set(titles))
    assert not [(title, part.title) for title in titles for part in parts if title in part.title]


def test_training_anew_reaches_the_saved_point_to_the_last_digit(learning: Learning) -> None:
    model = learning.library.model("signal")
    heard: list[int] = []
    anew = trained_again(model, 22, heard.append)
    assert heard == list(range(23))
    saved = model.snapshots[22]
    assert anew.step == saved.step
    for field in ("weights", "first", "second"):
        new, old = getattr(anew, field), getattr(saved, field)
        assert list(new) == list(old)
        for name in old:
            assert np.array_equal(new[name], old[name]), (field, name)


def files_of(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def some_of(step: TrainingStep) -> list[Part]:
    """Plan only some parts of a document, so that it is made in no time."""
    given, passed, back, adam, _ = plan(step)
    return [
        replace(given, sections=given.sections[:2]),
        replace(passed, sections=passed.sections[:1]),
        replace(back, sections=[back.sections[0], back.sections[-1]]),
        replace(adam, sections=adam.sections[2:4]),
    ]


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let documents have only some of their parts."""
    monkeypatch.setattr(step_document, "plan", some_of)


def write(learning: Learning, folder: Path) -> tuple[str, str]:
    """Write some of a step whose start was not saved; return what was told on the way and last."""
    told = StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(step_document, "plan", some_of)
        last = write_step(learning, "signal", 2, folder, None, Console(file=told))
    return told.getvalue(), last


@pytest.fixture(scope="module")
def made(learning: Learning, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made") / "step-2"
    told, last = write(learning, folder)
    assert told.splitlines() == ["training up to the step …", "pages and ledger …"]
    assert re.fullmatch(r"\d{3} lines, \d pages", last)
    return folder


def test_two_runs_give_the_same_bytes_without_place_or_time(made: Path, tmp_path: Path) -> None:
    again = tmp_path / "elsewhere" / "again"
    write(Learning(read_book(ROOT), ()), again)
    assert files_of(again) == files_of(made)
    for name, data in files_of(made).items():
        assert str(made.parent).encode() not in data, name
        assert str(ROOT).encode() not in data, name


def test_every_line_on_the_pages_closes_and_is_the_ledger_s(made: Path) -> None:
    report = bookaudit.audit([made])
    assert report.counts["closes"] == len(report.findings) > 0, report.counts
    ledger = json.loads((made / "ledger" / "signal-after-1" / "step-2.json").read_text("utf-8"))
    assert sum("line" in figure for figure in ledger["figures"]) > 11_000


def test_a_whole_document_shows_all_that_is_given_on_pages_that_are_light(
    learning: Learning, step: TrainingStep
) -> None:
    told: list[str] = []
    whole = StepDocument(learning.book, step, "signal", told.append)
    assert told == [part.title for part in whole.parts]
    assert whole.lines == sum(page.content.count("data-line=") for page in whole.pages)
    for page in whole.pages:
        assert len(page.content.encode()) < HEAVIEST - FRAME, page.name
    split = [page.title for page in whole.pages if page.title.endswith(", part 2")]
    assert split
    html = "".join(page.content for page in whole.pages)
    given = re.findall(r'<(?:td|span)[^<>]* data-f="(?:[^":]+:)?([^"]+)"', html)
    expected = [figure.name for section in sections(whole.parts) for figure in shown(section)]
    expected += [
        figure.name
        for section in sections(whole.parts)
        for group in section.groups
        for figure in group.bare
    ]
    assert sorted(given) == sorted(expected)


class Page(HTMLParser):
    """The links and ids of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "href" and value and not value.startswith("data:"):
                self.links.append(value)
            elif name == "id" and value:
                self.ids.append(value)


def test_pages_lead_to_one_another(made: Path) -> None:
    folder = made / "html"
    pages = {path.name: Page(path.read_text("utf-8")) for path in folder.glob("*.html")}
    for name, page in pages.items():
        assert len(page.ids) == len(set(page.ids)), name
        for link in page.links:
            file, _, place = link.partition("#")
            assert (folder / file).is_file() if file else True, link
            assert not place or place in pages[file or name].ids, link
    assert set(pages) - {"index.html"} <= set(pages["index.html"].links)


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SmallBook:
    return SmallBook(tmp_path / "small", monkeypatch)


@pytest.mark.skipif(not pdf_ready(), reason="Pango is not installed")
def test_what_is_on_paper_is_what_is_on_the_pages(
    book: SmallBook, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fewer(step: TrainingStep) -> list[Part]:
        given, _, _, adam = some_of(step)
        return [replace(part, sections=part.sections[:1]) for part in (given, adam)]

    monkeypatch.setattr(step_document, "plan", fewer)
    assert book.run("ledger", "signal", "--training-step", "23", "--out", "made") == 0
    assert "2 PDFs" in capsys.readouterr().out
    report = bookaudit.audit([book.root / "made" / "html", book.root / "made" / "pdf"])
    assert report.counts["closes"] == len(report.findings), report.counts
    held = [note for note in report.notes if "held against" in note]
    assert len(held) == 2
    marked = [finding for finding in report.findings if finding.marked]
    assert len([one for one in marked if one.by_page]) * 2 == len(marked)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("signal", "0"), "there is no step 0: the training of signal has the steps 1 to 500"),
        (("signal", "501"), "there is no step 501"),
        (("signla", "1"), "no model “signla”. Did you mean signal?"),
        (("answers", "1"), "a step is worked only where it learns from one sentence"),
    ],
)
def test_a_step_that_can_not_be_written_is_one_clear_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, str],
    told: str,
) -> None:
    book = SmallBook(tmp_path / "small", monkeypatch)
    monkeypatch.chdir(ROOT)
    model, number = arguments
    out = str(tmp_path / "out")
    assert book.run("ledger", model, "--training-step", number, "--out", out) == 1
    shown = capsys.readouterr()
    assert told in shown.err
    assert len(shown.err.splitlines()) == 1
    assert not Path(out).exists()


def test_what_is_not_ours_is_never_replaced(
    book: SmallBook, capsys: pytest.CaptureFixture[str]
) -> None:
    out = book.root / "diary"
    out.mkdir()
    (out / "today.txt").write_text("rain", encoding="utf-8")
    for there in (out, out / "today.txt"):
        assert (
            book.run("ledger", "signal", "--training-step", "1", "--out", str(there), "--no-pdf")
            == 1
        )
        assert len(capsys.readouterr().err.splitlines()) == 1
    assert files_of(out) == {"today.txt": b"rain"}


@pytest.mark.usefixtures("few")
def test_what_is_ours_is_replaced_until_somebody_adds_to_it(
    book: SmallBook, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(number: str) -> int:
        return book.run("ledger", "signal", "--training-step", number, "--out", "out", "--no-pdf")

    assert run("1") == 0
    first = files_of(book.root / "out")
    assert run("11") == 0
    second = files_of(book.root / "out")
    assert first != second
    (book.root / "out" / "html" / "note.html").write_text("mine", encoding="utf-8")
    capsys.readouterr()
    assert run("1") == 1
    assert "html/note.html in this folder is not ours" in capsys.readouterr().err
    assert files_of(book.root / "out") == second | {"html/note.html": b"mine"}


def refused(*_: object, **__: object) -> None:
    raise PermissionError(errno.EACCES, "denied")


@pytest.mark.usefixtures("few")
def test_a_folder_that_can_not_be_written_is_one_clear_line(
    book: SmallBook, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "mkdir", refused)
    assert book.run("ledger", "signal", "--training-step", "1", "--out", "out") == 1
    monkeypatch.undo()
    assert "can't be written; choose another with --out" in capsys.readouterr().err


def test_without_pango_it_is_said_before_any_work(
    book: SmallBook, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pdf, "pdf_ready", lambda: False)
    assert book.run("ledger", "signal", "--training-step", "1", "--out", "out") == 1
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert not (book.root / "out").exists()
