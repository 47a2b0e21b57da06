"""A book's own examples: the functions in `book/figures.py`, and where in it a fault stands."""

import ast
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bookbuild.chapters.subject import Example
from bookbuild.core.config import Book
from bookbuild.core.errors import ChapterError, Where
from bookbuild.core.inputs import read_text_file
from engine.errors import WorkingsError
from engine.figures.ledger import FigureArray
from workings import examples

FILE = "figures.py"


def own_examples(book: Book) -> dict[str, Example]:
    """Return the examples that a book's `figures.py` declares; none where there is no such file.

    Raises `WorkingsError` with file and line for whatever goes wrong in it.
    """
    path = book.chapters / FILE
    if not path.is_file():
        return {}
    file = _File(path, path.relative_to(book.root).as_posix())
    with file.placed():
        names = file.run()
        declared = examples.declared_in(names)
    return {name: _example(one, file) for name, one in declared.items()}


def _example(declared: examples.Example, file: "_File") -> Example:
    line = declared.function.__code__.co_firstlineno

    def work(given: Mapping[str, FigureArray], scope: str) -> Mapping[str, FigureArray]:
        with file.placed(line):
            return declared.work(given, scope)

    return Example(declared.policy, work)


@dataclass(frozen=True)
class _File:
    """A file of Python that an author wrote: where it is, and what messages call it."""

    path: Path
    name: str

    def run(self) -> dict[str, object]:
        """Run the file; return the names that it defines."""
        tree = ast.parse(read_text_file(self.path, where=self.name), self.name)
        names: dict[str, object] = {
            "__name__": "figures",
            "__file__": str(self.path),
            examples.REMEMBER: examples.remember,
        }
        exec(compile(examples.remembering(tree), self.name, "exec"), names)  # the book's own code
        return names

    @contextmanager
    def placed(self, line: int = 1) -> Iterator[None]:
        """Make whatever goes wrong an error at its place in the file, or at `line`."""
        try:
            yield
        except SyntaxError as error:
            place = Where(self.name, error.lineno or 1, error.offset or 1)
            raise ChapterError(error.msg, place) from error
        except WorkingsError as error:
            error.where = error.where or str(self._place(error, line))
            raise
        except (Exception, SystemExit) as error:  # an author's code may raise anything
            says = " ".join(str(error).split())
            kind = type(error).__name__
            place = self._place(error, line)
            raise ChapterError(f"{kind}: {says}" if says else kind, place) from error

    def _place(self, error: BaseException, line: int) -> Where:
        """Return the innermost place in the file that an error passed through."""
        frames = traceback.extract_tb(error.__traceback__)
        for frame in reversed(frames):
            if frame.filename == self.name:
                return Where(self.name, frame.lineno or line, (frame.colno or 0) + 1)
        return Where(self.name, line)
