"""Reading the bracket of a knock-out: its rounds for everybody, and the level matches for arbiters."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments import engine
from tournaments.models import Decision, Game, Player, Round, Tournament
from tournaments.selectors.boards import seated


@dataclass(frozen=True, slots=True)
class Side:
    """The player on a line of a match; without a player, `stands_for` says who is to come."""

    player: Player | None
    # The points in the match, in tenths; None before it is over.
    points: int | None = None
    goes_on: bool = False
    stands_for: str = ""


@dataclass(frozen=True, slots=True)
class Match:
    """A match of the bracket as pages show it."""

    number: int
    sides: tuple[Side, Side]
    # Its tie-break, if that decided the match.
    decision: Decision | None = None
    is_level: bool = False


@dataclass(frozen=True, slots=True)
class Stage:
    """A round of the bracket with its name, and the first round of the event in it, if that is public."""

    name: str
    matches: tuple[Match, ...]
    round: Round | None


@dataclass(frozen=True, slots=True)
class Level:
    """A level match at a board, and the decision of its tie-break, if there is one yet."""

    round: Round
    match: int
    game: Game
    white: Player
    black: Player
    decision: Decision | None


def bracket(tournament: Tournament) -> list[Stage]:
    """The rounds of the bracket from the first to the coming one; [] before the first is public."""
    public = {round_.number: round_ for round_ in tournament.rounds.all() if round_.is_public}
    if not engine.is_knock_out(tournament) or not public:
        return []
    players = {player.number: player for player in tournament.players.all()}
    decided = {
        (one.game.round.number, one.player_id): one
        for one in Decision.objects.filter(game__round__tournament=tournament).select_related("game__round")
    }
    rounds = engine.knock_out_rounds(tournament)

    def side(one: engine.KnockOutMatch, place: int, before: tuple[engine.KnockOutMatch, ...]) -> Side:
        number = one.sides[place]
        return Side(
            players[number] if number else None,
            one.points[place] if one.points else None,
            goes_on=number is not None and number == one.winner,
            stands_for="" if number else _who_is_to_come(before, one.number, place),
        )

    def stage(found: engine.KnockOutRound, before: tuple[engine.KnockOutMatch, ...]) -> Stage:
        matches = tuple(
            Match(
                one.number,
                (side(one, 0, before), side(one, 1, before)),
                decided.get((found.last, players[one.winner].pk))
                if one.winner and one.by_tie_break
                else None,
                one.is_level,
            )
            for one in found.matches
        )
        first = engine.rounds_of_match(tournament, found.last).start
        return Stage(_name(len(matches)), matches, public.get(first))

    return [stage(found, rounds[place - 1].matches if place else ()) for place, found in enumerate(rounds)]


def level_matches(tournament: Tournament, number: int) -> list[Level]:
    """The level matches that end with round `number` of the event, in the order of their boards."""
    if not engine.is_knock_out(tournament):
        return []
    found = next((one for one in engine.knock_out_rounds(tournament) if one.last == number), None)
    round_ = tournament.rounds.filter(number=number, state__in=Round.LOCKED).first()
    if found is None or round_ is None:
        return []
    round_.tournament = tournament
    level = {frozenset(one.sides): one.number for one in found.matches if one.is_level}
    decisions = {one.game_id: one for one in Decision.objects.filter(game__round=round_)}
    return [
        Level(round_, level[who], game, white, black, decisions.get(game.pk))
        for game, white, black in seated(round_)
        if (who := frozenset((white.number, black.number))) in level
    ]


def undecided(tournament: Tournament, number: int) -> list[Level]:
    """The level matches before round `number` for which the player who goes on was not entered yet."""
    if number < 2 or not engine.is_knock_out(tournament):
        return []
    last = engine.rounds_of_match(tournament, number - 1)[-1]
    return [level for level in level_matches(tournament, last) if level.decision is None]


def _who_is_to_come(before: tuple[engine.KnockOutMatch, ...], number: int, place: int) -> str:
    """Who will be on a line of the round after these matches, in words; nobody in the first round."""
    if not before:
        return _("no opponent")
    above = before[2 * number - 2 + place]
    if above.is_open:
        return _("winner of match %(number)d") % {"number": above.number}
    return _("no opponent")


def _name(matches: int) -> str:
    """The name of a round with that many matches."""
    names = {1: _("Final"), 2: _("Semi-finals"), 4: _("Quarter-finals")}
    return names.get(matches) or _("Last %(players)d") % {"players": 2 * matches}
