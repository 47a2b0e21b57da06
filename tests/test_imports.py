"""Who may import whom: rooms on floors, and an auditor that knows nothing of the rest."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import ROOT

STANDARD = sys.stdlib_module_names
# What each package may import beside the standard library and itself.
MAY_IMPORT = {
    "engine": {"numpy"},
    "bookaudit": {"pypdfium2"},
    "bookbuild": {
        "engine",
        "bookaudit",  # only two modules call it: see below
        "PIL",
        "click",
        "fontTools",
        "jinja2",
        "latex2mathml",
        "markdown_it",
        "markupsafe",
        "mdit_py_plugins",
        "mdurl",
        "numpy",
        "pypdfium2",
        "rich",
        "rjsmin",
        "weasyprint",
        "workings",  # what authors write figures with
        "ziafont",
        "ziamath",
    },
    "workings": {"engine", "numpy"},
    "subjects": {
        "bookbuild",
        "engine",
        "click",
        "jinja2",
        "markupsafe",
        "numpy",
        "rich",
        "safetensors",
        "workings",  # only the guide, which lists it
    },
}
FOLDERS = {
    "engine": ROOT / "engine",
    "bookaudit": ROOT / "build" / "bookaudit",
    "bookbuild": ROOT / "build" / "bookbuild",
    "subjects": ROOT / "build" / "subjects",
    "workings": ROOT / "build" / "workings",
}
MOST = 12  # folders or modules at the top of a package, so that one look is enough
# A room imports only from those above it in its package's list.
FLOORS = {
    "engine": (
        "errors", "numerics", "figures", "layers", "models", "training", "runs", "examples",
    ),
    "bookaudit": (
        "errors", "printing", "documents", "steps", "reading", "verdict", "comparison", "report",
        "auditing", "running",
    ),
    "bookbuild": (
        "core", "markup", "lines", "pictures", "passes", "chapters", "site", "paper", "ebook",
        "cli",
    ),
    "subjects": ("models", "signal", "answers", "translator", "learning", "handmade",
        "manual",
    ),
}  # fmt: skip
# What the generator may know of the engine: figures, and nothing of models.
FIGURES = ("engine.errors", "engine.numerics", "engine.figures")


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written in full"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def modules(package: str) -> list[Path]:
    return sorted(FOLDERS[package].rglob("*.py"))


def name_of(path: Path, package: str) -> str:
    return ".".join(path.relative_to(FOLDERS[package].parent).with_suffix("").parts)


@pytest.mark.parametrize("package", sorted(MAY_IMPORT))
def test_a_package_imports_only_what_it_may(package: str) -> None:
    assert modules(package)
    for path in modules(package):
        for name in imported(path):
            top = name.partition(".")[0]
            assert top in STANDARD or top == package or top in MAY_IMPORT[package], (
                f"{path.relative_to(ROOT)} imports {name}"
            )


def test_the_generator_knows_no_model_and_no_subject() -> None:
    knowing = {
        path.relative_to(ROOT / "build").as_posix()
        for path in modules("bookbuild")
        for name in imported(path)
        if name.startswith("subjects") or (name.startswith("engine.") and not _of_figures(name))
    }
    assert knowing == set()


def test_the_generator_names_no_subject() -> None:
    for path in modules("bookbuild"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert not node.value.startswith("subjects."), path.relative_to(ROOT)


def _of_figures(name: str) -> bool:
    return any(name == room or name.startswith(f"{room}.") for room in FIGURES)


@pytest.mark.parametrize("package", sorted(FLOORS))
def test_imports_lead_only_to_floors_above(package: str) -> None:
    floors = FLOORS[package]
    for path in modules(package):
        own = name_of(path, package).split(".")[1]
        if own == "__init__":
            continue
        assert own in floors, f"{path.relative_to(ROOT)} is in no room of the list"
        for name in imported(path):
            top, _, rest = name.partition(".")
            room = rest.partition(".")[0]
            if top == package and room in floors:
                assert floors.index(room) <= floors.index(own), (
                    f"{path.relative_to(ROOT)} imports {name}, which stands on a lower floor"
                )


@pytest.mark.parametrize("package", sorted(FLOORS))
def test_a_package_shows_at_most_a_dozen_rooms(package: str) -> None:
    seen = {
        path.stem
        for path in FOLDERS[package].iterdir()
        if path.name != "__init__.py" and (path.is_dir() or path.suffix == ".py")
    } - {"__pycache__"}
    assert len(seen) <= MOST


def test_only_the_command_line_and_the_quotations_call_the_auditor() -> None:
    callers = {
        path.relative_to(ROOT / "build").as_posix()
        for path in modules("bookbuild")
        if any(name.startswith("bookaudit") for name in imported(path))
    }
    assert callers == {"bookbuild/cli/main.py", "bookbuild/chapters/quotations.py"}


def test_the_mathematics_does_not_know_of_recording() -> None:
    for room in ("numerics", "layers", "models", "training"):
        for path in sorted((ROOT / "engine" / room).glob("*.py")):
            names = list(imported(path))
            assert not any(name.startswith("engine.figures.ledger") for name in names), path.name


@pytest.mark.parametrize("package", sorted(FOLDERS))
def test_no_modules_import_each_other_in_a_circle(package: str) -> None:
    names = {name_of(path, package): path for path in modules(package)}
    arrows = {
        name: {other for other in imported(path) if other in names and other != name}
        for name, path in names.items()
        if path.name != "__init__.py"
    }
    done = {name for name, path in names.items() if path.name == "__init__.py"}
    while arrows.keys() - done:
        free = {name for name in arrows.keys() - done if arrows[name] <= done}
        assert free, f"{package}: a circle among {sorted(arrows.keys() - done)}"
        done |= free


@pytest.mark.parametrize("package", sorted(FOLDERS))
def test_every_module_and_folder_says_what_it_decides(package: str) -> None:
    for path in modules(package):
        text = path.read_text(encoding="utf-8")
        assert ast.get_docstring(ast.parse(text)), f"{path.relative_to(ROOT)} says nothing"
        assert len(text.splitlines()) <= 380, f"{path.relative_to(ROOT)} has grown too long"
