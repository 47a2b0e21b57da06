"""PDFs read in a child process, within limits of time and memory.

A few hundred bytes of PDF can take a machine's whole memory, or hours, or break the reader: the
child takes the fall, and the audit says in one line which file it was. One child reads all PDFs of
an audit, one ahead of what is asked for, while the rest of the audit goes on.
"""

import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from types import TracebackType

from bookaudit.documents.pdf import Paper
from bookaudit.documents.pdf_child import MEMORY, Faulty, paper_from, question, seconds_for
from bookaudit.documents.sources import Source
from bookaudit.errors import AuditError

AHEAD = 2  # PDFs that are read before they are asked for
PROGRAM = [
    sys.executable,
    "-P",
    "-m",
    "bookaudit.documents.pdf_child",
]  # not from the folder it is in
PATIENCE = 4  # a child may take so many times its processor time: others use the machine too
_OUT_OF_TIME = getattr(signal, "SIGXCPU", None)


class PaperReader:
    """Reads PDFs in the order given, each `next` the next one; a context that ends its child."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self._waiting = deque(sources)
        self._read: deque[Future[Paper]] = deque()
        self._child: subprocess.Popen[bytes] | None = None
        self._thread = ThreadPoolExecutor(max_workers=1) if sources else None
        self._late = self._stopped = False

    def __enter__(self) -> "PaperReader":
        for _ in range(AHEAD):
            self._begin()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._thread is None:
            return
        self._stopped = True
        self._thread.shutdown(wait=False, cancel_futures=True)
        if self._child is not None:
            self._child.kill()
        self._thread.shutdown()
        if self._child is not None:
            self._end(self._child)

    def next(self) -> Paper:
        """Return the next PDF's characters; raise `AuditError` if it cannot be read."""
        paper = self._read.popleft().result()
        self._begin()
        return paper

    def _begin(self) -> None:
        if self._waiting and self._thread is not None:
            self._read.append(self._thread.submit(self._paper, self._waiting.popleft()))

    def _paper(self, source: Source) -> Paper:
        if self._child is None:
            self._child = _started(source)
        child = self._child
        assert child.stdin is not None
        assert child.stdout is not None
        if self._stopped:
            child.kill()
        limit = seconds_for(source.size)
        self._late = False
        timer = threading.Timer(PATIENCE * limit, self._stop, [child])
        timer.daemon = True
        timer.start()
        try:
            child.stdin.write(question(str(source.path.absolute()), source.name, limit))
            child.stdin.flush()
            return paper_from(child.stdout)
        except Faulty as fault:
            raise AuditError(str(fault), where=source.name) from None
        except (EOFError, OSError, ValueError):
            self._child = None
            raise AuditError(self._broken(child, limit), where=source.name) from None
        finally:
            timer.cancel()

    def _stop(self, child: "subprocess.Popen[bytes]") -> None:
        self._late = True
        child.kill()

    def _broken(self, child: "subprocess.Popen[bytes]", limit: int) -> str:
        """Say why a child has ended."""
        status = self._end(child)
        if self._late or (_OUT_OF_TIME is not None and status == -_OUT_OF_TIME):
            return f"a PDF that takes more than {limit} second{'s' * (limit > 1)} to read"
        return (
            f"a PDF that breaks the reader (exit status {status}), or takes more than "
            f"{MEMORY // 2**20:,} MB of memory to read"
        )

    @staticmethod
    def _end(child: "subprocess.Popen[bytes]") -> int:
        for stream in (child.stdin, child.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            return child.wait(1)
        child.kill()
        return child.wait()


def _started(source: Source) -> "subprocess.Popen[bytes]":
    """Start a child that imports this very package, from wherever the audit is run."""
    home = str(Path(__file__).resolve().parents[2])
    found = [home, *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]
    try:
        return subprocess.Popen(
            PROGRAM,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(found)},
        )
    except OSError as error:
        reason = f"no process could be started to read it: {error.strerror}"
        raise AuditError(reason, where=source.name) from None
