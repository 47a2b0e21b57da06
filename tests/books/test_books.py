"""Books about something else: no model, no subject, and every line of them closes."""

import json
import shutil
from pathlib import Path

import pytest

import bookaudit
from bookbuild.cli.main import main
from bookbuild.core.system import pdf_ready

BOOKS = Path(__file__).parent
ROOT = BOOKS.parents[1]


def build(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch, *command: str) -> Path:
    """Copy a book into a folder of its own and build it there; return the output."""
    root = folder / name
    if not root.is_dir():
        shutil.copytree(BOOKS / name, root)
        (ROOT / ".cache").mkdir(exist_ok=True)
        (root / ".cache").symlink_to(ROOT / ".cache")
    monkeypatch.chdir(root)
    with pytest.raises(SystemExit) as ended:
        main.main([*command], prog_name="workings")
    assert not ended.value.code
    return root / "dist"


def closing(capsys: pytest.CaptureFixture[str], folder: Path) -> int:
    """Audit finished documents, all of whose lines must close; return how many these are."""
    capsys.readouterr()
    assert bookaudit.run([str(folder)], json=True) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {row["verdict"] for row in rows} == {"closes"}
    return len(rows)


@pytest.mark.parametrize(("name", "lines"), [("least-squares", 50), ("two-layer-network", 30)])
def test_a_book_without_a_model_is_built_and_every_line_closes(
    name: str,
    lines: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    command = ["book"] if pdf_ready() else ["html"]
    dist = build(name, tmp_path, monkeypatch, *command)
    assert closing(capsys, dist) > lines
    if command == ["book"]:
        assert closing(capsys, dist / "pdf") > lines
        assert (dist / "html" / "epub" / "book.epub").is_file()
    build(name, tmp_path, monkeypatch, "html", "--epub")  # once more, over what is there
    assert (dist / "epub" / "book.epub").is_file()
    assert not (dist / "html" / "weights").exists()


def test_the_line_through_five_points_is_the_one_that_textbooks_give(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dist = build("least-squares", tmp_path, monkeypatch, "html")
    rows = json.loads((dist / "html/ledger/book/at-once.json").read_text("utf-8"))["figures"]
    found = {row["name"]: row["value"] for row in rows}
    assert (found["slope"], found["start"]) == ("1.960", "0.140")
    steps = json.loads((dist / "html/ledger/book/in-three-steps.json").read_text("utf-8"))
    names = [row["name"] for row in steps["figures"]]
    assert [name for name in names if name.startswith("slope") and "_" not in name] == [
        "slope", "slope1", "slope2", "slope3"
    ]  # fmt: skip


def test_a_book_of_words_alone_is_built_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "words"
    (root / "book").mkdir(parents=True)
    (root / ".cache").symlink_to(ROOT / ".cache")
    (root / "book/book.toml").write_text('title = "Words"\nsubtitle = "Only"\n', "utf-8")
    chapter = '+++\ntitle = "One"\nsummary = "Only"\n+++\n\nNo number at all.\n'
    (root / "book/01-one.md").write_text(chapter, "utf-8")
    for _ in range(2):
        dist = build("words", tmp_path, monkeypatch, "html")
    data = (dist / "html/data.html").read_text("utf-8")
    assert "An example" not in data
    assert "model" not in data
    assert "Words" in data
