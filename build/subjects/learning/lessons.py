"""The steps of training that a book works in full, and the model at each saved point."""

from collections.abc import Sequence

from bookbuild.core.config import Book
from engine.errors import UnknownName, WorkingsError
from engine.figures.descriptions import COUNT
from engine.runs.course import Course
from engine.runs.run import ModelFigures, Run
from engine.runs.step_summary import sum_up
from engine.runs.training_step import Nudge, SavedPoint, TrainingStep, saved_model
from engine.runs.tried_steps import TriedSteps
from engine.training.loop import examples_of
from subjects.models.config import ModelFileError
from subjects.models.texts import examples_of_corpus
from subjects.models.weights import Model


class Lessons:
    """How one model learned: every figure of some of its steps, worked once."""

    def __init__(
        self, book: Book, model: Model, figures: ModelFigures, worked: Sequence[int]
    ) -> None:
        """Begin with a trained model; of `worked` steps the first is the one that chapters show."""
        self.book = book
        self._worked = worked
        self.model = model
        self._trained = figures
        self._figures: dict[int, ModelFigures] = {}
        self._steps: dict[int, TrainingStep] = {}
        self._runs: dict[tuple[int, tuple[str, ...]], Run] = {}
        self._nudges: dict[tuple[int, str, str, str], Nudge] = {}
        self._tried: dict[int, TriedSteps] = {}
        self._course: Course | None = None

    @property
    def chosen(self) -> int:
        """The number of the step that the book works in full."""
        if self._worked:
            return self._worked[0]
        raise WorkingsError(
            f"no step of {self.model.name} is worked: book.toml lists them under [learn]"
        )

    @property
    def saved(self) -> list[int]:
        """After how many steps each the model was saved."""
        return sorted(self.model.snapshots)

    def point(self, after: int) -> SavedPoint:
        """Return where training stood after so many steps."""
        if after not in self.model.snapshots:
            known = [str(step) for step in self.saved]
            raise UnknownName(str(after), known, what=f"saved point of {self.model.name}")
        return self.model.snapshots[after]

    def figures(self, after: int) -> ModelFigures:
        """Return the figures of the model as it was after so many steps."""
        if after not in self._figures:
            self._figures[after] = figures_after(
                self._trained,
                self.point(after),
                self.model.config.snapshot_places,
            )
        return self._figures[after]

    def run(self, after: int, words: Sequence[str]) -> Run:
        """Return the run of the model as it was after so many steps on a sentence."""
        key = (after, tuple(words))
        if key not in self._runs:
            self._runs[key] = Run(self.figures(after), words, temperatures=())
        return self._runs[key]

    def step(self, number: int) -> TrainingStep:
        """Return a step of training, from the point that was saved before it."""
        if number not in self._steps:
            step = TrainingStep(
                self.figures(number - 1),
                self.point(number - 1),
                self.sentence(number),
                self.model.config.training,
                self.model.config.snapshot_places,
            )
            sum_up(step)
            self._steps[number] = step
        return self._steps[number]

    @property
    def course(self) -> Course:
        """Return what holds for the training as a whole."""
        if self._course is None:
            config = self.model.config
            self._course = Course(self._trained, config.training, config.snapshot_places)
        return self._course

    def sentence(self, number: int) -> tuple[str, ...]:
        """Return the sentence that a step learns from."""
        config = self.model.config
        examples = examples_of_corpus(self.model.corpus, config)
        batch = examples_of(config.layout, config.training, examples, number)
        if len(batch) != 1:
            raise ModelFileError(
                f"a step is worked only where it learns from one sentence: “training.batch” is "
                f"{config.training.batch}",
                where=str(self.book.weights / self.model.name / "config.toml"),
            )
        return tuple(self.model.vocabulary[token] for token in batch[0].ids)

    def nudge(self, number: int, table: str, row: str, column: str) -> Nudge:
        """Return the same gradient by moving one weight of a step up and down."""
        key = (number, table, row, column)
        if key not in self._nudges:
            self._nudges[key] = Nudge(self.step(number), table, row, column)
        return self._nudges[key]

    def tried(self, number: int) -> TriedSteps:
        """Return other steps from the point where a step began."""
        if number not in self._tried:
            self._tried[number] = TriedSteps(self.step(number), self.sentence(number - 1))
        return self._tried[number]

    def all_tried(self) -> list[TriedSteps]:
        """Return all other steps that have been tried so far."""
        return list(self._tried.values())

    def steps(self) -> list[TrainingStep]:
        """Return every step that has been worked so far."""
        return list(self._steps.values())

    def courses(self) -> list[Course]:
        """Return the figures of the whole training, if any is shown."""
        return [] if self._course is None else [self._course]

    def runs(self) -> list[Run]:
        """Return every run of a saved point so far."""
        return list(self._runs.values())

    def nudges(self) -> list[Nudge]:
        """Return every nudge so far."""
        return list(self._nudges.values())

    def points(self) -> list[ModelFigures]:
        """Return the figures of every saved point that has been used so far."""
        return list(self._figures.values())


def figures_after(model: ModelFigures, point: SavedPoint, places: int) -> ModelFigures:
    """Return the figures of a model as it was at a saved point, with its number of steps."""
    made = saved_model(f"{model.name}-after-{point.step}", model, point.weights, places)
    made.give_fact("steps", point.step, COUNT)
    return made
