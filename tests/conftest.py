"""What several rooms of tests share: the real book, built once."""

import json
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pytest
from hypothesis import settings
from playwright.sync_api import Browser

from bookbuild.core.config import read_book
from bookbuild.paper.documents import write_pdfs
from bookbuild.site.building import write_site
from bookbuild.site.pages import Site
from tests import ROOT
from tests.site.samedigits import chromium

SOURCES = ("book", "build", "engine", "templates", "weights")


@dataclass(frozen=True)
class Built:
    """The finished book of this checkout."""

    site: Site
    folder: Path

    @property
    def html(self) -> Path:
        """The folder of the pages."""
        return self.folder / "html"

    @cached_property
    def pages(self) -> list[Path]:
        """The pages of the book itself, without those of the books that are built with it."""
        others = [self.html / one.book.folder.name for one in self.site.companions]
        every = sorted(self.html.rglob("*.html"))
        return [path for path in every if not any(other in path.parents for other in others)]

    @property
    def ledger(self) -> Path:
        """The folder of the ledger."""
        return self.html / "ledger"

    @cached_property
    def lines(self) -> int:
        """How many lines the ledger holds."""
        ledgers = (path for path in self.ledger.rglob("*.json") if path.name != "schema.json")
        return sum(
            "line" in figure
            for path in ledgers
            for figure in json.loads(path.read_text("utf-8"))["figures"]
        )


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--built",
        type=Path,
        metavar="DIR",
        help="a folder that `workings book` has just written; without it the book is built anew",
    )
    parser.addoption(
        "--all-pages",
        action="store_true",
        help="open every page in the browser; without it every chapter, and some of what is alike",
    )


def pytest_configure(config: pytest.Config) -> None:
    # A shared machine may be slow for a moment, and a slow example is no false one.
    settings.register_profile("shared", deadline=None)
    settings.load_profile("shared")
    # A shell lets what it runs in the background ignore this, and so would the commands under test.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    finished: Path | None = config.getoption("built")
    if finished:
        check_fresh(finished)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes the whole book: no process is left alone with it at the end."""
    whole = (Path(__file__).parent, Path(__file__).parent / "site")
    items.sort(key=lambda item: item.path.parent not in whole)


@pytest.fixture(scope="session")
def built(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Build the site and the ledger, or take those that are built already."""
    site = Site(read_book(ROOT))
    finished: Path | None = pytestconfig.getoption("built")
    if finished:
        return Built(site, finished.resolve())
    made = Built(site, tmp_path_factory.mktemp("book"))
    made.html.mkdir()
    write_site(site, made.html, lambda _: None)
    return made


@pytest.fixture(scope="session")
def printed(built: Built, pytestconfig: pytest.Config) -> Path:
    """Print the book and its handouts beside the site, or take those that are printed already."""
    folder = built.folder / "pdf"
    if not pytestconfig.getoption("built"):
        folder.mkdir()
        write_pdfs(built.site, folder, "a4")
    return folder


@pytest.fixture(scope="session")
def fonts_cache() -> Path:
    """Return the clone's own cache: fonts are kept there by what they are made from."""
    return ROOT / ".cache"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start the system's Chromium."""
    with chromium() as browser:
        yield browser


def check_fresh(folder: Path) -> None:
    """Refuse a built book that is not wholly there, or older than a file that it is made of."""
    parts = ("html/index.html", "html/ledger/schema.json", "pdf/book.pdf", "epub/book.epub")
    made = [folder / part for part in parts]
    missing = [str(path) for path in made if not path.is_file()]
    if missing:
        raise pytest.UsageError(f"{folder} is not a built book: there is no {missing[0]}")
    oldest = min(path.stat().st_mtime_ns for path in made)
    for room in SOURCES:
        for path in (ROOT / room).rglob("*"):
            if path.suffix != ".pyc" and path.is_file() and path.stat().st_mtime_ns > oldest:
                raise pytest.UsageError(
                    f"{folder} is older than {path.relative_to(ROOT)}: build it anew"
                )
