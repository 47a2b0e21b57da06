"""Typed tables of a settings file: every key known, each value of its type, or one line says so."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import MISSING, fields
from typing import Any, Literal, TypeVar, get_args, get_origin

from engine.errors import WorkingsError, nearest

Table = TypeVar("Table")

TYPES: dict[Any, tuple[str, Any]] = {
    int: ("a whole number", int),
    bool: ("true or false", bool),
    float: ("a number", (int, float)),
    str: ("text", str),
    tuple: ("a list of whole numbers", list),
}


class SettingsError(WorkingsError):
    """A settings file has a key or a value that can't be used."""


def read_table(
    kind: type[Table],
    table: Mapping[str, Any],
    name: str,
    where: str,
    *,
    filled: Mapping[str, Any] | None = None,
    optional: Collection[str] | None = None,
) -> Table:
    """Make a dataclass of the table [``name``], one key a field, each of the field's type.

    ``filled`` are fields that no key may set. Keys may be left out where the field has a default,
    or, with ``optional``, only for the fields named there. Raises `SettingsError`.
    """
    filled = filled or {}
    prefix = f"{name}." if name else ""
    typed = {
        field.name: field
        for field in fields(kind)  # type: ignore[arg-type]
        if field.name not in filled
    }
    refuse_unknown(table, typed, prefix, where)
    values = dict(filled)
    for key, field in typed.items():
        may_miss = field.default is not MISSING if optional is None else key in optional
        if key in table or not may_miss:
            values[key] = take(table, key, field.type, prefix, where)
    return kind(**values)


def refuse_unknown(table: Iterable[str], known: Collection[str], prefix: str, where: str) -> None:
    """Raise `SettingsError` for the first key that is not a known one."""
    for key in table:
        if key not in known:
            raise SettingsError(
                f"unknown setting “{prefix}{key}”.{nearest(key, known)}", where=where
            )


def take(table: Mapping[str, Any], key: str, kind: Any, prefix: str, where: str) -> Any:
    """Return a setting of a type; a whole number will do for a fractional one.

    A `Literal` type lists all the values that there are. Raises `SettingsError`.
    """
    if key not in table:
        raise SettingsError(f"the setting “{prefix}{key}” is missing", where=where)
    value = table[key]
    if get_origin(kind) is Literal:
        valid = get_args(kind)
        if value not in valid:
            near = nearest(value, valid) if isinstance(value, str) else ""
            raise SettingsError(
                f"“{prefix}{key}” is one of {', '.join(valid)}, not {_short(value)}.{near}",
                where=where,
            )
        return value
    kind = get_origin(kind) or kind
    words, accepted = TYPES[kind]
    fits = isinstance(value, accepted) and isinstance(value, bool) == (kind is bool)
    if fits and kind is tuple:
        fits = all(isinstance(item, int) and not isinstance(item, bool) for item in value)
    if not fits:
        raise SettingsError(f"“{prefix}{key}” must be {words}, not {_short(value)}", where=where)
    if kind is tuple:
        return tuple(value)
    try:
        return float(value) if kind is float else value
    except OverflowError as error:
        raise SettingsError(f"“{prefix}{key}” is too large a number", where=where) from error


def _short(value: object) -> str:
    """Return a value as a message shows it: on one line, and no longer than that."""
    shown = repr(value)
    return shown if len(shown) <= 60 else shown[:59] + "…"
