"""Decides how a process that does a part of the work ends: with the one that started it, at latest.

However that one ends, killed without notice too, the system closes its end of a pipe, and a thread
of the child waits for that. This works alike on Linux, macOS and Windows.
"""

import contextlib
import multiprocessing
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping
from pathlib import Path


class Child:
    """A module of ours that runs as a process of its own, with a request of one line."""

    def __init__(
        self,
        module: str,
        request: str,
        *,
        folder: Path | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 (closed by `answer`)
        self._request = request
        self._process = subprocess.Popen(
            [sys.executable, "-m", module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            cwd=folder,
            env=environment,
        )

    @property
    def status(self) -> int:
        """The exit status, once it has ended."""
        return self._process.returncode

    def answer(self) -> tuple[str, str]:
        """Send the request and wait; return what the child has written to output and errors."""
        requests, answers = self._process.stdin, self._process.stdout
        assert requests is not None
        assert answers is not None
        try:
            try:
                requests.write(self._request.encode() + b"\n")
                requests.flush()  # and not closed: that would end the child
            except BrokenPipeError:
                pass  # it has ended, and its errors say why
            answer = answers.read().decode("utf-8", "replace")
            self._process.wait()
            self._errors.seek(0)
            return answer, self._errors.read().decode("utf-8", "replace")
        finally:
            self.kill()
            for file in (requests, answers, self._errors):
                with contextlib.suppress(BrokenPipeError):
                    file.close()

    def kill(self) -> None:
        """End the process, if it runs, without notice."""
        self._process.kill()


def request() -> str:
    """Return the request to this process, which from then on ends with the one that sent it."""
    line = sys.stdin.buffer.readline().decode()
    threading.Thread(target=_end_with_input, daemon=True).start()
    return line


def _end_with_input() -> None:
    while os.read(sys.stdin.fileno(), 1):
        pass
    os._exit(1)


def end_with_parent() -> None:
    """Let this process of `multiprocessing` end when the one that started it has ended."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def end() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=end, daemon=True).start()
