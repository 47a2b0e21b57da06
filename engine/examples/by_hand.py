"""Attention by hand: three words of two numbers each, seen from every side that a chapter needs.

Letters of the shapes: n words (3), k numbers of a head (2), t lengths of text. Nothing is learned
here: queries, keys and values are given as if a model's tables had made them.
"""

from typing import Any

import numpy as np

from engine.examples.worked import Givens, Labels, Worked
from engine.figures.descriptions import MASKED, Described, Description, part, steps
from engine.layers.layers import Softmax, TopSoftmax, softmax_forward
from engine.layers.modern import listen
from engine.numerics.elementary import Array
from engine.numerics.kernels import (
    Scalar,
    blend,
    columns,
    exp,
    join,
    linear,
    lookup,
    mask_later,
    row_products,
    share,
    square_root,
)

WORDS = ("The", "animal", "it")
ANIMAL, IT = 1, 2  # places of the words that ask, from 0
SHUFFLED = (1, 2, 0)  # animal, it, The: no word keeps its place


@steps
class Masked:
    """The steps of one head of attention in which no word hears a later one."""

    product: Array  # [n, n], the later words' too
    score: Array  # [n, n]
    softmax: Softmax | TopSoftmax = part(unnamed=True)  # [n, n], a later word's share is nothing
    blend: Array  # [n, k]


def listen_back(query: Array, key: Array, value: Array, scale: Scalar) -> Masked:
    """Attention of each word to the words so far: [n, k], [n, k], [n, k] → [n, k].

    Source: Vaswani et al. 2017, "Attention is all you need", equation 1 and section 3.2.3.
    """
    product = row_products(query, key)  # [n, k], [n, k] → [n, n]
    score = product / scale  # [n, n]
    softmax = softmax_forward(mask_later(score))  # [n, n]
    return Masked(product, score, softmax, blend(softmax.share, value))  # blend: [n, k]


def by_hand(g: Givens) -> Worked:
    """One head for three words; then masked, shuffled, placed, beside a second head; its cost."""
    root = square_root(g["width"])
    seen = listen_back(g["query"], g["key"], g["value"], root)
    parts: dict[str, Any] = {
        "root": root,
        "": seen,
        "share_sum": _as_printed(seen.softmax.share),
    }
    labels: dict[str, tuple[tuple[str, ...], ...]] = {
        **dict.fromkeys(("product", "score", "raised", "share"), (WORDS, WORDS)),
        **dict.fromkeys(("total", "share_sum"), (WORDS,)),
        "blend": (WORDS, ("1", "2")),
    }
    for piece in (_unheard(g, seen), _shuffled(g, root), _second_head(g, seen, root),
                  _other_queries(g, seen, root), _cost(g)):  # fmt: skip
        parts |= piece.parts
        labels |= piece.labels
    return Worked(parts, labels, frozenset({"raised", "share"}))


def _as_printed(shares: Any) -> Any:
    """Add up shares as they are printed: [n, n] → [n, 1]."""
    return shares.record("sum_as_printed", (shares,))


def _unheard(g: Givens, seen: Masked) -> Worked:
    """What *it* is to *animal*, which can't hear it: its score replaced, its share worked."""
    raised = exp(g["minus_infinity"])
    heard = lookup(seen.softmax.total, np.array([ANIMAL]))  # [n, 1] → [1, 1]
    parts = {
        "unheard.score": Described(g["minus_infinity"], Description(origin=MASKED)),
        "unheard.raised": raised,
        "unheard.share": share(raised, heard),
    }
    return Worked(parts, {"unheard.share": ()})


def _one_asks(name: str, words: tuple[str, ...] = WORDS) -> Labels:
    """Labels of the steps of attention in which only *it* asks."""
    steps: dict[str, tuple[tuple[str, ...], ...]] = {
        **dict.fromkeys(("product", "score", "raised", "share"), (WORDS[IT:], words)),
        "total": (WORDS[IT:],),
        "blend": (WORDS[IT:], ("1", "2")),
    }
    return {f"{name}.{step}": places for step, places in steps.items()}


def _shuffled(g: Givens, root: Array) -> Worked:
    """The words in another order: without a trace of their places, and with one."""
    order = np.array(SHUFFLED)
    words = tuple(WORDS[place] for place in SHUFFLED)
    asking = lookup(g["query"], np.array([IT]))  # [n, k] → [1, k]
    key, value = lookup(g["key"], order), lookup(g["value"], order)  # [n, k] each
    placed, moved = g["key"] + g["place"], key + g["place"]  # [n, k] each
    parts = {
        "shuffled": listen(asking, key, value, root),
        "placed.key": placed,
        "placed": listen(asking, placed, g["value"], root),
        "moved.key": moved,
        "moved": listen(asking, moved, value, root),
    }
    slots = ("1", "2")
    labels: dict[str, tuple[tuple[str, ...], ...]] = {
        "placed.key": (WORDS, slots),
        "moved.key": (words, slots),
    }
    heard = {"shuffled": words, "placed": WORDS, "moved": words}
    for name, row in heard.items():
        labels |= _one_asks(name, row)
    return Worked(parts, labels)


def _second_head(g: Givens, seen: Masked, root: Array) -> Worked:
    """A second head of *it* with rows of its own; both blends joined, and one table for them."""
    second = g.under("second")
    head = listen(second["query"], second["key"], second["value"], root)
    first = lookup(seen.blend, np.array([IT]))  # [n, k] → [1, k]
    output = linear(join(first, head.blend), g["w_output"])  # [1, 2k]·[2k, k] → [1, k]
    labels = {**_one_asks("second"), "output": (WORDS[IT:], ("1", "2"))}
    return Worked({"second": head, "output": output}, labels)


def _other_queries(g: Givens, seen: Masked, root: Array) -> Worked:
    """What the questions ask: other queries of *it*, and scores that nothing divides."""
    product = lookup(seen.product, np.array([IT]))  # [n, n] → [1, n]
    level = listen(g["level.query"], g["key"], g["value"], root)
    parts = {
        "level": level,
        "level.share_sum": _as_printed(level.softmax.share),
        "longer": listen(g["longer.query"], g["key"], g["value"], root),
        "undivided": softmax_forward(product),
    }
    labels = {**_one_asks("level"), **_one_asks("longer"), **_one_asks("undivided")}
    return Worked(parts, labels | {"level.share_sum": (WORDS[IT:],)})


def _cost(g: Givens) -> Worked:
    """How often words are compared: lengths of text, each twice the one before."""
    words = g["lengths"]  # [t]
    comparisons = words.record("count", (words, words))  # [t]
    later = columns(comparisons, 1, words.shape[0] - 1)  # [t − 1]
    earlier = columns(comparisons, 0, words.shape[0] - 1)  # [t − 1]
    short, long = (words.record("count", (g[name], g[name])) for name in ("short", "long"))
    parts = {
        "comparisons": comparisons,
        "growth": later / earlier,  # [t − 1]
        "short_comparisons": short,
        "long_comparisons": long,
        "text_growth": g["long"] / g["short"],
        "comparison_growth": long / short,
    }
    lengths = tuple(str(length) for length in words.values)
    return Worked(parts, {"comparisons": (lengths,), "growth": (lengths[1:],)})
