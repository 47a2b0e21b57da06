"""Where a model's training stood after any number of its steps: as saved, or trained again."""

from collections.abc import Callable
from itertools import islice

from bookbuild.lessons import figures_after
from bookbuild.library import Library
from bookbuild.texts import examples_of_corpus
from bookbuild.weightfiles import Model
from engine.errors import WorkingsError
from engine.training import training_steps
from engine.trainingstep import SavedPoint, TrainingStep, saved_point

OnStep = Callable[[int], None]  # hears of the steps that are taken again, by their numbers


def check_step(model: Model, number: int) -> None:
    """Raise `WorkingsError` if a model's training has no step of this number."""
    steps = model.config.training.steps
    if not 1 <= number <= steps:
        raise WorkingsError(
            f"there is no step {number}: the training of {model.name} has steps 1 to {steps}"
        )


def point_after(model: Model, after: int, on_step: OnStep) -> SavedPoint:
    """Return where training stood after so many steps, rounded as a saved point is."""
    return model.snapshots.get(after) or trained_again(model, after, on_step)


def trained_again(model: Model, after: int, on_step: OnStep) -> SavedPoint:
    """Train a model anew, up to so many steps, and round where it stands then."""
    config = model.config
    states = training_steps(config.layout, config.training, examples_of_corpus(model.corpus, config))
    for number, state in enumerate(islice(states, after + 1)):
        on_step(number)
    return saved_point(after, state, config.snapshot_places)


def any_step(library: Library, name: str, number: int, on_step: OnStep) -> TrainingStep:
    """Work any step of a model's training. Raises `WorkingsError` if there is no such step.

    A step can be worked only where it learns from one sentence: else that is raised.
    """
    model = library.model(name)
    check_step(model, number)
    words = library.lessons(name).sentence(number)
    point = point_after(model, number - 1, on_step)
    config = model.config
    figures = figures_after(library.figures(name), point, config.snapshot_places)
    return TrainingStep(figures, point, words, config.training, config.snapshot_places)
