"""The picture that a book opens with: a sentence, whom its last word listens to, and the guess."""

from collections.abc import Sequence
from dataclasses import dataclass

from bookbuild.pictures.arcs import Listening, arcs_of, rings
from bookbuild.pictures.flowmarks import linked
from bookbuild.pictures.svg import (
    WIDTH,
    Description,
    Number,
    label,
    line,
    number,
    picture,
    text_width,
)

WORD, SHARE = 18.0, 11.0  # letters
FILLED = 0.75  # the most of a line that is words, which are smaller where there are many
ASIDE = 0.25  # of an arc's radius: its number stands so far left, clear of the arc around it
LEAST = 0.02  # the share of an arc that has room for its number


@dataclass(frozen=True)
class Opening:
    """A sentence's last word and its shares, the guess with its chance, and a link for each word.

    Without links the words are plain.
    """

    listening: Listening
    guess: str
    chance: Number
    hrefs: Sequence[str] = ()


def opening_text(data: Opening) -> Description:
    """Say the picture in words."""
    heard = data.listening
    said = [
        f"{word}, {share.text if share.value >= LEAST else 'hardly at all'}"
        for word, share in zip(heard.words, heard.shares, strict=True)
    ]
    title = f"{' '.join(heard.words)}: the model guesses {data.guess}."
    chance = f"The chance of {data.guess} is {data.chance.text}."
    return Description(title, f"{chance} The last word listens to: {'; '.join(said)}.")


def opening(data: Opening) -> str:
    """Draw the sentence in a line, arcs from its last word above it, the guess at its end."""
    heard = data.listening
    every = [*heard.words, data.guess]
    letters = sum(text_width(word, 1) for word in every)
    size = min(WORD, FILLED * WIDTH / letters)
    gap, x = (WIDTH - size * letters) / len(every), 0.0
    places: list[float] = []
    for word in every:
        places.append(x + gap / 2 + text_width(word, size) / 2)
        x += gap + text_width(word, size)
    arcs = arcs_of(heard, places)
    heights = [(high - low + thick) / 2 for low, high, thick in arcs]
    base = max(heights[:-1], default=heights[-1]) + SHARE + 6
    marks = rings(heard, places, base, None)
    if heard.shares[-1].value < LEAST:
        marks.pop()  # the last word's own arc, a speck beside it
    for (low, high, _), height, share in zip(arcs, heights, heard.shares, strict=True):
        if share.value >= LEAST:
            top = ((low + high) / 2 - ASIDE * height, base - height - 4)
            marks.append(number("p-note", top, share, size=SHARE, anchor="middle"))
    y = base + 21
    for at, word in enumerate(heard.words):
        role = "p-strong" if at + 1 == heard.followed else "p-word"
        text = [label(role, (places[at], y), word, size=size, anchor="middle", subscript=at + 1)]
        name = f"Follow {word}, word {at + 1}"
        marks += linked(data.hrefs[at] if data.hrefs else None, name, text)
    followed, guessed = places[heard.followed - 1], places[-1]
    half = text_width(heard.words[heard.followed - 1], size) / 2 + 6
    marks.append(line("p-mark", (followed - half, y + 7), (followed + half, y + 7), width=2))
    half = text_width(data.guess, size) / 2 + 4
    marks += [
        label("p-faint", (guessed, y), data.guess, size=size, anchor="middle"),
        line("p-soft", (guessed - half, y + 7), (guessed + half, y + 7), width=1.2, dash="3 2"),
        number("p-note", (guessed, y + 21), data.chance, size=SHARE + 1, anchor="middle"),
    ]
    return picture("opening", y + 28, opening_text(data), marks)
