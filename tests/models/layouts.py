"""The layouts of the committed models, as their settings have them."""

from engine.layers.variants import Variant
from subjects.models.config import read_config
from tests import ROOT


def layout_of(name: str) -> Variant:
    """Return the layout of a committed model."""
    return read_config(ROOT / "weights" / name / "config.toml").layout


SIGNAL = layout_of("signal")
ANSWERS = layout_of("answers")
