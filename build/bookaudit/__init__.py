"""The auditor: reads finished documents as a stranger would and recomputes every line.

It knows nothing of what made them: it imports the standard library and a PDF text reader only.
"""

from bookaudit.auditing import audit
from bookaudit.errors import AuditError
from bookaudit.report import Finding, Report
from bookaudit.running import run

__all__ = ["AuditError", "Finding", "Report", "audit", "run"]
