"""The README is true: its folders, files, targets and commands are those that there are."""

import re

from click.testing import CliRunner

from bookbuild.cli.main import main
from bookbuild.core.config import read_book
from tests import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def test_every_folder_has_a_line() -> None:
    told = set(re.findall(r"^\| `(\w+)/` \|", README, re.MULTILINE))
    kept = {
        path.name
        for path in ROOT.iterdir()
        if path.is_dir() and not path.name.startswith(".") and path.name != "dist"
    }
    assert told == {name for name in kept if not name.endswith("__") and "egg-info" not in name}


def test_every_file_that_is_named_exists() -> None:
    named = re.findall(r"`((?:book|build|engine|templates|tests|weights)/[\w./-]+)`", README)
    assert named
    for name in named:
        assert (ROOT / name).exists(), name


def test_targets_are_listed_and_have_a_comment() -> None:
    phony = re.search(r"\.PHONY: (.*)", MAKEFILE)
    assert phony is not None
    commented = set(re.findall(r"^([a-z0-9-]+):.*## \S", MAKEFILE, re.MULTILINE))
    assert commented == set(phony[1].split()) - {"python", "pango"}
    told = re.search(r"lists the targets: `([^`]*)`", README)
    assert told is not None
    assert set(told[1].split()) == commented - {"help"}


def test_every_command_has_help_and_stands_in_the_readme() -> None:
    for name, command in main.commands.items():
        assert command.help, name
        assert re.search(rf"`(?:workings )?{name}\b", README), name


def test_the_line_that_the_readme_opens_with_is_the_books() -> None:
    shown = re.search(r"^    (\S+ ÷ \S+ = \S+)$", README, re.MULTILINE)
    ran = CliRunner().invoke(main, ["show", "signal", "the dog sat on the", "share[5,3]"])
    assert shown is not None
    assert shown[1] in ran.output, ran.output


def test_the_readme_names_the_parts_of_the_book() -> None:
    for part in read_book(ROOT).parts:
        line = part.line[0].lower() + part.line[1:].rstrip(".")
        said = re.search(rf"^\| {part.title} \| (.*) \|$", README, re.MULTILINE)
        assert said is not None, part.title
        assert said[1].split()[:2] == line.replace(":", ",").split()[:2], part.title
