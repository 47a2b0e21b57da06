"""Explained words: an id where one is explained, a link where a chapter first uses it.

Each word leads back to the chapter that uses it first, which lists it at its end.
"""

import xml.etree.ElementTree as ET
from collections.abc import Callable
from itertools import pairwise

from bookbuild.markup.trees import parsed
from bookbuild.passes.context import Context
from bookbuild.passes.glossary import FIRST, Glossary, Word, plain, word_id

MET = "Words met"
# A text → what is before the elements that are put into it, and these with what is after each.
Change = Callable[[str], tuple[str, list[ET.Element]]]
_PROSE = {"p", "li", "dd"}
_OTHER = {"a", "code", "pre", "svg", "math", "table", "summary", "nav", "blockquote", "q", "dt",
          "h1", "h2", "h3", "h4"}  # fmt: skip
_OTHER_CLASSES = {"line", "formula", "sentence", "asked", "fig", "sum", "hidden", "chapter-number"}


def name_words(body: ET.Element, _: Context) -> None:
    """Give every word that a page explains an id, unless its term has attributes of its own."""
    for term in body.iter("dt"):
        if not term.attrib:
            term.set("id", word_id(plain(term)))


def lead_back(body: ET.Element, context: Context) -> None:
    """Add to each explanation a link to the chapter that uses the word first."""
    firsts = context.vocabulary.firsts
    for entries in body.iter("dl") if firsts else ():
        for term, said in pairwise(entries):
            if said.tag == "dd" and (link := firsts.get(plain(term))) and term.tag == "dt":
                _append(said, f' <span class="first-in">First in {link}</span>')


def link_words(body: ET.Element, context: Context) -> None:
    """Link the first use of each explained word in the prose to the page that explains it.

    This comes before the list of words met, which has a link to each already, and before headings
    are links: no word in a heading is one.
    """
    glossary, seen = context.vocabulary.glossary, set()

    def linked(text: str) -> tuple[str, list[ET.Element]]:
        """Return what is before the first link in a text, and the links with what is after each."""
        before, links, end = text, list[ET.Element](), 0
        for start, stop, word in glossary.found(text) if glossary else ():
            if word in seen:
                continue
            seen.add(word)
            if links:
                links[-1].tail = text[end:start]
            else:
                before = text[:start]
            link = _link(word, context, text[start:stop])
            link.set("id", f"{FIRST}{word.id}")
            link.tail = text[stop:]
            links.append(link)
            end = stop
        return before, links

    if glossary:
        _prose_through(body, linked)


def list_words_met(body: ET.Element, context: Context) -> None:
    """List the words that a chapter uses first in the book at its end, after all of its parts."""
    words = context.vocabulary
    if not words.met:
        return
    _append(
        body, f'\n<nav class="words-met" aria-label="{MET}"><p><strong>{MET}</strong> </p></nav>'
    )
    listed = body[-1][0]
    for word in words.met:
        if words.glossary:
            listed.append(_link(word, context, word.term))
            listed[-1].tail = " · "
        else:
            listed[-1].tail = f"{listed[-1].tail}{word.term} · "
    listed[-1].tail = str(listed[-1].tail).removesuffix(" · ")
    if words.explained_in:
        _append(listed, f". They are explained in {words.explained_in}.")


def used_in(body: ET.Element, glossary: Glossary) -> list[Word]:
    """Return the words that a chapter's prose uses, in the order in which they come up."""
    used: dict[Word, None] = {}

    def seen(text: str) -> tuple[str, list[ET.Element]]:
        used.update((word, None) for _, _, word in glossary.found(text))
        return text, []

    _prose_through(body, seen)
    return list(used)


def _link(word: Word, context: Context, text: str) -> ET.Element:
    """Return a link to a word that says on the spot what it means."""
    href = f"{context.vocabulary.page}#{word.id}"
    link = ET.Element("a", {"class": "term", "href": href, "data-said": word.said})
    link.text = text
    return link


def _append(element: ET.Element, html: str) -> None:
    """Add HTML to what an element holds."""
    more = parsed(html, where="words")
    if len(element):
        element[-1].tail = f"{element[-1].tail or ''}{more.text or ''}"
    else:
        element.text = f"{element.text or ''}{more.text or ''}"
    element.extend(more)


def _prose_through(element: ET.Element, change: Change, *, prose: bool = False) -> None:
    """Change each text in an element that is prose, in order; `prose` says if its own text is."""
    made: list[ET.Element] = []
    if prose and element.text:
        element.text, new = change(element.text)
        made += new
    for child in list(element):
        if not _is_other(child):
            _prose_through(child, change, prose=prose or child.tag in _PROSE)
        made.append(child)
        if prose and child.tail:
            child.tail, new = change(child.tail)
            made += new
    if len(made) != len(element):
        element[:] = made


def _is_other(element: ET.Element) -> bool:
    """Tell whether nothing in an element is prose that a reader sees."""
    if element.tag in _OTHER or "hidden" in element.attrib:
        return True
    return not _OTHER_CLASSES.isdisjoint(element.get("class", "").split())
