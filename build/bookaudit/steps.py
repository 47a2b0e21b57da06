"""How far an audit has come, in bytes of what it reads, for whoever watches."""

from collections.abc import Callable, Iterable

from bookaudit.documents.sources import Source

Watch = Callable[[int, int, str], None]  # bytes done, bytes in all, the file at hand


class Steps:
    """Counts each document twice, when it is read and when its lines are worked out.

    Witnesses are only read.
    """

    def __init__(
        self, named: Iterable[Source], witnesses: Iterable[Source], watch: Watch | None
    ) -> None:
        self.watch = watch
        self.total = 2 * sum(source.size for source in named)
        self.total += sum(source.size for source in witnesses)
        self.so_far = 0

    def done(self, size: int, name: str) -> None:
        """Add so many bytes of a file."""
        self.so_far += size
        if self.watch is not None:
            self.watch(self.so_far, self.total, name)


class Part:
    """One file's share of the second count, added as its text is worked through."""

    def __init__(self, steps: Steps, source: Source) -> None:
        self.steps, self.name, self.left = steps, source.name, source.size

    def done(self, characters: int) -> None:
        """Add so many characters of the file's text."""
        size = min(characters, self.left)
        self.left -= size
        self.steps.done(size, self.name)

    def end(self) -> None:
        """Add what of the file is no text."""
        self.done(self.left)
