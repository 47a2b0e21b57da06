"""The signs of arithmetic, and how a line is cut into tokens."""

import re

LONGEST = 20_000  # characters in one line
DEEPEST = 40  # brackets, roots and powers inside one another
MOST_DIGITS = 400  # in one number

RELATIONS = frozenset("=≈≃≅")
PLUS = frozenset("+＋")
MINUS = frozenset("-−–")
TIMES = frozenset("×·*⋅∙✕")
OVER = frozenset("÷/∕⁄")
CLOSING = {"(": ")", "[": "]", "{": "}"}
SUPERSCRIPTS = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾", "0123456789+-()", strict=True))
SUBSCRIPTS = dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True))
VULGAR = {"½": "0.5", "¼": "0.25", "¾": "0.75", "⅕": "0.2", "⅖": "0.4", "⅛": "0.125"}
FUNCTIONS = {
    "√": "sqrt",
    "sqrt": "sqrt",
    "exp": "exp",
    "ln": "ln",
    "log": "ln",
    "log2": "log2",
    "log10": "log10",
    "sin": "sin",
    "cos": "cos",
    "tanh": "tanh",
    "max": "max",
    "min": "min",
    "abs": "abs",
    "sum": "sum",
    "Σ": "sum",
    "∑": "sum",
}
LISTS = frozenset({",", "[", "max", "min", "sum", "Σ", "∑"})  # beside these, 1,234 may be two
CONSTANTS = {"e": "e", "π": "π", "pi": "π"}

_SUP = "".join(SUPERSCRIPTS)
_SUB = "".join(SUBSCRIPTS)
TOKEN = re.compile(
    rf"""\s*(
    \([+\-−]?\d+(?:\.\d+)?\)                       # a bracketed number: one token, for speed
  | [1-9]\d{{0,2}}(?:,\d\d\d){{1,9}}+(?![\d,])(?:\.\d+)?  # 9,984
  | \d+(?:\.\d+)?(?:[eE][+\-−]?\d+)?
  | \.\d+
  | [A-Za-z]+\d*
  | \*\*
  | [{_SUP}]+
  | [{_SUB}]+
  | \S )""",
    re.VERBOSE,
)
