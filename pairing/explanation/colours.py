"""Why a board has these colours (2016 and older E, 2026 art. 5), from the rules that gave them."""

from __future__ import annotations

from collections.abc import Sequence

from pairing.core.colours import Rule, deciding_rule
from pairing.core.records import Record
from pairing.core.tournament import Colour
from pairing.explanation.facts import ColourReason, ColourRule


def colour_reason(
    rules: Sequence[Rule], articles: Sequence[str], higher: Record, lower: Record, drawn: Colour | None
) -> ColourReason:
    """The rule that gave the colours of a board, with the facts that it used.

    `rules` are those of the edition before the lot; `articles` has one more, that of the lot.
    """
    decided = deciding_rule(rules, higher, lower)
    place = -1 if decided is None else decided[0]
    rule, article = tuple(ColourRule)[place], articles[place]
    match rule:
        case ColourRule.BOTH:
            wishing = [record for record in (higher, lower) if record.preference.colour is not None]
            return ColourReason(rule, article, tuple(record.number for record in wishing))
        case ColourRule.STRONGER:
            stronger = max(
                (higher, lower), key=lambda record: (record.preference.strength, abs(record.difference))
            )
            equal = higher.preference.strength == lower.preference.strength
            return ColourReason(rule, article, (stronger.number,), wider_difference=equal)
        case ColourRule.ALTERNATE:
            back = games_back(higher, lower)
            return ColourReason(rule, article, (higher.number, lower.number), games_back=back)
        case ColourRule.HIGHER:
            return ColourReason(rule, article, (higher.number,))
        case ColourRule.LOT:
            return ColourReason(rule, article, (higher.number,), order=higher.order, drawn=drawn)


def games_back(one: Record, two: Record) -> int:
    """How many games back the two last had different colours, each counting their own played games."""
    pairs = zip(reversed(one.colours), reversed(two.colours), strict=False)
    return next(back for back, (mine, yours) in enumerate(pairs, 1) if mine is not yours)
