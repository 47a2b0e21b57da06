"""What a file of settings may be: hostile ones are one line, at once."""

import os
import threading
from pathlib import Path

import pytest

from bookbuild.core.inputs import check_regular, parse_json, parse_toml, read_text_file, read_toml
from engine.errors import WorkingsError


class _Refusal(WorkingsError):
    """What a loader would raise."""


HOSTILE_TOML = {
    "nested brackets": "a = " + "[" * 100_000,
    "a key of many parts": ".".join("a" * 50_000) + " = 1",
    "the same, quoted": '."x\\"y z"'.join(["a"] * 50_000) + " = 1",
    "a table of many parts": "[" + " . ".join("a" * 50_000) + "]",
    "a number of many digits": "places = " + "9" * 5_000,
    "a hexadecimal number of many digits": "places = 0x" + "f" * 5_000,
    "a number inside a list": "a = [{b = [99999999999999999999]}]",
    "no TOML": "a = ",
}


@pytest.mark.parametrize("text", HOSTILE_TOML.values(), ids=HOSTILE_TOML)
def test_hostile_toml_is_one_line(text: str) -> None:
    with pytest.raises(_Refusal) as caught:
        parse_toml(text, where="config.toml", kind=_Refusal)
    assert str(caught.value).startswith("config.toml: ")
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200


def test_keys_of_a_few_parts_and_long_texts_with_points_are_read() -> None:
    text = (
        'a.b.c.d = 1\nb = "one two. three. four"\nc = "'
        + "so. " * 9
        + '"\nd = -9223372036854775808'
    )
    assert parse_toml(text, where="")["a"] == {"b": {"c": {"d": 1}}}


@pytest.mark.parametrize("text", ["[" * 100_000, "9" * 5_000, "", '{"a": '])
def test_hostile_json_is_one_line(text: str) -> None:
    with pytest.raises(_Refusal, match=r"^here: not valid JSON") as caught:
        parse_json(text, where="here", kind=_Refusal)
    assert "\n" not in str(caught.value)


def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "config.toml")
    caught: list[WorkingsError] = []

    def read() -> None:
        try:
            read_toml(tmp_path / "config.toml")
        except WorkingsError as error:
            caught.append(error)

    reading = threading.Thread(target=read, daemon=True)
    reading.start()
    reading.join(10)
    assert [error.message for error in caught] == ["a pipe, a socket or a device, not a file"]


def test_a_folder_a_missing_and_a_large_file_are_named(tmp_path: Path) -> None:
    large = tmp_path / "large.toml"
    with large.open("wb") as file:
        file.truncate(2**30)  # no room is taken
    for path, what in (
        (tmp_path, "a folder, not a file"),
        (tmp_path / "none.toml", "this file is missing"),
        (large, "too large: 1,024 MB, 16 MB is the most"),
    ):
        with pytest.raises(_Refusal) as caught:
            read_text_file(path, kind=_Refusal)
        assert str(caught.value) == f"{path}: {what}"
    check_regular(large, 2**30)


def test_bytes_that_are_no_text_are_named(tmp_path: Path) -> None:
    path = tmp_path / "corpus.txt"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(WorkingsError, match=r"corpus\.txt: not UTF-8 text"):
        read_text_file(path)
