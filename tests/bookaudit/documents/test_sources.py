"""Nothing is passed over in silence, nothing is waited for, and it takes time with its size."""

import io
import os
import threading
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from bookaudit import audit, run
from bookaudit.documents.sources import sources


def refusal(*paths: str | Path) -> str:
    """Return the one line of an audit that can't be; it must come at once."""
    err, ended = io.StringIO(), list[int]()
    work = threading.Thread(target=lambda: ended.append(run(paths, stderr=err)), daemon=True)
    work.start()
    work.join(20)
    assert ended == [2]
    assert err.getvalue().count("\n") == 1
    return err.getvalue().strip()


def test_a_folder_that_can_not_be_entered_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.md").write_text("1 + 1 = 2")
    (tmp_path / "closed").mkdir()
    entered = os.scandir

    def scandir(path: Path) -> object:
        if Path(path).name == "closed":
            raise PermissionError(13, "Permission denied")
        return entered(path)

    monkeypatch.setattr("os.scandir", scandir)
    assert refusal(tmp_path) == f"{tmp_path}/closed: Permission denied"


def test_an_empty_path_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.md").write_text("1 + 1 = 3")
    assert "an empty path names nothing" in refusal("")
    assert audit(["."]).counts["does_not_close"] == 1


def test_links_to_folders_are_followed_and_circles_are_not(tmp_path: Path) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    inside.mkdir()
    outside.mkdir()
    (outside / "a.md").write_text("1 + 1 = 3")
    (inside / "linked").symlink_to(outside)
    (outside / "back").symlink_to(inside)
    (inside / "itself").symlink_to(inside)
    assert [source.name for source in sources([inside])] == [f"{inside}/linked/a.md"]
    assert audit([inside]).counts["does_not_close"] == 1


def _loop(path: Path) -> None:
    path.symlink_to(path)


def _nowhere(path: Path) -> None:
    path.symlink_to(path.with_name("none"))


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (os.mkfifo, "a pipe, a socket or a device, not a file"),
        (_loop, "Too many levels of symbolic links"),
        (_nowhere, "a link that leads nowhere"),
    ],
)
def test_what_is_no_file_is_one_line_by_itself_and_in_a_folder(
    tmp_path: Path, make: Callable[[Path], None], says: str
) -> None:
    path = tmp_path / "a.txt"
    make(path)
    assert refusal(path) == f"{path}: {says}"
    assert refusal(tmp_path) == f"{path}: {says}"


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no devices here")
def test_devices_and_files_that_never_end_are_refused() -> None:
    assert refusal("/dev/zero") == "/dev/zero: a pipe, a socket or a device, not a file"
    assert refusal("/dev/stdin/x").startswith("/dev/stdin/x: ")
    assert refusal("a\0b").startswith("a\\x00b: ")


@pytest.mark.skipif(not os.access("/proc/kmsg", os.R_OK), reason="no log of a kernel to read")
def test_a_file_that_keeps_its_reader_waiting_is_refused() -> None:
    assert refusal("/proc/kmsg").startswith("/proc/kmsg: ")


@pytest.mark.parametrize("end", ["\r", "\n", "\r\n"])
@pytest.mark.parametrize("name", ["a.txt", "a.html", "a.epub"])
def test_a_line_ends_as_it_may(tmp_path: Path, name: str, end: str) -> None:
    file = tmp_path / name
    text = f"<pre>so{end}1 + 1 = 2 and{end}{end}2 + 2 = 5{end}"
    if name == "a.epub":
        with zipfile.ZipFile(file, "w") as made:
            made.writestr("a.xhtml", text)
    else:
        file.write_bytes(text.encode())
    found = [(finding.place, finding.text, finding.verdict) for finding in audit([file])]
    assert found == [(2, "1 + 1 = 2", "closes"), (4, "2 + 2 = 5", "does-not-close")]


def test_a_control_that_turns_the_order_is_ignored_and_counted(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("1 + 1 =\u202e 3\u202c\n", encoding="utf-8")
    report = audit([tmp_path])
    assert report.counts["does_not_close"] == 1
    assert report.notes == [
        f"{tmp_path}/a.txt: 2 controls that change the order of what is shown, ignored"
    ]


def test_all_documents_together_have_a_budget(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bookaudit.auditing.MOST", 2**20)
    for name in "abcd":
        with zipfile.ZipFile(tmp_path / f"{name}.epub", "w", zipfile.ZIP_DEFLATED) as made:
            made.writestr("a.xhtml", name * 400_000)
    assert refusal(tmp_path) == "more than 1 MB of text in all: name fewer files"


def test_a_reference_of_a_hundred_thousand_digits_is_no_character(tmp_path: Path) -> None:
    for number in ("9" * 100_000, "x" + "f" * 100_000, "0" * 100_000 + "65"):
        (tmp_path / "a.html").write_text(f"<p>1 + 1 = 3 &#{number}</p>")
        assert audit([tmp_path]).counts["does_not_close"] == 1


def test_an_audit_takes_time_with_the_number_of_files_and_not_with_its_square(
    tmp_path: Path,
) -> None:
    def seconds(count: int) -> float:
        folder = tmp_path / str(count)
        folder.mkdir()
        for number in range(count):
            (folder / f"{number}.txt").write_text("1 + 1 = 2\n")
        start = time.process_time()
        assert audit([folder]).counts["closes"] == count
        return time.process_time() - start

    seconds(10)
    # Twelve times as many files; their square would take 144 times as long.
    assert seconds(6_000) < 60 * seconds(500)


def test_whoever_watches_sees_every_file_and_the_end(tmp_path: Path) -> None:
    for name in ("a.txt", "b.html", "c.md"):
        (tmp_path / name).write_text("1 + 1 = 2\n" * 20)
    seen: list[tuple[int, int, str]] = []
    audit([tmp_path], watch=lambda done, total, name: seen.append((done, total, name)))
    assert [done for done, _, _ in seen] == sorted(done for done, _, _ in seen)
    assert seen[-1] == (1200, 1200, f"{tmp_path}/c.md")
    assert {name for _, _, name in seen} == {source.name for source in sources([tmp_path])}
