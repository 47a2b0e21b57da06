"""The child that reads PDFs: a question a line on standard input, an answer of bytes for each.

A question is JSON: path, name, seconds of processor time. An answer is the length of a head in
eight bytes, the head in JSON, and what the head announces. The child holds itself to its limits
where the system has such (`resource`), and ends when its standard input does: with its parent.
"""

import contextlib
import json
import os
import queue
import sys
import threading
from array import array
from dataclasses import fields
from typing import IO

from bookaudit.documents.pdf import Paper, extract_pdf
from bookaudit.errors import AuditError

try:
    import resource
except ImportError:  # Windows has none: the parent's watch on the time remains
    resource = None  # type: ignore[assignment]

MEMORY = 2**30  # bytes of address space
_LENGTH = 8  # bytes of a number


class Faulty(Exception):
    """What the child says of a PDF that it could not read."""


def seconds_for(size: int) -> int:
    """Return the seconds of processor time that a PDF of so many bytes may take."""
    return 10 + 10 * size // 2**20


def question(path: str, name: str, seconds: int) -> bytes:
    """Return the line that asks for one PDF."""
    return json.dumps([path, name, seconds]).encode() + b"\n"


def main() -> None:
    """Answer questions until standard input ends."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a library may print what it likes
    _limit_memory()
    questions: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=[questions], daemon=True).start()
    while True:
        path, name, seconds = json.loads(questions.get())
        _limit_time(seconds)
        try:
            answer = packed(extract_pdf(path, name))
        except AuditError as error:
            answer = _framed({"fault": error.message})
        except MemoryError:
            answer = _framed({"fault": f"takes more than {MEMORY // 2**20:,} MB of memory to read"})
        answers.write(answer)
        answers.flush()
        del answer


def _listen(questions: "queue.SimpleQueue[bytes]") -> None:
    """Hand questions on; end the process with its input, even in the midst of a page."""
    while line := sys.stdin.buffer.readline():
        questions.put(line)
    os._exit(0)


def _limit_memory() -> None:
    if resource is None:
        return
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    limit = MEMORY if most == resource.RLIM_INFINITY else min(MEMORY, most)
    _set(resource.RLIMIT_AS, limit, most)
    _set(resource.RLIMIT_CORE, 0, resource.getrlimit(resource.RLIMIT_CORE)[1])


def _limit_time(seconds: int) -> None:
    """Let the process take so many more seconds of processor time."""
    if resource is None:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    limit = int(used.ru_utime + used.ru_stime) + 1 + seconds
    _set(resource.RLIMIT_CPU, limit if most == resource.RLIM_INFINITY else min(limit, most), most)


def _set(resource_kind: int, limit: int, most: int) -> None:
    with contextlib.suppress(OSError, ValueError):  # some systems refuse; the parent watches, too
        resource.setrlimit(resource_kind, (limit, most))


def packed(paper: Paper) -> bytes:
    """Return a paper as an answer: its arrays as their bytes, all else as JSON."""
    head: dict[str, object] = {}
    parts = []
    for each in fields(Paper):
        value = getattr(paper, each.name)
        if isinstance(value, array):
            head[each.name] = [value.typecode, len(value) * value.itemsize]
        elif isinstance(value, bytearray):
            head[each.name] = ["bytes", len(value)]
        else:
            value = json.dumps(value).encode()
            head[each.name] = ["json", len(value)]
        parts.append(bytes(value))
    return _framed({"paper": head}) + b"".join(parts)


def _framed(head: object) -> bytes:
    data = json.dumps(head).encode()
    return len(data).to_bytes(_LENGTH, "big") + data


def paper_from(stream: IO[bytes]) -> Paper:
    """Read one answer; raise `Faulty` with what it says, `EOFError` if the child has ended."""
    head = json.loads(_exactly(stream, int.from_bytes(_exactly(stream, _LENGTH), "big")))
    if "fault" in head:
        raise Faulty(head["fault"])
    values: dict[str, object] = {}
    for name, (kind, size) in head["paper"].items():
        data = _exactly(stream, size)
        if kind == "json":
            values[name] = json.loads(data)
        elif kind == "bytes":
            values[name] = bytearray(data)
        else:
            values[name] = array(kind, data)
    return Paper(**values)  # type: ignore[arg-type]


def _exactly(stream: IO[bytes], size: int) -> bytes:
    data = stream.read(size)
    if len(data) < size:
        raise EOFError
    return data


if __name__ == "__main__":
    main()
