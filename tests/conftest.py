"""What several rooms of tests share: the real book, built once."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from bookbuild.config import read_book
from bookbuild.pages import Site
from bookbuild.paper import write_pdfs

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Built:
    """The finished book of this checkout."""

    site: Site
    html: Path
    ledger: Path
    lines: int
    worked: list[str]  # what the progress of its runs told
    told: list[str]  # and that of its pages


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Build the site and the ledger."""
    folder = tmp_path_factory.mktemp("book")
    html = folder / "html"
    html.mkdir()
    site = Site(read_book(ROOT))
    worked: list[str] = []
    site.library.follow_all(worked.append)
    told: list[str] = []
    lines = site.write(html, told.append)
    return Built(site, html, html / "ledger", lines, worked, told)


@pytest.fixture(scope="session")
def printed(built: Built) -> Path:
    """Print the book and its handouts beside the site."""
    folder = built.html.parent / "pdf"
    folder.mkdir()
    write_pdfs(built.site, folder, "a4")
    return folder
