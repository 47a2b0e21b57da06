"""A sentence translated on the command line: what is printed, line by line, and that it closes."""

from pathlib import Path

import pytest

import bookaudit
from bookbuild.cli.main import main
from subjects.translator.commands import words_of
from tests import ROOT


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main.main(args=["translate", *arguments])
    out, err = capsys.readouterr()
    assert isinstance(ended.value.code, int)
    return ended.value.code, out, err


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def test_words_are_read_in_small_letters_and_without_marks() -> None:
    assert words_of("The cat, chases  the mouse.") == "the cat chases the mouse".split()


def test_a_sentence_is_translated_pass_by_pass(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "The cat chases the mouse.")
    assert code == 0
    assert out.splitlines()[-1] == "le chat chasse la souris"
    passes = [line.split() for line in out.splitlines()[1:-1]]
    assert [row[-2] for row in passes] == "le chat chasse la souris <end>".split()
    assert all(row[-1].endswith("%") for row in passes)


def test_a_beam_is_told_step_by_step(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "she does not sleep", "--beam")
    assert code == 0
    assert out.splitlines()[-1] == "elle ne dort pas"
    assert out.count(" *") == 2 * 5  # two rows kept at each step, to the end


def test_every_line_is_printed_and_closes(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, out, _ = run(capsys, "they sleep", "--workings", "--beam")
    assert code == 0
    for told in ("word 2 read: sleep", "word 3 written: dorment", "step2.candidate1.score: "):
        assert told in out
    path = tmp_path / "lines.txt"
    path.write_text(out, encoding="utf-8")
    with (tmp_path / "report.txt").open("w", encoding="utf-8") as report:
        assert bookaudit.run([path], against=[], json=False, stdout=report) == 0
    told = (tmp_path / "report.txt").read_text(encoding="utf-8")
    assert "0 do not close, 0 unread" in told
    assert int(told.split(" lines found")[0].splitlines()[-1].replace(",", "")) > 4000


@pytest.mark.parametrize(
    ("sentence", "message"),
    [
        ("the caat sleeps", "there is no word “caat”. Did you mean cat"),
        ("le chat dort", "there is no word “le”."),
        ("", "the sentence is empty: give at least one word"),
        ("the " * 9, "the sentence has 9 words; this model reads at most 8"),
    ],
)
def test_what_it_cannot_read_is_told_in_one_line(
    capsys: pytest.CaptureFixture[str], sentence: str, message: str
) -> None:
    code, out, err = run(capsys, sentence)
    assert (code, out) == (1, "")
    assert err.startswith(message)
    assert err.count("\n") == 1


def test_a_model_that_does_not_translate_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "the cat", "--model", "signal")
    assert code == 1
    assert "this model doesn't translate" in err


def test_a_figure_of_a_translation_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main.main(args=["show", "translator", "they sleep", "decoder.cross_attention.query[3,1]"])
    assert ended.value.code == 0
    out, _ = capsys.readouterr()
    assert out.startswith("decoder.cross_attention.query[3,1]: ")
    assert out.count("×") == 16
