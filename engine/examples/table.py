"""Hand-sized examples: given numbers → named figures, by the same kernels as a run.

An example has a name, rounding rules, and a function that works its givens. Their numbers come
from outside (a chapter declares them); the figures belong to the scope that they are given in.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

import numpy as np

from engine.examples.by_hand import by_hand
from engine.examples.descent import sheet, trembling, two_valleys, valleys
from engine.examples.first_lessons import rates, smoothings, surprises
from engine.examples.pieces import byte_pairs
from engine.examples.published import quantized, size_up_newer, speculation, what_it_takes
from engine.examples.sizes import Layout, other_conventions, size_up
from engine.examples.worked import Givens, Worked
from engine.figures.decimals import Digits
from engine.figures.descriptions import Description
from engine.figures.ledger import FigureArray, given
from engine.figures.named import counted
from engine.figures.naming import walk_described
from engine.figures.operations.operation import Policy
from engine.figures.rounding import policy_for
from engine.layers.layers import (
    Constants,
    FeedForward,
    FeedForwardWeights,
    NormWeights,
    feed_forward_forward,
    layer_norm_forward,
)
from engine.layers.modern import (
    gated_feed_forward,
    largest_places,
    listen,
    listen_within,
    mixture,
    pool,
    rms_norm,
)
from engine.numerics.kernels import divisor, linear, lookup, rotate, row_products, square_root, wave


@dataclass(frozen=True)
class Example:
    """How an example is rounded, and how it is worked."""

    policy: Policy
    work: Callable[[Givens], Worked]


# A layer takes the constants of a whole model; an example has those that its own layer uses.
NO_CONSTANTS = Constants(
    width=0.0, head_width=0.0, epsilon=0.0, base=None, position=None, slot_number=None
)


def _classic_feed_forward(g: Givens) -> FeedForward:
    weights = FeedForwardWeights(g["w_stretch"], None, g["w_press"], None)
    return feed_forward_forward(g["row"], weights, NO_CONSTANTS)


def _positions(g: Givens) -> Worked:
    """Waves added to a query and two keys, beside waves that turn them."""
    length = divisor(g["base"], g["slot_number"], g["width"])  # [d]
    asking, heard = wave(g["asking"], length), wave(g["heard"], length)  # [2, d] each
    twice = np.zeros(2, dtype=np.int64)
    query, key = lookup(g["query"], twice), lookup(g["key"], twice)  # [1, d] → [2, d]
    added_query, added_key = query + asking, key + heard
    turned_query, turned_key = rotate(query, asking), rotate(key, heard)
    at = {name: tuple(str(row[0]) for row in g[name].values) for name in ("asking", "heard")}
    parts = {
        "positions.divisor": length,
        "positions.query_wave": asking,
        "positions.key_wave": heard,
        "added.query": added_query,
        "added.key": added_key,
        "added.product": row_products(added_query, added_key),
        "rotary.query": turned_query,
        "rotary.key": turned_key,
        "rotary.product": row_products(turned_query, turned_key),
    }
    slots = counted(int(g["width"].values.item()))
    labels: dict[str, tuple[tuple[str, ...], ...]] = {}
    for name in ("positions.query_wave", "added.query", "rotary.query"):
        labels[name] = (at["asking"], slots)
    for name in ("positions.key_wave", "added.key", "rotary.key"):
        labels[name] = (at["heard"], slots)
    products = ("added.product", "rotary.product")
    labels |= dict.fromkeys(products, (at["asking"], at["heard"]))
    return Worked(parts, labels, frozenset(products))


def _norms(g: Givens) -> Worked:
    """A layer norm beside an RMSNorm, on a row and on the same row with a number added."""
    chosen = replace(NO_CONSTANTS, width=g["width"], epsilon=g["epsilon"])
    weights = NormWeights(g["scale"], g["shift"])
    lifted = g["row"] + g["lift"]
    parts = {
        "layer_norm": layer_norm_forward(g["row"], weights, chosen),
        "rms_norm": rms_norm(g["row"], g["scale"], g["width"], g["epsilon"]),
        "lifted.row": lifted,
        "lifted.layer_norm": layer_norm_forward(lifted, weights, chosen),
        "lifted.rms_norm": rms_norm(lifted, g["scale"], g["width"], g["epsilon"]),
    }
    return Worked(parts, {})


def _gates(g: Givens) -> Worked:
    """A feed-forward layer with ReLU beside one with SwiGLU that shares two of its tables."""
    parts = {
        "plain": _classic_feed_forward(g),
        "gated": gated_feed_forward(g["row"], g["w_stretch"], g["w_up"], g["w_press"], g["one"]),
        "plain.numbers": g["one"].record("count", (g["plain_tables"], g["width"], g["hidden"])),
        "gated.numbers": g["one"].record("count", (g["gated_tables"], g["width"], g["hidden"])),
    }
    return Worked(parts, {})


def _groups(g: Givens) -> Worked:
    """Two heads with keys and values of their own, beside the same two that share theirs."""
    scale = square_root(g["head_width"])
    first, second = (lookup(g["query"], np.array([head])) for head in (0, 1))
    pooled_key = pool(g["key_1"], g["key_2"], g["two"])
    pooled_value = pool(g["value_1"], g["value_2"], g["two"])
    shared = listen(g["query"], pooled_key.halved, pooled_value.halved, scale)
    big = [g["big_layers"], g["big_head_width"], g["bytes"]]
    parts = {
        "groups.root": scale,
        "own1": listen(first, g["key_1"], g["value_1"], scale),
        "own2": listen(second, g["key_2"], g["value_2"], scale),
        "pooled.key": pooled_key,
        "pooled.value": pooled_value,
        "shared": shared,
        "own.kept": g["one"].record("count", (g["two"], g["heads"], g["head_width"])),
        "shared.kept": g["one"].record("count", (g["two"], g["groups"], g["head_width"])),
        "own.big": g["one"].record("count", (g["two"], big[0], g["big_heads"], *big[1:])),
        "shared.big": g["one"].record("count", (g["two"], big[0], g["big_groups"], *big[1:])),
    }
    words, slots = counted(g["key_1"].shape[0]), counted(g["query"].shape[1])
    labels: dict[str, tuple[tuple[str, ...], ...]] = {}
    for head in ("1", "2"):
        labels |= {f"own{head}.{name}": ((head,), words) for name in ("product", "score")}
        labels |= {f"own{head}.{name}": ((head,), words) for name in ("raised", "share")}
        labels |= {f"own{head}.total": ((head,),), f"own{head}.blend": ((head,), slots)}
    labels["shared.total"] = (("1", "2"),)
    return Worked(parts, labels)


def _experts(g: Givens) -> Worked:
    """A feed-forward layer used whole, beside the same layer cut into experts."""
    top = int(g["top"].values.item())
    dense = _classic_feed_forward(g)
    mixed = mixture(g["row"], dense.kept, g["w_router"], g["w_press"], top)
    tables, width = g["tables"], g["width"]
    routing = g["one"].record("count", (width, g["experts"]))
    working = g["one"].record("count", (g["top"], tables, width, g["expert_hidden"]))
    parts = {
        "dense": dense,
        "mixture": mixed,
        "dense.multiplications": g["one"].record("count", (tables, width, g["hidden"])),
        "mixture.routing": routing,
        "mixture.working": working,
        "mixture.multiplications": g["one"].record("add_up", (routing, working)),
    }
    numbers = tuple(str(place + 1) for place in largest_places(mixed.score, top))
    return Worked(parts, {f"mixture.{name}": (numbers,) for name in ("raised", "share")})


def _tied(g: Givens) -> Worked:
    """Logits from an unembedding of their own, beside logits from the embedding itself."""
    parts = {
        "untied.logit": linear(g["row"], g["unembedding"]),
        "tied.logit": row_products(g["row"], g["embedding"]),
        "untied.numbers": g["one"].record("count", (g["two"], g["vocabulary"], g["width"])),
        "tied.numbers": g["one"].record("count", (g["vocabulary"], g["width"])),
    }
    return Worked(parts, {})


def _window(g: Givens) -> Worked:
    """A word that listens to all words so far, beside one that listens to the nearest only."""
    scale = square_root(g["head_width"])
    window = int(g["size"].values.item())
    everyone = listen(g["query"], g["key"], g["value"], scale)
    words, slots = counted(g["key"].shape[0]), counted(g["value"].shape[1])
    last = (words[-1],)
    parts = {
        "window.root": scale,
        "everyone": everyone,
        "window": listen_within(everyone.score, g["value"], window),
        "window.reach": g["one"].record("count", (g["big_layers"], g["big_size"])),
    }
    labels: dict[str, tuple[tuple[str, ...], ...]] = {}
    for part, heard in (("everyone", words), ("window", words[-window:])):
        labels |= {f"{part}.{name}": (last, heard) for name in ("product", "score")}
        labels |= {f"{part}.{name}": (last, heard) for name in ("raised", "share")}
        labels |= {f"{part}.total": (last,), f"{part}.blend": (last, slots)}
    return Worked(parts, labels)


def _by_hand(givens: Givens) -> Worked:
    """Attention by hand; what a mask puts in a score's place is no number that is given."""
    infinite = np.asarray(Decimal("-Infinity"), dtype=object)
    givens["minus_infinity"] = FigureArray(infinite, EXAMPLES["byhand"].policy)
    return by_hand(givens)


# The pieces of the example “modern”: each works the givens whose names begin with its own.
PIECES: dict[str, Callable[[Givens], Worked]] = {
    "positions": _positions,
    "norms": _norms,
    "gates": _gates,
    "groups": _groups,
    "experts": _experts,
    "tied": _tied,
    "window": _window,
}


def _modern(givens: Givens) -> Worked:
    """Each newer piece beside the classic one, on the same numbers."""
    shared = {name: givens[name] for name in ("one", "two")}
    worked = []
    for name, piece in PIECES.items():
        own = givens.under(name)
        own.update(shared)
        worked.append(piece(own))
    return Worked(
        {name: part for piece in worked for name, part in piece.parts.items()},
        {name: part for piece in worked for name, part in piece.labels.items()},
        frozenset().union(*(piece.causal for piece in worked)),
    )


# How each published model of the example is counted: GPT-2 and GPT-3 use the embedding again.
LAYOUTS = {
    "ours": Layout(tied=False, biases=False),
    "small": Layout(tied=True, biases=True),
    "medium": Layout(tied=True, biases=True),
    "large": Layout(tied=True, biases=True),
    "xl": Layout(tied=True, biases=True),
    "gpt3": Layout(tied=True, biases=True),
}

NEWER = ("llama", "mixtral")  # models in the layout of Llama 3


def _sizes(givens: Givens) -> Worked:
    """The sizes of published models, and what follows from them."""
    parts: dict[str, Any] = {}
    counts = givens.under("count")
    for model, layout in LAYOUTS.items():
        sizes = givens.under(model)
        made = size_up(sizes, counts, layout)
        if model == "small":
            made |= other_conventions(made, sizes["layers"])
            work = (counts["operations"], counts["attention_products"], sizes["layers"])
            made["looking"] = sizes["layers"].record(
                "count", (*work, sizes["context"], sizes["width"])
            )
        if model != "ours":
            unit = givens["billion" if model == "gpt3" else "million"]
            made["rounded"] = made["parameters"] / unit
        parts |= {f"{model}.{name}": array for name, array in made.items()}
    for model in NEWER:
        made = size_up_newer(givens.under(model), givens.under("newer"))
        for name in ("parameters", "active"):
            if name in made:
                made[f"{name}_rounded"] = made[name] / givens["billion"]
        parts |= {f"{model}.{name}": array for name, array in made.items()}
    return Worked(parts, {})


def _pieces(givens: Givens) -> Worked:
    """Words cut into pieces, and the size of a published vocabulary of pieces."""
    return Worked(byte_pairs(givens.under("count"), givens.under("gpt2")), {})


def _costs(givens: Givens) -> Worked:
    """What a large model costs to hold, to train and to run, and a row of it in a few bits."""
    parts = what_it_takes(givens) | {
        f"{name}.{key}": array
        for name, work in (("guess", speculation), ("row", quantized))
        for key, array in work(givens.under(name)).items()
    }
    return Worked(parts, {})


def _rates(givens: Givens) -> Worked:
    """The rates of a published model; and why rates fall: two sentences that disagree."""
    short = _by_pencil(4)  # fewer digits than the rates have
    pulled = trembling(
        Givens({
            name.removeprefix("tremble."): given(one.values, short, one.scope, name, one.labels)
            for name, one in givens.items()
            if name.startswith("tremble.")
        })
    )  # fmt: skip
    return Worked(rates(givens) | {f"tremble.{name}": one for name, one in pulled.items()}, {})


def _by_pencil(digits: int) -> Policy:
    """Return the rules of what is worked by hand: a few digits, and no zeros at the end."""
    rule = Digits(digits, trimmed=True)
    return replace(policy_for(0), rows=rule, shares=rule, powers=rule, weights=rule, slopes=rule)


def _display(g: Givens) -> Worked:
    """A dot product of figures that were rounded when they were written down."""
    third = g["part"] / g["whole"]  # [1, d]
    product = row_products(third, g["key"])  # [1, 1]
    slots = counted(third.shape[-1])
    return Worked(
        {"third": third, "product": product},
        {"third": (("1",), slots), "product": (("1",), ("1",))},
    )


EXAMPLES: dict[str, Example] = {
    "byhand": Example(policy_for(2), _by_hand),
    "modern": Example(policy_for(2), _modern),
    "sizes": Example(policy_for(2), _sizes),
    "pieces": Example(policy_for(0), _pieces),
    "costs": Example(policy_for(2), _costs),
    "surprises": Example(_by_pencil(5), lambda givens: Worked(surprises(givens), {})),
    "smoothings": Example(_by_pencil(4), lambda givens: Worked(smoothings(givens), {})),
    "sheet": Example(_by_pencil(5), lambda givens: Worked(sheet(givens), {})),
    "valley": Example(_by_pencil(4), lambda givens: Worked(valleys(givens), {})),
    "valleys": Example(_by_pencil(4), lambda givens: Worked(two_valleys(givens), {})),
    "rates": Example(_by_pencil(6), _rates),
    "display": Example(policy_for(2), _display),
}


def work_example(
    name: str, givens: Mapping[str, FigureArray], scope: str
) -> dict[str, FigureArray]:
    """Work an example and name its figures under `scope`; return those that are worked.

    Raises UnknownName for a given that the example needs and doesn't find.
    """
    worked = EXAMPLES[name].work(Givens(givens))
    arrays: dict[str, FigureArray] = {}
    for key, array, about in walk_described(dict(worked.parts)):
        if array.name:  # a given passed on, or named already
            continue
        size = array.shape[:-1] if array.shape[-1:] == (1,) else array.shape
        labels = worked.labels.get(key, tuple(map(counted, size)))
        own = Description(about.title, origin=about.origin)  # places are as the example says
        array.publish(scope, key, labels, own, causal=key in worked.causal)
        arrays[key] = array
    return arrays
