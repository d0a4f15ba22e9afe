"""How Gacrux pairs the rounds of teams (C.04.6), and of matches of two games as if these were teams.

It does not know the Double-Swiss System (C.04.5), which has the same articles on who meets whom: there a
player is a team of two boards, ranked by game points and without preferences. Its colours then differ, and
are ignored. Virtual points are stated (record 250).
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from benchmarks.agreement.living import answer
from benchmarks.agreement.pairings import Differing, Pairs, different
from pairing.checker import pairing_of
from pairing.core.scores import accelerated
from pairing.core.tournament import (
    ABSENCE,
    AllocatedByes,
    ByeKind,
    Cell,
    Colour,
    KeptApart,
    MatchForfeit,
    Outcome,
    Player,
    Preferences,
    Score,
    Team,
    TeamBye,
    TeamEvent,
    TeamRules,
    Tournament,
    VirtualPoints,
)
from pairing.double_swiss.edition_2026 import GAMES, tournament_of_matches
from pairing.editions import edition_by_code
from pairing.swiss_team.edition_2026 import FORFEITS
from pairing.trf import write
from tests.pairing.other_program import as_set

DOUBLE_SWISS = "double-swiss-2026"
SWISS_TEAM = "swiss-team-2026"
EDITIONS = (SWISS_TEAM, DOUBLE_SWISS)
_BOARDS = "WB"
# Unplayed games that still make a match count as a meeting (C.04.5, Preface), as played games.
_AS_PLAYED = {
    Outcome.FORFEIT_WIN: Outcome.UNRATED_WIN,
    Outcome.FORFEIT_LOSS: Outcome.UNRATED_LOSS,
}
_BYES = {Outcome(kind.value): kind for kind in ByeKind}


def differences_of_matches(tournament: Tournament, edition: str, program: str) -> Iterator[Differing]:
    """The rounds of matches that Gacrux pairs differently. `program` is its Python and its checker."""
    paired = edition_by_code(edition).entrants(tournament)
    with_colours = edition != DOUBLE_SWISS
    fed = with_virtual_points(tournament) if with_colours else as_teams(tournament)
    theirs = asked(program, fed)
    for number in range(1, paired.played_rounds + 1):
        found = pairing_of(paired, number)
        ours = as_set(found.pairs, found.bye)
        pairs = theirs if isinstance(theirs, str) else theirs.get(number, set())
        if not with_colours:
            ours = without_colours(ours)
            pairs = pairs if isinstance(pairs, str) else without_colours(pairs)
        if pairs != ours:
            yield Differing(number, different(ours, pairs), "left over")
        if isinstance(theirs, str):
            return


def asked(program: str, tournament: Tournament) -> dict[int, Pairs] | str:
    """Its pairs of every round, with 0 for the bye, or its message instead."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tournament.trf"
        file.write_bytes(write(tournament, interim=True).encode())
        printed = answer(program, "-i", str(file), "-c", "-p")
    if printed is None:
        return "it broke down"
    try:
        rounds = json.loads(printed)["pairingResult"]["roundpairing"]
    except (ValueError, KeyError):
        return f"an answer that is no pairing: {printed[-300:]}"
    return {one["round"]: {(white, black) for white, black in one["pairs"]} for one in rounds}


def without_colours(pairs: Pairs) -> Pairs:
    """The pairs, the higher number first, so that the bye stays one."""
    return {(max(pair), min(pair)) for pair in pairs}


def with_virtual_points(tournament: Tournament) -> Tournament:
    """The tournament of teams with its virtual points stated: Gacrux does not know the method itself."""
    event = tournament.team_event
    if event is None or not tournament.baku:
        return tournament
    teams = accelerated(edition_by_code(SWISS_TEAM).entrants(tournament)).players
    group_a = [team for team in teams if team.virtual]
    told = tuple(
        VirtualPoints(points, 0, number, number, 1, group_a[-1].number)
        for number, points in enumerate(group_a[0].virtual, 1)
    )
    return replace(tournament, baku=False, team_event=replace(event, virtual=told))


# -- matches of two games -------------------------------------------------------------------------------


def as_teams(tournament: Tournament) -> Tournament:
    """A tournament by C.04.5 as one of teams of two boards: the first game is that of board 1.

    It is given one more round, since C7 and C8 leave out the last round there, and the last two for teams.
    """
    matches = tournament_of_matches(tournament)
    rounds = matches.played_rounds
    players = [member for player in tournament.players for member in members_of(player, matches, rounds)]
    event = TeamEvent(
        TeamRules(Preferences.NONE, Score.GAME_POINTS, secondary=False),
        tuple(
            Team(player.number, f"Team {player.number:03}", _members(player.number))
            for player in matches.players
        ),
        _BOARDS,
        forfeits=tuple(forfeits_of(matches)),
        byes=tuple(
            TeamBye(_BYES[cell.outcome], number, (player.number,))
            for player in matches.players
            for number, cell in enumerate(player.cells, 1)
            if cell.outcome in _BYES
        ),
        allocated=AllocatedByes(
            TeamEvent().draw,
            matches.scoring.pairing_allocated_bye,
            tuple(pairing_of(matches, number).bye or 0 for number in range(1, rounds + 1)),
        ),
        kept_apart=tuple(KeptApart(one.players, one.first, one.last) for one in matches.forbidden),
    )
    return replace(
        tournament,
        edition=SWISS_TEAM,
        system=edition_by_code(SWISS_TEAM).report.kind,
        players=tuple(players),
        rounds=None if matches.rounds is None else matches.rounds + 1,
        forbidden=(),
        team_event=event,
    )


def _members(number: int) -> tuple[int, ...]:
    return tuple(GAMES * (number - 1) + board for board in range(1, GAMES + 1))


def members_of(player: Player, matches: Tournament, rounds: int) -> Iterator[Player]:
    """The members at the boards of the team that stands for a player: each has one game of each match."""
    cells_of_matches = matches.players[player.number - 1]
    for board, number in enumerate(_members(player.number)):
        cells = []
        for one in range(1, rounds + 1):
            match, game = cells_of_matches.cell(one), player.cell(GAMES * (one - 1) + board + 1)
            cells.append(_cell(match, game, board))
        yield Player(number, name=f"Player {number:04}", cells=tuple(cells))


def _cell(match: Cell, game: Cell, board: int) -> Cell:
    if match.opponent is None:
        return ABSENCE if match.outcome is Outcome.NONE else game
    outcome = game.outcome if match.outcome in _AS_PLAYED else _AS_PLAYED.get(game.outcome, game.outcome)
    return replace(game, opponent=_members(match.opponent)[board], outcome=outcome)


def forfeits_of(matches: Tournament) -> Iterator[MatchForfeit]:
    """The matches that a player forfeited, or both."""
    words = {outcomes: word for word, outcomes in FORFEITS.items()}
    for player in matches.players:
        for number, cell in enumerate(player.cells, 1):
            if cell.opponent is None or cell.outcome not in _AS_PLAYED:
                continue
            if cell.colour is Colour.WHITE or (cell.colour is None and player.number < cell.opponent):
                other = matches.players[cell.opponent - 1].cell(number)
                yield MatchForfeit(number, player.number, cell.opponent, words[cell.outcome, other.outcome])
