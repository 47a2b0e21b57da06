"""How running text is cut into what may be arithmetic and what is a word.

A word here is anything that no line of arithmetic goes through: names, versions, dates, addresses,
punctuation, brackets that hold words or an ``=``, and commas outside lists.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bookaudit.reading.signs import (
    CLOSING,
    CONSTANTS,
    FUNCTIONS,
    MINUS,
    OVER,
    PLUS,
    RELATIONS,
    TIMES,
    VULGAR,
)

_PIECE = re.compile(
    r"""(?P<word> (?<!\w)\w++://\S+ | (?<![\w.+-])[\w.+-]++@[\w.]+ | \#\w+
          | \d+(?:\.\d+){2,} | 0\d++(?!\.) | \d+(?:[-/.]\d+){2,}   # versions, 007, dates
          | (?<![=!<>:+*/~-])[=!<>:+*/~-]++(?<=[=!<>:+*/~-]=)[=>~]* | =+[=>~]+ | (?<!-)-++>
          | \.\.\. | … )
      | (?P<number> [1-9]\d{0,2}(?:,\d\d\d){1,9}+(?![\d,])(?:\.\d+)?
          | \d+(?:\.\d+)?(?:[eE][+\-−]?\d+)? | (?<![\w.])\.\d+ )
      | (?P<sup> [⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾]+ )
      | (?P<sign> \*\* | (?<=[\d)])x(?=[\d(.]) )
      | (?P<name> [^\W\d_⁰¹²³⁴⁵⁶⁷⁸⁹]+ (?:_?[^\W_⁰¹²³⁴⁵⁶⁷⁸⁹])*+ )
      | (?P<other> \S )""",
    re.VERBOSE,
)
LONGEST_STRETCH = 20_000  # tokens without a word between them: beyond it, data and not prose
BATCH = 4_000
_NAMES = {**FUNCTIONS, **CONSTANTS}


@dataclass(slots=True)
class Token:
    """A piece of text; ``kind`` is one letter or sign.

    N number, O operation, S sign (+ −), F function, C constant, ( ) , = ^ %, W word, ! passed over.
    """

    kind: str
    start: int
    end: int


def tokenised(text: str) -> Iterator[list[Token]]:
    """Cut ``text`` into tokens, in order, some thousands at a time.

    Each list begins with the word that ended the last one. Where no word comes for longer than any
    line of arithmetic could be, one token of the kind ``!`` has all up to the next word.
    """
    tokens: list[Token] = []
    depth = 0  # of brackets, counted as `_free_brackets` does
    passed: Token | None = None
    kinds = set[str]()
    for match in _PIECE.finditer(text):
        kind = _kind(match, text)
        parts = (kind == "W" and match.group() != "x") or (kind == "," and not depth)
        if parts or kind == "=":
            depth = 0
        elif kind in "()":
            depth = max(0, depth + (1 if kind == "(" else -1))
        if passed is not None:
            passed.end = match.start()
            if not parts:
                kinds.add(kind)
                continue
            yield _passed_over(tokens, passed, kinds, text)
            tokens, passed = [], None
        tokens.append(Token(kind, *match.span()))
        if parts and len(tokens) >= BATCH:
            yield _settled(tokens, text)
            tokens = [Token("W", *match.span())]
        elif len(tokens) > BATCH + 2 * LONGEST_STRETCH:
            passed = Token("!", match.end(), match.end())
            kinds = {token.kind for token in tokens}
    if passed is not None:
        passed.end = len(text)
        yield _passed_over(tokens, passed, kinds, text)
        tokens = []
    yield _settled([*tokens, Token("W", len(text), len(text))], text)


def _passed_over(tokens: list[Token], passed: Token, kinds: set[str], text: str) -> list[Token]:
    """End a list with what is passed over: numbers alone, with nothing to work out, are a word."""
    if "=" not in kinds or kinds.isdisjoint("OSF^"):
        passed.kind = "W"
    return _settled([*tokens, passed], text)


def _settled(tokens: list[Token], text: str) -> list[Token]:
    """Decide what depends on a token's neighbours: names, brackets and commas."""
    edge, parted = Token("W", 0, 0), list[Token]()
    for before, token, after in zip([edge, *tokens], tokens, [*tokens[1:], edge], strict=False):
        word = text[token.start : token.end]
        if token.kind == "W" and word == "x" and before.kind in "N)" and after.kind in "N(":
            token.kind = "O"  # 3 x 4
        elif token.kind == "C" and after.kind != "^":
            token.kind = "W" if word == "e" else "N"
        elif token.kind == "F" and after.kind not in "N(FC":
            token.kind = "W"
        elif token.kind == "S" and _begins_cell(text, before, token, after):
            parted.append(Token("W", before.end, token.start))
    if parted:
        tokens = sorted([*parted, *tokens], key=lambda token: (token.start, token.end))
    _free_brackets(tokens)
    return tokens


def _begins_cell(text: str, before: Token, sign: Token, after: Token) -> bool:
    """Whether a table's gap parts a sign from a number before it, and nothing from what follows."""
    tight = sign.end == after.start and before.kind in "N)%"
    return tight and "\t" in text[before.end : sign.start]


def _kind(match: re.Match[str], text: str) -> str:
    word = match.group()
    if match.lastgroup == "number" or word in VULGAR or word == "∞":
        # 2nd, 3D, 4k: a number that a letter touches is part of a word
        after = text[match.end() : match.end() + 1]
        before = text[match.start() - 1 : match.start()] if match.start() else ""
        if before == "_" or (after.isalpha() and after not in "xe√πΣ") or after == "_":
            return "W"
        return "N"
    if match.lastgroup == "sup" or word in ("^", "**"):
        return "^"
    if word in _NAMES:
        return "C" if word in CONSTANTS else "F"
    if match.lastgroup == "sign":
        return "O"
    if match.lastgroup != "other":
        return "W"
    if word in RELATIONS:
        return "="
    if word in PLUS or word in MINUS:
        return "S"
    if word in TIMES or word in OVER:
        return "O"
    if word in CLOSING:
        return "("
    if word in CLOSING.values():
        return ")"
    return word if word in ",%" else "W"


def _free_brackets(tokens: list[Token]) -> None:
    """Turn brackets that hold words or ``=``, and commas outside lists, into words."""
    opened: list[tuple[Token, list[Token]]] = []
    for token in tokens:
        if token.kind in "W=!":
            for bracket, commas in opened:
                for part in (bracket, *commas):
                    part.kind = "W"
            opened = []
        elif token.kind == "(":
            opened.append((token, []))
        elif token.kind == ")":
            if opened:
                opened.pop()
            else:
                token.kind = "W"
        elif token.kind == ",":
            if opened:
                opened[-1][1].append(token)
            else:
                token.kind = "W"
    for bracket, commas in opened:
        for part in (bracket, *commas):
            part.kind = "W"
