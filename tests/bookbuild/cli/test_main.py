"""The command line: what it prints, how it ends, and what it leaves whole."""

import errno
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from safetensors import safe_open
from safetensors.numpy import save_file

from bookbuild.core.system import install_command
from bookbuild.paper import pdf
from tests.bookbuild.small_book import SUBJECTS, SmallBook

WORKINGS = Path(sys.executable).with_name("workings")


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SmallBook:
    return SmallBook(tmp_path / "small", monkeypatch)


def one_line(text: str) -> str:
    lines = [line for line in text.splitlines() if not line.endswith("…")]
    assert len(lines) == 1, text
    assert "Traceback" not in text
    return lines[0]


def test_html_is_built_whole_with_its_ledger(
    book: SmallBook, capsys: pytest.CaptureFixture[str]
) -> None:
    assert book.run("html") == 0
    names = set(book.built())
    assert {"html/index.html", "html/a-chapter.html", "html/a-chapter/the-dog/1.html",
            "html/workings/signal/the-dog/2.html", "html/ledger/schema.json",
            "html/ledger/signal/the-dog.json", "html/ledger/signal/the-dog.csv",
            "html/weights/signal.csv", "html/weights/signal.safetensors", "html/data.html",
            "html/codes.html"} <= names  # fmt: skip
    assert not book.droppings()
    assert "pages" in capsys.readouterr().out


def test_two_builds_give_the_same_bytes(
    book: SmallBook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert book.run("html") == 0
    first = book.built()
    other = SmallBook(tmp_path / "another place", monkeypatch)
    monkeypatch.setenv("TZ", "Pacific/Chatham")
    monkeypatch.setenv("LANG", "tr_TR.UTF-8")
    environment = {"PYTHONHASHSEED": "7", "PATH": "/usr/bin:/bin", "HOME": "/nonexistent"}
    subprocess.run(
        [WORKINGS, "html"], check=True, capture_output=True, cwd=other.root, env=environment
    )
    assert other.built() == first


def test_show_prints_the_line_of_a_figure(
    book: SmallBook, capsys: pytest.CaptureFixture[str]
) -> None:
    assert book.run("show", "signal", "the dog sat on the", "query[5,1]") == 0
    line = capsys.readouterr().out.strip()
    assert re.fullmatch(r"query\[5,1\]: (\S+×\S+ \+ ){7}\S+×\S+ = −?\d+\.\d\d", line)
    assert book.run("show", "signal", "the dog sat on the", "query[5,1]", "--back") == 0
    back = capsys.readouterr().out.splitlines()
    assert back[0] == line
    assert any(line.startswith("signal:w_query[8,1] = ") for line in back)
    assert any(line.startswith("signal:embedding[the,1] = ") for line in back)
    assert all(line.endswith("(given)") for line in back if ": " not in line)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("show", "signal", "the dgo", "query[1,1]"), "there is no word “dgo”. Did you mean dog?"),
        (("show", "signal", "", "query[1,1]"), "the sentence is empty"),
        (("show", "signal", "the " * 9, "query[1,1]"), "this model reads at most 8"),
        (("show", "signal", "the dog", "qeury[1,1]"), "no figure “qeury”. Did you mean query"),
        (("show", "signal", "the dog", "query[1,99]"), "query has no place “99”: they are 1 to 8"),
        (("show", "singal", "the dog", "query[1,1]"), "no model “singal”. Did you mean signal?"),
        (("train", "singal"), "Did you mean signal?"),
        (("serve",), "nothing built here yet"),
    ],
)  # fmt: skip
def test_a_wrong_word_is_one_clear_line(
    book: SmallBook, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], told: str
) -> None:
    assert book.run(*arguments) == 1
    shown = capsys.readouterr()
    assert told in one_line(shown.err)
    assert not shown.out


@pytest.mark.parametrize(
    ("added", "told"),
    [
        ('\n{{ fig("qurey", here, 1) }}\n', r"14:\d+: there is no figure “qurey”.*query"),
        ("\nThere are 15 words.\n", r"14:11: .*15"),
        ('\n{% claim answer == "sky" %}It says sky.{% endclaim %}\n',
         r"14:1: .*no longer true: “It says sky\.”.*Now: dog against sky\. .*word 1 of “the dog”"),
        ("\n{{ fgi() }}\n", r"14:4: .*“fgi”.*fig"),
        ('\n{{ line("query", here, 1) }}\n', r"14:\d+: the line query\[1,1\] stands twice"),
        ('\n{{ chapter("b-chapter") }}\n', r"14:\d+: there is no chapter “b-chapter”.*a-chapter"),
        ("\nA glyph: ꙮ\n", "a-chapter/the-dog/1.html: .*ꙮ"),
        ("\n{% if %}\n", r"14:\d+: "),
    ],
)  # fmt: skip
def test_a_fault_in_a_chapter_is_one_clear_line_and_the_last_output_stays(
    book: SmallBook, capsys: pytest.CaptureFixture[str], added: str, told: str
) -> None:
    assert book.run("html") == 0
    before = book.built()
    capsys.readouterr()
    book.add(added)
    assert book.run("html") == 1
    assert re.search(told, one_line(capsys.readouterr().err))
    assert book.built() == before


def test_a_false_claim_can_be_a_warning_with_a_mark_on_the_page(
    book: SmallBook, capsys: pytest.CaptureFixture[str]
) -> None:
    book.add('\n{% claim answer == "sky" %}It says sky.{% endclaim %}\n')
    assert book.run("html", "--claims-as-warnings") == 0
    assert "no longer true" in capsys.readouterr().err
    assert b"claim-broken" in book.built()["html/a-chapter.html"]


def spoil(book: SmallBook, how: str) -> None:
    path = book.root / "weights" / "signal" / "trained" / "weights.safetensors"
    if how == "missing":
        path.unlink()
        return
    if how == "truncated":
        path.write_bytes(path.read_bytes()[:300])
        return
    with safe_open(path, "numpy") as file:
        metadata = file.metadata()
        arrays = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    if how == "shape":
        arrays["w_query"] = arrays["w_query"][:7].copy()
    else:
        arrays["w_query"][2, 3] = np.nan
    save_file(arrays, path, metadata)


@pytest.mark.parametrize(
    ("how", "told"),
    [("missing", "weights.safetensors: this file is missing"), ("truncated", "weights.safetensors"),
     ("shape", "w_query"), ("nan", r"w_query\[3,4\]")],
)  # fmt: skip
def test_spoilt_weights_are_one_clear_line(
    book: SmallBook, capsys: pytest.CaptureFixture[str], how: str, told: str
) -> None:
    spoil(book, how)
    assert book.run("html") == 1
    assert re.search(told, one_line(capsys.readouterr().err))
    assert not (book.root / "dist").exists()


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ("title = 1", "“title” must be text"),
        ('titel = "x"', "unknown setting “titel”. Did you mean title"),
        ('title = "a"\nsubtitle = "b"', "01-a-chapter.md: there is no model “signal”"),
        (f'title = "a"\nsubtitle = "b"\n{SUBJECTS}follow = 1', "“follow” must name models"),
        (
            f'title = "a"\nsubtitle = "b"\n{SUBJECTS}[follow]\nsignal = [""]',
            "must be a list of sentences",
        ),
        (
            f'title = "a"\nsubtitle = "b"\n{SUBJECTS}[follow]\nsignal = ["a", "a"]',
            "has a sentence twice",
        ),
        (
            f'title = "a"\nsubtitle = "b"\n{SUBJECTS}[follow]\nsignal = ["a cow"]',
            "“cow” in “a cow” is not in",
        ),
        ("title = ", "not valid TOML"),
    ],
)
def test_settings_that_can_not_be_used_are_one_clear_line(
    book: SmallBook, capsys: pytest.CaptureFixture[str], settings: str, told: str
) -> None:
    book.settings(settings)
    assert book.run("html") == 1
    assert told in one_line(capsys.readouterr().err)


def test_outside_a_book_the_command_says_so(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    book: SmallBook,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert book.run("html") == 1
    assert "no book here" in one_line(capsys.readouterr().err)


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (PermissionError(errno.EACCES, "denied"), "can't be written"),
        (OSError(errno.EROFS, "read-only"), "can't be written"),
        (OSError(errno.EBUSY, "busy"), "in use by the system"),
        (OSError(errno.ENOSPC, "full"), "no room left on the disk"),
    ],
)
def test_an_output_folder_that_can_not_be_written_is_one_clear_line(
    book: SmallBook,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    fault: OSError,
    told: str,
) -> None:
    assert book.run("html") == 0
    before = book.built()
    capsys.readouterr()

    def fail(*_: object, **__: object) -> None:
        raise fault

    monkeypatch.setattr(Path, "write_text", fail)
    assert book.run("html") == 1
    assert told in one_line(capsys.readouterr().err)
    monkeypatch.undo()
    assert book.built() == before


def test_a_file_in_the_place_of_the_output_is_one_clear_line(
    book: SmallBook, capsys: pytest.CaptureFixture[str]
) -> None:
    (book.root / "dist").write_text("not a folder", encoding="utf-8")
    assert book.run("html") == 1
    assert "there is a file where the output folder should be" in one_line(capsys.readouterr().err)


def test_an_interrupted_build_leaves_the_last_output_whole(book: SmallBook) -> None:
    assert book.run("html") == 0
    before = book.built()
    book.settings(
        f'title = "S"\nsubtitle = "B"\n{SUBJECTS}[follow]\nsignal = ["the dog sat on the mat ."]\n'
    )
    process = subprocess.Popen([WORKINGS, "html"], cwd=book.root, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 20
    while process.poll() is None and time.monotonic() < deadline:
        if list(book.root.glob(".dist.building-*/new/html/index.html")):
            process.send_signal(signal.SIGINT)
            break
        time.sleep(0.001)
    _, told = process.communicate(timeout=20)
    assert process.returncode == 130, told
    assert "the last good output is whole" in told
    assert "Traceback" not in told
    assert book.built() == before
    assert not book.droppings()


def test_training_shows_step_and_loss_and_gives_the_weights_that_are_there(
    book: SmallBook, capsys: pytest.CaptureFixture[str]
) -> None:
    path = book.root / "weights" / "signal" / "trained" / "weights.safetensors"
    before = path.read_bytes()
    path.unlink()
    assert book.run("train", "signal") == 0
    shown = capsys.readouterr()
    assert re.search(r"step 250 of \d+, loss \d\.\d{4}", shown.err)
    assert "weights/signal: trained, loss" in shown.out
    assert path.read_bytes() == before


def test_one_changed_weight_changes_every_page_that_uses_it(book: SmallBook) -> None:
    assert book.run("html") == 0
    before = book.built()
    config = book.root / "weights" / "signal" / "config.toml"
    text = config.read_text(encoding="utf-8")
    text = re.sub(r"snapshots = .*", "snapshots = []", re.sub(r"steps = \d+", "steps = 60", text))
    config.write_text(text, encoding="utf-8")
    assert book.run("train", "signal") == 0
    assert book.run("html") == 0
    after = book.built()
    changed = {name for name in before if before[name] != after.get(name)}
    assert {name for name in before if "the-dog" in name or "a-chapter" in name} <= changed


def test_doctor_and_lint_say_that_all_is_well(
    book: SmallBook, capsys: pytest.CaptureFixture[str]
) -> None:
    assert book.run("doctor") == 0
    assert "MISSING" not in capsys.readouterr().out
    assert book.run("lint") == 0
    assert "nothing to mend" in capsys.readouterr().out


def test_without_pango_the_site_is_built_and_the_pdf_says_what_to_install(
    book: SmallBook, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pdf, "pdf_ready", lambda: False)
    assert book.run("book") == 1
    assert install_command() in one_line(capsys.readouterr().err)
    assert (book.root / "dist" / "html" / "index.html").is_file()
    assert not (book.root / "dist" / "pdf").exists()
