"""BLEU beside sacrebleu's, on made-up corpora whose words need no splitting."""

from typing import Any

import numpy as np
import pytest

from engine.training.metrics import bleu, bleu_counts

sacrebleu: Any = pytest.importorskip("sacrebleu")
WORDS = np.array("le la les chat chien souris noir noire dort voit ne pas".split())


def made_up(seed: int) -> list[tuple[list[str], list[str]]]:
    """Sentences and what was made of them: words lost, changed, added; some much shorter."""
    random = np.random.default_rng(seed)
    corpus = []
    for _ in range(int(random.integers(1, 12))):
        reference = random.choice(WORDS, int(random.integers(1, 14))).tolist()
        kept = [word for word in reference if random.random() < random.uniform(0.5, 1.0)]
        changed = [random.choice(WORDS) if random.random() < 0.1 else word for word in kept]
        added = random.choice(WORDS, int(random.integers(0, 4))).tolist()
        corpus.append(([str(word) for word in (*changed, *added)], reference))
    return corpus


@pytest.mark.parametrize("seed", range(200))
def test_bleu_of_a_made_up_corpus_agrees(seed: int) -> None:
    corpus = made_up(seed)
    theirs = sacrebleu.corpus_bleu(
        [" ".join(ours) for ours, _ in corpus],
        [[" ".join(reference) for _, reference in corpus]],
        tokenize="none",
        smooth_method="none",
        force=True,
    )
    counts = bleu_counts(corpus)
    assert list(counts.matches) == theirs.counts
    assert list(counts.totals) == theirs.totals
    assert (counts.ours, counts.reference) == (theirs.sys_len, theirs.ref_len)
    assert 100 * bleu(counts) == pytest.approx(theirs.score, rel=1e-9, abs=1e-9)
