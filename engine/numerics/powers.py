"""The divisors' powers: worked in decimals of 50 digits, so that 10000^(2 ÷ 8) is 10 exactly."""

from decimal import ROUND_HALF_UP, Context, Decimal


def real_power(base: float, exponent: int, divisor: float) -> float:
    """base^(exponent ÷ divisor) for a positive base, rounded to 40 digits and then to a float."""
    working = Context(prec=50, rounding=ROUND_HALF_UP)
    logarithm = working.ln(Decimal(base))
    power = working.exp(
        working.divide(working.multiply(logarithm, Decimal(exponent)), Decimal(divisor))
    )
    return float(Context(prec=40, rounding=ROUND_HALF_UP).plus(power))
