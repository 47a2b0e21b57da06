"""What a chapter that quotes lines may call: the quotations, each with what the auditor says."""

import re
from collections.abc import Mapping
from html import escape

from markupsafe import Markup

from bookbuild import pictures
from bookbuild.chapters.figure_desk import block
from bookbuild.chapters.kit import Kit
from bookbuild.chapters.offered import offered
from bookbuild.chapters.quotations import KINDS, Quotation
from bookbuild.chapters.typed_lines import TypedLine
from bookbuild.lines.expression import NBSP
from bookbuild.lines.presenter import ShownLine
from bookbuild.lines.written import breakable
from bookbuild.markup.slots import Slot
from engine.errors import UnknownName, WorkingsError

# The words above the right line, by whether the quotation itself closes, and its kind.
_MENDED = "It should read"
_INSTEAD = {
    "hidden": "With the right figure, it is",
    "carried": "With nothing rounded before, it would be",
}
# Like the book's own lines, a quotation breaks before its signs only.
_SIGN = re.compile(r" ([=≈+−*×÷/]) ")
_HYPHEN = re.compile(r" - (\S+)")  # as a minus: after it a line would break in spite of all spaces


class Quoting:
    """The names for a chapter's quotations that its template may use on one page."""

    def __init__(self, quotations: Mapping[str, Quotation], kit: Kit) -> None:
        self._quotations = quotations
        self._presenter = kit.presenter
        self._parts = kit.parts
        self._seen: set[str] = set()

    @offered
    def closes(self, name: str) -> bool:
        """Tell whether a quoted line closes, for claims."""
        return self._find(name).closes

    @offered
    def quoted(self, name: str) -> Slot:
        """Show one quotation, with what the auditor says of it."""
        return block(self._html(self._find(name)), self._find(name).text)

    @offered
    def quoted_as(self, kind: str = "") -> Slot:
        """Show all quotations from the file of the same chief kind, or those with nothing amiss.

        One that was shown by its name already is not shown again.
        """
        if kind and kind not in KINDS:
            raise UnknownName(kind, KINDS, what="kind of slip")
        chosen = [
            quotation
            for name, quotation in self._quotations.items()
            if quotation.entry.kind == kind and name not in self._seen
        ]
        return block("\n".join(map(self._html, chosen)), f"quotations: {kind or 'closing'}")

    @offered
    def quoted_tally(self, caption: str, *, well: str, ill: str, none: str) -> Slot:
        """Draw a mark for each quotation from the file, by its chief kind.

        `well` and `ill` say what the marks of lines mean that close and that don't; `none` heads
        the row of those with nothing amiss.
        """
        named = {**{kind: KINDS[kind].title for kind in KINDS}, "": none}
        found = [each for each in self._quotations.values() if isinstance(each.entry, TypedLine)]
        rows = []
        for kind, title in named.items():
            cases = tuple(each.closes for each in found if each.entry.kind == kind)
            if cases:
                rows.append((title, cases))
        drawn = pictures.tally(pictures.Tally("The lines by kind of slip", tuple(rows), well, ill))
        return block(self._parts.picture(Markup(drawn), caption), caption)

    def _find(self, name: str) -> Quotation:
        if name not in self._quotations:
            raise UnknownName(name, self._quotations, what="quotation")
        return self._quotations[name]

    def _html(self, quotation: Quotation) -> str:
        name = quotation.entry.name
        if name in self._seen:
            raise WorkingsError(f"“{name}” is quoted twice on this page")
        self._seen.add(name)
        entry, right = quotation.entry, quotation.right
        line, mends = None, ""
        if right is not None:
            at = self._presenter.id_of(right.name)
            line = ShownLine(
                at, right.name, breakable(right.name), Markup(right.html()), right.text
            )
            mends = "" if quotation.closes else quotation.name
        html: str = self._parts.quotation(
            self._presenter.id_of(quotation.name),
            quotation.name,
            Markup(_unbroken(quotation.text)),
            quotation.verdict,
            [KINDS[kind].title for kind in entry.kinds],
            entry.why,
            line,
            mends,
            _INSTEAD.get(entry.kind, _MENDED),
        )
        return html


def _unbroken(text: str) -> str:
    html = _SIGN.sub(rf" \1{NBSP}", escape(text))
    return _HYPHEN.sub(rf" <span>-{NBSP}\1</span>", html)
