"""Pictures next to a chapter: where they go, what they need, and what is refused."""

import base64
import zipfile
from pathlib import Path

import pytest
from PIL import Image

from bookbuild.chapters.own_pictures import own_picture
from bookbuild.core.config import read_book
from bookbuild.core.errors import ChapterError
from bookbuild.ebook.epub import epub
from bookbuild.ebook.single import single_file
from bookbuild.paper.documents import documents
from bookbuild.site.building import write_site
from bookbuild.site.pages import Site
from engine.errors import WorkingsError

ROOT = Path(__file__).parents[3]
HEAD = '+++\ntitle = "A chapter"\nsummary = "Of a small book."\n+++\n\nWords.\n\n'


def site(root: Path, text: str) -> Site:
    """Read a book of one chapter with two pictures next to it."""
    (root / "book" / "more").mkdir(parents=True)
    (root / ".cache").symlink_to(ROOT / ".cache")
    settings = 'title = "T"\nsubtitle = "S"\nedition = 2026-01-31\n'
    (root / "book" / "book.toml").write_text(settings, encoding="utf-8")
    (root / "book" / "01-a.md").write_text(HEAD + text, encoding="utf-8")
    Image.new("L", (30, 20), 90).save(root / "book" / "dog.png")
    Image.new("L", (8, 4), 90).save(root / "book" / "more" / "cat.jpg")
    return Site(read_book(root))


def test_a_picture_goes_with_every_form_of_the_book(tmp_path: Path) -> None:
    made = site(tmp_path / "in", "![A *grey* dog](dog.png)\n\nA cat: ![Its face](more/cat.jpg)\n")
    out = tmp_path / "out"
    out.mkdir()
    write_site(made, out, lambda _: None, processes=1)
    page = (out / "a.html").read_text(encoding="utf-8")
    assert '<img src="pictures/dog.png" alt="A grey dog" width="30" height="20">' in page
    dog = (tmp_path / "in/book/dog.png").read_bytes()
    assert (out / "pictures/dog.png").read_bytes() == dog
    assert (out / "pictures/more/cat.jpg").is_file()
    inline = f'src="data:image/png;base64,{base64.b64encode(dog).decode()}"'
    assert inline in single_file(made, made.contents.entries[0])
    assert all(inline in job.html for job in documents(made, tmp_path, "a4"))
    archive = tmp_path / "book.epub"
    archive.write_bytes(epub(made))
    with zipfile.ZipFile(archive) as book:
        assert book.read("EPUB/pictures/dog.png") == dog
        assert 'src="pictures/dog.png"' in book.read("EPUB/a.xhtml").decode()
        listed = 'href="pictures/more/cat.jpg" media-type="image/jpeg"'
        assert listed in book.read("EPUB/package.opf").decode()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "![A dog](dgo.png)",
            "8:1: there is no picture dgo.png next to the chapter. Did you mean ",
        ),
        ("See: ![ ](dog.png)", "8:6: the picture dog.png needs words for those who can’t see it"),
        ("![A dog](../dog.png)", "8:1: a picture is a file next to its chapter"),
        ("![A dog](/dog.png)", "8:1: a picture is a file next to its chapter"),
        ("![A dog](http://a.test/dog.png)", "8:1: a picture is a file next to its chapter"),
        ('A <img src="dog.png" alt="A dog">', "8:3: write a picture as ![A dog asleep](dog.png)"),
        ('<p>\n<IMG src="dog.png">\n</p>', "9:1: write a picture as ![A dog asleep](dog.png)"),
        ("![A dog](dog.svg)", "8:1: the picture dog.svg is of no kind that can be shown: gif, jpe"),
        ("![A dog](a%20dog.png)", "8:1: name the picture “a dog.png” with plain letters"),
        ("![A dog][d]\n\n[d]: cat.png", "10:1: there is no picture cat.png next to the chapter."),
    ],
)
def test_a_picture_that_cannot_be_shown_is_refused_at_its_place(
    tmp_path: Path, text: str, message: str
) -> None:
    made = site(tmp_path, text)
    with pytest.raises(ChapterError) as caught:
        list(made.pages())
    assert str(caught.value).startswith(f"book/01-a.md:{message}")


def test_a_file_that_is_no_picture_or_another_one_is_refused(tmp_path: Path) -> None:
    (tmp_path / "words.png").write_text("words", encoding="utf-8")
    with pytest.raises(WorkingsError, match=r"words\.png is no picture that can be read"):
        own_picture(tmp_path, "words.png", "Words")
    Image.new("L", (3, 2)).save(tmp_path / "dog.gif")
    (tmp_path / "dog.gif").rename(tmp_path / "dog.png")
    with pytest.raises(WorkingsError, match=r"dog\.png is image/gif: name the file so"):
        own_picture(tmp_path, "dog.png", "A dog")
