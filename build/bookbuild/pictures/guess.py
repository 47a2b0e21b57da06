"""The pictures of a guess: the chance of every word, and how temperature moves them."""

from dataclasses import dataclass

from bookbuild.pictures.svg import (
    WIDTH,
    WORD_SIZE,
    Description,
    Number,
    fit,
    label,
    line,
    listed,
    number,
    picture,
    share_bar,
    tracks,
)

NAME = 58.0
"""Room for the words on the left."""


@dataclass(frozen=True)
class Chances:
    """The chance of each word, in the order to draw them; ``best`` is the index of the guess."""

    words: tuple[str, ...]
    chances: tuple[Number, ...]
    best: int
    temperature: Number | None = None


@dataclass(frozen=True)
class Temperatures:
    """Chances at several temperatures: ``chances[w][t]`` is word w's at temperature t."""

    words: tuple[str, ...]
    temperatures: tuple[Number, ...]
    chances: tuple[tuple[Number, ...], ...]
    best: int


def chances_text(data: Chances) -> Description:
    """Say the chances in words."""
    at = f" at temperature {data.temperature.text}" if data.temperature else ""
    best = f"{data.words[data.best]}, {data.chances[data.best].text}"
    shares = [
        f"{word} {chance.text}" for word, chance in zip(data.words, data.chances, strict=True)
    ]
    return Description(
        f"The chance of each next word{at}; the guess is {best}.", listed(shares) + "."
    )


def temperatures_text(data: Temperatures) -> Description:
    """Say the chances at each temperature in words."""
    best = data.chances[data.best]
    title = f"Chances at temperatures {listed([each.text for each in data.temperatures])}: " + (
        f"{data.words[data.best]} goes from {best[0].text} to {best[-1].text}."
    )
    sentences = [
        f"{word}: {listed([chance.text for chance in row])}."
        for word, row in zip(data.words, data.chances, strict=True)
    ]
    return Description(title, " ".join(sentences))


def chances(data: Chances) -> str:
    """Draw one bar a word; the hairline's whole length is certainty."""
    row, start, end = 22.0, NAME + 12, WIDTH - 56
    top = 24.0 if data.temperature else 2.0
    marks = []
    if data.temperature:
        marks += [
            label("p-name", (0, 12), "temperature"),
            number("p-strong", (start + 4, 12), data.temperature, size=13),
        ]
    middles = [top + (at + 0.5) * row for at in range(len(data.words))]
    marks.append(tracks([(start, y) for y in middles], end - start))
    for at, (word, chance, y) in enumerate(zip(data.words, data.chances, middles, strict=True)):
        guess = at == data.best
        name = fit(word, NAME, WORD_SIZE)
        text = "p-strong" if guess else "p-word"
        marks.append(label(text, (NAME, y + 4), name, size=WORD_SIZE, anchor="end"))
        marks += share_bar((start, y), end - start, chance.value, most=guess, width=8)
        text = "p-strong" if guess else "p-number"
        marks.append(number(text, (WIDTH - 2, y + 4), chance, size=13, anchor="end"))
    return picture("chances", top + len(data.words) * row + 2, chances_text(data), marks)


def temperatures(data: Temperatures) -> str:
    """Draw a small bar for each word at each temperature, one column a temperature."""
    top, row, gap = 40.0, 32.0, 10.0
    column = (WIDTH - NAME - 8) / len(data.temperatures)
    left = [NAME + 8 + at * column for at in range(len(data.temperatures))]
    marks = [label("p-name", (left[0], 12), "temperature")]
    marks += [
        number("p-strong", (x, 31), each, size=13)
        for x, each in zip(left, data.temperatures, strict=True)
    ]
    tops = [top + 3 + at * row for at in range(len(data.words))]
    marks.append(line("p-line", (0, top), (WIDTH, top)))
    marks.append(tracks([(x, y + 25) for y in tops for x in left], column - gap))
    for at, (word, across, y) in enumerate(zip(data.words, data.chances, tops, strict=True)):
        guess = at == data.best
        name = fit(word, NAME - 2, WORD_SIZE)
        marks.append(label("p-strong" if guess else "p-word", (0, y + 16), name, size=WORD_SIZE))
        for x, chance in zip(left, across, strict=True):
            text = "p-strong" if guess else "p-number"
            marks.append(number(text, (x, y + 16), chance))
            marks += share_bar((x, y + 25), column - gap, chance.value, most=guess, width=4)
    return picture("temperatures", top + len(data.words) * row + 4, temperatures_text(data), marks)
