"""Any step of a model's training, worked from where training stood before it.

Where that was not saved it is reached anew, and rounded as a saved point is: the same digits.
"""

from collections.abc import Callable

from engine.errors import WorkingsError
from engine.runs.training_step import SavedPoint, TrainingStep, saved_point
from engine.training.loop import training_steps
from subjects.learning.lessons import figures_after
from subjects.learning.subject import Learning
from subjects.models.texts import examples_of_corpus
from subjects.models.weights import Model


def check_step(learning: Learning, name: str, number: int) -> None:
    """Raise `WorkingsError` if a model's training has no such step, or none that can be worked."""
    steps = learning.library.model(name).config.training.steps
    if not 1 <= number <= steps:
        raise WorkingsError(
            f"there is no step {number}: the training of {name} has the steps 1 to {steps}"
        )
    learning.lessons(name).sentence(number)


def trained_again(model: Model, after: int, on_step: Callable[[int], None]) -> SavedPoint:
    """Train a model anew, up to so many steps, and round its weights then.

    `on_step` hears of the start, as 0, and of every step.
    """
    config = model.config
    examples = examples_of_corpus(model.corpus, config)
    states = training_steps(config.layout, config.training, examples)
    for number, state in enumerate(states):
        on_step(number)
        if number == after:
            return saved_point(after, state, config.snapshot_places)
    raise WorkingsError(f"the training of {model.name} has no point after {after} steps")


def step_from(learning: Learning, name: str, point: SavedPoint) -> TrainingStep:
    """Work the step of a model's training that starts from a point."""
    model = learning.library.model(name)
    places = model.config.snapshot_places
    return TrainingStep(
        figures_after(learning.library.figures(name), point, places),
        point,
        learning.lessons(name).sentence(point.step + 1),
        model.config.training,
        places,
    )
