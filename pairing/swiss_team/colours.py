"""The colours of teams (C.04.6 art. 1.6, 1.7 and 4): those of board 1."""

from __future__ import annotations

from pairing.core.colours import alternate, alternate_first, alternate_other, grant, of_match
from pairing.core.records import Preference, Record, Strength, repeated_colour
from pairing.core.scores import points
from pairing.core.tournament import Colour, Pair, Preferences, Tournament

NO_PREFERENCE = Preference(None, Strength.NONE)


def preference_of(
    kind: Preferences, colours: tuple[Colour, ...], difference: int, *, last_round: bool
) -> Preference:
    """1.7: the preference that follows from the colours of the matches played.

    Type A has only one kind of preference, a simple one, which counts as mild here. `difference` is Whites
    minus Blacks.
    """
    if kind is Preferences.NONE or not colours:
        return NO_PREFERENCE
    strong = _strong_colour(colours, difference)
    if strong is not None:
        return Preference(strong, Strength.MILD if kind is Preferences.TYPE_A else Strength.STRONG)
    if kind is Preferences.TYPE_A:
        return NO_PREFERENCE
    return Preference(*_mild(colours, difference, last_round=last_round))


def _strong_colour(colours: tuple[Colour, ...], difference: int) -> Colour | None:
    """1.7.1, 1.7.2: the colour of a strong preference; None if there is none.

    It is the colour that came two times less than the other; or as often or once less, if the last two were
    the other.
    """
    repeated = repeated_colour(colours)
    for due, lacking in ((Colour.WHITE, -difference), (Colour.BLACK, difference)):
        if lacking > 1 or (lacking in (0, 1) and repeated is due.opposite):
            return due
    return None


def _mild(
    colours: tuple[Colour, ...], difference: int, *, last_round: bool
) -> tuple[Colour | None, Strength]:
    """1.7.2: the colour that came once less; if level, the other than the last, except in the last round."""
    if difference in (-1, 1):
        return (Colour.WHITE if difference < 0 else Colour.BLACK), Strength.MILD
    if difference == 0 and not last_round:
        return colours[-1].opposite, Strength.MILD
    return None, Strength.NONE


# -- who gets which ---------------------------------------------------------------------------------


def grant_only(first: Record, other: Record) -> Record | None:
    """4.3.2: only one of the two has a preference."""
    one, two = first.preference.colour, other.preference.colour
    if (one is None) is (two is None):
        return None
    return grant(first, other, one) or grant(other, first, two)


def grant_opposite(first: Record, other: Record) -> Record | None:
    """4.3.3: both have preferences, for different colours."""
    one, two = first.preference.colour, other.preference.colour
    return grant(first, other, one) if one is not None and two is one.opposite else None


def grant_strong(first: Record, other: Record) -> Record | None:
    """4.3.4: Type B, only one of the two preferences is strong."""
    strong = [record for record in (first, other) if record.preference.strength is Strength.STRONG]
    if len(strong) != 1:
        return None
    return grant(strong[0], other if strong[0] is first else first, strong[0].preference.colour)


def white_to_fewer(first: Record, other: Record) -> Record | None:
    """4.3.5: White to the lower colour difference."""
    if first.difference == other.difference:
        return None
    return min(first, other, key=lambda record: record.difference)


def grant_first(first: Record, other: Record) -> Record | None:
    """4.3.7: the preference of the first team."""
    return grant(first, other, first.preference.colour)


# 4.3.2 to 4.3.9; 4.3.1, which comes before them, is the lot.
RULES = (
    grant_only,
    grant_opposite,
    grant_strong,
    white_to_fewer,
    alternate,
    grant_first,
    alternate_first,
    alternate_other,
)
ARTICLES = tuple(f"art. 4.3.{place}" for place in range(1, len(RULES) + 2))


def first_team(one: Record, two: Record, tournament: Tournament) -> tuple[Record, Record]:
    """4.2: the first team and the other: by primary score, secondary score, smaller number.

    These are the scores of the standings, without virtual points.
    """
    played = tournament.played_rounds
    players = tournament.players
    event = tournament.team_event
    looks_at_both = event is None or event.rules.secondary

    def rank(record: Record) -> tuple[int, int, int]:
        team = players[record.number - 1]
        secondary = sum(cell.secondary for cell in team.cells[:played]) if looks_at_both else 0
        return -points(tournament, team, played), -secondary, record.number

    return (one, two) if rank(one) < rank(two) else (two, one)


def colours(one: Record, two: Record, tournament: Tournament) -> tuple[Pair, int]:
    """4.3: who has White on board 1, and the place of the rule that decided, from 0 for 4.3.1."""
    first, other = first_team(one, two, tournament)
    return of_match(RULES, first, other, first.number, tournament.initial_colour)
