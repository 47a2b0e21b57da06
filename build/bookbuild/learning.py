"""What a chapter about learning may call: a step of training, what was saved, how it went on."""

from collections.abc import Sequence
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from bookbuild.desk import Desk
from bookbuild.examples import ExampleDesk
from bookbuild.figuredesk import TableRow, block
from bookbuild.figures import Presenter
from bookbuild.lessons import Lessons
from bookbuild.library import Followed
from bookbuild.slots import Slot
from engine.training import StepRecord
from engine.trainingstep import TrainingStep


class StepDesk(ExampleDesk):
    """Shows the figures of one step of training: those of its pass, its gradients, its update."""

    def __init__(
        self, step: TrainingStep, lessons: Lessons, presenter: Presenter, environment: Environment
    ) -> None:
        super().__init__(step, presenter, environment)
        self._lessons = lessons
        self.number = step.number
        self.words = step.words
        self.right = step.right

    def sentence(self) -> Slot:
        """Show the sentence that the step learns from."""
        words = (*self.words, self.right[-1])
        return block(self._parts.sentence(words), " ".join(words))

    def surprises(self, name: str = "loss") -> Slot:
        """Show, for each word read, what came next, its chance, and the line of its surprise."""
        rows = []
        for place, (word, right) in enumerate(zip(self.words, self.right, strict=True), start=1):
            chance = self.percent("loss.share", place, right)
            line = self.presenter.line(self.figure(f"{name}.surprise", place))
            rows.append(TableRow([f"{word} {place}", right, chance, line]))
        columns = ["after", "came", "chance of it", "surprise"]
        return block(self._parts.worked_table(columns, rows))

    def nudged(self, table: str, row: int, column: int) -> Slot:
        """Show one weight moved up and down, the loss each time, and the gradient it tells."""
        made = self._lessons.nudge(self.number, table, str(row), str(column))
        up, down = (losses.at("loss.mean_surprise") for losses in (made.up, made.down))
        lines = {
            "the weight a little higher": self.figure(made.names["up"]),
            "the loss with that": up,
            "the weight a little lower": self.figure(made.names["down"]),
            "the loss with that one": down,
            "how steeply the loss rises": self.figure(made.names["slope"]),
        }
        rows = [
            TableRow([Markup(title), self.presenter.line(figure)])
            for title, figure in lines.items()
        ]
        gradient = self.presenter.figure(self.figure(f"gradient.{table}", row, column))
        rows.append(TableRow([Markup("the gradient, carried back"), gradient]))
        return block(self._parts.worked_table(["", "line"], rows, "listed"))

    def slope_of(self, table: str, row: int, column: int) -> Any:
        """Return the gradient that nudging a weight tells, for claims."""
        made = self._lessons.nudge(self.number, table, str(row), str(column))
        return self.value(made.names["slope"])


class LessonDesk:
    """The names that the template of a chapter about learning may use."""

    def __init__(
        self,
        lessons: Lessons,
        log: Sequence[StepRecord],
        desk: Desk,
        presenter: Presenter,
        environment: Environment,
    ) -> None:
        self._lessons = lessons
        self._log = log
        self._desk = desk
        self._presenter = presenter
        self._environment = environment
        self._steps: dict[int, StepDesk] = {}

    def context(self) -> dict[str, object]:
        """Return the names, as the template sees them."""
        return {"learned": self}

    @property
    def step(self) -> StepDesk:
        """The step that the book tells about."""
        return self.step_at(self._lessons.told)

    def step_at(self, number: int) -> StepDesk:
        """Return the desk of a step of training."""
        if number not in self._steps:
            step = self._lessons.step(number)
            desk = StepDesk(step, self._lessons, self._presenter, self._environment)
            desk.lookups = self._desk.lookups
            self._steps[number] = desk
        return self._steps[number]

    @property
    def saved(self) -> list[int]:
        """After how many steps each the model was saved."""
        return self._lessons.saved

    def after(self, steps: int, sentence: str) -> Desk:
        """Return the desk of the model after so many steps, at the last word of a sentence."""
        words = tuple(sentence.split())
        run = self._lessons.run(steps, words)
        followed = Followed(run, len(words), (len(words),), sentence)
        desk = Desk(followed, len(words), self._presenter, self._environment, {})
        desk.lookups = self._desk.lookups
        return desk
