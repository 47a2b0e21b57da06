"""What a model learns from and is tried on: `corpus.txt` and `heldout.txt`, read strictly."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.errors import nearest
from engine.runs.generation import BEGIN, END
from engine.training.loop import Example
from subjects.models.config import ModelConfig, ModelFileError, read_text


@dataclass(frozen=True)
class Question:
    """One question and its answer, in words, without the markers around them."""

    kind: str
    question: tuple[str, ...]
    answer: tuple[str, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """All that the model reads and writes: ``<bos>``, question, answer, ``<end>``."""
        return (BEGIN, *self.question, *self.answer, END)

    @property
    def given(self) -> int:
        """How many of those words are given: all up to the question's end."""
        return 1 + len(self.question)


@dataclass(frozen=True)
class Texts:
    """What a model learns from and is tried on: sentences or questions, some of them held out."""

    corpus: tuple[tuple[str, ...], ...]
    questions: tuple[Question, ...]
    heldout: tuple[Question, ...]
    unseen: tuple[tuple[str, ...], ...] = ()  # sentences held out

    def examples(self, config: ModelConfig) -> list[Example]:
        """The corpus in token numbers; a question's words are given, a sentence's first word is."""
        given = [question.given for question in self.questions] or [1] * len(self.corpus)
        return [
            Example(_numbers(words, config), count)
            for words, count in zip(self.corpus, given, strict=True)
        ]

    def heldout_examples(self, config: ModelConfig) -> list[Example]:
        """The questions or sentences held out, in token numbers."""
        asked = [Example(_numbers(each.words, config), each.given) for each in self.heldout]
        return asked or examples_of_corpus(self.unseen, config)


def examples_of_corpus(corpus: Sequence[tuple[str, ...]], config: ModelConfig) -> list[Example]:
    """Sentences in token numbers; the first word of each is given."""
    return [Example(_numbers(words, config)) for words in corpus]


def _numbers(words: tuple[str, ...], config: ModelConfig) -> tuple[int, ...]:
    return tuple(config.vocabulary.index(word) for word in words)


def read_texts(folder: Path, config: ModelConfig) -> Texts:
    """Read what an author wrote for a model to learn from. Raises `ModelFileError` for a fault."""
    if not config.answers:
        heldout_file = folder / "heldout.txt"
        unseen = read_corpus(heldout_file, config) if heldout_file.exists() else ()
        return Texts(read_corpus(folder / "corpus.txt", config), (), (), unseen)
    questions = read_questions(folder / "corpus.txt", config)
    heldout = read_questions(folder / "heldout.txt", config)
    return Texts(tuple(question.words for question in questions), questions, heldout)


def read_corpus(path: Path, config: ModelConfig) -> tuple[tuple[str, ...], ...]:
    """Read a `corpus.txt` of sentences: one a line, words apart by spaces.

    Raises `ModelFileError` at ``file:line:column`` for a word outside the vocabulary, and for a
    sentence that is too short to learn from or too long for the model.
    """
    sentences = []
    context = config.layout.context
    for where, line in _lines(path, config, "no sentence to learn from"):
        words = tuple(line.split())
        if not 2 <= len(words) <= context:
            raise ModelFileError(
                f"a sentence has from 2 to {context} words, this one {len(words)}", where=where
            )
        sentences.append(words)
    return tuple(sentences)


def read_questions(path: Path, config: ModelConfig) -> tuple[Question, ...]:
    """Read a file of questions, one a line: ``kind | question | answer``, words apart by spaces.

    Raises `ModelFileError` at ``file:line:column`` for a line of another form, a word outside the
    vocabulary, and words that are too many for the model.
    """
    questions = []
    context = config.layout.context
    for where, line in _lines(path, config, "no question to learn from"):
        parts = [tuple(part.split()) for part in line.split("|")]
        if len(parts) != 3 or len(parts[0]) != 1 or not all(parts):
            raise ModelFileError("a line is: kind | question | answer", where=where)
        question = Question(parts[0][0], parts[1], parts[2])
        if len(question.words) > context:
            raise ModelFileError(
                f"a question, its answer and two markers are at most {context} words, "
                f"these are {len(question.words)}",
                where=where,
            )
        questions.append(question)
    return tuple(questions)


def _lines(path: Path, config: ModelConfig, empty: str) -> Iterator[tuple[str, str]]:
    """Each line with its place, once all its words are known to the model."""
    lines = read_text(path).splitlines()
    if not lines:
        raise ModelFileError(empty, where=str(path))
    for number, line in enumerate(lines, start=1):
        start = line.find("|") + 1 if config.answers else 0  # the kind is not read by the model
        for found in re.finditer(r"[^\s|]+" if config.answers else r"\S+", line[start:]):
            word = found[0]
            if word not in config.vocabulary:
                place = f"{path}:{number}:{start + found.start() + 1}"
                near = nearest(word, config.vocabulary)
                raise ModelFileError(f"“{word}” is not in the vocabulary.{near}", where=place)
        yield f"{path}:{number}:1", line
