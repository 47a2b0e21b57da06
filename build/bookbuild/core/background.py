"""Two pieces of work at once: one in a process of its own, which shares what is loaded already."""

import multiprocessing
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Generic, TypeVar

from bookbuild.core.children import end_with_parent
from engine.errors import WorkingsError

Result = TypeVar("Result")


class Answer(Generic[Result]):
    """What the other process will have found, once it has."""

    def __init__(self, wait: Callable[[], Result]) -> None:
        self.wait = wait


@contextmanager
def beside(work: Callable[[], Result]) -> Iterator[Answer[Result]]:
    """Start `work` in a copy of this process; `wait` gives its result or raises its error.

    Where processes can't be copied (not a Unix), the work is done when it is waited for. However
    the block ends, no process is left behind.
    """
    if "fork" not in multiprocessing.get_all_start_methods():
        yield Answer(work)
        return
    ours, theirs = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.get_context("fork").Process(target=_work, args=(work, theirs))
    process.start()
    theirs.close()

    def wait() -> Result:
        try:
            result, error = ours.recv()
        except EOFError as gone:
            raise WorkingsError("a part of the build ended before it was done") from gone
        if error is not None:
            raise error
        done: Result = result
        return done

    try:
        yield Answer(wait)
    finally:
        process.terminate()
        process.join()
        ours.close()


def _work(work: Callable[[], object], answer: Connection) -> None:
    end_with_parent()
    try:
        answer.send((work(), None))
    except KeyboardInterrupt:
        pass  # the other process tells of it
    except WorkingsError as error:
        answer.send((None, WorkingsError(str(error))))  # its words are all that is told of it
    except Exception as error:  # whatever it is, it belongs to the one who waits
        answer.send((None, error))
