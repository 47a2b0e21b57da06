"""The pictures of learning: losses and rates over steps, the price of a chance, grown listening."""

from collections.abc import Iterator, Sequence

import numpy as np

from bookbuild import pictures
from bookbuild.lines.presenter import Shown, percent_text
from bookbuild.pictures import Mark, Number, Series, Snapshot
from bookbuild.pictures.svg import listed
from engine.figures.figure import Figure
from engine.numerics.elementary import log
from engine.runs.run import ModelFigures
from engine.training.loop import StepRecord
from engine.training.schedule import warm_up_rate
from subjects.signal.desk import Desk

POINTS = 240  # of a drawn curve
DRAWN_FROM, DRAWN_TO = 0.15, 0.999  # chances between which smoothed prices are drawn
FINISHED = "finished"

Marks = Sequence[tuple[Shown, Shown]]  # places on a curve that are read off


def _number(shown: Shown) -> Number:
    return Number(shown.text, shown.value, shown.name)


def _marks(marks: Marks) -> tuple[Mark, ...]:
    return tuple(Mark(_number(at), _number(value)) for at, value in marks)


def losses(
    records: Sequence[StepRecord], round_size: int, learned: Marks, unseen: Marks, least: Shown
) -> str:
    """Draw the loss of each step, its mean over each whole round, and that of unseen sentences."""
    rounds = tuple(means(records, round_size))
    checks = tuple(
        (float(each.step), each.validation) for each in records if each.validation is not None
    )
    steps = tuple((float(each.step), each.loss) for each in records)
    return pictures.curves(
        pictures.Curves(
            "The loss as the model learns, on its own sentences and on others", "step", "loss",
            (
                Series("each step", steps, faint=True),
                Series("a round", rounds, _marks(learned)),
                Series("unseen", checks, _marks(unseen)),
            ),
            guides=(_number(least),),
        )
    )  # fmt: skip


def means(records: Sequence[StepRecord], size: int) -> Iterator[tuple[float, float]]:
    """Yield the middle step and the mean loss of each round that was read to its end."""
    for first in range(0, len(records) - size + 1, size):
        part = records[first : first + size]
        yield (part[0].step + part[-1].step) / 2, sum(each.loss for each in part) / size


def rates(width: Shown, warm_up: Shown, until: Shown, marks: Marks) -> str:
    """Draw the rate at each step until the last."""
    last = until.value
    steps = {1.0, warm_up.value, *(at.value for at, _ in marks), last}
    steps |= {round(last * part / POINTS) for part in range(1, POINTS)}
    points = tuple(
        (step, float(warm_up_rate(step, width=width.value, warm_up=warm_up.value).rate))
        for step in sorted(step for step in steps if step >= 1)
    )
    curve = Series("rate", points, _marks(marks))
    return pictures.curves(
        pictures.Curves("How the rate climbs and falls", "step", "rate", (curve,), stems=True)
    )


def prices(marks: Marks) -> str:
    """Draw the surprise of every chance from the smallest that is read off up to one."""
    smallest = min(chance.value for chance, _ in marks)
    chances = np.linspace(smallest, 1.0, POINTS)
    points = tuple(zip(chances.tolist(), (-log(chances)).tolist(), strict=True))
    curve = Series("surprise", points, _marks(marks))
    title = "What a chance costs"
    return pictures.curves(pictures.Curves(title, "chance", "surprise", (curve,), start=0.0))


def smoothed_prices(smoothing: float, words: int, best: tuple[Shown, Shown]) -> str:
    """Draw what a chance costs, plain and smoothed, if all other words share the rest evenly.

    `best` is the chance that costs least when smoothed, and what it costs.
    """
    chances = np.linspace(DRAWN_FROM, DRAWN_TO, POINTS)
    spread = smoothing / words
    plain, others = -log(chances), -log((1.0 - chances) / (words - 1))
    charged = (1.0 - smoothing + spread) * plain + (words - 1) * spread * others
    curves = (
        Series("plain", tuple(zip(chances.tolist(), plain.tolist(), strict=True))),
        Series(
            "smoothed", tuple(zip(chances.tolist(), charged.tolist(), strict=True)), _marks([best])
        ),
    )
    title = "What a chance costs, plain and smoothed"
    return pictures.curves(pictures.Curves(title, "chance", "surprise", curves, start=0.0))


def grown_weights(models: Sequence[ModelFigures], table: str, name: str) -> str:
    """Draw a whole table at every saved point."""
    saved = []
    for model in models:
        steps, weights = model.arrays["steps"].figure(), model.arrays[table]
        rows = tuple(
            tuple(float(each.value) for each in weights.row(at)) for at in range(weights.shape[0])
        )
        at_step = Number(steps.text, float(steps.value), f"{model.name}:steps")
        saved.append(pictures.SavedWeights(at_step, rows))
    return pictures.weights_grown(pictures.WeightsGrown(name, tuple(saved)))


def grown_chances(desks: Sequence[Desk], words: Sequence[str]) -> str:
    """Draw the chance of each word at every saved point, the last one read off."""
    series = []
    for word in words:
        chances = [(desk.fig("steps"), desk.fig("guess.share", desk.here, word)) for desk in desks]
        points = tuple((at.value, chance.value) for at, chance in chances)
        series.append(Series(word, points, _marks(chances[-1:] if word == words[0] else [])))
    title = f"How the chances of {listed(words)} grew"
    return pictures.curves(pictures.Curves(title, "step", "chance", tuple(series)))


def growth(desks: Sequence[Desk]) -> str:
    """Draw who listens to whom at one saved point after the other, and in the finished model."""
    return pictures.snapshots(pictures.Snapshots(desks[0].run.words, tuple(map(_snapshot, desks))))


def _snapshot(desk: Desk) -> Snapshot:
    shares = desk.run.find("share")
    rows = tuple(tuple(map(_percent, shares.row(at))) for at in range(len(desk.run.words)))
    if "steps" not in desk.run.model.arrays:
        return Snapshot(FINISHED, None, rows)
    return Snapshot("steps:", _number(desk.fig("steps")), rows)


def _percent(share: Figure) -> Number:
    return Number(percent_text(share), float(share.value))
