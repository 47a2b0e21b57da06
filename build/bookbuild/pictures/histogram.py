"""The picture of how numbers are spread: bars along an axis, each as high as its count."""

from collections import Counter
from dataclasses import dataclass
from math import ceil, floor

from bookbuild.pictures.svg import (
    WIDTH,
    Description,
    label,
    line,
    picture,
    rectangle,
)

LEFT, RIGHT, TOP, BASE = 14.0, WIDTH - 14, 22.0, 190.0


@dataclass(frozen=True)
class Histogram:
    """Numbers, and how wide the stretches are that they are counted in."""

    title: str
    numbers: tuple[float, ...]
    step: float

    def counts(self) -> dict[int, int]:
        """Count the numbers from each multiple of the step to the next."""
        return dict(sorted(Counter(floor(each / self.step) for each in self.numbers).items()))


def histogram_text(data: Histogram) -> Description:
    """Say where the most are, and how many are above and below zero."""
    counts = data.counts()
    at = max(counts, key=lambda place: counts[place])
    below = sum(each < 0 for each in data.numbers)
    above = sum(each > 0 for each in data.numbers)
    low, high = (_written(place * data.step) for place in (at, at + 1))
    return Description(
        data.title,
        f"Below zero: {below}. Above zero: {above}. The highest bar, from {low} to {high}, "
        f"counts {counts[at]}.",
    )


def histogram(data: Histogram) -> str:
    """Draw the bars on a base of zero, with the whole numbers under them."""
    counts = data.counts()
    first, last = floor(min(counts) * data.step), ceil((max(counts) + 1) * data.step)
    unit = (RIGHT - LEFT) / ((last - first) or 1)
    most = max(counts.values())
    high = (BASE - TOP) / most
    marks = []
    for place, count in counts.items():
        corner = (LEFT + (place * data.step - first) * unit + 0.5, BASE - count * high)
        marks.append(rectangle("p-flow", corner, (data.step * unit - 1, count * high)))
    marks.append(line("p-line", (LEFT, BASE), (RIGHT, BASE), width=0.8))
    for whole in range(first, last + 1):
        x = LEFT + (whole - first) * unit
        marks.append(line("p-soft", (x, BASE), (x, BASE + 5), width=0.8))
        marks.append(label("p-note", (x, BASE + 19), _written(whole), anchor="middle"))
    at = max(counts, key=lambda place: counts[place])
    top = (LEFT + ((at + 0.5) * data.step - first) * unit, TOP - 6)
    marks.append(label("p-number", top, str(most), anchor="middle"))
    return picture("histogram", BASE + 26, histogram_text(data), marks)


def _written(value: float) -> str:
    return f"{value:g}".replace("-", "−")
