"""The slow check: a wheel in an empty environment makes, builds and audits a book with no clone.

    python -m tests.wheel

Packages are those of the lock file; without Pango the site alone is built.
"""

import os
import re
import subprocess
import sys
import tempfile
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
PARTS = (
    "bookbuild/templates/page.html",
    "bookbuild/templates/css/site.css",
    "bookbuild/templates/js/pages/reading.js",
    "bookbuild/templates/new/book/book/spring.png",
    "bookbuild/templates/new/book/gitignore",
    "workings/__init__.py",
)


def main() -> None:
    """Build the wheel, install it, and use it; stop at the first thing that fails."""
    with tempfile.TemporaryDirectory() as folder:
        check(Path(folder))
    print("the wheel makes, builds and audits a book with no clone")


def check(folder: Path) -> None:
    """Do so in an empty folder."""
    wheel = built(folder / "wheel")
    with zipfile.ZipFile(wheel) as archive:
        missing = set(PARTS) - set(archive.namelist())
    if missing:
        sys.exit(f"{wheel.name} has no {', '.join(sorted(missing))}")
    environment = folder / "environment"
    venv.create(environment, with_pip=True)
    bin_ = environment / "bin"
    constraints = folder / "constraints.txt"
    constraints.write_text(locked(), encoding="utf-8")
    run(folder, bin_ / "python", "-m", "pip", "install", "--quiet",
        "--disable-pip-version-check", "--constraint", constraints, wheel)  # fmt: skip
    found = run(folder, bin_ / "python", "-c", "import bookbuild; print(bookbuild.__file__)")
    if not found.startswith(str(environment)):
        sys.exit(f"the wheel is not what is used, but {found}")
    workings = bin_ / "workings"
    print(run(folder, workings, "new", "book", "mine"))
    mine = folder / "mine"
    form = "book" if has_pango(bin_, folder) else "html"
    print(run(mine, workings, form))
    print(run(mine, workings, "audit", "dist"))
    run(mine, workings, "new", "chapter", "gradient-steps")
    print(run(mine, workings, "lint"))


def built(folder: Path) -> Path:
    """Build the wheel of this clone."""
    run(ROOT, sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps",
        "--no-build-isolation", "--disable-pip-version-check",
        "--wheel-dir", folder, ".")  # fmt: skip
    return next(folder.glob("*.whl"))


def locked() -> str:
    """Return the versions of the lock file, each with where it is for, without digests."""
    text = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    return "\n".join(re.findall(r"^[\w.-]+==[^\\\n]+", text, re.MULTILINE)) + "\n"


def has_pango(bin_: Path, folder: Path) -> bool:
    """Tell whether PDFs can be made here."""
    code = "from bookbuild.core.system import pdf_ready; print(pdf_ready())"
    return run(folder, bin_ / "python", "-c", code) == "True"


def run(folder: Path, *command: object) -> str:
    """Run a command in a folder, with nothing of this clone in its environment."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        list(map(str, command)), cwd=folder, env=clean, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout.strip()


if __name__ == "__main__":
    main()
