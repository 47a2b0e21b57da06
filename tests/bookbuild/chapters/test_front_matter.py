import pytest

from bookbuild.chapters.front_matter import Given, split
from bookbuild.core.errors import ChapterError

FILE = "book/01.md"


def test_a_head_is_read_and_the_text_keeps_its_lines() -> None:
    text = (
        '+++\ntitle = "A"\nsummary = "B"\nrun = "signal/x"\n[givens]\n'
        'base = { value = "10000", why = "chosen" }\n[names]\n"W_1" = "a table"\n+++\nText.\n'
    )
    front, body = split(text, FILE)
    assert (front.title, front.summary, front.run) == ("A", "B", "signal/x")
    assert front.givens == {"base": Given("10000", "chosen")}
    assert front.names == {"W_1": "a table"}
    assert body.splitlines()[9] == "Text."
    assert body.strip() == "Text."


@pytest.mark.parametrize(
    ("head", "where", "message"),
    [
        ("titel = 'A'", "2:1", "Did you mean title"),
        ("title = 5", "2:1", "“title” must be a text, not int"),
        ("title = ' '", "2:1", "needs a title"),
        ("summary = 'A'", "1:1", "needs a title"),
        ("title = 'A'\nrun = ['x']", "3:1", "“run” must be a text"),
        ("title = 'A'\ntitle = 'B'", "3:", "isn't TOML"),
        ("title = 'A'\nx", "3:", "isn't TOML"),
        ("title = 'A'\ngivens = 3", "3:1", "must be a table"),
        ("title = 'A'\n[givens]\nb = '3'", "4:1", "needs { value"),
        ("title = 'A'\n[givens]\nb = {value = 3, why = 'c'}", "4:1", "in quotes"),
        ("title = 'A'\n[givens]\nb = {value = 'three', why = 'c'}", "4:1", "a decimal number"),
        ("title = 'A'\n[givens]\nb = {value = '3', why = ''}", "4:1", "needs a reason"),
        ("title = 'A'\n[givens]\nb = {value = '3', wy = 'c'}", "4:1", "Did you mean why"),
        ("title = 'A'\n[givens.b]\nvalue = '3'", "3:9", "needs a reason"),
        ("title = 'A'\n[names]\n'W_1' = ''", "4:2", "needs a reason"),
    ],
)
def test_a_faulty_head_is_told_with_its_place(head: str, where: str, message: str) -> None:
    with pytest.raises(ChapterError, match=message) as raised:
        split(f"+++\n{head}\n+++\n", FILE)
    assert raised.value.where.startswith(f"{FILE}:{where}")


@pytest.mark.parametrize("text", ["", "# A\n", "+++\ntitle = 'A'\n"])
def test_a_chapter_without_a_whole_head_is_refused(text: str) -> None:
    with pytest.raises(ChapterError, match="head"):
        split(text, FILE)
