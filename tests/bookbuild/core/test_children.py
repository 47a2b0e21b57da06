"""A process that does a part of the work ends when the one that started it does."""

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bookbuild.core.children import Child

STARTS_A_MODULE = """
import sys
from bookbuild.core import children
sys.path.insert(0, sys.argv[1])
children.Child("endless", sys.argv[2]).answer()
"""
ENDLESS = """
import os, time
from pathlib import Path
from bookbuild.core.children import request
Path(request().strip()).write_text(str(os.getpid()), encoding="utf-8")
time.sleep(60)
"""
SHARES_WORK = """
import os, sys, time
from pathlib import Path
from bookbuild.core.workers import Workers
def work(path):
    Path(path).write_text(str(os.getpid()), encoding="utf-8")
    time.sleep(60)
with Workers(work, lambda: work, processes=2, start="fork") as workers:
    workers.each(sys.argv[1:], print)
"""


def ended(process: int) -> bool:
    """Return whether a process has ended, waiting for it for some seconds."""
    for _ in range(500):
        try:
            state = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
        except FileNotFoundError:
            return True
        if state.rpartition(")")[2].split()[0] in "ZX":
            return True
        time.sleep(0.01)
    return False


def number_in(path: Path) -> int:
    for _ in range(1000):
        with contextlib.suppress(FileNotFoundError, ValueError):
            return int(path.read_text(encoding="utf-8"))
        time.sleep(0.01)
    raise AssertionError("the child has not begun")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "endless.py").write_text(ENDLESS, encoding="utf-8")
    return tmp_path


def paths(folder: Path) -> str:
    """Return where modules are looked for: in a folder, then where they are now."""
    return os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])


@contextlib.contextmanager
def parent(*arguments: str, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(
        [sys.executable, "-c", *arguments], env={**os.environ, "PYTHONPATH": paths(folder)}
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("how", ["module", "copy"])
def test_a_child_ends_when_its_parent_is_killed(folder: Path, how: str) -> None:
    told = folder / "number"
    script = (
        (STARTS_A_MODULE, str(folder), str(told)) if how == "module" else (SHARES_WORK, str(told))
    )
    with parent(*script, folder=folder) as process:
        child = number_in(told)
        assert Path(f"/proc/{child}").exists()
        process.kill()
        process.wait()
        assert ended(child)


def test_a_child_answers_what_it_writes_and_with_its_status(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", paths(folder))
    (folder / "answering.py").write_text(
        "import sys\nfrom bookbuild.core.children import request\n"
        "line = request()\nprint(len(line), line[-4:].strip())\n"
        "print('é' * 100_000, file=sys.stderr)\nsys.exit(3)\n",
        encoding="utf-8",
    )
    monkeypatch.setenv("PYTHONUTF8", "1")
    child = Child("answering", "x" * 1_000_000 + "é×")
    answer, errors = child.answer()
    assert (answer.strip(), errors.strip(), child.status) == ("1000003 xé×", "é" * 100_000, 3)


def test_a_child_that_never_listens_is_told_by_its_errors(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", paths(folder))
    (folder / "broken.py").write_text("raise SystemExit('no')", encoding="utf-8")
    child = Child("broken", "x" * 1_000_000)
    assert child.answer() == ("", "no\n")
    assert child.status == 1
