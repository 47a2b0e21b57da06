"""Hand-sized examples of learning: what a surprise costs, what smoothing shares out, a long climb.

Each takes given figures by name and returns worked ones; `engine.examples.table` says how they are
rounded.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from engine.figures.ledger import FigureArray
from engine.layers.backkernels import mean_words, smoothed, surprise, surprise_at
from engine.numerics.kernels import exp, log
from engine.training.schedule import climb, inverse_root, scaled_smaller

Figures = Mapping[str, Any]


def surprises(g: Figures) -> dict[str, FigureArray]:
    """What chances cost, one by one and one after the other; perplexity as a count of words."""

    def cost(chance: FigureArray) -> Any:
        return surprise_at(chance, np.zeros(chance.shape[0], dtype=np.int64))  # type: ignore[arg-type]

    both = g["first"] * g["second"]
    costs = {name: cost(g[name]) for name in ("first", "second")}
    even = g["one"] / g["words"]
    mixed = cost(g["mixed"])
    mean = mean_words(mixed, g["two"])
    return {
        "prices.surprise": cost(g["prices"]),
        "both.chance": both,
        "both.surprise": cost(both),
        "first.surprise": costs["first"],
        "second.surprise": costs["second"],
        "added.surprise": costs["first"] + costs["second"],
        "even.chance": even,
        "even.surprise": (even_cost := cost(even)),
        "even.perplexity": exp(even_cost),
        "mixed.surprise": mixed,
        "mixed.mean": mean,
        "mixed.perplexity": exp(mean),
        "ask.surprise": cost(g["ask"]),
    }


def smoothings(g: Figures) -> dict[str, FigureArray]:
    """Three ways to share out ε; and what chances cost that are surer than the target."""
    y: Any = smoothed(g["smoothing"], np.zeros(1, dtype=np.int64), g["bold"].shape[-1])  # [1, v]
    logarithm = log(g["bold"])  # [1, v]
    kept = g["one"] - g["smoothing"]
    return {
        "kept": kept,
        "among.all": g["smoothing"] / g["all"],
        "among.others": g["smoothing"] / g["others"],
        "among.unpadded": g["smoothing"] / g["unpadded"],
        "bold.target": y,
        "bold.logarithm": logarithm,
        "bold.surprise": surprise(y, logarithm),
        **_floor("translator", g, kept),
        **_floor("answers", g, kept),
    }


def _floor(name: str, g: Figures, kept: Any) -> dict[str, Any]:
    """The least smoothed surprise of a guess among so many words: −Σ y × ln y.

    All words but the right one have the same target, so their terms are one.
    """
    words = g[f"{name}.words"]
    spread = g["smoothing"] / words
    right = kept + spread
    made = {"spread": spread, "rest": words - g["one"], "right": right}
    made["others"] = made["rest"] * spread
    made |= {"right_log": log(right), "spread_log": log(spread)}
    terms = ((right, made["others"]), (made["right_log"], made["spread_log"]))
    y, logarithm = (spread.record("in_a_row", pair) for pair in terms)
    made["floor"] = surprise(y, logarithm)
    return {f"{name}.{key}": array for key, array in made.items()}


def rates(g: Figures) -> dict[str, FigureArray]:
    """The rate of a published model before, at and after the end of its warm-up.

    Source: Vaswani et al. 2017, "Attention Is All You Need", equation 3 and section 5.3.
    """
    made: dict[str, Any] = {"scale": inverse_root(g["width"])}
    for when in ("before", "at", "after"):
        step = g[f"{when}.step"]
        falling, climbing = inverse_root(step), climb(step, g["warm_up"])
        made |= {f"{when}.falling": falling, f"{when}.climbing": climbing}
        made[f"{when}.rate"] = scaled_smaller(made["scale"], falling, climbing)
    made["slip"] = g["typed"] / made["before.rate"]
    return made
