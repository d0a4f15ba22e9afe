"""Standings of random events by the engine and by the letter of C.07, and whether they differ.

The events have byes, forfeits, withdrawals before and after half of the games, postponed games, and players
with several ratings or none. `benchmarks/standings_by_the_letter.py` compares more of them than a test has
time for.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from pairing.checker import check_ranks
from pairing.core.tournament import ABSENCE, Cell, Outcome, Player, Tournament
from pairing.editions import in_standings, left_out
from pairing.generator import Share, Wishes, generate
from pairing.tie_breaks import (
    USUAL,
    USUAL_IN_ROUND_ROBINS,
    USUAL_IN_TEAM_ROUND_ROBINS,
    USUAL_OF_TEAMS,
    System,
    Text,
    every_code,
    system_of,
    tie_break_by_code,
)
from pairing.tie_breaks.ranking import ranked, table_of
from pairing.trf import Format, read, write
from tests.pairing.literal_events import event_of
from tests.pairing.literal_standings import Event
from tests.pairing.literal_standings import ranked as ranked_literally

# The kinds of event, with the editions that are drawn.
KINDS = {
    "swiss": ("dutch-2026",),
    "round-robin": ("round-robin",),
    "double-round-robin": ("double-round-robin", "double-round-robin-plain"),
    "teams": ("swiss-team-2026",),
    "team-round-robin": ("team-round-robin", "double-team-round-robin"),
}
USUAL_LISTS = {
    System.SWISS: USUAL,
    System.ROUND_ROBIN: USUAL_IN_ROUND_ROBINS,
    System.TEAMS: USUAL_OF_TEAMS,
    System.TEAM_ROUND_ROBIN: USUAL_IN_TEAM_ROUND_ROBINS,
}


@dataclass
class Tally:
    """What was compared, and each difference in words."""

    counts: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)

    def compare(self, kind: str, seed: str) -> None:
        """One more event of the kind, in all tie-breaks and some lists of them."""
        rng = random.Random(f"{kind} {seed}")
        tournament = drawn(rng, kind)
        text = rng.choice((Text.MARCH_2026, Text.MARCH_2026, Text.AUGUST_2024))
        literal = event_of(tournament, capped=text is Text.MARCH_2026)
        self._count(tournament, literal)
        # The whole way, if a file can say it: that tie-breaks use the ratings of each round is a remark.
        known = tournament
        if not any(player.later_ratings for player in tournament.players):
            known = read(write(tournament, form=rng.choice((Format.TRF16, Format.TRF26))))
            self._compare_the_file(f"{kind} {seed}", known, event_of(tournament))
        system = system_of(known)
        out = left_out(known)
        table = table_of(in_standings(known), system=system, text=text, left_out=out)
        if out != literal.out or table.rounds != literal.rounds:
            self.differences.append(f"{kind} {seed}: left out {sorted(out)}, not {sorted(literal.out)}")
            return
        for codes in lists(rng, system):
            expected = ranked_literally(literal, codes)
            units = {code: tie_break_by_code(code).unit for code in codes}
            for line in ranked(table, codes):
                proper = expected[line.number]
                found: dict[str, object] = {"rank": line.rank}
                for code, value in line.values.items():
                    found[code] = None if value is None else Fraction(value) / units[code]
                self.counts.update({"ranks": 1, "values": len(codes)})
                self.differences += [
                    f"{kind} {seed}, {' '.join(codes)}: {line.number} has {code} {found[code]}, not {value}"
                    for code, value in {"rank": proper.rank, **proper.values}.items()
                    if found[code] != value
                ]

    def _compare_the_file(self, where: str, known: Tournament, literal: Event) -> None:
        """The ranks in a report by the tie-breaks that it names, and what `check` says of them."""
        if known.team_event is not None:
            return
        expected = ranked_literally(literal, known.tie_breaks)
        self.counts["ranks in files"] += len(expected)
        self.differences += [
            f"{where}, file by {' '.join(known.tie_breaks)}: {player.number} has rank {player.rank}"
            for player in known.players
            if player.rank != expected[player.number].rank
        ]
        found = check_ranks(known)
        if found is None or found.message or found.differences:
            self.differences.append(f"{where}, check: {found}")

    def _count(self, tournament: Tournament, literal: Event) -> None:
        kinds = Counter(one.kind for row in literal.rows.values() for one in row)
        rated = {bool(player.rating) for player in tournament.players}
        self.counts.update(
            {
                "events": 1,
                "participants": len(literal.rows),
                "with one left out": len(literal.out) == 1,
                "with several left out": len(literal.out) > 1,
                "with forfeits": bool(kinds["+"] or kinds["-"]),
                "with byes": any(kinds[one] for one in "HFU"),
                "with a postponed game": any(
                    one.kind == " " and one.opponent is not None
                    for row in literal.rows.values()
                    for one in row
                ),
                "with rated and unrated players": len(rated) > 1,
                "where FIDE's is not the rating that counts": any(
                    player.rating != player.fide_rating for player in tournament.players
                ),
                "with ratings by round": any(player.later_ratings for player in tournament.players),
            }
        )


def codes_for(system: System) -> list[str]:
    """All codes of tie-breaks, those by ratings also with one for players without."""
    codes = [code for code in every_code(system) if code != "PTS"]
    if not system.of_teams:
        codes += [f"{code}/U1500" for code in ("ARO", "ARO/C1", "TPR", "PTP", "APRO", "APPO", "RTNG")]
    return codes


def lists(rng: random.Random, system: System) -> list[Sequence[str]]:
    """The usual list, each code after the points, and a few lists drawn from all of them."""
    codes = codes_for(system)
    return [
        USUAL_LISTS[system],
        *(("PTS", code) for code in codes),
        *(("PTS", *rng.sample(codes, 3)) for _ in range(3)),
        tuple(rng.sample(codes, 3)),
    ]


# -- the events -------------------------------------------------------------------------------------


def drawn(rng: random.Random, kind: str) -> Tournament:
    """An event that the engine has paired, with whatever upsets standings."""
    edition = rng.choice(KINDS[kind])
    robin = kind.endswith("round-robin")
    players = rng.randint(3, 9) if robin else rng.randint(4, 14)
    leavers = min(rng.choice((0, 1, 1, 1, 2, 2, 3)), players - 2)
    wishes = (
        {"withdrawals": Share(number=leavers)}
        if robin
        else {
            "rounds": rng.randint(2, min(7, players - 1)),
            "full_point_byes": Share(permille=rng.choice((0, 30))),
            "withdrawals": Share(permille=100 * leavers),
        }
    )
    tournament = generate(
        Wishes(
            edition,
            players=players,
            forfeit_wins=Share(permille=rng.choice((0, 50, 150))),
            forfeit_losses=Share(permille=rng.choice((0, 0, 50))),
            baku=False,
            forbidden=0,
            **wishes,
        ),
        rng,
    )
    if not kind.startswith("team"):
        tournament = _changed(rng, tournament, robin=robin)
    return tournament


def _changed(rng: random.Random, tournament: Tournament, *, robin: bool) -> Tournament:
    """Whatever the generator does not draw."""
    if robin and rng.randrange(4) == 0:
        tournament = _never_there(rng, tournament)
    if robin and rng.randrange(4) == 0:
        tournament = _without_double_forfeits(tournament)
    if rng.randrange(6) == 0:
        tournament = _one_postponed(rng, tournament)
    tie_breaks = ("PTS", *rng.sample(codes_for(system_of(tournament)), 3))
    unranked = tuple(replace(player, rank=None) for player in tournament.players)
    return _with_ratings(rng, replace(tournament, players=unranked, tie_breaks=tie_breaks))


def _with_cells(tournament: Tournament, cells: dict[int, list[Cell]]) -> Tournament:
    players = (player.with_cells(tuple(cells[player.number])) for player in tournament.players)
    return replace(tournament, players=tuple(players))


def _cells(tournament: Tournament) -> dict[int, list[Cell]]:
    return {player.number: list(player.cells) for player in tournament.players}


def _never_there(rng: random.Random, tournament: Tournament) -> Tournament:
    """Somebody came to no game at all."""
    cells = _cells(tournament)
    number = rng.choice(list(cells))
    for place, cell in enumerate(cells[number]):
        if cell.opponent is not None:
            there = cells[cell.opponent][place]
            lost = there.outcome is Outcome.FORFEIT_LOSS
            theirs = Outcome.FORFEIT_LOSS if lost else Outcome.FORFEIT_WIN
            cells[number][place] = replace(cell, outcome=Outcome.FORFEIT_LOSS)
            cells[cell.opponent][place] = replace(there, outcome=theirs)
    return _with_cells(tournament, cells)


def _without_double_forfeits(tournament: Tournament) -> Tournament:
    """Two players who are both away need not be paired; a last round that nobody plays would be none."""
    cells = _cells(tournament)
    for number, row in cells.items():
        for place, cell in enumerate(row[:-1]):
            other = cell.opponent
            if other is not None and other > number:
                both = (cell.outcome, cells[other][place].outcome)
                if both == (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS):
                    cells[number][place] = cells[other][place] = ABSENCE
    return _with_cells(tournament, cells)


def _one_postponed(rng: random.Random, tournament: Tournament) -> Tournament:
    """A game of an earlier round has no result."""
    cells = _cells(tournament)
    games = [
        (number, place)
        for number, row in cells.items()
        for place, cell in enumerate(row[: tournament.played_rounds - 1])
        if cell.opponent is not None
    ]
    if not games:
        return tournament
    number, place = rng.choice(games)
    other = cells[number][place].opponent
    for one in (number, other):
        cells[one][place] = replace(cells[one][place], outcome=Outcome.NONE)
    return _with_cells(tournament, cells)


def _with_ratings(rng: random.Random, tournament: Tournament) -> Tournament:
    """Everybody has a rating, or some have none, or several; often another one counts than FIDE's."""
    way = rng.choice(("rated", "rated", "few unrated", "leavers unrated", "by round"))
    mixed = rng.randrange(2) == 0
    out = left_out(tournament)

    def rating(number: int) -> int | None:
        lacks = (way == "leavers unrated" and number in out) or (
            way == "few unrated" and rng.randrange(5) == 0
        )
        return None if lacks else rng.randint(1400, 2700)

    def later(number: int) -> tuple[tuple[int, int | None], ...]:
        if way != "by round" or rng.randrange(2):
            return ()
        begins = sorted(rng.sample(range(2, 12), rng.randint(1, 2)))
        lacks = number in out or rng.randrange(20) == 0
        return tuple((begin, None if lacks else rng.randint(1400, 2700)) for begin in begins)

    def rated(player: Player) -> Player:
        counting = rating(player.number)
        of_fide = rng.choice((counting, None, rng.randint(1400, 2700))) if mixed else counting
        player = replace(player, later_ratings=later(player.number))
        return player.with_ratings(counting, of_fide)

    return replace(tournament, players=tuple(map(rated, tournament.players)))
