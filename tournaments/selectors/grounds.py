"""Reading the grounds on which a published round may be changed (C.04.2 D.10)."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments import engine
from tournaments.models import Player, Round
from tournaments.selectors.boards import seated


def rematches(round_: Round) -> list[tuple[Player, Player]]:
    """Pairs of the round who have really met in another one (C.04.1 b, 2026 2)."""
    pairs = {(white.pk, black.pk): (white, black) for _game, white, black in seated(round_)}
    met = engine.rounds_met(round_.tournament, pairs, besides=round_.number)
    return [pairs[pair] for pair in met]


@dataclass(frozen=True, slots=True)
class Offer:
    """A ground on which the published round may be changed, and the players concerned if they are known."""

    ground: engine.Ground
    label: str
    concerned: tuple[str, ...] = ()


def grounds_for_change(round_: Round) -> list[Offer]:
    """The edition's grounds that may apply to the round; those that the rows can prove must be true."""
    match = engine.rounds_of_match(round_.tournament, round_.number)
    final = match[-1] == round_.tournament.number_of_rounds

    def concerned(ground: engine.Ground) -> tuple[str, ...] | None:
        match ground:
            case engine.Ground.REMATCH:
                return tuple(f"{a.name} – {b.name}" for a, b in rematches(round_)) or None
            case engine.Ground.COLOURS:
                found = engine.colour_violations(round_.tournament, round_.number)
                return tuple(player.name for player in found) or None
            case engine.Ground.TOP_BOARDS:
                return () if final else None
        return ()

    allowed = engine.edition_of(round_.tournament).handling.grounds_for_change
    return [
        Offer(ground, str(engine.GROUNDS[ground]), names)
        for ground in allowed
        if (names := concerned(ground)) is not None
    ]
