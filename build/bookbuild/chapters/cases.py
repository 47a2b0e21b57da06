"""Prose that comes in cases: `{% when "later" %}…{% endwhen %}` holds on some pages only.

Which cases there are, a chapter's topic says. Where scripts can show a page for other words (see
roles), every case is in it, those that do not hold hidden; any other page has only what holds.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import escape

from markupsafe import Markup

from bookbuild.chapters.tracking import NumberedTag
from engine.errors import WorkingsError


@dataclass(frozen=True)
class Cases:
    """The cases of one page; with `all_shown` the page has those, too, that do not hold.

    Those `of_figures` have the name of some figures after their own, as in `itself share`.
    """

    known: Mapping[str, Callable[[], bool]] = field(default_factory=dict)
    of_figures: Mapping[str, Callable[[str], bool]] = field(default_factory=dict)
    all_shown: bool = False

    def hold(self, case: str) -> bool:
        """Return whether a case holds. Raises `WorkingsError` at one that there is not."""
        word, space, figures = case.partition(" ")
        if case in self.known:
            return self.known[case]()
        if space and word in self.of_figures:
            return self.of_figures[word](figures)
        known = ", ".join([*self.known, *(f"{name} FIGURES" for name in self.of_figures)])
        raise WorkingsError(f"there is no case “{case}”; there are {known or 'none here'}")


class CaseTag(NumberedTag):
    """The tag; its environment receives the case's name."""

    tags = {"when"}  # noqa: RUF012  (the library's own form)


def in_case(case: str, inside: Markup, *, holds: bool, has_blocks: bool) -> Markup:
    """Mark what is in a case: whole blocks if its tags are on lines of their own.

    Raises `WorkingsError` at blocks in a case that is in a line.
    """
    marks = f'data-when="{escape(case)}"' + ("" if holds else ' hidden=""')
    if inside.startswith("\n"):
        return Markup(f"\n\n<div {marks}>\n\n{inside.strip()}\n\n</div>\n\n")
    if has_blocks or "\n\n" in inside:
        raise WorkingsError("a case of whole blocks needs lines of its own for its tags")
    return Markup(f"<span {marks}>{inside}</span>")
