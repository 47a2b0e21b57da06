"""How big a published model is: its parameters, its cache and its work, from its sizes."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.figures.ledger import FigureArray


@dataclass(frozen=True)
class Layout:
    """The conventions by which a model's parameters are counted."""

    tied: bool  # the embedding is used again as the unembedding
    biases: bool  # in attention and feed-forward layers


def size_up(
    sizes: Mapping[str, FigureArray], counts: Mapping[str, FigureArray], layout: Layout
) -> dict[str, FigureArray]:
    """Return the counts of a model in GPT-2's layout, each worked by a line of whole numbers.

    `sizes` has vocabulary, context, width and layers; `counts` how many tables and rows there are
    of each kind, and what a number costs. Sources: Radford et al. 2019, "Language Models are
    Unsupervised Multitask Learners", section 2.3; Kaplan et al. 2020, "Scaling Laws", section 2.1.
    """
    width, layers = sizes["width"], sizes["layers"]
    made: dict[str, FigureArray] = {}

    def times(name: str, *factors: FigureArray) -> FigureArray:
        made[name] = width.record("count", factors)
        return made[name]

    def plus(name: str, *terms: FigureArray) -> FigureArray:
        made[name] = width.record("add_up", terms)
        return made[name]

    hidden = times("hidden", counts["stretch"], width)
    embedding = times("embedding", sizes["vocabulary"], width)
    whole = [embedding, times("positions", sizes["context"], width)]
    block = [times("attention", counts["attention_tables"], width, width)]
    if layout.biases:
        block.append(times("attention_biases", counts["attention_tables"], width))
    block.append(times("feed_forward", counts["feed_forward_tables"], width, hidden))
    if layout.biases:
        block.append(plus("feed_forward_biases", hidden, width))
    block.append(times("norms", counts["norms"], counts["norm_rows"], width))
    plus("block", *block)
    whole += [
        times("blocks", layers, made["block"]),
        times("last_norm", counts["norm_rows"], width),
    ]
    if not layout.tied:
        whole.append(times("unembedding", sizes["vocabulary"], width))
    parameters = plus("parameters", *whole)
    times("operations", counts["operations"], parameters)
    cache = times("cache", counts["kept_rows"], layers, width, counts["bytes"])
    times("cache_full", sizes["context"], cache)
    return made


def other_conventions(
    made: Mapping[str, FigureArray], layers: FigureArray
) -> dict[str, FigureArray]:
    """Return the parameters of a tied model with biases, counted as others would count them."""
    biases = layers.record("add_up", (made["attention_biases"], made["feed_forward_biases"]))
    all_biases = layers.record("count", (layers, biases))
    return {
        "untied": layers.record("add_up", (made["parameters"], made["embedding"])),
        "block_biases": biases,
        "biases": all_biases,
        "without_biases": layers.record("difference", (made["parameters"], all_biases)),
    }
