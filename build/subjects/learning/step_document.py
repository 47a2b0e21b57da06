"""A training step's every line as a document of its own: pages, PDFs, and its ledger as data."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from bookbuild.chapters.kit import book_templates
from bookbuild.core.config import Book
from bookbuild.core.fonts import check_glyphs, print_fonts
from bookbuild.core.templates import template_file
from bookbuild.lines.ledger_data import write_ledger, write_schema
from bookbuild.lines.ledger_figures import whole, whole_run
from bookbuild.markup.trees import parsed
from bookbuild.markup.urls import Group, Link
from bookbuild.paper.pdf import Paper, PdfJob, make_pdfs
from bookbuild.site.pages import LANGUAGE, Made
from bookbuild.site.scripts import scripts_with, write_scripts
from bookbuild.site.search_index import Indexed, indexed
from bookbuild.site.site_data import write_data
from bookbuild.site.styles import write_styles
from engine.runs.training_step import TrainingStep
from subjects.learning.step_pages import StepPage, StepPages
from subjects.learning.step_plan import Part, lines_of, plan

PRINT_STYLES = ("tokens.css", "print.css", "lines.css")
_MARKED = re.compile(r'<span class="sum"[^>]*>(.*?)</span></p>')
_ID = re.compile(r' id="[^"]*"')
Progress = Callable[[str], None]
STAGES = 7  # that a document's progress reports: its parts, the pages, the ledger


@dataclass(frozen=True)
class Printed:
    """What of a document goes on paper together."""

    part: Part
    file: str
    pages: Sequence[StepPage]


class StepDocument:
    """All lines of one step of a model's training, ready to be written.

    `progress` hears of each part, and of the pages and the ledger when they are written.
    """

    def __init__(self, book: Book, step: TrainingStep, name: str, progress: Progress) -> None:
        self._book = book
        self._step = step
        words = " ".join((*step.words, step.right[-1]))
        self._lead = f"It learns from “{words}”"
        self._progress = progress
        self._indexed: list[Indexed] = []  # of the pages that were written
        self.about = f"Training step {step.number} of {name}, every line"
        self.parts = plan(step)
        self.lines = sum(1 for _ in lines_of(self.parts))
        self._environment: Environment = book_templates(book)
        self._pages = StepPages(step, self._environment)
        self.printed = [self._printed(*numbered) for numbered in enumerate(self.parts, start=1)]
        self.pages = [page for printed in self.printed for page in printed.pages]

    def _printed(self, number: int, part: Part) -> Printed:
        pages = list(self._pages.pages(part))
        self._progress(part.title)
        return Printed(part, f"{number}-{part.name}.pdf", pages)

    def write_pages(self, folder: Path, *, with_pdf: bool = True) -> None:
        """Write the pages, their styles, fonts and scripts into an empty folder."""
        write_styles(folder, self._book)
        write_scripts(folder, self._book)
        for page in [self._front(with_pdf), *self._html()]:
            check_glyphs(page.html, where=page.path)
            (folder / page.path).write_text(page.html, encoding="utf-8", newline="\n")
            self._indexed.append(page.indexed)
        self._progress("pages")

    def write_ledger(self, folder: Path, pages: Path) -> None:
        """Write the step's ledger, and that of the weights before it, into an empty folder.

        What the scripts of the written pages load is put next to those.
        """
        step = self._step
        for part in (whole(step.model.name, step.model.arrays), whole_run(step)):
            write_ledger(folder, part.scope, part.figures())
        write_schema(folder)
        write_data(pages, folder, self._indexed, [f"{page.name}.html" for page in self.pages])
        self._progress("ledger")

    def write_pdfs(self, folder: Path, paper: Paper, progress: Progress) -> None:
        """Write a PDF of each part into an empty folder."""
        css = [template_file(self._book, f"css/{name}") for name in PRINT_STYLES]
        fonts = print_fonts(self._book.cache)
        longest = sorted(self.printed, key=lambda one: -sum(len(p.content) for p in one.pages))
        jobs = [self._on_paper(printed, folder, paper) for printed in longest]
        make_pdfs(jobs, css=css, fonts=fonts, progress=progress)

    def _html(self) -> Iterator[Made]:
        parts: Any = self._environment.get_template("components.html").module
        links = [Link(f"{page.name}.html", page.title) for page in self.pages]
        for place, page in enumerate(self.pages):
            head = parts.opening(page.title, lead=page.lead)
            yield self._made(
                "page.html", links[place].href, page.title, f"{page.title}. {self.about}.",
                searched=True, content=head + Markup(page.content), chapter=None,
                previous=links[place - 1] if place else None,
                next=links[place + 1] if place + 1 < len(links) else None,
            )  # fmt: skip

    def _front(self, with_pdf: bool) -> Made:
        step = self._step
        items = [
            Link(
                f"{printed.pages[0].name}.html", printed.part.title, str(number),
                [Link(f"{page.name}.html", page.title) for page in printed.pages],
            )
            for number, printed in enumerate(self.printed, start=1)
        ]  # fmt: skip
        scope = f"../ledger/{step.scope}"
        downloads = [
            *(Link(f"../pdf/{one.file}", f"{one.part.title}, as a PDF")
              for one in self.printed if with_pdf),
            Link(f"{scope}.csv", "Every figure and line, as a table"),
            Link(f"{scope}.json", "The same as JSON"),
        ]  # fmt: skip
        content = Markup(
            "<p>Each of the {} lines closes: with what is given at the start and a calculator you "
            "can work from the first line to the last. Before the step the loss is {}, with the "
            "new weights it is {}.</p>"
        ).format(
            f"{self.lines:,}",
            self._pages.figure("loss.mean_surprise"),
            self._pages.figure("after.loss.mean_surprise"),
        )
        return self._made(
            "index.html", "index.html", self.about, f"{self.about}.", subtitle=self._lead,
            companions=(),
            content=content, groups=[Group("", "", items)], downloads=downloads,
            chapter=None, previous=None, next=None,
        )  # fmt: skip

    def _made(
        self, template: str, path: str, title: str, description: str,
        *, content: Markup, searched: bool = False, **more: Any,
    ) -> Made:  # fmt: skip
        main = [parsed(content, where=path)]
        html = self._environment.get_template(template).render(
            book=self._book.title, root="", lang=LANGUAGE, title=title, run=self._step.scope,
            description=description, scripts=scripts_with(), own=False, data=(), handout=None,
            address="", card="",
            content=content, **more,
        )  # fmt: skip
        index = indexed(path, title, self._step.scope, main, searched=searched)
        return Made(path, html, index)

    def _on_paper(self, printed: Printed, folder: Path, paper: Paper) -> PdfJob:
        """Return one part as a document to print."""
        pages = [
            {
                "name": page.name, "title": page.title, "lead": page.lead,
                "content": Markup(_for_paper(page.content)),
            }
            for page in printed.pages
        ]  # fmt: skip
        html = self._environment.get_template("lines.html").render(
            lang=LANGUAGE, name=printed.part.name, title=printed.part.title,
            about=self.about, lead=f"{self.about}. {self._lead}.", rule=self._rule(),
            items=[Link(f"#{page.name}", page.title) for page in printed.pages],
            run=self._step.scope, pages=pages,
        )  # fmt: skip
        title = f"{printed.part.title} · {self.about}"
        return PdfJob(html, folder / printed.file, title, paper)

    def _rule(self) -> str:
        passed, back = self._step.model.policy, self._step.policy
        return (
            f"Every line closes: rounded once, half away from zero, {passed.rows}; shares "
            f"{passed.shares}; powers of e {passed.powers}; loss, gradients and Adam {back.rows}; "
            f"weights {passed.weights}."
        )


def _for_paper(html: str) -> str:
    """Drop what paper has no use for, of twelve thousand lines: it takes a fifth of the time.

    Nothing leads to a line by its id, and no style distinguishes a line from the address before it.
    """
    return _ID.sub("", _MARKED.sub(r"\1</p>", html))
