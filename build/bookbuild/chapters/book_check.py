"""Whether each chapter has an address and a title of its own, and no file is left out."""

import re
from collections.abc import Sequence
from pathlib import Path

from bookbuild.chapters.chapter import Chapter
from bookbuild.core.config import ConfigError

FRONT = "front.md"  # what the book opens with, before its contents


def check_chapters(folder: Path, chapters: Sequence[Chapter]) -> None:
    """Raise `ConfigError` for two chapters that can't be told apart, and for a file that is none.

    A Markdown file without a number is neither a chapter nor ignored: some chapter includes it.
    """
    by_name: dict[str, Chapter] = {}
    by_title: dict[str, Chapter] = {}
    for chapter in chapters:
        for kind, key, seen in (
            ("address", chapter.name, by_name),
            ("title", chapter.front.title, by_title),
        ):
            if key in seen:
                raise ConfigError(
                    f"has the {kind} of {seen[key].source.file}, “{key}”; give one of them another",
                    where=chapter.source.file,
                )
            seen[key] = chapter
    for path in sorted(folder.glob("*.md")):
        if path.name == FRONT or re.match(r"[0-9]", path.name):
            continue
        if not any(path.name in chapter.source.text for chapter in chapters):
            raise ConfigError(
                "neither a chapter, which has a number as in 01-name.md, nor included by one",
                where=f"{folder.name}/{path.name}",
            )
