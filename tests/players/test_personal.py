"""The data kept about a person: handed to them in full, and removed as far as no result needs them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import builders, team_events
from tests.backup.test_backups import same_again
from tournaments.errors import DomainError
from tournaments.log.acts import acting
from tournaments.models import AuditEvent, Member, Player, PushSubscription, Tournament
from tournaments.own import services as own
from tournaments.players.queries import identity
from tournaments.players.services import players
from tournaments.players.services.players import remove_personal_data
from tournaments.teams.services import change_team


@pytest.fixture
def child(event: Tournament, chief: User) -> Player:
    """A player in a published round whose day of birth was corrected, with a link and a phone."""
    player = event.players.get(number=1)
    players.change_player(player=player, changes={"birth": "2011/12/13"}, actor=chief)
    builders.publish(event, 1, chief)
    builders.confirmed(
        players.change_player, player=player, changes={"birth": "2011/12/14", "name": "Child, C"}, actor=chief
    )
    PushSubscription.objects.create(
        player=player, endpoint="https://push.example.org/secret", key="k", secret="s", language="en"
    )
    player.refresh_from_db()
    return player


def page(client: Client, player: Player) -> str:
    return client.get(reverse("player-edit", args=[player.tournament.slug, player.pk])).content.decode()


@pytest.mark.any_database
def test_everything_that_points_to_a_player_is_handed_out_and_no_secret(
    child: Player, chief: User, chief_client: Client
) -> None:
    token = own.make_link(player=child, actor=chief)
    answer = chief_client.get(reverse("player-data", args=[child.tournament.slug, child.pk]))
    assert answer.headers["Content-Disposition"] == 'attachment; filename="test-open-player-1.json"'
    told = json.loads(answer.content)
    pointing = {
        relation.related_model._meta.model_name
        for relation in Player._meta.get_fields(include_hidden=True)
        if relation.auto_created and not relation.concrete and not relation.many_to_many
    }
    assert told.keys() == {"event", "player", "game", "log", *pointing}
    assert told["player"][0]["birth"] == "2011/12/14"
    assert [seat["kind"] for seat in told["seat"]] == ["game"]
    assert {"player_changed", "player_identity_corrected"} <= {line["action"] for line in told["log"]}
    assert len(told["playerlink"]) == len(told["pushsubscription"]) == 1
    for secret in (token, child.own_links.get().token_hash, "push.example.org"):
        assert secret not in answer.content.decode()


@pytest.mark.any_database
def test_games_and_corrections_are_told_whichever_side_and_by_as_many_queries(
    event: Tournament, chief: User
) -> None:
    builders.play(event, 1, chief)
    builders.correct(event, 1, chief, kind="colours")
    both = [seat.player for seat in event.rounds.get(number=1).games.get(board=1).seats.all()]
    asked = []
    for played in (1, 2):
        if played > 1:
            builders.play(event, played, chief)
        for one, other in (both, both[::-1]):
            with CaptureQueriesContext(connection) as queries:
                told = json.loads(
                    identity.personal_data(Player.objects.select_related("tournament").get(pk=one.pk))
                )
            asked.append(len(queries))
            assert [line["kind"] for line in told["correction"]] == ["colours"]
            game = told["game"][0]
            assert (game["round"], game["opponent"]) == ("Test Open 1", other.name)
            assert game["result"] == event.rounds.get(number=1).games.get(board=1).result
        assert len(told["game"]) == played
    assert len(set(asked)) == 1


@pytest.mark.any_database
def test_lines_about_a_namesake_are_not_told(child: Player, chief: User) -> None:
    entry = {"name": child.name, "rating": 1800, "birth": "1950/06/07", "fide_id": "4600"}
    [namesake] = players.add_players(tournament=child.tournament, entries=[entry], actor=chief)
    players.change_player(player=namesake, changes={"birth": "1951/06/07"}, actor=chief)
    told = identity.personal_data(child)
    assert "195" not in told
    # The corrected player is found by their key, and by the name that they alone had before.
    assert {"player_changed", "player_identity_corrected"} <= {
        line["action"] for line in json.loads(told)["log"]
    }
    assert "2011" not in identity.personal_data(namesake)


def test_what_no_result_needs_is_removed_once_and_told_by_the_log(
    child: Player, chief: User, chief_client: Client
) -> None:
    token = own.make_link(player=child, actor=chief)
    assert "Remove what results do not need" in page(chief_client, child)
    url = reverse("player-data-remove", args=[child.tournament.slug, child.pk])
    assert chief_client.post(url).status_code == 302
    child.refresh_from_db()
    assert (child.birth, child.name) == ("2011", "Child, C")
    assert not PushSubscription.objects.exists()
    assert Client().get(reverse("own-open", args=[token])).status_code == 410
    line = AuditEvent.objects.get(action="personal_removed")
    assert (line.subject, line.actor) == ("Child, C", chief)
    assert line.after == {"player": child.pk, "births": 1, "phones": 1, "links": 1}
    assert "Only what results need is kept." in page(chief_client, child)
    with pytest.raises(DomainError, match="Only what results need is kept"):
        remove_personal_data(player=child, actor=chief)


def test_of_a_team_the_days_of_all_members_go(event: Tournament, chief: User) -> None:
    team = event.players.get(number=2)
    for place, birth in enumerate(("2011/12/13", "1990", ""), 1):
        Member.objects.create(team=team, place=place, name=f"Member {place}", birth=birth)
    assert remove_personal_data(player=team, actor=chief) == identity.Removable(1, 0, 0)
    assert list(team.members.values_list("birth", flat=True)) == ["2011", "1990", ""]


@pytest.mark.any_database
def test_of_a_team_no_member_reads_when_the_others_were_born(chief: User, chief_client: Client) -> None:
    event = team_events.event_of(chief, 2, rounds=1)
    team = event.players.get(number=1)
    members = [{"name": f"Member {place}", "birth": f"2011/12/1{place}"} for place in range(1, 5)]
    change_team(team=team, changes={"members": members}, actor=chief)
    told = identity.personal_data(team)
    assert [member["name"] for member in json.loads(told)["member"]][:1] == ["Member 1"]
    assert "2011/12" not in told
    # With the salt, whoever has the link of the end finds each day by trying.
    assert team.salt
    assert team.salt not in told
    assert "tell each member their own" in page(chief_client, team)


def test_who_was_corrected_before_comes_back_from_a_backup(child: Player, chief: User) -> None:
    remove_personal_data(player=child, actor=chief)
    found = same_again(child.tournament, chief)
    assert found.players.get(number=1).birth == "2011"


def test_pairing_numbers_by_the_day_of_a_birth_stay(chief: User) -> None:
    event = builders.tournament(chief, players=0, among_equals="birth")
    births = ("2011/05/01", "2011/12/13")
    entries = [{"name": birth, "rating": 2000, "birth": birth} for birth in births]
    players.add_players(tournament=event, entries=entries, actor=chief)
    event.refresh_from_db()
    public = event.public_revision
    remove_personal_data(player=event.players.get(number=2), actor=chief)
    assert tuple(event.players.order_by("number").values_list("name", flat=True)) == births
    event.refresh_from_db()
    assert event.public_revision == public
    same_again(event, chief)


def test_who_was_struck_out_after_it_keeps_no_event_from_coming_back(event: Tournament, chief: User) -> None:
    player = event.players.get(number=1)
    players.change_player(player=player, changes={"birth": "2011/12/13"}, actor=chief)
    remove_personal_data(player=player, actor=chief)
    players.remove_player(player=player, actor=chief)
    same_again(event, chief)


def refused(player: Player, **values: Any) -> bool:
    try:
        with transaction.atomic():
            Player.objects.filter(pk=player.pk).update(**values)
            transaction.set_rollback(True)
    except DatabaseError:
        return True
    return False


def test_the_database_lets_the_day_go_by_that_act_alone(child: Player, chief: User) -> None:
    assert refused(child, birth="2011")
    other = child.tournament.players.get(number=2)
    for named, is_refused in ((other, True), (child, False)):
        with acting(child.tournament, chief) as act:
            act.record(AuditEvent.Action.PERSONAL_REMOVED, after={"player": named.pk})
        assert refused(child, birth="2011") is is_refused
    assert refused(child, birth="2012")
    assert refused(child, birth="")
    assert refused(child, birth="2011", name="Somebody, E")
    builders.entry_link(child.tournament)
    assert refused(child, birth="2011")


@pytest.mark.any_database
def test_everybody_reads_what_is_kept_and_how_long(client: Client) -> None:
    foot = client.get(reverse("login")).content.decode().partition("<footer")[2]
    assert f'href="{reverse("privacy")}"' in foot
    text = client.get(reverse("privacy")).content.decode()
    assert f"after {settings.SESSION_COOKIE_AGE // 3600} hours without activity" in text
    assert "for 60 days which link you opened" in text
    assert "push service" not in text
    assert "A removal does not reach it" in text
