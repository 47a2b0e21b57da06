"""What the auditor says when a document cannot be audited at all."""


class AuditError(Exception):
    """A path that cannot be audited, told in one line: ``where: what``."""

    def __init__(self, message: str, *, where: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.where = where

    def __str__(self) -> str:
        return f"{self.where}: {self.message}" if self.where else self.message


class Unreadable(Exception):
    """An expression that cannot be read or worked out; its text says why."""
