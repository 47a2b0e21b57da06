"""One weight by hand: its slope by the chain rule, plain steps down a valley, and Adam's.

The model is the smallest with a bend: `max(0, x × w)`. Each function takes given figures by name
and returns worked ones; `engine.examples.table` says how they are rounded.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.examples.worked import Givens
from engine.figures.ledger import FigureArray
from engine.layers.backkernels import relu_gate
from engine.numerics.kernels import exp, log, relu, share, square_root
from engine.training.optimizer import (
    adam_change,
    beta_power,
    moved,
    running_mean,
    running_square,
    step_down,
    unbiased,
)

Figures = Mapping[str, Any]
Made = dict[str, FigureArray]


def there(x: Any, weight: Any, target: Any) -> dict[str, Any]:
    """The way to the loss: (max(0, x × weight) − target)²."""
    product = x * weight
    bent = relu(product)
    miss = bent - target
    return {"product": product, "bent": bent, "miss": miss, "loss": miss.record("square", (miss,))}


def and_back(made: Figures, x: Any, one: Any, two: Any) -> dict[str, Any]:
    """The way back: each local slope times what came back to it.

    `gate` is the local slope of the bend, one or zero; `slope` is that of the weight.
    """
    back = two * made["miss"]
    gate = relu_gate(one, made["bent"])
    past_bend = gate * back
    return {"back": back, "gate": gate, "past_bend": past_bend, "slope": x * past_bend}


def sheet(g: Givens) -> Made:
    """One weight, one bend, two losses: there, back, and each slope again by a small change."""
    x, one, two, target = g["x"], g["one"], g["two"], g["target"]
    made = _named("curve", there(x, g["curve"], target))

    def walk(name: str, weight: Any) -> None:
        way = there(x, weight, target)
        made.update(_named(name, way | and_back(way, x, one, two)))

    walk("square", g["w"])
    walk("dead", g["dead.w"])
    walk("ask", g["ask.w"])
    for name, moved_by in (("up", g["w"] + g["nudge"]), ("down", g["w"] - g["nudge"])):
        made[f"{name}.w"] = moved_by
        made |= _named(name, there(x, moved_by, target))
    made["slope.tried"] = _tried(made, "loss", g["nudge"])
    return made | _second_loss(g, made["square.bent"], made["square.gate"])


def _second_loss(g: Givens, logit: Any, gate: Any) -> Made:
    """The surprise of a word whose logit came through the bend; the other word's is given."""
    x, one, other, nudge = g["x"], g["one"], g["other"], g["nudge"]
    made: dict[str, Any] = _surprise("two", logit, other)
    made["two.share"] = share(made["two.raised"], made["two.total"])
    made["two.other_share"] = share(made["two.other_raised"], made["two.total"])
    made["two.minus_log"] = made["two.share"].record("minus_log", (made["two.share"],))
    made["two.back"] = made["two.share"] - one
    made["two.past_bend"] = gate * made["two.back"]
    made["two.slope"] = x * made["two.past_bend"]
    for name, near in (("up", logit + nudge), ("down", logit - nudge)):
        made[f"two.{name}.logit"] = near
        made |= _surprise(f"two.{name}", near, other)
    made["two.tried"] = _tried({k.removeprefix("two."): v for k, v in made.items()}, "loss", nudge)
    return made


def _surprise(name: str, logit: Any, other: Any) -> Made:
    """ln(total) − logit, which is −ln of the logit's chance."""
    raised, other_raised = exp(logit), exp(other)
    total: Any = raised + other_raised
    whole = log(total)
    parts = {"raised": raised, "other_raised": other_raised, "total": total, "log_total": whole}
    return _named(name, parts | {"loss": whole - logit})


def _tried(made: Figures, name: str, nudge: FigureArray) -> FigureArray:
    """The slope by a small change: (up − down) ÷ (2 × nudge)."""
    return nudge.record("slope", (made[f"up.{name}"], made[f"down.{name}"], nudge))


def valleys(g: Givens) -> Made:
    """Plain steps down a valley: short, right, too long, far too long; and with a memory."""
    made: Made = {}
    for name in ("close", "wide"):  # rows of weights: [n]
        made |= _named(name, there(g["x"], g[name], g["target"]))
    made |= _named("start", there(g["x"], g["w"], g["target"]))
    for name, steps in (("tiny", 6), ("short", 4), ("right", 1), ("edge", 4), ("long", 7)):
        made |= _walk(name, g, g["w"], [g["target"]] * steps, g[f"{name}.rate"])
    made["bottom"] = g["target"] / g["x"]
    made["away"] = g["w"] - made["bottom"]
    made["steepness"] = made["short1.slope"] / made["away"]  # the same wherever the bend is open
    made["limit"] = g["two"] / made["steepness"]
    for name in ("tiny", "short", "right", "edge", "long"):
        # of the way to the bottom, this part is left after a step
        made[f"{name}.left"] = g["one"].record(
            "step_down", (g["one"], made["steepness"], g[f"{name}.rate"])
        )
    beyond = (made["edge1.weight"], made["edge2.slope"], g["short.rate"])
    made["ask.weight"] = g["w"].record("step_down", beyond)
    return made | _with_memory(g)


def _walk(name: str, g: Givens, weight: Any, targets: Sequence[Any], rate: Any) -> Made:
    """Plain steps from a weight; each has its own target. Steps are numbered in their names."""
    made: Made = {}
    for number, target in enumerate(targets, start=1):
        way = there(g["x"], weight, target)
        way |= and_back(way, g["x"], g["one"], g["two"])
        weight = step_down(weight, way["slope"], rate)
        made |= _named(f"{name}{number}", way | {"weight": weight})
        made |= _named(f"{name}{number}.new", there(g["x"], weight, target))
    return made


def _with_memory(g: Givens) -> Made:
    """Steps along the running mean of the slopes so far, at the rate at which plain ones bounce."""
    made: Made = {}
    weight, mean = g["w"], g["memory.start"]
    for number in range(1, 11):
        way = there(g["x"], weight, g["target"])
        way |= and_back(way, g["x"], g["one"], g["two"])
        mean = running_mean(mean, way["slope"], g["memory.beta"])
        weight = step_down(weight, mean, g["edge.rate"])
        made |= _named(f"memory{number}", way | {"mean": mean, "weight": weight})
        made |= _named(f"memory{number}.new", there(g["x"], weight, g["target"]))
    return made


def two_valleys(g: Givens) -> Made:
    """Plain steps beside Adam's, in a steep valley and in a flat one, at one rate."""
    made: Made = {}
    for name in ("steep", "flat"):
        own = Givens(g | g.under(name))
        made |= _named(f"{name}.curve", there(own["x"], g["curve"], own["target"]))
        made |= _named(f"{name}.start", there(own["x"], g["w"], own["target"]))
        made |= _walk(f"{name}.plain", own, g["w"], [own["target"]] * 5, g["rate"])
        away = {"bottom": own["target"] / own["x"]}
        away["away"] = g["w"] - away["bottom"]
        away["steepness"] = made[f"{name}.plain1.slope"] / away["away"]
        made |= _named(name, away | {"fits": g["one"] / away["steepness"]})
        made |= _named(name, dict(_adam(own)))
    return made


def _adam(g: Givens) -> Iterator[tuple[str, Any]]:
    """Twelve steps of Adam. Source: Kingma, Ba 2015, "Adam", algorithm 1."""
    weight, first, second = g["w"], g["zero"], g["zero"]
    for number in range(1, 13):
        way = there(g["x"], weight, g["target"])
        way |= and_back(way, g["x"], g["one"], g["two"])
        slope = way["slope"]
        first = running_mean(first, slope, g["beta1"])
        second = running_square(second, slope, g["beta2"])
        power1, power2 = (beta_power(g[name], number) for name in ("beta1", "beta2"))
        mean, square = unbiased(first, power1), unbiased(second, power2)
        root = square_root(square)
        change = adam_change(mean, root, g["epsilon"], g["rate"])
        weight = moved(weight, change)
        made = {
            "first": first, "second": second, "power1": power1, "power2": power2,
            "mean": mean, "square": square, "root": root, "change": change,
            "weight": weight,
        }  # fmt: skip
        yield from _named(f"adam{number}", way | made).items()
        yield from _named(f"adam{number}.new", there(g["x"], weight, g["target"])).items()


def trembling(g: Givens) -> Made:
    """Two sentences that want different weights, read in turn, at a long and at a short rate."""
    targets = ([g["target"], g["other_target"]] * 4)[:7]
    made: Made = {}
    for name in ("long", "short"):
        rate = g[f"{name}_rate"]
        made |= _walk(name, g, g["w"], targets, rate)
    way = there(g["x"], g["w"], g["other_target"])
    other = _named("other", way | and_back(way, g["x"], g["one"], g["two"]))
    total: Any = made["long1.slope"] + other["other.slope"]
    return made | other | {"both.slope": total, "both.mean": total / g["two"]}


def _named(name: str, parts: Figures) -> Made:
    return {f"{name}.{key}": array for key, array in parts.items()}
