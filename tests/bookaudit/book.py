"""A small book made for the auditor's tests: a site, its ledger and its PDF, by other means."""

import json
import random
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

import weasyprint

RUN = "toy/the-cat"
TITLE = "Rows that close"
WIDTH = 8
PRINT_ONLY = '<p class="print-only">Printed from the site; page numbers stand below: 12.</p>'

CSS = """
@page { size: A5; margin: 18mm 15mm;
  @top-left { content: string(title) } @bottom-center { content: counter(page) } }
body { font-size: 9pt; line-height: 1.5 }
h1 { string-set: title content(); font-size: 20pt }
sup { vertical-align: super; line-height: 0; font-size: 70% }
sub { font-size: 70%; line-height: 0 }
.addr { font-size: 7pt; display: block }
table { border-collapse: collapse; width: 100% }
tr { break-inside: avoid }
td { vertical-align: top; padding-right: 4mm }
.print .screen-only { display: none }
"""


@dataclass(frozen=True)
class Operand:
    """A figure inside a line: bracketed when negative, unless ``bare``; perhaps a power."""

    address: str
    value: Decimal
    bare: bool = False
    raised: bool = False

    def text(self) -> str:
        return shown(self.value) if self.bare or self.value >= 0 else f"({shown(self.value)})"


def shown(value: Decimal) -> str:
    """Write a figure with the book's minus."""
    return str(value).replace("-", "−")


def rounded(value: Decimal, places: int = 2) -> Decimal:
    """Round half away from zero; zero has no sign."""
    result = value.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP)
    return result if result else abs(result)


@dataclass
class Book:
    """What the site and the ledger are written from."""

    figures: dict[str, dict[str, object]] = field(default_factory=dict)
    body: list[str] = field(default_factory=list)

    def given(self, name: str, value: Decimal) -> Decimal:
        self.figures[name] = {"name": name, "value": shown(value), "origin": "given"}
        return value

    def worked(self, name: str, parts: list[str | Operand], value: Decimal) -> str:
        """Enter a worked figure and return its line's markup."""
        plain, html, operands = "", "", []
        for part in parts:
            if isinstance(part, str):
                plain += part
                html += part
                continue
            text = part.text()
            marked = f'<i data-f="{part.address}">{text}</i>'
            if part.raised:
                plain += f"^{text}" if part.value >= 0 else f"^({text})"
                html += f"<sup>{marked}</sup>"
            else:
                plain += text
                html += marked
            operands.append(part.address)
        self.figures[name] = {
            "name": name,
            "value": shown(value),
            "origin": "worked",
            "line": f"{plain} = {shown(value)}",
            "operands": operands,
            "rule": "2 places",
        }
        return f'{html} = <b data-f="{name}">{shown(value)}</b>'

    def add_line(self, name: str, parts: list[str | Operand], value: Decimal) -> None:
        slug = name.replace("[", "-").replace(",", "-").replace("]", "")
        self.body.append(
            f'<p class="line" id="{slug}"><a class="addr" href="#{slug}">{name}</a>'
            f'<span class="sum" data-line="{name}">{self.worked(name, parts, value)}</span></p>'
        )


def make() -> Book:
    """Work a small example: a row, a matrix, dot products, powers of e, shares."""
    rng = random.Random(5)
    book = Book()

    def number() -> Decimal:
        return Decimal(rng.randrange(-240, 240)).scaleb(-2)

    row = [book.given(f"x[{i}]", number()) for i in range(1, WIDTH + 1)]
    listed = ", ".join(f'<i data-f="x[{i}]">{shown(v)}</i>' for i, v in enumerate(row, 1))
    book.body += [
        f"<p>The row has {listed}.</p>",
        f'<p class="screen-only">Press a word: <i data-f="x[1]">{shown(row[0])}</i> is first.</p>',
    ]
    weights = {
        (i, j): book.given(f"toy:w[{i},{j}]", number())
        for i in range(1, WIDTH + 1)
        for j in range(1, WIDTH + 1)
    }
    rows = [
        "".join(
            f'<td data-f="toy:w[{i},{j}]">{shown(weights[i, j])}</td>' for j in range(1, WIDTH + 1)
        )
        for i in range(1, WIDTH + 1)
    ]
    book.body.append("<table>" + "".join(f"<tr>{cells}</tr>" for cells in rows) + "</table>")
    book.body.append("<p>Every line, for the word the<sub>5</sub> and e<sup>2</sup>:</p>")
    scores = [_score(book, row, weights, j) for j in range(1, WIDTH + 1)]
    _shares(book, _raised(book, scores))
    book.body.append(PRINT_ONLY)
    return book


def _score(
    book: Book, row: list[Decimal], weights: dict[tuple[int, int], Decimal], j: int
) -> Decimal:
    parts: list[str | Operand] = []
    for i, x in enumerate(row, 1):
        parts += [" + "] if i > 1 else []
        parts += [Operand(f"x[{i}]", x), "×", Operand(f"toy:w[{i},{j}]", weights[i, j])]
    value = rounded(sum((x * weights[i, j] for i, x in enumerate(row, 1)), Decimal(0)))
    book.add_line(f"score[{j}]", parts, value)
    return value


def _raised(book: Book, scores: list[Decimal]) -> list[Decimal]:
    raised, rows = [], []
    for j, score in enumerate(scores, 1):
        half = rounded(score / 4)
        power = rounded(half.exp(), 3)
        raised.append(power)
        first = book.worked(f"half[{j}]", [Operand(f"score[{j}]", score, bare=True), " ÷ 4"], half)
        exponent = Operand(f"half[{j}]", half, bare=True, raised=True)
        second = book.worked(f"raised[{j}]", ["e", exponent], power)
        rows.append(
            f'<tr><td>word {j}</td><td><span data-line="half[{j}]">{first}</span></td>'
            f'<td><span data-line="raised[{j}]">{second}</span></td></tr>'
        )
    book.body.append("<table>" + "".join(rows) + "</table>")
    return raised


def _shares(book: Book, raised: list[Decimal]) -> None:
    total = sum(raised, Decimal(0))
    parts: list[str | Operand] = []
    for j, power in enumerate(raised, 1):
        parts += [" + "] if j > 1 else []
        parts.append(Operand(f"raised[{j}]", power))
    book.add_line("total", parts, total)
    bars = ""
    for j, power in enumerate(raised, 1):
        share = rounded(power / total, 3)
        book.add_line(
            f"share[{j}]", [Operand(f"raised[{j}]", power), " ÷ ", Operand("total", total)], share
        )
        percent = f"{share * 100:.1f}%"
        book.body.append(
            f'<p>It listens to word {j} with <i data-f="share[{j}]">{percent}</i> of its care, '
            "and the rest of this sentence is here to fill the page a little more.</p>"
        )
        place = f'x="{(j * 5 % 8) * 45}" y="{20 + 20 * (j % 3)}"'  # not in reading order
        bars += f'<text {place} data-f="share[{j}]">{percent}</text>'
    book.body.append(
        '<svg xmlns="http://www.w3.org/2000/svg" width="360" height="80" font-size="10">'
        f"{bars}</svg>"
    )


def page(book: Book, *, on_paper: bool) -> str:
    """Write the page for the screen or for print."""
    body = "\n".join(part for part in book.body if on_paper or part != PRINT_ONLY)
    contents = f"<nav><p>Contents: {TITLE} … 1</p></nav>" if on_paper else ""
    return (
        f'<!doctype html><html lang="en"><head><title>{TITLE}</title><style>{CSS}</style></head>'
        f'<body class="{"print" if on_paper else "site"}">{contents}<main data-run="{RUN}">'
        f"<h1>{TITLE}</h1>\n{body}\n</main></body></html>\n"
    )


def write(folder: Path) -> Path:
    """Write html/, ledger/ and pdf/ into ``folder``, and return it."""
    book = make()
    for name in ("html", "ledger", "pdf"):
        (folder / name).mkdir(parents=True)
    (folder / "html" / "rows.html").write_text(page(book, on_paper=False), encoding="utf-8")
    for scope in (RUN, "toy"):
        figures = [
            dict(figure, name=name.removeprefix("toy:"))
            for name, figure in book.figures.items()
            if name.startswith("toy:") == (scope == "toy")
        ]
        data = {"schema": "workings-ledger/1", "scope": scope, "figures": figures}
        file = folder / "ledger" / f"{scope.replace('/', '-')}.json"
        file.write_text(json.dumps(data, ensure_ascii=False, indent=1), encoding="utf-8")
    weasyprint.HTML(string=page(book, on_paper=True)).write_pdf(folder / "pdf" / "book.pdf")
    return folder
