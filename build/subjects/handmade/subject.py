"""Examples worked by hand from the numbers that a chapter gives."""

from collections.abc import Mapping
from functools import partial

from bookbuild.chapters.subject import Example, Subject
from engine.examples.table import EXAMPLES, work_example


class Handmade(Subject):
    """The worked examples of the engine."""

    def examples(self) -> Mapping[str, Example]:
        """Return them by name."""
        return {
            name: Example(example.policy, partial(work_example, name))
            for name, example in EXAMPLES.items()
        }


SUBJECT = Handmade
