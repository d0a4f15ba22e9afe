"""The plan drawn from the wishes before round 1: who plays, who will be away, which games go unusually."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

from pairing import tie_breaks
from pairing.core.edition import Edition
from pairing.core.scores import check_baku_scoring, check_scoring
from pairing.core.tournament import (
    Colour,
    Outcome,
    Pair,
    PairingError,
    Player,
    Prohibition,
    Scoring,
    Table,
    Tournament,
)
from pairing.editions import edition_by_code
from pairing.generator.ratings import PROVISIONAL, GivenRatings, RandomRatings
from pairing.generator.results import Incident
from pairing.generator.wishes import Share, Wishes

# For each round, the pairing numbers of the players who are not to be paired in it, and what they get.
type Absences = tuple[dict[int, Outcome], ...]
# By the round and the place of the game in the round, both from 0.
type Incidents = dict[tuple[int, int], Incident]


@dataclass(frozen=True, slots=True)
class Plan:
    """A tournament in which nothing is paired yet, and everything that is planned for it."""

    tournament: Tournament
    rounds: int
    absences: Absences
    incidents: Incidents
    # Whether players who are away are paired nevertheless, and lose by forfeit.
    forfeits_absences: bool
    # The percentage of games between equals that are drawn.
    draws: int
    # The tie-breaks after the points.
    tie_breaks: tuple[str, ...]


def draw_plan(wishes: Wishes, rng: random.Random) -> Plan:
    """A plan that fulfils `wishes`, the rest drawn. Raises PairingError if they cannot be fulfilled."""
    players = _within(_players(rng, wishes), "players", 2, 9999)
    edition = edition_by_code(wishes.edition)
    if edition.rounds_for:
        reason = "losers are out" if edition.still_in else "everybody meets everybody"
        wishes = _of_everybody(wishes, edition.rounds_for(players), reason)
    rounds = _within(_rounds(rng, players) if wishes.rounds is None else wishes.rounds, "rounds", 1, 999)
    scoring = _scoring(rng, wishes)
    check_scoring(scoring)
    table = _own_table(rng, edition, players) if wishes.own_table else ()
    absences = _absences(rng, wishes, players, rounds)
    return Plan(
        tournament=Tournament(
            players=_entries(rng, wishes, players),
            rounds=rounds,
            initial_colour=wishes.initial_colour or rng.choice(tuple(Colour)),
            scoring=scoring,
            forbidden=_forbidden(rng, wishes, players, rounds),
            edition=wishes.edition,
            table=table,
            baku=_baku(rng, wishes, scoring),
            system=edition.report.kind,
        ),
        rounds=rounds,
        absences=absences,
        incidents=_incidents(rng, wishes, [(players - len(away)) // 2 for away in absences]),
        forfeits_absences=edition.rounds_for is not None,
        draws=rng.randint(10, 60)
        if wishes.draws is None
        else _within(wishes.draws, "percent of draws", 0, 100),
        tie_breaks=_tie_breaks(wishes, edition.handling.tie_breaks or tie_breaks.USUAL),
    )


def _own_table(rng: random.Random, edition: Edition, players: int) -> Table:
    """The rounds and boards of the usual table in any order, with colours that are drawn.

    Raises PairingError if the system has no table that may be replaced.
    """
    if edition.usual_table is None:
        raise PairingError(f"found --own-table, expected none: {edition.code} has no table of one's own")
    usual = edition.usual_table
    rows = [list(usual.boards(players, number)) for number in range(1, usual.rounds(players) + 1)]
    rng.shuffle(rows)
    for row in rows:
        rng.shuffle(row)
    return tuple(
        tuple(Pair(pair.black, pair.white) if rng.randrange(2) else pair for pair in row) for row in rows
    )


_NOBODY = Share(number=0)


def _of_everybody(wishes: Wishes, rounds: int, reason: str) -> Wishes:
    """The wishes for a system whose rounds follow from its players: absences are forfeits, all else is fixed.

    Raises PairingError for wishes that contradict this.
    """
    fixed = replace(
        wishes,
        rounds=rounds,
        baku=False,
        forbidden=0,
        full_point_byes=_NOBODY,
        half_point_byes=_NOBODY,
        zero_point_byes=_NOBODY,
        late_entries=_NOBODY,
    )
    for field in fields(wishes):
        name, wished = field.name, getattr(wishes, field.name)
        if wished not in (None, getattr(fixed, name)):
            found = f"{wished} rounds" if name == "rounds" else f"--{name.replace('_', '-')}"
            expected = rounds if name == "rounds" else "none"
            raise PairingError(f"found {found}, expected {expected}: {reason}")
    return fixed


def _within(number: int, what: str, low: int, high: int) -> int:
    if not low <= number <= high:
        raise PairingError(f"found {number} {what}, expected {low} to {high}")
    return number


def _players(rng: random.Random, wishes: Wishes) -> int:
    """The number of players: most tournaments are of medium size, some tiny and a few large."""
    if wishes.players is not None:
        return wishes.players
    if isinstance(wishes.ratings, GivenRatings):
        return len(wishes.ratings.values)
    low, high = rng.choice(((2, 9), (10, 40), (10, 40), (10, 40), (41, 100), (101, 250)))
    return rng.randint(low, high)


def _rounds(rng: random.Random, players: int) -> int:
    """The number of rounds: about as many as it takes to find a winner, now and then any number up to 20."""
    opponents = players - 1 + players % 2
    if rng.randrange(10) == 0:
        return rng.randint(1, min(opponents, 20))
    return min(opponents, players.bit_length() + rng.randint(-1, 3))


def _entries(rng: random.Random, wishes: Wishes, players: int) -> tuple[Player, ...]:
    """The players in the initial order: the highest rating first, players without one last (C.04.2 B.2)."""
    ratings = (wishes.ratings or RandomRatings()).draw(rng, players)
    if edition_by_code(wishes.edition).needs_ratings:
        ratings = [PROVISIONAL if rating is None else rating for rating in ratings]
    ratings.sort(key=lambda rating: -(rating or 0))
    return tuple(
        Player(number, name=f"Player {number:04}", rating=rating) for number, rating in enumerate(ratings, 1)
    )


def _scoring(rng: random.Random, wishes: Wishes) -> Scoring:
    """The scoring: usually the standard points. The bye is worth a win, a draw or nothing."""
    usual = (10, 5, 0)
    unusual = () if wishes.baku else ((30, 10, 0), (20, 10, 0), (30, 20, 10))
    win, draw, loss = wishes.points or rng.choice((usual,) * 6 + unusual)
    bye = rng.choice((win, win, win, win, draw, 0)) if wishes.bye is None else wishes.bye
    return Scoring(
        *(win, win, draw, draw, loss, loss),
        half_point_bye=draw,
        full_point_bye=win,
        pairing_allocated_bye=bye,
        forfeit_win=win,
    )


def _baku(rng: random.Random, wishes: Wishes, scoring: Scoring) -> bool:
    try:
        check_baku_scoring(scoring)
    except PairingError:
        if wishes.baku:
            raise
        return False
    return rng.randrange(6) == 0 if wishes.baku is None else wishes.baku


def _forbidden(rng: random.Random, wishes: Wishes, players: int, rounds: int) -> tuple[Prohibition, ...]:
    """Groups of players who must not meet: mostly of two, half of them for the whole tournament."""
    count = wishes.forbidden
    if count is None:
        count = rng.randint(1, 1 + players // 12) if rng.randrange(5) == 0 else 0
    _within(count, "groups of players who must not meet", 0, players * (players - 1) // 2)

    def group() -> Prohibition:
        size = min(players, rng.choice((2, 2, 2, 3, 4)))
        members = frozenset(rng.sample(range(1, players + 1), size))
        if rng.randrange(2):
            return Prohibition(members)
        first = rng.randint(1, rounds)
        last = rng.randint(first, rounds)
        return Prohibition(members, first, None if last == rounds else last)

    return tuple(group() for _ in range(count))


def _tie_breaks(wishes: Wishes, usual: Sequence[str]) -> tuple[str, ...]:
    """The tie-breaks of the wishes, or the `usual` ones after the points."""
    wished = usual[1:] if wishes.tie_breaks is None else wishes.tie_breaks
    return tuple(tie_breaks.tie_break_by_code(code).code for code in wished)


def _share(rng: random.Random, wish: Share | None, *permille: int) -> Share:
    """The share that is wished for, or one drawn from `permille`."""
    return Share(permille=rng.choice(permille)) if wish is None else wish


def _absences(rng: random.Random, wishes: Wishes, players: int, rounds: int) -> Absences:
    """The players who will be away in each round, chosen so that at least two are always present.

    Late entries miss up to three of the first rounds, and players who withdraw miss all that are left.
    """
    everybody = range(1, players + 1)
    absences: list[dict[int, Outcome]] = [{} for _ in range(rounds)]
    steady = rng.sample(everybody, 2)
    others = [number for number in everybody if number not in steady] if rounds > 1 else []
    late = _share(rng, wishes.late_entries, 0, 0, 20, 80)
    for number in late.choose(rng, others, "late entries"):
        for away in absences[: rng.randint(1, min(3, rounds - 1))]:
            away[number] = Outcome.ZERO_POINT_BYE
    withdrawals = _share(rng, wishes.withdrawals, 0, 0, 20, 80)
    early = [number for number in others if number not in absences[0]]
    for number in withdrawals.choose(rng, early, "withdrawals"):
        for away in absences[rng.randrange(1, rounds) :]:
            away[number] = Outcome.ZERO_POINT_BYE

    occasions = []
    for place, away in enumerate(absences):
        present = [number for number in everybody if number not in away]
        steady = rng.sample(present, 2)
        occasions += [(place, number) for number in present if number not in steady]
    for outcome, share, what in (
        (Outcome.FULL_POINT_BYE, _share(rng, wishes.full_point_byes, 0, 0, 0, 5), "full-point byes"),
        (Outcome.HALF_POINT_BYE, _share(rng, wishes.half_point_byes, 0, 5, 20, 50), "half-point byes"),
        (Outcome.ZERO_POINT_BYE, _share(rng, wishes.zero_point_byes, 0, 5, 20, 50), "zero-point byes"),
    ):
        free = [(place, number) for place, number in occasions if number not in absences[place]]
        for place, number in share.choose(rng, free, what):
            absences[place][number] = outcome
    return tuple(absences)


def _incidents(rng: random.Random, wishes: Wishes, games: Sequence[int]) -> Incidents:
    """The games that end in a forfeit or an unusual result. `games` has the number of games of each round."""
    incidents: Incidents = {}
    occasions = [(place, game) for place, count in enumerate(games) for game in range(count)]
    for kind, share in (
        (Incident.FORFEIT_WIN, _share(rng, wishes.forfeit_wins, 0, 10, 30, 80)),
        (Incident.FORFEIT_LOSS, _share(rng, wishes.forfeit_losses, 0, 0, 0, 10)),
        (Incident.UNUSUAL, _share(rng, wishes.unusual_results, 0, 0, 0, 10)),
    ):
        free = [occasion for occasion in occasions if occasion not in incidents]
        incidents |= dict.fromkeys(share.choose(rng, free, kind.value), kind)
    return incidents
