"""A hostile PDF ends a child and not the audit, in one line, within limits."""

import os
import signal
import subprocess
import sys
import time
import zlib
from pathlib import Path

import pytest

from bookaudit import audit
from bookaudit.documents import confined, pdf_child
from bookaudit.documents.confined import PaperReader
from bookaudit.documents.pdf import extract_pdf
from bookaudit.documents.sources import sources
from bookaudit.errors import AuditError


def pdf_of_objects(*objects: bytes) -> bytes:
    """Return a PDF of these objects, the first of them its catalogue."""
    data, places = b"%PDF-1.7\n", []
    for number, each in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, each)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return data + (
        b"xref\n0 %d\n0000000000 65535 f \n%s"
        b"trailer <</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF"
        % (len(objects) + 1, table, len(objects) + 1, len(data))
    )


RECURSION = pdf_of_objects(
    b"<</Type/Catalog/Pages 2 0 R>>",
    b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
    b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R"
    b"/Resources<</XObject<</X 5 0 R>>>>>>",
    b"<</Length 5>>stream\n/X Do\nendstream",
    b"<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 5 0 R>>>>"
    b"/Length 11>>stream\n/X Do /X Do\nendstream",
)


def bomb() -> bytes:
    """Return a page whose stream is packed twice and unpacks to gigabytes of text."""
    shown = b"BT /F 9 Tf 0 0 Td (1 + 1 = 2) Tj ET\n" * 30_000_000
    packer = zlib.compressobj(9)
    once = b"".join(packer.compress(shown[at : at + 2**20]) for at in range(0, len(shown), 2**20))
    packed = zlib.compress(once + packer.flush(), 9)
    return pdf_of_objects(
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R>>",
        b"<</Filter[/FlateDecode/FlateDecode]/Length %d>>stream\n%s\nendstream"
        % (len(packed), packed),
    )


@pytest.fixture
def small_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hold children to less than they have, so that the test is short."""
    monkeypatch.setattr(confined, "PROGRAM", [
        *confined.PROGRAM[:-2], "-c",
        "from bookaudit.documents import pdf_child as child\n"
        "child.MEMORY = 300 * 2**20; child.main()",
    ])  # fmt: skip
    monkeypatch.setattr(confined, "seconds_for", lambda size: 20)


def refused(path: Path) -> str:
    start = time.monotonic()
    with pytest.raises(AuditError) as caught:
        audit([path])
    assert time.monotonic() - start < 60
    assert caught.value.where == path.as_posix()
    assert "\n" not in caught.value.message
    assert "exit status 1)" not in caught.value.message, "the child has not begun to read"
    return caught.value.message


def test_what_a_child_reads_is_what_is_read_without_one(dist: Path) -> None:
    found = [source for source in sources([dist]) if source.kind == "pdf"]
    with PaperReader([*found, *found, *found]) as papers:
        for source in [*found, *found, *found]:
            assert papers.next() == extract_pdf(str(source.path), source.name)


@pytest.mark.usefixtures("small_limits")
def test_a_form_that_draws_itself_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(RECURSION)
    assert "MB of memory" in refused(tmp_path / "a.pdf")


@pytest.mark.usefixtures("small_limits")
def test_a_stream_that_unpacks_to_gigabytes_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(bomb())
    assert (tmp_path / "a.pdf").stat().st_size < 100_000
    assert "MB of memory" in refused(tmp_path / "a.pdf")


def test_a_child_that_breaks_is_one_line_and_the_next_audit_has_another(
    dist: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = dist / "pdf" / "book.pdf"
    with PaperReader(sources([book])) as papers:
        papers.next()
        child = papers._child
        assert child is not None
    assert child.poll() is not None
    program = [*confined.PROGRAM[:-2], "-c", "import os; os.abort()"]
    with monkeypatch.context() as patch:
        patch.setattr(confined, "PROGRAM", program)
        assert refused(book).startswith("a PDF that breaks the reader (exit status -6)")
    assert audit([book]).counts["found"] > 20


def test_a_child_that_hangs_is_ended(dist: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = [*confined.PROGRAM[:-2], "-c", "import time; time.sleep(600)"]
    monkeypatch.setattr(confined, "PROGRAM", program)
    monkeypatch.setattr(confined, "seconds_for", lambda size: 1)
    monkeypatch.setattr(confined, "PATIENCE", 1)
    assert refused(dist / "pdf" / "book.pdf") == "a PDF that takes more than 1 second to read"


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_child_ends_with_its_parent_even_in_the_midst_of_a_page(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(RECURSION)
    sleeping = (
        "import time; from bookaudit.documents import pdf_child; "
        "pdf_child.extract_pdf = lambda path, name: time.sleep(600); pdf_child.main()"
    )
    script = (
        "import sys; from bookaudit.documents import confined\n"
        "from bookaudit.documents.sources import sources\n"
        f"confined.PROGRAM[-2:] = ['-c', {sleeping!r}]\n"
        "reader = confined.PaperReader(sources(sys.argv[1:])).__enter__()\n"
        "while reader._child is None: pass\n"
        "print(reader._child.pid, flush=True)\n"
        "reader.next()\n"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", script, str(tmp_path / "a.pdf")],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    time.sleep(0.5)
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    parent.stdout.close()
    for _ in range(300):
        if not _runs(child):
            return
        time.sleep(0.1)
    os.kill(child, signal.SIGKILL)
    pytest.fail("the child goes on without its parent")


def _runs(number: int) -> bool:
    try:
        state = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_an_answer_is_the_paper_again(dist: Path) -> None:
    paper = extract_pdf(str(dist / "pdf" / "book.pdf"), "a \x1b\ud800.pdf")
    packed = dist.parent / "packed"
    packed.write_bytes(pdf_child.packed(paper))
    with packed.open("rb") as stream:
        assert pdf_child.paper_from(stream) == paper
    packed.write_bytes(packed.read_bytes()[:-1])
    with packed.open("rb") as stream, pytest.raises(EOFError):
        pdf_child.paper_from(stream)
