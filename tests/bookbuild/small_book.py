"""A book of one chapter in a folder of its own, with the real templates and weights."""

import shutil
from pathlib import Path

import pytest

from bookbuild.cli.main import main
from tests import ROOT

CHAPTER = """+++
title = "A chapter"
summary = "Of a small book."
run = "signal"
follow = true
+++

{{ sentence() }}

{{ line("query", here, 1) }}

It guesses {{ answer }} with {{ percent("guess.share", here, answer) }}.
"""


SUBJECTS = (
    'subjects = ["subjects.signal", "subjects.answers", "subjects.translator",'
    ' "subjects.learning", "subjects.handmade"]\n'
)
SETTINGS = f"""title = "Small"
subtitle = "A book"
edition = 2026-01-31
{SUBJECTS}[follow]
signal = ["the dog"]
"""


def small_book(root: Path) -> None:
    """Write a book of one chapter into a new folder."""
    (root / "book").mkdir(parents=True)
    (root / "templates").symlink_to(ROOT / "templates")
    (root / ".cache").symlink_to(ROOT / ".cache")
    (ROOT / ".cache").mkdir(exist_ok=True)
    shutil.copytree(ROOT / "weights" / "signal", root / "weights" / "signal")
    (root / "book" / "book.toml").write_text(SETTINGS, encoding="utf-8")
    (root / "book" / "01-a-chapter.md").write_text(CHAPTER, encoding="utf-8")


class SmallBook:
    """A book on disk and the command line in it."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.root = root
        small_book(root)
        monkeypatch.chdir(root)

    def settings(self, text: str) -> None:
        """Write `book.toml`."""
        (self.root / "book" / "book.toml").write_text(text, encoding="utf-8")

    def write(self, text: str, name: str = "01-a-chapter.md") -> None:
        """Write a chapter."""
        (self.root / "book" / name).write_text(text, encoding="utf-8")

    def add(self, text: str) -> None:
        """Add to the end of the chapter."""
        self.write(CHAPTER + text)

    def run(self, *arguments: str) -> int:
        """Run a command and return its exit status."""
        with pytest.raises(SystemExit) as ended:
            main.main(list(arguments), prog_name="workings")
        return int(ended.value.code or 0)

    def droppings(self) -> list[str]:
        """Return what builds have left: hidden files, anywhere but for the cache."""
        return sorted(
            path.relative_to(self.root).as_posix()
            for path in self.root.rglob("*")
            if path.name.startswith(".") and path.name != ".cache"
        )

    def built(self) -> dict[str, bytes]:
        """Return every file of the output."""
        dist = self.root / "dist"
        return {
            path.relative_to(dist).as_posix(): path.read_bytes()
            for path in sorted(dist.rglob("*"))
            if path.is_file()
        }
