"""Kill commands without notice, at any moment, and look at what they leave behind.

After each kill the output is the old one or the new one, whole; no process runs on, and the next
command clears away what was left. `python -m tests.kills 150` does it on a small book, with
`--real` on a copy of the book of this checkout.
"""

import argparse
import contextlib
import hashlib
import itertools
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from bookbuild.core.output import MANIFEST
from subjects.models.array_files import hash_of_arrays, read_arrays
from subjects.models.config import ModelFileError
from subjects.models.provenance import read_provenance
from subjects.models.trained import LOG, SNAPSHOTS, WEIGHTS
from tests import ROOT
from tests.bookbuild.small_book import CHAPTER, small_book

WORKINGS = Path(sys.executable).with_name("workings")
MARK = "WORKINGS_KILLS"  # in the environment of a command and of all that it starts
ENDINGS = tuple(f"\n\nThat was a {day} day.\n" for day in ("fine", "grey", "long"))
SEEDS = ("1309", "7", "8")  # of trainings that are killed
PATIENCE = 10.0  # seconds in which a process that was left has to end, on a busy machine too


class Broken(AssertionError):
    """Something that a kill must not do."""


def whole_edition(folder: Path) -> str:
    """Return a digest of an edition; raise `Broken` where a file is missing, added or changed."""
    if not folder.exists():
        return "nothing"
    text = (folder / MANIFEST).read_text(encoding="utf-8")
    rows = [line.split("  ", 1) for line in text.splitlines() if not line.startswith("#")]
    for known, name in rows:
        path = folder / name
        if not path.is_file() or hashlib.sha256(path.read_bytes()).hexdigest() != known:
            raise Broken(f"{name} is missing or not whole")
    found = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    if found != {MANIFEST, *(name for _, name in rows)}:
        raise Broken("the folder holds more files than its list")
    return hashlib.sha256(text.encode()).hexdigest()


def another_chapter(root: Path, rng: random.Random) -> str:
    """Let a book's first chapter end in another sentence than it does; return the sentence."""
    chapter = min((root / "book").glob("*.md"))
    text = chapter.read_text(encoding="utf-8")
    ended = next((end for end in ENDINGS if text.endswith(end)), "")
    ending = rng.choice([end for end in ENDINGS if end != ended])
    chapter.write_text(text.removesuffix(ended) + ending, encoding="utf-8")
    return ending


def whole_training(folder: Path) -> str:
    """Return a digest of what a training wrote; raise `Broken` unless it is all of one training."""
    names = sorted(path.name for path in folder.iterdir())
    if names != [SNAPSHOTS, LOG, WEIGHTS]:
        raise Broken(f"the training has the files {names}")
    try:
        arrays, metadata = read_arrays(folder / WEIGHTS, "signal")
        provenance = read_provenance(metadata, "signal", str(folder / WEIGHTS))
    except ModelFileError as error:
        raise Broken(str(error)) from error
    if provenance.arrays != hash_of_arrays(arrays):
        raise Broken("the weights are not whole")
    for name in (LOG, SNAPSHOTS):
        known = provenance.files[f"{folder.name}/{name}"]
        if known != hashlib.sha256((folder / name).read_bytes()).hexdigest():
            raise Broken(f"{name} is of another training than the weights")
    return hashlib.sha256((folder / WEIGHTS).read_bytes()).hexdigest()


def another_seed(root: Path, rng: random.Random) -> str:
    """Let the first model be trained from another seed than it was; return the seed."""
    config = root / "weights" / "signal" / "config.toml"
    text = config.read_text(encoding="utf-8")
    (before,) = re.findall(r"^seed = ([0-9]+)", text, re.MULTILINE)
    seed = rng.choice([seed for seed in SEEDS if seed != before])
    config.write_text(text.replace(f"seed = {before}", f"seed = {seed}"), encoding="utf-8")
    return seed


@dataclass(frozen=True)
class Row:
    """A command to kill, and the folder that it replaces.

    `whole` returns a digest of that folder, and raises `Broken` where it is not whole; `change`
    lets the command make something else than it has made, and returns what names that state;
    `last` is the file that the command writes last.
    """

    arguments: tuple[str, ...]
    folder: str = "dist"
    whole: Callable[[Path], str] = whole_edition
    change: Callable[[Path, random.Random], str] = another_chapter
    last: str = MANIFEST


# Each command, by its name and its share of the kills.
ROWS: dict[str, tuple[Row, int]] = {
    "book": (Row(("book",)), 2),
    "html": (Row(("html",)), 4),
    "pdf": (Row(("pdf",)), 2),
    "train": (
        Row(("train", "signal"), "weights/signal/trained", whole_training, another_seed, WEIGHTS),
        4,
    ),
}


@dataclass
class Sweep:
    """A book whose commands are killed again and again."""

    root: Path
    rng: random.Random
    counts: Counter[str] = field(default_factory=Counter)
    _lasts: dict[str, float] = field(default_factory=dict)  # seconds, by command
    _becomes: dict[tuple[str, str, str], str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.temporary = self.root.parent / f"{self.root.name}-temporary"
        self.temporary.mkdir(exist_ok=True)
        self._messages = self.root.parent / f"{self.root.name}-messages"
        environment = {MARK: str(self.temporary), "TMPDIR": str(self.temporary)}
        self._environment = {**os.environ, **environment}

    def kill(self, name: str) -> bool:
        """Kill a command, and raise `Broken` if anything is amiss; False if it had ended before."""
        row = ROWS[name][0]
        folder = self.root / row.folder
        if name not in self._lasts:
            self._finish(name, row)
        before = row.whole(folder)
        named = row.change(self.root, self.rng)
        moment = self.rng.choice(("any", "exchange", "removal"))
        process = self._start(row)
        self._wait(process, moment, row, self._lasts[name])
        process.kill()
        ended = process.wait()
        if ended not in (0, -signal.SIGKILL):
            said = self._messages.read_text("utf-8", "replace").strip().rpartition("\n")[2]
            raise Broken(f"{name} ended with status {ended} before it was killed: {said}")
        self._no_orphans(name)
        after = row.whole(folder)
        self._few_droppings(folder, most=0 if ended == 0 else 1)
        if after != before and after != self._expected(name, row, before, named):
            raise Broken(f"{name}, killed ({moment}): neither the old edition nor the new one")
        if ended:
            self.counts[f"{name}, killed: {'old' if after == before else 'new'}"] += 1
        if row.last == WEIGHTS and after == before:
            self._finish(name, row)  # no other command takes a model of another seed
        return ended != 0

    def finish(self, names: Collection[str]) -> None:
        """Let commands run once to their end, and raise `Broken` if anything is left over."""
        for name in names:
            self._finish(name, ROWS[name][0])

    def _finish(self, name: str, row: Row) -> None:
        began = time.monotonic()
        process = self._start(row)
        if process.wait() != 0:
            raise Broken(f"{name} does not run to its end")
        self._lasts[name] = time.monotonic() - began
        row.whole(self.root / row.folder)
        self._no_orphans(name)
        self._few_droppings(self.root / row.folder, most=0)
        for path in self.temporary.iterdir():
            raise Broken(f"{name} has left {path.name} among the temporary files")

    def _expected(self, name: str, row: Row, before: str, named: str) -> str:
        """Return what the command makes when it isn't killed, of the state that has this name."""
        key = (name, before, named)
        if key not in self._becomes:
            again = self._start(row)
            if again.wait() != 0:
                raise Broken(f"{name} does not run after a kill")
            self._becomes[key] = row.whole(self.root / row.folder)
        return self._becomes[key]

    def _start(self, row: Row) -> subprocess.Popen[bytes]:
        with self._messages.open("wb") as messages:
            return subprocess.Popen(
                [WORKINGS, *row.arguments],
                cwd=self.root,
                env=self._environment,
                stdout=subprocess.DEVNULL,
                stderr=messages,
            )

    def _wait(self, process: subprocess.Popen[bytes], moment: str, row: Row, lasts: float) -> None:
        """Wait for a moment of a command that lasts some seconds, or for its end.

        "any": no matter when; "exchange": about when the new folder takes its place; "removal":
        when it has just done so.
        """
        if moment == "any":
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(lasts * self.rng.random())
            return
        folder = self.root / row.folder
        before = _number(folder)
        while process.poll() is None:
            works = folder.parent.glob(f".{folder.name}.building-*")
            if _number(folder) != before or (
                moment == "exchange" and any((work / "new" / row.last).exists() for work in works)
            ):
                time.sleep(self.rng.random() * 0.05)
                return
            time.sleep(0.002)

    def _no_orphans(self, name: str) -> None:
        end = time.monotonic() + PATIENCE
        while left := list(self._running()):
            if time.monotonic() > end:
                raise Broken(f"{name} has left running: {left}")
            time.sleep(0.02)

    def _running(self) -> Iterator[str]:
        """Yield the processes that a command of this sweep has started and that still run."""
        mark = f"{MARK}={self.temporary}".encode()
        for process in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if mark in (process / "environ").read_bytes().split(b"\0"):
                    yield (process / "cmdline").read_bytes().replace(b"\0", b" ").decode()

    def _few_droppings(self, folder: Path, most: int) -> None:
        left = [path.name for path in folder.parent.glob(f".{folder.name}.*")]
        if len(left) > most:
            raise Broken(f"left over: {left}")


def _number(folder: Path) -> int:
    """Return which folder this is on its disk: it changes when another takes its place."""
    try:
        return folder.stat().st_ino
    except FileNotFoundError:
        return 0


def sweep(
    root: Path,
    kills: int,
    seed: int,
    rows: Collection[str] = tuple(ROWS),
    told: Callable[[str], None] = lambda _: None,
) -> Counter[str]:
    """Kill commands of a book, each at its share; return how often each edition was found.

    Raises `Broken` at the first fault.
    """
    one = Sweep(root, random.Random(seed))
    names = itertools.cycle([name for name in rows for _ in range(ROWS[name][1])])
    for number in range(1, kills + 1):
        name = next(names)
        while not one.kill(name):
            pass
        if number % 10 == 0:
            told(f"{number} kills: {dict(sorted(one.counts.items()))}")
    one.finish(rows)
    return one.counts


def small(folder: Path) -> Path:
    """Write a book of two chapters, with the real templates and the first model."""
    small_book(folder)
    other = CHAPTER.replace("A chapter", "Another").replace("follow = true\n", "")
    (folder / "book" / "02-another.md").write_text(other, encoding="utf-8")
    return folder


def real(folder: Path) -> Path:
    """Copy all that the book of this checkout is made from."""
    for name in ("book", "templates", "weights"):
        shutil.copytree(ROOT / name, folder / name)
    (folder / ".cache").symlink_to(ROOT / ".cache")
    return folder


def main() -> None:
    """Kill as often as asked for, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kills", type=int)
    parser.add_argument("--real", action="store_true", help="the book of this checkout")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = (real if asked.real else small)(Path(folder) / "book")
        counts = sweep(root, asked.kills, asked.seed, told=print)
    print(f"{asked.kills} kills, {dict(sorted(counts.items()))}: each edition whole")


if __name__ == "__main__":
    main()
