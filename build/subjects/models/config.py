"""What an author writes about a model: `config.toml` and the corpus, read strictly."""

from collections.abc import Iterator
from dataclasses import MISSING, dataclass, fields
from pathlib import Path
from typing import Any, TypeVar

from bookbuild.core.inputs import read_text_file, read_toml
from engine.errors import WorkingsError, nearest
from engine.layers.variants import VARIANTS, Variant
from engine.runs.generation import BEGIN, END
from engine.training.loop import Recipe
from engine.training.schedule import SCHEDULES

Table = TypeVar("Table", Recipe, "SeedSearch", "SeedComparison")


NOT_IN_WORDS = frozenset('"&[],:')  # what parts the names of figures, or ends an attribute


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

    variant: str
    places: int  # the trained weights are rounded to so many decimal places
    carried: int  # and the rows that are worked with them to so many; the same if not said
    vocabulary: tuple[str, ...]  # in the order of the token numbers
    source_vocabulary: tuple[str, ...]  # of the language that a translating model reads
    snapshots: tuple[int, ...]  # training is saved after so many steps, each
    snapshot_places: int  # with weights of so many decimal places
    training: Recipe
    search: SeedSearch | None  # where the seed was searched for
    compared: SeedComparison | None  # where it was fixed beforehand

    @property
    def layout(self) -> Variant:
        """The sizes and switches of the variant."""
        return VARIANTS[self.variant]

    @property
    def answers(self) -> bool:
        """Whether the model learns from questions and answers, not from sentences."""
        return self.vocabulary[:2] == (BEGIN, END) and not self.layout.translates


def read_text(path: Path) -> str:
    """The file's text, line ends as ``\\n``. Raises `ModelFileError` when it can't be read."""
    return read_text_file(path, kind=ModelFileError)


def read_config(path: Path) -> ModelConfig:
    """Read a `config.toml`; unknown or missing settings, wrong types and wrong sizes are errors."""
    where = str(path)
    data = read_toml(path, kind=ModelFileError)
    known = tuple(field.name for field in fields(ModelConfig))
    _refuse_unknown(data, known, "", where)
    config = ModelConfig(
        variant=_take(data, "variant", "str", "", where),
        places=_take(data, "places", "int", "", where),
        carried=_take({"carried": data.get("places"), **data}, "carried", "int", "", where),
        vocabulary=_words(data, "vocabulary", where),
        source_vocabulary=_words({"source_vocabulary": [], **data}, "source_vocabulary", where),
        snapshots=_take({"snapshots": [], **data}, "snapshots", "tuple", "", where),
        snapshot_places=_take({"snapshot_places": 4, **data}, "snapshot_places", "int", "", where),
        training=_table(Recipe, data, "training", where),
        search=_table(SeedSearch, data, "search", where) if "compared" not in data else None,
        compared=_table(SeedComparison, data, "compared", where) if "compared" in data else None,
    )
    if {"search", "compared"} <= data.keys():
        raise ModelFileError("a seed is searched for or compared, not both", where=where)
    for fault in _faults(config):
        raise ModelFileError(fault, where=where)
    return config


def _faults(config: ModelConfig) -> Iterator[str]:
    """What is wrong with settings whose types are right."""
    if config.variant not in VARIANTS:
        yield f"there is no variant “{config.variant}”.{nearest(config.variant, VARIANTS)}"
        return
    if not 0 <= config.places <= config.carried <= 12:
        told = f"{config.places} and {config.carried}"
        yield f"“places” and “carried” must be from 0 to 12, in this order, not {told}"
    layout = config.layout
    yield from _word_faults("vocabulary", config.vocabulary, config, layout.vocabulary)
    source = config.source_vocabulary
    yield from _word_faults("source_vocabulary", source, config, layout.source_vocabulary)
    if layout.translates and config.vocabulary[:2] != (BEGIN, END):
        yield f"“vocabulary” must begin with {BEGIN} and {END}: a translation stands between them"
    recipe = config.training
    if recipe.steps < 1:
        yield f"“training.steps” must be 1 or more, not {recipe.steps}"
    if not 0 <= recipe.warm_up <= recipe.steps:
        yield f"“training.warm_up” must be from 0 to the number of steps, not {recipe.warm_up}"
    if not 0 <= recipe.smoothing < 1:
        yield f"“training.smoothing” must be from 0 to below 1, not {recipe.smoothing}"
    for name in ("rate", "start", "embedding_start"):
        if not 0 < getattr(recipe, name) < float("inf"):
            yield f"“training.{name}” must be above 0, not {getattr(recipe, name)}"
    if not 0 <= recipe.decay < float("inf"):
        yield f"“training.decay” must be 0 or more, not {recipe.decay}"
    if recipe.schedule == "inverse root" and recipe.warm_up < 1:
        yield "“training.warm_up” must be 1 or more for the schedule “inverse root”"
    if recipe.batch < 0:
        yield f"“training.batch” must be 0 or more, not {recipe.batch}"
    if recipe.schedule not in SCHEDULES:
        near = nearest(recipe.schedule, SCHEDULES)
        yield f"“training.schedule” is one of {', '.join(SCHEDULES)}, not {recipe.schedule}.{near}"
    if not 0 <= recipe.beta2 < 1:
        yield f"“training.beta2” must be from 0 to below 1, not {recipe.beta2}"
    if not 0 < recipe.epsilon < float("inf"):
        yield f"“training.epsilon” must be above 0, not {recipe.epsilon}"
    if not 0 <= config.snapshot_places <= 12:
        yield f"“snapshot_places” must be from 0 to 12, not {config.snapshot_places}"
    if config.snapshots and layout.translates:
        yield "“snapshots” are not taken of a model that translates"
    for step in config.snapshots:
        if not 0 <= step <= recipe.steps or config.snapshots.count(step) > 1:
            yield f"“snapshots” are different steps from 0 to {recipe.steps}, not {step}"
            return
    compared = config.compared
    if compared and len(compared.seeds_compared) != len(compared.scores):
        yield "“compared.scores” must have one score for each of the seeds compared"


def _word_faults(
    name: str, words: tuple[str, ...], config: ModelConfig, expected: int
) -> Iterator[str]:
    if len(words) != expected:
        yield f"“{name}” has {len(words)} words, variant {config.variant} has {expected}"
    for word in words:
        if words.count(word) > 1:
            yield f"“{name}” has “{word}” twice"
        if word.split() != [word]:
            yield f"“{name}” has “{word}”, which is not one word"
        for sign in word:
            if sign in NOT_IN_WORDS or not sign.isprintable():
                yield f"“{name}” has {word!r}, and a word can't hold {sign!r}"


def _words(data: dict[str, Any], name: str, where: str) -> tuple[str, ...]:
    words = data.get(name)
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise ModelFileError(f"“{name}” must be a list of words", where=where)
    return tuple(words)


def _table(kind: type[Table], data: dict[str, Any], name: str, where: str) -> Table:
    table = data.get(name)
    if not isinstance(table, dict):
        raise ModelFileError(f"the table [{name}] is missing", where=where)
    types = {field.name: field.type for field in fields(kind)}
    _refuse_unknown(table, types, f"{name}.", where)
    return kind(
        **{
            field.name: _take(table, field.name, field.type, f"{name}.", where)
            for field in fields(kind)
            if field.name in table or field.default is MISSING
        }
    )


def _refuse_unknown(table: dict[str, Any], known: Any, prefix: str, where: str) -> None:
    for key in table:
        if key not in known:
            near = nearest(key, known)
            raise ModelFileError(f"unknown setting “{prefix}{key}”.{near}", where=where)


TYPES: dict[str, tuple[str, Any]] = {
    "int": ("a whole number", int),
    "float": ("a number", (int, float)),
    "str": ("text", str),
    "tuple": ("a list of whole numbers", list),
}


def _take(table: dict[str, Any], key: str, kind: Any, prefix: str, where: str) -> Any:
    """The setting, checked against its type; a whole number will do for a fractional one."""
    name = getattr(kind, "__name__", kind)
    words, accepted = TYPES[name]
    if key not in table:
        raise ModelFileError(f"the setting “{prefix}{key}” is missing", where=where)
    value = table[key]
    if isinstance(value, bool) or not isinstance(value, accepted):
        raise ModelFileError(f"“{prefix}{key}” must be {words}, not {value!r}", where=where)
    if name == "tuple":
        if not all(isinstance(item, int) and not isinstance(item, bool) for item in value):
            raise ModelFileError(f"“{prefix}{key}” must be {words}, not {value!r}", where=where)
        return tuple(value)
    return float(value) if name == "float" else value
