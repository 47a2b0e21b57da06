"""The picture of a tally: a row for each kind, a mark for each case, hollow where all is well."""

from dataclasses import dataclass

from bookbuild.pictures.svg import (
    WIDTH,
    Description,
    circle,
    clean,
    fit,
    label,
    line,
    picture,
)

NAME, ROW, TOP = 200.0, 25.0, 8.0
APART, RADIUS = 15.0, 5.0


@dataclass(frozen=True)
class Tally:
    """Cases by kind; `well` names the hollow marks and `ill` the full ones."""

    title: str
    rows: tuple[tuple[str, tuple[bool, ...]], ...]  # for each case, whether it is well
    well: str
    ill: str


def tally_text(data: Tally) -> Description:
    """Say how many of each kind there are."""
    sentences = []
    for name, cases in data.rows:
        good = sum(cases)
        parts = [f"{count} {what}" for count, what in
                 ((len(cases) - good, data.ill), (good, data.well)) if count]  # fmt: skip
        sentences.append(f"{name}: {', '.join(parts)}.")
    return Description(data.title, " ".join(sentences))


def tally(data: Tally) -> str:
    """Draw a mark for each case, the marks of a kind in a row that starts at one line."""
    widest = max((len(cases) for _, cases in data.rows), default=1)
    apart = min(APART, (WIDTH - NAME - 2 * RADIUS) / widest)
    bottom = TOP + ROW * len(data.rows)
    marks = [line("p-hair", (NAME - 4, TOP), (NAME - 4, bottom), width=0.8)]
    for at, (name, cases) in enumerate(data.rows):
        y = TOP + (at + 0.5) * ROW
        marks.append(label("p-word", (0, y + 4), fit(clean(name), NAME - 14, 13), size=13))
        for place, well in enumerate(sorted(cases)):
            role = "p-hollow" if well else "p-dot"
            marks.append(circle(role, (NAME + RADIUS + 3 + place * apart, y), RADIUS))
    foot = bottom + 18
    for x, role, name in ((6.0, "p-dot", data.ill), (NAME + RADIUS + 3, "p-hollow", data.well)):
        marks.append(circle(role, (x, foot - 4), RADIUS))
        marks.append(label("p-note", (x + 11, foot), name))
    return picture("tally", foot + 8, tally_text(data), marks)
