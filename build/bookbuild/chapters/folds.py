"""How a chapter folds a part away: `{% fold "The other numbers" %}…{% endfold %}`.

On a screen the part opens under its title, without a script; on paper it stands open. Nothing is
left out: its lines are lines of the page like the others.
"""

from markupsafe import Markup

from bookbuild.chapters.tracking import NumberedTag
from engine.errors import WorkingsError


class FoldTag(NumberedTag):
    """The tag; its environment receives the title."""

    tags = {"fold"}  # noqa: RUF012  (the library's own form)


def folded(title: Markup, inside: Markup) -> Markup:
    """Put whole blocks under a title that opens them. Raises `WorkingsError` within a line."""
    if not inside.startswith("\n"):
        raise WorkingsError("a fold needs lines of its own for its tags")
    opening = f'<details class="fold"><summary>{title}</summary>\n<div>'
    return Markup(f"\n\n{opening}\n\n{inside.strip()}\n\n</div>\n</details>\n\n")
