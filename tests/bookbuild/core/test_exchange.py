"""A folder takes the place of another at one moment, whenever the process that does it ends."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bookbuild.core import exchange
from bookbuild.core.exchange import OutputError, left_over, recover, remove, replacing

# Replaces the folder named, and is killed in the call named, before or after what it does.
KILLED = """
import os, signal, sys
from pathlib import Path
from bookbuild.core import exchange
folder, name, when = sys.argv[1:]
if name == "rename":
    exchange.exchange = lambda one, other: False
    where, call = Path, Path.rename
else:
    where, call = exchange, getattr(exchange, name)
calls = []
def killed(*arguments):
    calls.append(arguments)
    if when == f"before {len(calls)}":
        os.kill(os.getpid(), signal.SIGKILL)
    result = call(*arguments)
    if when == f"after {len(calls)}":
        os.kill(os.getpid(), signal.SIGKILL)
    return result
setattr(where, name, killed)
with exchange.replacing(Path(folder)) as new:
    (new / "file").write_text("new", encoding="utf-8")
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "a folder [1]"
    folder.mkdir()
    (folder / "file").write_text("old", encoding="utf-8")
    return folder


def content(folder: Path) -> str:
    assert [path.name for path in folder.iterdir()] == ["file"]
    return (folder / "file").read_text(encoding="utf-8")


def only(folder: Path) -> bool:
    return [path.name for path in folder.parent.iterdir()] == [folder.name]


@pytest.mark.parametrize("one_call", [True, False])
def test_the_new_folder_takes_the_place_of_the_old_one(
    folder: Path, monkeypatch: pytest.MonkeyPatch, one_call: bool
) -> None:
    if not one_call:
        monkeypatch.setattr(exchange, "exchange", lambda *_: False)
    with replacing(folder) as new:
        assert not list(new.iterdir())
        (new / "file").write_text("new", encoding="utf-8")
        assert content(folder) == "old"
    assert content(folder) == "new"
    assert only(folder)


def test_this_system_exchanges_folders_in_one_call(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / name / name).mkdir(parents=True)
    exchanged = exchange.exchange(tmp_path / "a", tmp_path / "b")
    assert exchanged == (sys.platform in ("linux", "darwin"))
    assert (tmp_path / "a" / ("b" if exchanged else "a")).is_dir()


def test_a_block_that_fails_leaves_the_folder_and_nothing_else(folder: Path) -> None:
    def write() -> None:
        with replacing(folder) as new:
            (new / "file").write_text("half", encoding="utf-8")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write()
    assert content(folder) == "old"
    assert only(folder)


@pytest.mark.parametrize(
    ("name", "when"),
    [("_begin", "before 1"), ("_begin", "after 1"), ("_take_place", "before 1"),
     ("exchange", "after 1"), ("_remove", "before 1"),
     ("rename", "before 1"), ("rename", "after 1"), ("rename", "after 2")],
)  # fmt: skip
def test_killed_anywhere_the_old_folder_or_the_new_one_is_whole(
    folder: Path, name: str, when: str
) -> None:
    done = subprocess.run([sys.executable, "-c", KILLED, folder, name, when], check=False)
    assert done.returncode == -signal.SIGKILL
    if (name, when) != ("rename", "after 1"):  # two renames, and killed between them
        assert content(folder) in ("old", "new")
    expected = 0 if (name, when) == ("_begin", "before 1") else 1
    assert len(left_over(folder)) == expected
    recover(folder)
    assert content(folder) in ("old", "new")
    assert only(folder)
    with replacing(folder) as new:
        (new / "file").write_text("next", encoding="utf-8")
    assert content(folder) == "next"
    assert only(folder)


def test_the_folder_of_a_build_that_lives_is_left_to_it(folder: Path) -> None:
    with replacing(folder) as first:
        (first / "file").write_text("first", encoding="utf-8")
        assert not left_over(folder)
        with replacing(folder) as second:
            (second / "file").write_text("second", encoding="utf-8")
        assert content(folder) == "second"
    assert content(folder) == "first"
    assert only(folder)


def test_a_folder_that_only_has_such_a_name_is_left_alone(folder: Path) -> None:
    theirs = folder.parent / f".{folder.name}.building-mine"
    (theirs / "new").mkdir(parents=True)
    (theirs / "new" / "precious").touch()
    (theirs / "lock").write_text("a lock of somebody's", encoding="utf-8")
    recover(folder)
    (theirs / "lock").write_bytes(exchange._MARK)
    (theirs / "more").touch()
    recover(folder)
    assert (theirs / "new" / "precious").is_file()


def test_what_a_check_raises_keeps_the_folder(folder: Path) -> None:
    asked: list[Path] = []

    def check(place: Path) -> None:
        asked.append(place)
        if len(asked) == 2:
            raise OutputError("no")

    with pytest.raises(OutputError, match="no"), replacing(folder, check) as new:
        (new / "file").write_text("new", encoding="utf-8")
    assert asked == [folder, folder]
    assert content(folder) == "old"
    assert only(folder)


def test_a_link_is_followed(folder: Path) -> None:
    link = folder.parent / "elsewhere" / "link"
    link.parent.mkdir()
    link.symlink_to(folder)
    with replacing(link) as new:
        (new / "file").write_text("new", encoding="utf-8")
    assert link.is_symlink()
    assert content(folder) == "new"
    assert [path.name for path in link.parent.iterdir()] == ["link"]


def test_links_in_a_circle_are_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    with pytest.raises(OutputError, match="link"), replacing(tmp_path / "a"):
        pass


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may all")
def test_a_place_that_can_not_be_written_is_one_clear_line(folder: Path) -> None:
    folder.parent.chmod(0o555)
    try:
        with pytest.raises(OutputError, match="can't be written"), replacing(folder):
            pass
    finally:
        folder.parent.chmod(0o755)


def test_a_removed_folder_is_gone_with_what_was_in_it(folder: Path) -> None:
    remove(folder)
    assert not list(folder.parent.iterdir())
