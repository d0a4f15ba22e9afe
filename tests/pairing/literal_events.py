"""The rounds of a tournament from nothing but its records, for `literal_standings`.

Matches of teams are put together from the games of their members and from the records on whole matches
(C.04.6, TRF26), and C.05 6.6 is counted by Berger's rule. It is independent of the engine.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from pairing.core.tournament import Cell, Scoring, Tournament
from tests.pairing.literal_standings import Event, Round, Worth, total


def tenths(points: int) -> Fraction:
    return Fraction(points, 10)


def points_of(cell: Cell, scoring: Scoring) -> Fraction:
    """What a round brings by the points that the event gives (XXS), in points."""
    if cell.points is not None:
        return tenths(cell.points)
    colour = "black" if cell.colour == "b" else "white"
    names = {"1": "win", "W": "win", "=": "draw", "D": "draw", "0": "loss", "L": "loss"}
    byes = {
        "+": "forfeit_win",
        "-": "forfeit_loss",
        "H": "half_point_bye",
        "F": "full_point_bye",
        "U": "pairing_allocated_bye",
        "Z": "zero_point_bye",
    }
    if cell.outcome in names:
        return tenths(getattr(scoring, f"{colour}_{names[cell.outcome]}"))
    if cell.outcome in byes:
        return tenths(getattr(scoring, byes[cell.outcome]))
    return Fraction(0) if cell.opponent is not None else tenths(scoring.zero_point_bye)


def free(number: int, round_: int, players: int, *, exchanged: bool) -> bool:
    """C.05 Annex 1: whether the number is free in this round of the table, because the players are odd.

    In a table of n, which is one more, i and j below n meet in round r if i + j is r + 1 modulo n - 1.
    """
    if players % 2 == 0:
        return False
    if exchanged and round_ in (players - 1, players):
        round_ = 2 * players - 1 - round_
    return (2 * number - round_ - 1) % players == 0


def left_before_half(
    rows: dict[int, tuple[Round, ...]], rounds: int, cycles: int, *, exchanged: bool
) -> frozenset[int]:
    """C.05 6.6: who misses more than half of the games that the table gives."""
    players = len(rows)
    games = cycles * (players - 1)

    def missed(number: int) -> int:
        return sum(
            one.kind == "-"
            or (one.opponent is None and not free(number, one.number, players, exchanged=exchanged))
            for one in rows[number]
            if one.number <= rounds
        )

    return frozenset(number for number in rows if 2 * missed(number) > games)


CYCLES = {
    "round-robin": 1,
    "double-round-robin": 2,
    "double-round-robin-plain": 2,
    "team-round-robin": 1,
    "double-team-round-robin": 2,
}


def event_of(tournament: Tournament, *, capped: bool = True) -> Event:
    """The event as its records tell it, after its last round."""
    teams = tournament.team_event is not None and bool(tournament.team_event.teams)
    event = _of_teams(tournament) if teams else _of_players(tournament)
    event = replace(event, capped=capped)
    cycles = CYCLES.get(tournament.edition or "")
    if cycles is None:
        return event
    exchanged = tournament.edition == "double-round-robin"
    out = left_before_half(event.rows, event.rounds, cycles, exchanged=exchanged)
    return replace(event, cycles=cycles, out=out)


def _last_round(tournament: Tournament) -> int:
    return max(
        (
            number
            for player in tournament.players
            for number, cell in enumerate(player.cells, 1)
            if cell.opponent is not None or cell.outcome == "U"
        ),
        default=0,
    )


def _of_players(tournament: Tournament) -> Event:
    rounds, scoring = _last_round(tournament), tournament.scoring
    rows = {
        player.number: tuple(
            Round(
                number,
                str(cell.outcome),
                cell.opponent,
                cell.colour == "b",
                points_of(cell, scoring),
            )
            for number in range(1, rounds + 1)
            for cell in [player.cell(number)]
        )
        for player in tournament.players
    }
    worth = Worth(*map(tenths, (scoring.white_win, scoring.white_draw, scoring.white_loss)))
    return Event(
        rows,
        rounds,
        tournament.rounds or 0,
        worth,
        worth,
        {player.number: player.rating for player in tournament.players},
        {player.number: player.later_ratings for player in tournament.players},
    )


def _of_teams(tournament: Tournament) -> Event:
    told, scoring = tournament.team_event, tournament.scoring
    assert told is not None
    players = {player.number: player for player in tournament.players}
    team_of = {member: team.number for team in told.teams for member in team.members}
    members = {team.number: team.members for team in told.teams}
    size = len(told.boards)
    rounds = max([_last_round(tournament), *(forfeit.round for forfeit in told.forfeits)])
    matches = Worth(tenths(told.win), tenths(told.draw), tenths(told.loss))
    a_game = Worth(*map(tenths, (scoring.white_win, scoring.white_draw, scoring.white_loss)))
    games = Worth(*(size * one for one in a_game))
    worth_of_kind = {"U": a_game.win, "F": a_game.win, "H": a_game.draw, "+": a_game.win}

    def game_points(team: int, number: int) -> Fraction:
        return total(points_of(players[one].cell(number), scoring) for one in members[team])

    def boards(team: int, number: int, kind: str) -> tuple[Fraction, ...]:
        """12: forfeits count at the boards, and the allocated bye is a win on each."""
        cells = [players[one].cell(number) for one in members[team]]
        seated = [cell for cell in cells if cell.opponent is not None or cell.outcome in "+-"]
        if not seated or kind == "U":
            return (worth_of_kind.get(kind, Fraction(0)),) * size
        made = [points_of(cell, scoring) for cell in seated]
        return tuple(made + [Fraction(0)] * (size - len(made)))

    def match(team: int, number: int) -> Round:
        made = game_points(team, number)
        cells = [players[one].cell(number) for one in members[team]]
        for forfeit in told.forfeits:
            if forfeit.round == number and team in (forfeit.white, forfeit.black):
                kind = forfeit.result[0 if team == forfeit.white else 1]
                opponent = forfeit.black if team == forfeit.white else forfeit.white
                return found(team, number, kind, opponent, matches.win if kind == "+" else matches.loss, made)
        opponents = {team_of[cell.opponent] for cell in cells if cell.opponent is not None}
        if opponents:
            [opponent] = opponents
            theirs = game_points(opponent, number)
            kind = "1" if made > theirs else "=" if made == theirs else "0"
            worth = dict(zip("1=0", matches, strict=True))[kind]
            return found(team, number, kind, opponent, worth, made)
        allocated = told.allocated
        if (allocated and allocated.teams[number - 1 : number] == (team,)) or any(
            cell.outcome == "U" for cell in cells
        ):
            points = (
                (tenths(allocated.match_points), tenths(allocated.game_points))
                if allocated
                else (matches.draw, made)
            )
            return found(team, number, "U", None, *points)
        asked = [str(bye.kind) for bye in told.byes if bye.round == number and team in bye.teams]
        kind = asked[0] if asked else next((str(c.outcome) for c in cells if c.outcome in "FH"), "Z")
        points = {
            "F": (matches.win, size * tenths(scoring.full_point_bye)),
            "H": (matches.draw, size * tenths(scoring.half_point_bye)),
        }
        worth, at_boards = points.get(kind, (Fraction(0), Fraction(0)))
        return found(team, number, kind, None, worth, made or at_boards)

    primary_is_matches = told.rules.primary == "MP"

    def found(
        team: int, number: int, kind: str, opponent: int | None, of_matches: Fraction, of_games: Fraction
    ) -> Round:
        both = (of_matches, of_games) if primary_is_matches else (of_games, of_matches)
        return Round(number, kind, opponent, False, *both, boards(team, number, kind))

    worths = (matches, games) if primary_is_matches else (games, matches)
    return Event(
        {team: tuple(match(team, number) for number in range(1, rounds + 1)) for team in members},
        rounds,
        tournament.rounds or 0,
        *worths,
        dict.fromkeys(members),
        {},
        by_matches=primary_is_matches,
    )
