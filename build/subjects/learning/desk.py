"""What a chapter about learning may call: a step of training, what was saved, how it went on."""

from collections.abc import Sequence
from decimal import Decimal
from functools import cached_property
from typing import Any

from markupsafe import Markup

from bookbuild.chapters.example_desk import ExampleDesk
from bookbuild.chapters.figure_desk import TableRow, block
from bookbuild.chapters.kit import Kit
from bookbuild.chapters.offered import offered
from bookbuild.lines.presenter import Shown
from bookbuild.markup.slots import Slot
from engine.runs.training_step import TrainingStep
from engine.training.loop import StepRecord
from subjects.learning import pictures
from subjects.learning.lessons import Lessons
from subjects.learning.pictures import Marks
from subjects.learning.slope_desk import SlopeDesk
from subjects.models.library import Followed
from subjects.signal.desk import Desk


class StepDesk(SlopeDesk):
    """Shows the figures of one step of training: those of its pass, its gradients, its update."""

    def __init__(self, step: TrainingStep, lessons: Lessons, kit: Kit) -> None:
        super().__init__(step, kit)
        self._lessons = lessons
        self.trained = step
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

    def sentence_of(self, number: int) -> str:
        """Return the sentence that another step read."""
        return " ".join(self._lessons.sentence(number))

    def remembered(self) -> list[str]:
        """Return the sentences of earlier steps, by what they weigh in Adam's mean of slopes."""
        weights = dict[str, float]()
        for number in range(1, self.number):
            sentence, age = self.sentence_of(number), self.number - 1 - number
            weights[sentence] = weights.get(sentence, 0.0) + float(self.trained.adam.beta1**age)
        return sorted(weights, key=lambda sentence: -weights[sentence])

    @cached_property
    def tried(self) -> ExampleDesk:
        """The desk of other steps from the same point, and what they do to shares."""
        return ExampleDesk(self._lessons.tried(self.number), self.kit)

    def nudged(self, table: str, row: int, column: int) -> Slot:
        """Show one weight moved up and down, the loss each time, and the gradient that follows."""
        made = self._lessons.nudge(self.number, table, str(row), str(column))
        up, down = (losses.at("loss.mean_surprise") for losses in (made.up, made.down))
        lines = {
            "the weight a little higher": made.part("up"),
            "the loss with that": up,
            "the weight a little lower": made.part("down"),
            "the loss with that one": down,
            "how steeply the loss rises": made.part("slope"),
        }
        rows = [
            TableRow([Markup(title), self.presenter.line(figure)])
            for title, figure in lines.items()
        ]
        gradient = self.presenter.figure(self.figure(f"gradient.{table}", row, column))
        rows.append(TableRow([Markup("the gradient, carried back"), gradient]))
        return block(self._parts.worked_table(["what is tried", "line"], rows, "listed"))

    def slope_of(self, table: str, row: int, column: int) -> Any:
        """Return the gradient that nudging a weight gives, for claims."""
        slope = self._lessons.nudge(self.number, table, str(row), str(column)).part("slope")
        self.lookups.append((slope.name, slope.text))
        return slope.value

    def gap(self, table: str, row: int, column: int) -> float:
        """Return by which part of a gradient its nudged slope differs from it, for claims."""
        gradient = self.value(f"gradient.{table}", row, column)
        return float(abs(self.slope_of(table, row, column) - gradient) / abs(gradient))


class LessonDesk:
    """The names that the template of a chapter about learning may use."""

    def __init__(self, lessons: Lessons, log: Sequence[StepRecord], desk: Desk) -> None:
        self._lessons = lessons
        self._log = log
        self._desk = desk
        self._parts = desk.kit.parts
        self._steps: dict[int, StepDesk] = {}

    @property
    @offered
    def learned(self) -> "LessonDesk":
        """How the model learned."""
        return self

    @property
    def step(self) -> StepDesk:
        """The step that the chapters are about."""
        return self.step_at(self._lessons.chosen)

    def step_at(self, number: int) -> StepDesk:
        """Return the desk of a step of training."""
        if number not in self._steps:
            step = self._lessons.step(number)
            self._steps[number] = StepDesk(step, self._lessons, self._desk.kit)
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
        return Desk(followed, len(words), self._desk.kit, {})

    @property
    def course(self) -> ExampleDesk:
        """The desk of what holds for the training as a whole: its rates, and the least loss."""
        return ExampleDesk(self._lessons.course, self._desk.kit)

    def _saved_desks(self, sentence: str) -> list[Desk]:
        """Return the desks of all saved points, and of the finished model."""
        return [*(self.after(steps, sentence) for steps in self.saved), self._desk.other(sentence)]

    def losses(self, caption: str, least: Shown) -> Slot:
        """Draw the loss of every step and that of unseen sentences, above the least there can be.

        The highest and the lowest that was measured are read off.
        """
        fig = self._desk.fig
        learned = [(fig("training.first_step"), fig("training.first_loss"))]
        unseen = [
            (fig(f"validation.{when}_step"), fig(f"validation.{when}"))
            for when in ("least", "last")
        ]
        size = len(self._lessons.model.corpus)
        return self._picture(pictures.losses(self._log, size, learned, unseen, least), caption)

    def rates(self, caption: str, width: Shown, warm_up: Shown, until: Shown, marks: Marks) -> Slot:
        """Draw the rate of every step of a schedule; `marks` are pairs of a step and its rate."""
        return self._picture(pictures.rates(width, warm_up, until, marks), caption)

    def together(self, *words: str) -> int:
        """Count the sentences learned from in which all of some words occur, for claims."""
        corpus = self._lessons.model.corpus
        return sum(all(word in sentence for word in words) for sentence in corpus)

    def loss_by(self, step: int) -> Decimal:
        """Return the mean loss of as many steps as a round has, up to a step, for claims."""
        losses = [record.loss for record in self._log if record.step <= step]
        size = len(self._lessons.model.corpus)
        return Decimal(sum(losses[-size:]) / size)

    def unseen(self) -> Slot:
        """Show the sentences that the model never learned from."""
        items = Markup("").join(
            Markup("<li>{}</li>").format(" ".join(words)) for words in self._lessons.model.unseen
        )
        return block(Markup('<ul class="corpus">{}</ul>').format(items), "the unseen sentences")

    def prices(self, caption: str, marks: Marks) -> Slot:
        """Draw the surprise of every chance; `marks` are pairs of a chance and its surprise."""
        return self._picture(pictures.prices(marks), caption)

    def smoothed_prices(
        self, caption: str, smoothing: Shown, words: Shown, best: tuple[Shown, Shown]
    ) -> Slot:
        """Draw the surprise of every chance with and without smoothing; `best` costs least."""
        drawn = pictures.smoothed_prices(smoothing.value, int(words.value), best)
        return self._picture(drawn, caption)

    def growth(self, caption: str, sentence: str) -> Slot:
        """Draw who listens to whom in a sentence, from the first saved point to the end."""
        return self._picture(pictures.growth(self._saved_desks(sentence)), caption)

    def weights(self, caption: str, table: str, name: str) -> Slot:
        """Draw a whole table of weights from saved point to saved point; `name` says which."""
        models = [self._lessons.figures(steps) for steps in self.saved]
        return self._picture(pictures.grown_weights(models, table, name), caption)

    def size(self, steps: int, table: str) -> float:
        """Return the mean size of a table's weights after so many steps, for claims."""
        values = [abs(float(each.value)) for each in self._lessons.figures(steps).arrays[table]]
        return sum(values) / len(values)

    def chances(self, caption: str, sentence: str, words: Sequence[str]) -> Slot:
        """Draw how the chances of some next words changed from saved point to saved point."""
        desks = [self.after(steps, sentence) for steps in self.saved]
        return self._picture(pictures.grown_chances(desks, words), caption)

    def listening(self, sentence: str) -> Slot:
        """Show the shares of a sentence's last word at each saved point and at the end."""
        desks = self._saved_desks(sentence)
        heard = list(enumerate(desks[0].run.words, start=1))
        rows = [
            TableRow([_stage(desk), *(desk.fig("share", desk.here, place) for place, _ in heard)])
            for desk in desks
        ]
        columns = ["", *(f"{word} {place}" for place, word in heard)]
        return block(self._parts.worked_table(columns, rows, "compared"))

    def guesses(self, columns: Sequence[str], sentence: str) -> Slot:
        """Show the likeliest next words at each saved point and at the end."""
        rows = []
        for desk in self._saved_desks(sentence):
            words = desk.best("guess.share", len(columns) - 1)
            chances = [desk.fig("guess.share", desk.here, word).html for word in words]
            shown = [Markup("{} {}").format(*each) for each in zip(words, chances, strict=True)]
            rows.append(TableRow([_stage(desk), *shown]))
        return block(self._parts.worked_table(columns, rows, "compared"))

    def _picture(self, drawn: str, caption: str) -> Slot:
        return block(self._parts.picture(Markup(drawn), caption), caption)


def _stage(desk: Desk) -> Markup:
    """Name a saved point by its number of steps; the finished model has no such number."""
    if "steps" not in desk.run.model.arrays:
        return Markup(pictures.FINISHED)
    return Markup("{} steps").format(desk.fig("steps").html)
