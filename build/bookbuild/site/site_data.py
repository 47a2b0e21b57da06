"""The data that a page's scripts load: the ledger's figures, and what the search knows."""

import shutil
from collections.abc import Iterable
from pathlib import Path

from bookbuild.site.search_index import Indexed, write_search


def write_data(
    folder: Path, ledger: Path, pages: Iterable[Indexed], chapters: Iterable[str]
) -> None:
    """Put the data into the site in `folder`, of its `pages`; search goes through `chapters`.

    The ledger's scripts are next to its other forms until now.
    """
    for path in sorted(ledger.rglob("*.js")):
        target = folder / "js" / "ledger" / path.relative_to(ledger)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(path, target)
    write_search(folder, pages, chapters)
