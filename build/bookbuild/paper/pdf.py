"""Decides how a printed document becomes a PDF: the same bytes everywhere, nothing off the page.

WeasyPrint runs in a process of its own (`pdf_worker`), with the book's fonts and no others, and
everything that it logs is an error. The time, the place and the language of the machine stay out.
"""

import json
import os
import tempfile
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from bookbuild.core.children import Child
from bookbuild.core.system import install_command, pdf_ready
from bookbuild.paper.print_html import for_print
from engine.errors import WorkingsError

Paper = Literal["a4", "letter"]
Progress = Callable[[str], None]

# The sheets differ in their margins alone: lines break at the same places on both.
SHEETS: dict[Paper, str] = {
    "a4": "@page { size: A4; margin-left: 48mm; margin-right: 23mm; }",
    "letter": "@page { size: Letter; margin-left: 50mm; margin-right: 26.9mm; }",
}


class PangoMissing(WorkingsError):
    """The system libraries that lay out text are not installed; says how to install them."""


@dataclass(frozen=True)
class PdfJob:
    """One document: its HTML (see templates/print.html), and where its PDF goes."""

    html: str
    out: Path
    title: str
    paper: Paper = "a4"


def make_pdfs(
    jobs: Iterable[PdfJob],
    *,
    css: Sequence[Path],
    fonts: Path,
    progress: Progress | None = None,
    processes: int | None = None,
) -> None:
    """Write PDFs, several at once, with the style sheets and the folder of static fonts given.

    Raises :class:`PangoMissing`, or WorkingsError naming the document and, for text that lies
    outside the page, its page and the text.
    """
    require_pango()
    workers = _Workers()

    def one(job: PdfJob) -> None:
        _run(job, css, fonts, workers)
        if progress:
            progress(job.out.name)

    with ThreadPoolExecutor(max_workers=processes or os.cpu_count() or 1) as pool:
        try:
            for future in [pool.submit(one, job) for job in jobs]:  # jobs take time to write
                future.result()
        except BaseException:
            # The first fault, or Ctrl-C, ends the rest: nobody waits for pages that won't be kept.
            pool.shutdown(wait=False, cancel_futures=True)
            workers.end()
            raise


class _Workers:
    """The processes that are at work; once ended, none that comes later works either."""

    def __init__(self) -> None:
        self._running: list[Child] = []
        self._ended = False
        self._lock = threading.Lock()

    def begin(self, child: Child) -> None:
        with self._lock:
            self._running.append(child)
            if self._ended:
                child.kill()

    def finish(self, child: Child) -> None:
        with self._lock:
            self._running.remove(child)

    def end(self) -> None:
        with self._lock:
            self._ended = True
            for child in self._running:
                child.kill()


def require_pango() -> None:
    """Raise :class:`PangoMissing` where no PDF can be made, before any work is done for it."""
    if not pdf_ready():
        raise _pango_missing("Pango or a library beside it")


def _run(
    job: PdfJob,
    css: Sequence[Path],
    fonts: Path,
    workers: _Workers,
) -> None:
    job.out.parent.mkdir(parents=True, exist_ok=True)
    # Where the output goes: what is left when this process is killed is removed with that.
    with tempfile.TemporaryDirectory(
        prefix=".workings-", dir=job.out.parent.resolve()
    ) as temporary:
        request = {
            "html": for_print(job.html),
            "css": [path.read_text(encoding="utf-8") for path in css],
            "title": job.title,
            "sheet": SHEETS[job.paper],
            "fonts": str(fonts.resolve()),
            "out": str(job.out.resolve()),
        }
        child = Child(
            "bookbuild.paper.pdf_worker",
            json.dumps(request),
            folder=Path(temporary),
            environment=_environment(Path(temporary)),
        )
        workers.begin(child)
        answer, errors = child.answer()
        workers.finish(child)
    if child.status:
        raise _fault(job, answer, errors, child.status)


def _environment(temporary: Path) -> dict[str, str]:
    """Give the worker the same small world on every machine, and none of the system's fonts."""
    config = temporary / "fonts.conf"
    config.write_text(
        '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">'
        f"<fontconfig><cachedir>{temporary}</cachedir></fontconfig>",
        encoding="utf-8",
        newline="\n",
    )
    fixed = {
        "FONTCONFIG_FILE": str(config),
        "TMPDIR": str(temporary),  # what the worker leaves is removed with it
        "SOURCE_DATE_EPOCH": "0",
        "PYTHONHASHSEED": "0",
        "PYTHONUTF8": "1",
        "LC_ALL": "C",
        "TZ": "UTC",
    }
    return {**os.environ, **fixed}


def _fault(job: PdfJob, answer: str, errors: str, status: int) -> WorkingsError:
    try:
        # The last line is the worker's own: libraries may have printed above it.
        kind, message = json.loads(answer.strip().splitlines()[-1])
    except (ValueError, IndexError):
        if status < 0:
            return WorkingsError(f"laying it out ended by signal {-status}", where=job.out.name)
        last = errors.strip().splitlines()[-1:] or [f"exit status {status}"]
        kind, message = "crash", last[0]
    if kind == "pango":
        return _pango_missing(message)
    return WorkingsError(message, where=job.out.name)


def _pango_missing(problem: str) -> PangoMissing:
    return PangoMissing(
        f"the PDF needs system libraries that are missing ({problem}); install them with:"
        f" {install_command()}"
    )
