"""The same bytes however the work is shared: the real site, built several times and compared.

Run by itself: `make same-bytes`. With a folder, that is the site to be equal to.
"""

import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from bookbuild.core.config import read_book
from bookbuild.core.workers import Start
from bookbuild.site.building import write_site
from bookbuild.site.pages import Site
from tests import ROOT

SHARED: tuple[tuple[int, Start], ...] = (
    (1, "fork"), (2, "fork"), (8, "fork"), (2, "spawn"), (8, "spawn"),
)  # fmt: skip


def built(folder: Path, processes: int, start: Start) -> Path:
    """Build the site anew and return its folder."""
    folder.mkdir()
    write_site(Site(read_book(ROOT)), folder, lambda _: None, processes=processes, start=start)
    return folder


def differing(one: Path, other: Path) -> list[str]:
    """Return which files of two folders are not the same."""
    files = {path.relative_to(folder) for folder in (one, other) for path in folder.rglob("*.*")}
    return [name.as_posix() for name in sorted(files) if _bytes(one / name) != _bytes(other / name)]


def _bytes(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def main() -> int:
    """Build, compare, tell; return the exit status."""
    faults = 0
    with TemporaryDirectory() as temporary:
        first: Path | None = None
        for processes, start in SHARED:
            began = time.perf_counter()
            made = built(Path(temporary) / f"{processes}-{start}", processes, start)
            first = first or made
            found = differing(first, made)
            faults += len(found)
            spent = time.perf_counter() - began
            count = sum(path.is_file() for path in made.rglob("*"))
            print(f"{processes} by {start}: {count} files, {len(found)} differ, {spent:.0f} s")
            for name in found[:5]:
                print(f"  {name}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
