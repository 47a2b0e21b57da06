import pytest

from bookaudit.errors import Unreadable
from bookaudit.verdict.slips import SLIPS, slips


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("0.12 × 0.3 = 0.036", set()),
        ("2.5 × 3.01 = 75.25", {"point"}),
        ("2.5 × 3.01 = 0.07525", {"point"}),
        ("0.5 × (−0.3) = 0.15", {"sign"}),
        ("2 ÷ 3 = 0.66", {"cut"}),
        ("(−2) ÷ 3 = −0.66", {"cut"}),
        ("1.11 + 2.22 + 3.33 = 3.33", {"dropped"}),
        ("1.11 + 2.22 − 3.33 = 3.33", {"dropped"}),
        ("1.11 + 2.22 = 3.34", {"display"}),
        ("1.11 + 2.22 = 3.35", set()),  # two off: no rounding for show does that alone
        ("100^0.5 × 2.0 = 5.0 × 2.0", {"power"}),
        ("1.0 + 2.0 = 4.7", set()),
    ],
)
def test_a_slip_is_told_by_what_it_does_to_the_right_result(text: str, found: set[str]) -> None:
    assert slips(text) == found
    assert found <= set(SLIPS)


def test_what_is_no_line_has_no_slips() -> None:
    with pytest.raises(Unreadable):
        slips("the cat sat")
