"""The first page: the book's own opening or none, then its parts and what is in them."""

import io
from pathlib import Path

import pytest
from PIL import Image

from bookbuild.core.config import ConfigError, read_book
from bookbuild.site.card import CARD, SIZE, write_card
from bookbuild.site.pages import Site
from tests.bookbuild.small_book import small_book

FRONT = """+++
title = "Opening"
run = "signal"
follow = true
+++

{{ opening("Arcs.") }}

One of {{ lines }}.
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    small_book(tmp_path / "book")
    return tmp_path / "book"


def front(root: Path) -> str:
    return Site(read_book(root)).front(12345, {"a-chapter": 7}).html


def test_a_book_without_an_opening_lists_its_chapters(root: Path) -> None:
    html = front(root)
    assert (
        '<a href="a-chapter.html"><span class="n">1</span> <span class="t">A chapter</span></a>'
        in html
    )
    assert '<span class="said">Of a small book.</span> <span class="size">7 min</span>' in html
    assert "drawing-opening" not in html


def test_an_opening_leads_from_its_words_to_their_pages(root: Path) -> None:
    (root / "book" / "front.md").write_text(FRONT, encoding="utf-8")
    html = front(root)
    assert "One of 12,345." in html
    for place, word in enumerate(("the", "dog"), 1):
        page = "a-chapter.html" if place == 2 else "a-chapter/the-dog/1.html"
        assert f'<a href="{page}" aria-label="Follow {word}, word {place}">' in html


def test_a_false_claim_in_the_opening_is_a_fault(root: Path) -> None:
    said = "{% claim words|length == 3 %}There are three.{% endclaim %}"
    (root / "book" / "front.md").write_text(FRONT + said, encoding="utf-8")
    with pytest.raises(Exception, match=r"book/front\.md:\d+:\d+: "):
        front(root)


def test_an_opening_has_no_numbers_of_its_own(root: Path) -> None:
    head = FRONT.replace("+++\n\n", '[givens]\na = { value = "1", why = "w" }\n+++\n\n', 1)
    (root / "book" / "front.md").write_text(head, encoding="utf-8")
    with pytest.raises(ConfigError, match="“givens”"):
        Site(read_book(root))


def test_links_to_a_published_site_show_its_title_summary_and_picture(root: Path) -> None:
    settings = root / "book" / "book.toml"
    assert "og:image" not in front(root)
    text = settings.read_text(encoding="utf-8")
    settings.write_text(f'site = "https://example.org/b"\n{text}', encoding="utf-8")
    html = front(root)
    assert '<meta property="og:title" content="Small">' in html
    assert '<meta property="og:url" content="https://example.org/b/">' in html
    assert '<meta property="og:image" content="https://example.org/b/card.png">' in html
    settings.write_text(f'site = "example.org"\n{text}', encoding="utf-8")
    with pytest.raises(ConfigError, match="“site” must be the address"):
        read_book(root)


def test_the_picture_of_a_link_has_the_size_of_one(root: Path, tmp_path: Path) -> None:
    site = Site(read_book(root))
    write_card(tmp_path, site.book, site.subjects)
    drawn = (tmp_path / CARD).read_bytes()
    assert Image.open(io.BytesIO(drawn)).size == SIZE
    write_card(tmp_path, site.book, site.subjects)
    assert (tmp_path / CARD).read_bytes() == drawn
