"""Which folders may be replaced or removed: ours alone, with nobody else's file in them."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

from bookbuild.cli.main import main
from bookbuild.core.exchange import OutputError
from bookbuild.core.fonts import print_fonts
from bookbuild.core.output import (
    HEADER,
    MANIFEST,
    check_ours,
    read_manifest,
    sizes_of,
    write_manifest,
    writing,
)
from tests.bookbuild.small_book import SmallBook

ESCAPE, SHOWN = "\x1b", r"\x1b"


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fonts_cache: Path) -> SmallBook:
    fonts = print_fonts(fonts_cache).parent
    book = SmallBook(tmp_path / "small", monkeypatch)
    (book.root / ".cache").unlink()  # the one that tests share is not to be cleaned
    shutil.copytree(fonts, book.root / ".cache" / fonts.name)
    (book.root / ".cache" / "formulas").mkdir(parents=True)
    (book.root / ".cache" / "formulas" / f"{'0' * 64}.svg").write_text("<svg></svg>", "utf-8")
    return book


def ours(folder: Path) -> Path:
    """Write a small folder of output."""
    with writing(folder, Path("/nonexistent")) as new:
        (new / "html").mkdir()
        (new / "html" / "index.html").write_text("a page", encoding="utf-8")
    return folder


def everything(folder: Path) -> dict[str, bytes | None]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
        if "templates" not in path.parts
    }


def intrude(out: Path, name: str) -> None:
    """Put something into a folder of output that is not ours."""
    path = out / name
    if name in ("html", "html/index.html"):
        path.rename(out.parent / "moved")
        path.symlink_to(out.parent / "moved")
    elif "link" in name:
        path.symlink_to(out / "html")
    elif "dangling" in name:
        path.symlink_to("nowhere")
    elif "pipe" in name:
        os.mkfifo(path)
    elif "empty" in name:
        path.mkdir()
    else:
        path.parent.mkdir(exist_ok=True)
        path.touch()


@pytest.mark.parametrize(
    "name",
    ["keep/x", "html/precious.txt", "html/notes/a.md", ".git/config", "empty/", "html/empty/",
     "link", "html/dangling", "html/index.html", "html", "pipe", "a\x1b[2Jb", "files.sha256~"],
)  # fmt: skip
def test_a_stranger_in_a_folder_keeps_it_as_it_is_and_is_named(tmp_path: Path, name: str) -> None:
    out = ours(tmp_path / "out")
    intrude(out, name)
    before = everything(tmp_path)
    with pytest.raises(OutputError) as refused, writing(out, tmp_path / "book"):
        pytest.fail("nothing is made for a folder that can't be replaced")
    assert f"{out}: {name.replace(ESCAPE, SHOWN)} in this folder is not ours" in str(refused.value)
    assert everything(tmp_path) == before


def test_a_stranger_who_comes_meanwhile_keeps_the_folder_as_it_is(tmp_path: Path) -> None:
    out = ours(tmp_path / "out")

    def write() -> None:
        with writing(out, tmp_path / "book") as new:
            (new / "page").touch()
            (out / "late").touch()

    with pytest.raises(OutputError, match="late"):
        write()
    assert set(everything(out)) == {"html", "html/index.html", MANIFEST, "late"}
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize(
    "manifest",
    ["", "0000  html/index.html\n", "\N{SNOWMAN}", HEADER[:-1] + "\n"],
)  # fmt: skip
def test_a_folder_without_our_list_is_refused_with_what_to_do(
    tmp_path: Path, manifest: str
) -> None:
    out = ours(tmp_path / "out")
    (out / MANIFEST).write_text(manifest, encoding="utf-16" if manifest > "a" else "utf-8")
    if not manifest:
        (out / MANIFEST).unlink()
    with pytest.raises(OutputError) as refused:
        check_ours(out, tmp_path / "book")
    assert "nothing in this folder says that its files" in str(refused.value)
    assert "if an earlier version made it, remove it yourself" in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_list_that_is_a_link_lists_nothing(tmp_path: Path) -> None:
    out = ours(tmp_path / "out")
    (out / MANIFEST).rename(tmp_path / "list")
    (out / MANIFEST).symlink_to(tmp_path / "list")
    with pytest.raises(OutputError, match="nothing in this folder says"):
        check_ours(out, tmp_path / "book")


@pytest.mark.parametrize("name", ["missing", "empty", "ours", "looked at", "partly gone"])
def test_a_folder_is_replaced_that_is_missing_or_empty_or_ours(tmp_path: Path, name: str) -> None:
    out = tmp_path / "out"
    if name == "empty":
        out.mkdir()
    elif name != "missing":
        ours(out)
    if name == "looked at":
        (out / "html" / ".DS_Store").touch()
    if name == "partly gone":
        (out / "html" / "index.html").unlink()
        (out / "html").rmdir()
    with writing(out, tmp_path / "book") as new:
        (new / "page").touch()
    assert set(everything(out)) == {"page", MANIFEST}
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize(
    ("where", "told"),
    [
        ("/", "you are in, or one above"),
        (".", "you are in, or one above"),
        ("..", "you are in, or one above"),
        ("book", "the book is made from"),
        ("book/new", "the book is made from"),
        ("weights/signal/out", "the book is made from"),
        (".git/out", "repository's history"),
        ("{home}", "your home"),
        ("{home}/..", "your home"),
        ("{link}", "you are in, or one above"),
        ("{file}", "there is a file where"),
        ("{file}/out", "there is a file where"),
        ("/dev", "a mount"),
    ],
)
@pytest.mark.parametrize("command", ["book", "html", "pdf", "clean", "single", "epub", "ledger"])
def test_some_places_are_never_written_whatever_is_in_them(
    book: SmallBook,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    where: str,
    told: str,
    command: str,
) -> None:
    home = tmp_path / "homes" / "me"
    home.mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    (tmp_path / "link").symlink_to(book.root)
    (tmp_path / "file").touch()
    places = {name: str(tmp_path / name) for name in ("link", "file")} | {"home": str(home)}
    before = everything(tmp_path)
    arguments = {
        "single": ["html", "--single", "a-chapter"],
        "epub": ["html", "--epub"],
        "ledger": ["ledger", "signal", "--training-step", "1"],
    }.get(command, [command])
    assert book.run(*arguments, "--out", where.format(**places)) == 1
    shown = capsys.readouterr().err
    assert told in shown
    assert len(shown.splitlines()) == 1, "said before any work is done"
    assert everything(tmp_path) == before


@pytest.mark.usefixtures("book")
def test_every_command_with_out_is_in_the_test_above() -> None:
    context = click.Context(main)
    with_out = {
        name
        for name in main.list_commands(context)
        if (command := main.get_command(context, name)) is not None
        and any("--out" in parameter.opts for parameter in command.params)
    }
    assert with_out == {"book", "html", "pdf", "clean", "ledger", "serve"}, "serve only reads"


def test_a_list_of_files_is_one_that_other_tools_read(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "c").write_text("abc", encoding="utf-8")
    (tmp_path / "a").touch()
    write_manifest(tmp_path, "it")
    assert (tmp_path / MANIFEST).read_bytes().decode() == (
        f"{HEADER}\n# made from it\n"
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a\n"
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  b/c\n"
    )
    read = read_manifest(tmp_path)
    assert read is not None
    assert (list(read.files), read.source) == (["a", "b/c"], "it")
    assert sum(sizes_of(tmp_path)) == 3 + (tmp_path / MANIFEST).stat().st_size


def test_clean_removes_what_builds_made_and_a_dry_run_lists_it(
    book: SmallBook, capsys: pytest.CaptureFixture[str]
) -> None:
    assert book.run("html") == 0
    capsys.readouterr()
    before = everything(book.root)
    assert book.run("clean", "--dry-run") == 0
    listed = capsys.readouterr().out
    for name in ("dist/files.sha256: 1 file,", "dist/html: ", ".cache: "):
        assert f"would remove {book.root / name}" in listed
    assert everything(book.root) == before
    assert book.run("clean") == 0
    assert capsys.readouterr().out == listed.replace("would remove", "removed")
    assert {path.name for path in book.root.iterdir()} == {"book", "templates", "weights"}
    assert book.run("clean") == 0
    assert not capsys.readouterr().out


@pytest.mark.parametrize("stranger", ["dist/html/mine", "dist/mine/x", ".cache/mine", ".cache/e/"])
def test_clean_removes_nothing_where_a_stranger_is(
    book: SmallBook, capsys: pytest.CaptureFixture[str], stranger: str
) -> None:
    ours(book.root / "dist")
    path = book.root / stranger
    path.mkdir() if stranger.endswith("/") else path.parent.mkdir(exist_ok=True)
    if not stranger.endswith("/"):
        path.touch()
    before = everything(book.root)
    for arguments in (["clean"], ["clean", "--dry-run"]):
        assert book.run(*arguments) == 1
        assert f"{stranger.partition('/')[2]} in this folder is not ours" in capsys.readouterr().err
    assert everything(book.root) == before


def test_clean_removes_what_killed_builds_left_of_either(
    book: SmallBook, capsys: pytest.CaptureFixture[str]
) -> None:
    for folder in (book.root / "dist", next((book.root / ".cache").glob("fonts-*"))):
        script = (
            "import os, sys; from pathlib import Path\n"
            "from bookbuild.core.exchange import replacing\n"
            "with replacing(Path(sys.argv[1])) as new:\n"
            "    (new / 'print').mkdir(); (new / 'print' / 'a.ttf').touch(); os._exit(1)"
        )
        subprocess.run([sys.executable, "-c", script, folder], check=False)
    assert book.run("clean", "--dry-run") == 0
    listed = capsys.readouterr().out
    assert f"would remove {book.root}/.dist.building-" in listed
    assert len(book.droppings()) == 2
    assert book.run("clean") == 0
    assert {path.name for path in book.root.iterdir()} == {"book", "templates", "weights"}


def test_clean_follows_a_link_and_leaves_it(book: SmallBook, tmp_path: Path) -> None:
    ours(tmp_path / "elsewhere")
    (book.root / "dist").symlink_to(tmp_path / "elsewhere")
    assert book.run("clean") == 0
    assert not (tmp_path / "elsewhere").exists()
    assert (book.root / "dist").is_symlink()
    ours(book.root / "dist")
    assert (tmp_path / "elsewhere" / "html" / "index.html").is_file()
    assert (book.root / "dist").is_symlink()
    assert not book.droppings()
