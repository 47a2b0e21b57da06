"""The chapters about learning: their numbers by other means, their pictures, and their claims."""

import math
import re
import tomllib
from decimal import Decimal
from functools import cache
from xml.etree import ElementTree

import pytest
from jinja2 import FileSystemLoader

from bookaudit.verdict.recheck import CLOSES, recheck
from bookbuild.chapters.contents import Contents, Page
from bookbuild.chapters.kit import Setting, anchor, templates_environment
from bookbuild.core.config import read_book
from bookbuild.core.errors import Faults
from bookbuild.lines.lines import line_of
from bookbuild.markup.slots import Slot
from engine.figures.named import NamedFigures
from subjects.learning import pictures
from subjects.learning.subject import Learning
from tests import ROOT
from tests.subjects.found import subject_of

CHAPTERS = ("how-wrong-was-it", "not-too-sure", "how-big-a-step", "watching-it-learn")
EXAMPLES = (*CHAPTERS[:3], "one-weight-by-hand", "down-into-the-valley", "adam")
SVG = "{http://www.w3.org/2000/svg}"


def made(*, claims_as_warnings: bool = False) -> Contents:
    book = read_book(ROOT)
    environment = templates_environment(FileSystemLoader(book.templates))
    return Contents(book, environment, claims_as_warnings=claims_as_warnings)


@cache
def contents() -> Contents:
    return made()


def learning() -> Learning:
    """Return the subject of the chapters, with what they have worked."""
    return subject_of(Learning, contents().subjects)


def render(name: str, all_of_it: Contents) -> Page:
    entry = all_of_it.find(name)
    setting = Setting(
        "html", lambda _: None,
        chapter_link=lambda other: anchor(f"{other.name}.html", other.title),
        file_link=lambda text, _: Slot.plain(text),
    )  # fmt: skip
    return all_of_it.render(entry, all_of_it.own_view(entry), setting)


@cache
def page(name: str) -> Page:
    return render(name, contents())


def worked(chapter: str) -> NamedFigures:
    return NamedFigures(f"book/{chapter}", contents().givens[chapter])


@pytest.mark.parametrize("chapter", EXAMPLES)
def test_every_line_of_an_example_closes(chapter: str) -> None:
    lines = [line_of(figure).text for figure in worked(chapter).figures() if figure.worked]
    assert len(lines) > 9
    for line in lines:
        assert recheck(line, strict=True).verdict == CLOSES, line


def test_prices_are_logarithms_and_four_even_words_give_four() -> None:
    shown = worked("how-wrong-was-it")
    for place in "12345":
        chance, price = shown.at("prices", place, "1").value, shown.at("prices.surprise", place)
        assert float(price.value) == pytest.approx(-math.log(chance), rel=5e-5)
    assert shown.at("prices.surprise", "1").text == "0"
    assert shown.at("even.perplexity", "1").value == 4
    both, added = shown.at("both.surprise", "1"), shown.at("added.surprise", "1")
    assert both.text == added.text == "2.3026"
    mean = (math.log(2) + math.log(8)) / 2
    assert float(shown.figure("mixed.perplexity").value) == pytest.approx(math.exp(mean), rel=1e-4)


def test_three_ways_to_smooth_share_out_the_same_tenth() -> None:
    shown = worked("not-too-sure")
    kept = shown.figure("kept").value
    ways = {"all": (15, 15), "others": (14, 14), "unpadded": (13, 13)}
    for way, (count, receivers) in ways.items():
        part = shown.figure(f"among.{way}").value
        assert part * receivers == pytest.approx(Decimal("0.1"), rel=Decimal("0.001"))
        assert float(part) == pytest.approx(0.1 / count, rel=5e-4)
    assert kept == Decimal("0.9")
    bold = [float(shown.at("bold", "1", str(place)).value) for place in range(1, 16)]
    assert sum(bold) == pytest.approx(1)
    y = [0.9 + 0.1 / 15, *[0.1 / 15] * 14]
    cost = -sum(a * math.log(p) for a, p in zip(y, bold, strict=True))
    assert float(shown.at("bold.surprise", "1").value) == pytest.approx(cost, rel=5e-4)


def test_the_floors_are_entropies_of_the_models_own_targets() -> None:
    shown = worked("not-too-sure")
    smoothing = shown.figure("smoothing").value
    for model in ("translator", "answers"):
        config = tomllib.loads((ROOT / f"weights/{model}/config.toml").read_text("utf-8"))
        assert Decimal(str(config["training"]["smoothing"])) == smoothing
        words = len(config["vocabulary"])
        assert shown.figure(f"{model}.words").value == words
        y = [0.9 + 0.1 / words, *[0.1 / words] * (words - 1)]
        entropy = -sum(each * math.log(each) for each in y)
        floor = float(shown.figure(f"{model}.floor").value)
        assert floor == pytest.approx(entropy, rel=5e-4)


def test_the_rates_of_the_first_transformer() -> None:
    shown = worked("how-big-a-step")
    for when, step in (("before", 1000), ("at", 4000), ("after", 16000)):
        rate = 512**-0.5 * min(step**-0.5, step * 4000**-1.5)
        assert float(shown.figure(f"{when}.rate").value) == pytest.approx(rate, rel=1e-5)
    assert shown.figure("at.rate").text.startswith("0.00069877")


def test_a_sentence_costs_the_mean_of_its_words_and_perplexity_undoes_the_logarithm() -> None:
    step = learning().lessons("signal").step(23)
    chances = [
        float(step.at("loss.share", str(place), word).value)
        for place, word in enumerate(step.right, start=1)
    ]
    mean = -sum(map(math.log, chances)) / len(chances)
    assert float(step.figure("plain.mean_surprise").value) == pytest.approx(mean, rel=5e-4)
    perplexity = math.prod(chances) ** (-1 / len(chances))
    assert float(step.figure("plain.perplexity").value) == pytest.approx(perplexity, rel=1e-3)


def test_in_the_first_step_every_weight_with_a_gradient_moves_by_the_rate() -> None:
    step = learning().lessons("signal").step(1)
    rate = step.figure("schedule.rate").value
    moved = 0
    for name, array in step.arrays.items():
        if name.startswith("adam.") and name.endswith(".change"):
            for figure in array:
                if figure.value:
                    assert abs(abs(figure.value) - rate) <= rate / 100, figure.name
                    moved += 1
    assert moved > 600


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_the_claims_of_a_chapter_were_tested_and_hold(chapter: str) -> None:
    rendered = page(chapter)
    source = contents().find(chapter).chapter.source.text
    assert len(rendered.claims) == source.count("{% claim ") > 3
    assert all(claim.holds for claim in rendered.claims)


@pytest.mark.parametrize(
    ("chapter", "test", "opposite"),
    [
        ("how-wrong-was-it", "start.value(\"plain.perplexity\") > 15", "> 15", ),
        ("watching-it-learn", "at22.top(\"share\") == 2", "== 2"),
        ("not-too-sure", "value(\"bold.surprise\", 1) > course", "> course"),
        ("how-big-a-step", "value(\"typed\") > value(\"at.rate\")", "> value"),
    ],
)  # fmt: skip
def test_a_claim_of_a_chapter_that_stops_being_true_stops_the_build(
    chapter: str, test: str, opposite: str
) -> None:
    changed = made()
    place = next(at for at, each in enumerate(changed.entries) if each.name == chapter)
    entry = changed.entries[place]
    source = entry.chapter.source
    turned = test.replace(opposite, opposite.replace("==", "!=").replace(">", "<"))
    assert source.text.count(test) == 1
    text = source.text.replace(test, turned)
    object.__setattr__(entry.chapter, "source", type(source)(source.file, text))
    with pytest.raises(Faults, match="this is no longer true"):
        render(chapter, changed)


def pictures_of(chapter: str) -> list[tuple[str, str]]:
    """The kind of each picture on a page, in order, and what is said of it."""
    html = page(chapter).html
    found = []
    for drawing in re.findall(r"<svg .*?</svg>", html, re.DOTALL):
        root = ElementTree.fromstring(drawing)
        found.append((root.attrib["class"].removeprefix("drawing drawing-"), root[1].text or ""))
    return found


def test_the_pictures_tell_their_numbers_in_words() -> None:
    (_, price), = pictures_of("how-wrong-was-it")  # fmt: skip
    assert price == (
        "surprise: 4.6052 at chance 0.01, 2.3026 at chance 0.1, 1.3863 at chance 0.25 "
        "and 0 at chance 1."
    )
    drawn = pictures_of("watching-it-learn")
    assert [kind for kind, _ in drawn] == ["curves", "snapshots", "weights_grown", "curves"]
    losses, grown, weights, chances = (described for _, described in drawn)
    figures = NamedFigures("signal", learning().library.figures("signal").arrays)
    for name in ("training.first_loss", "validation.least", "validation.last"):
        assert figures.figure(name).text in losses
    assert "A level line stands at 0.5565." in losses
    assert grown.count("the in position 5 listens to") == 9
    assert weights.count("above zero") == 8
    assert chances == "mat: 0.90082 at step 500."


def test_the_chapters_are_light() -> None:
    for chapter in CHAPTERS:
        assert len(page(chapter).html.encode()) < 120_000


def test_the_facts_of_validation_are_those_of_the_log() -> None:
    library = learning().library
    measured = {
        record.step: record.validation
        for record in library.log("signal") if record.validation is not None
    }  # fmt: skip
    figures = NamedFigures("signal", library.figures("signal").arrays)
    least = min(measured, key=lambda step: measured[step])
    assert figures.figure("validation.least_step").value == least
    assert float(figures.figure("validation.least").value) == pytest.approx(
        measured[least], rel=5e-3
    )
    assert float(figures.figure("validation.last").value) == pytest.approx(measured[500], rel=5e-3)
    assert figures.figure("heldout.sentences").value == len(library.model("signal").unseen)


def test_a_round_is_averaged_only_when_it_was_read_to_its_end() -> None:
    log = learning().library.log("signal")
    means = list(pictures.means(log, 7))
    assert len(means) == 500 // 7
    assert means[0] == pytest.approx((4.0, sum(each.loss for each in log[:7]) / 7))
    assert means[-1][0] == 494.0
