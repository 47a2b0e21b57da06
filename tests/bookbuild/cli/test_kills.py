"""A smaller cut of `make kills`, and that it finds what it looks for."""

import itertools
import random
import subprocess
import sys
from pathlib import Path

import pytest

from bookbuild.core.output import writing
from bookbuild.core.system import pdf_ready
from tests.bookbuild.kills import (
    MARK,
    ROWS,
    Broken,
    Sweep,
    another_chapter,
    small,
    sweep,
    whole_edition,
)

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


def test_killed_at_any_moment_a_build_leaves_an_edition_whole(tmp_path: Path) -> None:
    counts = sweep(small(tmp_path / "book"), 3, seed=3, rows=["html"])
    assert counts.total() == 3


@pytest.mark.skipif(not pdf_ready(), reason="Pango is not installed")
def test_killed_at_any_moment_the_whole_book_leaves_an_edition_whole(tmp_path: Path) -> None:
    assert sweep(small(tmp_path / "book"), 1, seed=4, rows=["book"]).total() == 1


@pytest.mark.parametrize("fault", ["missing", "changed", "added"])
def test_an_edition_that_is_not_whole_is_found(tmp_path: Path, fault: str) -> None:
    out = tmp_path / "out"
    assert whole_edition(out) == "nothing"
    with writing(out, tmp_path / "book") as new:
        (new / "page").write_text("a page", encoding="utf-8")
    assert len(whole_edition(out)) == 64
    if fault == "missing":
        (out / "page").unlink()
    else:
        (out / ("page" if fault == "changed" else "more")).write_text("b", encoding="utf-8")
    with pytest.raises(Broken):
        whole_edition(out)


def test_a_process_that_runs_on_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.bookbuild.kills.PATIENCE", 0.1)
    one = Sweep(small(tmp_path / "book"), random.Random(1))
    one._no_orphans("html")
    environment = {MARK: str(one.temporary)}
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE,
                          env=environment) as process:  # fmt: skip
        with pytest.raises(Broken, match="has left running"):
            one._no_orphans("html")
        process.kill()


def test_what_is_left_over_is_found(tmp_path: Path) -> None:
    one = Sweep(small(tmp_path / "book"), random.Random(1))
    one._few_droppings(one.root / "dist", most=0)
    (one.root / ".dist.building-x").mkdir()
    with pytest.raises(Broken, match="left over"):
        one._few_droppings(one.root / "dist", most=0)


def test_every_command_that_writes_an_edition_is_killed_and_each_state_is_another(
    tmp_path: Path,
) -> None:
    assert {"book", "html", "pdf"} <= set(ROWS)
    root, rng = small(tmp_path / "book"), random.Random(1)
    named = [another_chapter(root, rng) for _ in range(20)]
    assert all(one != other for one, other in itertools.pairwise(named))
    text = (root / "book" / "01-a-chapter.md").read_text(encoding="utf-8")
    assert text.endswith(named[-1])
    assert text.count("That was a") == 1
