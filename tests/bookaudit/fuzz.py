"""Hostile documents and lines, made by a grammar or by changing bytes of good ones.

``python -m tests.bookaudit.fuzz 100000 [first seed]`` holds the auditor to its promises on so many:
an exit status that is documented, one line for what can't be audited, nothing unprintable, the same
report a second time, and no longer than `LONGEST`. Each case follows from its number alone.
"""

import io
import json
import random
import sys
import tempfile
import time
import traceback
import zipfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import weasyprint

from bookaudit import run
from bookaudit.reading.tree import MOST_DIGITS
from bookaudit.verdict.recheck import CLOSES, DOES_NOT_CLOSE, UNREAD, WITHIN_ROUNDING, recheck
from tests.bookaudit import book

LONGEST = 20.0  # seconds for one case, on a machine that others use too
VERDICTS = (CLOSES, WITHIN_ROUNDING, DOES_NOT_CLOSE, UNREAD)
SIGNS = [
    *"+-−–×·*÷/^=≈()[]{}|%,.√eπΣ∞½²³⁻₂ \t\n\r",
    "**",
    "exp",
    "ln",
    "log_2",
    "max",
    "sum",
    "tanh",
]
STRANGE = [
    "\x1b[2J", "\u202e", "\u2066", "\u200b", "\x00", "\ufeff", "\ud800", "\U000f0031", "﷽",
    "&#99999999999;", "&#x202e;", "<", "</", "<!--", "<script>", '"', "'", "\\frac{1}{2}", "𝟙",
    "$", "`", "|", "9" * 500, "(" * 60, "^" * 50, "−" * 50, "1e999", "1e-999999", "9^9^9", "1÷0",
]  # fmt: skip
TAGS = ["p", "b", "sup", "sub", "span", "svg", "math", "mn", "title", "td", "pre", "h1", "template"]
MARKS = ["data-f", "data-line", "data-quote", "data-verdict", "data-run", "data-mends", "hidden"]
NAMES = ["r:a", "a", "b[1,2]", "", ":", "\x1b[2J", "r:\u202e", "&quot;"]

Case = Callable[[random.Random, "Good"], tuple[str, bytes]]


class Good:
    """A small finished book, whose files are changed."""

    def __init__(self, folder: Path) -> None:
        dist = book.write(folder / "dist")
        self.files = [
            (path.suffix, path.read_bytes())
            for path in sorted(dist.rglob("*"))
            if path.suffix in (".html", ".json", ".pdf") and path.stat().st_size < 300_000
        ]
        weasyprint.HTML(string="<p>1 + 1 = 3, e<sup>2</sup> = 7.39").write_pdf(folder / "a.pdf")
        self.files.append((".pdf", (folder / "a.pdf").read_bytes()))
        self.pages = [data for suffix, data in self.files if suffix == ".html"]
        self.ledgers = [json.loads(data) for suffix, data in self.files if suffix == ".json"]


def number(rng: random.Random) -> str:
    """Return a number as somebody may print it."""
    digits = str(rng.randrange(10 ** rng.choice((1, 1, 2, 3, 6, 20))))
    if rng.random() < 0.5:
        digits += "." + "".join(rng.choice("0123456789") for _ in range(rng.randint(1, 6)))
    return rng.choice((digits, digits, f"(−{digits})", f"-{digits}", f"{digits}%", f"{digits}e5"))


def expression(rng: random.Random, depth: int = 0) -> str:
    """Return an expression of the grammar that the auditor reads, for the most part."""
    kind = rng.random() + 0.12 * depth
    if kind < 0.3:
        sign = rng.choice((" + ", " − ", " × ", "×", " ÷ ", "/", "·", " * "))
        return sign.join(expression(rng, depth + 1) for _ in range(rng.randint(2, 4)))
    if kind < 0.42:
        return f"({expression(rng, depth + 1)})"
    if kind < 0.5:
        function = rng.choice(("√", "exp", "ln", "sin", "tanh", "max", "sum", "log_2", "|"))
        inside = expression(rng, depth + 1)
        return f"|{inside}|" if function == "|" else f"{function}({inside})"
    if kind < 0.58:
        return f"{expression(rng, depth + 1)}^{rng.choice(('2', '0.5', '(−1)', '²', number(rng)))}"
    return number(rng)


def line(rng: random.Random) -> str:
    """Return a line of arithmetic, or what is left of one after some accidents."""
    sides = [expression(rng) for _ in range(rng.choice((1, 1, 2)))]
    if rng.random() < 0.6:
        checked = recheck(f"{sides[-1]} = 0")
        sides.append(checked.right if checked.right else number(rng))
    else:
        sides.append(number(rng))
    signs = list(rng.choice((" = ", " ≈ ", "=")).join(sides))
    for _ in range(rng.choice((0, 0, 0, 1, 2, 8))):
        at, which = rng.randrange(len(signs) + 1), rng.random()
        if which < 0.3:
            del signs[at : at + rng.randint(1, 3)]
        elif which < 0.8:
            signs.insert(at, rng.choice(SIGNS))
        else:
            signs.insert(at, rng.choice(STRANGE))
        signs = signs or ["="]
    return "".join(signs)


def text_case(rng: random.Random, good: Good) -> tuple[str, bytes]:
    """Return a text of lines among words."""
    words = [
        "so",
        "Figure",
        "|",
        "- ",
        "#",
        "  ",
        "and",
        "x",
        "\\(",
        "*",
        "_",
        "`",
        "\n",
        "\n\n",
        "\r",
    ]
    parts = [
        line(rng) if rng.random() < 0.5 else rng.choice(words) for _ in range(rng.randint(1, 9))
    ]
    data = rng.choice((" ", "", "\n", ", ")).join(parts).encode("utf-8", "surrogatepass")
    return rng.choice((".txt", ".md")), data


def html_case(rng: random.Random, good: Good) -> tuple[str, bytes]:
    """Return a page of tags that mark lines and figures, not always closed."""
    parts = []
    for _ in range(rng.randint(1, 12)):
        tag = rng.choice(TAGS)
        marks = "".join(
            f' {rng.choice(MARKS)}="{rng.choice(NAMES)}"' for _ in range(rng.choice((0, 1, 1, 2)))
        )
        inside = line(rng) if rng.random() < 0.6 else rng.choice(STRANGE)
        parts.append(f"<{tag}{marks}>{inside}" + (f"</{tag}>" if rng.random() < 0.8 else ""))
    return ".html", "".join(parts).encode("utf-8", "replace")


def ledger_case(rng: random.Random, good: Good) -> tuple[str, bytes]:
    """Return a ledger with some of its values changed to what they may not be."""
    ledger = json.loads(json.dumps(rng.choice(good.ledgers)))
    figures = ledger.get("figures")
    for _ in range(rng.randint(1, 4)):
        value: object = rng.choice(
            (None, 1, [], {}, True, -1e999, rng.choice(STRANGE), line(rng), "quoted")
        )
        if isinstance(figures, list) and figures and rng.random() < 0.8:
            figure = rng.choice(figures)
            figure[rng.choice(("name", "value", "line", "operands", "origin", "verdict"))] = value
        else:
            ledger[rng.choice(("schema", "scope", "figures"))] = value
    return ".json", json.dumps(ledger).encode()


def changed(data: bytes, rng: random.Random) -> bytes:
    """Return bytes with some changed, taken away, doubled or cut off."""
    made = bytearray(data)
    for _ in range(rng.choice((1, 2, 4, 16))):
        at, which = rng.randrange(len(made) + 1), rng.random()
        if which < 0.5 and at < len(made):
            made[at] = rng.randrange(32, 127) if rng.random() < 0.8 else rng.randrange(256)
        elif which < 0.7:
            del made[at : at + rng.randint(1, 40)]
        elif which < 0.85:
            made[at:at] = made[at : at + rng.randint(1, 40)]
        elif which < 0.95:
            made[at:at] = rng.choice(STRANGE).encode("utf-8", "surrogatepass")
        else:
            del made[at:]
    return bytes(made)


def bytes_case(rng: random.Random, good: Good) -> tuple[str, bytes]:
    """Return a file of a good book with some bytes changed; PDFs seldom, since they take long."""
    files = [file for file in good.files if file[0] != ".pdf"]
    suffix, data = rng.choice(files)
    return suffix, changed(data[: rng.choice((2_000, 20_000))], rng)


def pdf_case(rng: random.Random, good: Good) -> tuple[str, bytes]:
    """Return a PDF with some bytes changed."""
    return ".pdf", changed(
        rng.choice([data for suffix, data in good.files if suffix == ".pdf"]), rng
    )


def epub_case(rng: random.Random, good: Good) -> tuple[str, bytes]:
    """Return an EPUB of hostile pages, its own bytes changed half of the time."""
    made = io.BytesIO()
    with zipfile.ZipFile(
        made, "w", rng.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))
    ) as archive:
        for name in range(rng.randint(0, 3)):
            archive.writestr(f"{name}.xhtml", html_case(rng, good)[1])
    data = made.getvalue()
    return ".epub", changed(data, rng) if rng.random() < 0.5 else data


KINDS: dict[Case, int] = {
    text_case: 300, html_case: 250, ledger_case: 100, bytes_case: 130, epub_case: 100, pdf_case: 4
}  # fmt: skip


def faults_of_line(seed: int) -> list[str]:
    """Return what is wrong with the auditor's verdict on one line."""
    text = line(random.Random(seed))
    start = time.perf_counter()
    checked = recheck(text)
    recheck.cache_clear()
    told = []
    if recheck(text) != checked:
        told.append("another verdict the second time")
    if checked.verdict not in VERDICTS:
        told.append(f"no verdict: {checked.verdict}")
    if checked.verdict == UNREAD and not checked.reason:
        told.append("unread without a reason")
    if recheck(text, strict=True).verdict == WITHIN_ROUNDING:
        told.append("a marked line within rounding")
    if checked.verdict == DOES_NOT_CLOSE and len(checked.right) < MOST_DIGITS and "=" in text:
        alone = text.count("=") + text.count("≈") == 1
        mended = f"{text.rpartition('=')[0]}= {checked.right}" if alone else checked.right
        if recheck(mended).verdict not in (CLOSES, UNREAD):
            told.append(f"put right, it does not close: {mended}")
    if time.perf_counter() - start > LONGEST:
        told.append(f"{time.perf_counter() - start:.0f} seconds")
    return [f"line {seed}: {each}: {text!r}" for each in told]


def faults_of_document(seed: int, good: Good, folder: Path) -> tuple[str, list[str]]:
    """Return how the auditor ended on one document, and what is wrong with it."""
    rng = random.Random(seed)
    make = rng.choices(list(KINDS), list(KINDS.values()))[0]
    suffix, data = make(rng, good)
    path = folder / f"case{suffix}"
    path.write_bytes(data)
    as_json, told, answers = rng.random() < 0.3, [], []
    start = time.perf_counter()
    for _ in range(2):
        out, err = io.StringIO(), io.StringIO()
        try:
            status = run([path], json=as_json, stdout=out, stderr=err)
        except Exception:
            status = 70
            told.append(traceback.format_exc())
        answers.append((status, out.getvalue(), err.getvalue()))
        recheck.cache_clear()
    taken = time.perf_counter() - start
    status, shown, refused = answers[0]
    if answers[0] != answers[1]:
        told.append("another report the second time")
    if status not in (0, 1, 2):
        told.append(f"status {status}")
    if (status == 2) != bool(refused) or refused.count("\n") > 1:
        told.append(f"status {status} with {refused!r}")
    if not all(row.replace("\xa0", "").replace("\u202f", "").isprintable() or " " in row
               for row in (shown + refused).splitlines()):  # fmt: skip
        told.append("something that does not print")
    if "\x1b" in shown + refused or "\u202e" in shown + refused:
        told.append("an escape passes through")
    if as_json and status != 2:
        for row in shown.splitlines():
            json.loads(row)
    if taken > LONGEST:
        told.append(f"{taken:.0f} seconds")
    path.unlink()
    kind = f"{make.__name__.removesuffix('_case')}, status {status}"
    return kind, [f"document {seed} ({kind}): {each}" for each in told]


def sweep(
    seeds: range, show: Callable[[str], object] = lambda _: None
) -> tuple[Counter[str], list[str]]:
    """Try as many documents as seeds, and as many lines; return how they ended, and all faults."""
    ended, faults = Counter[str](), []
    with tempfile.TemporaryDirectory() as made:
        good = Good(Path(made))
        for number_, seed in enumerate(seeds, 1):
            wrong = faults_of_line(seed)
            kind, more = faults_of_document(seed, good, Path(made))
            ended[kind] += 1
            for fault in [*wrong, *more]:
                faults.append(fault)
                show(fault)
            if number_ % 1000 == 0:
                show(f"{number_:,} of {len(seeds):,}, {len(faults)} faults")
    return ended, faults


def main(times: str, first: str = "0") -> int:
    """Print how so many cases ended, and what is wrong; return 1 if anything is."""
    seeds = range(int(first), int(first) + int(times))
    ended, faults = sweep(seeds, lambda text: print(text, file=sys.stderr, flush=True))
    for kind, count in sorted(ended.items()):
        print(f"{count:8,} {kind}")
    print(f"{len(seeds):,} documents and {len(seeds):,} lines, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
