"""The author's guide: it builds, its lines close, and it leaves out nothing that the tool has."""

from pathlib import Path

import pytest

import bookaudit
from bookbuild.chapters.example_desk import ExampleDesk
from bookbuild.chapters.offered import offered_members
from bookbuild.core.config import Book, ConfigError, companions_of, read_book
from bookbuild.site.building import write_site
from bookbuild.site.pages import Site
from engine.errors import WorkingsError
from engine.figures.operations.table import OPERATIONS
from subjects.manual.desk import offers
from subjects.manual.messages import checked_cures, messages
from tests import ROOT

CURES = ROOT / "book/guide/cures.toml"


@pytest.fixture(scope="module")
def guide() -> Book:
    (found,) = companions_of(read_book(ROOT))
    return found


@pytest.fixture(scope="module")
def built(guide: Book, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("guide")
    assert not write_site(Site(guide), folder, lambda _: None, processes=1).broken
    return folder


def test_every_line_of_the_guide_closes(built: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert bookaudit.run([str(built)]) == 0
    assert "lines found" in capsys.readouterr().out


def test_every_chapter_of_the_guide_is_linked(built: Path, guide: Book) -> None:
    front = (built / "index.html").read_text("utf-8")
    for path in guide.chapters.glob("[0-9]*.md"):
        assert f'href="{path.stem[3:]}.html"' in front


def test_every_message_of_the_tool_has_one_cure() -> None:
    assert checked_cures(CURES, messages())


def test_a_message_without_a_cure_and_a_cure_without_a_message_are_told() -> None:
    with pytest.raises(WorkingsError, match="the message “all is lost” has no cure"):
        checked_cures(CURES, [*messages(), "all is lost"])
    with pytest.raises(WorkingsError, match="the tool has no message"):
        checked_cures(CURES, messages()[1:])


def test_messages_are_those_that_people_meet() -> None:
    assert {
        "“…” is typed by hand; …",
        "there is no figure “…”.",
        "“edition” must be a date, such as 2026-01-31",
    } <= set(messages())


def test_every_name_that_desks_offer_is_in_the_reference(built: Path) -> None:
    page = (built / "reference-of-names.html").read_text("utf-8")
    found = offers()
    assert len(found) > 80
    for one in found:
        assert one.says, f"{one.name} says nothing"
        assert f"<li><code>{one.name}" in page, one.name
    own = {name for name, _ in offered_members(ExampleDesk)}
    assert own <= {one.name for one in found if not one.by}


def test_every_operation_is_listed(built: Path) -> None:
    page = (built / "operations.html").read_text("utf-8")
    for name in OPERATIONS:
        assert f"<li><code>{name}</code>" in page


def test_a_companion_that_is_not_there_is_told(tmp_path: Path) -> None:
    (tmp_path / "book").mkdir()
    settings = tmp_path / "book/book.toml"
    settings.write_text('title = "A"\nsubtitle = "B"\ncompanions = ["guide"]\n', "utf-8")
    with pytest.raises(ConfigError, match=r"book/guide/book\.toml: this file is missing"):
        companions_of(read_book(tmp_path))
    settings.write_text('title = "A"\nsubtitle = "B"\ncompanions = ["../guide"]\n', "utf-8")
    with pytest.raises(ConfigError, match="“companions” must be a list of folders"):
        read_book(tmp_path)
