"""What everything on one page shares: links to its other pages, anchors, and the templates."""

import pytest
from jinja2 import DictLoader, FileSystemLoader, UndefinedError

from bookbuild.chapters.entries import View
from bookbuild.chapters.kit import MOST_CRUMBS, Kit, Setting, anchor, templates_environment
from bookbuild.lines.presenter import Presenter
from bookbuild.markup.slots import Slot
from tests import ROOT


def kit(*, leads: bool = True) -> Kit:
    setting = Setting(
        "html", lambda _: None, lambda entry: Slot.plain(entry.title),
        lambda text, _: Slot.plain(text), (lambda view: f"{view.at}.html") if leads else None,
    )  # fmt: skip
    environment = templates_environment(FileSystemLoader(ROOT / "templates"))
    return Kit(Presenter("book/a", lambda _: None), environment, setting)


def pages(count: int) -> list[tuple[str, View]]:
    return [(f"page {n} <b>", View(str(n), "book/a")) for n in range(1, count + 1)]


@pytest.mark.parametrize("count", [2, MOST_CRUMBS, MOST_CRUMBS + 1, 30])
def test_crumbs_lead_to_each_page_and_mark_the_one_that_is_shown(count: int) -> None:
    slot = kit().crumbs(pages(count), View("2", "another scope"))
    html = str(slot.html)
    assert slot.block
    for number in range(1, count + 1):
        assert html.count(f"page {number} &lt;b&gt;") >= 1
        assert (f'href="{number}.html"' in html) or number == 2
    assert html.count("aria-current") == 1
    assert ("<details" in html) == (count > MOST_CRUMBS)


def test_where_there_are_no_other_pages_nothing_leads_to_them() -> None:
    assert kit(leads=False).crumbs(pages(3), View("2", "book/a")).html == ""


def test_the_kits_of_two_pages_share_nothing_that_a_page_changes() -> None:
    one, other = kit(), kit()
    one.lookups.append(("query[1,1]", "0.5"))
    assert other.lookups == []
    assert one.givens is not other.givens


def test_an_anchor_escapes_its_text_and_its_address() -> None:
    slot = anchor('a.html?"x"', "<i> & so on", "outside")
    assert slot.html == '<a class="outside" href="a.html?&#34;x&#34;">&lt;i&gt; &amp; so on</a>'
    assert slot.text == "<i> & so on"
    assert anchor("a.html", "A").html == '<a href="a.html">A</a>'


def test_page_templates_escape_everything_and_miss_nothing() -> None:
    loader = DictLoader({"a": "{{ x }}", "b": "{{ y }}", "c": "{{ bar(1, 2) }}"})
    environment = templates_environment(loader)
    assert environment.get_template("a").render(x="<b>") == "&lt;b&gt;"
    with pytest.raises(UndefinedError, match="y"):
        environment.get_template("b").render()
    assert environment.get_template("c").render() == (
        '<span class="bar"><i class="b50"></i></span>'
    )
