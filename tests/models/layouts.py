"""The layouts of the committed models, as their settings have them."""

from pathlib import Path

from engine.layers.variants import Variant
from subjects.models.config import read_config


def layout_of(name: str) -> Variant:
    """Return the layout of a committed model."""
    return read_config(Path(__file__).parents[2] / "weights" / name / "config.toml").layout


SIGNAL = layout_of("signal")
ANSWERS = layout_of("answers")
