"""What everything on one page shares: how figures are shown, how the page links, what was read."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from jinja2 import BaseLoader, Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from bookbuild.chapters.entries import Entry, View
from bookbuild.chapters.own_pictures import OwnPicture
from bookbuild.core.config import Book
from bookbuild.core.templates import template_folders
from bookbuild.lines.presenter import Href, Presenter, bar
from bookbuild.markup.slots import Slot
from bookbuild.markup.urls import Link
from engine.figures.ledger import FigureArray

Medium = Literal["html", "pdf"]
MOST_CRUMBS = 8  # links to other pages of a chapter; more of them are folded away


@dataclass(frozen=True)
class Setting:
    """Where a chapter is rendered: its medium, and how that place links.

    `view_href` leads to another page of the same chapter, where such pages exist. `scripted` pages
    have scripts that show the chapter for a reader's own words. `picture_source` says where the
    page finds a picture that stands next to the chapter; without it, the page holds it.
    `lines` is how many lines of arithmetic the whole has, where that is known.
    """

    medium: Medium
    figure_href: Href
    chapter_link: Callable[[Entry], Slot]
    file_link: Callable[[str, str], Slot]
    view_href: Callable[[View], str] | None = None
    id_prefix: str = ""
    scripted: bool = False
    picture_source: Callable[[OwnPicture], str] = lambda picture: picture.inline
    lines: int = 0


@dataclass(frozen=True)
class Kit:
    """What the desks of one page share.

    `givens` has the chapter's own numbers, and what the page works of them. `lookups` collects the
    names and printed forms of the figures that a template reads, for a claim that fails to show.
    """

    presenter: Presenter
    environment: Environment
    setting: Setting
    givens: dict[str, FigureArray] = field(default_factory=dict)
    lookups: list[tuple[str, str]] = field(default_factory=list)

    @cached_property
    def parts(self) -> Any:
        """The macros of `components.html`."""
        return self.environment.get_template("components.html").module

    def crumbs(self, pages: Sequence[tuple[str, View]], current: View) -> Slot:
        """Link to other pages of the chapter, each by its title; nowhere where there are none."""
        href = self.setting.view_href
        if href is None:
            return Slot(html="", text="", block=True)
        crumbs = [Link(href(view), title, current=view == current) for title, view in pages]
        write = self.parts.crumbs if len(crumbs) <= MOST_CRUMBS else self.parts.folded_crumbs
        return Slot(html=write(crumbs), text="", block=True)


def anchor(href: str, text: str, kind: str = "") -> Slot:
    """Return a link as running text has it."""
    html = Markup('<a{} href="{}">{}</a>').format(
        Markup(' class="{}"').format(kind) if kind else "", href, text
    )
    return Slot(html=html, text=text)


def book_templates(book: Book) -> Environment:
    """Return the page templates of a book: its own, and the tool's where it has none."""
    return templates_environment(FileSystemLoader(template_folders(book)))


def templates_environment(loader: BaseLoader) -> Environment:
    """Return the environment of the page templates: everything is escaped, nothing is missing."""
    environment = Environment(
        loader=loader,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["bar"] = bar
    return environment
