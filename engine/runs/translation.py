"""How a sentence is translated: the likeliest word each time, or a beam of the likeliest rows."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.errors import WorkingsError
from engine.figures.figure import Figure
from engine.figures.ledger import FigureArray
from engine.figures.named import NamedFigures
from engine.models.encoder_decoder import translate_forward
from engine.runs.generation import BEGIN, END, Writing, write
from engine.runs.translation_run import TranslationRun, TranslatorFigures


@dataclass(frozen=True)
class Translation(Writing[TranslationRun]):
    """A sentence and its translation."""


def translate(model: TranslatorFigures, words: Sequence[str]) -> Translation:
    """Translate greedily, in carried arithmetic: the likeliest word is written and read on.

    Raises `WorkingsError` for an empty sentence, one that is too long, and an unknown word.
    """
    source = model.ids(words, "source word")

    def likeliest(written: Sequence[str]) -> str:
        """Return the likeliest next word, with nothing rounded."""
        ids = source, model.ids(written)
        passed = translate_forward(model.full_weights, model.full_constants, *ids, model.variant)
        return model.vocabulary[int(np.argmax(passed.logit[-1]))]

    return Translation(
        *write(
            lambda written: TranslationRun(model, words, written[1:]),
            likeliest,
            [BEGIN],
            model.variant.context,
        )
    )


@dataclass(frozen=True)
class Candidate:
    """A row of words that a beam may keep: its words so far, and how likely they are together."""

    words: tuple[str, ...]
    score: FigureArray  # one figure: the sum of the logarithms of its words' chances
    chance: Figure  # of its last word

    @property
    def finished(self) -> bool:
        """Whether it has come to its end."""
        return self.words[-1] == END


@dataclass(frozen=True)
class BeamStep:
    """One step: all candidates, likeliest first; so many of them are kept."""

    candidates: tuple[Candidate, ...]
    kept: tuple[Candidate, ...]


class BeamSearch(NamedFigures):
    """A search that keeps the `width` likeliest rows of words, worked in carried figures.

    A row's score is Σ ln chance of its words; the search ends when the best row has come to its
    end, for no other can overtake it: every word more makes a score smaller. Scores are not
    divided by lengths. Source: Sutskever, Vinyals, Le 2014, "Sequence to sequence learning with
    neural networks", section 3.2.
    """

    def __init__(self, model: TranslatorFigures, words: Sequence[str], width: int = 2) -> None:
        if width < 1:
            raise WorkingsError(f"a beam keeps at least one row of words, not {width}")
        greedy = translate(model, words)
        super().__init__(f"{greedy.run.scope}/beam", {})
        self.model = model
        self.source = tuple(words)
        self.width = width
        self.runs = [greedy.run]  # with the chances of every row that was continued
        self.steps: list[BeamStep] = []
        kept: tuple[Candidate, ...] = ()
        while not kept or not (kept[0].finished or self._full(kept)):
            step = self._step(kept)
            self.steps.append(step)
            kept = step.kept
        self.best = kept[0]

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the best row, without the marks."""
        return tuple(word for word in self.best.words if word != END)

    def shelves(self) -> tuple[dict[str, FigureArray], ...]:
        """Return the places to look in for a name."""
        return (self.arrays, self.model.arrays)

    def _full(self, kept: tuple[Candidate, ...]) -> bool:
        return all(one.finished or len(one.words) >= self.model.variant.context for one in kept)

    def _step(self, kept: tuple[Candidate, ...]) -> BeamStep:
        """Go on with every row that is kept by its `width` likeliest words; keep the best."""
        candidates = [one for one in kept if one.finished]
        number = 0
        for one in kept or (None,):
            if one is not None and (one.finished or len(one.words) >= self.model.variant.context):
                continue
            before = () if one is None else one.words
            run = self._run(before)
            row = run.arrays["guess.share"].row(len(before))
            order = sorted(range(len(row)), key=lambda place: -row[place].value)
            for place in order[: self.width]:
                number += 1
                name = f"step{len(self.steps) + 1}.candidate{number}"
                score = self._score(name, run, len(before), place, one)
                words = (*before, self.model.vocabulary[place])
                candidates.append(Candidate(words, score, row[place]))
        candidates.sort(key=lambda each: -each.score.at(0).value)
        return BeamStep(tuple(candidates), tuple(candidates[: self.width]))

    def _score(
        self, name: str, run: TranslationRun, row: int, place: int, before: Candidate | None
    ) -> FigureArray:
        shares = run.arrays["guess.share"]
        chance = shares.record("select", (shares, row, np.array([place])))
        log = chance.record("log", (chance,))
        self._publish(log, f"{name}.log")
        if before is None:
            return log
        score = log.record("add", (before.score, log))
        return self._publish(score, f"{name}.score")

    def _publish(self, array: FigureArray, name: str) -> FigureArray:
        array.publish(self.scope, name, ())
        self.arrays[name] = array
        return array

    def _run(self, written: tuple[str, ...]) -> TranslationRun:
        """The run that holds the chances after these words; a longer one has them too."""
        for run in self.runs:
            if run.words[1 : len(written) + 1] == written:
                return run
        address = "-".join(word.strip("<>") for word in written)
        scope = f"{self.runs[0].scope}/{address}"
        run = TranslationRun(self.model, self.source, written, scope)
        self.runs.append(run)
        return run
