"""Where a template, a style sheet or a script comes from: the book's own file, or else the tool's.

A book may put any file of the tool's `templates/` into a folder of that name of its own; only
these files take the place of the tool's.
"""

from pathlib import Path

from bookbuild.core.config import Book
from engine.errors import UnknownName

_PACKAGE = Path(__file__).parents[1]
_INSTALLED = _PACKAGE / "templates"  # what a wheel brings
_IN_CLONE = _PACKAGE.parents[1] / "templates"


def tool_templates() -> Path:
    """Return the folder of the tool's templates: in a clone, that of the repository."""
    return _INSTALLED if _INSTALLED.is_dir() else _IN_CLONE


def template_folders(book: Book) -> tuple[Path, ...]:
    """Return the folders in which a template is looked for: the book's own first, if it has one."""
    own, tool = book.templates, tool_templates()
    if not own.is_dir() or own.resolve() == tool.resolve():
        return (tool,)
    return own, tool


def template_file(book: Book, name: str) -> Path:
    """Return the file of a template, such as `css/site.css`; `UnknownName` where there is none."""
    folders = template_folders(book)
    for folder in folders:
        if (folder / name).is_file():
            return folder / name
    known = (path for folder in folders for path in folder.rglob("*") if path.is_file())
    tool = folders[-1]
    raise UnknownName(
        name, [path.relative_to(tool).as_posix() for path in known if tool in path.parents],
        what="template",
    )  # fmt: skip
