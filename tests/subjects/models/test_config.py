"""An author's settings: read strictly, each fault told in one line with its place."""

from pathlib import Path

import pytest

from subjects.models.config import ModelFileError, read_config
from tests import ROOT

FOLDER = ROOT / "weights" / "signal"
ANSWERS = FOLDER.with_name("answers")
GOOD = (FOLDER / "config.toml").read_text(encoding="utf-8")


def written(folder: Path, text: str, name: str = "config.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_the_signal_config_says_what_the_book_tells() -> None:
    config = read_config(FOLDER / "config.toml")
    expected = ". the a cat dog bird sat ran flew on to in mat park sky"
    assert config.vocabulary == tuple(expected.split())
    assert config.layout.width == 8
    assert config.places == 2
    assert config.search is not None
    assert config.compared is None
    assert not config.answers
    assert config.search.seeds_tried >= config.training.seed
    assert "\n" not in config.search.seed_criterion.strip()


def test_the_answers_config_says_what_the_book_tells() -> None:
    config = read_config(ANSWERS / "config.toml")
    assert (config.training.seed, config.training.batch) == (1, 37)
    assert config.answers
    assert config.vocabulary[:3] == ("<bos>", "<end>", "?")
    assert config.search is None
    assert config.compared is not None
    assert len(set(config.compared.seeds_compared) - {1}) == len(config.compared.scores) == 10


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("[2, 3,", "[1, 3,", "“compared.seeds_compared” are different seeds, not the model's own"),
        ("[2, 3,", "[3, 3,", "“compared.seeds_compared” are different seeds, not the model's own"),
        ("[compared]", "[search]", "unknown setting “search.seeds_compared”"),
        ("[compared]", "[search]\n[compared]", "a seed is searched for or compared, not both"),
        ("11]", "11, 12]", "“compared.scores” must have one score for each of the seeds"),
        ("[2, 3,", "[2, true,", "“compared.seeds_compared” must be a list of whole numbers, not"),
        ("batch = 37", "batch = -1", "“training.batch” must be 0 or more, not -1"),
        ("batch = 37", "bach = 37", "unknown setting “training.bach”. Did you mean batch"),
    ],
)
def test_a_fault_in_the_settings_of_a_model_that_answers_is_told(
    tmp_path: Path, old: str, new: str, says: str
) -> None:
    good = (ANSWERS / "config.toml").read_text(encoding="utf-8")
    assert old in good
    path = written(tmp_path, good.replace(old, new, 1))
    with pytest.raises(ModelFileError) as caught:
        read_config(path)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("places = 2", "plaices = 2", "unknown setting “plaices”. Did you mean places"),
        ("seed = 1309", "sed = 242", "unknown setting “training.sed”. Did you mean seed"),
        ("seed = 1309", "", "the setting “training.seed” is missing"),
        ("seed = 1309", 'seed = "x"', "“training.seed” must be a whole number, not 'x'"),
        ("seed = 1309", "seed = true", "“training.seed” must be a whole number, not True"),
        ("rate = 1.0", "rate = nan", "“training.rate” must be above 0, not nan"),
        ("rate = 1.0", 'rate = "quick"', "“training.rate” must be a number, not 'quick'"),
        ("steps = 500", "steps = 0", "“training.steps” must be 1 or more, not 0"),
        ("warm_up = 50", "warm_up = 501", "“training.warm_up” must be from 0 to the number"),
        ("smoothing = 0.1", "smoothing = 1", "“training.smoothing” must be from 0 to below 1"),
        ("decay = 0.1", "decay = -1", "“training.decay” must be 0 or more, not -1.0"),
        ('"inverse root"', '"inverse rot"', "“training.schedule” is one of straight, inverse root"),
        ("beta2 = 0.98", "beta2 = 1.0", "“training.beta2” must be from 0 to below 1, not 1.0"),
        ("epsilon = 1e-9", "epsilon = 0", "“training.epsilon” must be above 0, not 0.0"),
        ("[0, 10, 22,", "[0, 10, 501,", "“snapshots” are different steps from 0 to 500, not 501"),
        ("[0, 10, 22,", "[0, 10, 10,", "“snapshots” are different steps from 0 to 500, not 10"),
        ("snapshot_places = 4", "snapshot_places = 13", "“snapshot_places” must be from 0 to 12"),
        ("places = 2", "places = 20", "must be from 0 to 12, in this order, not 20 and 20"),
        ("seed = 1309", "seed = -1", "“training.seed” must be from 0 to 2⁶³ − 1, not -1"),
        ("rate = 1.0", "rate = inf", "“training.rate” must be above 0, not inf"),
        ("[0, 10, 22,", "[10, 0, 22,", "“snapshots” must be in the order of the steps"),
        ("beta2 = 0.98", "beta1 = 1", "“training.beta1” must be from 0 to below 1, not 1.0"),
        ('"relu"', '"gleu"', "“layout.activation” is one of relu, gelu, not 'gleu'. Did you mean"),
        ('"relu"', "[7]", "“layout.activation” is one of relu, gelu, not [7]."),
        ('"before"', '"befor"', "“layout.norm” is one of before, after, not 'befor'. Did you"),
        ('"plain"', '"plane"', "“layout.softmax” is one of plain, from the top, not 'plane'. Did"),
        ('"sinusoidal"', '"learnt"', "“layout.positions” is one of sinusoidal, learned, not"),
        ('"sinusoidal"', '"learned"', "“layout.base” is only for sinusoidal positions: leave it"),
        ("base = 10000.0 #", "#", "“layout.base” is missing: sinusoidal positions need it"),
        ("base = 10000.0 #", "base = 0 #", "“layout.base” must be above 0, not 0.0"),
        ("biases = true", "biases = 1", "“layout.biases” must be true or false, not 1"),
        ("heads = 1", "heads = 3", "“layout.heads” must divide “layout.width”: 8 numbers a word"),
        ("heads = 1", "heads = 0", "“layout.heads” must be from 1 to 10000, not 0"),
        ("heads = 1", "", "the setting “layout.heads” is missing"),
        ("heads = 1", "haeds = 1", "unknown setting “layout.haeds”. Did you mean heads"),
        ("heads = 1", "vocabulary = 15", "unknown setting “layout.vocabulary”."),
        ("width = 8", "width = 10000", "at most 1000000 weights, this one would have"),
        ("epsilon = 1e-5", "epsilon = 0", "“layout.epsilon” must be above 0, not 0.0"),
        ("[layout]", "[layuot]", "unknown setting “layuot”. Did you mean layout?"),
        ("places = 2", 'places = 2\nvariant = "signal"', "unknown setting “variant”."),
        ("seeds_tried = 1500", "seeds_tried = 0", "“search.seeds_tried” must be 1 or more"),
        ('"sky"', '"mat"', "“vocabulary” has “mat” twice"),
        ('"sky"', '"blue sky"', "“blue sky”, which is not one word"),
        ('"sky"', "'s\"y'", "“vocabulary” has 's\"y', and a word can't hold '\"'"),
        ('"sky"', '"sky,"', "“vocabulary” has 'sky,', and a word can't hold ','"),
        ('"sky"', '"s\\u001b[2J"', "has 's\\x1b[2J', and a word can't hold '\\x1b'"),
        ("places = 2", "places = " + 5_000 * "9", "not valid TOML: a number of too many digits"),
        ("places = 2", "places = " + 100_000 * "[", "not valid TOML: nested too deep"),
        ('"sky"', "7", "“vocabulary” must be a list of words"),
        ("[search]", "[serach]", "unknown setting “serach”. Did you mean search?"),
        ("[training]", "[training", "not valid TOML"),
    ],
)
def test_a_fault_in_the_settings_is_told_with_its_file(
    tmp_path: Path, old: str, new: str, says: str
) -> None:
    assert old in GOOD
    path = written(tmp_path, GOOD.replace(old, new, 1))
    with pytest.raises(ModelFileError) as caught:
        read_config(path)
    assert caught.value.where == str(path)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_table_and_a_missing_file_are_told(tmp_path: Path) -> None:
    with pytest.raises(ModelFileError, match="this file is missing"):
        read_config(tmp_path / "config.toml")
    path = written(tmp_path, GOOD.split("[search]")[0])
    with pytest.raises(ModelFileError, match=r"the table \[search\] is missing"):
        read_config(path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ModelFileError, match="not UTF-8 text"):
        read_config(path)
