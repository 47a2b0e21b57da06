"""How a model learned: chapters about the steps of its training that a book works in full."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from types import MappingProxyType

from bookbuild.chapters.entries import Entry, View
from bookbuild.chapters.kit import Kit
from bookbuild.chapters.offered import names_of
from bookbuild.chapters.subject import Names, Subject, Topic, Upon
from bookbuild.core.config import Book
from bookbuild.lines.ledger_figures import Part, whole, whole_run
from engine.errors import WorkingsError
from engine.figures.operations.operation import Policy
from subjects.learning.desk import LessonDesk
from subjects.learning.lessons import Lessons
from subjects.models.tables import checked_steps
from subjects.signal.followed import FollowedTopic, library_of


class LearningTopic(Upon):
    """A chapter about how the model learned that it is about."""

    def __init__(self, below: FollowedTopic, lessons: Lessons) -> None:
        super().__init__(below)
        self.lessons = lessons
        self._followed = below

    @property
    def policy(self) -> Policy:
        """The rules of the model as it was before the step that the chapter is about."""
        return self.lessons.figures(self.lessons.chosen - 1).policy

    @property
    def slopes(self) -> Policy:
        """The rules for losses, gradients and moments."""
        return self.lessons.step(self.lessons.chosen).policy

    @property
    def own(self) -> View:
        """The chapter's page, whose figures are the step's."""
        return replace(self.below.own, scope=self.lessons.step(self.lessons.chosen).scope)

    @property
    def together(self) -> Hashable:
        """The training, whose steps are long in the working."""
        return self.lessons.model.name

    def names(self, view: View, kit: Kit) -> Names:
        """Return the names of the model, and those of its training."""
        names = self.below.names(view, kit)
        log = self._followed.subject.library.log(self._followed.run)
        return names | names_of(LessonDesk(self.lessons, log, names.values["this"]))


class Learning(Subject):
    """The trainings of models; `[learn]` lists which of their steps are worked."""

    tables = ("learn",)
    head = MappingProxyType({"learn": bool})
    commands = MappingProxyType({"ledger": "subjects.learning.commands"})

    def __init__(self, book: Book, others: Sequence[Subject]) -> None:
        super().__init__(book, others)
        self.library = library_of(book, others)
        self.listed = checked_steps(book, "learn")
        self._lessons: dict[str, Lessons] = {}
        self._taught: dict[str, Lessons] = {}  # of which a chapter is about

    def lessons(self, name: str) -> Lessons:
        """Return how a model learned."""
        if name not in self._lessons:
            model, figures = self.library.model(name), self.library.figures(name)
            steps = self.listed.get(name, ())
            self._lessons[name] = Lessons(self.book, model, figures, steps)
        return self._lessons[name]

    def topic(self, entry: Entry, run: str, below: Topic) -> Topic:
        """Return a chapter with `learn = true` in its head."""
        if not entry.chapter.front.more.get("learn"):
            return below
        if not isinstance(below, FollowedTopic):
            raise WorkingsError(f"“learn” needs a model that goes on with sentences, not “{run}”")
        self._taught[run] = self.lessons(run)
        return LearningTopic(below, self._taught[run])

    def whole(self) -> Iterator[Part]:
        """Yield the saved points, and the step that the chapters are about."""
        for lessons in self._taught.values():
            for after in lessons.saved:
                point = lessons.figures(after)
                yield whole(point.name, point.arrays)
            yield whole_run(lessons.step(lessons.chosen))

    def worked(self) -> Iterator[Part]:
        """Yield worked and tried steps, runs of saved points, the course, and nudged weights."""
        for lessons in self._taught.values():
            for worked in (
                *lessons.steps(), *lessons.runs(), *lessons.courses(), *lessons.all_tried(),
            ):  # fmt: skip
                yield Part(worked.scope, worked.arrays, chained=True)
            for made in lessons.nudges():
                for loss in (made.up, made.down):
                    # a moved weight keeps its name: these are not followed to what made them
                    yield Part(loss.scope, loss.arrays)


SUBJECT = Learning
