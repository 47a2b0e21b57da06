"""What an author writes about a model: its `config.toml`, read strictly."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from bookbuild.core.inputs import read_text_file, read_toml
from bookbuild.core.settings import SettingsError, read_table, refuse_unknown, take
from engine.errors import WorkingsError
from engine.layers.variants import Variant
from engine.models.encoder_decoder_parameters import translator_shapes
from engine.models.parameters import weight_shapes
from engine.runs.generation import BEGIN, END
from engine.training.loop import Recipe

LARGEST_SIZE = 10_000  # numbers a word, words a sentence, blocks, heads
MOST_WEIGHTS = 1_000_000
NOT_IN_WORDS = frozenset('"&[],:')  # what parts the names of figures, or ends an attribute
SEEDS = 2**63  # as far as a whole number of TOML goes


class ModelFileError(WorkingsError):
    """A file of a model's folder can't be used."""


@dataclass(frozen=True)
class SeedSearch:
    """How recipe and seed were chosen: the book says so."""

    recipes_tried: int  # settings of [training] other than the seed
    seeds_tried: int  # with the recipe that was kept
    seed_criterion: str  # what was asked of a seed


@dataclass(frozen=True)
class SeedComparison:
    """How other seeds did with the same recipe, where the seed was fixed beforehand."""

    recipes_tried: int  # settings of [training] tried, with other seeds than these
    seeds_compared: tuple[int, ...]
    scores: tuple[int, ...]  # held-out questions that each of them answers


@dataclass(frozen=True)
class ModelConfig:
    """The settings of one model."""

    places: int  # the trained weights are rounded to so many decimal places
    carried: int  # and the rows that are worked with them to so many; the same if not said
    vocabulary: tuple[str, ...]  # in the order of the token numbers
    source_vocabulary: tuple[str, ...]  # of the language that a translating model reads
    snapshots: tuple[int, ...]  # training is saved after so many steps, each
    snapshot_places: int  # with weights of so many decimal places
    layout: Variant
    training: Recipe
    search: SeedSearch | None  # where the seed was searched for
    compared: SeedComparison | None  # where it was fixed beforehand

    @property
    def answers(self) -> bool:
        """Whether the model learns from questions and answers, not from sentences."""
        return self.vocabulary[:2] == (BEGIN, END) and not self.layout.translates

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The name and shape of every weight, in the order of the forward pass."""
        return (translator_shapes if self.layout.translates else weight_shapes)(self.layout)


def read_text(path: Path) -> str:
    """The file's text, line ends as ``\\n``. Raises `ModelFileError` when it can't be read."""
    return read_text_file(path, kind=ModelFileError)


def read_config(path: Path) -> ModelConfig:
    """Read a `config.toml`; unknown or missing settings, wrong types and wrong sizes are errors."""
    where = str(path)
    data = read_toml(path, kind=ModelFileError)
    try:
        config = _config(data, where)
    except SettingsError as error:
        raise ModelFileError(error.message, where=where) from error
    for fault in _faults(config, data):
        raise ModelFileError(fault, where=where)
    return config


def check_counts(config: ModelConfig, folder: Path, learned: int, heldout: int) -> None:
    """Raise `ModelFileError` for a batch or a score larger than there are examples for it."""
    where = str(folder / "config.toml")
    if config.training.batch > learned:
        raise ModelFileError(
            f"“training.batch” is {config.training.batch}, but there are {learned} examples to "
            "learn from; 0 takes all of them at each step",
            where=where,
        )
    for score in config.compared.scores if config.compared else ():
        if not 0 <= score <= heldout:
            raise ModelFileError(
                f"“compared.scores” are from 0 to {heldout}, as many as are held out, not {score}",
                where=where,
            )


def _config(data: dict[str, Any], where: str) -> ModelConfig:
    refuse_unknown(data, [field.name for field in fields(ModelConfig)], "", where)
    if {"search", "compared"} <= data.keys():
        raise SettingsError("a seed is searched for or compared, not both", where=where)
    vocabulary = _words(data, "vocabulary", where)
    source = _words({"source_vocabulary": [], **data}, "source_vocabulary", where)
    searched = "compared" not in data
    return ModelConfig(
        places=take(data, "places", int, "", where),
        carried=take({"carried": data.get("places"), **data}, "carried", int, "", where),
        vocabulary=vocabulary,
        source_vocabulary=source,
        snapshots=take({"snapshots": [], **data}, "snapshots", tuple, "", where),
        snapshot_places=take({"snapshot_places": 4, **data}, "snapshot_places", int, "", where),
        layout=read_table(
            Variant,
            _table(data, "layout", where),
            "layout",
            where,
            filled={"vocabulary": len(vocabulary), "source_vocabulary": len(source)},
            optional={"base"},
        ),
        training=read_table(Recipe, _table(data, "training", where), "training", where),
        search=read_table(SeedSearch, _table(data, "search", where), "search", where)
        if searched
        else None,
        compared=None
        if searched
        else read_table(SeedComparison, _table(data, "compared", where), "compared", where),
    )


def _table(data: dict[str, Any], name: str, where: str) -> dict[str, Any]:
    table = data.get(name)
    if not isinstance(table, dict):
        raise SettingsError(f"the table [{name}] is missing", where=where)
    return table


def _words(data: dict[str, Any], name: str, where: str) -> tuple[str, ...]:
    words = data.get(name)
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise SettingsError(f"“{name}” must be a list of words", where=where)
    return tuple(words)


def _faults(config: ModelConfig, data: dict[str, Any]) -> Iterator[str]:
    """Yield what is wrong with settings whose types are right."""
    if not 0 <= config.places <= config.carried <= 12:
        written = f"{config.places} and {config.carried}"
        yield f"“places” and “carried” must be from 0 to 12, in this order, not {written}"
    yield from _word_faults("vocabulary", config.vocabulary)
    yield from _word_faults("source_vocabulary", config.source_vocabulary)
    if config.layout.translates and config.vocabulary[:2] != (BEGIN, END):
        yield f"“vocabulary” must begin with {BEGIN} and {END}: a translation stands between them"
    yield from _layout_faults(config, data["layout"])
    yield from _recipe_faults(config.training)
    yield from _snapshot_faults(config)
    yield from _comparison_faults(config)


def _word_faults(name: str, words: tuple[str, ...]) -> Iterator[str]:
    if name == "vocabulary" and not words:
        yield f"“{name}” has no word"
    seen: set[str] = set()
    for word in words:
        if word in seen:
            yield f"“{name}” has “{word}” twice"
        if word.split() != [word]:
            yield f"“{name}” has “{word}”, which is not one word"
        for sign in word:
            if sign in NOT_IN_WORDS or not sign.isprintable():
                yield f"“{name}” has {word!r}, and a word can't hold {sign!r}"
        seen.add(word)


def _layout_faults(config: ModelConfig, typed: dict[str, Any]) -> Iterator[str]:
    layout = config.layout
    for name in ("width", "hidden", "layers", "heads", "context"):
        if not 1 <= getattr(layout, name) <= LARGEST_SIZE:
            yield f"“layout.{name}” must be from 1 to {LARGEST_SIZE}, not {getattr(layout, name)}"
    if layout.width % layout.heads:
        yield (
            f"“layout.heads” must divide “layout.width”: {layout.width} numbers a word are not "
            f"{layout.heads} equal parts"
        )
    for name in ("epsilon", "base"):
        if not 0 < getattr(layout, name) < math.inf:
            yield f"“layout.{name}” must be above 0, not {getattr(layout, name)}"
    waves = layout.positions == "sinusoidal"
    if waves and "base" not in typed:
        yield "the setting “layout.base” is missing: sinusoidal positions need it"
    if not waves and "base" in typed:
        yield "“layout.base” is only for sinusoidal positions: leave it out"
    if layout.translates and not waves:
        yield "“layout.positions” must be sinusoidal for a model that translates"
    if layout.translates and not layout.biases:
        yield "“layout.biases” must be true for a model that translates"
    weights = sum(map(math.prod, config.shapes.values()))
    if weights > MOST_WEIGHTS:
        yield f"a model has at most {MOST_WEIGHTS} weights, this one would have {weights}"


def _recipe_faults(recipe: Recipe) -> Iterator[str]:
    if not 0 <= recipe.seed < SEEDS:
        yield f"“training.seed” must be from 0 to 2⁶³ − 1, not {recipe.seed}"
    if recipe.steps < 1:
        yield f"“training.steps” must be 1 or more, not {recipe.steps}"
    if not 0 <= recipe.warm_up <= recipe.steps:
        yield f"“training.warm_up” must be from 0 to the number of steps, not {recipe.warm_up}"
    if not 0 <= recipe.smoothing < 1:
        yield f"“training.smoothing” must be from 0 to below 1, not {recipe.smoothing}"
    for name in ("rate", "start", "embedding_start", "epsilon"):
        if not 0 < getattr(recipe, name) < math.inf:
            yield f"“training.{name}” must be above 0, not {getattr(recipe, name)}"
    if not 0 <= recipe.decay < math.inf:
        yield f"“training.decay” must be 0 or more, not {recipe.decay}"
    if recipe.schedule == "inverse root" and recipe.warm_up < 1:
        yield "“training.warm_up” must be 1 or more for the schedule “inverse root”"
    if recipe.batch < 0:
        yield f"“training.batch” must be 0 or more, not {recipe.batch}"
    for name in ("beta1", "beta2"):
        if not 0 <= getattr(recipe, name) < 1:
            yield f"“training.{name}” must be from 0 to below 1, not {getattr(recipe, name)}"


def _snapshot_faults(config: ModelConfig) -> Iterator[str]:
    if not 0 <= config.snapshot_places <= 12:
        yield f"“snapshot_places” must be from 0 to 12, not {config.snapshot_places}"
    if config.snapshots and config.layout.translates:
        yield "“snapshots” are not taken of a model that translates"
    steps = config.training.steps
    for step in config.snapshots:
        if not 0 <= step <= steps or config.snapshots.count(step) > 1:
            yield f"“snapshots” are different steps from 0 to {steps}, not {step}"
    if list(config.snapshots) != sorted(config.snapshots):
        yield "“snapshots” must be in the order of the steps"


def _comparison_faults(config: ModelConfig) -> Iterator[str]:
    search, compared = config.search, config.compared
    if search and (search.recipes_tried < 1 or search.seeds_tried < 1):
        yield "“search.recipes_tried” and “search.seeds_tried” must be 1 or more"
    if compared is None:
        return
    if compared.recipes_tried < 1:
        yield f"“compared.recipes_tried” must be 1 or more, not {compared.recipes_tried}"
    seeds = compared.seeds_compared
    if len(seeds) != len(compared.scores):
        yield "“compared.scores” must have one score for each of the seeds compared"
    for seed in seeds:
        if seed == config.training.seed or seeds.count(seed) > 1 or not 0 <= seed < SEEDS:
            yield f"“compared.seeds_compared” are different seeds, not the model's own, not {seed}"
