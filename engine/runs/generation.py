"""How a model answers: word by word, each pass reading what the last one wrote.

A word never listens to a later one, so the figures of a pass are unchanged in every later pass.
One run over the question and its whole answer therefore holds the figures of all passes; the pass
that wrote the word after position p is the run's row p. (A cache of keys and values saves just
this: working the same figures again.)
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np

from engine.errors import WorkingsError
from engine.figures.figure import Figure
from engine.models.decoder_only import forward
from engine.runs.model_run import ModelRun
from engine.runs.run import ModelFigures, Run

BEGIN, END = "<bos>", "<end>"

WorkedRun = TypeVar("WorkedRun", bound=ModelRun[Any])


@dataclass(frozen=True)
class Pass:
    """One pass: the position of the last word read, the likeliest next word, and its chance."""

    here: int
    word: str
    chance: Figure


@dataclass(frozen=True)
class Writing(Generic[WorkedRun]):
    """Words that a model wrote: one run over all that it read, and the passes that wrote them."""

    run: WorkedRun
    passes: tuple[Pass, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """The words that were written, without the end marker."""
        return tuple(each.word for each in self.passes if each.word != END)


@dataclass(frozen=True)
class Answer(Writing[Run]):
    """A question and its answer."""

    question: tuple[str, ...]

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

    def likeliest(read: Sequence[str]) -> str:
        """Return the likeliest next word, with nothing rounded."""
        ids = model.ids(read)
        passed = forward(model.full_weights, model.full_constants, ids, model.variant)
        return model.vocabulary[int(np.argmax(passed.logit[-1]))]

    run, passes = write(
        lambda read: Run(model, read, temperatures),
        likeliest,
        [BEGIN, *words],
        model.variant.context,
    )
    return Answer(run, passes, tuple(words))


def write(
    run_of: Callable[[Sequence[str]], WorkedRun],
    likeliest: Callable[[Sequence[str]], str],
    given: Sequence[str],
    context: int,
) -> tuple[WorkedRun, tuple[Pass, ...]]:
    """Write the likeliest word after those given, read it too, and so on to the end marker.

    `run_of` works words in carried arithmetic, which has the last word; `likeliest` guesses the
    next one in full precision, which is quick. At most `context` words are read.
    """
    read = list(given)
    while True:
        guessed = _go_on(likeliest, read, context)
        run = run_of(guessed)
        agreed = _agreement(run, len(given))
        word = run.answer(agreed)
        if word == END or agreed == context:
            break
        read = [*guessed[:agreed], word]
    if agreed < len(guessed):
        run = run_of(guessed[:agreed])
    passes = []
    for here in range(len(given), agreed + 1):
        word = run.answer(here)
        passes.append(Pass(here, word, run.at("guess.share", str(here), word)))
    return run, tuple(passes)


def _go_on(
    likeliest: Callable[[Sequence[str]], str], read: Sequence[str], context: int
) -> list[str]:
    """Return the words read and the likeliest after them, up to an end marker or the context."""
    words = list(read)
    while len(words) < context:
        word = likeliest(words)
        if word == END:
            break
        words.append(word)
    return words


def _agreement(run: ModelRun[Any], first: int) -> int:
    """Return up to which position the carried run would have written the words that it read."""
    for here in range(first, len(run.words)):
        if run.answer(here) != run.words[here]:
            return here
    return len(run.words)
