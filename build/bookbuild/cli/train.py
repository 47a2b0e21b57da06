"""Training shown on a terminal: step and loss as it goes, and what came of it."""

from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from bookbuild.chapters.subject import Outcome, Step, Training
from bookbuild.chapters.subjects import Subjects
from bookbuild.cli.terminal import console, notices
from engine.errors import UnknownName

PLAIN_EVERY = 250  # steps between the lines that are printed where there is no terminal


def training_of(subjects: Subjects, name: str) -> Training:
    """Return the training of a model. Raises `UnknownName` for a model that no subject has."""
    for subject in subjects:
        training = subject.training(name)
        if training is not None:
            return training
    known = [model for subject in subjects for model in subject.trainable()]
    raise UnknownName(name, list(dict.fromkeys(known)), what="model")


def train_and_show(training: Training) -> Outcome:
    """Train a model, showing step and loss; say where it was written."""
    name, steps, things = training.name, training.steps, training.things
    columns = (
        TextColumn("training {task.fields[name]}"),
        BarColumn(bar_width=24),
        TextColumn("step {task.completed} of {task.total}"),
        TextColumn("loss {task.fields[loss]}"),
        TextColumn("{task.fields[heldout]}"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=notices, transient=True) as shown:
        task = shown.add_task("", total=steps, name=name, loss="", heldout="")

        def on_step(step: Step) -> None:
            shown.update(task, completed=step.step, loss=f"{step.loss:.4f}")
            if step.heldout is not None:
                shown.update(task, heldout=f"{step.heldout} held-out {things} right")
            if not notices.is_terminal and step.step % PLAIN_EVERY == 0:
                right = "" if step.heldout is None else f", {step.heldout} held out right"
                notices.print(f"step {step.step} of {steps}, loss {step.loss:.4f}{right}")

        outcome = training.train(on_step)
    right = outcome.right
    answered = "" if right is None else f", {right} of {outcome.heldout} held-out {things} right"
    console.print(f"{training.folder}: trained, loss {outcome.loss:.4f}{answered}")
    return outcome
