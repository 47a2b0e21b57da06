"""HTML as a tree and back."""

import xml.etree.ElementTree as ET

import pytest

from bookbuild.markup.trees import parsed, written_html, written_xhtml
from engine.errors import WorkingsError

HTML = (
    'Before <p class="a">2 &lt; 3 &amp; é&nbsp;−1<br>then <wbr>more</p><i class="b0"></i>'
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M 0 0"/></svg>'
    "<math><mi>x</mi></math> after"
)


def test_html_stays_as_it_is() -> None:
    written = written_html(parsed(HTML, where="here"))
    assert written == HTML.replace("&nbsp;", "\u00a0")


def test_xhtml_is_xml_whose_pictures_and_formulas_say_what_they_are() -> None:
    written = written_xhtml(parsed(HTML, where="here"))
    root = ET.fromstring(f'<div xmlns="http://www.w3.org/1999/xhtml">{written}</div>')
    tags = {element.tag for element in root.iter()}
    assert {"{http://www.w3.org/2000/svg}path", "{http://www.w3.org/1998/Math/MathML}mi"} <= tags
    assert "<br/>" in written
    assert '<i class="b0"></i>' in written, "an HTML parser would let <i/> stay open"


def test_an_element_that_stays_open_is_named_with_its_place() -> None:
    with pytest.raises(WorkingsError, match=r"here: its HTML is not well-formed near “.*</div>”"):
        parsed("<p>one<p>two</div>", where="here")
