"""From a chapter's file to its HTML: read, lint, fill, test the claims, write the Markdown."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from urllib.parse import unquote

from bookbuild.chapters.cases import Cases
from bookbuild.chapters.claims import ClaimFailed, ClaimResult
from bookbuild.chapters.environment import ChapterEnvironment
from bookbuild.chapters.front_matter import FrontMatter, split
from bookbuild.chapters.lint import lint
from bookbuild.chapters.own_pictures import OwnPicture, own_picture
from bookbuild.chapters.questions import Questions
from bookbuild.core.errors import ChapterError, Faults, Where
from bookbuild.core.inputs import read_text_file
from bookbuild.core.places import Source
from bookbuild.markup.formulas import FormulaError, Formulas, Medium
from bookbuild.markup.markdown import Heading, TypedPicture, to_html
from bookbuild.markup.slots import PLACEHOLDER
from engine.errors import WorkingsError


@dataclass(frozen=True)
class Chapter:
    """A chapter as its author wrote it; `source` keeps the file's lines, its head left blank."""

    path: Path
    name: str  # the file's name without number and ending: "from-words-to-a-guess"
    front: FrontMatter
    source: Source


@dataclass(frozen=True)
class Rendered:
    """A chapter's page: its HTML (no `<html>`, no title of its own), and what it reported.

    `answers` is the HTML of those that paper sets at its end; `pictures` are the files it shows.
    """

    title: str
    summary: str
    html: str
    headings: tuple[Heading, ...]
    claims: tuple[ClaimResult, ...]
    answers: str = ""
    pictures: tuple[OwnPicture, ...] = ()


def read_chapter(
    path: Path, root: Path, head: Mapping[str, type] = MappingProxyType({})
) -> Chapter:
    """Read `book/NN-name.md`; messages name it relative to `root`, the book's folder's parent.

    `head` has the keys of its head that subjects read, each with the type of its value.

    Raises `ChapterError` for a file that can't be read and for a head that isn't right.
    """
    file = path.relative_to(root).as_posix()
    front, text = split(_read(path, file), file, head)
    name = re.sub(r"^[0-9]+-", "", path.stem)
    return Chapter(path, name, front, Source(file, text))


class Renderer:
    """One chapter, read and linted once, then rendered as often as it is asked for."""

    def __init__(self, chapter: Chapter) -> None:
        """Read the files that the chapter includes. Raises `Faults` with all typed digits."""
        self._chapter = chapter
        self._environment = ChapterEnvironment(lambda name: _included(chapter, name))
        self._main = chapter.path.name
        self._environment.survey(self._main)
        typed = [
            fault
            for source in self._environment.sources.values()
            for fault in lint(source, chapter.front.names)
        ]
        if typed:
            raise Faults(typed)

    def render(
        self,
        context: Mapping[str, object],
        *,
        medium: Medium,
        lookups: list[tuple[str, str]] | None = None,
        cases: Cases | None = None,
        claims_as_warnings: bool = False,
        formulas: Formulas | None = None,
        id_prefix: str = "",
        picture_source: Callable[[OwnPicture], str] = lambda picture: picture.inline,
    ) -> Rendered:
        """Render the chapter with the names of `context`, for a screen or for paper.

        Reading a figure adds its name and its printed form to `lookups`, which a claim that fails
        shows; `cases` knows which cases hold. `formulas` shares drawn formulas; `id_prefix` comes
        before the addresses of headings. `picture_source` says where the page finds a picture.

        Raises `ChapterError` at the first thing that can't be rendered; `Faults` with all false
        claims, unless they are warnings (then the page marks them).
        """
        environment = self._environment
        questions = Questions(apart=medium == "pdf", prefix=id_prefix)
        markdown = environment.write(
            self._main,
            context,
            [] if lookups is None else lookups,
            questions,
            cases or Cases(),
        )
        broken = [claim for claim in environment.claims if not claim.holds]
        if broken and not claims_as_warnings:
            raise Faults([ClaimFailed(claim) for claim in broken])
        drawn = formulas or Formulas(medium)
        pictures: dict[str, OwnPicture] = {}

        def picture(name: str, alternative: str) -> Mapping[str, str]:
            found = self._picture(name, alternative)
            pictures[found.name] = found
            size = {"width": str(found.width), "height": str(found.height)}
            return {"src": picture_source(found), **size}

        def written(text: str, prefix: str) -> tuple[str, tuple[Heading, ...]]:
            return to_html(
                text,
                environment.slots,
                lambda latex, display: drawn.write(latex, display, environment.slots),
                prefix,
                picture,
            )

        try:
            html, headings = written(markdown, id_prefix)
            answers, _ = written(questions.answers, f"{id_prefix}answers.")
        except TypedPicture as error:
            raise ChapterError(error.message, _place_of_element("img", environment)) from error
        except FormulaError as error:
            place = _place_of_formula(error.source, environment)
            raise ChapterError(error.message, place) from error
        front = self._chapter.front
        claims = tuple(environment.claims)
        shown = tuple(pictures[name] for name in sorted(pictures))
        return Rendered(front.title, front.summary, html, headings, claims, answers, shown)

    def _picture(self, name: str, alternative: str) -> OwnPicture:
        """Return a picture that the chapter shows. Raises `ChapterError` at its place."""
        name = unquote(name)
        try:
            return own_picture(self._chapter.path.parent, name, alternative)
        except WorkingsError as error:
            place = _place_of_picture(name, self._environment)
            raise ChapterError(error.message, place) from error


def _included(chapter: Chapter, name: str) -> Source:
    if name == chapter.path.name:
        return chapter.source
    if ".." in PurePosixPath(name).parts or PurePosixPath(name).is_absolute():
        raise FileNotFoundError(name)
    path = chapter.path.parent / name
    if not path.is_file():
        raise FileNotFoundError(name)
    file = (PurePosixPath(chapter.source.file).parent / name).as_posix()
    return Source(file, _read(path, file))


def _read(path: Path, file: str) -> str:
    try:
        return read_text_file(path)
    except WorkingsError as error:
        raise ChapterError(error.message, Where(file, 1)) from error


def _place_of_picture(name: str, environment: ChapterEnvironment) -> Where:
    """Return where a picture stands in the sources: where its address is written."""
    for source in environment.sources.values():
        for match in re.finditer(r"!\[[^\]]*\]\(\s*<?([^\s)>]*)|^\[[^\]]+\]:\s*<?(\S*)",
                                 source.text, re.MULTILINE):  # fmt: skip
            if unquote(match[1] or match[2] or "") == name:
                return source.place(match.start())
    return Where(next(iter(environment.sources)), 1)


def _place_of_element(name: str, environment: ChapterEnvironment) -> Where:
    """Return where an element of HTML is first typed in the sources."""
    for source in environment.sources.values():
        if match := re.search(rf"<{name}\b", source.text, re.IGNORECASE):
            return source.place(match.start())
    return Where(next(iter(environment.sources)), 1)


def _place_of_formula(latex: str, environment: ChapterEnvironment) -> Where:
    """Say where a formula is in the sources, whatever its figures printed."""
    parts = re.split(PLACEHOLDER.pattern, latex)[::2]
    pattern = re.compile(r"\{\{.*?\}\}".join(map(re.escape, parts)), re.DOTALL)
    for source in environment.sources.values():
        if match := pattern.search(source.text):
            return source.place(match.start())
    for _, place in environment.slots.within(latex):
        return place
    return Where(next(iter(environment.sources)), 1)
