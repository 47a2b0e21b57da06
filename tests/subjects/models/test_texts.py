"""Sentences and questions to learn from: read strictly, each fault told with its place."""

from pathlib import Path

import pytest

from subjects.models.config import ModelFileError, read_config
from subjects.models.texts import read_corpus, read_questions
from tests import ROOT

FOLDER = ROOT / "weights" / "signal"
ANSWERS = FOLDER.with_name("answers")


def written(folder: Path, text: str) -> Path:
    path = folder / "corpus.txt"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("text", "place", "says"),
    [
        ("the cat sat .\nthe cta sat .\n", ":2:5", "“cta” is not in the vocabulary. Did you mean"),
        ("the\n", ":1:1", "a sentence has from 2 to 8 words, this one 1"),
        ("the cat .\n\nthe dog .\n", ":2:1", "a sentence has from 2 to 8 words, this one 0"),
        ("the cat . the cat . the cat .\n", ":1:1", "from 2 to 8 words, this one 9"),
        ("", "", "no sentence to learn from"),
    ],
)
def test_a_fault_in_the_corpus_is_told_with_its_place(
    tmp_path: Path, text: str, place: str, says: str
) -> None:
    path = written(tmp_path, text)
    with pytest.raises(ModelFileError) as caught:
        read_corpus(path, read_config(FOLDER / "config.toml"))
    assert caught.value.where == f"{path}{place}"
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("text", "place", "says"),
    [
        ("sum | what is one ? | it is cat\nsum | what is won ? | it is", ":2:15",
         "“won” is not in the vocabulary. Did you mean"),
        ("sum | what is one ?\n", ":1:1", "a line is: kind | question | answer"),
        ("sum | what is one ? |\n", ":1:1", "a line is: kind | question | answer"),
        ("a sum | what is one ? | one\n", ":1:1", "a line is: kind | question | answer"),
        ("sum | what is one ? | one\n\n", ":2:1", "a line is: kind | question | answer"),
        (f"sum | {'what ' * 11}? | it is one\n", ":1:1", "are at most 16 words, these are 17"),
        ("", "", "no question to learn from"),
    ],
)  # fmt: skip
def test_a_fault_in_the_questions_is_told_with_its_place(
    tmp_path: Path, text: str, place: str, says: str
) -> None:
    path = written(tmp_path, text)
    with pytest.raises(ModelFileError) as caught:
        read_questions(path, read_config(ANSWERS / "config.toml"))
    assert caught.value.where == f"{path}{place}"
    assert says in str(caught.value)


def test_a_question_stands_between_its_markers() -> None:
    questions = read_questions(ANSWERS / "corpus.txt", read_config(ANSWERS / "config.toml"))
    first = questions[0]
    assert first.kind == "capital"
    asked = ("<bos>", "what", "is", "the", "capital", "of", "france", "?")
    assert first.words == (*asked, "it", "is", "paris", "<end>")
    assert first.words[: first.given] == asked
