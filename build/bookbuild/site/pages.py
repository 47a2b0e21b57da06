"""The site: which pages there are, where they stand, and how they lead to one another."""

import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from bookbuild.chapters.claims import ClaimResult
from bookbuild.chapters.contents import Contents, Entry, Setting, View, anchor
from bookbuild.chapters.glossary import Explaining
from bookbuild.core.background import beside
from bookbuild.core.config import Book
from bookbuild.core.fonts import check_glyphs
from bookbuild.lines.ledger_data import write_schema
from bookbuild.lines.presenter import element_id
from bookbuild.markup.anchors import with_anchors
from bookbuild.markup.slots import Slot
from bookbuild.markup.trees import parsed
from bookbuild.site import codes, data_page
from bookbuild.site.ledgers import (
    write_chapters,
    write_lessons,
    write_questions,
    write_runs,
    write_translations,
)
from bookbuild.site.scripts import scripts_telling, scripts_with, write_scripts
from bookbuild.site.site_data import write_data
from bookbuild.site.styles import write_styles
from bookbuild.site.urls import Link, maybe_way, way
from bookbuild.site.weights_data import write_weights
from bookbuild.site.workings import belongs_to, workings_html
from engine.figures.figure import Figure
from engine.runs.run import Run, slug
from subjects.models.library import Library
from subjects.signal.desk import templates_environment

LANGUAGE = "en"
MOST_CRUMBS = 8  # sentences that stand above a page; more of them are folded away
Progress = Callable[[str], None]
Told = tuple[Entry, View | None]


class Site:
    """One book as a folder of pages that works on any host, and from a disk."""

    def __init__(
        self, book: Book, *, claims_as_warnings: bool = False, forms: Path | None = None
    ) -> None:
        """Read a book; `forms` is the folder whose pdf/ and epub/ go into the site."""
        self.book = book
        self.forms = forms
        self.library = Library(book)
        for part in book.followed:
            self.library.check_corpus(part.model)
        self.environment: Environment = templates_environment(FileSystemLoader(book.templates))
        self.contents = Contents(
            book, self.library, self.environment, claims_as_warnings=claims_as_warnings
        )
        self.explaining = Explaining(self.contents, self.path_of)
        self.broken_claims: list[ClaimResult] = []
        self._coded: dict[str, list[codes.Mark]] = {}  # by chapter: what has a code on paper
        self._shown: dict[str, Figure] = {}  # by address: what the chapters show
        self._written: set[str] = set()  # addresses of the lines that the chapters write out

    def write(self, folder: Path, progress: Progress) -> int:
        """Write the site, with its data, into an empty folder; return how many lines the data has.

        Two processes share the work: half of the questions' pages, all workings and the ledger of
        the runs are written beside the chapters.
        """
        ledger = folder / "ledger"
        ledger.mkdir()
        elsewhere = self._half_of_questions()  # works the runs, which both processes then have
        with beside(lambda: self._write_lines(folder, ledger, elsewhere)) as other:
            write_styles(folder, self.book.templates, self.book.cache)
            if self.forms:
                for name in ("pdf", "epub"):
                    shutil.copytree(self.forms / name, folder / name)
            models = [self.library.figures(name) for name in self.library.followed_models()]
            translators = [translator.figures for translator in self.library.translators()]
            examples = {one.name: self.library.to_translate(one.name) for one in translators}
            write_scripts(folder, self.book.templates, [*models, *translators], examples)
            self._write_pages(folder, [("index.html", self._front())], progress)
            told = [page for page in self._told() if page not in elsewhere]
            lines = self._write_chapters(folder, ledger, told, progress)
            write_schema(ledger)
            lines += write_chapters(ledger, self.contents)
            lines += write_lessons(ledger, self.library, self._shown, self._written)
            lines += write_translations(ledger, self.library, self._shown, self._written)
            progress("the workings and the ledger")
            other_lines, broken = other.wait()
        trained = write_weights(folder / "weights", self.library)
        self._write_pages(folder, [self._about_data(folder, trained)], progress)
        places = self.coded_places()
        self._write_pages(folder, self._code_pages(places), lambda _: None)
        write_data(folder, ledger, [*map(self.path_of, self.contents), data_page.PAGE])
        codes.write_codes(folder, places)
        self.broken_claims += broken
        return lines + other_lines

    def _write_lines(
        self, folder: Path, ledger: Path, told: Sequence[Told]
    ) -> tuple[int, list[ClaimResult]]:
        lines = self._write_chapters(folder, ledger, told, lambda _: None)
        self._write_pages(folder, self._all_workings(), lambda _: None)
        return lines + write_runs(ledger, self.library), self.broken_claims

    def _half_of_questions(self) -> list[Told]:
        """Return every other page of a question that is not the one its chapter tells about."""
        asked: list[Told] = [
            (entry, view)
            for entry, view in self._told()
            if view and view.followed.answer and view != self.contents.view(entry)
        ]
        return asked[::2]

    def _write_chapters(
        self, folder: Path, ledger: Path, told: Sequence[Told], progress: Progress
    ) -> int:
        """Write some chapters' pages, and the ledgers of the questions that they tell about."""
        self._write_pages(folder, (self.chapter_page(*page) for page in told), progress)
        runs = [view.run for _, view in told if view and view.followed.answer]
        whole = {view.run for view in map(self.contents.view, self.contents) if view}
        return write_questions(ledger, runs, whole, self._shown, self._written)

    def _write_pages(
        self, folder: Path, pages: Iterable[tuple[str, str]], progress: Progress
    ) -> None:
        for path, html in pages:
            check_glyphs(html, where=path)
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(html, encoding="utf-8")
            progress(path)

    def count(self) -> int:
        """Return how many pages the site has."""
        words = sum(1 for _ in self._words_with_workings())
        return 2 + codes.PAGES + len(list(self._told())) + words

    def steps(self) -> int:
        """Return how often `write` tells of its progress; the other process tells nothing."""
        return 2 + len(list(self._told())) - len(self._half_of_questions()) + 1

    def pages(self) -> Iterator[tuple[str, str]]:
        """Yield the path and the HTML of each page that does not need the others' data."""
        yield "index.html", self._front()
        for entry, view in self._told():
            yield self.chapter_page(entry, view)
        yield from self._all_workings()

    def _told(self) -> Iterator[Told]:
        for entry in self.contents:
            for view in self._views(entry):
                yield entry, view

    def _views(self, entry: Entry) -> Iterator[View | None]:
        told = self.contents.view(entry)
        if told and entry.chapter.front.follow:
            return self.contents.views(entry)
        return iter([told])

    def _all_workings(self) -> Iterator[tuple[str, str]]:
        for run, position in self._words_with_workings():
            yield self._workings(run, position)

    def _words_with_workings(self) -> Iterator[tuple[Run, int]]:
        for name in self.library.followed_models():
            for followed in self.library.followed(name).values():
                if followed.answer is None:
                    for position in followed.places:
                        yield followed.run, position

    # Where pages stand

    def path_of(self, entry: Entry, view: View | None = None) -> str:
        """Return the path of a chapter, or of its page for another followed word."""
        told = self.contents.view(entry)
        if view is None or view == told:
            return f"{entry.name}.html"
        return f"{entry.name}/{slug(view.run.words)}/{view.here}.html"

    def path_of_workings(self, run: Run, position: int) -> str:
        """Return the path of the page with every line of a word."""
        return f"workings/{run.scope}/{position}.html"

    def href_of_line(self, figure: Figure) -> str | None:
        """Return the permanent address of a figure's line, seen from the front of the site."""
        if not figure.worked:
            return None
        scope, _, sentence = figure.scope.partition("/")
        if not sentence or scope not in {part.model for part in self.book.followed}:
            return None
        position = belongs_to(figure)
        return f"workings/{scope}/{sentence}/{position}.html#{element_id(figure.name)}"

    # Pages

    def _front(self) -> str:
        items = [Link(self.path_of(entry), entry.title, entry.number) for entry in self.contents]
        downloads = [
            Link(codes.PAGE, "Codes from paper, and the lines that they stand for"),
            Link(data_page.PAGE, "The ledger: every figure and line, as data"),
        ]
        if self.forms:
            downloads = [
                Link("pdf/book.pdf", "The book as a PDF"),
                Link("epub/book.epub", "The book as an EPUB, for e-readers"),
                *downloads,
            ]
        return self._page(
            "index.html", self.book.title, self.book.subtitle, "", template="index.html",
            subtitle=self.book.subtitle, items=items, downloads=downloads,
        )  # fmt: skip

    def chapter_page(self, entry: Entry, view: View | None) -> tuple[str, str]:
        """Return the path and the HTML of a chapter for one followed word."""
        path = self.path_of(entry, view)
        setting = Setting(
            medium="html",
            figure_href=lambda figure: maybe_way(path, self.href_of_line(figure)),
            chapter_link=lambda other: anchor(way(path, self.path_of(other)), other.title),
            file_link=lambda text, file: anchor(way(path, file), text),
            scripted=True,
            **({} if view is None else self._ways(entry, view, path)),
        )
        rendered, presenter = self.contents.render(entry, view, setting)
        self._shown |= presenter.shown
        self._written |= presenter.written
        self.broken_claims += [claim for claim in rendered.claims if not claim.holds]
        scope = self.contents.page_scope(entry, view)
        if view is None or view == self.contents.view(entry):
            body = parsed(rendered.html, where=entry.chapter.source.file)
            self._coded[entry.name] = list(codes.marks_of(body, scope))
        parts: Any = self.environment.get_template("components.html").module
        head = parts.opening(rendered.title, entry.number, rendered.summary)
        before, after = self._neighbours(entry)
        return path, self._page(
            path, rendered.title, rendered.summary,
            head + Markup(self.explaining.page(entry, rendered.html, lambda to: way(path, to))),
            run=scope, chapter=entry,
            previous=self._link(path, before), following=self._link(path, after),
            scripts=self._scripts(entry, view),
        )  # fmt: skip

    def _scripts(self, entry: Entry, view: View | None) -> tuple[str, ...]:
        """Return a page's scripts: on a chapter's own, a reader may put a sentence together."""
        if not entry.chapter.front.follow:
            return ()
        if not view:
            return scripts_telling("journey", self.contents.model_of(entry))
        if view != self.contents.view(entry):
            return ()
        told = "question" if view.followed.answer else "sentence"
        return scripts_telling(told, view.run.model.name)

    def _ways(self, entry: Entry, view: View, path: str) -> dict[str, Any]:
        """Return how a followed word's page leads to those of others, and to its workings."""
        workings = self.path_of_workings(view.run, view.here)
        ways: dict[str, Any] = {
            "sentences": lambda: self._crumbs(entry, view, path),
            "workings_link": lambda text: anchor(way(path, workings), text),
        }
        if entry.chapter.front.follow:
            ways["word_href"] = lambda here: way(
                path, self.path_of(entry, View(view.followed, here))
            )
        return ways

    def _crumbs(self, entry: Entry, view: View, path: str) -> Slot:
        links = [
            Link(
                way(path, self.path_of(entry, View(followed, followed.told))),
                followed.label,
                current=followed is view.followed and view.here == followed.told,
            )
            for followed in self.contents.followed(entry).values()
        ]
        parts: Any = self.environment.get_template("components.html").module
        html = parts.crumbs(links) if len(links) <= MOST_CRUMBS else parts.folded_crumbs(links)
        return Slot(html=html, text="", block=True)

    def _link(self, path: str, entry: Entry | None) -> Link | None:
        if entry is None:
            return None
        return Link(way(path, self.path_of(entry)), entry.title, entry.number)

    def _neighbours(self, entry: Entry) -> tuple[Entry | None, Entry | None]:
        entries = self.contents.entries
        at = entry.number - 1
        return (
            entries[at - 1] if at else None,
            entries[at + 1] if at + 1 < len(entries) else None,
        )

    def _about_data(self, folder: Path, models: Sequence[str]) -> tuple[str, str]:
        """Return the page about the data in the site that is being written."""
        told = self.library.first_followed()
        content = data_page.data_content(self.environment, told.run, told.told, models, folder)
        return data_page.PAGE, self._page(
            data_page.PAGE, data_page.TITLE, data_page.LEAD, content, run=told.run.scope
        )

    def coded_places(self) -> list[codes.Place]:
        """Return where each code on paper leads to, of all chapters whose pages are made."""
        known = codes.codes_of(mark.address for marks in self._coded.values() for mark in marks)
        return [
            codes.Place(known[mark.address], self.path_of(entry), entry.title, mark.id, mark.name)
            for entry in self.contents
            for mark in self._coded[entry.name]
        ]

    def _code_pages(self, places: Sequence[codes.Place]) -> Iterator[tuple[str, str]]:
        for page in codes.code_pages(self.environment, places):
            before, after = (
                Link(way(page.path, codes.page_of(letter)), letter) if letter else None
                for letter in page.neighbours
            )
            yield page.path, self._page(
                page.path, codes.TITLE, codes.LEAD, page.content, previous=before, following=after
            )  # fmt: skip

    def _data_of(self, path: str, scope: str | None, chapter: Entry | None) -> list[Link]:
        """Return the ledgers that a page's figures are in, without the endings of their forms."""
        own = chapter.scope if chapter and self.contents.givens[chapter.name] else None
        return data_page.ledgers_of(path, scope, own) if scope else []

    def _workings(self, run: Run, position: int) -> tuple[str, str]:
        path = self.path_of_workings(run, position)
        told = f"{run.words[position - 1]}, word {position} of “{' '.join(run.words)}”"
        neighbours = [
            Link(
                way(path, self.path_of_workings(run, other)),
                f"word {other}, {run.words[other - 1]}",
            )
            if 1 <= other <= len(run.words)
            else None
            for other in (position - 1, position + 1)
        ]
        return path, self._page(
            path, f"The workings of {told}", f"Every line of arithmetic for {told}.",
            Markup(workings_html(run, position)), run=run.scope,
            previous=neighbours[0], following=neighbours[1],
        )  # fmt: skip

    def _page(
        self,
        path: str,
        title: str,
        description: str,
        content: str,
        *,
        template: str = "page.html",
        run: str | None = None,
        chapter: Entry | None = None,
        previous: Link | None = None,
        following: Link | None = None,
        scripts: Sequence[str] = (),
        **more: Any,
    ) -> str:
        return self.environment.get_template(template).render(
            root="../" * path.count("/"), lang=LANGUAGE, title=title, run=run,
            description=description, content=with_anchors(content), previous=previous,
            chapter=self._link(path, chapter), next=following, scripts=scripts or scripts_with(),
            own=bool(scripts), data=self._data_of(path, run, chapter),
            handout=way(path, f"pdf/{chapter.handout}") if self.forms and chapter else None, **more,
        )  # fmt: skip
