"""An EPUB read as a stranger would: its lines found, and nothing that is wrong with it fatal."""

import random
import zipfile
from pathlib import Path

import pytest

from bookaudit.auditing import audit
from bookaudit.documents import archive
from bookaudit.errors import AuditError

PAGE = (
    '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body data-run="run">'
    '<p><span data-line="a"><i data-f="b">2</i> + <i data-f="c">2</i> = <b data-f="a">4</b></span>'
    "</p></body></html>"
)


def epub(folder: Path, pages: dict[str, bytes | str], way: int = zipfile.ZIP_DEFLATED) -> Path:
    path = folder / "book.epub"
    with zipfile.ZipFile(path, "w", way) as made:
        for name, data in pages.items():
            made.writestr(name, data)
    return path


def test_lines_are_found_and_told_by_page(tmp_path: Path) -> None:
    path = epub(tmp_path, {"EPUB/b.xhtml": PAGE.replace(">4<", ">5<"), "EPUB/a.xhtml": PAGE})
    report = audit([path])
    assert report.counts["found"] == 2
    wrong = [finding for finding in report if finding.verdict == "does-not-close"]
    assert [finding.file for finding in wrong] == [f"{path.as_posix()}/EPUB/b.xhtml"]
    assert report.counts["contradicts"], "the two pages differ about one figure"


def test_a_folder_that_has_it_twice_is_told_once(tmp_path: Path) -> None:
    path = epub(tmp_path, {"a.xhtml": PAGE})
    (tmp_path / "again").mkdir()
    (tmp_path / "again" / "book.epub").write_bytes(path.read_bytes())
    assert audit([tmp_path]).counts["found"] == 1


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "not a zip"),
        (b"PK\x03\x04 and so on", "not a zip"),
        ({"mimetype": "application/epub+zip"}, "no page in this EPUB"),
        ({"a.xhtml": b"\xff\xfe"}, "a.xhtml in it is not UTF-8"),
        ({"\x1b[31m.xhtml": b"\xff"}, "�[31m.xhtml in it"),
    ],
)
def test_what_can_not_be_read_is_one_clear_line(
    tmp_path: Path, data: bytes | dict[str, bytes | str], told: str
) -> None:
    path = tmp_path / "book.epub"
    if isinstance(data, bytes):
        path.write_bytes(data)
    else:
        epub(tmp_path, data)
    with pytest.raises(AuditError, match=r"book\.epub: ") as error:
        audit([path])
    assert told in str(error.value)
    assert "\n" not in str(error.value)


def test_a_bomb_is_stopped_whatever_it_says_of_its_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "LARGEST", 3 << 20)
    path = epub(tmp_path, {f"{name}.xhtml": b"0" * (2 << 20) for name in "ab"})
    assert path.stat().st_size < 10_000
    with pytest.raises(AuditError, match="unpacks to more than 3 MB"):
        audit([path])


@pytest.mark.parametrize("way", [zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_bytes_changed_by_chance_are_read_or_refused(tmp_path: Path, way: int) -> None:
    path = epub(tmp_path, {"a.xhtml": PAGE, "b.xhtml": PAGE * 9}, way)
    whole, rng = path.read_bytes(), random.Random(1)
    refused = []
    for _ in range(300):
        data = bytearray(whole)
        for _ in range(rng.randint(1, 4)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        path.write_bytes(data[: rng.choice([len(data), rng.randrange(len(data))])])
        try:
            audit([path])
        except AuditError as error:
            refused.append(str(error))
    assert len(refused) > 100
    assert not [told for told in refused if "\n" in told]
