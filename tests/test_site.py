"""The finished site, as a visitor and a validator meet it."""

import csv
import json
import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from safetensors.numpy import load_file

from bookbuild.partledgers import parts_of_lessons, parts_of_translator
from engine.named import NamedFigures
from tests.conftest import Built

STEPS = ("norm1.mean", "query", "product", "total", "blend", "output", "after_attention",
         "stretched", "kept", "pressed", "logit", "guess.total")  # fmt: skip
HEAVIEST = 300_000  # bytes of a page before fonts


class Page(HTMLParser):
    """The ids, links and elements of one page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.scripts: list[str] = []
        self.title = ""
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        if tag == "script":
            self.scripts.append(dict(attrs).get("src") or "")
        for name, value in attrs:
            self.attributes.add(name)
            if name == "id":
                self.ids.append(value or "")
            elif name in ("href", "src") and tag != "base":
                self.links.append(value or "")


@pytest.fixture(scope="module")
def pages(built: Built) -> dict[Path, Page]:
    return {path.resolve(): Page(path) for path in sorted(built.html.rglob("*.html"))}


def targets(page: Page) -> Iterator[tuple[str, Path, str]]:
    for link in page.links:
        parts = urlsplit(link)
        if parts.scheme == "data":
            continue
        assert not parts.scheme, f"{page.path}: {link} leaves the site"
        assert not parts.netloc, f"{page.path}: {link} leaves the site"
        path = (
            (page.path.parent / unquote(parts.path)).resolve()
            if parts.path
            else page.path.resolve()
        )
        yield link, path, unquote(parts.fragment)


def test_every_link_and_anchor_leads_somewhere(built: Built, pages: dict[Path, Page]) -> None:
    ids = {path: set(page.ids) for path, page in pages.items()}
    outside = {"pdf/book.pdf", "ledger/schema.json", "ledger/answers.csv"}  # made beside the site
    for page in pages.values():
        for link, path, fragment in targets(page):
            relative = path.relative_to(built.html.parent.resolve()).as_posix()
            if relative in outside:
                continue
            assert path.is_file(), f"{page.path}: {link}"
            if fragment:
                assert fragment in ids[path], f"{page.path}: {link}"


def test_every_id_stands_once_on_its_page(pages: dict[Path, Page]) -> None:
    for page in pages.values():
        counts = Counter(page.ids)
        twice = [name for name, count in counts.items() if count > 1]
        assert not twice, f"{page.path}: {twice}"


def test_no_page_is_heavy_or_carries_scripts_or_styles_of_its_own(pages: dict[Path, Page]) -> None:
    for page in pages.values():
        assert page.path.stat().st_size < HEAVIEST, page.path
        assert not page.tags & {"style", "iframe", "object", "embed"}, page.path
        assert all(re.fullmatch(r"(\.\./)*js/[\w/]+\.js", src) for src in page.scripts), page.path
        assert not {name for name in page.attributes if name == "style" or name.startswith("on")}


def test_only_pages_with_scripts_allow_any(pages: dict[Path, Page]) -> None:
    scripted = {path for path, page in pages.items() if page.scripts}
    allowing = {path for path in pages if "script-src" in path.read_text(encoding="utf-8")}
    assert scripted == allowing
    assert {path.name for path in scripted} == {"from-words-to-a-guess.html"}


def test_there_are_as_many_pages_as_are_told(built: Built, pages: dict[Path, Page]) -> None:
    assert len(pages) == built.site.count()


def test_progress_reaches_its_end(built: Built) -> None:
    assert len(built.told) == built.site.steps()


def test_each_run_is_a_step_of_progress_before_the_first_page(built: Built) -> None:
    library = built.site.library
    followed = [words for name in library.followed_models() for words in library.followed(name)]
    assert built.worked[:38] == [" ".join(words) for words in followed]
    heldout = [" ".join(pair.source) for pair in library.translator("translator").model.heldout]
    assert sorted(built.worked[38:]) == sorted(heldout)
    assert built.worked[38] == "the cat chases the mouse"
    assert len(built.worked) == library.count_followed()


def test_every_learned_number_is_printed_under_its_name_in_its_row(built: Built) -> None:
    """From the tables of the pages alone: what stands in a row and column, against the weights."""
    cell = re.compile(r'<td[^>]* data-f="([^"]+)">([^<]+)</td>')
    printed: dict[str, Counter[tuple[str, str]]] = {}
    for path in built.html.glob("*.html"):
        html = path.read_text(encoding="utf-8")
        for scope, table in re.findall(
            r'<table class="weights[^"]*" data-run="([^"]+)">(.*?)</table>', html, re.DOTALL
        ):
            heads = re.findall(r'<th scope="col">([^<]*)</th>', table)
            for row in re.findall(r"<tr>(.*?)</tr>", table.split("<tbody>")[1], re.DOTALL):
                label = re.findall(r'<th scope="row">([^<]*)</th>', row)
                cells = cell.findall(row)
                for head, (name, _) in zip(heads, cells, strict=True):
                    places = unescape(name)[unescape(name).index("[") + 1 : -1].split(",")
                    assert sorted(places) == sorted(map(unescape, [*label, head])), name
                printed.setdefault(scope, Counter()).update(
                    (unescape(name), text) for name, text in cells
                )
    library = built.site.library
    models = [library.figures(name) for name in library.followed_models()]
    for model in (*models, *(translator.figures for translator in library.translators())):
        found = printed[model.name]
        file = load_file(built.site.book.weights / model.name / "weights.safetensors")
        expected = Counter(
            (figure.name, figure.text) for table in file for figure in model.arrays[table]
        )
        assert found == expected
        assert found.total() == sum(array.size for array in file.values())


def test_every_word_of_every_sentence_can_be_followed(built: Built) -> None:
    for part in built.site.book.followed:
        assert len(part.sentences) >= 6
        for words in part.sentences:
            name = "-".join("stop" if word == "." else word for word in words)
            for position in range(1, len(words) + 1):
                page = built.html / "workings" / part.model / name / f"{position}.html"
                assert page.is_file()
                if words != part.sentences[0] or position != len(words):
                    assert (
                        built.html / "from-words-to-a-guess" / name / f"{position}.html"
                    ).is_file()


def test_the_chapter_shows_all_eleven_steps_on_every_page(built: Built) -> None:
    for path in [built.html / "from-words-to-a-guess.html",
                 *(built.html / "from-words-to-a-guess").rglob("*.html")]:  # fmt: skip
        html = path.read_text(encoding="utf-8")
        assert re.findall(r'<h2 class="step" id="step-(\d+)"', html) == [
            str(n) for n in range(1, 12)
        ]
        assert html.count('class="drawing') >= 4
        for name in STEPS:
            assert f'data-line="{name}[' in html, f"{path}: {name}"


def test_the_ledger_follows_its_schema_in_both_forms(built: Built) -> None:
    schema = json.loads((built.ledger / "schema.json").read_text(encoding="utf-8"))
    library = built.site.library
    only_shown: list[NamedFigures] = [one.run for one in library.followed("answers").values()]
    for lessons in library.all_lessons():
        only_shown += parts_of_lessons(lessons)
    for translator in library.translators():
        only_shown += parts_of_translator(library, translator)
    partial = {part.scope for part in only_shown}
    allowed = schema["properties"]["figures"]["items"]["properties"]
    lines = 0
    for path in sorted(built.ledger.rglob("*.json")):
        if path.name == "schema.json":
            continue
        data = json.loads(path.read_text(encoding="utf-8"))
        assert set(data) == set(schema["required"])
        assert data["schema"] == schema["title"]
        assert path == built.ledger / f"{data['scope']}.json"
        with path.with_suffix(".csv").open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        assert [row["name"] for row in rows] == [figure["name"] for figure in data["figures"]]
        assert [row["value"] for row in rows] == [figure["value"] for figure in data["figures"]]
        assert len({figure["name"] for figure in data["figures"]}) == len(rows)
        for figure in data["figures"]:
            assert set(figure) <= set(allowed)
            assert "line" not in figure or figure["origin"] == "worked"
            assert "line" in figure or figure["origin"] != "worked" or data["scope"] in partial
            assert ("verdict" in figure) == (figure["origin"] == "quoted")
            lines += "line" in figure
    assert lines == built.lines
