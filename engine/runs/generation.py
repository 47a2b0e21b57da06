"""How a model answers: word by word, each pass reading what the last one wrote.

A word never listens to a later one, so the figures of a pass are unchanged in every later pass.
One run over the question and its whole answer therefore holds the figures of all passes; the pass
that wrote the word after position p is the run's row p. (A cache of keys and values saves just
this: working the same figures again.)
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.errors import WorkingsError
from engine.figures.figure import Figure
from engine.models.decoder_only import forward
from engine.runs.run import ModelFigures, Run

BEGIN, END = "<bos>", "<end>"


@dataclass(frozen=True)
class Pass:
    """One pass: the position of the last word read, the likeliest next word, and its chance."""

    here: int
    word: str
    chance: Figure


@dataclass(frozen=True)
class Answer:
    """A question and its answer: one run, and the passes that wrote the answer."""

    run: Run
    question: tuple[str, ...]
    passes: tuple[Pass, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """The words that were written, without the end marker."""
        return tuple(each.word for each in self.passes if each.word != END)

    @property
    def last_word(self) -> Pass:
        """The pass that wrote the last word before the end: the answer itself."""
        written = [each for each in self.passes if each.word != END]
        return written[-1] if written else self.passes[-1]


def answer(model: ModelFigures, words: Sequence[str], temperatures: Sequence[str] = ()) -> Answer:
    """Answer a question greedily, in carried arithmetic: the likeliest word is written and read on.

    The run also holds the chances at other `temperatures`, which play no part in the answer.

    Raises `WorkingsError` for an empty question, for one that leaves no room to answer, and for a
    model that does not answer any.
    """
    if not {BEGIN, END} <= set(model.vocabulary):
        raise WorkingsError(
            f"{model.name} doesn't answer questions: it only goes on with sentences"
        )
    if not words:
        raise WorkingsError("the question is empty: give at least one word")
    model.ids([BEGIN, *words])
    read = [BEGIN, *words]
    while True:
        # In full precision first, which is quick; the carried run then has the last word.
        guessed = _go_on(model, read)
        run = Run(model, guessed, temperatures)
        agreed = _agreement(run, len(words) + 1)
        word = run.answer(agreed)
        if word == END or agreed == model.variant.context:
            break
        read = [*guessed[:agreed], word]
    if agreed < len(guessed):
        run = Run(model, guessed[:agreed], temperatures)
    places = range(len(words) + 1, len(run.words) + 1)
    passes = []
    for here in places:
        word = run.answer(here)
        passes.append(Pass(here, word, run.at("guess.share", str(here), word)))
    return Answer(run, tuple(words), tuple(passes))


def _go_on(model: ModelFigures, read: Sequence[str]) -> list[str]:
    """Write the likeliest words, unrounded, until the end marker or the end of the context."""
    words = list(read)
    while len(words) < model.variant.context:
        ids = model.ids(words)
        passed = forward(model.full_weights, model.full_constants, ids, model.variant)
        word = model.vocabulary[int(np.argmax(passed.logit[-1]))]
        if word == END:
            break
        words.append(word)
    return words


def _agreement(run: Run, first: int) -> int:
    """Return up to which position the carried run would have written the words that it read."""
    for here in range(first, len(run.words)):
        if run.answer(here) != run.words[here]:
            return here
    return len(run.words)
