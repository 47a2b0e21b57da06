"""The book on paper: the whole of it, and each chapter as a handout of its own."""

import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markupsafe import Markup

from bookbuild.chapters.entries import Entry
from bookbuild.chapters.kit import Setting, anchor
from bookbuild.chapters.questions import HEADING
from bookbuild.core.fonts import check_glyphs, print_fonts
from bookbuild.core.templates import template_file
from bookbuild.markup.slots import Slot
from bookbuild.markup.trees import in_scope, parsed, written_html
from bookbuild.markup.urls import Group, Link
from bookbuild.paper.pdf import Paper, PdfJob, make_pdfs
from bookbuild.passes.context import Context
from bookbuild.passes.table import change
from bookbuild.site.codes import Mark, codes_of, marks_of, put_codes
from bookbuild.site.pages import LANGUAGE, Site
from engine.figures.operations.operation import Policy

STYLES = ("tokens.css", "print.css")
# Before the first chapter; each chapter says to how many digits.
RULE_OF_LINES = "Every line closes: each result is rounded once, half away from zero."
RULE = f"{RULE_OF_LINES} The foot of each page says to how many digits."


@dataclass(frozen=True)
class Section:
    """One chapter as the print template takes it."""

    id: str
    number: str  # or none
    called: str  # its kind and number
    title: str
    lead: str
    run: str
    rule: str
    content: Markup
    answers: Markup  # set at the end of the document


def write_pdfs(
    site: Site,
    folder: Path,
    paper: Paper,
    progress: Callable[[str], None] | None = None,
    processes: int | None = None,
) -> None:
    """Write the book and a handout of each chapter into an empty folder."""
    css = [template_file(site.book, f"css/{name}") for name in STYLES]
    fonts = print_fonts(site.book.cache)
    jobs = documents(site, folder, paper)
    make_pdfs(jobs, css=css, fonts=fonts, progress=progress, processes=processes)


def documents(site: Site, folder: Path, paper: Paper) -> Iterator[PdfJob]:
    """Yield the documents to print, the longest first."""
    entries = site.contents.entries
    groups = site.listed(lambda entry: f"#{entry.name}")
    drafts = [_draft(site, entry, _in_book) for entry in entries]
    known = codes_of(mark.address for draft in drafts for mark in draft.marks())
    sections = [draft.section(known) for draft in drafts]
    opening = _opening(site, sum(draft.lines() for draft in drafts))
    if any(section.answers for section in sections):
        groups.append(Group("", "", [Link("#answers", HEADING)]))
    yield _document(
        site, "book", site.book.title, sections, folder / "book.pdf", paper, groups, opening
    )
    for entry in entries:
        section = _draft(site, entry, named_in_handout).section(known)
        yield _document(
            site, "handout", entry.title, [section], folder / entry.handout, paper, None
        )


def rule_of(site: Site, entry: Entry) -> str:
    """Return the rounding rule of a chapter."""
    topic = site.contents.topic(entry)
    return rule(topic.policy, topic.slopes)


def rule(policy: Policy, slopes: Policy | None = None) -> str:
    """Return the rounding rule at the foot of a chapter's pages.

    `slopes` is that of a training step's losses, gradients and moments.
    """
    more = f"; losses, slopes and moments {slopes.rows}" if slopes else ""
    return (
        f"Every line closes: rounded once, half away from zero, {policy.rows}; "
        f"shares {policy.shares}; powers of e {policy.powers}{more}."
    )


@dataclass(frozen=True)
class _Draft:
    """A chapter before its codes, which depend on all lines of the book."""

    entry: Entry
    title: str
    lead: str
    run: str
    rule: str
    content: ET.Element
    answers: ET.Element

    def marks(self) -> Iterator[Mark]:
        """Yield what has a code."""
        yield from marks_of(self.content, self.run)
        yield from marks_of(self.answers, self.run)

    def lines(self) -> int:
        """Return how many lines of arithmetic it prints."""
        every = (*self.content.iter(), *self.answers.iter())
        return sum(element.get("data-line") is not None for element in every)

    def section(self, codes: Mapping[str, str]) -> Section:
        """Return the chapter with its codes."""
        put_codes(list(self.marks()), codes)
        return Section(
            self.entry.name, self.entry.number, self.entry.called, self.title, self.lead, self.run,
            self.rule,
            Markup(written_html(self.content)), Markup(written_html(self.answers)),
        )  # fmt: skip


def _draft(site: Site, entry: Entry, link: Callable[[Entry], Slot]) -> _Draft:
    view = site.contents.own_view(entry)
    setting = Setting(
        medium="pdf",
        figure_href=lambda _: None,
        chapter_link=link,
        file_link=lambda text, _: Slot.plain(text),
        id_prefix=f"{entry.name}.",
    )
    page = site.contents.render(entry, view, setting)
    rendered, where = page.rendered, entry.chapter.source.file
    words = site.explaining.on_paper(entry, link)
    content = change(page.tree(), "paper", Context(words))
    check_glyphs(rendered.html + rendered.answers, where=where)
    return _Draft(
        entry, rendered.title, rendered.summary, page.scope, rule_of(site, entry),
        content, parsed(rendered.answers, where=where),
    )  # fmt: skip


def _opening(site: Site, lines: int) -> str:
    """Return what the book opens with, on a title page of a book of so many lines."""
    page = site.opening(Setting(
        medium="pdf",
        figure_href=lambda _: None,
        chapter_link=_in_book,
        file_link=lambda text, _: Slot.plain(text),
        id_prefix="front.",
        lines=lines,
    ))  # fmt: skip
    return in_scope(page.scope, page.html) if page else ""


def _document(
    site: Site,
    kind: str,
    title: str,
    sections: list[Section],
    out: Path,
    paper: Paper,
    groups: list[Group] | None,
    opening: str = "",
) -> PdfJob:
    template = site.environment.get_template("print.html")
    more: dict[str, Any] = {
        "book": site.book.title,
        "subtitle": site.book.subtitle,
        "rule": RULE,
        "groups": groups,
        "opening": Markup(opening),
        "answers_heading": HEADING,
    }
    html = template.render(kind=kind, lang=LANGUAGE, title=title, chapters=sections, **more)
    return PdfJob(html, out, title, paper)


def _in_book(entry: Entry) -> Slot:
    return anchor(f"#{entry.name}", entry.title, "xref")


def named_in_handout(entry: Entry) -> Slot:
    """Name a chapter where it is not at hand."""
    kind = f"{entry.kind.lower()} {entry.number}" if entry.number else "the opening"
    return Slot.plain(f"{kind} of the book, “{entry.title}”")
