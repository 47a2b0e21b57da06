"""What the ledger's files testify: for each address its value and its line, as printed."""

import json
from dataclasses import dataclass

from bookaudit.errors import AuditError

SCHEMA = "workings-ledger/1"


@dataclass(slots=True)
class Entry:
    """One figure of a ledger: its full address and printed value; worked ones have a line.

    A quotation's value is the line that it quotes, and ``said`` whether that is said to close.
    """

    address: str
    value: str
    line: str | None
    operands: list[str]
    file: str
    place: int  # its number in the file, from 1
    said: str = ""


def read_ledger(source: str, file: str, *, required: bool) -> list[Entry] | None:
    """Read a ledger's entries, or return None for JSON that is none and need not be.

    Raises `AuditError` for a ledger that breaks its schema, and for any other JSON if ``required``.
    """
    try:
        data = json.loads(source)
    except (ValueError, RecursionError):
        if required or SCHEMA in source[:200]:
            raise AuditError("not JSON", where=file) from None
        return None
    if not isinstance(data, dict) or data.get("schema") != SCHEMA:
        if required:
            raise AuditError(f"not a ledger (no “schema”: “{SCHEMA}”)", where=file)
        return None
    scope, figures = data.get("scope"), data.get("figures")
    if not isinstance(scope, str) or not isinstance(figures, list):
        raise AuditError("a ledger without a scope or a list of figures", where=file)
    return [_entry(figure, scope, file, place) for place, figure in enumerate(figures, 1)]


def _entry(figure: object, scope: str, file: str, place: int) -> Entry:
    if isinstance(figure, dict):
        name, value = figure.get("name"), figure.get("value")
        line, operands = figure.get("line"), figure.get("operands") or []
        said = figure.get("verdict") or ""
        if (
            isinstance(name, str)
            and isinstance(value, str)
            and isinstance(line, str | None)
            and isinstance(said, str)
            and (figure.get("origin") == "quoted") == bool(said)
            and isinstance(operands, list)
            and all(isinstance(operand, str) for operand in operands)
        ):
            full = [operand if ":" in operand else f"{scope}:{operand}" for operand in operands]
            address = name if ":" in name else f"{scope}:{name}"
            return Entry(address, value, line, full, file, place, said)
    raise AuditError(f"figure {place} of this ledger breaks its schema", where=file)
