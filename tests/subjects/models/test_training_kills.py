"""Training that is killed leaves the last files or the new ones; a mixture would be found."""

import itertools
import random
import shutil
import sys
from pathlib import Path

import pytest

from tests import ROOT
from tests.bookbuild.kills import Broken, another_seed, small, sweep, whole_training

WEIGHTS = ROOT / "weights" / "signal"

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


def test_killed_at_any_moment_training_leaves_all_files_of_one_training(tmp_path: Path) -> None:
    assert sweep(small(tmp_path / "book"), 3, seed=5, rows=["train"]).total() == 3


@pytest.mark.parametrize("name", ["training.csv", "snapshots.safetensors", "weights.safetensors"])
def test_a_mixture_of_two_trainings_is_found(tmp_path: Path, name: str) -> None:
    folder = Path(shutil.copytree(WEIGHTS / "trained", tmp_path / "trained"))
    assert len(whole_training(folder)) == 64
    data = (folder / name).read_bytes()
    (folder / name).write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    with pytest.raises(Broken):
        whole_training(folder)
    (folder / name).unlink()
    with pytest.raises(Broken, match="the training has the files"):
        whole_training(folder)


def test_each_training_that_is_killed_starts_from_another_seed(tmp_path: Path) -> None:
    root, rng = small(tmp_path / "book"), random.Random(1)
    seeds = [another_seed(root, rng) for _ in range(20)]
    assert all(one != other for one, other in itertools.pairwise(seeds))
