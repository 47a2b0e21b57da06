"""The finished site, as a visitor and a validator meet it."""

import csv
import gzip
import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from safetensors.numpy import load_file

from bookbuild.chapters.subjects import Subjects
from engine.figures.descriptions import UNKNOWN
from subjects.models.tables import sentences_of
from subjects.models.trained import weights_path
from subjects.signal.followed import FollowedSubject
from subjects.translator.subject import Translating
from tests.conftest import Built
from tests.subjects.found import subject_of

STEPS = ("norm1.mean", "query", "product", "total", "blend", "output", "after_attention",
         "stretched", "kept", "pressed", "logit", "guess.total")  # fmt: skip
TOLD = {"signal-after-22/step-23", "translator/the-cat-chases-the-mouse"}  # whole in the ledger
HEAVIEST = 300_000  # bytes of a page before fonts
MOST_SCRIPT = 40_000  # bytes of a page's scripts but their data, compressed
MOST_INDEX = 400_000  # bytes of what the search loads
LUNR = "0c50d9002b85780a842afffb567bb54ede402dae7c6dc5997a018614d8044fc8"  # 2.3.9, as on npm


class Page(HTMLParser):
    """The ids, links and elements of one page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.scripts: list[str] = []  # their addresses; "" for one that stands in the page
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
    return {path.resolve(): Page(path) for path in built.pages}


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
    for page in pages.values():
        for link, path, fragment in targets(page):
            assert path.is_relative_to(built.html.resolve()), f"{page.path}: {link}"
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
        assert page.scripts, page.path
        assert all(re.fullmatch(r"(\.\./)*js/[\w/]+\.js", src) for src in page.scripts), page.path
        policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page.path.read_text())
        assert policy is not None
        assert "script-src 'self' file:;" in policy[1]
        assert "unsafe" not in policy[1]
        assert not {name for name in page.attributes if name == "style" or name.startswith("on")}


def test_the_scripts_of_a_page_are_small(built: Built, pages: dict[Path, Page]) -> None:
    js = built.html / "js"
    size = {path: len(gzip.compress(path.read_bytes())) for path in js.rglob("*.js")}
    searching = size[js / "vendor" / "lunr.min.js"]  # loaded when somebody searches
    for page in pages.values():
        loaded = {(page.path.parent / src).resolve() for src in page.scripts}
        own = sum(size[path] for path in loaded if path.parent == js)  # a program is data
        assert 5000 < own + searching < MOST_SCRIPT, page.path
    for path in (js / "data").glob("*.js"):
        assert path.stat().st_size < MOST_INDEX, path
    for path in js.glob("*.js"):
        assert not re.search(r"\beval\(|new Function|innerHTML|insertAdjacentHTML|document\.write|"
                             r"\bfetch\(|localStorage|sessionStorage|document\.cookie",
                             path.read_text(encoding="utf-8")), path  # fmt: skip


def test_the_search_library_is_the_published_file(built: Built) -> None:
    library = (built.html / "js" / "vendor" / "lunr.min.js").read_bytes()
    assert hashlib.sha256(library).hexdigest() == LUNR
    assert "MIT" in library[:300].decode()
    licence = (built.html / "js" / "vendor" / "lunr.LICENSE.txt").read_text(encoding="utf-8")
    assert "Permission is hereby granted" in licence


def _script(path: Path) -> Any:
    text = path.read_text(encoding="utf-8")
    return json.loads("[" + text[text.index("(") + 1 : text.rindex(")")] + "]")


@pytest.fixture(scope="module")
def known(built: Built) -> dict[str, dict[str, Any]]:
    """What the scripts of the ledger tell, by scope."""
    scripts = (built.html / "js" / "ledger").rglob("*.js")
    return dict(_script(path) for path in sorted(scripts))


def test_every_figure_of_every_page_can_tell_its_origin(
    pages: dict[Path, Page], known: dict[str, dict[str, Any]]
) -> None:
    names = {scope: {row[0] for row in data["figures"]} for scope, data in known.items()}
    missing: Counter[str] = Counter()
    for page in pages.values():
        html = page.path.read_text(encoding="utf-8")
        main = re.search(r'<main id="main" data-run="([^"]*)"', html)
        run = own = main[1] if main else ""
        for table, end, reference in re.findall(
            r'<table class="weights[^"]*" data-run="([^"]+)">|(</table>)|data-f="([^"]+)"', html
        ):
            if table or end:
                own = table or run
                continue
            scope, colon, name = unescape(reference).rpartition(":")
            if name not in names.get(scope if colon else own, ()):
                missing[f"{page.path.name}: {reference}"] += 1
    assert not missing, f"{len(missing)}: {missing.most_common(5)}"


def in_part(scope: str) -> bool:
    """Tell whether the ledger of a scope holds only what the pages show."""
    worked = re.match(r"(answers|signal-after-\d+|translator)/", scope) or scope == "signal-course"
    return bool(worked) and scope not in TOLD


def test_a_figure_leads_back_to_given_ones(known: dict[str, dict[str, Any]]) -> None:
    """Where a script leads to another scope, that scope has the figure, with the same digits."""
    digits = {scope: {row[0]: row[1] for row in data["figures"]} for scope, data in known.items()}
    for scope, data in known.items():
        assert UNKNOWN not in data["origins"], f"{scope}: give its figures an origin"
        for reference, text in data["others"]:
            other, colon, name = reference.partition(":")
            if not colon and in_part(scope) and reference not in digits[scope]:
                continue  # of these, the lines of what the pages show are all there is
            found = digits[other].get(name) if colon else digits[scope].get(reference)
            assert found == text, f"{scope}: {reference}"


def test_the_search_finds_every_line_and_every_heading(
    built: Built, pages: dict[Path, Page]
) -> None:
    _places = _script(built.html / "js" / "data" / "places.js")[0]
    held: dict[str, set[str]] = {}
    for path, _, kind, scope, *families in _places["pages"]:
        own = scope == _places["runs"][path]
        for array, *axes in families if kind == "lines" else ():
            for place in product(*(_places["axes"][axis] for axis in axes)):
                name = f"{array}[{','.join(place)}]" if axes else array
                held.setdefault(path, set()).add(name if own else f"{scope}:{name}")
    index = _script(built.html / "js" / "data" / "search.js")[0]
    chapters = {path for path, _ in index["pages"]}
    assert len(chapters) == len(built.site.contents.entries) + 1, "and the page about the data"
    for page in pages.values():
        path = page.path.resolve().relative_to(built.html.resolve()).as_posix()
        html = page.path.read_text(encoding="utf-8")
        if path in chapters or path.startswith("workings/"):
            lines = set(map(unescape, re.findall(r'data-line="([^"]+)"', html)))
            assert lines == held.get(path, set()), path
        if path in chapters:
            number = [path for path, _ in index["pages"]].index(path)
            top, *found = [at for on, at, _, _ in index["sections"] if on == number]
            assert not top
            assert set(found) <= set(re.findall(r' id="([^"]+)"', html)), path
            assert len(set(found)) == len(found), path
            assert set(re.findall(r'<h[23]\b[^>]* id="([^"]+)"', html)) <= set(found), path


def test_previous_and_next_lead_through_all_chapters(built: Built, pages: dict[Path, Page]) -> None:
    order = [(built.html / f"{entry.name}.html").resolve() for entry in built.site.contents]
    for page in pages.values():
        html = page.path.read_text(encoding="utf-8")
        ways = dict(re.findall(r'<a class="(?:previous|next)" rel="(\w+)" href="([^"]+)"', html))
        resolved = {rel: (page.path.parent / href).resolve() for rel, href in ways.items()}
        if page.path.resolve() in order:
            at = order.index(page.path.resolve())
            expected = {"prev": order[at - 1]} if at else {}
            expected |= {"next": order[at + 1]} if at + 1 < len(order) else {}
            assert resolved == expected
        elif page.path.name not in ("index.html", "data.html", "codes.html"):
            assert resolved, f"{page.path} leads nowhere"


def test_every_heading_has_an_address_and_leads_to_it(pages: dict[Path, Page]) -> None:
    for page in pages.values():
        html = page.path.read_text(encoding="utf-8")
        for heading in re.findall(r"<h[23]\b.*?</h[23]>", html, re.DOTALL):
            named = re.match(r'<h[23][^>]* id="([^"]+)"', heading)
            assert named, f"{page.path}: {heading[:60]}"
            assert f'href="#{named[1]}"' in heading or "<a " in heading


def test_there_are_as_many_pages_as_are_told(built: Built, pages: dict[Path, Page]) -> None:
    assert len(pages) == built.site.count()


def test_each_run_is_a_step_of_progress_before_the_first_page(built: Built) -> None:
    subjects = Subjects(built.site.book)
    worked: list[str] = []
    subjects.work(worked.append)
    kinds = [one for one in subjects if isinstance(one, FollowedSubject)]
    followed = [words for one in kinds for name in one.runs() for words in one.followed(name)]
    assert worked[:38] == [" ".join(words) for words in followed]
    translator = subject_of(Translating, subjects).translator("translator")
    heldout = [" ".join(pair.source) for pair in translator.model.heldout]
    assert sorted(worked[38:]) == sorted(heldout)
    assert worked[38] == "the cat chases the mouse"
    assert len(worked) == subjects.count()


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
    for model in (one for subject in built.site.subjects for one in subject.learned()):
        found = printed[model.name]
        file = load_file(weights_path(built.site.book.weights / model.name))
        expected = Counter(
            (figure.name, figure.text) for table in file for figure in model.tables[table]
        )
        assert found == expected
        assert found.total() == sum(array.size for array in file.values())


def test_every_word_of_every_sentence_can_be_followed(built: Built) -> None:
    for model, sentences in sentences_of(built.site.book, "follow").items():
        assert len(sentences) >= 6
        for words in sentences:
            name = "-".join("stop" if word == "." else word for word in words)
            for position in range(1, len(words) + 1):
                page = built.html / "workings" / model / name / f"{position}.html"
                assert page.is_file()
                if words != sentences[0] or position != len(words):
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
    allowed = schema["properties"]["figures"]["items"]["properties"]
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
            if figure["origin"] == "worked" and not in_part(data["scope"]):
                assert "line" in figure
            assert ("verdict" in figure) == (figure["origin"] == "quoted")
