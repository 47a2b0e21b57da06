"""Which figures go into which picture of a run."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from bookbuild import pictures
from bookbuild.lines.presenter import Presenter, percent_text
from bookbuild.pictures import Number
from engine.errors import UnknownName
from engine.figures.figure import Figure
from engine.numerics.elementary import cos, sin
from engine.runs.run import TEMPERATURES, Run

BENDS = {"relu": "ReLU", "gelu": "GELU"}
REDRAWN = frozenset(
    {"waves", "pattern", "flow", "listening", "opening", "temperatures", "stream", "bend"}
)
"""The kinds that scripts can draw of other words; a page filled with those hides the others."""

GUESSES = 3  # likeliest words at the end of the flow diagram
POSITIONS = 60  # that waves are drawn over: more than a short sentence has, to show slow ones
STEPS_PER_WORD = 3  # points of a drawn curve between two positions


class Illustrations:
    """The pictures of one followed word; positions count from 1."""

    def __init__(self, run: Run, here: int, presenter: Presenter) -> None:
        self.run = run
        self.here = here
        self._presenter = presenter

    def draw(self, kind: str, part: str = "") -> str:
        """Draw a picture by its kind; `part` names the head that it is about, if it is about one.

        Raises `UnknownName` for a kind that there isn't.
        """
        drawn: Mapping[str, Callable[[], str]] = {
            "waves": self.waves,
            "pattern": lambda: self.pattern(part),
            "flow": self.flow,
            "listening": self.listening,
            "opening": lambda: self.opening(()),
            "chances": self.chances,
            "temperatures": self.temperatures,
            "stream": self.stream,
            "bend": self.bend,
        }
        if kind not in drawn:
            raise UnknownName(kind, drawn, what="picture")
        return drawn[kind]()

    def _number(self, figure: Figure) -> Number:
        return Number(figure.text, float(figure.value), self._presenter.name(figure))

    def _percent(self, share: Figure) -> Number:
        text = percent_text(share)
        name = None if text.startswith("<") else self._presenter.name(share)
        return Number(text, float(share.value), name)

    def waves(self) -> str:
        """The position signal: four pairs of waves, and where this word is on them."""
        signal, divisors = self.run.arrays["wave"], self.run.arrays["divisor"]
        positions = max(POSITIONS, self.run.model.variant.context)
        across = np.arange(STEPS_PER_WORD * positions + 1) / STEPS_PER_WORD
        pairs = []
        for slot in range(0, divisors.shape[0], 2):
            divisor = divisors.figure(slot)
            sine, cosine = (
                pictures.Wave(
                    slot + 1 + which,
                    tuple(
                        zip(
                            across.tolist(),
                            wave(across / float(divisor.value)).tolist(),
                            strict=True,
                        )
                    ),
                    self._number(signal.figure(self.here - 1, slot + which)),
                )
                for which, wave in enumerate((sin, cos))
            )
            pairs.append(pictures.WavePair(self._number(divisor), sine, cosine))
        word = self.run.words[self.here - 1]
        return pictures.waves(pictures.Waves(word, self.here, tuple(pairs)))

    def pattern(self, part: str) -> str:
        """Who listens to whom, in the head that `part` names: every word's shares."""
        shares = self.run.find(f"{part}share")
        rows = tuple(
            tuple(self._percent(share) for share in shares.row(word))
            for word in range(len(self.run.words))
        )
        return pictures.pattern(pictures.Pattern(self.run.words, rows, self.here))

    def listening(self) -> str:
        """Whom this word listens to, as arcs."""
        shares = tuple(self._percent(s) for s in self.run.arrays["share"].row(self.here - 1))
        words = self.run.words[: self.here]
        return pictures.listening(pictures.Listening(words, shares, self.here))

    def opening(self, hrefs: Sequence[str]) -> str:
        """The sentence with its arcs and its guess; `hrefs` lead from its words."""
        shares = tuple(self._percent(s) for s in self.run.arrays["share"].row(self.here - 1))
        guess = self.run.answer(self.here)
        chance = self._percent(self.run.arrays["guess.share"].row(self.here - 1)[self._ranked()[0]])
        heard = pictures.Listening(self.run.words[: self.here], shares, self.here)
        return pictures.opening(pictures.Opening(heard, guess, chance, hrefs))

    def _ranked(self) -> list[int]:
        chances = self.run.arrays["guess.share"].row(self.here - 1)
        return sorted(range(len(chances)), key=lambda word: -chances[word].value)

    def chances(self) -> str:
        """The chances of the next word, likeliest first."""
        order = self._ranked()
        row = self.run.arrays["guess.share"].row(self.here - 1)
        words = tuple(self.run.model.vocabulary[word] for word in order)
        chances = tuple(self._percent(row[word]) for word in order)
        return pictures.chances(pictures.Chances(words, chances, 0))

    def temperatures(self) -> str:
        """The chances of the next word at temperatures from 0.2 to 3, likeliest first."""
        order = self._ranked()
        table = [
            self.run.arrays[f"guess_at_{text}.share"].row(self.here - 1) for text in TEMPERATURES
        ]
        return pictures.temperatures(
            pictures.Temperatures(
                words=tuple(self.run.model.vocabulary[word] for word in order),
                temperatures=tuple(
                    self._number(self.run.model.arrays[f"temperature_{text}"].figure())
                    for text in TEMPERATURES
                ),
                chances=tuple(
                    tuple(self._percent(chances[word]) for chances in table) for word in order
                ),
                best=0,
            )
        )

    def stream(self) -> str:
        """This word's row of numbers on its way through the model."""
        entry = pictures.Entry
        stages = (
            ("the word", "embedded", entry.START, ""),
            ("with its position", "x", entry.ADDED, "position signal"),
            ("after attention", "after_attention", entry.TAPPED, "attention"),
            ("after feed-forward", "after_feed_forward", entry.TAPPED, "feed-forward"),
            ("evened out", "norm3.out", entry.THROUGH, "layer norm"),
        )
        word = self.run.words[self.here - 1]
        drawn = tuple(
            pictures.Stage(
                name,
                tuple(self._number(f) for f in self.run.arrays[array].row(self.here - 1)),
                how,
                by,
            )
            for name, array, how, by in stages
        )
        return pictures.stream(pictures.Stream(word, self.here, drawn))

    def bend(self) -> str:
        """Each stretched number of this word: what goes into the ReLU, and what comes out."""
        given, kept = (self.run.arrays[name].row(self.here - 1) for name in ("stretched", "kept"))
        pairs = tuple(
            (self._number(into), self._number(out)) for into, out in zip(given, kept, strict=True)
        )
        word = self.run.words[self.here - 1]
        bent = BENDS[self.run.model.variant.activation]
        return pictures.bend(pictures.Bend(bent, f"{word} in position {self.here}", pairs))

    def flow(self) -> str:
        """The whole pass, from the word's embedding to its guess; each part leads to its lines."""
        blocks = tuple(
            self._flow_block(number) for number in range(1, self.run.model.variant.layers + 1)
        )
        order = self._ranked()[:GUESSES]
        chances = self.run.arrays["guess.share"].row(self.here - 1)
        to = self._presenter.here
        word = self.run.words[self.here - 1]
        learned = self.run.model.variant.positions == "learned"
        return pictures.flow(
            pictures.Flow(
                words=self.run.words[: self.here],
                embedding=pictures.Box("embedding", to(f"embedding[{word}]-row")),
                position=pictures.Box(
                    "position",
                    self._to("position_embedding", "-row") if learned else self._first("wave"),
                ),
                start=self._strip("word and position", "x"),
                blocks=blocks,
                norm=pictures.Box("layer norm", self._to("norm3.out", "-row")),
                evened=self._strip("evened out", "norm3.out"),
                unembedding=pictures.Box("unembedding", to(f"logit[{self.here},{self._guess()}]")),
                likeliest=pictures.Likeliest(
                    tuple(self.run.model.vocabulary[place] for place in order),
                    tuple(self._percent(chances[place]) for place in order),
                    self._shape("logit"),
                    to(f"guess.share[{self.here},{self._guess()}]"),
                ),
            )
        )

    def _guess(self) -> str:
        return self.run.answer(self.here)

    def _to(self, name: str, ending: str = "") -> str | None:
        return self._presenter.here(f"{name}[{self.here}]{ending}")

    def _strip(self, title: str, name: str) -> pictures.Strip:
        numbers = tuple(self._number(f) for f in self.run.arrays[name].row(self.here - 1))
        return pictures.Strip(title, numbers, self._shape(name), self._to(name, "-row"))

    def _shape(self, name: str) -> str:
        rows, columns = self.run.arrays[name].shape
        return f"{rows} × {columns}"

    def _first(self, name: str) -> str | None:
        return self._presenter.here(f"{name}[{self.here},1]")

    def _flow_block(self, number: int) -> pictures.FlowBlock:
        variant = self.run.model.variant
        # a model with one block, or one head, gives it no number
        block, part = ("the block", "") if variant.layers == 1 else _numbered("block", number)
        heads = [
            ("the head", part) if variant.heads == 1 else _numbered("head", head, part)
            for head in range(1, variant.heads + 1)
        ]
        stretched = self.run.arrays[f"{part}stretched"].row(self.here - 1)
        kept = self.run.arrays[f"{part}kept"].row(self.here - 1)
        # several heads have rows of their own: a box stands for all of them, and leads to none
        query, key, value = (
            pictures.Box(name, None if heads[0][1] else self._to(name, "-row"))
            for name in ("query", "key", "value")
        )
        return pictures.FlowBlock(
            block,
            pictures.AttentionBranch(
                "attention",
                pictures.Box("layer norm", self._to(f"{part}norm1.out", "-row")),
                query,
                key,
                value,
                tuple(self._triangle(name, head) for name, head in heads),
                pictures.Box(
                    "× W_O" if variant.heads == 1 else "joined × W_O", self._first(f"{part}output")
                ),
            ),
            self._strip("after attention", f"{part}after_attention"),
            pictures.FeedForwardBranch(
                "feed-forward",
                pictures.Box("layer norm", self._to(f"{part}norm2.out", "-row")),
                pictures.Box("stretch", self._first(f"{part}stretched")),
                pictures.Box(BENDS[variant.activation], self._first(f"{part}kept")),
                pictures.Box("press", self._first(f"{part}pressed")),
                self._shape(f"{part}stretched"),
                tuple(
                    (float(a.value), float(b.value)) for a, b in zip(stretched, kept, strict=True)
                ),
            ),
            self._strip("after feed-forward", f"{part}after_feed_forward"),
        )

    def _triangle(self, name: str, head: str) -> pictures.Triangle:
        shares = self.run.arrays[f"{head}share"]
        rows = tuple(tuple(float(f.value) for f in shares.row(r)) for r in range(self.here))
        return pictures.Triangle(name, rows, self._first(f"{head}blend"))


def _numbered(kind: str, number: int, part: str = "") -> tuple[str, str]:
    """Return what a block or a head is called, and how the names of its figures begin."""
    return f"{kind} {number}", f"{part}{kind}{number}."
