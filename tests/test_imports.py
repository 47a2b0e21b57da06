"""Who may import whom: one direction, and an auditor that knows nothing of the rest."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
STANDARD = sys.stdlib_module_names
# What each package may import beside the standard library and itself.
MAY_IMPORT = {
    "engine": {"numpy"},
    "bookaudit": {"pypdfium2"},
    "bookbuild": {
        "engine",
        "bookaudit",  # only two rooms call it: see below
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
        "safetensors",
        "weasyprint",
        "ziafont",
        "ziamath",
    },
}
FOLDERS = {
    "engine": ROOT / "engine",
    "bookaudit": ROOT / "build" / "bookaudit",
    "bookbuild": ROOT / "build" / "bookbuild",
}
# Rooms inside the engine that only one other room may enter.
ONLY_FROM = {
    "engine.figures.ledger": {
        "engine/figures/comparison.py",
        "engine/runs/counts.py",
        "engine/runs/course.py",
        "engine/examples/table.py",
        "engine/examples/first_lessons.py",
        "engine/runs/generation.py",
        "engine/runs/givens.py",
        "engine/runs/metric_figures.py",
        "engine/figures/named.py",
        "engine/runs/norm_order.py",
        "engine/runs/run.py",
        "engine/runs/sampling.py",
        "engine/examples/sizes.py",
        "engine/runs/step_summary.py",
        "engine/runs/translation.py",
        "engine/runs/translation_cost.py",
        "engine/runs/translation_run.py",
        "engine/runs/training_step.py",
    }
}


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


@pytest.mark.parametrize("package", sorted(MAY_IMPORT))
def test_a_package_imports_only_what_it_may(package: str) -> None:
    assert modules(package)
    for path in modules(package):
        for name in imported(path):
            top = name.partition(".")[0]
            assert top in STANDARD or top == package or top in MAY_IMPORT[package], (
                f"{path.relative_to(ROOT)} imports {name}"
            )


def test_only_the_command_line_and_the_quotations_call_the_auditor() -> None:
    callers = {
        path.name
        for path in modules("bookbuild")
        if any(name.startswith("bookaudit") for name in imported(path))
    }
    assert callers == {"cli.py", "quotations.py"}


def test_the_mathematics_does_not_know_of_recording() -> None:
    for path in modules("engine"):
        file = path.relative_to(ROOT).as_posix()
        if file not in ONLY_FROM["engine.figures.ledger"] and path.name != "ledger.py":
            assert not any(name.startswith("engine.figures.ledger") for name in imported(path)), (
                file
            )


def test_rooms_are_entered_in_one_direction() -> None:
    """No two modules of a package import each other, directly or in a circle."""
    for package, folder in FOLDERS.items():
        names = {
            ".".join(path.relative_to(folder.parent).with_suffix("").parts): path
            for path in modules(package)
        }
        arrows = {
            name: {other for other in imported(path) if other in names and other != name}
            for name, path in names.items()
            if path.name != "__init__.py"
        }
        done: set[str] = set()
        while len(done) < len(arrows):
            free = {
                name for name in arrows if name not in done and arrows[name] <= done | _inits(names)
            }
            assert free, f"{package}: a circle among {sorted(set(arrows) - done)}"
            done |= free


def _inits(names: dict[str, Path]) -> set[str]:
    return {name for name, path in names.items() if path.name == "__init__.py"}


def test_every_module_says_what_it_decides() -> None:
    for package in FOLDERS:
        for path in modules(package):
            text = path.read_text(encoding="utf-8")
            if text.strip():
                assert ast.get_docstring(ast.parse(text)), f"{path.relative_to(ROOT)} says nothing"
            assert len(text.splitlines()) <= 380, f"{path.relative_to(ROOT)} has grown too long"
