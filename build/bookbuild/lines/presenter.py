"""How one figure or line is shown on a page: its markup, its link, and its seat in a chapter."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal

from markupsafe import Markup, escape

from bookbuild.lines.expression import HtmlStyle, figure_html, reference
from bookbuild.lines.lines import line_of
from bookbuild.lines.written import breakable, element_id, line_paragraph, line_span
from bookbuild.markup.slots import Slot
from engine.errors import WorkingsError
from engine.figures.decimals import printed
from engine.figures.figure import Figure

SMALLEST_PERCENT = Decimal("0.001")  # a share below this reads “<0.1%” where only its size matters

Href = Callable[[Figure], str | None]


def _element(name: str, html: str, of: str = "") -> Markup:
    marks = "".join(
        f' data-{key}="{escape(value)}"' for key, value in (("f", name), ("of", of)) if value
    )
    return Markup(f"<span{marks}>{html}</span>") if marks else Markup(html)


def percent_text(share: Figure) -> str:
    """Return a share in percent, digit for digit: 0.639 reads 63.9%."""
    if 0 < share.value < SMALLEST_PERCENT:
        return "<0.1%"
    return f"{printed(share.value.scaleb(2))}%"


@dataclass(frozen=True)
class Shown:
    """A figure as the templates take it."""

    html: Markup
    text: str
    value: float
    href: str | None = None
    name: str = ""

    def __html__(self) -> str:
        if self.href:
            return f'<a class="fig" href="{escape(self.href)}">{self.html}</a>'
        return str(self.html)

    def as_slot(self) -> Slot:
        """Stand in running text; in a formula the digits stand with a real minus."""
        latex = self.text.replace("−", "-").replace("%", r"\%").replace(",", "{,}")
        mantissa, ten, power = latex.partition(" × 10^")
        if ten:
            latex = rf"{mantissa}\times 10^{{{power.strip('()')}}}"
        return Slot(html=self.__html__(), text=self.text, latex=latex, name=self.name)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Cell:
    """A given figure in a large table: its digits, and its name in its own scope."""

    name: str
    html: Markup


@dataclass(frozen=True)
class ShownLine:
    """A line as the templates take it.

    `address` is its figure's name as seen from this page, `label` that name without a scope and
    with the places where it may break, `of` that name in roles.
    """

    id: str
    address: str
    label: Markup
    html: Markup
    text: str
    of: str = ""

    def __html__(self) -> str:
        return line_span(self.address, self.html, f'{self._of()} id="{escape(self.id)}"')

    def paragraph(self, mends: str = "") -> Markup:
        """Return the line as a paragraph with its address in the margin.

        `mends` is the name of the quotation that the line puts right, or nothing.
        """
        more = self._of() + (f' data-mends="{escape(mends)}"' if mends else "")
        return Markup(line_paragraph(self.id, self.label, line_span(self.address, self.html, more)))

    def _of(self) -> str:
        return f' data-of="{escape(self.of)}"' if self.of else ""


def bar(value: float, largest: float, plain: bool = False) -> Markup:
    """Draw a number's size as a bar in hundredths of the largest; only zero has none at all."""
    length = round(100 * abs(value) / largest) if largest else 0
    drawn = f'<i class="b{length}"></i>' if value else ""
    kind = f"bar{' plain' if plain else ''}{' neg' if value < 0 else ''}"
    return Markup(f'<span class="{kind}">{drawn}</span>')


class Presenter:
    """Shows figures as one page sees them: from its scope, with its links, each line once."""

    def __init__(
        self, scope: str, href: Href, id_prefix: str = "", *, on_screen: bool = True
    ) -> None:
        self.scope = scope
        self.on_screen = on_screen
        self._style = HtmlStyle(scope)
        self._id_prefix = id_prefix
        self._href = href
        self.written: set[str] = set()  # addresses of the lines that the page writes out
        self.rows: set[str] = set()  # ids of the rows of cells that the page shows
        self.shown: dict[str, Figure] = {}  # by address: all that the page shows

    def name(self, figure: Figure) -> str:
        """Return a figure's name as this page sees it, and remember that the page shows it."""
        self.shown[figure.address] = figure
        return reference(figure, self.scope)

    def id_of(self, name: str) -> str:
        """Return the id of what has this name on the page."""
        return self._id_prefix + element_id(name)

    def row_id(self, name: str) -> str | None:
        """Return the id of a row of cells; a row that is on the page already has none."""
        row = f"{self.id_of(name)}-row"
        if row in self.rows:
            return None
        self.rows.add(row)
        return row

    def here(self, name: str) -> str | None:
        """Return the way to what has this name on the page; on paper there is none."""
        return f"#{self.id_of(name)}" if self.on_screen else None

    def figure(self, figure: Figure, of: str = "") -> Shown:
        """Show a figure by its digits; `of` is its name in roles."""
        name = self.name(figure)
        html = _element(name, figure_html(figure), of)
        return Shown(html, figure.text, float(figure.value), self._href(figure), name)

    def cell(self, figure: Figure) -> Cell:
        """Show a figure in a table that names its scope once for all."""
        self.name(figure)
        return Cell(figure.name, Markup(figure_html(figure)))

    def percent(self, share: Figure, of: str = "") -> Shown:
        """Show a share in percent; one too small to matter has no digits of its own."""
        text = percent_text(share)
        small = text.startswith("<")
        html = _element("" if small else self.name(share), escape(text), of)
        return Shown(html, text, float(share.value), self._href(share))

    def line(self, figure: Figure, of: str = "") -> ShownLine:
        """Show the line that made a figure. Raises `WorkingsError` if the page has it already."""
        if not figure.worked:
            raise WorkingsError(f"{figure.name} is given: there is no line that made it")
        name = self.name(figure)
        if figure.address in self.written:
            raise WorkingsError(f"the line {figure.name} stands twice on this page")
        self.written.add(figure.address)
        line = line_of(figure)
        self.shown |= {operand.address: operand for operand in line.operands}
        return ShownLine(
            self.id_of(name), name, breakable(figure.name), Markup(line.html(self._style)),
            line.text, of,
        )  # fmt: skip
