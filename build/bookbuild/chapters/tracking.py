"""Which tag of which file Jinja is evaluating, so that every error has a line and a column.

Each output, claim and case is given a number while a file is read; evaluating it begins with that
number. Where Jinja evaluates anything else, it knows at least the line.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from types import TracebackType

import jinja2
from jinja2 import nodes
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from jinja2.parser import Parser

from bookbuild.core.errors import Where
from bookbuild.core.places import Source, Tag
from engine.errors import UnknownName

_KINDS = {"variable_begin": "output", "block_begin": "statement"}
_NUMBERED = ("claim", "when", "fold", "shown", "fails")  # statements that carry their number


@dataclass(frozen=True)
class SeenTag:
    """A tag of one of the chapter's files."""

    source: Source
    tag: Tag

    @property
    def place(self) -> Where:
        """Where the tag begins."""
        return self.source.place(self.tag.start)


class TrackingEnvironment(jinja2.Environment):
    """Jinja that remembers its tags; templates need `_at` and `_decimal` among its globals."""

    def __init__(self, **options: object) -> None:
        self.sources: dict[str, Source] = {}
        self.seen: list[SeenTag] = []
        self.open: list[SeenTag] = []  # those being evaluated, the innermost last
        super().__init__(**options)  # type: ignore[arg-type]

    def see(self, file: str, kind: str, line: int, nth: int) -> int:
        """Number a tag: the nth of its kind that begins on a line of a file."""
        source = self.sources[file]
        self.seen.append(SeenTag(source, source.tags_by_line[line, kind][nth]))
        return len(self.seen) - 1

    def place_of(self, error: BaseException) -> Where:
        """Tell where an error arose: the name at fault if a tag shows it, or else the tag."""
        frames = [frame for frame in _frames(error.__traceback__) if frame[0] in self.sources]
        if not frames:
            return self.open[-1].place if self.open else Where(next(iter(self.sources)), 1)
        file, line = frames[-1]
        source = self.sources[file]
        tags = source.tags_on(line)
        if self.open and self.open[-1].source is source and self.open[-1].tag in tags:
            tags = [self.open[-1].tag]
        if isinstance(error, UnknownName):
            for tag in tags:
                if place := source.place_of_name(error.name, tag):
                    return place
        return source.place(tags[0].start) if tags else source.place_of_line(line)


class Tracking(Extension):
    """Lets each output, claim and case carry its number, and each typed decimal keep its digits."""

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """Write `{{ x }}` as `{{ _at(7)(x) }}`, `{% claim x %}` as `{% claim 8 x %}`, as `when`."""
        environment = self.environment
        if not isinstance(environment, TrackingEnvironment):
            raise TypeError("tracking needs its own environment")
        met: dict[tuple[int, str], int] = {}
        number, opened = 0, False
        for token in stream:
            line = token.lineno
            if kind := _KINDS.get(token.type):
                nth = met.get((line, kind), 0)
                met[line, kind] = nth + 1
                number = environment.see(stream.filename or "", kind, line, nth)
                opened = kind == "statement"
                yield token
                if kind == "output":
                    yield from _call(line, "_at", "integer", number)
                    yield Token(line, "lparen", "(")
            elif token.type == "variable_end":
                yield Token(line, "rparen", ")")
                yield token
            elif token.type == "float":
                yield from _call(line, "_decimal", "string", repr(token.value))
            else:
                yield token
                if opened and token.value in _NUMBERED:
                    yield _token(line, "integer", number)
                opened = False


class NumberedTag(Extension):
    """A tag that carries its number: `{% claim TEST %}…{% endclaim %}`.

    Its environment answers `_begin_claim(number)` and, with what that returned, the arguments and
    the inside, `_end_claim(begun, *arguments, caller)`; so for each name among its `tags`.
    """

    def parse(self, parser: Parser) -> nodes.Node:
        """Read the tag: its number, its expression, what is in it."""
        opening = next(parser.stream)
        number = nodes.Const(parser.stream.expect("integer").value)
        expression = parser.parse_expression()
        inside = parser.parse_statements((f"name:end{opening.value}",), drop_needle=True)
        # Python evaluates arguments in order: the tag is known before its expression is looked at.
        begin = _answered(f"_begin_{opening.value}", [number])
        end = _answered(f"_end_{opening.value}", [begin, *self.arguments(expression)])
        return nodes.CallBlock(end, [], [], inside).set_lineno(opening.lineno)

    def arguments(self, expression: nodes.Expr) -> list[nodes.Expr]:
        """Return what the environment receives of the tag's expression: its value."""
        return [expression]


def _answered(name: str, arguments: list[nodes.Expr]) -> nodes.Call:
    return nodes.Call(nodes.Name(name, "load"), arguments, [], None, None)


def _call(line: int, name: str, kind: str, argument: object) -> Iterator[Token]:
    yield Token(line, "name", name)
    yield Token(line, "lparen", "(")
    yield _token(line, kind, argument)
    yield Token(line, "rparen", ")")


def _token(line: int, kind: str, value: object) -> Token:
    return Token(line, kind, value)  # type: ignore[arg-type]


def _frames(traceback: TracebackType | None) -> Iterator[tuple[str, int]]:
    while traceback is not None:
        yield traceback.tb_frame.f_code.co_filename, traceback.tb_lineno
        traceback = traceback.tb_next
