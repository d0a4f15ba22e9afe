"""C.04.2 B.1 (2026: 2.1): which rating counts, where each comes from, and the check against the lists."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.rating_samples import load, person, text
from tournaments.errors import Conflict, DomainError
from tournaments.event.services import event
from tournaments.fide import services as fide
from tournaments.models import AuditEvent, Player, Rating, RatingList, Tournament
from tournaments.players.services import players
from tournaments.ratings import queries
from tournaments.ratings.services import ratings
from tournaments.templatetags.chess import rating_source

NOVEMBER, DECEMBER = date(2026, 11, 1), date(2026, 12, 1)


def enter(event: Tournament, actor: User, **entry: Any) -> Player:
    [player] = players.add_players(tournament=event, entries=[{"name": "Holm, Ada"} | entry], actor=actor)
    return player


def known(player: Player) -> dict[str, tuple[int, str, int | None, date | None]]:
    """Kind -> value, source, Ingo or BCF number, month."""
    return {
        rating.kind: (rating.value, rating.source, rating.converted_from, rating.month)
        for rating in player.ratings.all()
    }


def correct(player: Player, actor: User, **changes: Any) -> int | None:
    players.change_player(player=player, changes=changes, actor=actor)
    player.refresh_from_db()
    return player.rating


@pytest.fixture
def listed(db: None, tmp_path: Path) -> RatingList:
    """The November list: Ada has all three ratings, Bob none, Cleo is a grandmaster with a standard one."""
    return load(
        tmp_path,
        text(
            person(101, "Holm, Ada", SRtng=2100, RRtng=2050, BRtng=2000, Sex="F", **{"B-day": 1990}),
            person(102, "Berg, Bob", Fed="SWE"),
            person(103, "Dahl, Cleo", SRtng=2500, Tit="GM"),
        ),
        month=NOVEMBER,
    )


@pytest.fixture
def empty(chief: User) -> Tournament:
    return builders.tournament(chief, players=0)


def from_list(event: Tournament, actor: User, fide_id: str = "101") -> Player:
    person = queries.by_fide_id([fide_id])[fide_id]
    [player] = players.add_players(
        tournament=event, entries=[person.entry], actor=actor, source=Rating.Source.FIDE_LIST
    )
    return player


# Where ratings come from.


def test_a_player_of_the_list_has_its_data_and_all_its_ratings(
    listed: RatingList, empty: Tournament, chief: User
) -> None:
    player = from_list(empty, chief)
    data = (player.name, player.fide_id, player.federation, player.sex, player.birth, player.title)
    assert data == ("Holm, Ada", "101", "NOR", "w", "1990", "")
    assert player.rating == 2100
    assert known(player) == {
        "standard": (2100, "fide", None, NOVEMBER),
        "rapid": (2050, "fide", None, NOVEMBER),
        "blitz": (2000, "fide", None, NOVEMBER),
    }
    unrated = from_list(empty, chief, "102")
    assert (unrated.rating, known(unrated)) == (None, {})


@pytest.mark.parametrize(
    ("kind", "method", "rating"),
    [
        ("standard", "FIDE", 2100),
        ("rapid", "FIDE", 2050),
        ("blitz", "FIDE", 2000),
        ("standard", "NRO", 2300),
        ("standard", "FIDON", 2100),
        ("standard", "NIDOF", 2300),
        ("blitz", "HBFN", 2300),
        ("blitz", "LBFN", 2000),
        ("standard", "OTHER", None),
    ],
)
def test_b1_the_tournament_says_which_rating_counts(
    listed: RatingList, empty: Tournament, chief: User, kind: str, method: str, rating: int | None
) -> None:
    """Chosen either before anybody is entered, or before round 1 with players already entered."""
    before = from_list(empty, chief)
    correct(before, chief, national_rating=2300)
    event.change_regulations(
        tournament=empty, changes={"rating_kind": kind, "rating_method": method}, actor=chief
    )
    before.refresh_from_db()
    assert before.rating == rating
    empty.refresh_from_db()
    after = queries.by_fide_id(["101"])["101"].entry | {"fide_id": "999", "name": "Other, O"}
    [player] = players.add_players(tournament=empty, entries=[after | {"national_rating": 2300}], actor=chief)
    assert player.rating == rating


@pytest.mark.parametrize(
    ("entry", "rating"),
    [
        ({}, 2100),
        ({"rating": None, "national_rating": 1900}, 2100),
        ({"rating": 1950}, 1950),
        ({"rating": 1950, "rating_source": "estimate"}, 1950),
        ({"ingo": 105}, 2000),
        ({"fide_id": "999"}, None),
        ({"fide_id": ""}, None),
    ],
)
def test_b1_who_comes_with_a_fide_id_and_no_rating_has_the_lists(
    listed: RatingList, empty: Tournament, chief: User, entry: dict[str, Any], rating: int | None
) -> None:
    """Whether typed, pasted or uploaded; the rest of the entry stays as it was given."""
    player = enter(empty, chief, **({"name": "Holm, A.", "fide_id": "101"} | entry))
    assert (player.name, player.rating, player.sex) == ("Holm, A.", rating, "")
    assert ("rapid" in known(player)) == (rating == 2100)


def test_b1_effective_rapid_is_standard_where_there_is_no_rapid(listed: RatingList, chief: User) -> None:
    event = builders.tournament(chief, players=0, rating_kind="rapid")
    cleo = from_list(event, chief, "103")
    counting = queries.counting(event, cleo.ratings.all())
    assert counting is not None
    assert (cleo.rating, counting.kind) == (2500, "standard")


def test_numbers_follow_when_another_rating_counts(empty: Tournament, chief: User) -> None:
    for name, national in (("A, A", 2200), ("B, B", 2150)):
        entry = {"name": name, "national_rating": national}
        players.add_players(tournament=empty, entries=[entry], actor=chief)
    assert list(empty.players.values_list("name", "rating")) == [("A, A", None), ("B, B", None)]
    event.change_regulations(tournament=empty, changes={"rating_method": "NRO"}, actor=chief)
    assert list(empty.players.values_list("name", "rating")) == [("A, A", 2200), ("B, B", 2150)]


@pytest.mark.parametrize("source", ["hand", "upload", "fide"])
def test_a_rating_without_a_list_keeps_who_said_so(empty: Tournament, chief: User, source: str) -> None:
    entries = [{"name": "Holm, Ada", "rating": 1900}]
    [player] = players.add_players(tournament=empty, entries=entries, actor=chief, source=source)
    assert known(player) == {"own": (1900, source, None, None)}
    assert player.rating == 1900


def test_a1_1998_ingo_and_bcf_are_converted_and_marked(empty: Tournament, chief: User) -> None:
    ada = enter(empty, chief, rating=105, rating_source="ingo")
    bob = enter(empty, chief, name="Berg, Bob", rating=150, rating_source="bcf")
    assert (ada.rating, known(ada)) == (2000, {"own": (2000, "ingo", 105, None)})
    assert (bob.rating, known(bob)) == (1800, {"own": (1800, "bcf", 150, None)})
    assert all(player.ratings.get().is_estimated for player in (ada, bob))
    assert rating_source(ada.ratings.get()) == "converted from Ingo 105"


def test_a1_1998_what_comes_to_no_rating_enters_nobody(empty: Tournament, chief: User) -> None:
    with pytest.raises(DomainError, match="Ingo 400 comes to -360"):
        enter(empty, chief, rating=400, rating_source="ingo")
    assert not empty.players.exists()


@pytest.mark.parametrize(
    ("method", "entry", "rating", "kinds"),
    [
        ("FIDE", {"ingo": 105}, 2000, {"own"}),
        ("FIDON", {"ingo": 105}, 2000, {"national"}),
        ("FIDE", {"ingo": 105, "rating": 1900}, 1900, {"own", "national"}),
        ("HBFN", {"ingo": 105, "national_rating": 1950}, 1950, {"national"}),
        ("FIDE", {"bcf": 150}, 1800, {"own"}),
        ("NRO", {"bcf": 150, "national_rating": None}, 1800, {"national"}),
        ("FIDE", {"national_rating": 1950}, None, {"national"}),
    ],
)
def test_b1_a_column_of_another_scale_is_national_or_the_best_that_is_known(
    empty: Tournament, chief: User, method: str, entry: dict[str, Any], rating: int | None, kinds: set[str]
) -> None:
    event.change_regulations(tournament=empty, changes={"rating_method": method}, actor=chief)
    player = enter(empty, chief, **entry)
    assert (player.rating, set(known(player))) == (rating, kinds)


def test_an_imported_rating_says_where_it_is_from(chief: User) -> None:
    line = "001    1 m    Alpha, A                          2000                             0.0    1"
    data = f"012 Small\r\n042 2026/05/02\r\nXXR 3\r\n{line}\r\n".encode()
    event = fide.import_tournament(data=data, actor=chief)
    assert known(event.players.get()) == {"standard": (2000, "report", None, None)}


THREE = {"fide_rating": 2000, "national_rating": 2100, "rating": 1900}


@pytest.mark.parametrize(
    ("method", "fields", "rating"),
    [
        ("FIDE", ("fide_rating", "national_rating"), 2000),
        ("NRO", ("fide_rating", "national_rating"), 2100),
        ("FIDON", ("fide_rating", "national_rating"), 2000),
        ("FIDON", ("national_rating",), 2100),
        ("NIDOF", ("fide_rating", "national_rating"), 2100),
        ("NIDOF", ("fide_rating",), 2000),
        ("HBFN", ("fide_rating", "national_rating"), 2100),
        ("OTHER", ("fide_rating", "national_rating"), None),
        ("NRO", ("fide_rating",), None),
        ("FIDE", ("national_rating",), None),
        *[(method, tuple(THREE), 1900) for method in ("FIDE", "NRO", "HBFN", "OTHER")],
    ],
)
def test_q145_the_method_decides_between_what_was_handed_in(
    empty: Tournament, chief: User, method: str, fields: tuple[str, ...], rating: int | None
) -> None:
    event.change_regulations(tournament=empty, changes={"rating_method": method}, actor=chief)
    entry = {"name": "Holm, Ada"} | {name: THREE[name] for name in fields}
    [player] = players.add_players(tournament=empty, entries=[entry], actor=chief, source="upload")
    assert player.rating == rating
    kinds = {"fide_rating": "standard", "national_rating": "national", "rating": "own"}
    assert known(player) == {kinds[name]: (THREE[name], "upload", None, None) for name in fields}
    shown = queries.fields_of(player, player.ratings.all())
    assert {name for name in THREE if shown[name]} == set(fields)


def test_a_fide_rating_is_that_by_which_the_event_is_played(chief: User, listed: RatingList) -> None:
    event = builders.tournament(chief, players=0, rating_kind="rapid")
    player = enter(event, chief, fide_id="101", fide_rating=2075)
    assert known(player) == {"rapid": (2075, "hand", None, None)}
    # The lists complete only entries that have no ratings; the check reports the difference.
    assert [change.after.value for change in queries.check(event).changed if change.after] == [2050]
    cleo = from_list(event, chief, "103")
    assert queries.fields_of(cleo, cleo.ratings.all())["fide_rating"] == 2500
    assert correct(cleo, chief, fide_rating=2400) == 2400
    assert known(cleo) == {
        "standard": (2500, "fide", None, NOVEMBER),
        "rapid": (2400, "hand", None, None),
    }
    assert correct(cleo, chief, fide_rating=None) == 2500
    assert correct(cleo, chief, fide_rating=None) is None
    assert known(cleo) == {}


def test_who_has_a_national_rating_alone_gets_fides_from_the_list(
    listed: RatingList, empty: Tournament, chief: User
) -> None:
    player = enter(empty, chief, fide_id="101", national_rating=2300)
    assert (player.rating, set(known(player))) == (2100, {"standard", "rapid", "blitz", "national"})


# Corrections.


def test_b1_the_arbiters_own_rating_goes_before_the_list(
    listed: RatingList, empty: Tournament, chief: User
) -> None:
    player = from_list(empty, chief)
    assert correct(player, chief, rating=2200, rating_source="estimate") == 2200
    assert known(player)["own"] == (2200, "estimate", None, None)
    # Another estimate is still an estimate; without one, the list counts again.
    assert correct(player, chief, rating=2150) == 2150
    assert known(player)["own"] == (2150, "estimate", None, None)
    assert correct(player, chief, rating=None) == 2100
    assert "own" not in known(player)


def test_a_corrected_rating_is_by_hand(empty: Tournament, chief: User) -> None:
    entries = [{"name": "Holm, Ada", "rating": 1900}]
    [player] = players.add_players(tournament=empty, entries=entries, actor=chief, source="upload")
    assert correct(player, chief, rating=1950) == 1950
    assert known(player) == {"own": (1950, "hand", None, None)}
    assert correct(player, chief, rating=None) is None
    assert known(player) == {}


def test_a_rating_can_be_called_an_estimate_afterwards(empty: Tournament, chief: User) -> None:
    player = enter(empty, chief, rating=1900)
    assert correct(player, chief, rating_source="estimate") == 1900
    assert known(player) == {"own": (1900, "estimate", None, None)}


def test_another_ingo_number_is_converted_too(empty: Tournament, chief: User) -> None:
    player = enter(empty, chief, rating=105, rating_source="ingo")
    assert correct(player, chief, rating=100) == 2040
    assert known(player) == {"own": (2040, "ingo", 100, None)}
    assert queries.fields_of(player, player.ratings.all())["rating"] == 100


def test_what_a_form_shows_again_is_no_act(empty: Tournament, chief: User) -> None:
    player = enter(empty, chief, rating=105, rating_source="ingo", national_rating=1800)
    shown = queries.fields_of(player, player.ratings.all())
    assert shown == {
        "rating": 105,
        "rating_source": "ingo",
        "fide_rating": None,
        "national_rating": 1800,
    }
    count = AuditEvent.objects.count()
    correct(player, chief, **shown)
    assert AuditEvent.objects.count() == count


@pytest.mark.parametrize("changes", [{"national_rating": 4000}, {"rating": 4000}])
def test_a_rating_that_is_none_is_refused(empty: Tournament, chief: User, changes: dict[str, int]) -> None:
    player = enter(empty, chief, rating=1900)
    with pytest.raises(ValidationError):
        correct(player, chief, **changes)
    assert known(player) == {"own": (1900, "hand", None, None)}


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "other"},
        {"source": "rumour"},
        {"value": 0},
        {"value": 4000},
        {"source": "ingo"},
        {"converted_from": 105},
    ],
)
def test_the_database_takes_no_nonsense(empty: Tournament, chief: User, fields: dict[str, Any]) -> None:
    player = enter(empty, chief)
    row = {"player": player, "kind": "own", "value": 1900, "source": "hand"} | fields
    with pytest.raises(IntegrityError), transaction.atomic():
        Rating.objects.create(**row)


def test_a_player_has_one_rating_of_a_kind(empty: Tournament, chief: User) -> None:
    player = enter(empty, chief, rating=1900)
    with pytest.raises(IntegrityError), transaction.atomic():
        Rating.objects.create(player=player, kind="own", value=1800, source="hand")


# Identifying players.


def test_who_of_the_list_is_entered_is_known_by_id_or_by_name_and_year(
    listed: RatingList, empty: Tournament, chief: User
) -> None:
    by_id = enter(empty, chief, name="Holm, A.", fide_id="101")
    by_name = enter(empty, chief, name="Berg, Bob")
    enter(empty, chief, name="Dahl, Cleo", fide_id="555")
    people = list(queries.by_fide_id(["101", "102", "103"]).values())
    assert queries.entered(empty, people) == {"101": by_id, "102": by_name}
    assert queries.entered(empty, people, besides=by_name) == {"101": by_id}


def test_an_entry_becomes_somebody_of_the_list(listed: RatingList, empty: Tournament, chief: User) -> None:
    player = enter(empty, chief, name="Holm, A", rating=1900, birth="1990/05/31", club="SC Test")
    players.identify_player(player=player, fide_id="101", actor=chief)
    player.refresh_from_db()
    assert (player.name, player.fide_id, player.federation, player.sex) == ("Holm, Ada", "101", "NOR", "w")
    # Data that the list lacks, or has less exactly, stay.
    assert (player.birth, player.club) == ("1990/05/31", "SC Test")
    assert (player.rating, set(known(player))) == (2100, {"standard", "rapid", "blitz"})


@pytest.mark.parametrize("fide_id", ["999", "", "103"])
def test_nobody_becomes_who_is_on_no_list_or_entered(
    listed: RatingList, empty: Tournament, chief: User, fide_id: str
) -> None:
    from_list(empty, chief, "103")
    player = enter(empty, chief)
    with pytest.raises(DomainError):
        players.identify_player(player=player, fide_id=fide_id, actor=chief)
    player.refresh_from_db()
    assert player.fide_id == ""


# The check.


@pytest.fixture
def entered(listed: RatingList, empty: Tournament, chief: User) -> Tournament:
    """Ada from the list, Cleo with an older rating and without title, Bob by estimate, and two others."""
    from_list(empty, chief)
    enter(empty, chief, name="Dahl, Cleo", fide_id="103", rating=2450)
    enter(empty, chief, name="Berg, Bob", fide_id="102", rating=1700, rating_source="estimate")
    enter(empty, chief, name="Unlisted, U", fide_id="555", rating=1600)
    enter(empty, chief, name="Nobody, N", rating=1500)
    return empty


def changes(event: Tournament) -> dict[str, tuple[int | None, int | None, str]]:
    return {
        change.player.name: (
            change.before and change.before.value,
            change.after and change.after.value,
            change.title,
        )
        for change in queries.check(event).changed
    }


def follow(event: Tournament, actor: User, *names: str) -> list[str]:
    chosen = event.players.filter(name__in=names).values_list("pk", flat=True)
    lists = [row.pk for row in queries.in_use()]
    followed = ratings.follow_lists(tournament=event, players=list(chosen), lists=lists, actor=actor)
    return [player.name for player in followed]


def test_b1_the_check_names_whose_rating_or_title_is_another(entered: Tournament) -> None:
    check = queries.check(entered)
    assert changes(entered) == {"Dahl, Cleo": (2450, 2500, "GM")}
    # An estimate agrees with the list where the list has no rating.
    assert check.agreeing == 2
    assert [player.name for player in check.not_listed] == ["Unlisted, U"]
    assert [player.name for player in check.without_id] == ["Nobody, N"]
    assert check.unrated == []


def test_b1_the_check_names_whose_strength_is_still_to_be_estimated(
    client: Client, empty: Tournament, chief: User
) -> None:
    """Even without any list."""
    unrated = enter(empty, chief)
    enter(empty, chief, name="Rated, R", rating=1500)
    assert queries.check(empty).unrated == [unrated]
    client.force_login(chief)
    page = client.get(reverse("ratings-check", args=[empty.slug])).content.decode()
    assert f'<a href="{reverse("player-edit", args=[empty.slug, unrated.pk])}">Holm, Ada</a>' in page
    correct(unrated, chief, rating=1700, rating_source="estimate")
    assert queries.check(empty).unrated == []


def test_b1_an_estimate_is_marked_wherever_the_rating_stands(
    client: Client, empty: Tournament, chief: User
) -> None:
    enter(empty, chief, rating=1700, rating_source="estimate")
    enter(empty, chief, name="Rated, R", rating=1500)
    mark = '1700 <abbr title="arbiter’s estimate">est.</abbr>'
    client.force_login(chief)
    for route in ("players", "desk-players"):
        page = client.get(reverse(route, args=[empty.slug])).content.decode()
        assert (mark in page, page.count("est.</abbr>")) == (True, 1)


def test_b1_the_chosen_follow_the_list_and_nobody_else(
    entered: Tournament, chief: User, tmp_path: Path
) -> None:
    load(
        tmp_path,
        text(
            person(101, "Holm, Ada", SRtng=2111),
            person(102, "Berg, Bob", SRtng=1750),
            person(103, "Dahl, Cleo", SRtng=2500, Tit="GM"),
        ),
        month=DECEMBER,
    )
    assert changes(entered) == {
        "Holm, Ada": (2100, 2111, ""),
        "Berg, Bob": (1700, 1750, ""),
        "Dahl, Cleo": (2450, 2500, "GM"),
    }
    assert follow(entered, chief, "Dahl, Cleo", "Berg, Bob", "Nobody, N") == ["Dahl, Cleo", "Berg, Bob"]
    assert changes(entered) == {"Holm, Ada": (2100, 2111, "")}
    rows = {player.name: player for player in entered.players.all()}
    assert (rows["Dahl, Cleo"].title, rows["Dahl, Cleo"].rating) == ("GM", 2500)
    assert known(rows["Dahl, Cleo"]) == {"standard": (2500, "fide", None, DECEMBER)}
    assert known(rows["Berg, Bob"]) == {"standard": (1750, "fide", None, DECEMBER)}
    assert rows["Holm, Ada"].rating == 2100
    # The numbers follow.
    assert [rows[name].number for name in ("Dahl, Cleo", "Holm, Ada", "Berg, Bob")] == [1, 2, 3]
    act = AuditEvent.objects.filter(action="ratings_updated").get()
    assert act.before == {"ratings": ["Dahl, Cleo 2450", "Berg, Bob 1700"]}
    assert act.after == {"ratings": ["GM Dahl, Cleo 2500", "Berg, Bob 1750"]}


def test_who_has_no_rating_on_the_list_any_more_is_unrated(
    entered: Tournament, chief: User, tmp_path: Path
) -> None:
    load(tmp_path, text(person(101, "Holm, Ada")), month=DECEMBER)
    assert changes(entered)["Holm, Ada"] == (2100, None, "")
    follow(entered, chief, "Holm, Ada")
    ada = entered.players.get(fide_id="101")
    assert (ada.rating, known(ada)) == (None, {})


def test_the_same_rating_can_be_given_its_source(listed: RatingList, empty: Tournament, chief: User) -> None:
    player = enter(empty, chief, fide_id="101", rating=2100)
    check = queries.check(empty)
    assert (check.changed, [change.player for change in check.confirmed]) == ([], [player])
    assert follow(empty, chief, "Holm, Ada") == ["Holm, Ada"]
    assert known(player)["standard"] == (2100, "fide", None, NOVEMBER)
    assert queries.check(empty).agreeing == 1
    assert follow(empty, chief, "Holm, Ada") == []


@pytest.mark.parametrize(("method", "rating"), [("NRO", 1900), ("OTHER", 1900), ("FIDE", 2100)])
def test_a_rating_that_does_not_count_here_replaces_none(
    listed: RatingList, chief: User, method: str, rating: int
) -> None:
    event = builders.tournament(chief, players=0, rating_method=method)
    enter(event, chief, fide_id="101", rating=1900)
    assert bool(changes(event)) == (rating != 1900)
    follow(event, chief, "Holm, Ada")
    assert event.players.get().rating == rating


def test_another_list_that_came_meanwhile_is_told(entered: Tournament, chief: User, tmp_path: Path) -> None:
    seen = [row.pk for row in queries.in_use()]
    load(tmp_path, text(person(103, "Dahl, Cleo", SRtng=2400)), month=DECEMBER)
    cleo = entered.players.get(fide_id="103")
    with pytest.raises(Conflict, match="Another rating list has come into use"):
        ratings.follow_lists(tournament=entered, players=[cleo.pk], lists=seen, actor=chief)
    cleo.refresh_from_db()
    assert cleo.rating == 2450


def test_b1_a_rating_of_another_list_can_be_let_count(chief: User, listed: RatingList) -> None:
    """A player's ratings are shown in the event's sequence, and another one can be let count."""
    event = builders.tournament(chief, players=0, rating_kind="blitz")
    player = enter(event, chief, listed=queries.by_fide_id(["101"])["101"])
    assert [rating.kind for rating in queries.in_sequence(event, player.ratings.all())] == [
        "blitz",
        "standard",
        "rapid",
    ]
    assert player.rating == 2000
    ratings.let_count(player=player, kind="rapid", actor=chief)
    player.refresh_from_db()
    assert (player.rating, known(player)["own"]) == (2050, (2050, "fide", None, NOVEMBER))
    ratings.let_count(player=player, kind="standard", actor=chief)
    player.refresh_from_db()
    assert (player.rating, player.ratings.filter(kind="own").count()) == (2100, 1)
    assert correct(player, chief, rating=None) == 2000
    for kind in ("own", "national", "nonsense"):
        with pytest.raises(DomainError, match="No such rating is known"):
            ratings.let_count(player=player, kind=kind, actor=chief)


def test_the_players_page_lets_it_count(chief_client: Client, chief: User, tmp_path: Path) -> None:
    load(tmp_path, text(person(104, "Ekman, Dan", RRtng=1900, BRtng=1800)), month=NOVEMBER)
    event = builders.tournament(chief, players=0)
    player = enter(event, chief, listed=queries.by_fide_id(["104"])["104"])
    assert player.rating is None
    url = reverse("player-edit", args=[event.slug, player.pk])
    page = chief_client.get(url).content.decode()
    assert page.index("Let 1900 count") < page.index("Let 1800 count")
    answer = chief_client.post(
        reverse("player-rating", args=[event.slug, player.pk]), {"kind": "rapid"}, follow=True
    )
    assert "is 1900 now" in answer.content.decode()
    player.refresh_from_db()
    assert player.rating == 1900


TODAY, NEXT_MONTH = "2026-11-21 12:00:00Z", "2026-12-03 12:00:00Z"


@pytest.mark.parametrize(
    ("today", "first", "last", "month"),
    [
        (TODAY, None, None, None),
        (NEXT_MONTH, None, None, date(2026, 12, 1)),
        (TODAY, date(2026, 11, 20), date(2026, 11, 28), None),
        (NEXT_MONTH, date(2026, 11, 20), date(2026, 11, 28), None),
        (TODAY, date(2026, 10, 30), date(2026, 11, 8), date(2026, 10, 1)),
        (TODAY, date(2026, 10, 30), None, date(2026, 10, 1)),
        (TODAY, date(2026, 12, 5), date(2026, 12, 6), date(2026, 12, 1)),
        # Longer than thirty days: the present list counts.
        (TODAY, date(2026, 9, 1), date(2026, 12, 20), None),
        (NEXT_MONTH, date(2026, 9, 1), date(2026, 12, 20), date(2026, 12, 1)),
    ],
)
def test_the_list_of_the_first_day_counts(
    listed: RatingList, chief: User, today: str, first: date | None, last: date | None, month: date | None
) -> None:
    event = builders.tournament(chief, start_date=first, end_date=last)
    with time_machine.travel(today, tick=False):
        check = queries.check(event)
    assert check.other_month == month
    assert check.by_first_day is (first is not None and first.month != 9)


def test_without_a_list_nothing_is_checked(event: Tournament) -> None:
    check = queries.check(event)
    assert (check.lists, check.changed, check.not_listed, len(check.without_id)) == ([], [], [], 8)
