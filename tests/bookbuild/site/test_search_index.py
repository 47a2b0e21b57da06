"""What the search knows of pages, read off their trees."""

import json
from pathlib import Path
from typing import Any

from bookbuild.markup.trees import parsed
from bookbuild.site.search_index import Section, indexed, sections_of, write_search

PAGE = """<p class="chapter-number">Chapter 1</p><h1>One &amp; all</h1>
<p>Before <em>any</em> heading.<br>New line.</p>
<p hidden="">Not <b>now</b>.</p>
<h2 class="step" id="step-1"><a class="here" href="#step-1"><span>1</span>
<span>First</span></a></h2>
<p>With <a href="x">a link</a>.</p><p class="line" id="query-1-1"><a class="addr">query[1,1]</a>
<span class="sum" data-line="query[1,1]">1 + 1 = 2</span></p>
<span class="sum" data-line="query[1,2]"></span><span class="sum" data-line="m:count.all"></span>
<table class="weights wide" data-run="m"><tr><td data-f="w[a,1]">1</td><td data-f="w[a,2]">2</td>
</tr><tr><td data-f="w[&lt;bos&gt;,2]">2</td></tr></table>
<dl><dt id="word-row">Row</dt><dd>Numbers side by side.</dd></dl>
<nav>elsewhere</nav>"""


def read(path: Path, call: str) -> Any:
    text = path.read_text(encoding="utf-8")
    return json.loads(text.removeprefix(f"Workings.{call}(").removesuffix(");\n"))


def test_a_page_is_parted_at_its_headings_and_words() -> None:
    assert sections_of([parsed(PAGE, where="here")]) == (
        Section("", "One & all", "Before any heading. New line."),
        Section("step-1", "1 First", "With a link."),
        Section("word-row", "Row", "Numbers side by side."),
    )


def test_names_are_kept_with_their_pages(tmp_path: Path) -> None:
    body = [parsed(PAGE, where="here")]
    pages = [
        indexed(path, "One & all", "m/a-b", body, searched=path == "one.html")
        for path in ("one.html", "workings.html")
    ]
    without_run = indexed("codes.html", "Codes", None, body, searched=False)
    write_search(tmp_path, [*pages, without_run], ["one.html"])
    index = read(tmp_path / "js/data/search.js", "index")
    assert index["pages"] == [["one.html", "One & all"]]
    assert index["sections"][1] == [0, "step-1", "1 First", "With a link."]
    places = read(tmp_path / "js/data/places.js", "places")
    assert [row[0] for row in places["pages"]] == ["workings.html"] * 3 + ["one.html"] * 3
    assert places["runs"] == {"one.html": "m/a-b", "workings.html": "m/a-b"}
    lines, count, cells = places["pages"][3:]
    axes = places["axes"]
    assert lines[1:4] == ["One & all", "lines", "m/a-b"]
    assert [[lines[4][0], *(axes[axis] for axis in lines[4][1:])]] == [["query", ["1"], ["1", "2"]]]
    assert count[2:] == ["lines", "m", ["count.all"]]
    assert [[family[0], *(axes[axis] for axis in family[1:])] for family in cells[4:]] == [
        ["w", ["a"], ["1"]],
        ["w", ["a"], ["2"]],
        ["w", ["<bos>"], ["2"]],
    ]
