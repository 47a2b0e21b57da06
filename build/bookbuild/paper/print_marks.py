"""Decides what paper says by its characters where it shows it by place alone.

An exponent is raised, a cell stands apart, an address hangs in the margin, a formula is a picture:
a program that reads the characters of a PDF sees none of it. So each exponent has a caret, and
brackets if it is more than a number; a bar stands between cells, a colon behind an address, and
before a formula what it says. None of them has any ink (see `font_marks`), and hardly any room.
"""

import re
from collections.abc import Iterator
from html import unescape

from bookbuild.core.font_marks import MARK_WIDTH

_POWER = re.compile(r"<sup>((?:(?!<a\b).)*?)</sup>", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_NUMBER = re.compile(r"\d+(\.\d+)?")
# Each is two letters: a single one without ink is passed over by some programs.
_BAR, _COLON = '<span class="cut">\u00a0|</span>', '<span class="cut">:\u00a0</span>'
_BRACKET = re.compile(r"[()]")
_ROW = re.compile(r"<tr\b(?:(?!</tr>).)*\bdata-line=.*?</tr>", re.DOTALL)
_BETWEEN_CELLS = re.compile(r"</t[dh]>(?=\s*<t[dh]\b)")
_AFTER_ADDRESS = re.compile(r'</(?:a|span)>(?= <span class="sum")')
_FORMULA = re.compile(r'<svg [^>]*style="width:([\d.]+)em;[^>]*><title[^>]*>([^<]*)</title>')


def marked(html: str) -> str:
    """Put these marks into a document for paper."""
    html = _POWER.sub(lambda power: f"<sup>{_raised(power[1])}</sup>", html)
    html = _ROW.sub(lambda row: _BETWEEN_CELLS.sub(rf"{_BAR}\g<0>", row[0]), html)
    html = _AFTER_ADDRESS.sub(rf"{_COLON}\g<0>", html)
    return _FORMULA.sub(
        lambda formula: f"{_spoken(formula[2], float(formula[1]))}{formula[0]}", html
    )


def _raised(exponent: str) -> str:
    if _NUMBER.fullmatch(_TAG.sub("", exponent)):
        return f"^{exponent}"
    # brackets that are to be seen come from the font that has ink for them
    return f"^({''.join(_with_brackets(exponent))})"


def _with_brackets(exponent: str) -> Iterator[str]:
    last = 0
    for tag in [*_TAG.finditer(exponent), None]:
        text = exponent[last : tag.start() if tag else None]
        yield _BRACKET.sub(r'<span class="bracket">\g<0></span>', text)
        if tag:
            yield tag[0]
            last = tag.end()


def _spoken(text: str, width: float) -> str:
    """Return a formula's text, as wide as its picture (in em), and set back by its width."""
    if len(text) == 1:
        text += "\u00a0"  # as above
    length = MARK_WIDTH * len(unescape(text))
    size = min(1.0, width / length)
    style = f"font-size:{size:.3f}em;margin-right:-{length:g}em"
    return f'<span class="spoken" style="{style}">{text}</span>'
