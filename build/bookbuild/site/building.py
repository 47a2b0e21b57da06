"""How the site is built: pieces of work that any process can do, and what is made of them all.

A piece writes files of its own and returns what is to be known of them; nothing is kept on the
side. What depends on all pages, such as ledgers, codes and the search, is made of what came back,
in the book's order. So the site has the same bytes however many processes share the work.
"""

import shutil
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from bookbuild.chapters.claims import ClaimResult
from bookbuild.chapters.own_pictures import OwnPicture
from bookbuild.chapters.reading import minutes
from bookbuild.core.config import Book
from bookbuild.core.fonts import check_glyphs
from bookbuild.core.workers import Start, Workers, usual_processes, without_collecting
from bookbuild.lines.ledger_data import write_schema
from bookbuild.lines.ledger_figures import Part
from bookbuild.site import codes, data_page
from bookbuild.site.card import write_card
from bookbuild.site.ledgers import (
    NOTHING,
    Excerpt,
    Excerpts,
    gathered,
    whole_parts,
    write_chapter,
    write_shown,
    write_whole,
)
from bookbuild.site.pages import PICTURES, Made, Site
from bookbuild.site.scripts import write_scripts
from bookbuild.site.search_index import Indexed
from bookbuild.site.site_data import write_data
from bookbuild.site.styles import write_styles
from bookbuild.site.weights_data import write_weights

Progress = Callable[[str], None]
Kind = Literal["pages", "others", "styles", "scripts", "weights", "whole", "chapter", "shown"]


@dataclass(frozen=True)
class Piece:
    """A piece of work: its kind, and which of that kind, counted from 0 in the book's order.

    Pieces of a ledger say of which scope, and what the pages show of it.
    """

    kind: Kind
    numbers: tuple[int, ...] = ()
    scope: str = ""
    excerpt: Excerpt = NOTHING


@dataclass(frozen=True)
class PageRecord:
    """What is known of a chapter's page besides the page itself.

    `number` is its place in the book's order.
    """

    number: int
    excerpts: dict[str, Excerpt]
    broken: tuple[ClaimResult, ...]
    coded: tuple[codes.Coded, ...]
    pictures: tuple[OwnPicture, ...] = ()
    minutes: int = 0  # that it takes to read


@dataclass(frozen=True)
class Done:
    """What came of a piece: what the search knows of its pages, what else is, its lines."""

    indexed: tuple[Indexed, ...] = ()
    pages: tuple[PageRecord, ...] = ()
    lines: int = 0


@dataclass(frozen=True)
class Built:
    """A finished site: how many lines its data has, and the claims that don't hold."""

    lines: int
    broken: tuple[ClaimResult, ...]


@dataclass(frozen=True)
class Anew:
    """Makes, in a process that shares nothing, what does a site's pieces of work."""

    book: Book
    claims_as_warnings: bool
    forms: Path | None
    folder: Path

    def __call__(self) -> "Builder":
        """Read the book."""
        site = Site(self.book, claims_as_warnings=self.claims_as_warnings, forms=self.forms)
        return Builder(site, self.folder)


class Builder:
    """Does pieces of one site in one process, into one folder."""

    def __init__(self, site: Site, folder: Path) -> None:
        self.site = site
        self.folder = folder
        self.ledger = folder / "ledger"
        self.views = list(site.views())
        self.others = site.others()
        self.whole: dict[str, Part] = {}
        self._excerpts = Excerpts(site.contents)
        self._jobs: dict[Kind, Callable[[Piece], Done]] = {
            "pages": self._pages,
            "others": self._others,
            "styles": self._styles,
            "scripts": self._scripts,
            "weights": self._weights,
            "whole": self._whole,
            "chapter": self._chapter,
            "shown": self._shown,
        }

    def __call__(self, piece: Piece) -> Done:
        """Do a piece."""
        return self._jobs[piece.kind](piece)

    def front_excerpts(self) -> dict[str, Excerpt]:
        """Return what the first page shows besides what is published whole."""
        opening = self.site.front_opening()
        return self._excerpts.of(opening) if opening else {}

    def load(self) -> None:
        """Work what is published whole: copies of this process need not work it again."""
        if not self.whole:
            self.whole = {part.scope: part for part in whole_parts(self.site.contents)}

    def write_pages(self, pages: Iterable[Made]) -> tuple[Indexed, ...]:
        """Write pages, each under its path; return what the search knows of them."""
        return tuple(map(self._write_page, pages))

    def _write_page(self, page: Made) -> Indexed:
        check_glyphs(page.html, where=page.path)
        target = self.folder / page.path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(page.html, encoding="utf-8", newline="\n")
        return page.indexed

    def _pages(self, piece: Piece) -> Done:
        made = [self._page(number) for number in piece.numbers]
        return Done(tuple(page for page, _ in made), tuple(record for _, record in made))

    def _page(self, number: int) -> tuple[Indexed, PageRecord]:
        entry, view = self.views[number]
        contents = self.site.contents
        made = self.site.chapter_page(entry, view)
        page, tree = made.rendered, made.tree
        own = view == contents.own_view(entry)
        record = PageRecord(
            number, self._excerpts.of(page), tuple(page.broken),
            codes.coded_of(tree, page.scope) if own else (), page.rendered.pictures,
            minutes(tree),
        )  # fmt: skip
        return self._write_page(made), record

    def _others(self, piece: Piece) -> Done:
        pages = [self.others[number] for number in piece.numbers]
        return Done(self.write_pages(map(self.site.other_page, pages)))

    def _styles(self, _: Piece) -> Done:
        write_styles(self.folder, self.site.book)
        write_card(self.folder, self.site.book, self.site.subjects)
        return Done()

    def _scripts(self, _: Piece) -> Done:
        programs = (one for subject in self.site.subjects for one in subject.programs())
        write_scripts(self.folder, self.site.book, programs)
        return Done()

    def _weights(self, _: Piece) -> Done:
        learned = (one for subject in self.site.subjects for one in subject.learned())
        write_weights(self.folder / "weights", learned)
        return Done()

    def _whole(self, piece: Piece) -> Done:
        self.load()
        return Done(lines=write_whole(self.ledger, self.whole[piece.scope], piece.excerpt))

    def _chapter(self, piece: Piece) -> Done:
        contents = self.site.contents
        entry = contents.entries[piece.numbers[0]]
        return Done(lines=write_chapter(self.ledger, contents, entry, piece.excerpt))

    def _shown(self, piece: Piece) -> Done:
        return Done(lines=write_shown(self.ledger, piece.scope, piece.excerpt))


def write_site(
    site: Site,
    folder: Path,
    progress: Progress,
    *,
    processes: int | None = None,
    start: Start | None = None,
) -> Built:
    """Write the site, with its data, into an empty folder.

    `processes` share the work, as many as there are processors if nobody says; `start` is how they
    begin. Neither changes a byte of what is written.
    """
    with without_collecting():
        made = _write(site, folder, progress, processes or usual_processes(), start)
    broken = list(made.broken)
    for companion in site.companions:
        inside = folder / companion.book.folder.name
        inside.mkdir()
        broken += write_site(companion, inside, progress, processes=1).broken
    return Built(made.lines, tuple(broken))


def _write(
    site: Site, folder: Path, progress: Progress, processes: int, start: Start | None
) -> Built:
    (folder / "ledger").mkdir()
    for name, made in site.taken_along().items():
        shutil.copytree(made, folder / name)
    builder = Builder(site, folder)
    if start != "spawn" and processes > 1:
        site.subjects.work(lambda _: None)
        site.explaining.prepare()
        builder.load()
    anew = Anew(site.book, site.claims_as_warnings, site.forms, folder)
    with Workers(builder, anew, processes=processes, start=start) as workers:
        done = workers.each(page_pieces(builder), lambda one: _report(one, progress))
        records = sorted((page for one in done for page in one.pages), key=_number)
        ledgers = ledger_pieces(
            builder, gathered([*(page.excerpts for page in records), builder.front_excerpts()])
        )
        lines = sum(one.lines for one in workers.each(ledgers, lambda _: None))
    progress("the ledger")
    pages = [page for one in done for page in one.indexed]
    _write_rest(builder, records, pages, lines, progress)
    return Built(lines, tuple(claim for page in records for claim in page.broken))


def steps(site: Site) -> int:
    """Return how often `write_site` reports its progress."""
    own = 3 + len(list(site.views())) + len(site.others())
    return own + sum(map(steps, site.companions))


def _report(done: Done, progress: Progress) -> None:
    for page in done.indexed:
        progress(page.path)


def _number(page: PageRecord) -> int:
    return page.number


def page_pieces(builder: Builder) -> list[Piece]:
    """Return what can be made at once, what takes longest first.

    Chapters that share what is long in the working are one piece.
    """
    together: dict[object, list[int]] = {}
    for number, (entry, _) in enumerate(builder.views):
        shared = builder.site.contents.topic(entry).together
        together.setdefault(number if shared is None else shared, []).append(number)
    groups: dict[str, list[int]] = {}
    for number, page in enumerate(builder.others):
        groups.setdefault(page.group, []).append(number)
    pages = [Piece("pages", tuple(numbers)) for numbers in together.values()]
    pages.sort(key=lambda piece: -len(piece.numbers))
    others = [Piece("others", tuple(numbers)) for numbers in groups.values()]
    return [Piece("styles"), Piece("scripts"), Piece("weights"), *pages, *others]


def ledger_pieces(builder: Builder, excerpts: dict[str, Excerpt]) -> list[Piece]:
    """Return the ledgers to write, the longest first; `excerpts` are what all pages show."""
    contents = builder.site.contents
    chapters = {entry.scope: place for place, entry in enumerate(contents)}
    builder.load()
    whole = sorted(
        builder.whole.values(), key=lambda part: -sum(a.values.size for a in part.arrays.values())
    )
    pieces = []
    for part in whole:
        own, excerpt = chapters.get(part.scope), excerpts.get(part.scope, NOTHING)
        if own is None:
            pieces.append(Piece("whole", (), part.scope, excerpt))
        else:
            pieces.append(Piece("chapter", (own,), part.scope, excerpt))
    shown = [
        Piece("shown", (), scope, excerpt)
        for scope, excerpt in excerpts.items()
        if scope not in builder.whole
    ]
    return [*pieces, *shown]


def _write_rest(
    builder: Builder,
    records: Sequence[PageRecord],
    pages: Sequence[Indexed],
    lines: int,
    progress: Progress,
) -> None:
    """Write what all pages and ledgers are needed for."""
    site, folder = builder.site, builder.folder
    coded = {page.number: page.coded for page in records}
    own = [
        (site.path_of(entry), entry.title, coded[number])
        for number, (entry, view) in enumerate(builder.views)
        if view == site.contents.own_view(entry)
    ]
    places = codes.places_of(own)
    write_schema(builder.ledger)
    times = {builder.views[page.number][0].name: page.minutes for page in reversed(records)}
    last = builder.write_pages([site.front(lines, times), site.about_data(folder)])
    for page in last:
        progress(page.path)
    last += builder.write_pages(site.code_pages(places))
    chapters = [site.path_of(entry) for entry in site.contents]
    variants = {entry.name for entry in site.contents}
    write_data(
        folder, builder.ledger,
        [page for page in (*pages, *last) if page.path.partition("/")[0] not in variants],
        [*chapters, data_page.PAGE],
    )  # fmt: skip
    codes.write_codes(folder, places)
    for picture in {one.name: one for page in records for one in page.pictures}.values():
        target = folder / PICTURES / picture.name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(picture.path, target)
