"""Examples that show their own source: `{% shown "A line" %}…{% endshown %}`.

What is between the tags stands on the page twice, from the same text: as it was typed, and as what
it makes. So the two can't disagree, and an example that breaks stops the build. `{% fails "…" %}`
shows a mistake and its message; a mistake without one is an error.
"""

from collections.abc import Sequence
from html import escape

from bookbuild.chapters.tracking import NumberedTag, SeenTag
from bookbuild.markup.slots import Slot
from engine.errors import WorkingsError


class ShownTag(NumberedTag):
    """The tags; their environment receives the title of the example."""

    tags = {"shown", "fails"}  # noqa: RUF012  (the library's own form)


def typed(seen: SeenTag, end: str) -> str:
    """Return what an author typed between a tag and the next tag called `end`."""
    source = seen.source
    following = (tag for tag in source.tags if tag.start >= seen.tag.end)
    closing = next(tag for tag in following if tag.text.strip("{%-+} \n") == end)
    return source.text[seen.tag.end : closing.start].strip("\n")


def code(text: str, kind: str = "") -> Slot:
    """Return text as a block that is shown as it is."""
    marked = f' class="{kind}"' if kind else ""
    return Slot(html=f"<pre{marked}><code>{escape(text)}\n</code></pre>", text="", block=True)


def as_message(faults: Sequence[object]) -> Slot:
    """Return what the tool says of a mistake. Raises `WorkingsError` where it says nothing."""
    if not faults:
        raise WorkingsError("nothing fails here: show it as an example that works, by “shown”")
    return code("\n".join(map(str, faults)), "message")
