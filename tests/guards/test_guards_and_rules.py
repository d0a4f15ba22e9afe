"""The guards of the database and the rule book say the same of the same event, each in its own words.

The guards are SQL, which holds without any Python. So both are asked about random events, in which players
meet again and get any colour; if a clause of the SQL were changed, these events would show it.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import product
from typing import NamedTuple

import pytest
from django.core.exceptions import ValidationError
from django.db import connection

from pairing.core import scores, strength
from pairing.core.handling import TITLES
from pairing.core.tournament import PLAYED, PairingError
from tests.swiss import SWISS
from tournaments import guards, rulebook
from tournaments.corrections.queries import window
from tournaments.guards import rounds
from tournaments.models import Game, Player, Round, Seat, Tournament
from tournaments.models.fields import A_RATING
from tournaments.rounds.queries.boards import grounds_for_change
from tournaments.rulebook.rows import OUTCOMES

State, Kind, Result = Round.State, Seat.Kind, Game.Result

# Most games are played, and some not: forfeits, no result yet.
RESULTS = [*Result.values, *[Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS] * 4]


def made_up(rng: random.Random, number: int) -> Tournament:
    """A random event, lawful in its shape only: some rounds public, perhaps a draft, late entries."""
    event = Tournament.objects.create(
        name=f"Event {number}",
        slug=f"event-{number}",
        number_of_rounds=rng.randint(4, 9),
        edition=rng.choice(list(SWISS)),
        initial_colour="w",
    )
    # Two players meet time and again, and so get any colours; of more players some meet again or enter late.
    count = rng.choice([2, 2, 5, 6])
    people = Player.objects.bulk_create(
        Player(tournament=event, number=place, name=f"Player {place}", first_round=first)
        for place, first in enumerate([1, 1, 1, 1, 2, 4][:count], 1)
    )
    public = rng.randint(*((4, event.number_of_rounds) if count == 2 else (1, 4)))
    for round_number in range(1, event.number_of_rounds + 1):
        state = State.FINISHED if round_number < public else State.PUBLISHED
        if round_number > public:
            state = State.DRAFT if round_number == public + 1 and rng.random() < 0.5 else State.PLANNED
        round_ = Round.objects.create(
            tournament=event, number=round_number, state=state, published_at=event.created_at
        )
        if state != State.PLANNED:
            seat(rng, round_, people)
    return event


def seat(rng: random.Random, round_: Round, people: Iterable[Player]) -> None:
    """Seat the players who are there at random; one who has not entered yet has a bye, or nothing."""
    there = [player for player in people if player.first_round <= round_.number and rng.random() < 0.95]
    rng.shuffle(there)
    seats = []
    while len(there) > 1:
        result = Result.NOT_YET if round_.is_draft else rng.choice(RESULTS)
        game = Game.objects.create(round=round_, board=len(there), result=result)
        seats += [
            Seat(round=round_, player=there.pop(), kind=Kind.GAME, game=game, colour=colour)
            for colour in "wb"
        ]
    seats += [Seat(round=round_, player=player, kind=Kind.PAIRING_ALLOCATED_BYE) for player in there]
    seats += [
        Seat(round=round_, player=player, kind=rng.choice([Kind.HALF_POINT_BYE, Kind.ZERO_POINT_BYE]))
        for player in people
        if player.first_round > round_.number and rng.random() < 0.7
    ]
    Seat.objects.bulk_create(seats)


@pytest.fixture(scope="module")
def made_up_events(module_db: None) -> list[Tournament]:
    """Events made without the guards, which would refuse them; the module's transaction takes them back."""
    guards.drop()
    rng = random.Random(1948)
    made = [made_up(rng, number) for number in range(80)]
    with connection.cursor() as cursor:
        # PostgreSQL plans the thousands of queries to come by what it knows of the tables.
        cursor.execute("ANALYZE")
    return made


@pytest.fixture
def db(undone_db: None) -> None:
    """The tests of this file share their events."""


@pytest.fixture
def events(made_up_events: list[Tournament], db: None) -> list[Tournament]:
    """Events of every shape."""
    return made_up_events


def ask(condition: str, *rows: str, **facts: object) -> bool:
    """Whether the database says that the condition holds for these rows, which have the names it uses."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {condition} FROM {', '.join(rows)}", facts)
        (answer,) = cursor.fetchone()
    return bool(answer)


class Case(NamedTuple):
    """A public round, a ground, and whether the rule book lets the round be changed on that ground."""

    round: Round
    ground: rulebook.Ground
    lawful: bool


@pytest.fixture(scope="module")
def asked(made_up_events: list[Tournament]) -> list[Case]:
    """What the rule book says of every public round of the events, and of every ground."""
    found = []
    for event in made_up_events:
        for round_ in event.rounds.filter(state__in=Round.LOCKED):
            offered = {offer.ground for offer in grounds_for_change(round_)}
            found += [Case(round_, ground, ground in offered) for ground in rulebook.Ground]
    return found


LAWFUL = f"({rounds.GROUND_ALLOWED} AND {rounds.GROUND_TRUE})"


def is_lawful(case: Case, condition: str = LAWFUL) -> bool:
    round_ = f"(SELECT * FROM {rounds.ROUND} WHERE id = %(id)s) AS OLD"
    ground = "(SELECT CAST(%(ground)s AS text) AS repair_ground) AS NEW"
    return ask(condition, round_, ground, id=case.round.pk, ground=case.ground.value)


@pytest.mark.usefixtures("db")
def test_both_say_alike_on_which_grounds_a_round_may_be_changed(asked: list[Case]) -> None:
    """C.04.1 b, f, g; C.04.2 D.10: players who have met, colours that nobody may get, the last round."""
    assert [case for case in asked if is_lawful(case) is not case.lawful] == []
    for ground in (rulebook.Ground.REMATCH, rulebook.Ground.COLOURS, rulebook.Ground.TOP_BOARDS):
        assert {case.lawful for case in asked if case.ground is ground} == {True, False}


# A clause of the SQL, and another one to take its place.
CHANGED = [
    # A rematch.
    ("c.round_id <> a.round_id", "c.round_id < a.round_id"),
    ("c.round_id <> a.round_id", "c.round_id > a.round_id"),
    ("d.player_id = b.player_id", "d.player_id <> a.player_id"),
    ("IN ('1-0', ", "IN ("),
    (", 'adj')", ")"),
    (", 'adj')", ", 'adj', '1F-0F')"),
    # Colours.
    ("r.number < OLD.number", "r.number <= OLD.number"),
    ("ELSE -1 END", "ELSE 0 END"),
    (") > 1\n", ") > 2\n"),
    (") > 1\n", ") > 0\n"),
    ("r.number DESC", "r.number"),
    ("LIMIT 2", "LIMIT 3"),
    ("l.colour = a.colour) = 2", "l.colour = a.colour) = 1"),
    # The final round, and what the editions allow.
    ("t.number_of_rounds = OLD.number", "t.number_of_rounds > OLD.number"),
    ("'rematch', 'colours'", "'rematch'"),
]


@pytest.mark.usefixtures("db")
def test_control_another_clause_would_be_noticed(asked: list[Case]) -> None:
    for clause, other in CHANGED:
        assert clause in LAWFUL
        changed = LAWFUL.replace(clause, other)
        assert any(is_lawful(case, changed) is not case.lawful for case in asked), (clause, other)


def knows(game: Game, first: int) -> bool:
    """Whether the database says that a public pairing was made from what counts from round `first` on."""
    row = "(SELECT %(game)s AS game_id, %(first)s AS counts_from) AS c"
    return ask(rounds.known_to_a_pairing("c"), row, game=game.pk, first=first)


def test_both_say_alike_which_pairing_may_know_of_an_error(events: list[Tournament]) -> None:
    """C.04.2 D.8 (2026: 4.3): the first one that is not public yet; none when the next round has ended."""
    found = set()
    games = Game.objects.filter(round__tournament__in=events, round__state__in=Round.LOCKED)
    for game in games.exclude(result=Result.ADJOURNED).select_related("round__tournament"):
        case = window(game)
        number = game.round.number
        unknown = next(first for first in range(number + 1, 12) if not knows(game, first))
        assert case.counts_from in {unknown, None}
        ended = case.following is not None and case.following.state == State.FINISHED
        assert (case.counts_from is None) is ended
        found.add((case.case, unknown - number))
    assert {"next", "following", "rating"} == {case for case, _rounds in found}


def test_both_say_alike_of_whom_it_may_be_said_what_missed_rounds_bring(events: list[Tournament]) -> None:
    """C.04.2 C.2 (2026: 2.4): of players in no public round yet, for the rounds before their first."""
    found = set()
    for seat in Seat.objects.filter(round__tournament__in=events).select_related(
        "player", "round__tournament"
    ):
        public = seat.round.tournament.rounds.filter(state__in=Round.LOCKED).values_list("number", flat=True)
        first = seat.player.first_round
        may = rulebook.handling.may_be_credited(
            first, max(public)
        ) and seat.round.number in rulebook.handling.missed_rounds(first)
        row = f"(SELECT * FROM {rounds.SEAT} WHERE id = %(id)s) AS s"
        assert ask(rounds.missed("s"), row, id=seat.pk) is may
        found.add(may)
    assert found == {True, False}


def test_the_results_of_games_that_were_played_are_those_that_the_rule_book_counts() -> None:
    """C.04.2 D.5, D.6."""
    for result, outcomes in OUTCOMES.items():
        assert {outcome in PLAYED for outcome in outcomes} == {result in Game.PLAYED}


def test_the_titles_are_those_of_the_rule_book_in_its_order() -> None:
    """C.04.2 B.2 (2026: 2.2)."""
    assert tuple(Player.Title.values) == TITLES


def test_a_rating_is_what_the_rule_book_takes_for_one() -> None:
    """C.04.2 B.1."""
    assert tuple(validator.limit_value for validator in A_RATING) == (strength.LOWEST, strength.HIGHEST)


@pytest.mark.usefixtures("db")
def test_the_constraints_on_points_are_those_of_the_rule_book() -> None:
    """C.04.1 c, C.04.7 1.1."""
    named = {constraint.name: constraint for constraint in Tournament._meta.constraints}
    for win, draw, loss, bye in product(range(4), repeat=4):
        event = Tournament(points_win=win, points_draw=draw, points_loss=loss, points_pab=bye)
        event.acceleration = Tournament.Acceleration.BAKU
        points = rulebook.scoring(event)
        for name, rule in (
            ("tournament_scoring_is_sane", scores.check_scoring),
            ("tournament_acceleration", scores.check_baku_scoring),
        ):
            assert _refused(named[name].validate, ValidationError, Tournament, event) is _refused(
                rule, PairingError, points
            ), (name, win, draw, loss, bye)


def _refused(check: object, error: type[Exception], *facts: object) -> bool:
    try:
        check(*facts)  # type: ignore[operator]
    except error:
        return True
    return False
