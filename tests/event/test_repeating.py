"""A new event made like an existing one: next year's, or the next group of a festival."""

from __future__ import annotations

from datetime import date, time
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db.models import Model
from django.test import Client, override_settings
from django.urls import reverse

from tests import builders
from tests.team_events import event_of
from tests.tournaments.regulation_samples import UNUSUAL, regulations
from tournaments import models
from tournaments.backup import queries as backup
from tournaments.errors import DomainError
from tournaments.event.services import course
from tournaments.event.services import event as event_services
from tournaments.event.services.event import change_regulations, create_tournament
from tournaments.models import AuditEvent, Membership, Tournament
from tournaments.own import services as own
from tournaments.players.services.byes import set_absence_rules
from tournaments.players.services.players import expel_player
from tournaments.prizes import services as prizes

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

FIRST, LAST = date(2026, 4, 3), date(2026, 4, 6)
NEXT_FIRST, NEXT_LAST = date(2027, 3, 26), date(2027, 3, 29)


@pytest.fixture
def easter(event: Tournament, chief: User) -> Tournament:
    """An open with a city, a prize for juniors, an arbiter, times, byes by phone, and one round played."""
    regulations = {"city": "Oban", "start_date": FIRST, "end_date": LAST, "tie_breaks": "BH,SB"}
    change_regulations(tournament=event, changes=regulations, actor=chief)
    juniors = prizes.add_category(tournament=event, actor=chief, name="U18", under_age=18)
    prizes.set_prize_fund(tournament=event, changes={"currency": "GBP"}, actor=chief)
    prizes.add_prizes(tournament=event, actor=chief, amounts=[50000, 30000])
    prizes.add_prizes(tournament=event, actor=chief, amounts=[10000], category=juniors)
    arbiter = {"name": "Grant, Iain", "title": "IA", "fide_id": "2400001"}
    event_services.name_arbiters(tournament=event, chief=arbiter, actor=chief)
    course.set_schedule(
        tournament=event, changes={1: {"day": FIRST, "time": time(18)}, 2: {"day": LAST}}, actor=chief
    )
    own.set_rules(tournament=event, changes={"byes": True, "minutes": 60}, actor=chief)
    builders.play(event, 1, chief)
    event.refresh_from_db()
    return event


def again(source: Tournament, actor: User, **other: Any) -> Tournament:
    told = {"name": "Easter 2027", "start_date": NEXT_FIRST, "end_date": NEXT_LAST, "with_players": False}
    return course.repeat_event(source=source, actor=actor, **(told | other))


def test_every_regulation_is_taken_over(chief: User) -> None:
    """Whoever adds a field to an event decides: the next event takes it over, or has its own."""
    announced = {name for unusual in UNUSUAL for name in unusual} - {"edition", "acceleration"}
    assert announced == regulations() - course.OF_ITS_OWN
    usual = {name: Tournament._meta.get_field(name).get_default() for name in announced}  # type: ignore[union-attr]  # no relation
    for number, unusual in enumerate(UNUSUAL):
        assert not {name for name in unusual if unusual[name] == usual.get(name)}
        source = create_tournament(actor=chief, name=f"Event {number}", **unusual)
        event = again(source, chief, name=f"Next {number}")
        assert {name: getattr(event, name) for name in unusual} == unusual


def entered(row: Model) -> dict[str, Any]:
    """The fields of a row without its keys, which are those of its event."""
    fields = [field for field in row._meta.concrete_fields if not (field.primary_key or field.is_relation)]
    return {field.name: getattr(row, field.name) for field in fields}


def all_unusual(row: Model) -> bool:
    """Whether the row has the default in none of its fields, so that a copy cannot have them by chance."""
    fields = row._meta
    return not [
        name
        for name, value in entered(row).items()
        if fields.get_field(name).get_default() == value  # type: ignore[union-attr]  # no relation
    ]


def test_all_rules_beside_the_regulations_are_taken_over(chief: User) -> None:
    """Categories, prizes, arbiters, rules of byes and of own links: every field of these."""
    source = builders.tournament(chief)
    women = {"name": "W", "sex": "w", "under_age": 60, "from_age": 50, "under_rating": 2400}
    members = {"from_rating": 1200, "club": "Oban", "federation": "SCO"}
    some = prizes.add_category(tournament=source, actor=chief, **women, **members)
    prizes.add_category(tournament=source, actor=chief, name="New", unrated=True)
    fund = {"currency": "GBP", "step": 100, "one_each": False}
    prizes.set_prize_fund(tournament=source, changes=fund, actor=chief)
    unusual = {"sharing": "hort", "needed": 3, "unawarded": "rolls-over", "besides": True, "team_of": 4}
    first = prizes.add_prizes(
        tournament=source, actor=chief, amounts=[500], name="Cup", category=some, team_by="club", **unusual
    )
    arbiter = {"name": "Grant, Iain", "title": "IA", "fide_id": "2400001"}
    event_services.name_arbiters(tournament=source, chief=arbiter, deputies=[arbiter], actor=chief)
    set_absence_rules(
        tournament=source, half_point_byes=2, last_rounds=1, missed_rounds=1, without=set(), actor=chief
    )
    own.set_rules(tournament=source, changes={"byes": True, "minutes": 60, "results": True}, actor=chief)
    rows = [source.prize_fund, first, source.named_arbiters.all()[0], source.absence_rules]
    assert all(map(all_unusual, rows))
    assert {*entered(some)} == {*women, *members, "unrated"}

    event = again(source, chief)
    for related in ("categories", "named_arbiters"):
        assert [*map(entered, getattr(event, related).all())] == [
            *map(entered, getattr(source, related).all())
        ]
    assert {one.tournament for one in event.categories.all()} == {event}
    copied = event.prize_fund
    assert [*map(entered, copied.lists.all())] == [entered(first)]
    assert copied.lists.get().category == event.categories.get(name="W")
    for of_next, of_source in (
        (copied, source.prize_fund),
        (event.absence_rules, source.absence_rules),
        (event.own_link_rules, source.own_link_rules),
    ):
        assert entered(of_next) == entered(of_source)


def test_what_captains_may_do_is_taken_over(chief: User) -> None:
    source = event_of(chief)
    rules = {"line_ups": True, "line_up_minutes": 15}
    own.set_rules(tournament=source, changes=rules, actor=chief)
    event = again(source, chief)
    assert entered(event.own_link_rules) == entered(source.own_link_rules)
    assert {*entered(event.own_link_rules)} == {"byes", "minutes", "results", *rules}


def test_every_table_of_an_event_is_taken_over_or_has_happened() -> None:
    """Whoever adds a table to an event decides whether the next event takes its rows over."""
    taken = {
        *(models.Tournament, models.AbsenceRules, models.Arbiter, models.Category, models.OwnLinkRules),
        *(models.Player, models.PrizeFund, models.PrizeList, models.Rating, models.Round),
        models.TwoPeople,
    }
    happened = {
        *(models.Absence, models.Announcement, models.AuditEvent, models.ByeRequest, models.Comparison),
        *(models.Correction, models.Decision, models.EarlierRating, models.Game, models.GivenValue),
        *(models.IntegrityEvent, models.LineUp, models.OtherRecords, models.Publication, models.Seat),
        *(models.ResultReport, models.Helper),
    }
    # Teams are not copied, nor are players kept apart: they are this year's.
    of_its_players = {models.Member, models.Prohibition, models.Prohibition_players}
    of_its_people = {models.EntryLink, models.Invitation}
    # No backup has these either: they are set up anew on each machine.
    of_each_machine = {
        *(models.Membership, models.Part, models.PlayerLink, models.PushSubscription, models.Screen),
        *(models.Webhook, models.Delivery),
    }
    assert {*backup.models()} == taken | happened | of_its_players | of_its_people
    assert {*backup.all_models()} - {*backup.models()} == of_each_machine


def test_the_days_of_the_rounds_are_as_far_apart(easter: Tournament, chief: User) -> None:
    event = again(easter, chief)
    assert (event.name, event.slug, event.start_date) == ("Easter 2027", "easter-2027", NEXT_FIRST)
    starts = [(one.day, one.time) for one in event.rounds.order_by("number")[:3]]
    assert starts == [(NEXT_FIRST, time(18)), (NEXT_LAST, None), (None, None)]


def test_nothing_that_happened_is(easter: Tournament, chief: User) -> None:
    builders.deputy(easter, "deputy")
    event = again(easter, chief, with_players=True)
    assert set(event.rounds.values_list("state", flat=True)) == {"planned"}
    assert (event.initial_colour, event.lot_seed, event.finished_at) == ("", "", None)
    assert [(one.user, one.role) for one in event.memberships.all()] == [(chief, Membership.Role.OWNER)]
    assert not AuditEvent.objects.filter(tournament=event, action=AuditEvent.Action.ROUND_PUBLISHED).exists()


def test_players_come_along_if_wanted_but_for_the_expelled(easter: Tournament, chief: User) -> None:
    assert not again(easter, chief, name="Without").players.exists()
    expel_player(player=easter.players.get(number=8), actor=chief, reason="Phone")
    prizes.take_out_of_prizes(player=easter.players.get(number=1), actor=chief, reason="A guest")
    event = again(easter, chief, with_players=True)
    kept = ("number", "name", "title", "rating", "federation", "fide_id", "club", "birth", "sex")
    known = list(easter.players.exclude(number=8).order_by("number").values_list(*kept))
    assert list(event.players.order_by("number").values_list(*kept)) == known
    assert not event.players.filter(without_prizes=True).exists()
    assert not {*event.players.values_list("key", flat=True)} & {
        *easter.players.values_list("key", flat=True)
    }


def test_the_rules_in_force_by_then_pair_it(chief: User) -> None:
    old = builders.tournament(chief, name="Old", edition="dutch-2016", end_date=date(2025, 12, 31))
    assert again(old, chief).edition == "dutch-2026"
    table = builders.tournament(chief, name="Table", edition="double-round-robin")
    assert again(table, chief, name="Table 2027").edition == "double-round-robin"


def test_teams_stay_where_they_are(chief: User, client: Client) -> None:
    source = event_of(chief)
    assert not again(source, chief, with_players=True).players.exists()
    client.force_login(chief)
    page = client.get(reverse("event-again", args=[source.slug])).content.decode()
    assert "With the same players" not in page


def test_nothing_stays_of_what_is_refused(
    easter: Tournament, chief: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ValidationError):
        again(easter, chief, name="")

    def refuse(**_facts: object) -> None:
        raise DomainError("players", "Nobody comes.")

    monkeypatch.setattr(course, "add_players", refuse)
    with pytest.raises(DomainError):
        again(easter, chief, with_players=True)
    assert Tournament.objects.count() == 1


def test_the_page_makes_it_once(easter: Tournament, chief_client: Client) -> None:
    address = reverse("event-again", args=[easter.slug])
    page = chief_client.get(address)
    assert easter.name in page.content.decode()
    assert address in chief_client.get(reverse("settings", args=[easter.slug])).content.decode()
    nonce = page.context["form"]["nonce"].value()
    form = {"name": "Easter 2027", "start_date": "2027-03-26", "end_date": "2027-03-29", "nonce": nonce}
    for _twice in range(2):
        answer = chief_client.post(address, form | {"with_players": "on"})
        assert answer.headers["Location"] == reverse("settings", args=["easter-2027"])
    event = Tournament.objects.get(slug="easter-2027")
    assert (Tournament.objects.count(), event.players.count()) == (2, 8)


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ({"name": ""}, "This field is required."),
        ({"end_date": "2027-03-01"}, "The last day is before the first."),
        ({"start_date": "tomorrow"}, "Enter a valid date."),
    ],
)
def test_what_makes_no_sense_is_told(
    easter: Tournament, chief_client: Client, wrong: dict[str, str], complaint: str
) -> None:
    form = {"name": "Easter 2027", "start_date": "2027-03-26", "end_date": "2027-03-29"}
    answer = chief_client.post(reverse("event-again", args=[easter.slug]), form | wrong)
    assert answer.status_code == 422
    assert complaint in answer.content.decode()
    assert Tournament.objects.count() == 1


@override_settings(NEW_EVENTS="administrators")
def test_it_takes_who_may_create_events(easter: Tournament, chief_client: Client) -> None:
    assert chief_client.get(reverse("event-again", args=[easter.slug])).status_code == 403
    page = chief_client.get(reverse("settings", args=[easter.slug])).content.decode()
    assert "Another event like this one" not in page
