"""How a line of arithmetic is read: characters → tokens → sides, each a tree of operations.

Precedence is a reader's: brackets; powers (to the right); signs; × and ÷ from the left; + and −.
A number or a closing bracket that touches an opening one multiplies: ``-0.3(0.1)``. What a reader
could take in two ways (``1/2(3)``, ``sin 5 ÷ 10``) is refused, never guessed.
"""

from decimal import Decimal

from bookaudit.errors import Unreadable
from bookaudit.reading.signs import (
    CLOSING,
    CONSTANTS,
    DEEPEST,
    FUNCTIONS,
    LISTS,
    LONGEST,
    MINUS,
    MOST_DIGITS,
    OVER,
    PLUS,
    RELATIONS,
    SUBSCRIPTS,
    SUPERSCRIPTS,
    TIMES,
    TOKEN,
    VULGAR,
)
from bookaudit.reading.tree import (
    EXACT,
    Call,
    Chain,
    Constant,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Sum,
    Vector,
)


def literal(token: str) -> Decimal:
    """Return the value of a number token, its printed places kept."""
    digits = token.strip("()").replace("−", "-").replace(",", "")
    if len(digits) > MOST_DIGITS:
        raise Unreadable(f"a number of more than {MOST_DIGITS} digits")
    value = Decimal(digits)
    if abs(value.adjusted()) > MOST_DIGITS:
        raise Unreadable(f"a number beyond 10^{MOST_DIGITS}")
    return value


def parse_chain(text: str, *, spans: bool = False) -> Chain:
    """Read a whole line, ``side = side = …``; raise `Unreadable` unless every character is used."""
    return _Parser(text, spans=spans).chain()


def parse(text: str) -> Node:
    """Read one side; raise `Unreadable` if it is not one expression."""
    sides = parse_chain(text).sides
    if len(sides) != 1:
        raise Unreadable("more than one side")
    return sides[0]


_POWERS = frozenset(SUPERSCRIPTS)
_ENDS = PLUS | MINUS | RELATIONS
_numbers: dict[str, Number] = {}  # a book's numbers are few and come again and again
_MOST_KEPT = 1 << 17


def _known(token: str) -> Number:
    number = Number(literal(token))
    if len(_numbers) < _MOST_KEPT:
        _numbers[token] = number
    return number


class _Parser:
    """Recursive descent over one line's tokens; an empty token marks the end."""

    def __init__(self, text: str, *, spans: bool = False, depth: int = 0) -> None:
        if len(text) > LONGEST:
            raise Unreadable(f"longer than {LONGEST:,} characters")
        self.spans: list[tuple[int, int]] = []
        if spans:
            found = list(TOKEN.finditer(text))
            self.tokens = [match[1] for match in found]
            self.spans = [match.span(1) for match in found]
        else:
            self.tokens = TOKEN.findall(text)
        self.tokens.append("")
        self.at = 0
        self.depth = depth

    def chain(self) -> Chain:
        tokens, sides, where = self.tokens, list[Node](), list[tuple[int, int]]()
        while True:
            start = self.at
            sides.append(self.sum())
            if self.spans:
                where.append((self.spans[start][0], self.spans[self.at - 1][1]))
            token = tokens[self.at]
            if not token:
                return Chain(sides, where)
            if token not in RELATIONS:
                raise Unreadable(f"“{token[:20]}” is not expected here")
            self.at += 1

    def sum(self) -> Node:
        tokens = self.tokens
        first = self.product()
        token = tokens[self.at]
        if token not in PLUS and token not in MINUS:
            return first
        terms, minus = [first], [False]
        while True:
            if token in PLUS:
                minus.append(False)
            elif token in MINUS:
                minus.append(True)
            else:
                return Sum(terms, minus)
            self.at += 1
            terms.append(self.product())
            token = tokens[self.at]

    def product(self) -> Node:
        tokens = self.tokens
        first = self.factor()
        factors: list[Node] | None = None
        divides: list[bool] | None = None
        while True:
            token = tokens[self.at]
            if token in TIMES:
                self.at += 1
                over = False
            elif token in OVER:
                self.at += 1
                over = True
            elif token and token not in _ENDS and self.touches(token):
                if divides:
                    raise Unreadable("a product without a sign after a division reads two ways")
                over = False
            else:
                break
            if factors is None:
                factors = [first]
            if over and divides is None:
                divides = [False] * len(factors)
            factors.append(self.factor())
            if divides is not None:
                divides.append(over)
        return first if factors is None else Product(factors, divides)

    def touches(self, token: str) -> bool:
        """Whether ``token`` multiplies what stands before it without a sign between."""
        before = self.tokens[self.at - 1][-1]
        if not (before.isdigit() or before in ")]}%" or before in SUPERSCRIPTS):
            return False
        return token[0] in "([{" or token in FUNCTIONS or token in CONSTANTS

    def factor(self) -> Node:
        if not self.spans:  # the commonest factor by far: a number with nothing attached
            number = _numbers.get(self.tokens[self.at])
            if number is not None:
                after = self.tokens[self.at + 1]
                if after != "^" and after != "%" and after != "**" and after[:1] not in _POWERS:
                    self.at += 1
                    return number
        return self.signed()

    def signed(self) -> Node:
        negative = False
        while (token := self.tokens[self.at]) in MINUS or token in PLUS:
            negative ^= token in MINUS
            self.at += 1
        start = self.at
        body = self.power()
        if not negative:
            return body
        if isinstance(body, Number):
            span = (self.spans[start - 1][0], body.span[1]) if self.spans else body.span
            return Number(body.value.copy_negate(), span)
        return Negative(body)

    def power(self) -> Node:
        base = self.atom()
        token = self.tokens[self.at]
        if token and token[0] in SUPERSCRIPTS:
            self.at += 1
            inner = "".join(SUPERSCRIPTS[sign] for sign in token)
            exponent = _Parser(inner, depth=self.depth + 1).chain()
            if len(exponent.sides) != 1 or self.tokens[self.at] in ("^", "**"):
                raise Unreadable("a power that reads two ways")
            return Power(base, exponent.sides[0])
        if token in ("^", "**"):
            self.at += 1
            if isinstance(base, Constant) and base.name == "e" and self.falls_forever():
                self.at += 4
                return Number(Decimal(0))
            self.deeper()
            exponent_node = self.signed()
            self.depth -= 1
            return Power(base, exponent_node)
        return base

    def falls_forever(self) -> bool:
        """Whether the exponent here is (−∞): e to it has a value, what e^x comes to: nothing."""
        opening, sign, infinite, closing = (*self.tokens[self.at : self.at + 4], *[""] * 4)[:4]
        return (opening, infinite, closing) == ("(", "∞", ")") and sign in MINUS

    def atom(self) -> Node:
        token = self.tokens[self.at]
        if not token:
            raise Unreadable("it stops too early")
        head = token[0]
        if head.isascii() and (head.isdigit() or (head in "(." and len(token) > 1)):
            return self.number(token)
        if head in "([{":
            items = self.bracket()
            return items[0] if len(items) == 1 else Vector(items)
        if token in FUNCTIONS:
            return self.call(FUNCTIONS[token], bare_is_clear=token == "√")
        if token in CONSTANTS:
            self.at += 1
            return Constant(CONSTANTS[token])
        if head == "|":
            return self.bars()
        if token in VULGAR:
            self.at += 1
            return Number(
                Decimal(VULGAR[token]), self.spans[self.at - 1] if self.spans else (-1, -1)
            )
        raise Unreadable(f"“{token[:20]}” is not arithmetic")

    def number(self, token: str) -> Node:
        if "," in token and not LISTS.isdisjoint(self.tokens):
            raise Unreadable("a comma that may part numbers or thousands")
        start = self.at
        self.at += 1
        percent = self.tokens[self.at] == "%"
        if percent:
            self.at += 1
        if not self.spans:
            known = _numbers.get(token) or _known(token)
            return Number(EXACT.scaleb(known.value, -2)) if percent else known
        value = literal(token)
        span = (self.spans[start][0], self.spans[self.at - 1][1])
        return Number(EXACT.scaleb(value, -2) if percent else value, span)

    def bracket(self) -> list[Node]:
        """Read a bracket from its opening to its closing, its items parted by commas."""
        token = self.tokens[self.at]
        if len(token) > 1:
            return [self.number(token)]
        self.deeper()
        self.at += 1
        items = [self.sum()]
        while self.tokens[self.at] == ",":
            self.at += 1
            items.append(self.sum())
        if self.tokens[self.at] != CLOSING[token]:
            raise Unreadable(f"a “{token}” that is not closed")
        self.at += 1
        self.depth -= 1
        return items

    def bars(self) -> Node:
        self.deeper()
        self.at += 1
        body = self.sum()
        if self.tokens[self.at] != "|":
            raise Unreadable("a “|” that is not closed")
        self.at += 1
        self.depth -= 1
        return Call("abs", [body])

    def call(self, name: str, *, bare_is_clear: bool) -> Node:
        self.deeper()
        self.at += 1
        base = self.log_base() if name == "ln" else None
        token = self.tokens[self.at]
        if token and token[0] in CLOSING:
            arguments = self.bracket()
        elif name == "sum":
            arguments = [self.sum()]
        else:
            arguments = [self.atom()]
            after = self.tokens[self.at]
            tight = after in TIMES or after in OVER or after in ("^", "**")
            if not bare_is_clear and (tight or (after and after[0] in SUPERSCRIPTS)):
                raise Unreadable(f"{name} without brackets reads two ways")
        self.depth -= 1
        return Call(name, arguments, base)

    def log_base(self) -> Node | None:
        token = self.tokens[self.at]
        if token == "_":
            self.at += 1
            return self.atom()
        if token and token[0] in SUBSCRIPTS:
            self.at += 1
            return Number(Decimal("".join(SUBSCRIPTS[sign] for sign in token)))
        return None

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            raise Unreadable(f"nested more than {DEEPEST} deep")
