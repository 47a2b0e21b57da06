"""The tests; `ROOT` is the folder of the whole checkout."""

from pathlib import Path

ROOT = Path(__file__).parents[1]
