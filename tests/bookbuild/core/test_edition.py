"""An edition holds forms of one and the same book, and changes as a whole."""

import hashlib
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import bookaudit
from bookbuild.core import edition as editions
from bookbuild.core.config import read_book
from bookbuild.core.edition import edition, fingerprint
from bookbuild.core.output import MANIFEST
from bookbuild.core.system import pdf_ready
from tests.bookbuild.small_book import SmallBook

needs_pango = pytest.mark.skipif(not pdf_ready(), reason="Pango is not installed")


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SmallBook:
    return SmallBook(tmp_path / "small", monkeypatch)


def make(book: SmallBook, *forms: str, content: str = "one") -> list[str]:
    """Make an edition with a file or two in each form, and return what is said of it."""
    with edition(read_book(book.root), book.root / "dist", forms) as made:
        for form in forms:
            folder = made.begin(form.partition("/")[0])
            if form.startswith("single/"):
                (made.new / form).write_text(content, encoding="utf-8")
                continue
            (folder / "b").write_text(content, encoding="utf-8")
            if form == "html":
                for name in ("pdf", "epub"):
                    if (made.new / name).is_dir():
                        shutil.copytree(made.new / name, folder / name)
    return [line.partition(": ")[2] for line in made.report()]


def names(book: SmallBook) -> set[str]:
    return set(book.built()) - {MANIFEST}


@needs_pango
def test_the_site_made_after_the_book_is_the_same_with_all_that_it_takes_along(
    book: SmallBook, capsys: pytest.CaptureFixture[str]
) -> None:
    assert book.run("book") == 0
    whole = book.built()
    assert {"html/pdf/book.pdf", "html/epub/book.epub", "pdf/book.pdf", "epub/book.epub"} <= set(
        whole
    )
    capsys.readouterr()
    assert book.run("html") == 0
    assert "dist: kept epub and pdf, made from the same book" in capsys.readouterr().out
    assert book.built() == whole
    assert book.run("html", "--epub") == 0
    assert book.run("pdf") == 0
    assert book.built() == whole
    assert book.run("pdf", "--paper", "letter") == 0
    letter = book.built()
    assert letter["html/pdf/book.pdf"] == letter["pdf/book.pdf"] != whole["pdf/book.pdf"]
    assert book.run("html") == 0
    assert book.built() == letter
    assert bookaudit.audit([book.root / "dist"]).ok, "the list of files is no fault in it"


def test_forms_of_another_book_are_dropped_and_that_is_said(book: SmallBook) -> None:
    make(book, "pdf", "epub", "html", "single/a.html", "single/b.html")
    assert make(book, "single/a.html", content="two") == [
        "kept epub, html, pdf and single/b.html, made from the same book"
    ]
    assert book.built()["single/a.html"] == b"two"
    book.add("\nMore.\n")
    assert make(book, "html") == [
        "dropped epub, pdf, single/a.html and single/b.html: the book has changed since; "
        "workings book makes the site, the PDFs and the EPUB together"
    ]
    assert names(book) == {"html/b"}


def test_a_form_that_somebody_has_changed_is_dropped_and_that_is_said(book: SmallBook) -> None:
    make(book, "html", "pdf", "epub")
    (book.root / "dist" / "pdf" / "b").write_text("changed", encoding="utf-8")
    shutil.rmtree(book.root / "dist" / "epub")
    assert make(book, "html") == ["dropped pdf: files in it were changed or removed"]
    assert names(book) == {"html/b"}


def test_a_site_made_before_the_other_forms_says_that_it_lacks_them(book: SmallBook) -> None:
    make(book, "html")
    assert make(book, "epub") == [
        "kept html, made from the same book",
        "made before there was epub; workings html takes them along",
    ]
    assert names(book) == {"html/b", "epub/b"}
    make(book, "html")
    assert names(book) == {"html/b", "html/epub/b", "epub/b"}
    make(book, "epub", content="two")
    assert book.built()["html/epub/b"] == b"two"


def test_a_form_that_another_command_adds_meanwhile_is_kept(book: SmallBook) -> None:
    with edition(read_book(book.root), book.root / "dist", ["html"]) as made:
        (made.begin("html") / "b").touch()
        make(book, "pdf")
    assert names(book) == {"html/b", "pdf/b"}
    assert made.kept == ["pdf"]
    assert made.report()[-1].endswith("made before there was pdf; workings html takes them along")


def test_a_book_that_changes_while_it_is_built_passes_for_no_state_of_it(book: SmallBook) -> None:
    with edition(read_book(book.root), book.root / "dist", ["html"]) as made:
        (made.begin("html") / "b").touch()
        book.add("\nMore.\n")
    book.add("")
    assert make(book, "pdf")[0].startswith("dropped html: the book has changed")


def test_an_edition_is_the_same_bytes_without_links_between_its_files(
    book: SmallBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(book, "html", "pdf")
    make(book, "html")
    linked = book.built()

    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "link", refuse)
    make(book, "html")
    assert book.built() == linked


@pytest.mark.parametrize("room", ["book", "templates", "weights/signal"])
def test_all_that_a_book_is_made_from_is_in_its_fingerprint(book: SmallBook, room: str) -> None:
    templates = (book.root / "templates").resolve()
    (book.root / "templates").unlink()
    shutil.copytree(templates, book.root / "templates")
    before = fingerprint(read_book(book.root))
    (book.root / room / ".hidden").touch()
    assert fingerprint(read_book(book.root)) == before
    (book.root / room / "more").touch()
    assert fingerprint(read_book(book.root)) != before


def test_the_code_that_makes_the_book_is_in_its_fingerprint(
    book: SmallBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    prints = set()
    for packages in (("engine",), ("bookbuild",), ("bookaudit",), ("workings",), editions._CODE):
        monkeypatch.setattr(editions, "_CODE", packages)
        prints.add(fingerprint(read_book(book.root)))
    assert len(prints) == 5
    assert {"engine", "bookbuild", "bookaudit", "workings"} == set(editions._CODE)


def test_the_code_of_the_book_s_subjects_is_in_its_fingerprint(
    book: SmallBook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plug_in = tmp_path / "modules" / "plugged" / "in"
    (plug_in / "__pycache__").mkdir(parents=True)
    monkeypatch.syspath_prepend(str(tmp_path / "modules"))
    without = fingerprint(read_book(book.root))
    text = (book.root / "book" / "book.toml").read_text(encoding="utf-8")
    book.settings(text.replace("subjects = [", 'subjects = ["plugged.in", '))
    prints = [fingerprint(read_book(book.root))]
    (plug_in / "__pycache__" / "half.pyc.123").touch()
    assert prints == [fingerprint(read_book(book.root))] != [without]
    for name in ("subject.py", "in/more.py"):
        (plug_in.parent / name).parent.mkdir(exist_ok=True)
        (plug_in.parent / name).touch()
        prints.append(fingerprint(read_book(book.root)))
    assert len(set(prints)) == 3


def digest(folder: Path) -> str:
    """Return one digest of everything in a folder; it raises where the folder is not whole."""
    text = (folder / MANIFEST).read_text(encoding="utf-8")
    rows = [line.split("  ", 1) for line in text.splitlines() if not line.startswith("#")]
    for known, name in rows:
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == known, name
    assert len([path for path in folder.rglob("*") if path.is_file()]) == len(rows) + 1
    return hashlib.sha256(text.encode()).hexdigest()


KILLED = """
import os, signal, sys
from bookbuild.core import exchange
take_place = exchange._take_place
def killed(*arguments):
    if sys.argv[1] == "after":
        take_place(*arguments)
    os.kill(os.getpid(), signal.SIGKILL)
exchange._take_place = killed
from bookbuild.cli.main import main
main.main(["html"], prog_name="workings")
"""


@pytest.mark.parametrize("when", ["before", "after"])
def test_killed_around_the_exchange_the_edition_is_the_old_or_the_new_one(
    book: SmallBook, when: str
) -> None:
    assert book.run("html") == 0
    old = digest(book.root / "dist")
    book.add("\nMore.\n")
    done = subprocess.run([sys.executable, "-c", KILLED, when], check=False, cwd=book.root)
    assert done.returncode == -signal.SIGKILL
    left = digest(book.root / "dist")
    assert (left == old) == (when == "before")
    assert book.run("html") == 0
    assert when == "before" or digest(book.root / "dist") == left
    assert not book.droppings()
