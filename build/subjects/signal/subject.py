"""Models that go on with a sentence, each word of which has a page and complete workings."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from functools import partial
from typing import Any

from bookbuild.chapters.entries import View
from bookbuild.chapters.kit import Kit
from bookbuild.chapters.subject import OtherPage, Progress, Sample, Triangle
from bookbuild.lines.ledger_figures import Part, whole_run
from bookbuild.lines.lines import line_of
from bookbuild.lines.written import element_id
from engine.figures.decimals import Digits
from engine.figures.descriptions import COUNT, MEASURED
from engine.figures.figure import Figure
from engine.runs.run import Run
from subjects.models.library import Followed
from subjects.signal.desk import Desk
from subjects.signal.followed import FollowedSubject, FollowedTopic, spot_of
from subjects.signal.workings import belongs_to, lines_of_word, workings_html

_MANY = 8  # figures on the left of a line that is worth an example


class Signal(FollowedSubject):
    """Models whose sentences are listed under `[follow]`."""

    tables = ("follow",)
    script = "sentence"
    opening = "front"

    def follow(
        self, name: str, sentences: Sequence[tuple[str, ...]], progress: Progress
    ) -> dict[tuple[str, ...], Followed]:
        """Run a model on sentences, after comparing its guesses on its corpus."""
        self._compare_corpus(name)
        found = {}
        for words in sentences:
            run, places = self.library.run(name, words), tuple(range(1, len(words) + 1))
            found[words] = Followed(run, len(words), places, " ".join(words))
            progress(" ".join(words))
        return found

    def _compare_corpus(self, name: str) -> None:
        """Add to a model's figures how its carried guesses on the corpus compare with full ones."""
        figures = self.library.figures(name)
        guesses = agreeing = 0
        moved = Decimal(0)
        for words in self.library.model(name).corpus:
            run = Run(figures, words, temperatures=())
            guesses += len(words)
            agreeing += sum(
                run.answer(here) == run.full_answer(here) for here in range(1, len(words) + 1)
            )
            moved = max(moved, *(abs(figure.value) for figure in run.arrays["moved"]))
        figures.give_fact("corpus.guesses", guesses, COUNT)
        figures.give_fact("corpus.agreeing", agreeing, COUNT)
        figures.give_fact("corpus.moved", Digits(2).write(moved), MEASURED)

    def names(self, topic: FollowedTopic, desk: Desk, view: View, kit: Kit) -> Mapping[str, Any]:
        """Return what links to the complete workings of the page's word."""
        spot = spot_of(view)
        path = path_of_workings(spot.followed.run, spot.here)
        return {"workings": lambda text: kit.setting.file_link(text, path)}

    def _every(self) -> Iterator[Followed]:
        for name in self.listed:
            yield from self.followed(name).values()

    def pages(self) -> Iterator[OtherPage]:
        """Yield a page of complete workings for each followed word."""
        for followed in self._every():
            for position in followed.places:
                yield workings_page(followed.run, position)

    def path_of_line(self, figure: Figure) -> str | None:
        """Return where the workings have a figure's line."""
        model, _, sentence = figure.scope.partition("/")
        if not figure.worked or not sentence or model not in self.listed:
            return None
        path = f"workings/{figure.scope}/{belongs_to(figure)}.html"
        return f"{path}#{element_id(figure.name)}"

    def whole(self) -> Iterator[Part]:
        """Yield the models' own figures, and their runs."""
        yield from super().whole()
        for followed in self._every():
            yield whole_run(followed.run)

    def sample(self) -> Sample | None:
        """Return the first figure whose line takes many others, of more than one scope."""
        for followed in self._every():
            for figure in lines_of_word(followed.run, followed.own):
                operands = line_of(figure).operands
                if len(operands) > _MANY and len({operand.scope for operand in operands}) > 1:
                    return Sample(figure, followed.run.in_full)
        return None

    def triangle(self) -> Triangle | None:
        """Return who listens to whom in the first head of the first sentence."""
        for followed in self._every():
            run = followed.run
            name = next(name for name in run.arrays if name.rpartition(".")[2] == "share")
            rows = [
                [share.value for share in run.arrays[name].row(row)]
                for row in range(len(run.words))
            ]
            return Triangle(run.words, rows, run.answer(len(run.words)))
        return None


def path_of_workings(run: Run, position: int) -> str:
    """Return the path of the page with every line of a word."""
    return f"workings/{run.scope}/{position}.html"


def workings_page(run: Run, position: int) -> OtherPage:
    """Return the page with every line of a word."""

    def neighbour(other: int) -> tuple[str, str] | None:
        if not 1 <= other <= len(run.words):
            return None
        return path_of_workings(run, other), f"word {other}, {run.words[other - 1]}"

    word = f"{run.words[position - 1]}, word {position} of “{' '.join(run.words)}”"
    return OtherPage(
        path_of_workings(run, position), run.scope, f"The workings of {word}",
        f"Every line of arithmetic for {word}.", run.scope, partial(workings_html, run, position),
        neighbour(position - 1), neighbour(position + 1),
    )  # fmt: skip


SUBJECT = Signal
