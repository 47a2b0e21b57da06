"""A smaller cut of the edits of `make sweep`, and that it finds what it looks for."""

from pathlib import Path

import pytest

from engine.errors import WorkingsError
from subjects.models.weights import Model, load_model
from tests.edits import Broken, sweep


def test_an_edit_is_refused_in_one_line_or_means_nothing(tmp_path: Path) -> None:
    counts = sweep(40, 2, tmp_path)
    assert counts.total() == 40
    assert len({file for file, _ in counts}) > 5


@pytest.mark.parametrize("check", ["check_settings", "check_files"])
def test_an_edit_that_is_taken_in_silence_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, check: str
) -> None:
    monkeypatch.setattr(f"subjects.models.trained.{check}", lambda *arguments: None)
    with pytest.raises(Broken, match="accepted, and says something else"):
        sweep(200, 2, tmp_path)


def test_an_edit_that_ends_in_a_traceback_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crashing(folder: Path) -> Model:
        try:
            return load_model(folder)
        except WorkingsError as error:
            raise ValueError("a traceback") from error

    monkeypatch.setattr("tests.edits.load_model", crashing)
    with pytest.raises(Broken, match="a traceback"):
        sweep(200, 2, tmp_path)
