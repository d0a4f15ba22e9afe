"""Events of Chess960: marked, each round from a position that is drawn once, and not rated by FIDE."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse

from pairing.core import lots
from tests import builders
from tests.results.test_pgn import read
from tournaments import rulebook
from tournaments.errors import DomainError
from tournaments.event.services import event as event_services
from tournaments.models import AuditEvent, Game, Round, Tournament
from tournaments.players.services import players
from tournaments.rounds.services import rounds

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

UNRATED = "not rated in FIDE’s lists"
ONCE = "of a published round of Chess960 is drawn once"


@pytest.fixture
def event960(chief: User) -> Tournament:
    return builders.tournament(chief, name="Chess960 Open", rounds=7, minutes=120, chess960=True)


@pytest.fixture
def published(event960: Tournament, chief: User) -> Round:
    return builders.publish(event960, 1, chief)


def draw(event: Tournament, actor: User) -> int:
    return rounds.draw_start_position(tournament=event, number=1, actor=actor)


def tell_of_a_draw(event: Tournament, number: int, position: int) -> None:
    """Write the line of the log without which the database takes no position."""
    event.audit_events.create(
        action="position_drawn", round_number=number, after={"start_position": position}
    )


def page(client: Client, route: str, event: Tournament, *args: int) -> str:
    answer = client.get(reverse(route, args=[event.slug, *args]))
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.content.decode())


def test_q222_an_event_of_chess960_is_run_from_the_form_to_the_public_page(
    client: Client, chief: User
) -> None:
    client.force_login(chief)
    form = {"name": "Frisian Open", "number_of_rounds": "5", "scoring": "10-5-0", "bye": "win"}
    client.post(reverse("tournament-new"), form | {"acceleration": "none", "chess960": "on"})
    event = Tournament.objects.get()
    assert event.chess960
    for route in ("event", "desk"):
        assert "each round begins from a position that is drawn for it" in page(client, route, event)
    players.add_players(
        tournament=event, actor=chief, entries=[{"name": "Adler, Anna"}, {"name": "Berg, Bo"}]
    )
    event_services.set_initial_colour(tournament=event, colour="w", actor=chief)
    builders.publish(event, 1, chief)
    assert "has not been drawn" in page(client, "round", event, 1)
    assert "Draw the start position of round 1" in page(client, "desk-round", event, 1)
    client.post(reverse("start-position", args=[event.slug, 1]))
    number = event.rounds.get(number=1).start_position
    assert number is not None
    words = {"R": "rook", "N": "knight", "B": "bishop", "Q": "queen", "K": "king"}
    for route in ("round", "desk-round"):
        shown = page(client, route, event, 1)
        assert f"start position {number}" in shown
        assert ", ".join(words[piece] for piece in lots.back_rank(number)) in shown
        assert "Draw the start position" not in shown


def test_q222_french_readers_are_told_in_french(event960: Tournament, chief: User, client: Client) -> None:
    builders.publish(event960, 1, chief)
    client.cookies["language"] = "fr"
    assert "n’a pas été tirée au sort" in page(client, "round", event960, 1)
    number = draw(event960, chief)
    words = {"R": "tour", "N": "cavalier", "B": "fou", "Q": "dame", "K": "roi"}
    shown = page(client, "round", event960, 1)
    assert f"position de départ {number}" in shown
    assert ", ".join(words[piece] for piece in lots.back_rank(number)) in shown


def test_other_events_know_nothing_of_it(event: Tournament, chief: User, client: Client) -> None:
    builders.publish(event, 1, chief)
    client.force_login(chief)
    for shown in (page(client, "event", event), page(client, "round", event, 1)):
        assert "Chess960" not in shown
    assert "Variant" not in page(client, "round-pgn", event, 1)
    with pytest.raises(DomainError, match="not one of Chess960"):
        draw(event, chief)


def test_it_is_drawn_when_the_pairings_are_published_and_nobody_has_moved(
    event960: Tournament, chief: User, client: Client
) -> None:
    rounds.pair_round(tournament=event960, number=1, actor=chief)
    with pytest.raises(DomainError, match="once its pairings are published"):
        draw(event960, chief)
    rounds.publish_round(tournament=event960, number=1, actor=chief)
    builders.enter(event960, 1, chief, {1: Game.Result.WHITE_WINS})
    with pytest.raises(DomainError, match="before the first move"):
        draw(event960, chief)
    client.force_login(chief)
    assert "Draw the start position" not in page(client, "desk-round", event960, 1)


def test_a_round_that_there_is_not_has_no_position(event960: Tournament, chief: User, client: Client) -> None:
    client.force_login(chief)
    answer = client.post(reverse("start-position", args=[event960.slug, 99]), follow=True)
    assert "This tournament has no round 99." in answer.content.decode()


def test_a_forfeit_is_no_move(event960: Tournament, chief: User, published: Round) -> None:
    builders.enter(event960, 1, chief, dict.fromkeys(range(1, 5), Game.Result.WHITE_WINS_FORFEIT))
    assert 0 <= draw(event960, chief) < 960


def test_it_is_drawn_once_and_recorded(event960: Tournament, chief: User, published: Round) -> None:
    number = draw(event960, chief)
    published.refresh_from_db()
    assert published.start_position == number
    recorded = AuditEvent.objects.get(action="position_drawn")
    assert (recorded.round_number, recorded.after) == (1, {"start_position": number})
    with pytest.raises(DomainError, match="drawn already"):
        draw(event960, chief)


@pytest.mark.parametrize("other", [None, 0, 959])
def test_the_database_keeps_what_was_drawn(
    event960: Tournament, chief: User, published: Round, other: int | None
) -> None:
    rows = Round.objects.filter(pk=published.pk)
    with pytest.raises(DatabaseError, match=ONCE), transaction.atomic():
        rows.update(start_position=518)
    tell_of_a_draw(event960, 1, 518)
    with pytest.raises(DatabaseError, match=ONCE), transaction.atomic():
        rows.update(start_position=517)
    assert rows.update(start_position=518) == 1
    with pytest.raises(DatabaseError, match=ONCE), transaction.atomic():
        rows.update(start_position=other)
    builders.repair(event960, 1, chief, ground="competition-rules", reason="The regulations say so.")
    with pytest.raises(DatabaseError, match=ONCE), transaction.atomic():
        rows.update(start_position=other)
    rounds.publish_round(tournament=event960, number=1, actor=chief)
    assert rows.get().start_position == 518


def test_the_database_keeps_draws_away_from_drafts_games_begun_and_other_events(
    event960: Tournament, event: Tournament, chief: User, published: Round
) -> None:
    builders.enter(event960, 1, chief)
    rounds.pair_round(tournament=event960, number=2, actor=chief)
    builders.publish(event, 1, chief)
    for row in (published, event960.rounds.get(number=2), event.rounds.get(number=1)):
        with pytest.raises(DatabaseError, match=ONCE), transaction.atomic():
            Round.objects.filter(pk=row.pk).update(start_position=1)
    with pytest.raises(DatabaseError, match=ONCE), transaction.atomic():
        Round.objects.create(tournament=event960, number=8, start_position=1)


def test_there_is_no_position_960(published: Round) -> None:
    tell_of_a_draw(published.tournament, 1, 960)
    with pytest.raises(DatabaseError, match="round_start_position"), transaction.atomic():
        Round.objects.filter(pk=published.pk).update(start_position=960)


def test_pgn_tells_the_variant_and_once_it_is_drawn_the_position(
    event960: Tournament, chief: User, published: Round, client: Client
) -> None:
    def games() -> list[dict[str, str]]:
        return read(client.get(reverse("round-pgn", args=[event960.slug, 1])).content.decode())

    assert {(game["Variant"], game.get("FEN")) for game in games()} == {("Chess960", None)}
    position = lots.forsyth(draw(event960, chief))
    found = [(game["Variant"], game["SetUp"], game["FEN"]) for game in games()]
    assert found == [("Chess960", "1", position)] * 4


def test_neither_rating_changes_nor_norms_are_offered(
    event960: Tournament, chief: User, client: Client
) -> None:
    client.force_login(chief)
    builders.play(event960, 1, chief)
    card = page(client, "player", event960, 1)
    assert UNRATED in card
    assert "FIDE rating 2400" not in card
    assert "norms=shown" not in card
    assert not rulebook.norms_are_rated(event960)
    assert f"no norms in this event: games of Chess960 are {UNRATED}" in page(client, "norms", event960)
    assert f"not at all: games of Chess960 are {UNRATED}" in page(client, "report-data", event960)


def test_a_position_drawn_in_the_hall_is_entered_and_told_as_such(
    event960: Tournament, chief: User, published: Round, client: Client
) -> None:
    client.force_login(chief)
    assert "Or drawn in the hall" in page(client, "desk-round", event960, 1)
    address = reverse("start-position", args=[event960.slug, 1])
    for wrong in ("960", "-1", "usual", ""):
        answer = client.post(address, {"by_hand": "1", "position": wrong}, follow=True)
        assert f"Position “{wrong}”: expected a number from 0 to 959." in answer.content.decode()
    client.post(address, {"by_hand": "1", "position": "0"})
    published.refresh_from_db()
    assert published.start_position == 0
    assert "start position 0, drawn in the hall: bishop, bishop" in page(client, "log", event960)
    with pytest.raises(DomainError, match="drawn already"):
        draw(event960, chief)


@pytest.mark.parametrize("number", [-1, 960])
def test_no_service_takes_a_position_that_there_is_not(
    event960: Tournament, chief: User, published: Round, number: int
) -> None:
    with pytest.raises(DomainError, match="no start position"):
        rounds.draw_start_position(tournament=event960, number=1, actor=chief, in_the_hall=number)
