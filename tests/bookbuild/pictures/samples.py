"""One set of data for every picture, plain and hostile."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from bookbuild.pictures import (
    Angles,
    Arrow,
    AttentionBranch,
    Bend,
    Box,
    Chain,
    Chances,
    Counted,
    Crossing,
    Curves,
    Description,
    Difference,
    Differences,
    Entry,
    FeedForwardBranch,
    Flow,
    FlowBlock,
    Grid,
    Grids,
    Growth,
    Histogram,
    Hop,
    Input,
    Likeliest,
    Listening,
    Mark,
    Number,
    Opening,
    Operation,
    Pattern,
    Points,
    Relay,
    SavedWeights,
    Series,
    Snapshot,
    Snapshots,
    Squares,
    Stage,
    Straight,
    Stream,
    Strip,
    Tally,
    Tangent,
    Temperatures,
    Triangle,
    Turning,
    Valley,
    Walk,
    Wave,
    WavePair,
    Waves,
    WeightsGrown,
    WordMap,
    angles,
    angles_text,
    bend,
    bend_text,
    chain,
    chain_text,
    chances,
    chances_text,
    crossing,
    crossing_text,
    curves,
    curves_text,
    differences,
    differences_text,
    flow,
    flow_text,
    grids,
    grids_text,
    growth,
    growth_text,
    histogram,
    histogram_text,
    listening,
    listening_text,
    opening,
    opening_text,
    pattern,
    pattern_text,
    points,
    points_text,
    relay,
    relay_text,
    snapshots,
    snapshots_text,
    squares,
    squares_text,
    stream,
    stream_text,
    tally,
    tally_text,
    temperatures,
    temperatures_text,
    turning,
    turning_text,
    valley,
    valley_text,
    waves,
    waves_text,
    weights_grown,
    weights_grown_text,
    wordmap,
    wordmap_text,
)
from bookbuild.pictures.opening import LEAST

WORDS = ("the", "dog", "sat", "on", "the")
SHARES: tuple[tuple[float, ...], ...] = (
    (1.0,),
    (0.62, 0.38),
    (0.113, 0.774, 0.113),
    (0.2, 0.3, 0.4, 0.1),
    (0.094, 0.073, 0.639, 0.099, 0.094),
)
HOSTILE = (
    "<b>",
    "\"'&amp;'\"",
    "]]>-->",
    "x" * 400,
    "\x00\x0b\ud800",
    "mm\nmm\tmm",
    "漢字" * 30,
    " ",
)


@dataclass(frozen=True)
class Sample:
    """A picture, its description, and its figures in the order they are written."""

    svg: str
    text: Description
    figures: tuple[Number, ...]


def percent(value: float, name: str | None = None) -> Number:
    return Number(f"{value * 100:.1f}%", value, name)


def decimal(value: float, name: str | None = None) -> Number:
    return Number(f"{value:.2f}".replace("-", "−"), value, name)


def angles_data(word: str = "animal") -> Angles:
    def arrow(name: str, x: float, y: float) -> Arrow:
        return Arrow(name, decimal(x), decimal(y))

    found = [("The", 0.0, 1.0), (word, 1.0, 0.0), ("it", 0.5, 0.5), ("not", -0.6, -0.4)]
    return Angles(
        arrow("query of it", 1.0, 0.0),
        tuple((arrow(*each), decimal(each[1], f"product[it,{each[0]}]")) for each in found),
        "first slot",
        "second slot",
    )


def histogram_data() -> Histogram:
    return Histogram("Some numbers", (-1.3, -0.2, -0.1, 0.0, 0.1, 0.1, 0.3, 2.0), 0.5)


def tally_data(name: str = "a sign") -> Tally:
    rows = ((name, (False, False)), ("a power", (False, True, False)), ("none", (True,) * 40))
    return Tally("What six lines have", rows, "closes", "doesn’t close")


def wordmap_data(word: str = "dog") -> WordMap:
    words = ("the", "a", word, "cat", "sat", "on")
    rows = ((2, 0, 0), (2, 0.3, 0.1), (-1, 1, 0), (-1, 1.4, 0.2), (0, -2, 0.5), (0.4, -1, 0))
    return WordMap("The rows of six words", words, tuple(tuple(map(float, row)) for row in rows))


def bend_data(of: str = "the in position 5") -> Bend:
    given = (-1.23, 0.0, -1.91, 0.89, 0.5, 1.64)
    return Bend("ReLU", of, tuple((decimal(x), decimal(max(0.0, x))) for x in given))


def waves_data(word: str = "the") -> Waves:
    def wave(slot: int, length: int, of: Callable[[float], float]) -> Wave:
        curve = tuple((x / 4, of(x / 4 / length)) for x in range(4, 41))
        return Wave(slot, curve, decimal(of(5 / length), f"wave[5,{slot}]"))

    pairs = tuple(
        WavePair(
            Number(str(length), length, f"divisor[{2 * at + 1}]"),
            wave(2 * at + 1, length, math.sin),
            wave(2 * at + 2, length, math.cos),
        )
        for at, length in enumerate((1, 10, 100, 1000))
    )
    return Waves(word, 5, pairs)


def pattern_data(words: tuple[str, ...] = WORDS, followed: int = 5) -> Pattern:
    rows = [
        SHARES[row] if words is WORDS else (1 / (row + 1),) * (row + 1) for row in range(len(words))
    ]
    shares = tuple(
        tuple(percent(share, f"share[{row},{at}]") for at, share in enumerate(line, 1))
        for row, line in enumerate(rows, 1)
    )
    return Pattern(words, shares, followed)


def across_data() -> Pattern:
    """Words of one sentence that listen to those of another."""
    heard = ("the", "small", "mouse", "cannot", "sleep")
    words = ("<bos>", "la", "petite", "souris", "ne", "peut", "pas")
    shares = tuple(
        tuple(percent(((row * at) % 7) / 10, f"across[{row},{at}]") for at in range(1, 6))
        for row in range(1, 8)
    )
    return Pattern(words, shares, 4, heard)


def crossing_data(
    read: tuple[str, ...] = ("the", "cat", "sleeps"),
    written: tuple[str, ...] = ("<bos>", "le", "chat", "dort"),
    answer: str = "<end>",
) -> Crossing:
    """A translation at the last word written; the first head of each looks at one word alone."""
    count, many = len(read), len(written)
    even = tuple((1 / count,) * count for _ in range(count))
    last = tuple((0.0,) * (count - 1) + (1.0,) for _ in range(count))
    return Crossing(
        read,
        min(2, count),
        written,
        many,
        (last, even),
        tuple(tuple((1 / (row + 1),) * (row + 1) for row in range(many)) for _ in range(2)),
        (last[:1] * many, even[:1] * many),
        answer,
        percent(0.9, "guess.share[4,<end>]"),
    )


def relay_data(
    words: tuple[str, ...] = ("two", "plus", "three", "?", "it", "is"), answer: str = "five"
) -> Relay:
    last = len(words) - 1
    hops = (
        Hop(1, 0, 1, percent(0.643, "block1.head2.share[7,4]"), 0),
        Hop(last, 1, 2, percent(0.884, "block2.head1.share[9,7]"), 0),
        Hop(last, 0, 1, percent(0.855, "block1.head1.share[9,6]"), 1),
    )
    return Relay(words, 2, hops, answer)


def turning_data(word: str = "query") -> Turning:
    def arrow(name: str, x: float, y: float) -> Arrow:
        return Arrow(name, decimal(x, f"{name}.x"), decimal(y, f"{name}.y"))

    return Turning(
        "Turned together",
        (
            ("before", (arrow(word, 1.0, 0.5), arrow("key", -0.6, 1.2))),
            ("after", (arrow(word, -0.5, 1.0), arrow("key", -1.2, -0.6))),
        ),
    )


def squares_data(name: str = "GPT-3") -> Squares:
    counts = ((name, 174_604_259_328), ("Llama 3", 8_030_261_248), ("GPT-2", 124_439_808), ("x", 9))
    return Squares("How large", tuple((each, Number(f"{n:,}", n, each)) for each, n in counts))


def listening_data(words: tuple[str, ...] = WORDS, followed: int = 5) -> Listening:
    whole = pattern_data(words, followed)
    return Listening(words, whole.shares[followed - 1], followed)


def opening_data(heard: Listening) -> Opening:
    return Opening(heard, "mat", percent(0.9, "chance[5,mat]"))


def seen(data: Opening) -> tuple[Number, ...]:
    """The shares that the picture has room to write."""
    return tuple(share for share in data.listening.shares if share.value >= LEAST)


def chances_data(words: tuple[str, ...] = ("mat", "park", "<end>", "sky")) -> Chances:
    given = tuple(percent(2.0 ** -(at + 1), f"chance[5,{at}]") for at in range(len(words)))
    return Chances(words, given, 0, Number("1", 1.0, "temperature"))


def temperatures_data(words: tuple[str, ...] = ("mat", "park", "sky")) -> Temperatures:
    each = tuple(Number(text, float(text)) for text in ("0.2", "0.5", "1", "2", "3"))
    rows = tuple(
        tuple(percent(1 / (at + column + 1), f"t{column}[{at}]") for column in range(5))
        for at in range(len(words))
    )
    return Temperatures(words, each, rows, 0)


def stream_data(word: str = "the", width: int = 8) -> Stream:
    def row(name: str, size: float) -> tuple[Number, ...]:
        return tuple(decimal(size * math.cos(at * size), f"{name}[5,{at}]") for at in range(width))

    return Stream(
        word,
        5,
        (
            Stage("embedding", row("embedded", 0.6), Entry.START),
            Stage("with its position", row("x", 1.1), Entry.ADDED, "position signal"),
            Stage("after attention", row("after", 1.7), Entry.TAPPED, "attention"),
            Stage("evened out", row("norm3.out", 2.3), Entry.THROUGH, "last layer norm"),
            Stage(word, row("y", 0.3), Entry.TAPPED, word),
        ),
    )


def curves_data(name: str = "training", *, logarithmic: bool = False, count: int = 1) -> Curves:
    points = tuple((float(step), 2.71 * 0.98**step + 0.35) for step in range(201))
    marks = tuple(
        Mark(
            Number(str(step), step),
            Number(f"{points[step][1]:.2f}", points[step][1], f"loss[{step}]"),
        )
        for step in (0, 200)
    )
    series = tuple(Series(name, points, marks if at == 0 else ()) for at in range(count))
    guides = (Number("1", 1.0), Number("2", 2.0))
    return Curves("Loss falls.", "step", "loss", series, guides, logarithmic)


def measured_data() -> Curves:
    """A faint curve of measurements behind its mean, above a level line that is a figure."""
    loss = curves_data(count=2)
    faint = Series("each", loss.series[1].points, faint=True)
    floor = Number("0.35", 0.35, "floor")
    return Curves("Loss falls.", "step", "loss", (faint, loss.series[0]), (floor,))


def snapshots_data(words: tuple[str, ...] = WORDS) -> Snapshots:
    rows = pattern_data(words).shares
    snapshots = [
        Snapshot("steps:", Number(str(steps), steps, f"after-{steps}:steps"), rows)
        for steps in (0, 10, 400)
    ]
    return Snapshots(words, (*snapshots, Snapshot("finished", None, rows)))


def weights_data() -> WeightsGrown:
    tables = tuple(
        SavedWeights(
            Number(str(steps), steps, f"after-{steps}:steps"),
            tuple(tuple(math.sin(row * 8 + at + steps) for at in range(8)) for row in range(8)),
        )
        for steps in (0, 10, 50, 100, 400)
    )
    return WeightsGrown("query table", tables)


def grids_data(name: str = "query") -> Grids:
    tables = tuple(
        Grid(
            title,
            tuple(
                tuple(decimal(size * math.cos(row + at), f"{title}[{row},{at}]") for at in range(8))
                for row in range(3)
            ),
        )
        for title, size in (("before", 2.0), (name, 0.03))
    )
    return Grids(name, ("1", "2", name), (*"1234567", name), tables)


def points_data(name: str = "the best line") -> Points:
    heights = (2.1, 3.9, 6.2, 8.1, -9.8)
    pairs = tuple(
        (Number(str(at), at, f"x[{at}]"), decimal(height, f"y[{at}]"))
        for at, height in enumerate(heights, start=1)
    )
    straight = tuple(
        Straight(one, decimal(slope, f"{one}.slope"), decimal(-1.2, f"{one}.start"))
        for one, slope in ((name, 1.96), (f"{name} ", -0.5), (f"{name}, too", 0.0))
    )
    return Points("A line through points.", "length", name, pairs, straight)


def chain_data(name: str = "max(0, ·)") -> Chain:
    def row(called: str, note: str) -> Operation:
        figures = (decimal(size, f"{called}.{at}") for at, size in enumerate((1.5, -2, 0.75)))
        value, local, slope = figures
        return Operation(called, value, local, note, slope)

    given = Input(name, decimal(0.75, "w"), decimal(-2, "slope"))
    return Chain(
        "There and back.",
        (Input("x", decimal(2, "x")), given),
        (row("x × w", "the other factor"), row(name, name)),
        name,
        decimal(1, "one"),
    )


def chain_figures(data: Chain) -> tuple[Number, ...]:
    """All figures of a chain, in the order in which they are drawn."""
    figures = [data.inputs[0].value, data.inputs[1].value]
    figures += [each for each in (data.inputs[1].slope,) if each]
    came = [*(each.slope for each in data.operations[1:]), data.began]
    for each, back in zip(data.operations, came, strict=True):
        figures += [each.local, each.value, back]
    return tuple(figures)


def valley_data(name: str = "short steps", *, steps: int = 4) -> Valley:
    """A parabola with its bottom at one, and level below zero."""

    def loss(weight: float) -> float:
        return (2 * max(0.0, weight) - 2) ** 2

    def spot(weight: float, called: str) -> tuple[Number, Number]:
        return decimal(weight, f"{called}.weight"), decimal(loss(weight), f"{called}.loss")

    curve = tuple((at / 10, loss(at / 10)) for at in range(-5, 21))
    walks = tuple(
        Walk(
            called,
            tuple(spot(1 + (-rate) ** at / 4, f"{called}{at}") for at in range(steps + 1)),
        )
        for called, rate in ((name, -0.2), ("long", 1.1))
    )
    ticks = (spot(0, "a"), spot(1, "b"), spot(1.5, "c"))
    tangents = (
        Tangent(spot(0.75, "here"), decimal(-2, "slope")),
        Tangent(spot(-0.25, "dead"), decimal(0, "level")),
    )
    return Valley(name, "weight", "loss", curve, ticks, walks, tangents)


def valley_figures(data: Valley) -> tuple[Number, ...]:
    """All figures of a valley, in the order in which they are drawn."""
    levels = sorted((loss for _, loss in data.ticks), key=lambda loss: loss.value)
    weights = [weight for weight, _ in data.ticks]
    slopes = [each.slope for each in data.tangents]
    stops = [weight for walk in data.walks for weight, _ in walk.stops]
    return (*levels, *weights, *slopes, *stops)


def growth_data(name: str = "all with all") -> Growth:
    lengths = tuple(Number(f"{2**power:,}", 2.0**power) for power in range(3, 21))
    squares = tuple(
        Number(f"{4**power:,}", 4.0**power, f"comparisons[{2**power}]") for power in range(3, 21)
    )
    rows = (Counted(name, squares), Counted("one by one", lengths))
    return Growth("Squares outgrow lengths.", "words", "how many", lengths, rows, (0, 7, 17))


def differences_data(step: str = "query") -> Differences:
    rows = (
        Difference("embedding", Number("0", 0.0, "cost[embedding]")),
        Difference(step, Number("0.004", 0.004, "cost[query]")),
        Difference("logit", Number("0.087", 0.087, "cost[logit]")),
    )
    return Differences("What rounding costs.", rows, (Number("0.01", 0.01),))


def flow_data(
    words: tuple[str, ...] = WORDS,
    name: str = "layer norm",
    *,
    heads: int = 2,
    linked: bool = False,
    size: float = 2.0,
) -> Flow:
    """A pass of two blocks; linked, every box leads to an address of its own."""
    count = len(words)

    def href(to: str) -> str | None:
        return f"#{to}" if linked else None

    def strip(figure: str, angle: float) -> Strip:
        row = (size * math.cos(at * angle) for at in range(16))
        named = tuple(decimal(x, f"{figure}[{count},{at}]") for at, x in enumerate(row, 1))
        return Strip(f"the {figure}", named, f"{count} × 16", href(figure))

    def block(at: int) -> FlowBlock:
        def box(named: str) -> Box:
            return Box(named, href(f"{named}-{at}"))

        shares = tuple(tuple(1 / row for _ in range(row)) for row in range(1, count + 1))
        triangles = [
            Triangle(f"head {head}", shares, href(f"head-{at}-{head}"))
            for head in range(1, heads + 1)
        ]
        bent = tuple((each / 8, max(0.0, each / 8)) for each in range(-20, 12))
        return FlowBlock(
            f"block {at}",
            AttentionBranch(
                "attention",
                Box(name),
                box("query"),
                box("key"),
                box("value"),
                tuple(triangles),
                box("joined × W"),
            ),
            strip(f"after_attention{at}", 0.9 + at),
            FeedForwardBranch(
                "forward",
                Box(name),
                box("stretch"),
                box("GELU"),
                box("press"),
                f"{count} × 32",
                bent,
            ),
            strip(f"after_feed_forward{at}", 0.4 + at),
        )

    return Flow(
        words,
        Box("embedding", href("embedded")),
        Box("position", href("placed")),
        strip("x", 0.3),
        (block(1), block(2)),
        Box("last norm", href("norm3")),
        strip("out", 0.7),
        Box("unembedding", href("logit")),
        Likeliest(
            (words[0], words[-1], "<end>"),
            tuple(percent(2.0**-at, f"chance[{count},{at}]") for at in (1, 3, 5)),
            f"{count} × 107",
            href("guess.share"),
        ),
    )


def flow_figures(data: Flow) -> tuple[Number, ...]:
    """All figures of a pass, in the order in which they are drawn."""
    return (*_flat(strip.numbers for strip in data.strips()), *data.likeliest.chances)


def _flat(rows: Iterable[Iterable[Number]]) -> tuple[Number, ...]:
    return tuple(each for row in rows for each in row)


def samples() -> dict[str, Sample]:
    """Every picture, drawn from plain data."""
    wave, whole, one, guess = waves_data(), pattern_data(), listening_data(), chances_data()
    table, run, loss, cost = temperatures_data(), stream_data(), curves_data(), differences_data()
    many = pattern_data(tuple("abcdefghijkl"), 7)
    whole_pass, long_pass = flow_data(), flow_data(tuple("abcdefghijklmnop"), heads=4, size=90)
    few = listening_data(tuple("abcdefghijkl"), 7)
    both = curves_data(logarithmic=True, count=3)
    assert guess.temperature is not None
    measured, listened = measured_data(), snapshots_data()
    steps = tuple(stand.steps for stand in listened.snapshots if stand.steps)
    read = [(mark.value, mark.step) for mark in loss.series[0].marks]
    turned = turning_data()
    dots, over, area, hops = points_data(), crossing_data(), squares_data(), relay_data()
    grown, paper, ground = growth_data(), chain_data(), valley_data()
    front, long = opening_data(one), opening_data(listening_data(tuple("abcdefghijkl"), 12))
    counted = [(grown.rows[0].counts[at], grown.lengths[at]) for at in grown.read]
    wave_figures = _flat((p.divisor, p.sine.here, p.cosine.here) for p in wave.pairs)
    cost_figures = (*cost.guides, *(row.largest for row in cost.rows))
    return {
        "angles": Sample(
            angles(angles_data()),
            angles_text(angles_data()),
            tuple(product for _, product in angles_data().found),
        ),
        "histogram": Sample(histogram(histogram_data()), histogram_text(histogram_data()), ()),
        "tally": Sample(tally(tally_data()), tally_text(tally_data()), ()),
        "word map": Sample(wordmap(wordmap_data()), wordmap_text(wordmap_data()), ()),
        "bend": Sample(bend(bend_data()), bend_text(bend_data()), ()),
        "waves": Sample(waves(wave), waves_text(wave), wave_figures),
        "pattern": Sample(pattern(whole), pattern_text(whole), _flat(whole.shares)),
        "pattern across": Sample(
            pattern(across_data()), pattern_text(across_data()), _flat(across_data().shares)
        ),
        "pattern of many words": Sample(pattern(many), pattern_text(many), many.shares[6]),
        "crossing": Sample(crossing(over), crossing_text(over), (over.chance,)),
        "turning": Sample(
            turning(turned),
            turning_text(turned),
            tuple(n for _, arrows in turned.panels for each in arrows for n in (each.x, each.y)),
        ),
        "relay": Sample(relay(hops), relay_text(hops), tuple(hop.share for hop in hops.hops)),
        "squares": Sample(squares(area), squares_text(area), tuple(n for _, n in area.counts)),
        "listening": Sample(listening(one), listening_text(one), one.shares),
        "listening of many words": Sample(listening(few), listening_text(few), few.shares),
        "opening": Sample(opening(front), opening_text(front), (*seen(front), front.chance)),
        "opening of many words": Sample(
            opening(long), opening_text(long), (*seen(long), long.chance)
        ),
        "chances": Sample(chances(guess), chances_text(guess), (guess.temperature, *guess.chances)),
        "temperatures": Sample(
            temperatures(table),
            temperatures_text(table),
            (*table.temperatures, *_flat(table.chances)),
        ),
        "stream": Sample(stream(run), stream_text(run), _flat(each.numbers for each in run.stages)),
        "flow": Sample(flow(whole_pass), flow_text(whole_pass), flow_figures(whole_pass)),
        "flow of many words": Sample(
            flow(long_pass), flow_text(long_pass), flow_figures(long_pass)
        ),
        "curve": Sample(curves(loss), curves_text(loss), (*loss.guides, *_flat(read))),
        "curves": Sample(curves(both), curves_text(both), (*both.guides, *_flat(read))),
        "curves of measurements": Sample(
            curves(measured), curves_text(measured), (*measured.guides, *_flat(read))
        ),
        "stands": Sample(snapshots(listened), snapshots_text(listened), steps),
        "weights": Sample(
            weights_grown(grown_table := weights_data()),
            weights_grown_text(grown_table),
            tuple(each.steps for each in grown_table.saved),
        ),
        "grids": Sample(
            grids(tables := grids_data()),
            grids_text(tables),
            _flat(row for each in tables.grids for row in each.numbers),
        ),
        "points": Sample(
            points(dots),
            points_text(dots),
            (*_flat(dots.points), *_flat((each.slope, each.start) for each in dots.lines)),
        ),
        "chain": Sample(chain(paper), chain_text(paper), chain_figures(paper)),
        "valley": Sample(valley(ground), valley_text(ground), valley_figures(ground)),
        "growth": Sample(growth(grown), growth_text(grown), _flat(counted)),
        "differences": Sample(differences(cost), differences_text(cost), cost_figures),
    }


def hostile() -> dict[str, str]:
    """Every picture that holds words, drawn with words that try to break it."""
    drawn: dict[str, str] = {}
    for at, word in enumerate(HOSTILE):
        words = ("the", word, "sat", word)
        named = Pattern(
            words,
            tuple(
                tuple(percent(0.5, f"share[{word},{row}]") for _ in range(row))
                for row in range(1, 5)
            ),
            2,
        )
        drawn |= {
            f"angles {at}": angles(angles_data(word)),
            f"tally {at}": tally(tally_data(word)),
            f"word map {at}": wordmap(wordmap_data(word)),
            f"bend {at}": bend(bend_data(word)),
            f"waves {at}": waves(waves_data(word)),
            f"pattern {at}": pattern(named),
            f"pattern across {at}": pattern(
                Pattern((word, "sat"), named.shares[2:3] * 2, 2, ("the", word, word))
            ),
            f"pattern of many words {at}": pattern(pattern_data((word,) * 12, 7)),
            f"listening {at}": listening(Listening(words, named.shares[1], 2)),
            f"crossing {at}": crossing(crossing_data(("a", word), ("<bos>", word), word)),
            f"turning {at}": turning(turning_data(word)),
            f"relay {at}": relay(relay_data(("a", word, word), word)),
            f"squares {at}": squares(squares_data(word)),
            f"chances {at}": chances(chances_data(words)),
            f"temperatures {at}": temperatures(temperatures_data(words)),
            f"stream {at}": stream(stream_data(word)),
            f"flow {at}": flow(flow_data(words, word)),
            f"stands {at}": snapshots(snapshots_data(words)),
            f"curves {at}": curves(curves_data(word, count=2)),
            f"differences {at}": differences(differences_data(word)),
            f"grids {at}": grids(grids_data(word)),
            f"chain {at}": chain(chain_data(word)),
            f"valley {at}": valley(valley_data(word, steps=12)),
            f"growth {at}": growth(growth_data(word)),
            f"points {at}": points(points_data(word)),
        }
    return drawn
