"""What follows from the sizes of large published models: parameters, bytes, work, pages.

Counts are exact and in whole numbers; what is told in billions and the like is rounded once.
"""

from collections.abc import Mapping

from engine.figures.ledger import FigureArray

Figures = Mapping[str, FigureArray]


def size_up_newer(sizes: Figures, counts: Figures) -> dict[str, FigureArray]:
    """Return the counts of a model in the layout of Llama 3, each worked by a line.

    `sizes` has vocabulary, width, layers, heads, groups, head_width and hidden; a mixture of
    experts has experts and top, too, and gets the parameters that work on one token. Norms have a
    scale alone, no table has biases, and positions are turned, not learned. Sources: Touvron et
    al. 2023, "LLaMA", section 2.2; Jiang et al. 2024, "Mixtral of Experts", section 2.
    """
    width, layers, hidden = sizes["width"], sizes["layers"], sizes["hidden"]
    made: dict[str, FigureArray] = {}

    def times(name: str, *factors: FigureArray) -> FigureArray:
        made[name] = width.record("count", factors)
        return made[name]

    def plus(name: str, *terms: FigureArray) -> FigureArray:
        made[name] = width.record("add_up", terms)
        return made[name]

    embedding = times("embedding", sizes["vocabulary"], width)
    asking = times("asking", sizes["heads"], sizes["head_width"])
    heard = times("heard", sizes["groups"], sizes["head_width"])
    shared = [
        times("query_output", counts["wide_tables"], width, asking),
        times("key_value", counts["narrow_tables"], width, heard),
        times("norms", counts["norms"], width),
    ]
    if "experts" in sizes:
        shared.append(times("router", width, sizes["experts"]))
        expert = times("expert", counts["gated_tables"], width, hidden)
        times("feed_forward", sizes["experts"], expert)
        working = times("working", sizes["top"], expert)
        plus("active_block", *shared, working)
        times("active_blocks", layers, made["active_block"])
    else:
        times("feed_forward", counts["gated_tables"], width, hidden)
    plus("block", *shared, made["feed_forward"])
    blocks = times("blocks", layers, made["block"])
    unembedding = times("unembedding", sizes["vocabulary"], width)
    plus("parameters", embedding, blocks, width, unembedding)
    if "experts" in sizes:
        plus("active", embedding, made["active_blocks"], width, unembedding)
    times("operations", counts["operations"], made.get("active", made["parameters"]))
    times("cache", counts["kept_rows"], layers, heard, counts["bytes"])
    return made


def what_it_takes(g: Figures) -> dict[str, FigureArray]:
    """Return what holding, training and running a large model costs, and its weights on paper.

    Sources: Kaplan et al. 2020, "Scaling Laws", section 2.1: six operations for each parameter and
    token of training.
    """
    one, two = g["one"], g["two"]
    made: dict[str, FigureArray] = {}
    for bits in ("thirty_two", "sixteen", "eight", "four"):
        made[f"bytes.{bits}"] = one.record("count", (g["llama.parameters"], g[f"size.{bits}"]))
        made[f"held.{bits}"] = made[f"bytes.{bits}"] / g["billion"]
    for model in ("llama", "gpt3"):
        made[f"{model}.billions"] = g[f"{model}.parameters"] / g["billion"]
        learned = made[f"{model}.billions"] * g[f"{model}.trillions"]
        made |= {f"{model}.learned": learned, f"{model}.training": g["six"] * learned}
    made["years"] = g["hours"] / g["hours_a_year"]
    token = one.record("count", (two, g["layers"], g["heard"], g["size.sixteen"]))
    full = one.record("count", (token, g["context"]))
    made |= {"cache.token": token, "cache.full": full, "cache.held": full / g["billion"]}
    made["tables"] = one.record("count", (two, g["llama.parameters"]))
    made["looking"] = one.record("count", (two, two, g["layers"], g["context"], g["width"]))
    made["pages"] = one.record("whole_quotient", (g["gpt3.parameters"], g["page"]))
    made["sheets"] = one.record("whole_quotient", (made["pages"], two))
    made["thickness"] = made["sheets"] * g["sheet"]
    made["pile"] = made["thickness"] / g["million"]
    return made


def speculation(g: Figures) -> dict[str, FigureArray]:
    """Return what a small model's four guesses spare a large one that checks them in one pass.

    Each guess is kept with the same chance, and the first that isn't kept ends the row; the large
    model adds a token of its own. Source: Leviathan et al. 2023, "Fast Inference from Transformers
    via Speculative Decoding", section 3.1.
    """
    one, chance = g["one"], g["kept"]
    two = chance * chance
    three = two * chance
    four = three * chance
    tokens = one.record("sum_as_printed", (one.record("join", (one, chance, two, three, four)),))
    guessing = g["guesses"] * g["small"]
    spent = one + guessing
    made = {"kept.two": two, "kept.three": three, "kept.four": four, "tokens": tokens}
    return made | {"guessing": guessing, "spent": spent, "gain": tokens / spent}


def quantized(g: Figures) -> dict[str, FigureArray]:
    """Return a row of weights in whole steps of one size, and the same in two groups.

    The size of a step is the row's largest number divided by the highest step. What is read back
    is the step times its size. Source: Dettmers et al. 2022, "LLM.int8()", section 2.
    """
    row, x = g["row"], g["x"]
    made: dict[str, FigureArray] = {"exact": row.record("row_products", (x, row))}
    half = row.shape[-1] // 2
    parts = {"whole": row, "left": _columns(row, 0, half), "right": _columns(row, half, half)}
    for name, part in parts.items():
        top = max(range(part.shape[-1]), key=lambda at: abs(part.values[0, at]))
        made[f"{name}.size"] = _columns(part, top, 1) / g["highest"]
        steps = row.record("whole_quotient", (part, made[f"{name}.size"]))
        back = steps * made[f"{name}.size"]
        made |= {f"{name}.steps": steps, f"{name}.back": back, f"{name}.error": back - part}
    made["grouped.back"] = row.record("join", (made["left.back"], made["right.back"]))
    for name in ("whole", "grouped"):
        made[f"{name}.product"] = row.record("row_products", (x, made[f"{name}.back"]))
    bits = g["numbers"].record("count", (g["numbers"], g["bits"]))
    few = bits.record("count", (g["numbers"], g["few_bits"]))
    made |= {"bits.before": bits, "bits.steps": few}
    made["bits.whole"] = bits.record("add_up", (few, g["bits"]))
    made["bits.grouped"] = bits.record("add_up", (few, g["bits"], g["bits"]))
    return made


def _columns(row: FigureArray, first: int, width: int) -> FigureArray:
    return row.record("columns", (row, first, width))
