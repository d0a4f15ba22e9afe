"""The database itself refuses nonsense, whoever writes it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import DatabaseError, IntegrityError, transaction
from django.db.models import CheckConstraint, Model
from django.utils import timezone

from tests import builders
from tests.tournaments.one_event import chief, db, event, made
from tournaments.models import Game, Membership, Player, Round, Seat, Tournament
from tournaments.rounds.services import rounds

__all__ = ["chief", "db", "event", "made"]


def refused(act: Callable[[], object], constraint: str = "") -> None:
    """The database refuses; PostgreSQL names the constraint, SQLite names it or its columns."""
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        act()


@pytest.fixture
def draft(event: Tournament, chief: User) -> Round:
    """Round 1, paired and not published."""
    return rounds.pair_round(tournament=event, number=1, actor=chief)


@pytest.fixture
def game(draft: Round) -> Game:
    return draft.games.order_by("pk")[0]


@pytest.fixture
def fresh(event: Tournament) -> Player:
    """A player who has no seat."""
    return Player.objects.create(tournament=event, number=99, name="Newcomer, N")


def test_a_player_sits_once_a_round(draft: Round, game: Game) -> None:
    player = game.seats.all()[0].player
    refused(
        lambda: Seat.objects.create(round=draft, player=player, kind="zero"), "seat_once_a_round|round_id"
    )


def test_a_game_has_one_white(game: Game) -> None:
    refused(lambda: game.seats.update(colour="w"), "seat_colour_once_a_game|colour")


def test_a_game_has_no_third_player(draft: Round, game: Game, fresh: Player) -> None:
    for colour in ("w", "b"):
        refused(
            lambda colour=colour: Seat.objects.create(
                round=draft, player=fresh, kind="game", game=game, colour=colour
            ),
            "seat_colour_once_a_game|colour",
        )


def test_white_is_not_black(draft: Round, fresh: Player) -> None:
    alone = Game.objects.create(round=draft)
    Seat.objects.create(round=draft, player=fresh, kind="game", game=alone, colour="w")
    refused(
        lambda: Seat.objects.create(round=draft, player=fresh, kind="game", game=alone, colour="b"),
        "seat_once_a_round|player_id",
    )


def test_a_board_exists_once_a_round(draft: Round) -> None:
    Game.objects.create(round=draft, board=50)
    refused(lambda: Game.objects.create(round=draft, board=50), "game_board_once|board")


@pytest.mark.parametrize("board", [0, -1])
def test_boards_count_from_one(draft: Round, board: int) -> None:
    refused(lambda: Game.objects.create(round=draft, board=board), "board")


@pytest.mark.parametrize("result", ["2-0", "1-1", "1F-1F", "+/-", "½-½", "1-0 ", "0F-0", " "])
def test_a_result_is_one_that_fide_knows(game: Game, result: str) -> None:
    refused(lambda: Game.objects.filter(pk=game.pk).update(result=result), "game_result_known")


def test_every_result_that_fide_knows_is_taken(game: Game) -> None:
    known = {"", "1-0", "1/2-1/2", "0-1", "1F-0F", "0F-1F", "0F-0F", "1/2-0", "0-1/2", "0-0", "adj"}
    assert set(Game.Result.values) == known
    for result in known:
        Game.objects.filter(pk=game.pk).update(result=result)


@pytest.mark.parametrize("kind", ["pab", "full", "half", "zero"])
@pytest.mark.parametrize("extra", ["colour", "game", "both"])
def test_a_bye_has_neither_board_nor_colour(draft: Round, fresh: Player, kind: str, extra: str) -> None:
    fields: dict[str, Any] = {}
    if extra != "game":
        fields["colour"] = "w"
    if extra != "colour":
        fields["game"] = Game.objects.create(round=draft)
    refused(lambda: Seat.objects.create(round=draft, player=fresh, kind=kind, **fields), "seat_game_or_bye")


def test_a_seat_at_a_board_has_a_game(draft: Round, fresh: Player) -> None:
    refused(
        lambda: Seat.objects.create(round=draft, player=fresh, kind="game", colour="w"), "seat_game_or_bye"
    )


@pytest.mark.parametrize(
    ("kind", "colour"), [("bye", None), ("", None), ("game", "x"), ("game", "W"), ("game", None)]
)
def test_a_seat_has_a_known_kind_and_colour(
    draft: Round, fresh: Player, kind: str, colour: str | None
) -> None:
    game = Game.objects.create(round=draft) if kind == "game" else None
    refused(
        lambda: Seat.objects.create(round=draft, player=fresh, kind=kind, game=game, colour=colour),
        "seat_game_or_bye",
    )


def test_c041c_one_pairing_allocated_bye_a_round(draft: Round, event: Tournament) -> None:
    first, second = (
        Player.objects.create(tournament=event, number=90 + n, name=f"Newcomer {n}") for n in (1, 2)
    )
    Seat.objects.create(round=draft, player=first, kind="pab")
    refused(lambda: Seat.objects.create(round=draft, player=second, kind="pab"), "pab|round_id")


def test_a_seat_is_at_a_board_of_its_own_round(event: Tournament, game: Game, fresh: Player) -> None:
    coming = event.rounds.get(number=2)
    free = Game.objects.create(round=game.round)
    refused(
        lambda: Seat.objects.create(round=coming, player=fresh, kind="game", game=free, colour="w"),
        "joins two rounds",
    )
    other = Game.objects.create(round=coming)
    refused(lambda: game.seats.update(game=other), "joins two rounds")


def test_a_seat_is_for_a_player_of_its_own_tournament(draft: Round, chief: User) -> None:
    stranger = builders.tournament(chief, name="Another").players.all()[0]
    refused(lambda: Seat.objects.create(round=draft, player=stranger, kind="zero"), "joins two rounds")
    seat = draft.seats.all()[0]
    refused(lambda: Seat.objects.filter(pk=seat.pk).update(player=stranger), "joins two rounds")


def test_b3_a_pairing_number_is_one_players(event: Tournament) -> None:
    refused(
        lambda: Player.objects.create(tournament=event, number=1, name="Second, First"),
        "player_number_once|number",
    )
    refused(lambda: event.players.filter(number=2).update(number=1), "player_number_once|number")


def test_pairing_numbers_count_from_one(event: Tournament) -> None:
    refused(lambda: event.players.filter(number=2).update(number=0), "number")


def test_a_fide_id_is_one_players(event: Tournament, chief: User) -> None:
    event.players.filter(number=1).update(fide_id="2000567")
    refused(lambda: event.players.filter(number=2).update(fide_id="2000567"), "fide_id")
    another = builders.tournament(chief, name="Another")
    another.players.filter(number=2).update(fide_id="2000567")
    assert event.players.filter(fide_id="").count() == 7


def test_a_player_has_a_name_and_a_first_round(event: Tournament) -> None:
    refused(lambda: event.players.filter(number=1).update(name=""), "player_has_a_name")
    refused(lambda: event.players.filter(number=1).update(first_round=0), "player_first_round")


def test_a_round_number_exists_once(event: Tournament) -> None:
    refused(lambda: Round.objects.create(tournament=event, number=1), "round_number_once|number")
    refused(lambda: Round.objects.create(tournament=event, number=0), "round_number_positive")


def test_a_round_is_in_a_known_state_and_public_since_a_time(event: Tournament) -> None:
    rounds = event.rounds.filter(number=1)
    refused(lambda: rounds.update(state="paired", published_at=timezone.now()), "round_state")
    for state in ("published", "finished"):
        refused(lambda state=state: rounds.update(state=state), "round_published_has_time|chain")
    builders.announce(rounds.get(), None)
    refused(lambda: rounds.update(state="published"), "round_published_has_time")
    rounds.update(state="published", published_at=timezone.now())


SCORING: list[dict[str, int]] = [
    {"points_win": 0},
    {"points_win": 5, "points_loss": 5, "points_draw": 5},
    {"points_draw": 11},
    {"points_draw": 6},
    {"points_loss": 6, "points_draw": 5},
    {"points_pab": 11},
    {"points_win": 30, "points_draw": 16, "points_pab": 30},
]


@pytest.mark.parametrize("points", SCORING, ids=str)
def test_scoring_makes_sense(event: Tournament, points: dict[str, int]) -> None:
    refused(lambda: Tournament.objects.filter(pk=event.pk).update(**points), "tournament_scoring_is_sane")


@pytest.mark.parametrize(
    "points",
    [
        {"points_win": 30, "points_draw": 10, "points_pab": 30},
        {"points_win": 30, "points_draw": 20, "points_loss": 10, "points_pab": 0},
        {"points_pab": 5},
    ],
    ids=str,
)
def test_other_scorings_that_make_sense_are_taken(event: Tournament, points: dict[str, int]) -> None:
    assert Tournament.objects.filter(pk=event.pk).update(**points) == 1


@pytest.mark.parametrize("points", [-1, -10])
def test_points_are_not_negative(event: Tournament, points: int) -> None:
    for name in ("points_win", "points_draw", "points_loss", "points_pab"):
        with pytest.raises(DatabaseError), transaction.atomic():
            Tournament.objects.filter(pk=event.pk).update(**{name: points})


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"points_win": 0},
        {"number_of_rounds": 31, "edition": ""},
        {"fide_mode_left_in": 3},
        {"points_win": None, "language": "xx"},
        {"acceleration": "baku", "points_loss": 1},
    ],
)
def test_all_conditions_at_once_are_what_they_are_one_by_one(
    event: Tournament, wrong: dict[str, Any]
) -> None:
    """Also when fields are left out, or when an empty field makes a condition unknown."""
    # Constraints of other kinds would have to be tested too.
    assert {type(constraint) for constraint in Tournament._meta.constraints} == {CheckConstraint}
    for name, value in wrong.items():
        setattr(event, name, value)

    def broken(validate: Callable[..., None], exclude: set[str]) -> list[str]:
        try:
            validate(event, exclude=exclude)
        except ValidationError as error:
            return error.messages
        return []

    for exclude in (set(), {"slug"}, {"edition"}, set(wrong)):
        expected = broken(Model.validate_constraints, exclude)
        assert broken(Tournament.validate_constraints, exclude) == expected
        assert bool(expected) == bool(wrong.keys() - exclude)


def test_a_tournament_has_rounds_a_colour_and_days_in_order(event: Tournament) -> None:
    rows = Tournament.objects.filter(pk=event.pk)
    refused(lambda: rows.update(number_of_rounds=0), "tournament_has_rounds")
    refused(lambda: rows.update(number_of_rounds=31), "tournament_has_rounds")
    refused(lambda: rows.update(initial_colour="x"), "tournament_initial_colour")
    refused(
        lambda: rows.update(start_date=date(2026, 1, 2), end_date=date(2026, 1, 1)),
        "tournament_ends_after_it_starts",
    )
    refused(
        lambda: Tournament.objects.create(
            slug=event.slug, name="x", number_of_rounds=1, edition="dutch-2026"
        ),
        "slug",
    )


def test_a_user_is_in_an_event_once(event: Tournament, outsider: User) -> None:
    Membership.objects.create(tournament=event, user=outsider, role="clerk")
    refused(
        lambda: Membership.objects.create(tournament=event, user=outsider, role="deputy"),
        "membership_once|user_id",
    )


def test_a_user_is_in_an_event_in_a_role_that_there_is(event: Tournament, outsider: User) -> None:
    refused(
        lambda: Membership.objects.create(tournament=event, user=outsider, role="spectator"),
        "membership_role",
    )
