"""How a chapter links to the data of its model."""

from typing import Any

from bookbuild.chapters.kit import Kit


def file_names(run: str, kit: Kit) -> dict[str, Any]:
    """Return the names that link to the data of a model: its ledger and its weights."""
    link = kit.setting.file_link
    return {
        "ledger": lambda text, of=run: link(text, f"ledger/{of}.csv"),
        "weights": lambda text, kind: link(text, f"weights/{run}.{kind}"),
    }
