"""The folder of a model that translates: what training writes into it, and how it is read back.

`corpus.txt` and `heldout.txt` hold a pair a line, ``english | french``, words apart by spaces.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.errors import nearest
from engine.layers.layers import Constants
from engine.models.decoder_only import constants_of
from engine.models.encoder_decoder_parameters import (
    TranslatorWeights,
    translator_from_dict,
    translator_to_dict,
)
from engine.numerics.elementary import Array
from engine.runs.generation import BEGIN, END
from engine.training.loop import StepRecord, rounded_arrays
from engine.training.pairs import (
    PairExample,
    right_translations,
    translation_loss,
    translator_steps,
)
from subjects.models.config import (
    ModelConfig,
    ModelFileError,
    check_counts,
    read_config,
    read_text,
)
from subjects.models.provenance import Provenance, check_measured
from subjects.models.trained import (
    TRAINED,
    check_trained_folder,
    check_weights,
    read_trained,
    weights_path,
    write_trained,
)
from subjects.models.weights import check_arrays, train_to_the_end


@dataclass(frozen=True)
class Pair:
    """A sentence and its translation, in words."""

    source: tuple[str, ...]
    translation: tuple[str, ...]

    def example(self, config: ModelConfig) -> PairExample:
        """The pair in token numbers, the translation between its marks."""
        read, written = config.source_vocabulary, config.vocabulary
        return PairExample(
            tuple(read.index(word) for word in self.source),
            tuple(written.index(word) for word in (BEGIN, *self.translation, END)),
        )


@dataclass(frozen=True)
class TranslatorModel:
    """A trained model that translates, and all that belongs to it."""

    name: str
    config: ModelConfig
    pairs: tuple[Pair, ...]
    heldout: tuple[Pair, ...]  # pairs that it has not learned from
    weights: TranslatorWeights
    constants: Constants
    provenance: Provenance
    log: tuple[StepRecord, ...]  # of every step of its training


def read_pairs(path: Path, config: ModelConfig) -> tuple[Pair, ...]:
    """Read a file of pairs.

    Raises `ModelFileError` at ``file:line:column`` for a line of another form, a word outside its
    language's vocabulary, and a sentence that is too long for the model.
    """
    pairs = []
    longest = config.layout.context
    for number, line in enumerate(read_text(path).splitlines(), start=1):
        sides = line.split("|")
        if len(sides) != 2 or not all(side.split() for side in sides):
            raise ModelFileError("a line is: english | french", where=f"{path}:{number}:1")
        start = 0
        for side, known in zip(sides, (config.source_vocabulary, config.vocabulary), strict=True):
            for found in re.finditer(r"\S+", side):
                if found[0] not in known:
                    raise ModelFileError(
                        f"“{found[0]}” is not in the vocabulary.{nearest(found[0], known)}",
                        where=f"{path}:{number}:{start + found.start() + 1}",
                    )
            start += len(side) + 1
        pair = Pair(tuple(sides[0].split()), tuple(sides[1].split()))
        # The decoder reads the mark of the beginning before the words.
        if len(pair.source) > longest or len(pair.translation) >= longest:
            raise ModelFileError(
                f"a sentence has at most {longest} words and its translation {longest - 1}, "
                f"these have {len(pair.source)} and {len(pair.translation)}",
                where=f"{path}:{number}:1",
            )
        pairs.append(pair)
    if not pairs:
        raise ModelFileError("no pair to learn from", where=str(path))
    return tuple(pairs)


def train_translator(folder: Path, on_step: Callable[[StepRecord], None]) -> TranslatorModel:
    """Train from the folder's config and pairs, write what came of it, return the model.

    ``on_step`` hears of every step. Nothing is written before training has ended well. Raises
    `WorkingsError` for a fault in the config or pairs, and when the folder can't be written.
    """
    config, pairs, heldout = _read_folder(folder)
    check_trained_folder(folder / TRAINED)
    steps = translator_steps(
        config.layout,
        config.training,
        [pair.example(config) for pair in pairs],
        [pair.example(config) for pair in heldout],
    )
    learned, log = train_to_the_end(steps, on_step, str(folder / "config.toml"))
    named = rounded_arrays(translator_to_dict(learned), config.places)
    measured = _measured(named, config, pairs, heldout)
    write_trained(folder, config, named, log, (), measured)
    return load_translator(folder)


def load_translator(folder: Path) -> TranslatorModel:
    """Read a trained model. Raises `ModelFileError`, naming the file, for anything amiss."""
    config, pairs, heldout = _read_folder(folder)
    trained = read_trained(folder, config)
    where = str(weights_path(folder))
    check_arrays(trained.weights, config, where)
    check_weights(trained, folder)
    measured = _measured(trained.weights, config, pairs, heldout)
    check_measured(trained.provenance, *measured, folder.name, where)
    return TranslatorModel(
        folder.name,
        config,
        pairs,
        heldout,
        translator_from_dict(dict(trained.weights), config.layout),
        constants_of(config.layout),
        trained.provenance,
        trained.log,
    )


def _read_folder(folder: Path) -> tuple[ModelConfig, tuple[Pair, ...], tuple[Pair, ...]]:
    """Read what an author has written for a model: settings, pairs, and pairs held out."""
    config = read_config(folder / "config.toml")
    if not config.layout.translates:
        raise ModelFileError("this model doesn't translate", where=str(folder))
    pairs = read_pairs(folder / "corpus.txt", config)
    heldout = read_pairs(folder / "heldout.txt", config)
    check_counts(config, folder, len(pairs), len(heldout))
    return config, pairs, heldout


def _measured(
    named: Mapping[str, Array],
    config: ModelConfig,
    pairs: Sequence[Pair],
    heldout: Sequence[Pair],
) -> tuple[float, int]:
    """Return the loss on the pairs, and how many of those held out are translated right."""
    layout = config.layout
    weights = translator_from_dict(dict(named), layout)
    learned = [pair.example(config) for pair in pairs]
    asked = [pair.example(config) for pair in heldout]
    loss = translation_loss(weights, layout, config.training, learned)
    return loss, right_translations(weights, layout, asked)
