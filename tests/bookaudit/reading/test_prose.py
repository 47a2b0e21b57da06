import time
import tomllib

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bookaudit.auditing import document_findings
from bookaudit.documents.text import extract_text
from bookaudit.reading import prose, prose_tokens
from bookaudit.reading.prose import candidates
from tests import ROOT

FIXTURE = ROOT / "book" / "typed-lines.toml"
TYPED = [line["text"] for line in tomllib.loads(FIXTURE.read_text("utf-8"))["line"]]


def verdicts(text: str) -> list[tuple[str, str]]:
    document = extract_text(text, "article.md", markdown=True)
    return [(finding.text, finding.verdict) for finding in document_findings(document)]


@pytest.mark.parametrize(
    "around",
    ["{}", "So we get {}, which is fine.", "Here: {}. Then", "**{}**", "| {} | x = 5 |", "- {}"],
)
def test_a_line_is_found_whole_whatever_stands_around_it(around: str) -> None:
    for text in TYPED:
        document = extract_text(around.format(text), "article.md", markdown=True)
        found = [c for prose in document.prose for c in candidates(prose.text)]
        assert [candidate.text for candidate in found] == [text]
        assert found[0].certain


@pytest.mark.parametrize(
    "text",
    [
        "x = 5",
        "n == 3 and 2 + 2 == 5",
        "n = 3",
        "Figure 2 = the whole of it",
        "Figure 2 = 3 × 4 panels",
        "x + 2 = 5",
        "y = 2*x + 3 = 7",
        "2n + 1 = 5",
        "2020-01-02 = the day",
        "on 2020-01-02 = 5",
        "version 1.2.3 = 4",
        "numpy==1.26.0, torch>=2.0",
        "f(a*2, b=3)",
        "lr=0.1*2, eps=1e-5",
        "for i in range(2*3): total += i*2",
        "https://example.org/?a=1/2=3&b=4*5=6",
        "d_model = 512",
        "e^x = 3",
        "softmax(1, 2) = 0.27",
        "h_1 = W_1 x + b_1 = 3",
        "10:30 - 9:30 = 2",
        "5 km + 3 km = 9 km",
        "60 × 60 s = 1 h",
        "2 + 2 => 5",
        "a -> 3 = 4",
        "= 0.79 (0.78 in the paper)",
        "3 + 4",
    ],
)
def test_what_is_no_line_of_arithmetic_is_left_alone(text: str) -> None:
    assert verdicts(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "pages 3-5 = 3 pages",
        "pages 3–5 = 3",
        "W·x + 3 × 2 = 9",
        "2 1/2 + 1 = 3.5",
        "1.2 × 3 = 3.7 million",
        "the answer: 2 + 3 = 6 - which",
        "head 2 × 8 = 17",
        "a(2 + 3) = 7",
        "3 + 4 = ?",
        "2 + 3 = 6 + x",
        "0.1 + 0.2 + … + 0.9 = 4.5",
        "1 ÷ 3 = 0.334…",
    ],
)
def test_a_candidate_with_doubtful_limits_is_unread_and_never_a_fault(text: str) -> None:
    assert [verdict for _, verdict in verdicts(text)] == ["unread"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Total = 3 + 4 = 8", "3 + 4 = 8"),
        ("(so 3 + 4 = 8)", "3 + 4 = 8"),
        ("if 2 + 3 = 6, then", "2 + 3 = 6"),
        ("$5 + $6 = $12", "5 + 6 = 12"),
        ("3 x 4 = 13", "3 × 4 = 13"),
        ("3x4=13", "3×4=13"),
        ("1 + 2 = 4    (2)", "1 + 2 = 4"),
        ("1 + 2 = 4 (see above)", "1 + 2 = 4"),
        ("- 3 + 5 = 9", "3 + 5 = 9"),
        (r"$\frac{1}{2} \times 3 = 1.6$", "((1)/(2)) × 3 = 1.6"),
        (r"\[ \sqrt{16} + 2^{3} = 13 \]", "√{16} + 2^{3} = 13"),
        (r"2 \* 3 = 7", "2 × 3 = 7"),
        ("`a = 2*3 = 7`", "2*3 = 7"),
        ("3 + 4 = 8!", "3 + 4 = 8"),
        ("2³ = 9", "2³ = 9"),
        ("12 × 3,072 = 36,865", "12 × 3,072 = 36,865"),
        ("max(1, 2) = 3.", "max(1, 2) = 3"),
        ("0.5 *\n0.5 = 0.26", "0.5 * 0.5 = 0.26"),
        ("0.5 * 0.5\n  = 0.26", "0.5 * 0.5 = 0.26"),
    ],
)
def test_a_wrong_line_in_prose_is_found(text: str, found: str) -> None:
    assert verdicts(text) == [(found, "does-not-close")]


def test_two_lines_in_a_sentence_are_two() -> None:
    assert [text for text, _ in verdicts("(3 + 4 = 7, 2 + 2 = 4) and 1 + 1 = 2")] == [
        "3 + 4 = 7",
        "2 + 2 = 4",
        "1 + 1 = 2",
    ]


def test_a_doubtful_candidate_that_closes_counts_as_closing() -> None:
    assert verdicts("pages 5-3 = 2 pages") == [("5-3 = 2", "closes")]


def test_long_rows_of_numbers_take_no_time() -> None:
    assert verdicts("1 2 3 " * 30_000 + "= 4") == []
    for data in ("1+", "1,111", "1.", "0", "-", "a__", "a.", "(", "1 (", "=", "1=", "*", "1 *"):
        start = time.perf_counter()
        verdicts(data * 20_000 + " = 4")
        assert time.perf_counter() - start < 5, data
    assert [verdict for _, verdict in verdicts("1 +\n" * 20_000 + "1 = 4")] == ["unread"]


@given(st.text(alphabet="0123456789.,+-−×x*/^()[]=≈ √eπ%²…abn$\\\n|_", max_size=80))
def test_no_text_crashes_the_reader_and_all_it_finds_stands_there(text: str) -> None:
    for found, _ in verdicts(text):
        assert "=" in found or "≈" in found


@given(st.text("12x+=,()[] ewπ.−√", max_size=60))
@example("[1, 2] + [3, 4] = [4, 6] and 2 × (1, 3) = (2, 5), max(1, 3 x 2) = 7, then 1 + 1 = 3")
def test_text_is_read_the_same_however_it_is_cut(text: str) -> None:
    whole = list(candidates(text))
    for batch in (1, 2, 5):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(prose_tokens, "BATCH", batch)
            assert list(candidates(text)) == whole


def test_a_product_of_thousands_of_factors_is_worked_out() -> None:
    ones = " × ".join(["1"] * 2_999)
    assert [verdict for _, verdict in verdicts(f"{ones} = 1")] == ["closes"]
    assert [verdict for _, verdict in verdicts(f"{ones} = 2")] == ["does-not-close"]


@pytest.mark.parametrize("between", [" ", ", ", " ( ", " x "])
def test_what_is_too_long_to_be_arithmetic_is_named_and_what_follows_is_read(between: str) -> None:
    text = between.join(["1 + 1"] * 40_000) + " = 3 and 2 + 2 = 5"
    found = list(candidates(text))
    assert found[-1].text == "2 + 2 = 5"
    if between != ", ":  # a comma parts what stands in no bracket
        assert [candidate.unread for candidate in found[:-1]] == [prose.TOO_LONG]
    document = extract_text(text, "a.txt", markdown=False)
    finding = next(iter(document_findings(document)))
    assert finding.place == 1
    assert len(finding.text) <= 400


@pytest.mark.parametrize(
    "sign",
    ["\u202e", "\u2066", "\u200b", "\u200d", "\ufeff", "\xad", "\x1b", "\x07", "\u2060", "\ufe0e"],
)
def test_a_sign_that_shows_nothing_hides_no_fault(sign: str) -> None:
    for text in (f"1 + 1 ={sign} 3", f"1 {sign}+ 1 = 3", f"1 + 1 = {sign}3{sign}"):
        assert verdicts(text) == [("1 + 1 = 3", "does-not-close")]


def test_prose_takes_time_with_its_length_and_not_with_its_square() -> None:
    def seconds(times: int) -> float:
        text = "so\u00a0− 1 + 1 = 0, " * times
        start = time.process_time()
        assert sum(1 for _ in candidates(text)) == times
        return time.process_time() - start

    seconds(100)
    assert seconds(16_000) < 10 * seconds(4_000)
