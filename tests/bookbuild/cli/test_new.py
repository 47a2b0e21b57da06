"""`workings new`: what it makes is complete and builds, and nothing is ever written over."""

import re
import tomllib
from datetime import date
from pathlib import Path

import pytest

import bookaudit
from bookbuild.cli.main import main

ROOT = Path(__file__).parents[3]


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main.main(list(arguments), prog_name="workings")
    return int(ended.value.code or 0)


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a new book and go there."""
    monkeypatch.chdir(tmp_path)
    assert run("new", "book", "mine") == 0
    (tmp_path / "mine" / ".cache").symlink_to(ROOT / ".cache")
    monkeypatch.chdir(tmp_path / "mine")
    return tmp_path / "mine"


def test_a_new_book_builds_and_every_line_of_it_closes(
    mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tomllib.loads((mine / "book/book.toml").read_text("utf-8"))["edition"] == date.today()
    assert run("html") == 0
    assert bookaudit.run(["dist"]) == 0
    assert re.search(r"(\d+) lines found: \1 close", capsys.readouterr().out)
    page = (mine / "dist/html/a-line-through-five-points.html").read_text("utf-8")
    for part in ("pictures/spring.png", "drawing-points", "<details", "dx[1]"):
        assert part in page
    assert not re.search(r"<<\w+>>", page)


def test_a_measurement_that_makes_the_claim_false_stops_the_new_book(
    mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chapter = mine / "book/01-a-line-through-five-points.md"
    chapter.write_text(chapter.read_text("utf-8").replace("9.8", "19.8"), "utf-8")
    assert run("lint") == 1
    assert "Each hundred grams" in capsys.readouterr().err


def test_a_new_chapter_comes_last_and_builds(mine: Path) -> None:
    (mine / "book/09-other.md").write_text('+++\ntitle = "O"\n+++\n\nWords.\n', "utf-8")
    assert run("new", "chapter", "gradient-steps") == 0
    text = (mine / "book/10-gradient-steps.md").read_text("utf-8")
    assert 'title = "Gradient steps"' in text
    assert run("lint") == 0


def test_a_new_model_is_trained_and_followed(
    mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("new", "model", "bee") == 0
    settings = mine / "book/book.toml"
    text = 'subjects = ["subjects.signal"]\n' + settings.read_text("utf-8")
    settings.write_text(text, "utf-8")
    assert run("train", "bee") == 0
    settings.write_text(text + '\n[follow]\nbee = ["the bee flew to the"]\n', "utf-8")
    assert run("new", "chapter", "a-bee") == 0
    assert run("show", "bee", "the bee", "query[2,1]") == 0
    assert "query[2,1]" in capsys.readouterr().out
    assert run("lint") == 0


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (("book", "."), ".: this folder has files in it already"),
        (("book", "book/book.toml"), "book/book.toml: there is a file where"),
        (("chapter", "a-line-through-five-points"), "book/01-a-line-through-five-points.md: there"),
        (("chapter", "A line"), "“A line” can’t be a name"),
        (("chapter", "../x"), "“../x” can’t be a name"),
        (("model", "bee/x"), "“bee/x” can’t be a name"),
    ],
)
def test_what_is_there_already_stays_as_it_is(
    mine: Path, command: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {path: path.read_bytes() for path in (mine / "book").rglob("*") if path.is_file()}
    capsys.readouterr()
    assert run("new", *command) == 1
    said = capsys.readouterr().err
    assert said.startswith(message)
    assert said.count("\n") == 1
    after = {path: path.read_bytes() for path in (mine / "book").rglob("*") if path.is_file()}
    assert after == before
    assert sorted(path.name for path in mine.iterdir()) == [".cache", ".gitignore", "book"]


def test_a_model_that_there_is_stays_as_it_is(
    mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("new", "model", "bee") == 0
    (mine / "weights/bee/corpus.txt").write_text("mine", "utf-8")
    assert run("new", "model", "bee") == 1
    assert (mine / "weights/bee/corpus.txt").read_text("utf-8") == "mine"
    assert "weights/bee: there is a model “bee” already" in capsys.readouterr().err


def test_a_chapter_needs_a_book(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("new", "chapter", "a-b") == 1
    assert "no book here" in capsys.readouterr().err
