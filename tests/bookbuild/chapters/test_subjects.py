"""The plug-ins that a book names: found by name, asked in order, refused in one clear line."""

from pathlib import Path

import pytest

import bookaudit
from bookbuild.chapters.subjects import Subjects, commands_of
from bookbuild.core.config import read_book
from engine.errors import UnknownName
from tests.bookbuild.small_book import CHAPTER, SUBJECTS, SmallBook

HEAD = 'title = "Small"\nsubtitle = "A book"\n'


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SmallBook:
    monkeypatch.syspath_prepend(str(tmp_path / "modules"))
    return SmallBook(tmp_path / "small", monkeypatch)


def plug_in(book: SmallBook, name: str, code: str) -> str:
    """Write a package with a module `subject`; return the setting that names it."""
    folder = book.root.parent / "modules" / name
    folder.mkdir(parents=True)
    (folder / "__init__.py").touch()
    (folder / "subject.py").write_text(code, encoding="utf-8")
    return f'subjects = ["{name}"]\n'


def refusal(book: SmallBook, capsys: pytest.CaptureFixture[str]) -> str:
    """Return the one line with which `workings lint` ends."""
    assert book.run("lint") == 1
    (line,) = capsys.readouterr().err.strip().splitlines()
    return line


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        (
            'subjects = ["subjects.signl"]\n',
            "there is no subject “subjects.signl”: no module subjects.signl. Did you mean "
            "subjects.signal",
        ),
        ('subjects = ["nowhere.signal"]\n', "no subject “nowhere.signal”: no module nowhere"),
        ('subjects = ["signal"]\n', "no subject “signal”: no module signal.subject"),
        ('subjects = [""]\n', "“” in “subjects” is no name of a module"),
        ('subjects = [".signal"]\n', "“.signal” in “subjects” is no name of a module"),
        ('subjects = ["subjects/signal"]\n', "“subjects/signal” in “subjects” is no name"),
        ('subjects = "subjects.signal"\n', "“subjects” must be a list of modules"),
        ("subjects = [1]\n", "“subjects” must be a list of modules"),
        (
            'subjects = ["subjects.signal", "subjects.signal"]\n',
            "“subjects” has “subjects.signal” twice",
        ),
        (
            SUBJECTS + '[folow]\nsignal = ["the dog"]\n',
            "unknown setting “folow”. Did you mean",
        ),
        (
            SUBJECTS.replace("subjects =", "subject ="),
            "unknown setting “subject”. Did you mean",
        ),
        (f"{SUBJECTS}paper = 1\n", "unknown setting “paper”."),
    ],
)
def test_settings_that_no_subject_reads_are_one_clear_line(
    book: SmallBook, capsys: pytest.CaptureFixture[str], settings: str, says: str
) -> None:
    book.settings(HEAD + settings)
    line = refusal(book, capsys)
    assert line.startswith("book/book.toml: ")
    assert says in line


@pytest.mark.parametrize(
    ("name", "code", "says"),
    [
        ("plugged_bare", "", "“plugged_bare” is no subject: its module “subject” has no SUBJECT"),
        ("plugged_one", "SUBJECT = 1\n", "SUBJECT of “plugged_one” is no kind of Subject"),
        ("plugged_str", "SUBJECT = str\n", "SUBJECT of “plugged_str” is no kind of Subject"),
        ("plugged_more", "import no_such_thing\n", "“plugged_more”: no module no_such_thing"),
    ],
)
def test_a_module_that_is_no_subject_is_one_clear_line(
    book: SmallBook, capsys: pytest.CaptureFixture[str], name: str, code: str, says: str
) -> None:
    book.settings(HEAD + plug_in(book, name, code))
    line = refusal(book, capsys)
    assert line.startswith("book/book.toml: ")
    assert says in line


@pytest.mark.parametrize(
    ("head", "place", "says"),
    [
        ('run = "singal"', "book/01-a-chapter.md: ", "no model “singal”. Did you mean signal?"),
        ('run = "signal"\nlearn = 1', "book/01-a-chapter.md:5:1: ", "“learn” must be true or fals"),
        (
            'run = "signal"\nexample = true',
            "book/01-a-chapter.md:5:1: ",
            "“example” must be a te",
        ),
        ('run = "signal"\nexampel = "x"', "book/01-a-chapter.md:5:1: ", "Did you mean example"),
        ('run = "signal"\nexample = "byhnd"', "book/01-a-chapter.md: ", "Did you mean byhand"),
    ],
)
def test_a_head_that_no_subject_reads_is_one_clear_line(
    book: SmallBook, capsys: pytest.CaptureFixture[str], head: str, place: str, says: str
) -> None:
    text = CHAPTER.replace('run = "signal"\nfollow = true', head)
    assert head in text
    book.write(text)
    line = refusal(book, capsys)
    assert line.startswith(place)
    assert says in line


def test_a_key_of_a_subject_that_the_book_has_not_is_unknown(
    book: SmallBook, capsys: pytest.CaptureFixture[str]
) -> None:
    book.settings(HEAD + 'subjects = ["subjects.signal"]\n[follow]\nsignal = ["the dog"]\n')
    book.write(CHAPTER.replace("follow = true", "learn = true"))
    line = refusal(book, capsys)
    assert line.startswith("book/01-a-chapter.md:5:1: ")
    assert "unknown key “learn”" in line


def test_subjects_are_asked_in_the_order_of_the_book(book: SmallBook) -> None:
    two = "from bookbuild.chapters.subject import Subject\nclass {0}(Subject):\n    pass\n"
    for name in ("plugged_first", "plugged_second"):
        plug_in(book, name, two.format("Mine") + "SUBJECT = Mine\n")
    book.settings(HEAD + 'subjects = ["plugged_second", "plugged_first"]\n')
    subjects = Subjects(read_book(book.root))
    assert [type(one).__module__ for one in subjects] == [
        "plugged_second.subject", "plugged_first.subject"
    ]  # fmt: skip
    assert subjects.runs() == []
    assert subjects.count() == 0
    with pytest.raises(UnknownName, match="no model “signal”"):
        subjects.run("signal", ["the"])


def test_a_book_about_nothing_but_its_own_numbers_needs_no_subject(book: SmallBook) -> None:
    book.settings(HEAD)
    book.write(
        '+++\ntitle = "Sums"\n[givens]\none = { value = "1", why = "a start" }\n'
        'two = { value = "2", why = "another" }\n+++\n\n{{ work("third", "add", "one", "two") }}\n'
    )
    assert book.run("html") == 0
    html = book.root / "dist" / "html"
    assert 'data-line="third"' in (html / "a-chapter.html").read_text(encoding="utf-8")
    about = (html / "data.html").read_text(encoding="utf-8")
    assert "workings audit" in about
    assert "weights/" not in about
    assert bookaudit.audit([html]).ok


def test_commands_are_those_of_the_subjects_that_a_book_has(
    book: SmallBook, capsys: pytest.CaptureFixture[str]
) -> None:
    assert commands_of(read_book(book.root)) == {
        "ask": "subjects.answers.commands",
        "translate": "subjects.translator.commands",
        "ledger": "subjects.learning.commands",
    }
    book.settings(HEAD + 'subjects = ["subjects.answers"]\n')
    assert set(commands_of(read_book(book.root))) == {"ask"}
    assert book.run("translate", "the cat") == 2
    assert "No such command" in capsys.readouterr().err
