"""The chapters about translations: what stands on the page, by other means, and in the ledger."""

import json
import math
import re
from functools import cache
from html import unescape
from pathlib import Path

import pytest
from jinja2 import FileSystemLoader
from safetensors.numpy import load_file

from bookaudit.documents.html import extract_html
from bookaudit.verdict.recheck import CLOSES, recheck
from bookbuild.chapters.contents import Contents, Page
from bookbuild.chapters.kit import Setting, anchor, templates_environment
from bookbuild.core.config import read_book
from bookbuild.markup.slots import Slot
from bookbuild.site.ledgers import (
    NOTHING,
    Excerpts,
    gathered,
    whole_parts,
    write_shown,
    write_whole,
)
from engine.runs.generation import BEGIN, END
from engine.runs.metric_figures import metric_policy
from engine.training.metrics import bleu, bleu_counts
from engine.training.metrics import perplexity as plain_perplexity
from subjects.models.trained import weights_path
from subjects.translator.files import TranslatorModel
from subjects.translator.subject import Translating
from tests import ROOT
from tests.models.plain_translator import PlainTranslator
from tests.models.small_translator import made_up_translator
from tests.subjects.found import subject_of

JOURNEY, METRICS = "the-journey-of-a-sentence", "how-good-are-its-translations"
TOLD = "translator/the-cat-chases-the-mouse"


@cache
def contents() -> Contents:
    book = read_book(ROOT)
    environment = templates_environment(FileSystemLoader(book.templates))
    return Contents(book, environment)


def translating() -> Translating:
    """Return the subject of the chapters, with what they have worked."""
    return subject_of(Translating, contents().subjects)


@cache
def page(name: str) -> Page:
    entry = contents().find(name)
    setting = Setting(
        "html", lambda _: None,
        chapter_link=lambda other: anchor(f"{other.name}.html", other.title),
        file_link=lambda text, _: Slot.plain(text),
    )  # fmt: skip
    return contents().render(entry, contents().own_view(entry), setting)


def model() -> TranslatorModel:
    return translating().translator("translator").model


@cache
def plain() -> PlainTranslator:
    arrays = load_file(weights_path(ROOT / "weights" / "translator"))
    return PlainTranslator({name: array.tolist() for name, array in arrays.items()})


def chances(source: str, written: list[str]) -> dict[str, float]:
    """Chances of the next word by plain arithmetic, nothing rounded."""
    config = model().config
    read = [config.source_vocabulary.index(word) for word in source.split()]
    so_far = [config.vocabulary.index(word) for word in (BEGIN, *written)]
    logits = plain().logits(read, so_far)[-1]
    raised = [math.exp(logit) for logit in logits]
    whole = math.fsum(raised)
    return {word: each / whole for word, each in zip(config.vocabulary, raised, strict=True)}


def greedy(source: str) -> list[str]:
    words: list[str] = []
    while len(words) < model().config.layout.context - 1:
        given = chances(source, words)
        word = max(given, key=lambda each: given[each])
        if word == END:
            break
        words.append(word)
    return words


def tables(html: str) -> list[list[list[str]]]:
    """The cells of all tables, as text."""
    return [
        [
            [
                " ".join(unescape(re.sub(r"<[^>]+>", "", cell)).split())
                for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)
            ]
            for row in re.findall(r"<tr[^>]*>(.*?)</tr>", table, re.DOTALL)
        ]
        for table in re.findall(r"<table.*?</table>", html, re.DOTALL)
    ]


@pytest.mark.parametrize("name", [JOURNEY, METRICS])
def test_every_line_closes_and_every_claim_is_tested(name: str) -> None:
    rendered = page(name)
    read = extract_html(f'<main data-run="{TOLD}">{rendered.html}</main>', name)
    assert len(read.lines) > 50
    for line in read.lines:
        assert recheck(line.text, strict=True).verdict == CLOSES, line.text
    assert len(rendered.claims) > 10
    assert all(claim.holds for claim in rendered.claims)


def test_the_passes_are_those_of_plain_arithmetic() -> None:
    found = [rows for rows in tables(page(JOURNEY).html) if rows[0][1:2] == ["it has written"]]
    sources = ("the cat chases the mouse", "the cats are sleeping", "the small mouse cannot sleep")
    assert len(found) == len(sources)
    for source, (_, *rows) in zip(sources, found, strict=True):
        words = [*greedy(source), END]
        assert [row[2] for row in rows] == words
        for number, (_, so_far, word, chance) in enumerate(rows):
            assert so_far == " ".join((BEGIN, *words[:number]))
            exact = chances(source, words[:number])[word]
            assert float(chance.split("%")[0]) / 100 == pytest.approx(exact, abs=0.005)


def test_the_beam_goes_on_with_the_likeliest_rows() -> None:
    """A chance of half a percent has one digit, so ties may be parted either way."""
    found = [rows for rows in tables(page(JOURNEY).html) if rows[0][0] == "so far"]
    source = "the cat chases the mouse"
    scores: dict[str, float] = {"": 0.0}
    kept = [""]
    for _, *rows in found:
        reached = {}
        for before in kept:
            for word, chance in chances(source, before.split()).items():
                reached[f"{before} {word}".strip()] = scores[before] + math.log(chance)
        told = [row[0] for row in rows]
        assert len(told) == 2 * len(kept)
        for words, *_, line in rows:
            shown = float(line.rsplit("= ", 1)[-1].replace("−", "-"))
            assert shown == pytest.approx(reached[words], abs=0.2)
        kept, scores = told[:2], reached
        best = sorted(reached.values(), reverse=True)
        for place, words in enumerate(kept):
            assert reached[words] >= best[place] - 0.2
    assert len(found) == len(greedy(source)) + 1


def test_a_picture_of_cross_attention_has_a_share_for_each_pair_of_words() -> None:
    shown = page(JOURNEY).shown
    name = "decoder.cross_attention.head2.share"
    drawn = re.findall(rf'data-f="{re.escape(name)}\[(\d),(\d)\]"', page(JOURNEY).html)
    assert {row for row, _ in drawn} == set("123456")
    assert all(int(column) <= 5 for _, column in drawn)
    assert f"{TOLD}:{name}[4,4]" in shown
    told = re.search(r"la in position 5 listens to the [^,]*, cat [^,]*, chases [^,]*, the [^,]*"
                     r" and mouse ([\d.]+)%", page(JOURNEY).html)  # fmt: skip
    assert told is not None
    assert float(told[1]) > 95


def test_the_scores_are_those_of_plain_arithmetic() -> None:
    written = [greedy(" ".join(pair.source)) for pair in model().heldout]
    wanted = [pair.translation for pair in model().heldout]
    exact = bleu(bleu_counts(list(zip(written, wanted, strict=True))))
    html = page(METRICS).html
    shown = re.search(r'data-line="translator/bleu:bleu">.*?<b[^>]*>([\d.]+)</b>', html)
    assert shown is not None
    assert float(shown[1]) == pytest.approx(exact, abs=2e-4)
    losses, counts = [], []
    for pair in model().heldout:
        right = [*pair.translation, END]
        each = [
            -math.log(chances(" ".join(pair.source), right[:at])[word])
            for at, word in enumerate(right)
        ]
        losses.append(math.fsum(each) / len(each))
        counts.append(len(each))
    told = re.search(r'data-line="translator/perplexity:perplexity">.*?<b[^>]*>([\d.]+)</b>', html)
    assert told is not None
    assert float(told[1]) == pytest.approx(plain_perplexity(losses, counts), abs=2e-3)


def test_every_held_out_sentence_stands_in_a_table_with_its_translation() -> None:
    rows = [row for rows in tables(page(METRICS).html) if rows[0] == ["sentence", "it writes"]
            for row in rows[1:]]  # fmt: skip
    told = {source: written.partition(" (right: ") for source, written in rows}
    assert len(told) == len(rows) == len(model().heldout)
    for pair in model().heldout:
        written, _, right = told[" ".join(pair.source)]
        assert written.split() == greedy(" ".join(pair.source))
        assert (right.rstrip(")") or written).split() == list(pair.translation)


def test_the_ledger_holds_what_the_pages_show_and_the_told_translation_whole(
    tmp_path: Path,
) -> None:
    pages = [page(JOURNEY), page(METRICS)]
    shown = {address: figure for one in pages for address, figure in one.shown.items()}
    written = pages[0].written | pages[1].written
    excerpts = gathered(map(Excerpts(contents()).of, pages))
    parts = {part.scope: part for part in whole_parts(contents())}
    for scope in {figure.scope for figure in shown.values()} | {TOLD}:
        excerpt = excerpts.get(scope, NOTHING)
        if scope in parts:
            write_whole(tmp_path, parts[scope], excerpt)
        else:
            write_shown(tmp_path, scope, excerpt)
    ledger: dict[str, dict[str, str]] = {}
    for path in tmp_path.rglob("*.json"):
        data = json.loads(path.read_text(encoding="utf-8"))
        assert path == tmp_path / f"{data['scope']}.json"
        ledger |= {f"{data['scope']}:{row['name']}": row for row in data["figures"]}
    for address, figure in shown.items():
        assert ledger[address]["value"] == figure.plain, address
    assert all("line" in ledger[address] for address in written)
    run = translating().first_translation("translator").run
    assert all(figure.address in ledger for figure in run.figures())


def test_pages_belong_to_the_told_translation_and_each_tells_its_own_rounding() -> None:
    for name, places in ((JOURNEY, 3), (METRICS, 4)):
        entry = contents().find(name)
        topic = contents().topic(entry)
        assert list(topic.views()) == [contents().own_view(entry)]
        assert contents().own_view(entry).at == ""
        assert contents().own_view(entry).scope == page(name).scope == TOLD
        assert str(topic.policy.rows) == f"{places} places"
    assert contents().topic(contents().find(METRICS)).policy == metric_policy()
    assert made_up_translator(1).policy != metric_policy()
