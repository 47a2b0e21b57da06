"""`workings new`: a book, a chapter or a model to begin with, made of the tool's templates."""

import re
from datetime import date
from pathlib import Path

import click

from bookbuild.cli.terminal import console
from bookbuild.core.config import this_book
from bookbuild.core.templates import tool_templates
from engine.errors import WorkingsError

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_RENAMED = {"gitignore": ".gitignore"}  # hidden files would be left out of a wheel


@click.group()
def new() -> None:
    """Make a new book, a chapter or a model, to begin with."""


@new.command("book")
@click.argument("folder", type=click.Path(path_type=Path))
def new_book(folder: Path) -> None:
    """Make a small book in a folder that isn't there yet: a chapter, its figures, a picture."""
    if folder.exists() and not folder.is_dir():
        raise WorkingsError("there is a file where the book’s folder should be", where=str(folder))
    if folder.is_dir() and any(folder.iterdir()):
        raise WorkingsError(
            "this folder has files in it already; name one that isn’t there yet", where=str(folder)
        )
    _write("book", folder, {"edition": date.today().isoformat()})
    console.print(f"{folder}: a book of one chapter; to build it: cd {folder} && workings book")


@new.command("chapter")
@click.argument("name")
def new_chapter(name: str) -> None:
    """Add a chapter at the end of this book; NAME becomes its address, such as: gradient-steps"""
    book, name = this_book(), _checked(name)
    numbers = [_number(path) for path in book.chapters.glob("[0-9]*.md")]
    for path in book.chapters.glob("[0-9]*.md"):
        if re.sub(r"^[0-9]+-", "", path.stem) == name:
            raise WorkingsError(
                f"there is a chapter “{name}” already; choose another name",
                where=path.relative_to(book.root).as_posix(),
            )
    file = f"{max(numbers, default=0) + 1:02}-{name}.md"
    title = name.replace("-", " ").capitalize()
    _write("chapter", book.chapters, {"title": title}, {"chapter.md": file})
    console.print(f"book/{file}: a chapter to begin with; to check it: workings lint")


@new.command("model")
@click.argument("name")
def new_model(name: str) -> None:
    """Add a small model to this book's weights: its settings, and a corpus to learn from."""
    book, name = this_book(), _checked(name)
    folder = book.weights / name
    if folder.exists():
        where = folder.relative_to(book.root).as_posix()
        raise WorkingsError(f"there is a model “{name}” already; choose another name", where=where)
    _write("model", folder, {"name": name})
    console.print(
        f"weights/{name}: a model to begin with\n"
        f'in book/book.toml, name what it is of: subjects = ["subjects.signal"]\n'
        f"then train it: workings train {name}\n"
        f"and follow a sentence in chapters: add [follow] at the end of book/book.toml, "
        f'and {name} = ["the bee flew to the"]',
    )


def _number(path: Path) -> int:
    found = re.match(r"[0-9]+", path.name)
    return int(found[0]) if found else 0


def _checked(name: str) -> str:
    if not _NAME.fullmatch(name):
        raise WorkingsError(
            f"“{name}” can’t be a name: take small letters, digits and -, as in a-b"
        )
    return name


def _write(
    kind: str, folder: Path, words: dict[str, str], names: dict[str, str] | None = None
) -> None:
    """Write what the tool has of a kind into a folder; `words` take the places of `<<…>>`.

    `names` gives files other names. No file is ever written over.
    """
    source = tool_templates() / "new" / kind
    for path in sorted(source.rglob("*")):
        if path.is_dir() or path.suffix == ".pyc":
            continue
        name = path.relative_to(source).as_posix()
        target = folder / {**_RENAMED, **(names or {})}.get(name, name)
        target.parent.mkdir(parents=True, exist_ok=True)
        data = path.read_bytes()
        for word, value in words.items():
            data = data.replace(f"<<{word}>>".encode(), value.encode())
        with target.open("xb") as file:
            file.write(data)
