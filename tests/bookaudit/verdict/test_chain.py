from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookaudit.documents.documents import Document
from bookaudit.documents.html import extract_html
from bookaudit.documents.ledger import Entry, read_ledger
from bookaudit.errors import AuditError
from bookaudit.verdict.chain import faults, form, plain


def page(body: str, file: str = "a.html") -> Document:
    return extract_html(f'<main data-run="r">{body}</main>', file)


def entry(name: str, value: str, line: str | None = None, *operands: str) -> Entry:
    return Entry(f"r:{name}", value, line, [f"r:{operand}" for operand in operands], "l.json", 1)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("63.9%", "0.639"),
        ("6.39%", "0.0639"),
        ("0.1%", "0.001"),
        ("100.0%", "1.000"),
        ("5%", "0.05"),
        ("(−1.15)", "−1.15"),
        ("−1.15", "-1.15"),
        ("9,984", "9984"),
        ("1,099,511,627,776", "1099511627776"),
        ("−124,439.81", "-124439.81"),
        ("−0.5%", "-0.005"),
        ("3.975 × 10^(−31)", "3.975\u00a0×\u00a010^(−31)"),
    ],
)
def test_two_printings_of_one_figure_are_one_form(one: str, other: str) -> None:
    assert form(one) == form(other)


@pytest.mark.parametrize(
    ("one", "other"), [("1,23", "123"), ("12,3456", "123456"), ("64%", "0.639"), ("0.64", "0.640"),
     ("0.10", "0.1"), ("−0.1", "0.1")],
)  # fmt: skip
def test_other_digits_are_another_form(one: str, other: str) -> None:
    assert form(one) != form(other)


@given(st.decimals(0, 1, allow_nan=False, places=3))
def test_a_share_and_its_percentage_are_one_form(share: Decimal) -> None:
    percent = f"{share * 100:.1f}%"
    assert form(percent) == form(str(share))


def test_one_address_with_two_values_is_a_fault_where_it_differs_from_most() -> None:
    pages = [
        page('<b data-f="x">0.12</b>', "a.html"),
        page('\n<b data-f="x">0.13</b>', "b.html"),
        page('<b data-f="x">12%</b>', "c.html"),
    ]
    (fault,) = faults(pages, [], [])
    assert (fault.file, fault.place, fault.text, fault.right) == ("b.html", 2, "0.13", "0.12")


def test_a_changed_operand_that_rounds_away_is_found() -> None:
    body = (
        '<b data-f="x">0.04</b><p data-line="y"><i data-f="x">0.03</i> × 1 '
        '= <b data-f="y">0.0</b></p>'
    )
    assert [
        fault.text
        for fault in faults(
            [page(body)], [], [entry("x", "0.04"), entry("y", "0.0", "0.04 × 1 = 0.0", "x")]
        )
    ] == [
        "0.03",
        "0.03 × 1 = 0.0",
    ]
    assert len(list(faults([page(body)], [], []))) == 1


def test_a_witness_testifies_and_is_not_reported_on() -> None:
    ours, theirs = page('<b data-f="x">0.12</b>'), page('<b data-f="x">0.13</b>' * 2, "w.html")
    assert [fault.file for fault in faults([ours], [theirs], [])] == ["a.html"]


def test_a_figure_that_no_ledger_defines_is_a_fault() -> None:
    ledger = [entry("x", "0.12")]
    found = list(faults([page('<b data-f="x">0.12</b><b data-f="z">1</b>')], [], ledger))
    assert [(fault.text, fault.reason) for fault in found] == [
        ("1", "r:z is a figure that no ledger defines")
    ]


def test_a_constant_changed_in_a_line_is_found_by_the_ledger() -> None:
    line = '<p data-line="y">4 ÷ 8 × 0 = <b data-f="y">0</b></p>'
    (fault,) = faults([page(line)], [], [entry("y", "0", "4 ÷ 9 × 0 = 0")])
    assert fault.right == "4 ÷ 9 × 0 = 0"


def test_a_line_says_whose_it_is() -> None:
    line = '<p data-line="y"><i data-f="x">4</i> + 1 = <b data-f="z">5</b></p>'
    assert [fault.reason for fault in faults([page(line)], [], [])] == [
        "the line of r:y does not show its own figure"
    ]


@pytest.mark.parametrize(
    ("ledger", "reason"),
    [
        ([entry("y", "6", "2 + 3 = 6")], "this line of the ledger does not close"),
        (
            [entry("y", "6", "2 + 3 = 5")],
            "r:y is 6 in the ledger, and not what its line gives",
        ),
        ([entry("y", "5", "2 + 3 = 5", "x")], "r:x is a figure that no ledger defines"),
        ([entry("y", "5"), entry("y", "6")], "two entries"),
    ],
)
def test_a_ledger_that_contradicts_itself_is_found(ledger: list[Entry], reason: str) -> None:
    assert [fault.reason for fault in faults([], [], ledger)] == [reason]


def test_lines_differ_only_in_their_spaces() -> None:
    assert plain("−1.5\u00a0+ 2 = 0.5") == plain("-1.5 + 2\u202f= 0.5")


def test_lines_differ_only_in_their_groups() -> None:
    assert plain("2×12,288 = 24,576") == plain("2×12288 = 24576")
    assert plain("max(0,\u00a0123) = 123") != plain("max(0123) = 123")


@pytest.mark.parametrize(
    "source",
    [
        '{"schema": "workings-ledger/1"}',
        '{"schema": "workings-ledger/1", "scope": "r", "figures": [3]}',
        '{"schema": "workings-ledger/1", "scope": "r", "figures": [{"name": "x"}]}',
        '{"schema": "workings-ledger/1", "scope"',
    ],
)
def test_a_broken_ledger_is_told_in_a_line(source: str) -> None:
    with pytest.raises(AuditError, match=r"l\.json: "):
        read_ledger(source, "l.json", required=False)


def test_other_json_is_passed_over_unless_it_is_all_there_is() -> None:
    assert read_ledger("{}", "l.json", required=False) is None
    assert read_ledger("[" * 100_000, "l.json", required=False) is None
    with pytest.raises(AuditError):
        read_ledger("{}", "l.json", required=True)
