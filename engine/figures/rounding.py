"""How each kind of figure is rounded, in a run whose rows have so many places."""

from engine.figures.decimals import Digits, Places
from engine.figures.operations.operation import Policy

SHARE_PLACES = 3
POWER_DIGITS = 4


def policy_for(places: int) -> Policy:
    """Return the rounding rules of figures whose rows are carried to so many places."""
    return Policy(
        rows=Places(places),
        shares=Places(SHARE_PLACES, first_digit=True),
        powers=Digits(POWER_DIGITS),
        divisors=Places(0),
        counts=Places(0),
        weights=Places(places),
        slopes=Digits(POWER_DIGITS),
    )
