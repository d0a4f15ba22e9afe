"""How the regulations round: always to whole numbers; only the treatment of a half differs."""

from __future__ import annotations

from fractions import Fraction


def half_up(value: Fraction) -> int:
    """The nearest whole number, a half rounded up (B.01 1.4.7b, 1.4.9)."""
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


def half_away(value: Fraction) -> int:
    """The nearest whole number, a half rounded away from zero (B.02 8.3.4)."""
    return half_up(value) if value >= 0 else -half_up(-value)
