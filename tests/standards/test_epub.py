"""epubcheck finds no error and no warning in the book; runs where it and Java are installed.

On Debian: apt-get install epubcheck
"""

import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from tests.conftest import Built
from tests.site.forms import book_epub

JAR, JAVA = Path("/usr/share/java/epubcheck.jar"), shutil.which("java")

pytestmark = pytest.mark.skipif(
    not JAR.is_file() or JAVA is None, reason="epubcheck or Java is not on this machine"
)


def faults(path: Path) -> list[str]:
    """Return what epubcheck says against a book: fatal faults, errors and warnings."""
    call = [str(JAVA), "-jar", str(JAR), "--failonwarnings", str(path)]
    done = subprocess.run(call, capture_output=True, text=True, check=False)
    found = re.findall(r"^(?:FATAL|ERROR|WARNING).*", done.stdout + done.stderr, re.MULTILINE)
    assert bool(found) == bool(done.returncode), done.stderr
    return found


def test_the_book_has_no_fault(built: Built) -> None:
    assert not faults(book_epub(built))


def test_a_fault_is_found(built: Built, tmp_path: Path) -> None:
    spoilt = tmp_path / "book.epub"
    with zipfile.ZipFile(book_epub(built)) as whole, zipfile.ZipFile(spoilt, "w") as made:
        for item in whole.infolist():
            data = whole.read(item)
            if item.filename == "EPUB/adam.xhtml":
                data = data.replace(b"<h1>", b'<h1 align="left">', 1)
            made.writestr(item, data)
    assert len(faults(spoilt)) == 1
