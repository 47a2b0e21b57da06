"""How an audit is asked for and answered: paths in, a report out, an exit status back."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TextIO

from bookaudit.auditing import audit
from bookaudit.errors import AuditError
from bookaudit.printing import write_line
from bookaudit.steps import Watch


def run(
    paths: Iterable[str | Path],
    json: bool = False,
    stdout: TextIO | None = None,
    *,
    stderr: TextIO | None = None,
    against: Iterable[str | Path] = (),
    watch: Watch | None = None,
) -> int:
    """Audit ``paths``, write the report, and return the exit status.

    0: every line closes. 1: a line does not close from its printed digits, a marked line cannot be
    read, or figures contradict one another. 2: a path cannot be audited (reported on ``stderr``).
    ``watch`` is called as the work goes on.
    """
    out, errors = stdout or sys.stdout, stderr or sys.stderr
    try:
        report = audit(paths, against, watch)
    except AuditError as error:
        write_line(errors, str(error))
        return 2
    if json:
        report.write_json(out)
    else:
        report.write_text(out)
    return 0 if report.ok else 1
