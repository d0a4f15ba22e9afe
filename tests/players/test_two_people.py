"""Two people of one name: an arbiter says so once, and nothing takes them for one person again."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from tests import builders
from tournaments.backup import queries as backup
from tournaments.backup.services import backups
from tournaments.errors import DomainError
from tournaments.event.services.course import repeat_event
from tournaments.models import Player, Tournament, TwoPeople
from tournaments.players.queries import identity
from tournaments.players.services import players

JOHN = {
    "name": "Smith, John",
    "rating": 1800,
    "federation": "ENG",
    "fide_id": "2400001",
    "birth": "1980/05/06",
}


@pytest.fixture
def open_(chief: User) -> Tournament:
    """An event with one John Smith."""
    event = builders.tournament(chief, players=0, name="Namesake Open")
    players.add_players(tournament=event, entries=[JOHN], actor=chief)
    return event


def named(event: Tournament) -> list[str]:
    return [" – ".join(sorted(map(str, pair))) for pair in identity.doubles(event)]


def test_another_person_of_the_same_name_is_entered_and_stays_another(open_: Tournament, chief: User) -> None:
    with pytest.raises(DomainError, match="tell two players with the same name apart"):
        players.add_players(tournament=open_, entries=[{"name": "Smith, John"}], actor=chief)
    [second, third] = players.add_players(
        tournament=open_,
        entries=[{"name": "Smith, John", "another": True}, {"name": "SMITH John", "another": True}],
        actor=chief,
    )
    assert TwoPeople.objects.count() == 3
    assert named(open_) == []
    # Neither is refused a correction because of the other.
    players.change_player(player=second, changes={"club": "Leith"}, actor=chief)
    players.change_player(player=third, changes={"name": "Smith, John"}, actor=chief)
    assert open_.players.filter(name="Smith, John").count() == 3


def test_one_fide_id_and_one_day_of_birth_are_one_person_whatever_anybody_says(
    open_: Tournament, chief: User
) -> None:
    for entry, message in (
        ({"name": "Jones, Al", "fide_id": "2400001"}, "FIDE ID 2400001 is entered already: Smith, John."),
        (
            {"name": "Smith, John", "birth": "1980/05/06"},
            "Smith, John, born 1980/05/06, is entered already.",
        ),
    ):
        with pytest.raises(DomainError) as refusal:
            players.add_players(tournament=open_, entries=[entry | {"another": True}], actor=chief)
        assert refusal.value.message == message


def test_doubles_are_named_until_somebody_decides_or_one_has_withdrawn(
    open_: Tournament, chief: User
) -> None:
    entries = [
        {"name": "John Smith", "birth": "1980"},
        {"name": "Smith, Jane"},
        {"name": "Smith, John", "birth": "2011"},
    ]
    players.add_players(tournament=open_, entries=entries, actor=chief)
    assert named(open_) == ["John Smith – Smith, John"]
    double = open_.players.get(name="John Smith")
    assert [other.birth for other in identity.undecided(double)] == ["1980/05/06"]
    Player.objects.filter(pk=double.pk).update(withdrawn_from=1)
    assert named(open_) == []


def test_they_stay_two_people_in_a_backup_and_in_the_next_event(open_: Tournament, chief: User) -> None:
    players.add_players(tournament=open_, entries=[{"name": "Smith, John", "another": True}], actor=chief)
    text = backup.backup(open_)
    copy = backups.restore_event(data=text.encode(), actor=chief)
    assert [len(pair) for pair in identity.told_apart(copy)] == [2]
    assert identity.doubles(copy) == []
    year = repeat_event(
        source=open_, name="Next", start_date=None, end_date=None, with_players=True, actor=chief
    )
    assert year.players.count() == 2
    assert identity.doubles(year) == []
    players.remove_player(player=open_.players.all()[0], actor=chief)
    assert not identity.told_apart(open_)
