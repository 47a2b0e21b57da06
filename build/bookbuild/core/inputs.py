"""What a file of settings may be: a regular file, of a size that fits it, text, and not too deep.

Every loader reads through here, so that a FIFO, a device, a file of gigabytes, brackets nested a
hundred thousand deep or a number of five thousand digits is one line and never a hang.
"""

import json
import re
import stat
import tomllib
from pathlib import Path
from typing import Any

from engine.errors import WorkingsError

LARGEST_TEXT = 16 * 2**20  # bytes of a corpus, a log, a chapter
LARGEST_TOML = 2**20  # bytes of settings
LARGEST_DATA = 2**30  # bytes of arrays
DEEPEST_KEY = 32  # parts of a dotted key: reading one takes time with the square of their number
WHOLE = range(-(2**63), 2**63)  # the whole numbers that TOML has

_QUOTED = r'"(?:[^"\\\n]|\\.)*+"|' + r"'[^'\n]*+'"
_LONG_KEY = re.compile(
    rf"(?<![\w-])(?:(?:{_QUOTED}|[\w-]++)[ \t]*+\.[ \t]*+){{{DEEPEST_KEY}}}", re.ASCII
)


def check_regular(
    path: Path, most: int, *, where: str = "", kind: type[WorkingsError] = WorkingsError
) -> None:
    """Raise ``kind`` unless ``path`` is a regular file of at most ``most`` bytes.

    A FIFO, a socket or a device would keep whoever opens it waiting.
    """
    where = where or str(path)
    try:
        known = path.stat()
    except FileNotFoundError as error:
        raise kind("this file is missing", where=where) from error
    except (OSError, ValueError) as error:
        raise kind(f"can't be read: {_reason(error)}", where=where) from error
    if not stat.S_ISREG(known.st_mode):
        found = "a folder" if stat.S_ISDIR(known.st_mode) else "a pipe, a socket or a device"
        raise kind(f"{found}, not a file", where=where)
    if known.st_size > most:
        raise kind(
            f"too large: {known.st_size / 2**20:,.0f} MB, {most / 2**20:,.0f} MB is the most",
            where=where,
        )


def read_text_file(
    path: Path,
    *,
    where: str = "",
    kind: type[WorkingsError] = WorkingsError,
    most: int = LARGEST_TEXT,
) -> str:
    r"""Return a file's text, its line ends as ``\n``, without a byte-order mark.

    Raises ``kind`` for a file that is missing, can't be read, is too large or isn't UTF-8.
    """
    where = where or str(path)
    check_regular(path, most, where=where, kind=kind)
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise kind("not UTF-8 text", where=where) from error
    except OSError as error:
        raise kind(f"can't be read: {_reason(error)}", where=where) from error


def read_toml(
    path: Path, *, where: str = "", kind: type[WorkingsError] = WorkingsError
) -> dict[str, Any]:
    """Return the table in a TOML file; raises ``kind`` as `read_text_file` and `parse_toml` do."""
    where = where or str(path)
    text = read_text_file(path, where=where, kind=kind, most=LARGEST_TOML)
    return parse_toml(text, where=where, kind=kind)


def parse_toml(
    text: str, *, where: str, kind: type[WorkingsError] = WorkingsError
) -> dict[str, Any]:
    """Return the table that a TOML text is; raises ``kind`` for what is none, or too deep."""
    deep = _LONG_KEY.search(text)
    if deep:
        line = text.count("\n", 0, deep.start()) + 1
        raise kind(f"a key of more than {DEEPEST_KEY} parts (line {line})", where=where)
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise kind(f"not valid TOML: {error}", where=where) from error
    except RecursionError as error:
        raise kind("not valid TOML: nested too deep", where=where) from error
    except ValueError as error:  # Python reads no whole number of more than 4,300 digits
        raise kind("not valid TOML: a number of too many digits", where=where) from error
    _check_numbers(table, where, kind)
    return table


def parse_json(text: str, *, where: str, kind: type[WorkingsError] = WorkingsError) -> Any:
    """Return what a JSON text holds; raises ``kind`` for what is none, or too deep."""
    try:
        return json.loads(text)
    except RecursionError as error:
        raise kind("not valid JSON: nested too deep", where=where) from error
    except ValueError as error:
        raise kind(f"not valid JSON: {error}", where=where) from error


def _check_numbers(table: dict[str, Any], where: str, kind: type[WorkingsError]) -> None:
    waiting: list[Any] = [table]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
        elif isinstance(value, int) and value not in WHOLE:
            raise kind("not valid TOML: a whole number of more than 64 bits", where=where)


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
