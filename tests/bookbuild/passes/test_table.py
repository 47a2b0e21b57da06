"""All passes: what each leaves alone, in whatever order things come on a page."""

import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookbuild.markup.trees import parsed, written_html
from bookbuild.passes.context import Context
from bookbuild.passes.glossary import Glossary, Vocabulary
from bookbuild.passes.table import PASSES, Pass, change

PIECES = (
    '<h2 id="a">A &amp; b</h2>\n', '<h3 id="c">C <a href="x">d</a></h3>', "<h2>no id</h2>",
    "<p>A score, a rank &lt; 2 “score”.<br>Scores <em>rank</em> on</p>\n",
    '<p class="line" id="q"><a class="addr" href="#q">q</a> <span class="sum" data-line="q">'
    '<i data-f="x">1</i> + <b data-f="score">1</b> = 2</span></p>',
    '<div data-when="book"><h2>Case</h2>text</div>tail\n', '<div hidden=""><p>score</p></div>',
    "<dl>\n<dt>Score</dt>\n<dd>A number.</dd>\n<dt>Rank</dt>\n<dd><p>A place</p></dd></dl>",
    '<svg role="group"><path class="p-note" d="M0 0"/><a href="#1"><text>score</text></a></svg>',
    '<a class="fig" href="figure:m:x"><span data-f="x">3</span></a> loose',
    "<table><tr><td>rank</td></tr></table>", "<math><mi>x</mi><mspace /></math>",
    "<details><summary>score</summary><p>rank</p></details>",
)  # fmt: skip
EXPLAINED = "<dl><dt>Score</dt><dd>A number.</dd><dt>Rank</dt><dd>A place.</dd></dl>"
GLOSSARY = Glossary(parsed(EXPLAINED, where="here"), {})
LINKING = Context(Vocabulary(GLOSSARY, "w.html", tuple(GLOSSARY.words())), lambda _: "#line")
EXPLAINING = Context(Vocabulary(firsts={"Score": "B", "Rank": '<a href="c.html">C</a>'}))
ADDED = ("words-met", "first-in")  # classes of what passes write themselves

pages = st.lists(st.sampled_from(PIECES), max_size=9).map("".join)
contexts = st.sampled_from([Context(), LINKING, EXPLAINING])


def text_of(element: ET.Element) -> str:
    """Return the characters of the page that no pass has written, without spaces."""
    inside = "" if element.get("class") in ADDED or element.tag == "title" else element.text or ""
    if element.get("class") not in ADDED:
        inside += "".join(map(text_of, element))
    return "".join(f"{inside}{element.tail or ''}".split())


@pytest.mark.parametrize("one", PASSES, ids=lambda one: one.change.__name__)
@given(html=pages, context=contexts)
def test_a_pass_keeps_all_text_and_every_line(one: Pass, html: str, context: Context) -> None:
    before, after = parsed(html, where="here"), parsed(html, where="here")
    one.change(after, context)
    assert text_of(after) == text_of(before)
    for name in ("data-line", "data-f"):
        if one.change.__name__ != "make_strict":  # drops names inside of drawings
            assert names(after, name) == names(before, name)
    again = parsed(written_html(after), where="here")
    assert text_of(again) == text_of(after), "what is written is what was in the tree"


def names(body: ET.Element, attribute: str) -> list[str]:
    return [element.attrib[attribute] for element in body.iter() if attribute in element.attrib]


@given(html=pages, context=contexts)
def test_whole_chains_keep_the_text_too(html: str, context: Context) -> None:
    for target in ("site", "other page", "file", "epub", "paper"):
        after = change(parsed(html, where="here"), target, context)
        assert text_of(after) == text_of(parsed(html, where="here"))


def test_each_pass_says_what_it_changes_and_has_a_target() -> None:
    for one in PASSES:
        assert one.change.__doc__
        assert one.targets
