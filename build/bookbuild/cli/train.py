"""Training told on a terminal: step and loss as it goes, and what came of it."""

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from engine.errors import UnknownName
from engine.training.loop import StepRecord
from subjects.models.config import read_config
from subjects.models.library import Library
from subjects.models.weights import Model, train_model
from subjects.translator.files import TranslatorModel, train_translator

PLAIN_EVERY = 250  # steps between the lines that are printed where there is no terminal


def train_and_tell(
    library: Library, name: str, console: Console, told: Console
) -> Model | TranslatorModel:
    """Train one model of the book, showing step and loss; say where it was written."""
    if name not in library.names():
        raise UnknownName(name, library.names(), what="model")
    folder = library.book.weights / name
    config = read_config(folder / "config.toml")
    steps, translates = config.training.steps, config.layout.translates
    things = "translations" if translates else "questions"
    columns = (
        TextColumn("training {task.fields[name]}"),
        BarColumn(bar_width=24),
        TextColumn("step {task.completed} of {task.total}"),
        TextColumn("loss {task.fields[loss]}"),
        TextColumn("{task.fields[heldout]}"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=told, transient=True) as shown:
        task = shown.add_task("", total=steps, name=name, loss="", heldout="")

        def on_step(record: StepRecord) -> None:
            shown.update(task, completed=record.step, loss=f"{record.loss:.4f}")
            if record.heldout is not None:
                shown.update(task, heldout=f"{record.heldout} held-out {things} right")
            if not told.is_terminal and record.step % PLAIN_EVERY == 0:
                right = "" if record.heldout is None else f", {record.heldout} held out right"
                told.print(f"step {record.step} of {steps}, loss {record.loss:.4f}{right}")

        model: Model | TranslatorModel
        model = (train_translator if translates else train_model)(folder, on_step)
    right = model.provenance.heldout
    answered = "" if right is None else f", {right} of {len(model.heldout)} held-out {things} right"
    where = folder.relative_to(library.book.root)
    console.print(f"{where}: trained, loss {model.provenance.loss:.4f}{answered}")
    return model
