"""What `book.toml` names is there, and no two chapters are taken for one another."""

from pathlib import Path

import pytest

from tests.bookbuild.small_book import CHAPTER, SUBJECTS, SmallBook

SETTINGS = f'title = "Small"\nsubtitle = "A book"\n{SUBJECTS}[follow]\nsignal = ["the dog"]\n'


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SmallBook:
    return SmallBook(tmp_path / "book", monkeypatch)


def refusal(book: SmallBook, capsys: pytest.CaptureFixture[str]) -> str:
    """Return the one line with which `workings lint` ends."""
    assert book.run("lint") == 1
    (line,) = capsys.readouterr().err.strip().splitlines()
    return line


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        (
            SETTINGS + "[learn]\nsignal = [23, 1, 9403]\n",
            "“learn.signal” has the step 9403, but only those before which training was saved can "
            "be worked: these are 1, 11, 23, 51, 101, 201, 403; leave it out",
        ),
        (SETTINGS + "[learn]\nsignal = [501]\n", "“learn.signal” has the step 501, but"),
        (
            SETTINGS + "[learn]\nsignal = [24]\n",
            "; leave it out, or add 23 to “snapshots” in weights/",
        ),
        (SETTINGS + "[learn]\nsignl = [1]\n", "“learn” names the model “signl”, which isn't in"),
        (SETTINGS.replace("\nsignal", "\nsignl"), "isn't in weights/. Did you mean signal?"),
        (SETTINGS.replace("dog", "dogg"), "“dogg” in “the dogg” is not in the vocabulary. Did you"),
        (SETTINGS.replace("the dog", "the " * 9), "has 9 words, 8 are the most that it reads"),
        (SETTINGS + '[translate]\nsignal = ["the"]\n', "“translate.signal”: this model doesn't tr"),
    ],
)
def test_what_the_settings_name_must_be_there(
    book: SmallBook, capsys: pytest.CaptureFixture[str], settings: str, says: str
) -> None:
    book.settings(settings)
    line = refusal(book, capsys)
    assert line.startswith("book/book.toml: ")
    assert says in line


def test_chapters_with_one_address_or_one_title_are_told_apart(
    book: SmallBook, capsys: pytest.CaptureFixture[str]
) -> None:
    book.write(CHAPTER, "30-a-chapter.md")
    assert "book/30-a-chapter.md: has the address of book/01-a-chapter.md, “a-chapter”" in (
        refusal(book, capsys)
    )
    (book.root / "book" / "30-a-chapter.md").unlink()
    book.write(CHAPTER, "30-another.md")
    assert "book/30-another.md: has the title of book/01-a-chapter.md, “" in refusal(book, capsys)


def test_a_markdown_file_without_a_number_is_not_ignored(
    book: SmallBook, capsys: pytest.CaptureFixture[str]
) -> None:
    book.write("So it goes.\n", "appendix.md")
    assert "book/appendix.md: neither a chapter, which has a number" in refusal(book, capsys)
    book.add('\n{% include "appendix.md" %}\n')
    assert book.run("lint") == 0
