"""The pictures of measurements: a curve over steps, and a row of small differences."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bookbuild.pictures.svg import (
    NUMBER_SIZE,
    WIDTH,
    Description,
    Number,
    circle,
    fit,
    label,
    line,
    listed,
    log10,
    moves,
    number,
    path,
    picture,
    polyline,
    rectangle,
    text_width,
)
from engine.errors import WorkingsError

DASHES = (None, "5 3", "1.5 2.5")
STEM = 4.0  # from one stem to the next
MOST_APART = 2  # marks of one curve; more of them may come near one another


@dataclass(frozen=True)
class Mark:
    """A place on a curve that is read off."""

    step: Number
    value: Number


@dataclass(frozen=True)
class Series:
    """One curve: points (step, value), and the places on it that are read off.

    A ``faint`` curve is behind the others, as measurements do behind their mean.
    """

    name: str
    points: tuple[tuple[float, float], ...]
    marks: tuple[Mark, ...] = ()
    faint: bool = False


@dataclass(frozen=True)
class Curves:
    """At most three curves over one axis of steps; ``guides`` are heights to draw a line at.

    The axis begins at ``start``, where one is given. With ``stems`` the first curve stands on
    hairlines from the axis: each is as long as the amount at its step.
    """

    title: str
    across: str
    up: str
    series: tuple[Series, ...]
    guides: tuple[Number, ...] = ()
    logarithmic: bool = False
    start: float | None = None
    stems: bool = False


@dataclass(frozen=True)
class Difference:
    """The largest difference a step of the model shows."""

    step: str
    largest: Number


@dataclass(frozen=True)
class Differences:
    """Differences of all steps, in order; ``guides`` are powers of ten to draw a line at."""

    title: str
    rows: tuple[Difference, ...]
    guides: tuple[Number, ...] = ()


def curves_text(data: Curves) -> Description:
    """Say what is read off the curves."""
    sentences = [
        f"{series.name}: "
        + listed([f"{mark.value.text} at {data.across} {mark.step.text}" for mark in series.marks])
        + "."
        for series in data.series
        if series.marks
    ]
    sentences += [f"A level line stands at {guide.text}." for guide in data.guides if guide.name]
    return Description(data.title, " ".join(sentences))


def differences_text(data: Differences) -> Description:
    """Say the differences in words."""
    return Description(
        data.title, " ".join(f"{row.step}: {row.largest.text}." for row in data.rows)
    )


def curves(data: Curves) -> str:
    """Draw curves over steps, with a dot and a number at each place that is read off."""
    names = [data.across, *(each.text for each in data.guides)]
    left = max(text_width(name, NUMBER_SIZE) for name in names) + 8
    right, top, bottom = WIDTH - 8.0, 34.0, 204.0
    points = [point for series in data.series for point in series.points]
    points += [(mark.step.value, mark.value.value) for each in data.series for mark in each.marks]
    steps = [x for x, _ in points] + ([] if data.start is None else [data.start])
    across = _scale(steps, left, right, False)
    heights = [y for _, y in points] + [guide.value for guide in data.guides]
    if not data.logarithmic:
        heights.append(0.0)
    up = _scale(heights, bottom, top, data.logarithmic)
    base = bottom + 6 if data.logarithmic else bottom  # amounts stand on zero
    marks = [label("p-name", (0, 12), data.up)]
    for guide in data.guides:
        y = up(guide.value)
        marks.append(line("p-hair", (left, y), (right, y), width=0.8))
        marks.append(number("p-number", (left - 6, y + 4), guide, anchor="end"))
    marks.append(line("p-line", (left, base), (right, base), width=0.8))
    if data.stems:
        marks.append(path("p-hair", _stems(data.series[0], across, up, base), width=0.8))
    if not (data.logarithmic or any(guide.value == 0 for guide in data.guides)):
        marks.append(label("p-number", (left - 6, base + 4), "0", anchor="end"))
    for series, (role, width, dash) in zip(data.series, _strokes(data.series), strict=True):
        drawn = [(across(x), up(y)) for x, y in series.points]
        marks.append(path(role, polyline(tuple(drawn)), width=width, dash=dash))
    crowded = len(data.series) > 1 or sum(len(each.marks) for each in data.series) > MOST_APART
    places = [
        (mark, (across(mark.step.value), up(mark.value.value)), series)
        for series in data.series
        for mark in series.marks
    ]
    marks += [line("p-mark", dot, (dot[0], base), width=0.8) for _, dot, _ in places]
    for mark, dot, series in places:
        drawn = [(across(x), up(y)) for x, y in series.points]
        marks += _read_off(mark, dot, base, drawn, crowded=crowded)
    marks.append(label("p-name", (0, base + 22), data.across))
    height = base + 28
    if len(data.series) > 1:
        height += 18
        marks += _names(data.series, left, height - 6)
    return picture("curves", height, curves_text(data), marks)


def differences(data: Differences) -> str:
    """Draw each difference as a dot on a logarithmic hairline; an exact step has a hollow dot."""
    row, top, name = 24.0, 26.0 if data.guides else 4.0, 112.0
    room = max((text_width(each.largest.text, 13) for each in data.rows), default=0.0) + 14
    left, right = name + 8, WIDTH - max(room, 40.0)
    sizes = [each.largest.value for each in data.rows] + [guide.value for guide in data.guides]
    along = _scale([size for size in sizes if size > 0], left + 10, right - 6, True)
    bottom = top + len(data.rows) * row
    marks = []
    for guide in data.guides:
        marks.append(number("p-number", (along(guide.value), 12), guide, anchor="middle"))
        marks.append(
            line("p-hair", (along(guide.value), 18), (along(guide.value), bottom), width=0.8)
        )
    for at, each in enumerate(data.rows):
        y = top + (at + 0.5) * row
        x = along(each.largest.value) if each.largest.value > 0 else left
        marks += [
            label("p-word", (0, y + 4), fit(each.step, name, 13), size=13),
            line("p-soft", (left, y), (x, y), width=1, dash="1 3"),
            circle("p-dot" if each.largest.value > 0 else "p-hollow", (x, y), 4),
            number("p-number", (WIDTH - 2, y + 4), each.largest, size=13, anchor="end"),
        ]
    return picture("differences", bottom + 4, differences_text(data), marks)


def _stems(
    series: Series, across: Callable[[float], float], up: Callable[[float], float], base: float
) -> str:
    """Write the hairlines from the axis to a curve, far enough apart to be told from each other."""
    commands: list[str | float] = []
    last = -STEM
    for step, value in series.points:
        if (x := across(step)) - last >= STEM:
            commands += ["M", x, base, "L", x, up(value)]
            last = x
    return moves(*commands)


def _scale(
    values: list[float], start: float, end: float, logarithmic: bool
) -> Callable[[float], float]:
    """Map values onto places from start to end: by size, or by power of ten.

    Raises WorkingsError for a value that has no power of ten.
    """
    if not values:
        return lambda _: start
    low, high = min(values), max(values)
    if logarithmic and low <= 0:
        raise WorkingsError(f"a logarithmic picture cannot show {low}: every value must be above 0")
    if logarithmic:
        floor, span = log10(low), log10(high) - log10(low)
        return lambda value: start + (end - start) * ((log10(value) - floor) / (span or 1.0))
    return lambda value: start + (end - start) * ((value - low) / ((high - low) or 1.0))


def _read_off(
    mark: Mark,
    dot: tuple[float, float],
    base: float,
    curve: Sequence[tuple[float, float]],
    *,
    crowded: bool,
) -> list[str]:
    """Draw a dot and the two numbers that belong to it; a late one's are above its curve."""
    x, y = dot
    early = x < WIDTH / 2
    anchor = "start" if early else "end"
    room = text_width(mark.value.text, 13)
    highest = min([y, *(up for across, up in curve if x - room <= across <= x)])
    place = (x + 9, y + 1) if early else (x + 2, highest - 11)
    marks = []
    if crowded:
        corner = (place[0] if early else place[0] - room, place[1] - 11)
        marks.append(rectangle("p-paper", corner, (room, 14)))
    return [
        *marks,
        circle("p-dot", (x, y), 3.6),
        number("p-strong", place, mark.value, size=13, anchor=anchor),
        number("p-number", (x + (-2 if early else 2), base + 16), mark.step, anchor=anchor),
    ]


def _strokes(series: tuple[Series, ...]) -> list[tuple[str, float, str | None]]:
    """Tell the role, width and dash of each curve: faint ones are thin, others have their own."""
    dashes = iter(DASHES)
    strokes: list[tuple[str, float, str | None]] = []
    for each in series:
        dash = None if each.faint else next(dashes)
        first = dash is None and not each.faint
        strokes.append(("p-line" if first else "p-soft", 0.6 if each.faint else 1.5, dash))
    return strokes


def _names(series: tuple[Series, ...], left: float, y: float) -> list[str]:
    marks, x = [], left
    room = (WIDTH - left) / len(series) - 46
    for each, (role, width, dash) in zip(series, _strokes(series), strict=True):
        name = fit(each.name, room, NUMBER_SIZE)
        marks.append(line(role, (x, y - 4), (x + 22, y - 4), width=width, dash=dash))
        marks.append(label("p-note", (x + 28, y), name))
        x += 28 + text_width(name, NUMBER_SIZE) + 18
    return marks
