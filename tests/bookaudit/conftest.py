from pathlib import Path

import pytest

from tests.bookaudit import book


@pytest.fixture(scope="session")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished small book: html/, ledger/ and pdf/. Never written to by a test."""
    return book.write(tmp_path_factory.mktemp("toy") / "dist")
