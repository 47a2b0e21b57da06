"""How a sentence is translated: the likeliest word each time, or a beam of the likeliest rows."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.errors import WorkingsError
from engine.figures.figure import Figure
from engine.figures.ledger import FigureArray
from engine.figures.named import NamedFigures
from engine.models.encoder_decoder import translate_forward
from engine.runs.generation import BEGIN, END, Pass
from engine.runs.translation_run import TranslationRun, TranslatorFigures


@dataclass(frozen=True)
class Translation:
    """A sentence and its translation: one run, and the passes that wrote the words."""

    run: TranslationRun
    passes: tuple[Pass, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """The words that were written, without the marks."""
        return tuple(each.word for each in self.passes if each.word != END)


def translate(model: TranslatorFigures, words: Sequence[str]) -> Translation:
    """Translate greedily, in carried arithmetic: the likeliest word is written and read on.

    Raises `WorkingsError` for an empty sentence, one that is too long, and an unknown word.
    """
    model.ids(words, "source word")
    written: list[str] = []
    while True:
        # In full precision first, which is quick; the carried run then has the last word.
        guessed = _go_on(model, words, written)
        run = TranslationRun(model, words, guessed)
        agreed = _agreement(run)
        if agreed == len(guessed):
            break
        written = [*guessed[:agreed], run.answer(agreed + 1)]
    passes = []
    for here in range(1, len(run.words) + 1):
        word = run.answer(here)
        passes.append(Pass(here, word, run.at("guess.share", str(here), word)))
    return Translation(run, tuple(passes))


def translate_in_full(model: TranslatorFigures, words: Sequence[str]) -> tuple[str, ...]:
    """Translate greedily with nothing rounded on the way."""
    written = _go_on(model, words, [])
    last = _likeliest(model, words, written)
    return tuple(written if last == END else [*written, last])


def _go_on(model: TranslatorFigures, words: Sequence[str], written: Sequence[str]) -> list[str]:
    """Write the likeliest words, unrounded, until the end marker or the end of the context."""
    output = list(written)
    while len(output) + 1 < model.variant.context:
        word = _likeliest(model, words, output)
        if word == END:
            break
        output.append(word)
    return output


def _likeliest(model: TranslatorFigures, words: Sequence[str], written: Sequence[str]) -> str:
    passed = translate_forward(
        model.full_weights,
        model.full_constants,
        model.ids(words, "source word"),
        model.ids([BEGIN, *written]),
        model.variant,
    )
    return model.vocabulary[int(np.argmax(passed.logit[-1]))]


def _agreement(run: TranslationRun) -> int:
    """Return how many of its words the carried run would have written itself."""
    for place in range(1, len(run.words)):
        if run.answer(place) != run.words[place]:
            return place - 1
    return len(run.words) - 1


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
