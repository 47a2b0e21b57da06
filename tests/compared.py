"""Train models again from the other seeds that their settings compare, and hold the scores to it.

`python -m tests.compared` says which of the scores in [compared] training really has.
"""

import shutil
import sys
import tempfile
from pathlib import Path

from subjects.models.config import read_config
from subjects.models.weights import train_model
from subjects.translator.files import train_translator
from tests import ROOT

WEIGHTS = ROOT / "weights"


def score(model: Path, seed: int, folder: Path) -> int | None:
    """Train a copy of a model from another seed; return how much it gets right of what is held out.

    The comparison is left out of the copy's settings: it may hold the seed as one of the others.
    """
    copied = Path(shutil.copytree(model, folder / f"{model.name}-{seed}"))
    config = copied / "config.toml"
    own = read_config(config)
    text = config.read_text(encoding="utf-8").partition("\n[compared]")[0]
    searched = '\n[search]\nrecipes_tried = 1\nseeds_tried = 1\nseed_criterion = ""\n'
    text = text.replace(f"\nseed = {own.training.seed}", f"\nseed = {seed}") + searched
    config.write_text(text, encoding="utf-8")
    train = train_translator if own.layout.translates else train_model
    return train(copied, lambda record: None).provenance.heldout


def main() -> int:
    """Print each score as typed and as trained; return 1 if any differs."""
    wrong = 0
    for path in sorted(WEIGHTS.glob("*/config.toml")):
        compared = read_config(path).compared
        if compared is None:
            continue
        with tempfile.TemporaryDirectory() as folder:
            for seed, typed in zip(compared.seeds_compared, compared.scores, strict=True):
                found = score(path.parent, seed, Path(folder))
                wrong += found != typed
                print(f"{path.parent.name}, seed {seed}: typed {typed}, trained {found}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
