"""Text is written with the same line ends on every system: a newline and nothing before it."""

import ast
from collections.abc import Iterator

import pytest

from tests import ROOT

WRITERS = sorted([*(ROOT / "engine").rglob("*.py"), *(ROOT / "build").rglob("*.py")])
OPENING = ("open", "fdopen", "NamedTemporaryFile", "TemporaryFile", "TextIOWrapper")


def careless(source: str) -> Iterator[int]:
    """Yield the lines of calls that write text as the system they run on likes it."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        function = node.func
        name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
        given = {keyword.arg for keyword in node.keywords}
        values = [*node.args, *(keyword.value for keyword in node.keywords)]
        texts = [value.value for value in values if isinstance(value, ast.Constant)]
        modes = [text for text in texts if isinstance(text, str) and set(text) <= set("rwaxbt+")]
        writes = any(set(mode) & set("wax+") and "b" not in mode for mode in modes)
        if "newline" not in given and (
            (name == "write_text" and "encoding" in given) or (name in OPENING and writes)
        ):
            yield node.lineno


@pytest.mark.parametrize(
    "source",
    [
        'path.write_text(text, encoding="utf-8")',
        'open(path, "w", encoding="utf-8")',
        'path.open("a")',
        'open(path, mode="x")',
        'os.fdopen(number, "w")',
    ],
)
def test_careless_writing_is_noticed(source: str) -> None:
    assert list(careless(source)) == [1]


@pytest.mark.parametrize(
    "source",
    [
        'path.write_text(text, encoding="utf-8", newline="\\n")',
        'open(path, "wb")',
        'path.open("rb")',
        "open(path)",
        "report.write_text(out)",
    ],
)
def test_nothing_else_is(source: str) -> None:
    assert not list(careless(source))


def test_no_file_is_written_with_the_line_ends_of_the_system() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in WRITERS
        for line in careless(path.read_text(encoding="utf-8"))
    ]
    assert not found, f'these need newline="\\n": {found}'
