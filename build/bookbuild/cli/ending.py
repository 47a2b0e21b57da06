"""How a command ends: one line for whatever went wrong, and the exit status that says of what kind.

| status | |
| --- | --- |
| 0 | all well |
| 1 | a fault that is named: a line doesn't close, a claim is false, a file can't be used |
| 2 | the command can't be carried out as given: its arguments, or a path that can't be audited |
| 70 | a fault of the program itself; `--debug` shows where |
| 74 | the system refused to write or to read, as on a full disk |
| 130, 141 | interrupted; whoever read its output has gone |
"""

import io
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import click

from bookbuild.cli.terminal import end_output, lead_nowhere, notices, steady_streams
from engine.errors import WorkingsError

FAULT, MISUSE, UNEXPECTED, REFUSED, INTERRUPTED, UNHEARD = 1, 2, 70, 74, 130, 141
_SHOWN = 300  # characters of an unexpected error


class _Unheard(Exception):
    """Whoever read the output has gone."""


class Group(click.Group):
    """Ends every command with an exit status, and says what went wrong in one line."""

    def main(self, *args: Any, **options: Any) -> NoReturn:
        """Run a command and end with its exit status."""
        steady_streams()
        debug = "--debug" in sys.argv

        def work() -> None:
            super(Group, self).main(*args, **{**options, "standalone_mode": False})

        status = _ended(work, debug)
        written = _ended(end_output, debug)
        sys.exit(written or status)

    def invoke(self, ctx: click.Context) -> Any:
        """Carry a command out; click itself would make a lost reader the status of a fault."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise _Unheard from None


def _ended(work: Callable[[], None], debug: bool) -> int:
    """Carry out a piece of work; return its exit status, having said what went wrong."""
    try:
        work()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.ClickException as error:
        usage = io.StringIO()
        error.show(usage)
        notices.print(usage.getvalue().rstrip())
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        notices.print("interrupted: nothing was replaced, the last good output is whole")
        return INTERRUPTED
    except WorkingsError as error:
        _explain(error, str(error), debug)
        return FAULT
    except (_Unheard, BrokenPipeError):
        lead_nowhere(1)
        return UNHEARD
    except OSError as error:
        if error.filename is None:  # not about a file that was opened, but while using one
            _explain(error, f"this machine: {error.strerror or error}", debug)
            return REFUSED
        _explain(error, f"{error.filename}: {error.strerror}", debug)
        return FAULT
    except Exception as error:  # whatever it is, it is one line
        _explain(error, f"unexpected: {_about(error)}; --debug shows more", debug)
        return UNEXPECTED
    return 0


def _explain(error: Exception, line: str, debug: bool) -> None:
    try:
        if debug:
            notices.print("".join(traceback.format_exception(error)).rstrip())
        notices.print(line)
    except OSError:
        lead_nowhere(2)


def _about(error: Exception) -> str:
    """Return what an error says, and where it arose."""
    says = " ".join(str(error).split())
    says = says if len(says) <= _SHOWN else says[:_SHOWN] + " …"
    place = traceback.extract_tb(error.__traceback__)[-1:]
    where = "".join(f" ({Path(at.filename).name}:{at.lineno})" for at in place)
    return f"{type(error).__name__}{f': {says}' if says else ''}{where}"
