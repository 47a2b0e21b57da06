"""Templates: the book's own file by file, else the tool's."""

from pathlib import Path

import pytest

from bookbuild.chapters.kit import book_templates
from bookbuild.core.config import Book
from bookbuild.core.edition import fingerprint
from bookbuild.core.templates import template_file, template_folders, tool_templates
from bookbuild.site.scripts import write_scripts
from engine.errors import UnknownName

ROOT = Path(__file__).parents[3]


def book(root: Path) -> Book:
    (root / "templates" / "css").mkdir(parents=True)
    return Book(root, "T", "S")


def test_a_book_s_own_file_takes_the_place_of_the_tool_s_and_no_other(tmp_path: Path) -> None:
    made = book(tmp_path)
    own = tmp_path / "templates" / "css" / "site.css"
    own.write_text("p { color: red; }", encoding="utf-8")
    assert template_file(made, "css/site.css") == own
    assert template_file(made, "css/tokens.css") == ROOT / "templates" / "css" / "tokens.css"
    (tmp_path / "templates" / "index.html").write_text("mine", encoding="utf-8")
    environment = book_templates(made)
    assert environment.get_template("index.html").render() == "mine"
    assert environment.get_template("page.html").filename == str(ROOT / "templates" / "page.html")


def test_a_book_s_own_script_is_taken_where_the_tool_s_is_imported(tmp_path: Path) -> None:
    made = book(tmp_path)
    (tmp_path / "templates" / "js" / "site").mkdir(parents=True)
    name = "js/site/address.js"
    source = (ROOT / "templates" / name).read_text(encoding="utf-8")
    marked = source + '\nwindow.mineAlone = "of this book";\n'
    (tmp_path / "templates" / name).write_text(marked, encoding="utf-8")
    write_scripts(tmp_path / "out", made)
    write_scripts(tmp_path / "usual", Book(tmp_path / "none", "T", "S"))
    scripts = sorted(path.name for path in (tmp_path / "out" / "js").glob("*.js"))
    assert (
        [
            script
            for script in scripts
            if "of this book" in (tmp_path / "out" / "js" / script).read_text(encoding="utf-8")
        ]
        == [
            script
            for script in scripts
            if (tmp_path / "out" / "js" / script).read_bytes()
            != (tmp_path / "usual" / "js" / script).read_bytes()
        ]
        != []
    )


def test_a_template_that_there_is_not_is_told_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match=r"Did you mean css/site\.css"):
        template_file(book(tmp_path), "css/sites.css")


def test_a_book_without_templates_has_the_tool_s(tmp_path: Path) -> None:
    assert template_folders(Book(tmp_path, "T", "S")) == (tool_templates(),)
    assert tool_templates() == ROOT / "templates"


def test_an_edition_depends_on_the_book_s_own_templates(tmp_path: Path) -> None:
    made = book(tmp_path)
    for name in ("book", "weights"):
        (tmp_path / name).mkdir()
    before = fingerprint(made)
    (tmp_path / "templates" / "css" / "site.css").write_text("p {}", encoding="utf-8")
    assert fingerprint(made) != before


def test_an_edition_depends_on_the_tool_s_templates(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Book(tmp_path, "T", "S")
    tool = tmp_path / "tool"
    tool.mkdir()
    monkeypatch.setattr("bookbuild.core.edition.tool_templates", lambda: tool)
    before = fingerprint(made)
    (tool / "page.html").write_text("changed", encoding="utf-8")
    assert fingerprint(made) != before
