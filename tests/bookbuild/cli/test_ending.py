"""However a command ends, it is one line and the status of its kind; never a traceback."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from bookbuild.cli import ending, main
from bookbuild.cli.terminal import printable
from tests import ROOT

WORKINGS = Path(sys.executable).with_name("workings")


def ended(
    arguments: Sequence[str],
    status: int,
    *,
    redirect: str = "",
    cwd: Path | None = None,
    **environment: str,
) -> tuple[bytes, bytes]:
    """Run a command with its streams led elsewhere, as a shell does; return what it wrote."""
    done = subprocess.run(
        ["sh", "-c", f'"$@" {redirect}', "sh", str(WORKINGS), *arguments],
        capture_output=True, timeout=60, cwd=cwd, env={**os.environ, **environment},
    )  # fmt: skip
    assert b"Traceback" not in done.stderr
    assert b"Exception ignored" not in done.stderr
    assert done.returncode == status, done.stderr
    return done.stdout, done.stderr


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    (tmp_path / "a.txt").write_text("√4 + 1 = 4\n", encoding="utf-8")
    return tmp_path / "a.txt"


@pytest.mark.parametrize(
    "fault",
    [
        KeyError("x"), MemoryError(), RecursionError("too deep"), AttributeError("no"),
        UnicodeEncodeError("ascii", "→", 0, 1, "no"), ZeroDivisionError(),
        AssertionError("\x1b[2J\n"), ValueError("9" * 10_000),
    ],
    ids=lambda fault: type(fault).__name__,
)  # fmt: skip
def test_what_nobody_foresaw_is_one_line_and_a_status_of_its_own(
    fault: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise fault

    monkeypatch.setattr("bookaudit.run", fail)
    for arguments in (["audit", "a"], ["--debug", "audit", "a"]):
        monkeypatch.setattr(sys, "argv", ["workings", *arguments])
        with pytest.raises(SystemExit) as end:
            main.main(arguments)
        assert end.value.code == ending.UNEXPECTED == 70
        shown = capsys.readouterr().err
        assert ("Traceback" in shown) == ("--debug" in arguments)
        last = shown.splitlines()[-1]
        assert last.startswith(f"unexpected: {type(fault).__name__}")
        assert "(test_ending.py:" in last
        assert last.endswith("--debug shows more")
        assert last.isprintable()
        assert len(last) < 400
        assert len(shown.splitlines()) == 1 or "--debug" in arguments


def test_output_that_can_not_be_written_is_no_verdict(wrong: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no device that is always full")
    _, err = ended(["audit", str(wrong)], ending.REFUSED, redirect=">/dev/full")
    assert err == b"this machine: No space left on device\n"
    ended(["audit", str(wrong)], ending.REFUSED, redirect=">/dev/full 2>/dev/full")
    ended(["audit", "none"], ending.REFUSED, redirect="2>/dev/full")


def test_output_that_was_closed_leads_nowhere(wrong: Path) -> None:
    for closed in (">&-", "2>&-", "<&-", "<&- >&- 2>&-"):
        ended(["audit", str(wrong)], 1, redirect=closed)
        ended(["audit", "none"], 2, redirect=closed)
        ended(["--version"], 0, redirect=closed)
    assert wrong.read_text(encoding="utf-8") == "√4 + 1 = 4\n"


def test_a_reader_that_has_gone_ends_the_command(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("1 + 1 = 3\n" * 50_000)
    done = subprocess.run(
        ["sh", "-c", '("$1" audit "$2"; echo $? >"$3") | head -1', "sh", str(WORKINGS),
         str(tmp_path / "a.txt"), str(tmp_path / "status")],
        capture_output=True, timeout=60,
    )  # fmt: skip
    assert not [line for line in done.stderr.decode().splitlines() if not line.endswith(" …")]
    assert (tmp_path / "status").read_text() == "141\n"


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1", "utf-8"])
def test_what_an_encoding_lacks_is_escaped(wrong: Path, encoding: str) -> None:
    out, _ = ended(["audit", str(wrong)], 1, PYTHONIOENCODING=encoding)
    assert b" does not close: " in out
    assert out.decode(encoding).startswith(str(wrong))
    out, _ = ended(["audit", "--json", str(wrong)], 1, PYTHONIOENCODING=encoding)
    assert json.loads(out.decode(encoding))["text"] == "√4 + 1 = 4"
    _, err = ended(["audit", "→\x1b[2J"], 2, PYTHONIOENCODING=encoding)
    assert err.startswith((b"\\u2192\\x1b[2J: ", "→\\x1b[2J: ".encode()))


def test_a_console_escapes_what_its_encoding_lacks() -> None:
    script = (
        "from bookbuild.cli.terminal import *; steady_streams(); console.print('→ [b]'); "
        "print('√'); notices.print('→\\x1b')"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, timeout=60,
        env={**os.environ, "PYTHONIOENCODING": "ascii:strict"},
    )  # fmt: skip
    assert done.stdout.splitlines() == [rb"\u2192 [b]", rb"\u221a"]
    assert done.stderr.splitlines() == [rb"\u2192\x1b"]


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["show\x1b[2J"], 2),
        (["show", "\x1b[2J", "the dog", "query[1,1]"], 1),
        (["show", "signal", "the \x1b[2J", "query[1,1]"], 1),
        (["show", "signal", "the dog", "query\x1b[2J[1,1]"], 1),
        (["show", "signal", "the dog", "query[1,1]", "more\x1b[2J"], 2),
        (["train", "[red]\x1b[2J"], 1),
        (["ask", "answers", "what is \x1b[2J ?"], 1),
        (["translate", "the \x1b[2J"], 1),
        (["html", "--single", "\x1b[2J"], 1),
        (["audit", "\x1b[2J"], 2),
        (["audit", ""], 2),
        (["audit", ".", "--against", ""], 2),
    ],
)
def test_no_word_of_an_argument_moves_the_cursor(arguments: list[str], status: int) -> None:
    root = ROOT
    out, err = ended(arguments, status, cwd=root / "weights" if "audit" in arguments else root)
    assert b"\x1b" not in out + err
    assert err.strip()


def test_lines_stay_apart_when_they_are_escaped() -> None:
    assert printable("a\x1b\nb\u202e\x9bé\u202f→") == "a\\x1b\nb\\u202e\\x9bé\u202f→"


def test_the_readme_names_every_status() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert ending.__doc__ is not None
    rows = [row for row in ending.__doc__.splitlines() if re.match(r"\| \d", row)]
    assert len(rows) == 6
    for row in rows:
        assert row in readme
