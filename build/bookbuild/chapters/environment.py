"""Jinja for chapters: what may be printed, what a missing name says, what may be included."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, TypeVar

import jinja2
from jinja2 import nodes
from jinja2.utils import missing
from markupsafe import Markup

from bookbuild.chapters.cases import Cases, CaseTag, in_case
from bookbuild.chapters.claims import (
    ClaimFailed,
    ClaimResult,
    ClaimTag,
    holds,
    mark_broken,
    now_the_case,
)
from bookbuild.chapters.folds import FoldTag, folded
from bookbuild.chapters.questions import Questions, QuestionTag, calls
from bookbuild.chapters.shown import ShownTag, as_message, code, typed
from bookbuild.chapters.tracking import SeenTag, Tracking, TrackingEnvironment
from bookbuild.core.errors import ChapterError, Where
from bookbuild.core.places import Source
from bookbuild.markup.markdown import to_text
from bookbuild.markup.slots import PRIVATE_USE, Slot, SlotTable, slot_of
from engine.errors import UnknownName, WorkingsError

T = TypeVar("T")

# `default` prints something for a name that isn't there; the others let typed digits through.
_REFUSED_FILTERS = ("default", "d", "safe", "escape", "e", "forceescape", "tojson", "xmlattr")
_REFUSED_TESTS = ("defined", "undefined")


class ChapterEnvironment(TrackingEnvironment):
    """Renders one chapter and the files that it includes, and keeps what was met on the way.

    `read` gives the source of a file by the name that a chapter includes it by, or raises
    `FileNotFoundError`. `slots`, `claims` and `questions` are those of the last `write`.
    """

    def __init__(self, read: Callable[[str], Source]) -> None:
        self.slots = SlotTable()
        self.claims: list[ClaimResult] = []
        self.questions = Questions()
        self._read = read
        self._context: Mapping[str, object] = {}
        self._lookups: Sequence[object] = ()
        self._cases = Cases()
        self._hidden = 0  # how many cases are open that do not hold
        self._names: set[str] = set()
        super().__init__(
            autoescape=True,
            undefined=_undefined(lambda: iter({*self._context, *self._names})),
            trim_blocks=False,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            loader=jinja2.FunctionLoader(self._load),
            extensions=[Tracking, ClaimTag, CaseTag, FoldTag, ShownTag, QuestionTag],
        )
        for name in _REFUSED_FILTERS:
            self.filters.pop(name)
        for name in _REFUSED_TESTS:
            self.tests.pop(name)
        self.globals.clear()
        self.globals.update(
            range=range,
            _at=self._at,
            _decimal=Decimal,
            _begin_claim=self._begin_claim,
            _end_claim=self._end_claim,
            _begin_when=self._begin_when,
            _end_when=self._end_when,
            _begin_shown=self._begin_shown,
            _end_shown=self._end_shown,
            _begin_fails=self._begin_shown,
            _end_fails=self._end_fails,
            _begin_fold=self._begin_fold,
            _end_fold=self._end_fold,
            **calls(lambda: self.questions),
        )

    def survey(self, name: str) -> None:
        """Read a file and all that it includes into `sources`, without rendering."""
        self._placed(lambda: self._survey(name))

    def write(
        self,
        name: str,
        context: Mapping[str, object],
        lookups: Sequence[object],
        questions: Questions | None = None,
        cases: Cases | None = None,
    ) -> str:
        """Render a file to Markdown with placeholders; reading a figure adds to `lookups`.

        `questions` says how the chapter's questions are written, `cases` which cases hold. Raises
        `WorkingsError`, always with its place, for whatever goes wrong.
        """
        self.slots, self.claims, self.open = SlotTable(), [], []
        self.questions = questions or Questions()
        self._context, self._lookups = context, lookups
        self._cases, self._hidden = cases or Cases(), 0
        return self._placed(lambda: self.get_template(name).render(self._context))

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Read `obj.attribute`: an entry of a mapping, or else an attribute, and nothing else."""
        if isinstance(obj, Mapping) and attribute in obj:
            return obj[attribute]
        try:
            return getattr(obj, attribute)
        except AttributeError:
            return self.undefined(obj=obj, name=attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        """Read `obj[argument]`, and nothing else."""
        try:
            return obj[argument]
        except LookupError:
            shown = argument if isinstance(argument, tuple) else (argument,)
            return self.undefined(obj=obj, name=",".join(map(str, shown)))

    def _placed(self, work: Callable[[], T]) -> T:
        try:
            return work()
        except jinja2.TemplateSyntaxError as error:
            place = self.sources[error.filename or ""].place_of_line(error.lineno)
            raise ChapterError(error.message or "it can't be read", place) from error
        except WorkingsError as error:
            if not error.where:
                error.where = str(self.place_of(error))
            raise
        except RecursionError as error:
            raise ChapterError("it includes or calls itself", self.place_of(error)) from error
        except ZeroDivisionError as error:
            raise ChapterError("it divides by zero", self.place_of(error)) from error
        except Exception as error:  # what a chapter calls may raise anything
            kind = "" if isinstance(error, jinja2.TemplateError) else type(error).__name__
            message = f"{kind}: {error}".strip(": ")
            raise ChapterError(message, self.place_of(error)) from error

    def _load(self, name: str) -> tuple[str, str, Callable[[], bool]] | None:
        try:
            source = self._read(name)
        except FileNotFoundError:
            return None
        if found := PRIVATE_USE.search(source.text):
            code = f"U+{ord(found.group()):04X}"
            raise ChapterError(f"{code} is a private-use character", source.place(found.start()))
        source = self.sources.setdefault(source.file, source)
        return source.text, source.file, lambda: True

    def _survey(self, name: str) -> None:
        source = self._load(name)
        if source is None:
            raise FileNotFoundError(name)
        waiting = [(name, *source[:2])]
        while waiting:
            current, text, file = waiting.pop()
            tree = self.parse(text, current, file)
            self._names.update(n.name for n in tree.find_all(nodes.Name) if n.ctx == "store")
            self._names.update(macro.name for macro in tree.find_all(nodes.Macro))
            for include in tree.find_all((nodes.Include, nodes.Import, nodes.FromImport)):
                place = self.sources[file].place_of_line(include.lineno)
                wanted = getattr(include, "template", None)
                if not isinstance(wanted, nodes.Const) or not isinstance(wanted.value, str):
                    raise ChapterError("an include needs the name of one file in quotes", place)
                known = len(self.sources)
                found = self._load(wanted.value)
                if found is None:
                    raise ChapterError(f"there is no file “{wanted.value}” to include", place)
                if len(self.sources) > known:
                    waiting.append((wanted.value, *found[:2]))

    def _at(self, number: int) -> Callable[[object], Markup]:
        seen = self.seen[number]
        self.open.append(seen)

        def output(value: object) -> Markup:
            printed = self._print(value, seen.place)
            self.open.pop()
            return printed

        return output

    def _print(self, value: object, place: Where) -> Markup:
        if isinstance(value, Markup) and self.slots.knows_all(value):
            return value  # what a macro or a block of the chapter wrote
        if slot := slot_of(value):
            return Markup(self.slots.seat(slot, place))
        if isinstance(value, str) and not any(map(str.isnumeric, value)):
            return Markup(self.slots.seat(Slot.plain(value), place))
        if isinstance(value, str | int | float | Decimal) and not isinstance(value, bool):
            raise ChapterError(f"a number must be a figure, and “{value}” is none", place)
        if isinstance(value, jinja2.Undefined):
            raise ChapterError("an “if” without an “else” has nothing to print", place)
        if callable(value):
            raise ChapterError("it prints a function; call it with (…)", place)
        raise ChapterError(f"it can't print {type(value).__name__}", place)

    def _begin_claim(self, number: int) -> tuple[SeenTag, int]:
        self.open.append(self.seen[number])
        return self.seen[number], len(self._lookups)

    def _end_claim(
        self,
        begun: tuple[SeenTag, int],
        comparisons: tuple[str, ...],
        values: list[object],
        caller: Callable[[], Markup],
    ) -> Markup:
        seen, first = begun
        true = holds(comparisons, values)
        now = now_the_case(values, self._lookups[first:])
        self.open.pop()
        sentence = caller()
        if self._hidden:
            return sentence  # it is claimed of no figures of this page
        test = seen.tag.text.strip("{%-+} \n").removeprefix("claim")
        self.claims.append(
            ClaimResult(
                place=seen.place,
                sentence=to_text(sentence, self.slots),
                test=" ".join(test.split()),
                holds=true,
                now=now,
            )
        )
        if true:
            return sentence
        return mark_broken(sentence, has_blocks=self._has_blocks(sentence))

    def _begin_when(self, number: int) -> None:
        self.open.append(self.seen[number])

    def _end_when(self, _: None, name: object, caller: Callable[[], Markup]) -> Markup:
        case = str(name)
        holds = self._cases.hold(case)
        if not (holds or self._cases.all_shown):
            self.open.pop()
            return Markup("")
        self._hidden += not holds
        inside = caller()
        self._hidden -= not holds
        marked = in_case(case, inside, holds=holds, has_blocks=self._has_blocks(inside))
        self.open.pop()
        return marked

    def _begin_fold(self, number: int) -> SeenTag:
        self.open.append(self.seen[number])
        return self.seen[number]

    def _end_fold(self, seen: SeenTag, title: object, caller: Callable[[], Markup]) -> Markup:
        part = folded(self._print(title, seen.place), caller())
        self.open.pop()
        return part

    def _begin_shown(self, number: int) -> SeenTag:
        self.open.append(self.seen[number])
        return self.seen[number]

    def _end_shown(self, seen: SeenTag, title: object, caller: Callable[[], Markup]) -> Markup:
        inside = caller()
        self.open.pop()
        return self._example(seen, title, "endshown", inside.strip())

    def _end_fails(self, seen: SeenTag, title: object, caller: Callable[[], Markup]) -> Markup:
        """Show a mistake with its message; what it prints and claims is not on the page."""
        known, opened = len(self.claims), len(self.open)
        faults: list[object] = []
        try:
            self._placed(lambda: self._lines_kept(caller))
        except WorkingsError as error:
            faults.append(error)
        faults += [ClaimFailed(claim) for claim in self.claims[known:] if not claim.holds]
        del self.claims[known:], self.open[opened:]
        message = self.slots.seat(as_message(faults), seen.place)
        self.open.pop()
        return self._example(seen, title, "endfails", message)

    def _lines_kept(self, caller: Callable[[], Markup]) -> Markup:
        """Render a part; an error in it has the lines of the source, as that of a page has."""
        try:
            return caller()
        except Exception:
            self.handle_exception()

    def _example(self, seen: SeenTag, title: object, end: str, inside: str) -> Markup:
        """Put what an author typed in an example above what comes of it."""
        shown = self.slots.seat(code(typed(seen, end)), seen.place)
        name = f'<p class="asked">{self._print(title, seen.place)}</p>'
        opening = f'<div class="example">\n{name}'
        return Markup(f"\n\n{opening}\n\n{shown}\n\n{inside}\n\n</div>\n\n")

    def _has_blocks(self, text: str) -> bool:
        return any(slot.block for slot, _ in self.slots.within(text))


def _undefined(valid_names: Callable[[], Iterator[str]]) -> type[jinja2.Undefined]:
    """Make the kind of undefined value that is an error as soon as it is met."""

    class Refused(jinja2.StrictUndefined):
        def __init__(
            self,
            hint: str | None = None,
            obj: Any = missing,
            name: str | None = None,
            exc: type[jinja2.TemplateRuntimeError] = jinja2.UndefinedError,
        ) -> None:
            if hint or name is None:
                raise WorkingsError(hint or "it has no value")
            raise UnknownName(str(name), valid_names() if obj is missing else _names_of(obj))

    return Refused


def _names_of(thing: object) -> Iterator[str]:
    own = getattr(type(thing), "valid_names", None)
    if own is not None:
        yield from own(thing)
    elif isinstance(thing, Mapping):
        yield from map(str, thing)
    else:
        yield from (name for name in dir(thing) if not name.startswith("_"))
