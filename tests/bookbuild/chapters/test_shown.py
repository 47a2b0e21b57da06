"""Examples that show their source: both come of one text, and what fails says so."""

from pathlib import Path

import pytest

from bookbuild.chapters.kit import Setting
from bookbuild.core.config import read_book
from bookbuild.markup.slots import Slot
from bookbuild.site.pages import Site
from engine.errors import WorkingsError
from tests import ROOT

HEAD = """+++
title = "One"
[givens]
side = { value = "3", why = "a side that was measured" }
+++

"""


def page(folder: Path, text: str) -> str:
    (folder / "book").mkdir(parents=True)
    (folder / "book/book.toml").write_text('title = "A"\nsubtitle = "B"\n', "utf-8")
    (folder / "book/01-one.md").write_text(HEAD + text, "utf-8")
    (folder / ".cache").symlink_to(ROOT / ".cache")
    site = Site(read_book(folder))
    (shown,) = site.views()
    return site.contents.render(shown[0], shown[1], setting()).html


def setting() -> Setting:
    return Setting("html", lambda _: None, lambda _: Slot.plain(""), lambda a, b: Slot.plain(a))


def test_an_example_has_its_source_and_what_that_makes(tmp_path: Path) -> None:
    html = page(tmp_path, '{% shown "A given" %}\nIt is {{ given("side") }}.\n{% endshown %}\n')
    assert "<pre><code>It is {{ given(&quot;side&quot;) }}.\n</code></pre>" in html
    assert html.count("It is") == 2
    assert ">3</" in html.partition("</pre>")[2]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{{ given("sid") }}', "there is no given “sid”. Did you mean side?"),
        ("{% claim 1 > 2 %}It is.{% endclaim %}", "no longer true"),
    ],
)
def test_a_mistake_has_its_message_with_its_place(tmp_path: Path, text: str, message: str) -> None:
    html = page(tmp_path, f'{{% fails "A mistake" %}}\n{text}\n{{% endfails %}}\n\nAfter.\n')
    said = html.partition('<pre class="message">')[2].partition("</pre>")[0]
    assert "book/01-one.md:8:" in said
    assert message in said
    assert "After." in html


@pytest.mark.parametrize("text", ["Fine.", "{% claim 2 > 1 %}It is.{% endclaim %}"])
def test_a_mistake_that_is_none_is_an_error(tmp_path: Path, text: str) -> None:
    with pytest.raises(WorkingsError, match=r"01-one.md:7:1: nothing fails here"):
        page(tmp_path, f'{{% fails "A mistake" %}}\n{text}\n{{% endfails %}}\n')


def test_an_example_that_breaks_stops_the_build_at_its_place(tmp_path: Path) -> None:
    with pytest.raises(WorkingsError, match=r"01-one.md:8:\d+: there is no given “sid”"):
        page(tmp_path, '{% shown "A given" %}\n{{ given("sid") }}\n{% endshown %}\n')
