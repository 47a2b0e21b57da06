"""The site: which pages there are, where they are, and how they link to one another."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from bookbuild.chapters.claims import ClaimResult
from bookbuild.chapters.contents import Contents, Page
from bookbuild.chapters.entries import Entry, View
from bookbuild.chapters.explaining import Explaining
from bookbuild.chapters.kit import Setting, anchor, book_templates
from bookbuild.chapters.subject import OtherPage, Sample
from bookbuild.core.config import Book, companions_of
from bookbuild.markup.trees import parsed, written_html
from bookbuild.markup.urls import Group, Link, maybe_relative, relative
from bookbuild.passes.context import Context
from bookbuild.passes.table import change
from bookbuild.site import codes, data_page
from bookbuild.site.card import CARD
from bookbuild.site.scripts import scripts_for, scripts_with
from bookbuild.site.search_index import Indexed, indexed
from engine.figures.figure import Figure

LANGUAGE = "en"
FIRST_SENTENCE = re.compile(r".*?[.?!](?=\s|$)", re.DOTALL)  # of a chapter's summary
PICTURES = "pictures"  # the folder of those that stand next to chapters


@dataclass(frozen=True)
class Made:
    """A page of the site: its path and HTML, and what the search knows of it."""

    path: str
    html: str
    indexed: Indexed


@dataclass(frozen=True)
class MadeChapter(Made):
    """A page of a chapter: also the chapter as rendered for it, and its tree after all passes."""

    rendered: Page
    tree: ET.Element


class Site:
    """One book as a folder of pages that works on any host, and from a disk."""

    def __init__(
        self, book: Book, *, claims_as_warnings: bool = False, forms: Path | None = None
    ) -> None:
        """Read a book; the pdf/ and epub/ in the folder `forms` go into the site."""
        self.book = book
        self.forms = forms
        self.claims_as_warnings = claims_as_warnings
        self.environment: Environment = book_templates(book)
        self.contents = Contents(book, self.environment, claims_as_warnings=claims_as_warnings)
        self.subjects = self.contents.subjects
        self.explaining = Explaining(self.contents)
        self.broken_claims: list[ClaimResult] = []  # of the forms other than the site

    def count(self) -> int:
        """Return how many pages the site has."""
        return 2 + codes.PAGES + len(list(self.views())) + len(self.others())

    def pages(self) -> Iterator[Made]:
        """Yield each page that does not need the others' data."""
        yield self.front()
        for entry, view in self.views():
            yield self.chapter_page(entry, view)
        for page in self.others():
            yield self.other_page(page)

    def views(self) -> Iterator[tuple[Entry, View]]:
        """Yield each chapter with each page of it, in the book's order."""
        for entry in self.contents:
            for view in self.contents.topic(entry).views():
                yield entry, view

    def others(self) -> list[OtherPage]:
        """Return the subjects' pages that are not chapters."""
        return [page for subject in self.subjects for page in subject.pages()]

    # Paths

    def path_of(self, entry: Entry, view: View | None = None) -> str:
        """Return the path of a chapter, or of another page of it."""
        if view is None or view == self.contents.own_view(entry):
            return f"{entry.name}.html"
        return f"{entry.name}/{view.at}.html"

    def href_of_line(self, figure: Figure) -> str | None:
        """Return the permanent address of a figure's line, seen from the front of the site."""
        found = (subject.path_of_line(figure) for subject in self.subjects)
        return next((path for path in found if path), None)

    # Pages

    def opening(self, setting: Setting) -> Page | None:
        """Return what the book opens with, rendered for a place, if it opens with anything."""
        entry = self.contents.front
        if entry is None:
            return None
        return self.contents.render(entry, self.contents.own_view(entry), setting)

    def front_opening(self, lines: int = 0) -> Page | None:
        """Return what the front of a site opens with that has so many lines.

        Its words lead to the pages of the first chapter that follows them.
        """
        entry = self.contents.front
        followed = self.contents.following(entry) if entry else None
        return self.opening(Setting(
            medium="html",
            figure_href=self.href_of_line,
            chapter_link=lambda other: anchor(self.path_of(other), other.title),
            file_link=lambda text, file: anchor(file, text),
            view_href=lambda view: self.path_of(followed, view) if followed else "",
            lines=lines,
        ))  # fmt: skip

    def front(self, lines: int = 0, minutes: Mapping[str, int] = MappingProxyType({})) -> Made:
        """Return the site's first page.

        `lines` is how many the site has, `minutes` how long each chapter takes, by its name.
        """
        groups = self.listed(self.path_of, minutes=minutes)
        opening = self.front_opening(lines)
        self.broken_claims += opening.broken if opening else ()
        downloads = [
            Link(codes.PAGE, "Codes in the printed book, and the lines that they lead to"),
            Link(data_page.PAGE, "The ledger: every figure and line, as data"),
        ]
        forms = {
            "pdf": Link("pdf/book.pdf", "The book as a PDF"),
            "epub": Link("epub/book.epub", "The book as an EPUB, for e-readers"),
        }
        taken = self.taken_along()
        downloads[:0] = [link for name, link in forms.items() if name in taken]
        return self._page(
            "index.html", self.book.title, self.book.subtitle,
            change(opening.tree(), "site", Context()) if opening else None,
            template="index.html", run=opening.scope if opening else None, groups=groups,
            scripts=self._front_scripts(), subtitle=self.book.subtitle, downloads=downloads,
            companions=self._companions(),
        )  # fmt: skip

    @cached_property
    def companions(self) -> list["Site"]:
        """The sites of the smaller books that are built with this one."""
        return [
            Site(book, claims_as_warnings=self.claims_as_warnings)
            for book in companions_of(self.book)
        ]

    def _companions(self) -> list[Link]:
        """Return links to the books that are built with this one."""
        return [
            Link(f"{one.folder.name}/index.html", one.title, said=one.subtitle)
            for one in (companion.book for companion in self.companions)
        ]

    def _front_scripts(self) -> tuple[str, ...]:
        entry = self.contents.front
        if entry is None:
            return ()
        script = self.contents.topic(entry).script(self.contents.own_view(entry))
        return scripts_for(script.opening, script.program) if script and script.opening else ()

    def listed(
        self,
        href: Callable[[Entry], str],
        inside: Callable[[Entry], Sequence[Link]] = lambda _: (),
        minutes: Mapping[str, int] = MappingProxyType({}),
    ) -> list[Group]:
        """Return the contents of the book, a group for each part.

        `href` leads to a chapter, `inside` lists what is in it; `minutes` is how long each takes.
        An appendix is looked things up in: nobody is told how long that takes.
        """

        def link(entry: Entry) -> Link:
            said = FIRST_SENTENCE.match(entry.chapter.front.summary)
            taken = minutes.get(entry.name) if entry.kind != "Appendix" else None
            return Link(
                href(entry), entry.title, entry.number, inside(entry),
                size=f"{taken} min" if taken else "", said=said[0] if said else "",
            )  # fmt: skip

        return [
            Group(part.title, part.line, [link(entry) for entry in part.entries])
            for part in self.contents.parts
        ]

    def chapter_page(self, entry: Entry, view: View) -> MadeChapter:
        """Return a chapter's page."""
        path = self.path_of(entry, view)
        setting = Setting(
            medium="html",
            figure_href=lambda figure: maybe_relative(path, self.href_of_line(figure)),
            chapter_link=lambda other: anchor(relative(path, self.path_of(other)), other.title),
            file_link=lambda text, file: anchor(relative(path, file), text),
            view_href=lambda other: relative(path, self.path_of(entry, other)),
            scripted=True,
            picture_source=lambda picture: relative(path, f"{PICTURES}/{picture.name}"),
        )
        page = self.contents.render(entry, view, setting)
        rendered = page.rendered
        parts: Any = self.environment.get_template("components.html").module
        head = parts.opening(rendered.title, entry.called, rendered.summary, entry.part)
        before, after = self._neighbours(entry)
        script = self.contents.topic(entry).script(view)
        words = self.explaining.on_screen(entry, lambda other: relative(path, self.path_of(other)))
        tree = change(page.tree(), "site", Context(words))
        made = self._page(
            path, rendered.title, rendered.summary, tree, head=head,
            run=page.scope, chapter=entry, searched=view == self.contents.own_view(entry),
            previous=self._link(path, before), following=self._link(path, after),
            scripts=scripts_for(script.name, script.program) if script else (),
        )  # fmt: skip
        return MadeChapter(made.path, made.html, made.indexed, page, tree)

    def _link(self, path: str, entry: Entry | None) -> Link | None:
        if entry is None:
            return None
        return Link(relative(path, self.path_of(entry)), entry.title, entry.number)

    def _neighbours(self, entry: Entry) -> tuple[Entry | None, Entry | None]:
        entries = self.contents.entries
        at = entry.place
        return (
            entries[at - 1] if at else None,
            entries[at + 1] if at + 1 < len(entries) else None,
        )

    def about_data(self, folder: Path) -> Made:
        """Return the page about the data in the site that is being written."""
        samples = [sample for subject in self.subjects if (sample := subject.sample())]
        sample = samples[0] if samples else self._own_sample()
        content = data_page.data_content(self.environment, sample, self.subjects.runs(), folder)
        return self._page(
            data_page.PAGE, data_page.TITLE, data_page.LEAD,
            self._of_template(content, data_page.PAGE),
            run=sample.figure.scope if sample else None, searched=True,
        )  # fmt: skip

    def _own_sample(self) -> Sample | None:
        """Return the first figure that a chapter has worked and rounded itself."""
        for arrays in self.contents.givens.values():
            for array in arrays.values():
                for figure in array:
                    if figure.worked and figure.array.rule:
                        return Sample(figure)
        return None

    def code_pages(self, places: Sequence[codes.Place]) -> Iterator[Made]:
        """Yield the pages that lead from codes to their lines."""
        for page in codes.code_pages(self.environment, places):
            before, after = (
                Link(relative(page.path, codes.page_of(letter)), letter) if letter else None
                for letter in page.neighbours
            )
            yield self._page(
                page.path, codes.TITLE, codes.LEAD, self._of_template(page.content, page.path),
                previous=before, following=after,
            )  # fmt: skip

    def _data_of(self, path: str, scope: str | None, chapter: Entry | None) -> list[Link]:
        """Return the ledgers that a page's figures are in, without the endings of their forms."""
        own = chapter.scope if chapter and self.contents.givens[chapter.name] else None
        return data_page.ledgers_of(path, scope, own) if scope else []

    def other_page(self, page: OtherPage) -> Made:
        """Return a page that is no chapter."""
        before, after = (
            Link(relative(page.path, to[0]), to[1]) if to else None
            for to in (page.previous, page.following)
        )
        return self._page(
            page.path, page.title, page.description, self._of_template(page.write(), page.path),
            run=page.scope, previous=before, following=after,
        )  # fmt: skip

    def _of_template(self, html: str, path: str) -> ET.Element:
        return change(parsed(html, where=path), "other page", Context())

    def _page(
        self,
        path: str,
        title: str,
        description: str,
        content: ET.Element | None,
        *,
        head: str = "",
        searched: bool = False,
        template: str = "page.html",
        run: str | None = None,
        chapter: Entry | None = None,
        previous: Link | None = None,
        following: Link | None = None,
        scripts: Sequence[str] = (),
        **more: Any,
    ) -> Made:
        """Return a page whose main part has a head, and its content after all passes."""
        content = ET.Element("div") if content is None else content
        main = [parsed(head, where=path), content]
        html = self.environment.get_template(template).render(
            book=self.book.title, root="../" * path.count("/"), lang=LANGUAGE, title=title, run=run,
            description=description, content=Markup(f"{head}{written_html(content)}"),
            previous=previous,
            chapter=self._link(path, chapter), next=following, scripts=scripts or scripts_with(),
            own=bool(scripts), data=self._data_of(path, run, chapter),
            handout=self._handout(path, chapter) if chapter else None,
            address=self.address(path), card=self.address(CARD), **more,
        )  # fmt: skip
        return Made(path, html, indexed(path, title, run, main, searched=searched))

    def address(self, path: str) -> str:
        """Return the address in the web of a file of the site, or "" where nobody has named it."""
        return f"{self.book.site}{path.removesuffix('index.html')}" if self.book.site else ""

    def _handout(self, path: str, chapter: Entry) -> str | None:
        return relative(path, f"pdf/{chapter.handout}") if "pdf" in self.taken_along() else None

    def taken_along(self) -> dict[str, Path]:
        """Return the folders of the forms that go into the site: those made before it."""
        folders = {name: self.forms / name for name in ("pdf", "epub")} if self.forms else {}
        return {name: folder for name, folder in folders.items() if folder.is_dir()}
