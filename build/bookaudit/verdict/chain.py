"""Whether the figures agree wherever they are shown, since a changed operand can round away.

One address has one printed form, on every page, in every line and in the ledger (63.9% is 0.639);
a line of the page is the ledger's line, and a quotation the ledger's quotation; and where there is
a ledger, no figure names an address that the ledger does not define.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from bookaudit.documents.documents import Document
from bookaudit.documents.ledger import Entry
from bookaudit.verdict.quotations import SAID, unmarked
from bookaudit.verdict.recheck import CLOSES, recheck

_MINUS = str.maketrans({"−": "-", "\u00a0": " ", "\u202f": " "})
_GROUPED = re.compile(r"(?<![\d.,])[1-9]\d{0,2}(?:,\d{3})+(?![\d,])")


@dataclass(slots=True, frozen=True)
class Fault:
    """A place that contradicts the rest: what stands there, and what should."""

    file: str
    place: int
    text: str
    right: str
    reason: str


@lru_cache(maxsize=1 << 16)
def form(text: str) -> str:
    """Return a figure's printed form, the same for a share and its percentage.

    ``(−1.15)`` is ``-1.15``; ``63.9%`` is ``0.639``, and is not ``64%``.
    """
    text = "".join(text.translate(_MINUS).split())
    if text.startswith("(") and text.endswith(")") and text.count("(") == 1:
        text = text[1:-1]
    if text.startswith("+"):
        text = text[1:]
    digits = _ungrouped(text)
    if not digits.endswith("%"):
        return digits
    sign = "-" if digits.startswith("-") else ""
    whole, _, places = digits[len(sign) : -1].partition(".")
    padded = whole.rjust(3, "0")
    return f"{sign}{padded[:-2].lstrip('0') or '0'}.{padded[-2:]}{places}"


def plain(line: str) -> str:
    """Return a line without what may differ between two printings of it: spaces and groups."""
    return "".join(_ungrouped(line.translate(_MINUS)).split())


def _ungrouped(text: str) -> str:
    """Return a text whose numbers have no commas between their thousands."""
    return _GROUPED.sub(lambda number: number[0].replace(",", ""), text) if "," in text else text


def faults(
    reported: Iterable[Document], witnesses: Iterable[Document], ledger: list[Entry]
) -> Iterator[Fault]:
    """Yield what contradicts in ``reported`` and in the ledger; ``witnesses`` only testify."""
    reported, witnesses = list(reported), list(witnesses)
    defined: dict[str, Entry] = {}
    for entry in ledger:
        first = defined.setdefault(entry.address, entry)
        if first is not entry and (form(first.value), first.line) != (
            form(entry.value),
            entry.line,
        ):
            yield _of_entry(entry, f"{entry.address} is {entry.value}", first.value, "two entries")
    yield from _in_ledger(ledger, defined)
    values = {address: form(entry.value) for address, entry in defined.items()}
    suspects = _first_seen([*reported, *witnesses], values) if not ledger else set[str]()
    if suspects:
        values.update(_by_majority([*reported, *witnesses], suspects))
    for document in reported:
        yield from _on_page(document, values, defined)


def _first_seen(documents: list[Document], values: dict[str, str]) -> set[str]:
    """Fill ``values`` with each address's first form; return the addresses shown with another."""
    differing = set()
    for document in documents:
        for address, text, _ in _shown(document):
            now = form(text)
            if values.setdefault(address, now) != now:
                differing.add(address)
    return differing


def _by_majority(documents: list[Document], suspects: set[str]) -> dict[str, str]:
    votes: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for document in documents:
        for address, text, _ in _shown(document):
            if address in suspects:
                votes[address][form(text)] += 1
    return {address: counted.most_common(1)[0][0] for address, counted in votes.items()}


def _shown(document: Document) -> Iterator[tuple[str, str, int]]:
    for shown in document.figures:
        yield shown.address, shown.text, shown.line
    for line in document.lines:
        for address, text in line.figures:
            yield address, text, line.line


def _on_page(
    document: Document, values: dict[str, str], defined: dict[str, Entry]
) -> Iterator[Fault]:
    file = document.file
    for address, text, place in _shown(document):
        known = values.get(address)
        if known is None:
            yield Fault(file, place, text, "", f"{address} is a figure that no ledger defines")
        elif form(text) != known:
            right = defined[address].value if address in defined else known.replace("-", "−")
            yield Fault(file, place, text, right, f"{address} is {right} elsewhere")
    for quoted in document.quotations if defined else ():
        entry = defined.get(quoted.address)
        if entry is None or not entry.said:
            reason = f"{quoted.address} is a quotation that no ledger has"
            yield Fault(file, quoted.line, quoted.text, "", reason)
        elif plain(unmarked(quoted.text)) != plain(entry.value):
            reason = f"the ledger's quotation for {quoted.address} is another"
            yield Fault(file, quoted.line, quoted.text, entry.value, reason)
    for line in document.lines:
        entry = defined.get(line.address)
        if entry is not None and entry.line is not None:
            if plain(line.text) != plain(entry.line):
                reason = f"the ledger's line for {line.address} is another"
                yield Fault(file, line.line, line.text, entry.line, reason)
        elif defined:
            reason = f"{line.address} is a line that no ledger has"
            yield Fault(file, line.line, line.text, "", reason)
        if line.figures and line.address not in {address for address, _ in line.figures}:
            reason = f"the line of {line.address} does not show its own figure"
            yield Fault(file, line.line, line.text, "", reason)


def _in_ledger(ledger: list[Entry], defined: dict[str, Entry]) -> Iterator[Fault]:
    for entry in ledger:
        for operand in entry.operands:
            if operand not in defined:
                reason = f"{operand} is a figure that no ledger defines"
                yield _of_entry(entry, entry.line or entry.value, "", reason)
        if entry.said:
            checked = recheck(entry.value, strict=True)
            if SAID.get(entry.said) != (checked.verdict == CLOSES):
                reason = f"the ledger says of this quotation that it “{entry.said}”"
                yield _of_entry(entry, entry.value, checked.right, reason)
        if entry.line is None:
            continue
        checked = recheck(entry.line, strict=True)
        if checked.verdict != CLOSES:
            reason = checked.reason or "this line of the ledger does not close"
            yield _of_entry(entry, entry.line, checked.right, reason)
        elif form(checked.right) != form(entry.value):
            reason = f"{entry.address} is {entry.value} in the ledger, and not what its line gives"
            yield _of_entry(entry, entry.line, entry.value, reason)


def _of_entry(entry: Entry, text: str, right: str, reason: str) -> Fault:
    return Fault(entry.file, entry.place, text, right, reason)
