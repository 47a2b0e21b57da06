"""How words listen to each other: attention by one head or several, forward and backward.

Letters of the shapes: ``...`` any leading axes (sentences), n words, m words that are heard (the
same n, unless they are another sentence's), d numbers a word (width), k numbers of all heads.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from engine.figures.descriptions import LEARNED, figure, part, steps
from engine.layers.backkernels import add_all, blend_back, weight_gradient
from engine.layers.layers import (
    Constants,
    Softmax,
    SoftmaxGradient,
    TopSoftmax,
    softmax_backward,
    softmax_forward,
)
from engine.numerics.elementary import Array
from engine.numerics.kernels import (
    Ids,
    blend,
    columns,
    join,
    linear,
    mask_filling,
    mask_later,
    mask_places,
    row_products,
    square_root,
)


@steps
class AttentionWeights:
    """What the attention of one block has learned, all heads side by side."""

    w_query: Array = figure("the query table", "slot", "head slot", origin=LEARNED)  # [d, k]
    w_key: Array = figure("the key table", "slot", "head slot", origin=LEARNED)  # [d, k]
    w_value: Array = figure("the value table", "slot", "head slot", origin=LEARNED)  # [d, k]
    # [k, d]
    w_output: Array = figure("the output table of attention", "head slot", "slot", origin=LEARNED)


@steps
class Head:
    """The steps of one attention head, on its own columns of query, key and value."""

    query: Array = figure("The query", "position", "slot")  # [..., n, k ÷ heads]
    key: Array = figure("The key", "heard", "slot")  # [..., m, k ÷ heads]
    value: Array = figure("The value", "heard", "slot")  # [..., m, k ÷ heads]
    product: Array = figure("Query times key", "position", "heard")  # [..., n, m]
    score: Array = figure("The scores", "position", "heard")  # [..., n, m]
    softmax: Softmax | TopSoftmax = part(unnamed=True, choice="heard")  # [..., n, m]
    blend: Array = figure("The blend of the values", "position", "slot")  # [..., n, k ÷ heads]


@steps
class Attention:
    """The steps of attention. A single head has query, key and value themselves: no columns."""

    query: Array = figure("The query", "position", "slot")  # [..., n, k]
    key: Array = figure("The key", "heard", "slot")  # [..., m, k]
    value: Array = figure("The value", "heard", "slot")  # [..., m, k]
    root: Array = figure("What the scores are divided by")  # one number: √(head width)
    heads: tuple[Head, ...] = part()
    # [..., n, k], the heads' blends side by side
    joined: Array = figure("The heads side by side", "position", "slot")
    output: Array = figure("What attention adds", "position", "slot")  # [..., n, d]


@steps
class HeadGradient:
    """Gradients of one head's steps, from the last to the first."""

    blend: Array = figure("The gradient of the blend", "position", "slot")  # [..., n, k ÷ heads]
    share: Array = figure("The gradient of each share", "position", "heard")  # [..., n, n]
    softmax: SoftmaxGradient = part(unnamed=True)  # [..., n, n]
    # [..., n, n]
    product: Array = figure("The gradient before dividing by the root", "position", "heard")
    query: Array = figure("The gradient of the query", "position", "slot")  # [..., n, k ÷ heads]
    key: Array = figure("The gradient of the key", "heard", "slot")  # [..., n, k ÷ heads]
    value: Array = figure("The gradient of the value", "heard", "slot")  # [..., n, k ÷ heads]


@steps
class AttentionGradient:
    """Gradients of attention's weights, steps and input."""

    weights: AttentionWeights = part("The gradient of {}", unnamed=True, outer=True)
    joined: Array = figure("The gradient of the blend", "position", "slot")  # [..., n, k]
    heads: tuple[HeadGradient, ...] = part()
    query: Array = figure("The gradient of the query", "position", "slot")  # [..., n, k]
    key: Array = figure("The gradient of the key", "heard", "slot")  # [..., n, k]
    value: Array = figure("The gradient of the value", "heard", "slot")  # [..., n, k]
    # [..., n, d], what reaches the input by way of the queries
    from_query: Array = figure("What comes back by the query", "position", "slot")
    from_key: Array = figure("What comes back by the key", "heard", "slot")  # [..., m, d]
    from_value: Array = figure("What comes back by the value", "heard", "slot")  # [..., m, d]
    # [..., m, d], where the rows heard are not x itself
    heard: Array | None = figure("What comes back to the rows heard", "heard", "slot")
    x: Array = figure("All three together", "position", "slot")  # [..., n, d]


def _split(x: Array, heads: int) -> list[Array]:
    """Each head's columns; a single head has x itself: [..., n, k] → [..., n, k ÷ heads]."""
    if heads == 1:
        return [x]
    width = x.shape[-1] // heads
    return [columns(x, head * width, width) for head in range(heads)]


def _joined(parts: list[Array]) -> Array:
    """The heads' columns side by side again: [..., n, k ÷ heads] → [..., n, k]."""
    return parts[0] if len(parts) == 1 else join(*parts)


@dataclass(frozen=True)
class Cut:
    """What an experiment cuts: the word at one place no longer hears that at another.

    Places count from 0, heads from 1; without a head it is so in every one.
    """

    asking: int
    heard: int
    head: int | None = None


Cuts = Mapping[str, tuple[Cut, ...]]
"""The cuts of a pass, by the name of the attention that they are made in."""

NO_CUTS: Cuts = MappingProxyType({})


@dataclass(frozen=True)
class Hearing:
    """Who may hear whom: the switches of a mask."""

    earlier_only: bool = True  # no word hears a later one
    lengths: Ids | None = None  # [...], of the sentences heard, where filling follows them
    cuts: tuple[Cut, ...] = ()

    def without(self, cuts: tuple[Cut, ...] | None) -> "Hearing":
        """Return the same with more cuts."""
        return replace(self, cuts=(*self.cuts, *cuts)) if cuts else self


EARLIER_ONLY = Hearing()
EVERYONE = Hearing(earlier_only=False)


def _masked(score: Array, hearing: Hearing, head: int) -> Array:
    """−∞ where a word may not hear another, in a head from 1: [..., n, m] → [..., n, m]."""
    if hearing.earlier_only:
        score = mask_later(score)
    if hearing.lengths is not None:
        score = mask_filling(score, hearing.lengths)
    cuts = [(cut.asking, cut.heard) for cut in hearing.cuts if cut.head in (None, head)]
    return mask_places(score, cuts) if cuts else score


def head_forward(
    query: Array,
    key: Array,
    value: Array,
    scale: Array,
    *,
    from_top: bool,
    hearing: Hearing = EARLIER_ONLY,
    number: int = 1,
) -> Head:
    """One head of attention, counted from 1: softmax(query·key.T ÷ √width)·value.

    Source: Vaswani et al. 2017, "Attention Is All You Need", equation 1.
    """
    product = row_products(query, key)  # [..., n, k ÷ heads], [..., m, k ÷ heads] → [..., n, m]
    score = _masked(product / scale, hearing, number)  # [..., n, m]
    softmax = softmax_forward(score, from_top=from_top)  # [..., n, m]
    blended = blend(softmax.share, value)  # [..., n, m]·[..., m, k ÷ heads] → [..., n, k ÷ heads]
    return Head(query, key, value, product, score, softmax, blended)


def attention_forward(
    x: Array,
    weights: AttentionWeights,
    constants: Constants,
    *,
    heads: int = 1,
    from_top: bool = False,
    heard: Array | None = None,
    hearing: Hearing = EARLIER_ONLY,
) -> Attention:
    """Attention by one or several heads: [..., n, d] → [..., n, d].

    Each word of ``x`` asks. It hears the rows ``heard`` ([..., m, d]: keys and values are theirs),
    or, where there are none, those of ``x`` itself. Source: Vaswani et al. 2017, section 3.2.
    """
    heard = x if heard is None else heard
    query = linear(x, weights.w_query)  # [..., n, d]·[d, k] → [..., n, k]
    key = linear(heard, weights.w_key)  # [..., m, d]·[d, k] → [..., m, k]
    value = linear(heard, weights.w_value)  # [..., m, d]·[d, k] → [..., m, k]
    scale = square_root(constants.head_width)  # one number
    parts = zip(_split(query, heads), _split(key, heads), _split(value, heads), strict=True)
    each = tuple(
        head_forward(q, k, v, scale, from_top=from_top, hearing=hearing, number=number)
        for number, (q, k, v) in enumerate(parts, start=1)
    )
    joined = _joined([head.blend for head in each])  # [..., n, k]
    output = linear(joined, weights.w_output)  # [..., n, k]·[k, d] → [..., n, d]
    return Attention(query, key, value, scale, each, joined, output)


def head_backward(d_blend: Array, head: Head, scale: Array) -> HeadGradient:
    """Gradients of a head; a masked score has share 0, so its gradient is 0."""
    d_share = row_products(d_blend, head.value)  # → [..., n, n]
    d_value = blend_back(head.softmax.share, d_blend)  # → [..., n, k ÷ heads]
    softmax = softmax_backward(d_share, head.softmax)  # [..., n, n]
    d_product = softmax.score / scale  # [..., n, n]
    d_query = blend(d_product, head.key)  # [..., n, n]·[..., n, k ÷ heads] → [..., n, k ÷ heads]
    d_key = blend_back(d_product, head.query)  # → [..., n, k ÷ heads]
    return HeadGradient(d_blend, d_share, softmax, d_product, d_query, d_key, d_value)


def attention_backward(
    d_output: Array,
    x: Array,
    forward: Attention,
    weights: AttentionWeights,
    heard: Array | None = None,
) -> AttentionGradient:
    """Gradients of attention: down through the output, each head, and the three inputs.

    With ``heard``, as in the forward pass, keys and values pass theirs to those rows.
    """
    d_w_output = weight_gradient(forward.joined, d_output)  # → [k, d]
    d_joined = row_products(d_output, weights.w_output)  # [..., n, d], [k, d] → [..., n, k]
    parts = zip(_split(d_joined, len(forward.heads)), forward.heads, strict=True)
    heads = tuple(head_backward(d_blend, head, forward.root) for d_blend, head in parts)
    d_query = _joined([head.query for head in heads])  # [..., n, k]
    d_key = _joined([head.key for head in heads])  # [..., n, k]
    d_value = _joined([head.value for head in heads])  # [..., n, k]
    from_query = row_products(d_query, weights.w_query)  # [..., n, k], [d, k] → [..., n, d]
    from_key = row_products(d_key, weights.w_key)  # → [..., m, d]
    from_value = row_products(d_value, weights.w_value)  # → [..., m, d]
    read, d_heard = x, None
    if heard is None:
        d_x = add_all(from_query, from_key, from_value)  # [..., n, d]
    else:
        read, d_heard = heard, add_all(from_key, from_value)  # [..., m, d]
        d_x = from_query  # [..., n, d]
    gradients = AttentionWeights(
        weight_gradient(x, d_query),  # → [d, k]
        weight_gradient(read, d_key),  # → [d, k]
        weight_gradient(read, d_value),  # → [d, k]
        d_w_output,
    )
    d_inputs = (from_query, from_key, from_value)
    return AttentionGradient(
        gradients, d_joined, heads, d_query, d_key, d_value, *d_inputs, d_heard, d_x
    )
