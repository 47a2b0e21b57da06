"""The site's scripts: their rooms, and how modules become a file that a page loads."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from bookbuild.core.config import Book
from bookbuild.site.bundles import bundle, minified, modules_of
from bookbuild.site.scripts import PAGES, ROOMS, VENDORED, write_scripts
from engine.errors import WorkingsError

JS = Path(__file__).parents[3] / "templates" / "js"
NODE = shutil.which("node")


def written(folder: Path, **scripts: str) -> Path:
    """Write modules into a folder; the first is returned."""
    for name, source in scripts.items():
        (folder / f"{name}.js").write_text(source, encoding="utf-8")
    return folder / f"{next(iter(scripts))}.js"


def test_a_script_imports_from_its_own_room_and_from_those_below_it() -> None:
    assert {path.name for path in JS.iterdir() if path.is_dir()} == {*ROOMS, "vendor"}
    for page in PAGES:
        for module in modules_of(JS / "pages" / f"{page}.js"):
            room = ROOMS.index(module.path.parent.name)
            for one in module.imports:
                assert ROOMS.index(one.path.parent.name) <= room, (module.path, one.path)


def test_types_too_come_from_below_but_for_what_arithmetic_is_written_of() -> None:
    taken = re.compile(r'@import \{[^}]*\} from "\.\./(\w+)/')
    upward = {
        (path.parent.name, room)
        for path in JS.glob("*/*.js")
        if path.parent.name != "vendor"
        for room in taken.findall(path.read_text(encoding="utf-8"))
        if ROOMS.index(room) > ROOMS.index(path.parent.name)
    }
    assert upward == {("lines", "engine")}


def test_every_script_is_on_some_page_and_says_what_it_is() -> None:
    loaded = {module.path for page in PAGES for module in modules_of(JS / "pages" / f"{page}.js")}
    assert loaded == {path for room in ROOMS for path in (JS / room).glob("*.js")}
    for path in loaded:
        assert path.read_text(encoding="utf-8").startswith("// "), path


def undocumented(source: str) -> list[str]:
    """Return the lines that begin a function, class or method without a sentence before them."""
    begins = re.compile(
        r"(export )?(async )?(function|class) |(export )?const \w+ =( (async )?(\w+|\(.*\)) =>|$)|"
        r"  (?!if|for|while|switch|return|constructor)((async|get) )?#?\w+\(.*\) \{$"
    )
    lines = source.splitlines()
    found = []
    for at, line in enumerate(lines):
        if not begins.match(line):
            continue
        start = at - 1
        while start > 0 and lines[start].startswith((" *", "   *")):
            start -= 1
        words = " ".join(lines[start:at]).replace("*", " ").strip("/ ")
        if not words or words.startswith("@") or not lines[at - 1].endswith("*/"):
            found.append(line)
    return found


def test_every_function_says_what_it_does() -> None:
    for room in ROOMS:
        for path in (JS / room).glob("*.js"):
            assert not undocumented(path.read_text(encoding="utf-8")), path
    assert undocumented("/** @param {number} a */\nconst f = (a) => a;\n")
    assert undocumented("class A {\n  b(c) {\n}")


def test_a_page_without_own_words_loads_nothing_that_works_them() -> None:
    rooms = {module.path.parent.name for module in modules_of(JS / "pages" / "reading.js")}
    assert rooms == {"elements", "site", "pages"}


def test_writing_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    texts = []
    for name in ("one", "other"):
        write_scripts(tmp_path / name, Book(JS.parents[1], "", ""))
        minified.cache_clear()
        files = sorted((tmp_path / name / "js").rglob("*.*"))
        texts.append([path.read_bytes() for path in files])
        assert {path.stem for path in files} >= {*PAGES}
        assert {path.name for path in files} >= {*VENDORED}
    assert texts[0] == texts[1]


@pytest.mark.skipif(NODE is None, reason="there is no Node on this machine")
def test_a_bundle_does_what_its_modules_do(tmp_path: Path) -> None:
    entry = written(
        tmp_path,
        entry='import { add as plus, Adder } from "./sums.js";\n'
        'import * as sums from "./sums.js";\n'
        "console.log(plus(1, 2), new Adder(3).to(4), sums.ZERO, sum);\nvar sum = 5;\n",
        sums='import {\n  zero,\n} from "./zero.js";\n\nexport const ZERO = zero();\n'
        "export function add(a, b) {\n  return a + b + ZERO;\n}\n"
        "export class Adder {\n  #a;\n  constructor(a) {\n    this.#a = a;\n  }\n"
        "  to(b) {\n    return add(this.#a, b);\n  }\n}\n",
        zero="const sum = 0;\nexport const zero = () => sum;\n",
    )
    whole = bundle(entry)
    for script in (whole, *minified((whole,))):
        done = subprocess.run(
            [str(NODE), "-e", script], capture_output=True, text=True, timeout=30, check=True
        )
        assert done.stdout == "3 7 0 undefined\n"
    assert "#a" not in minified((whole,))[0]


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ('\nimport { no } from "./other.js";\n', r"entry\.js:2: other\.js doesn't export no"),
        ('import { a } from "./none.js";\n', r"entry\.js:1: there is no script .*none\.js"),
        ('import { b } from "./circle.js";\n', r"circle\.js:1: entry\.js imports this script"),
        ('import a from "./other.js";\n', r"entry\.js:1: “import a .*” is no import or export"),
        ("//\nexport default 1;\n", r"entry\.js:2: “export default 1;” is no import or export"),
        ("export let a = 1;\n", r"entry\.js:1: .* write import \{ a \} from"),
    ],
)
def test_what_can_not_be_bundled_is_refused_with_its_place(
    tmp_path: Path, source: str, message: str
) -> None:
    entry = written(
        tmp_path,
        entry=source,
        other="export const a = 1;\n",
        circle='import { c } from "./entry.js";\nexport const b = 1;\n',
    )
    with pytest.raises(WorkingsError, match=message):
        bundle(entry)


def test_a_fault_in_a_script_is_one_message() -> None:
    with pytest.raises(WorkingsError, match=r"could not be made small: unexpected ="):
        minified(("const = 1;",))


def test_the_checkers_of_scripts_are_locked_by_digests_and_by_no_address() -> None:
    lock = (JS.parents[1] / "tests" / "js" / "package-lock.json").read_text(encoding="utf-8")
    packages = json.loads(lock)["packages"]
    del packages[""]
    assert all(package["integrity"].startswith("sha512-") for package in packages.values())
    assert "://" not in lock
