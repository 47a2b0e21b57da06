"""`workings names`: what a ledger has is listed, each once; of a wrong name, near ones are told."""

import json
import shutil
from collections import Counter
from pathlib import Path

import pytest

from bookbuild.chapters.contents import Contents
from bookbuild.chapters.kit import book_templates
from bookbuild.cli.main import main
from bookbuild.cli.names import like, listed, named_in, published
from bookbuild.core.config import read_book
from bookbuild.lines.ledger_figures import whole
from engine.errors import UnknownName
from tests import ROOT


@pytest.fixture(scope="module")
def contents() -> Contents:
    book = read_book(ROOT)
    return Contents(book, book_templates(book))


def test_every_figure_of_every_ledger_is_listed_exactly_once(contents: Contents) -> None:
    parts = {part.scope: part for part in published(contents)}
    parts |= {
        entry.scope: whole(entry.scope, contents.givens[entry.name])
        for entry in contents
        if contents.givens.get(entry.name)
    }
    runs = contents.subjects.runs()
    assert {"book/adam", "signal/the-dog-sat-on-the", *runs} <= set(parts)
    for scope, part in parts.items():
        found = [one for one in named_in(contents, scope) if one.scope == scope]
        times = Counter(one.name for one in found)
        figures = part.figures() if scope.count("/") < 2 else []
        for figure in figures:
            name = figure.name.partition("[")[0]
            assert times[name] == 1, f"{scope}: {figure.name}"
            rounding = next(one.rounding for one in found if one.name == name)
            if figure.line is not None and figure.line.rule:
                assert rounding in ("", figure.line.rule), figure.name


@pytest.mark.parametrize("run", ["signal", "answers", "translator"])
def test_a_run_has_its_models_figures_and_those_of_its_own_text(
    contents: Contents, run: str
) -> None:
    scopes = list(dict.fromkeys(one.scope for one in named_in(contents, run)))
    assert scopes[0] == run
    assert len(scopes) == 2
    assert scopes[1].startswith(f"{run}/")


def test_a_figure_is_described_as_its_field_declares_it(contents: Contents) -> None:
    (query,) = [one for one in named_in(contents, "signal") if one.name == "query"]
    assert query.data == {
        "scope": "signal/the-dog-sat-on-the", "name": "query", "shape": [5, 8],
        "axes": [
            {"of": "position", "places": 5, "first": "1", "last": "5"},
            {"of": "slot", "places": 8, "first": "1", "last": "8"},
        ],
        "rounding": "2 places", "origin": "worked", "title": query.title, "example": "query[1,1]",
    }  # fmt: skip
    assert query.title
    assert any("5 × 8" in line and query.title in line for line in listed([query]))


def test_what_is_not_there_is_told_what_is_near(contents: Contents) -> None:
    found = named_in(contents, "signal")
    assert {one.name for one in like(found, "QUERY")} >= {"query", "w_query"}
    with pytest.raises(UnknownName, match="Did you mean query"):
        like(found, "qeury")
    with pytest.raises(UnknownName, match="Did you mean signal"):
        named_in(contents, "sginal")


def test_examples_of_a_book_are_scopes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(ROOT / "tests/books/least-squares", tmp_path / "mine")
    monkeypatch.chdir(tmp_path / "mine")
    with pytest.raises(SystemExit) as ended:
        main.main(["names", "fit", "--json"], prog_name="workings")
    assert not ended.value.code
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {"x", "dx", "slope"} <= {row["name"] for row in rows}


def test_an_example_that_no_chapter_works_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(ROOT / "tests/books/least-squares", tmp_path / "mine")
    with (tmp_path / "mine/book/figures.py").open("a", encoding="utf-8") as file:
        file.write('\n\n@example("bill")\ndef bill(g):\n    return {"total": g.price.sum()}\n')
    monkeypatch.chdir(tmp_path / "mine")
    for scope, says in (("bill", 'example = "bill"'), ("zzz", "There are book/at-once")):
        with pytest.raises(SystemExit) as ended:
            main.main(["names", scope], prog_name="workings")
        assert ended.value.code == 1
        assert says in capsys.readouterr().err
