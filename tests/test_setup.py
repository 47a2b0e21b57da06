"""The set-up of a clone: environments are made where they stand, and anew when that has changed."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
OTHERS = ("browsers", "peers", "standards")  # environments of their own
LOCKS = [
    ROOT / "requirements.lock",
    *(path for name in OTHERS for path in sorted((ROOT / "tests" / name).glob("*.txt"))),
]
# Makes an environment whose Python knows where it was made, as a real one's programs do.
PYTHON = """#!/bin/sh
case "$*" in
"-m venv "*)
    mkdir -p "$3/bin"
    line='[ "$PWD" = "%s" ] && echo "$*" >>"%s/calls"'
    printf "#!/bin/sh\\n$line\\n" "$PWD" "$PWD" >"$3/bin/python"
    chmod +x "$3/bin/python" ;;
esac
"""


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    clone = tmp_path / "clone"
    (clone / "build").mkdir(parents=True)
    shutil.copy(ROOT / "build" / "setup.sh", clone / "build")
    for name in ("requirements.lock", "pyproject.toml"):
        (clone / name).write_text(name, encoding="utf-8", newline="\n")
    python = tmp_path / "python3"
    python.write_text(PYTHON, encoding="utf-8", newline="\n")
    python.chmod(0o755)
    return clone


def installs(clone: Path) -> list[str]:
    """Set a clone up and return what was installed by that."""
    calls = clone / "calls"
    calls.unlink(missing_ok=True)
    python = {"PYTHON": str(clone.parent / "python3")}
    subprocess.run(
        [clone / "build" / "setup.sh", "python"],
        check=True, capture_output=True, env={**os.environ, **python},
    )  # fmt: skip
    made = calls.read_text(encoding="utf-8").splitlines() if calls.exists() else []
    return [call for call in made if " install " in call]


def test_a_clone_is_set_up_once_and_again_when_its_locks_change(clone: Path) -> None:
    locked, own = installs(clone)
    assert "--only-binary :all: --require-hashes -r requirements.lock" in locked
    assert own.endswith("--no-deps --no-build-isolation -e .")
    assert installs(clone) == []
    (clone / "requirements.lock").write_text("more", encoding="utf-8", newline="\n")
    assert len(installs(clone)) == 2


def test_a_clone_that_was_moved_is_set_up_anew(clone: Path) -> None:
    assert len(installs(clone)) == 2
    moved = clone.rename(clone.with_name("moved"))
    assert len(installs(moved)) == 2
    assert str(moved) in (moved / ".venv" / "bin" / "python").read_text(encoding="utf-8")


def test_an_environment_whose_python_is_gone_is_made_anew(clone: Path) -> None:
    installs(clone)
    (clone / ".venv" / "bin" / "python").unlink()
    (clone / "pyproject.toml").write_text("more", encoding="utf-8", newline="\n")
    assert len(installs(clone)) == 2


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_locked_package_has_its_version_and_hashes(lock: Path) -> None:
    text = lock.read_text(encoding="utf-8").replace("\\\n", " ")
    packages = [line for line in text.splitlines() if line and not line.lstrip().startswith("#")]
    assert packages
    for package in packages:
        assert "==" in package.split(";")[0], package
        assert "--hash=sha256:" in package, package


def test_whatever_is_installed_is_locked_and_no_source() -> None:
    script = (ROOT / "build" / "setup.sh").read_text(encoding="utf-8").replace("\\\n", " ")
    calls = [line for line in script.splitlines() if "pip install" in line]
    assert len(calls) == 3
    for call in calls:
        locked = "--only-binary :all: --require-hashes" in " ".join(call.split())
        assert locked or "--no-deps --no-build-isolation -e ." in call or "--dry-run" in call, call
