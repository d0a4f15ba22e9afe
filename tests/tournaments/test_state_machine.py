"""Arbiters at work, at random: what must hold does hold, whatever they do and in whatever order.

Every act goes through the services and may be refused; a refusal leaves every row as it was. After each
act, everything that must hold is checked in the rows themselves: `arbiters/`. In the suite the acts are the
same every time; to look for others for as long as you like:

    pytest tests/tournaments/test_state_machine.py --hypothesis-profile=long
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test

from pairing import editions
from pairing.core import tournament as rules
from tests.chance import all_of_it
from tests.rating_samples import load, person, text
from tests.swiss import SWISS
from tests.tournaments.arbiters.knock_out import InABracket
from tests.tournaments.arbiters.machine import Arbiters, machine_of
from tests.tournaments.arbiters.teams import InALeague, OfTeams
from tournaments import guards
from tournaments.log import acts
from tournaments.models import AuditEvent, Player, Tournament
from tournaments.players.services import players
from tournaments.rulebook import standings
from tournaments.rulebook.rows import PlayerRow

LISTED = [
    person(101, "Adler, A000", SRtng=2410, Tit="IM"),
    person(102, "Listed, Lea", SRtng=2105, RRtng=2200),
    person(103, "Listed, Max", SRtng=1800, Tit="FM"),
    person(104, "Nobody, Known"),
]


SEEN = ("refused", "recorded", "published", "rechecked", "looked", "restored")
FIRST, *OTHERS = SWISS
TABLES = ("round-robin", "double-round-robin", "double-swiss-2026", "scheveningen")


def run(machine: type[Arbiters], *, runs: int, steps: int = 25, chance: int = 1) -> None:
    """The same few runs in the suite; or as many as were asked for.

    The suite reports a failure as it was found, because looking for the shortest case takes minutes.
    """
    common = settings(suppress_health_check=list(HealthCheck), report_multiple_bugs=False)
    if all_of_it():
        pace = settings(common, phases=(Phase.generate, Phase.shrink))
    else:
        few = settings(common, max_examples=runs, stateful_step_count=steps, database=None)
        pace = settings(few, phases=(Phase.generate,))
        machine = seed(chance)(machine)
    run_state_machine_as_test(machine, settings=pace)


@pytest.fixture
def lists(db: None, tmp_path: Path) -> None:
    """A rating list is in use."""
    load(tmp_path, text(*LISTED), month=date(2026, 11, 1))


def test_whatever_arbiters_do_what_must_hold_holds(lists: None) -> None:
    machine = machine_of(FIRST)
    run(machine, runs=3)
    for what in (*SEEN, "ended"):
        assert machine.seen[what], f"never {what}: {machine.seen}"


@pytest.mark.any_database
@pytest.mark.takes_long
def test_whatever_arbiters_do_with_any_edition_what_must_hold_holds(
    lists: None, subtests: pytest.Subtests
) -> None:
    """Other acts with each edition: what one of them misses another sees."""
    seen: Counter[str] = Counter()
    for chance, edition in enumerate([*OTHERS, *TABLES], 1):
        with subtests.test(edition=edition):
            machine = machine_of(edition)
            run(machine, runs=2, steps=10, chance=chance)
            seen += machine.seen
    for what in (*SEEN, "ended"):
        assert seen[what], f"never {what}: {seen}"


@pytest.mark.any_database
@pytest.mark.parametrize("machine", [OfTeams, InALeague])
def test_whatever_arbiters_of_teams_do_what_must_hold_holds(lists: None, machine: type[OfTeams]) -> None:
    run(machine, runs=2, steps=10)
    for what in (*SEEN, "ended", "boards", "lined up"):
        assert machine.seen[what], f"never {what}: {machine.seen}"


@pytest.mark.any_database
def test_whatever_arbiters_of_a_bracket_do_what_must_hold_holds(
    lists: None, subtests: pytest.Subtests
) -> None:
    seen: Counter[str] = Counter()
    for chance, edition in enumerate(("knock-out", "knock-out-matches")):
        with subtests.test(edition=edition):
            machine = machine_of(edition, InABracket)
            run(machine, runs=2, steps=10, chance=chance)
            seen += machine.seen
    for what in (*SEEN, "decided"):
        assert seen[what], f"never {what}: {seen}"


def forget_to_write(monkeypatch: pytest.MonkeyPatch) -> None:
    """Results are entered without a line in the trail."""
    record = acts.Act.record

    def careless(self: acts.Act, action: AuditEvent.Action, **facts: Any) -> AuditEvent | None:
        return None if action == AuditEvent.Action.RESULT_ENTERED else record(self, action, **facts)

    monkeypatch.setattr(acts.Act, "record", careless)


def act_before_asking(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second withdrawal is refused only after something has been written."""
    withdraw = players.withdraw_player

    def hasty(*, player: Player, **arguments: Any) -> int:
        Player.objects.filter(pk=player.pk).update(withdrawn_from=1)
        return withdraw(player=player, **arguments)

    monkeypatch.setattr(players, "withdraw_player", hasty)


def forget_the_past(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every round is paired as if it were the first."""
    pair = editions.pair_round

    def forgetful(position: rules.Tournament, edition: str) -> rules.RoundPairing:
        blank = (replace(player, cells=()) for player in position.players)
        return pair(replace(position, players=tuple(blank)), edition)

    monkeypatch.setattr(editions, "pair_round", forgetful)


def prefer_white(monkeypatch: pytest.MonkeyPatch) -> None:
    """A draw is worth a win to White, in the table alone: pairings and reports would reveal it sooner."""
    present = standings._present

    def partial_to_white(tournament: Tournament, people: Sequence[PlayerRow]) -> rules.Tournament:
        position = present(tournament, people)
        players = (replace(one, cells=tuple(map(better, one.cells))) for one in position.players)
        return replace(position, players=tuple(players))

    def better(cell: rules.Cell) -> rules.Cell:
        drawn = cell.outcome == rules.Outcome.DRAW and cell.colour == "w"
        return replace(cell, outcome=rules.Outcome.WIN) if drawn else cell

    monkeypatch.setattr(standings, "_present", partial_to_white)


def forget_the_public(monkeypatch: pytest.MonkeyPatch) -> None:
    """Results are not sent to those who have the pages open."""
    private = {*AuditEvent.PRIVATE, AuditEvent.Action.RESULT_ENTERED}
    monkeypatch.setattr(AuditEvent, "PRIVATE", private)


def leave_the_door_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """A migration has taken the guards down, and nobody has put them up again."""
    guards.drop()


def ordinary_day(machine: Arbiters) -> None:
    """Three rounds, in which a player leaves, and the public looks on."""
    try:
        machine.announce(
            size=4,
            number_of_rounds=5,
            points=(10, 5, 0, 10),
            acceleration="none",
            colour="w",
            played=1,
            found=["1-0"],
            interrupted=False,
        )
        machine.tamper("DELETE FROM tournaments_seat WHERE round_id = {round}", 0)
        machine.pair(0, 0)
        machine.publish(1, "")
        machine.look()
        machine.enter_results(["1/2-1/2", "0-1"], 2)
        machine.look()
        for _twice in range(2):
            machine.withdraw(3, None, 0)
        machine.play(["1-0"], 1)
    finally:
        machine.teardown()


def test_an_ordinary_day_shows_nothing_wrong(lists: None) -> None:
    machine = machine_of(FIRST)()
    ordinary_day(machine)
    # The public has looked at pages that were kept: a draft made no new ones.
    assert (machine.seen["published"], machine.seen["tampered"], machine.seen["kept"]) == (3, 1, 4)


@pytest.mark.parametrize(
    ("plant", "found"),
    [
        (forget_to_write, "changed and not recorded"),
        (act_before_asking, "refused, and yet changed"),
        (forget_the_past, "had played one another"),
        (prefer_white, "points are not the sum"),
        (forget_the_public, "the public was"),
        (leave_the_door_open, "guards are down"),
    ],
)
def test_a_planted_bug_is_found(
    lists: None,
    monkeypatch: pytest.MonkeyPatch,
    plant: Callable[[pytest.MonkeyPatch], None],
    found: str,
) -> None:
    """The control: a machine that never complained would prove nothing."""
    plant(monkeypatch)
    with pytest.raises(AssertionError, match=found):
        ordinary_day(machine_of(FIRST)())
