"""What several tests of the pipeline share."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def fonts_cache() -> Path:
    """Return the clone's own cache: fonts are kept there by what they are made from."""
    return Path(__file__).parents[2] / ".cache"
