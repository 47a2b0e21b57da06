"""What passes know of a page besides its tree."""

from collections.abc import Callable
from dataclasses import dataclass, field

from bookbuild.passes.glossary import Vocabulary


@dataclass(frozen=True)
class Context:
    """What passes know of a page besides its tree.

    `vocabulary` has the book's words as the page sees them; `href_of` leads from a figure's address
    to its line, or nowhere.
    """

    vocabulary: Vocabulary = field(default_factory=Vocabulary)
    href_of: Callable[[str], str | None] = lambda _: None
