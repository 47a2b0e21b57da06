import ast
import sys
from pathlib import Path

import bookaudit

ALLOWED = {"bookaudit", "pypdfium2"} | set(sys.stdlib_module_names)


def imported(file: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file.name} imports relatively"
            names.add((node.module or "").split(".")[0])
    return names


def test_the_auditor_imports_the_standard_library_and_a_pdf_reader_only() -> None:
    files = sorted(Path(bookaudit.__file__).parent.rglob("*.py"))
    assert len(files) > 10
    for file in files:
        assert imported(file) <= ALLOWED, file.name
