"""The PDF maker: the same bytes everywhere, and every fault told in one line."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pypdfium2
import pytest

from bookbuild.core.fonts import print_fonts
from bookbuild.core.system import pdf_ready
from bookbuild.paper import pdf
from bookbuild.paper.pdf import PangoMissing, PdfJob, make_pdfs
from bookbuild.paper.print_html import for_print
from engine.errors import WorkingsError
from tests import ROOT

CSS = [ROOT / "templates" / "css" / name for name in ("tokens.css", "print.css")]
LINE = (
    '<p class="line" id="query-5-1"><a class="addr" href="#query-5-1">query[5,1]</a> '
    '<span class="sum" data-line="query[5,1]"><i data-f="x">(−1.15)</i>×0.06 +\u00a0'
    'e<sup>0.48</sup>\u00a0=\u00a0<b data-f="query[5,1]">0.09</b></span></p>'
)

needs_pango = pytest.mark.skipif(not pdf_ready(), reason="Pango is not installed")


@pytest.fixture(scope="module")
def fonts(fonts_cache: Path) -> Path:
    return print_fonts(fonts_cache)


def document(content: str) -> str:
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>A test</title></head>'
        f'<body class="handout"><p class="running-rule">The rule.</p>{content}</body></html>'
    )


def made(content: str, fonts: Path, out: Path, paper: pdf.Paper = "a4") -> Path:
    make_pdfs([PdfJob(document(content), out, "A test", paper)], css=CSS, fonts=fonts)
    return out


def text_of(path: Path) -> str:
    pages = pypdfium2.PdfDocument(path)
    return "\n".join(page.get_textpage().get_text_bounded() for page in pages)


@needs_pango
def test_a_line_comes_out_of_the_pdf_as_it_went_in(fonts: Path, tmp_path: Path) -> None:
    text = " ".join(text_of(made(LINE, fonts, tmp_path / "a.pdf")).split())
    assert "(−1.15)×0.06 + e^0.48 = 0.09" in text
    assert "query[5,1]" in text
    assert "The rule." in text


@needs_pango
def test_no_row_of_a_long_line_is_broken_early(fonts: Path, tmp_path: Path) -> None:
    terms = " +\u00a0".join(["(−0.0123)×0.0456"] * 7)
    lines = [
        f'<p class="line"><a class="addr">q</a> {terms}{"1" * more} =\u00a0<b>−0.0012</b></p>'
        for more in range(24)
    ]
    rows = text_of(made("".join(lines), fonts, tmp_path / "a.pdf")).splitlines()
    ends = [place for place, row in enumerate(rows) if "= −0.0012" in row]
    assert len(ends) == len(lines)
    assert any(rows[end].startswith("=") for end in ends)
    full = [row for row in rows if "×" in row and "=" not in row]
    assert min(map(len, full)) > 50, min(full, key=len)


@needs_pango
def test_the_pdf_carries_its_title_and_no_date(fonts: Path, tmp_path: Path) -> None:
    pages = pypdfium2.PdfDocument(made(LINE, fonts, tmp_path / "a.pdf"))
    told = pages.get_metadata_dict(skip_empty=True)
    assert told.pop("Producer").startswith("WeasyPrint")
    assert told == {"Title": "A test"}


@needs_pango
@pytest.mark.parametrize(("paper", "size"), [("a4", (595, 842)), ("letter", (612, 792))])
def test_the_paper_is_the_one_asked_for(
    paper: pdf.Paper, size: tuple[int, int], fonts: Path, tmp_path: Path
) -> None:
    page = pypdfium2.PdfDocument(made(LINE, fonts, tmp_path / "a.pdf", paper))[0]
    assert tuple(round(side) for side in page.get_size()) == size


SCRIPT = """
import sys
from pathlib import Path
from bookbuild.paper.pdf import PdfJob, make_pdfs
html, out, fonts, *css = sys.argv[1:]
job = PdfJob(html, Path(out), "A test")
make_pdfs([job], css=[Path(c) for c in css], fonts=Path(fonts))
"""


@needs_pango
def test_the_bytes_are_the_same_in_another_place_time_zone_language_and_hash_order(
    fonts: Path, tmp_path: Path
) -> None:
    worlds: list[dict[str, str]] = [
        {"TZ": "Asia/Tokyo", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "1", "SOURCE_DATE_EPOCH": "9"},
        {"TZ": "America/Lima", "LC_ALL": "C", "PYTHONHASHSEED": "2"},
    ]
    bytes_made = set()
    for number, world in enumerate(worlds):
        folder = tmp_path / f"place {number}"
        folder.mkdir()
        copies = folder / "fonts"
        copies.mkdir()
        for font in sorted(fonts.iterdir(), reverse=bool(number)):
            (copies / font.name).write_bytes(font.read_bytes())
        out = folder / "made.pdf"
        subprocess.run(
            [sys.executable, "-c", SCRIPT, document(LINE), str(out), str(copies), *map(str, CSS)],
            env={**os.environ, **world},
            cwd=folder,
            check=True,
        )
        bytes_made.add(out.read_bytes())
    assert len(bytes_made) == 1
    dates = re.findall(rb"Date \((.*?)\)", bytes_made.pop())
    assert set(dates) == {b"D:19700101000000Z"}, "of the attached lines, at no time"


@needs_pango
@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("<p><math><mi>x</mi></math></p>", "<math>"),
        ('<img src="https://example.org/a.png" alt="">', "example.org"),
        ('<p>n</p><img src="file:///etc/hostname" alt="">', "file:///etc/hostname"),
        (f'<p style="white-space: nowrap">{"wide " * 60}</p>', "page 1: “wide .* runs off"),
        ('<p style="colour: red">x</p>', "colour"),
    ],
)
def test_a_fault_stops_the_build_and_names_the_document(
    content: str, told: str, fonts: Path, tmp_path: Path
) -> None:
    out = tmp_path / "made.pdf"
    with pytest.raises(WorkingsError, match=f"(?s)^made.pdf: .*{told}"):
        made(content, fonts, out)
    assert not out.exists()


@needs_pango
def test_one_document_that_fails_stops_the_others(fonts: Path, tmp_path: Path) -> None:
    jobs = [PdfJob(document("<math></math>"), tmp_path / f"{n}.pdf", "A test") for n in range(9)]
    told: list[str] = []
    with pytest.raises(WorkingsError):
        make_pdfs(jobs, css=CSS, fonts=fonts, progress=told.append, processes=1)
    assert told == []


@needs_pango
def test_each_finished_document_is_told(fonts: Path, tmp_path: Path) -> None:
    jobs = [PdfJob(document(LINE), tmp_path / f"{n}.pdf", "A test") for n in range(2)]
    told: list[str] = []
    make_pdfs(jobs, css=CSS, fonts=fonts, progress=told.append)
    assert sorted(told) == ["0.pdf", "1.pdf"]


INTERRUPTED = """
import sys
from pathlib import Path
from bookbuild.paper.pdf import PdfJob, make_pdfs
html, fonts, out, *css = sys.argv[1:]
print("ready", flush=True)
job = PdfJob(Path(html).read_text(encoding="utf-8"), Path(out), "A test")
make_pdfs([job], css=[Path(each) for each in css], fonts=Path(fonts))
"""


@needs_pango
def test_ctrl_c_ends_the_workers(fonts: Path, tmp_path: Path) -> None:
    html, out = tmp_path / "long.html", tmp_path / "long.pdf"
    html.write_text(document(LINE * 4000), encoding="utf-8")
    call = [sys.executable, "-c", INTERRUPTED, *map(str, (html, fonts, out, *CSS))]
    with subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        time.sleep(1)  # the worker has begun
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert b"KeyboardInterrupt" in errors
    assert process.returncode == -signal.SIGINT
    assert not out.exists()


def test_missing_libraries_are_told_with_the_command_that_installs_them() -> None:
    job = PdfJob("", Path("book.pdf"), "A test")
    fault = pdf._fault(job, '["pango", "cannot load library \'libpango-1.0-0\'"]', "", 1)
    assert isinstance(fault, PangoMissing)
    assert "libpango-1.0-0" in str(fault)
    assert "\n" not in str(fault)


def test_a_crash_is_told_by_its_last_line() -> None:
    job = PdfJob("", Path("dist/book.pdf"), "A test")
    fault = pdf._fault(job, "", "Traceback…\nMemoryError: no room\n", 1)
    assert str(fault) == "book.pdf: MemoryError: no room"
    assert str(pdf._fault(job, "", "", -9)) == "book.pdf: laying it out ended by signal 9"
    assert "exit status 3" in str(pdf._fault(job, "", "", 3))


@pytest.mark.parametrize(
    ("html", "paper"),
    [
        ('<span data-f="x">−1.15</span>', "−1.15"),
        ('<span class="sum"><i data-f="x">1</i> = <b data-f="y">1</b></span>',
         '<span class="sum">1 = <b data-f="y">1</b></span>'),
        ('1 +\u00a02<sup>2</sup> =\u00a0<b data-f="y">5</b>, 2 =\u00a0<b>2</b>',
         '1 +\u00a02<sup>^2</sup> <span>=\u00a0<b data-f="y">5</b></span>, 2 =\u00a0<b>2</b>'),
        ('<a class="fig" href="#q"><span data-f="x">1</span></a>', "1"),
        ('<span class="fig">1</span>', "1"),
        ('<p id="q"><a href="#q">q</a></p>', '<p id="q"><a href="#q">q</a></p>'),
        ('<a class="w" href="../b.html">the<b>1</b></a>', '<span class="w">the<b>1</b></span>'),
        ('<a href="other.html">there</a> <a href="#gone">gone</a>', "there gone"),
        ('<a href="https://example.org/">out</a>', '<a href="https://example.org/">out</a>'),
        ('<i class="b7"></i><i>x</i><br><br/>&amp;&#8722;<!-- c -->',
         '<i class="b7"></i><i>x</i><br><br/>&amp;&#8722;<!-- c -->'),
        ('<!DOCTYPE html><svg viewBox="0 0 1 1"><path d="M0 0"/></svg>',
         '<!DOCTYPE html><svg viewBox="0 0 1 1"><path d="M0 0"/></svg>'),
    ],
)  # fmt: skip
def test_paper_keeps_the_text_and_loses_the_wrappers(html: str, paper: str) -> None:
    assert for_print(html) == paper
