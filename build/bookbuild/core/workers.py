"""Work shared out among processes: each takes the next piece as soon as it is done with its last.

What is worked is a value and so is what comes back; nothing else passes between processes. Where
a process can be copied, each worker begins with all that is loaded already; elsewhere, or if asked
to, it makes what it works with anew.
"""

import gc
import multiprocessing
import multiprocessing.process
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import Any, Generic, Literal, Self, TypeVar

from bookbuild.core.children import end_with_parent
from engine.errors import WorkingsError

Task = TypeVar("Task")
Result = TypeVar("Result")
Start = Literal["fork", "spawn"]
MOST = 8  # processes, unless somebody asks for more: each takes memory of its own


def usual_processes() -> int:
    """Return how many processes a build takes where nobody says: one for each free processor."""
    if hasattr(os, "sched_getaffinity"):
        return min(len(os.sched_getaffinity(0)), MOST)
    return min(os.cpu_count() or 1, MOST)


def usual_start() -> Start:
    """Return how this system begins a process: as a copy of this one, where that is possible."""
    return "fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn"


@contextmanager
def without_collecting() -> Iterator[None]:
    """Leave garbage for a while: looking for it takes an eighth of a build, and finds little."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class Workers(Generic[Task, Result]):
    """Processes that do pieces of work; with one process all is done in this one.

    `work` does a piece, here and in a copy of this process. `again` makes such a function in a
    process that is no copy, so it must be a value that can be pickled. As a context manager it
    leaves no process behind, however its block ends.
    """

    def __init__(
        self,
        work: Callable[[Task], Result],
        again: Callable[[], Callable[[Task], Result]],
        *,
        processes: int,
        start: Start | None = None,
    ) -> None:
        self._work = work
        self._again = again
        self._count = processes if processes > 1 else 0
        self._start = start or usual_start()
        self._ours: list[Connection] = []
        self._running: list[multiprocessing.process.BaseProcess] = []

    def __enter__(self) -> Self:
        for _ in range(self._count):
            self._begin()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        for process in self._running:
            process.terminate()
        for process in self._running:
            process.join()
        for connection in self._ours:
            connection.close()

    def _begin(self) -> None:
        ours, theirs = multiprocessing.Pipe()
        made: multiprocessing.process.BaseProcess
        if self._start == "fork":
            others = [*self._ours, ours]  # the copy has these ends too, and must close them
            fork = multiprocessing.get_context("fork")
            made = fork.Process(target=_copied, args=(self._work, theirs, others))
        else:
            spawn = multiprocessing.get_context("spawn")
            made = spawn.Process(target=_serve, args=(self._again, theirs))
        made.start()
        theirs.close()
        self._ours.append(ours)
        self._running.append(made)

    def each(self, tasks: Sequence[Task], on_done: Callable[[Result], None]) -> list[Result]:
        """Do every piece and return what came of it, in the order of `tasks`.

        They are begun in that order: put what takes longest first. `on_done` hears of each as it is
        done. If a piece raises an error no more are begun, and the error of the foremost piece
        that has one is raised: the same however many processes there are.
        """
        if not self._running:
            results = []
            for task in tasks:
                results.append(self._work(task))
                on_done(results[-1])
            return results
        found: dict[int, Result] = {}
        errors: dict[int, Exception] = {}
        coming = iter(enumerate(tasks))
        at_work: dict[Connection, int] = {}

        def give_next(worker: Connection) -> None:
            for at, task in () if errors else coming:
                at_work[worker] = at
                _send(worker, task)
                return

        for worker in self._ours:
            give_next(worker)
        while at_work:
            for worker in [one for one in wait(list(at_work)) if isinstance(one, Connection)]:
                at = at_work.pop(worker)
                result, error = _answer_of(worker)
                if error is None:
                    found[at] = result
                    on_done(found[at])
                else:
                    errors[at] = error
                give_next(worker)
        if errors:
            raise errors[min(errors)]
        return [found[at] for at in range(len(tasks))]


_GONE = "a part of the build ended before it was done"


def _send(worker: Connection, task: object) -> None:
    try:
        worker.send(task)
    except OSError as gone:
        raise WorkingsError(_GONE) from gone


def _answer_of(worker: Connection) -> tuple[Any, Exception | None]:
    try:
        result, error = worker.recv()
    except (EOFError, OSError) as gone:
        raise WorkingsError(_GONE) from gone
    return result, error


def _copied(work: Callable[[Any], object], theirs: Connection, ours: Sequence[Connection]) -> None:
    for connection in ours:
        connection.close()
    _serve(lambda: work, theirs)


def _serve(prepare: Callable[[], Callable[[Any], object]], theirs: Connection) -> None:
    """Do pieces of work until there are no more, or until the process that asks is gone."""
    gc.disable()  # the process ends with its work
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all; the other process ends us
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    end_with_parent()
    work: Callable[[Any], object] | None = None
    while True:
        try:
            task = theirs.recv()
        except (EOFError, OSError):
            return
        answer: tuple[object, Exception | None]
        try:
            work = work or prepare()
            answer = work(task), None
        except WorkingsError as error:
            answer = None, WorkingsError(str(error))  # only its words are reported
        except Exception as error:  # whatever it is, it belongs to the one who waits
            answer = None, error
        try:
            theirs.send(answer)
        except OSError:
            return
