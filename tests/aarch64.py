"""The same bytes on another processor: the site and a training on an emulated aarch64, compared.

Run by itself: `make aarch64`, which sets the emulated Python up. It works in a copy of the book,
with a cache of its own, so that nothing made on this processor is taken.
"""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests import ROOT
from tests.site.samebytes import built, differing

OTHER = ROOT / ".venv-aarch64"
PYTHON = OTHER / "python"
SOURCES = ("book", "build", "engine", "templates", "tests", "weights")
MODEL = "signal"
BUILD = """
from pathlib import Path
from tests.samebytes import built
built(Path("site"), 1, "fork")
"""
TRAIN = f"""
import sys
from bookbuild.cli import main
main(["train", "{MODEL}"])
"""


def elsewhere(code: str, folder: Path) -> None:
    """Run Python code on the other processor, in a folder that holds a copy of the book."""
    path = os.pathsep.join([str(OTHER / "site"), str(folder / "build"), str(folder)])
    subprocess.run(
        [PYTHON, "-c", f"import sys; sys.executable = {str(PYTHON)!r}\n{code}"],
        check=True, cwd=folder, env={**os.environ, "PYTHONPATH": path}, stdout=sys.stderr,
    )  # fmt: skip


def main() -> int:
    """Build and train here and there, compare, tell; return the exit status."""
    began = time.perf_counter()
    with TemporaryDirectory() as temporary:
        copy = Path(temporary).resolve() / "book"
        copy.mkdir()
        for name in SOURCES:
            shutil.copytree(ROOT / name, copy / name)
        elsewhere(TRAIN, copy)
        trained = differing(ROOT / "weights" / MODEL, copy / "weights" / MODEL)
        here = built(copy / "here", 1, "fork")
        elsewhere(BUILD, copy)
        found = differing(here, copy / "site")
        count = sum(path.is_file() for path in here.rglob("*"))
    spent = time.perf_counter() - began
    print(f"{MODEL} trained: {len(trained)} files differ", *trained[:5])
    print(f"the site: {count} files, {len(found)} differ, {spent:.0f} s", *found[:5])
    return 1 if trained or found else 0


if __name__ == "__main__":
    sys.exit(main())
