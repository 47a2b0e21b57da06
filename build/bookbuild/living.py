"""What brings a page to life: the scripts of the site, and the data that they load."""

import shutil
from collections.abc import Sequence
from pathlib import Path

from bookbuild.config import Book
from bookbuild.searchindex import write_search


def write_scripts(book: Book, folder: Path, ledger: Path, chapters: Sequence[str]) -> None:
    """Put the scripts into the finished site in `folder`, and what they load.

    Those of the ledger stand beside its data until now; `chapters` are the paths of their pages.
    """
    shutil.copytree(book.templates / "js", folder / "js")
    for path in sorted(ledger.rglob("*.js")):
        target = folder / "js" / "ledger" / path.relative_to(ledger)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(path, target)
    write_search(folder, chapters)
