"""C.04.2 B.1 (2026: 2.1): FIDE's rating and the rating that counts, in the event, its files and an import."""

from __future__ import annotations

import csv
import io
import random
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from pairing import trf
from pairing.checker import check_ranks
from tests import builders
from tests.chance import all_of_it
from tournaments import rulebook
from tournaments.event.queries import event
from tournaments.fide import queries as fide
from tournaments.fide import services as fide_services
from tournaments.fide.queries import supplied_to
from tournaments.formats import lists
from tournaments.models import Category, Member, Player, Rating, Tournament
from tournaments.players.services import byes, players
from tournaments.prizes import queries as prizes
from tournaments.ratings.services import ratings
from tournaments.teams import queries as teams
from tournaments.teams.services import change_team, enter_teams

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

NATIONAL_FIRST = Path(__file__).parent.parent / "data" / "reports" / "national-rating-first.trf"
FORMATS = list(rulebook.Format)

# A rating that counts, and FIDE's, by pairing number.
Both = dict[int | None, tuple[int | None, int | None]]


def imported(actor: User, data: str | bytes, **choices: Any) -> Tournament:
    data = data.encode() if isinstance(data, str) else data
    return builders.confirmed(fide_services.import_tournament, data=data, actor=actor, **choices)


def whole(event: Tournament, form: rulebook.Format = rulebook.Format.TRF26) -> str:
    return rulebook.report(event, fide.remarks(event), form=form)


def lines(text: str, *starts: str) -> list[str]:
    return [line for line in text.split("\r\n") if line.startswith(starts)]


def both(event: Tournament) -> Both:
    """Each player's rating that counts, and FIDE's."""
    found = {}
    for row in event.players.prefetch_related("ratings"):
        fide = rulebook.fide_rating(event, row.ratings.all())
        found[row.number] = (row.rating, fide.value if fide else None)
    return found


def kinds(event: Tournament) -> set[str]:
    """The lists that the ratings are from."""
    return {*Rating.objects.filter(player__tournament=event).values_list("kind", flat=True)}


def known(player: Player) -> dict[str, tuple[int, str]]:
    return {rating.kind: (rating.value, rating.source) for rating in player.ratings.all()}


def enter(event: Tournament, actor: User, *entries: Mapping[str, Any]) -> None:
    named = [{"name": f"Player, {chr(65 + place)}"} | dict(entry) for place, entry in enumerate(entries)]
    players.add_players(tournament=event, entries=named, actor=actor)


# Import.


def test_what_record_172_lets_count_is_imported(chief: User) -> None:
    event = imported(chief, NATIONAL_FIRST.read_bytes())
    adler = event.players.get(number=1)
    assert (event.rating_method, adler.rating) == ("NIDOF", 2200)
    assert known(adler) == {"standard": (2600, "report"), "national": (2200, "report")}
    assert both(event)[1] == (2200, 2600)
    event.tie_breaks = "RTNG,ARO"
    values = {line.number: line.values for line in rulebook.table(event)}
    assert (values[1]["RTNG"], values[2]["ARO"], values[3]["ARO"]) == (2200, 2125, 2125)


@pytest.mark.parametrize("form", FORMATS)
def test_and_is_written_again_as_it_was(chief: User, form: rulebook.Format) -> None:
    text = whole(imported(chief, NATIONAL_FIRST.read_bytes()), form)
    assert [line[48:52] for line in lines(text, "001")] == ["2600", "2150", "2100", "2050"]
    national = [line for line in NATIONAL_FIRST.read_text().splitlines() if line.startswith("FRA ")]
    assert lines(text, "072", "172", "FRA ") == ["072 4", "172 FRA NIDOF", *national]
    remark = {rulebook.Format.TRF26: [], rulebook.Format.TRF16: ["### Counting rating: 1: 2200"]}
    assert lines(text, "### Counting") == remark[form]
    again = imported(chief, text)
    assert (again.rating_method, both(again)) == ("NIDOF", both(imported(chief, NATIONAL_FIRST.read_bytes())))


def test_a_national_record_follows_its_player(chief: User) -> None:
    """It keeps what events have no place for, but not a number and a rating that have changed since."""
    event = imported(chief, NATIONAL_FIRST.read_text().replace("001    1 m  g Adler", "001    1 m  m Adler"))
    adler = event.players.get(name="Adler, Anna")
    players.change_player(player=adler, changes={"national_rating": 2140}, actor=chief)
    assert [line[48:52] + line[10:13] for line in lines(whole(event), "FRA ")] == ["2140  A"]
    Rating.objects.filter(player=adler, kind="national").delete()
    assert lines(whole(event), "FRA ") == []


@pytest.mark.parametrize(("federation", "without_place"), [("FRA", []), ("NOR", ["FRA"])])
def test_only_the_national_ratings_of_others_have_no_place(
    chief: User, federation: str, without_place: list[str]
) -> None:
    told = supplied_to(imported(chief, NATIONAL_FIRST.read_text().replace("032 FRA", f"032 {federation}")))
    found = [line.split("no place for record ")[1][:3] for line in told if "no place for record " in line]
    assert found == without_place


def test_a_line_of_ours_is_an_estimate(chief: User) -> None:
    text = NATIONAL_FIRST.read_text().replace("172 FRA NIDOF\n", "").replace("2150 FRA", "     FRA")
    event = imported(chief, f"{text}### Counting rating: 2: 2150\n")
    assert known(event.players.get(number=2)) == {"own": (2150, "estimate")}
    assert both(event)[2] == (2150, None)
    assert lines(whole(event), "072", "### Counting") == ["072 3", "### Counting rating: 2: 2150"]


def test_the_ratings_of_another_federation_are_kept_as_they_count(chief: User) -> None:
    text = NATIONAL_FIRST.read_text().replace("032 FRA", "032 NOR")
    event = imported(chief, text)
    assert event.rating_method == "OTHER"
    assert both(event)[1] == (2200, 2600)
    for form in FORMATS:
        assert both(imported(chief, whole(event, form))) == both(event)


# Estimates.


@pytest.fixture
def estimated(chief: User) -> Tournament:
    """Two players rated by FIDE, one with an estimate, one with an Ingo number, one unrated."""
    event = builders.tournament(chief, players=0)
    own = [{"rating": 1800, "rating_source": "estimate"}, {"rating": 105, "rating_source": "ingo"}, {}]
    enter(event, chief, {"fide_rating": 2300}, {"fide_rating": 2250}, *own)
    return event


@pytest.mark.parametrize("form", FORMATS)
def test_an_estimate_makes_nobody_a_rated_player(estimated: Tournament, chief: User, form) -> None:
    expected = {1: (2300, 2300), 2: (2250, 2250), 3: (2000, None), 4: (1800, None), 5: (None, None)}
    assert both(estimated) == expected
    text = whole(estimated, form)
    assert [line[48:52].strip() for line in lines(text, "001")] == ["2300", "2250", "", "", ""]
    assert lines(text, "062", "072", "082") == ["062 5", "072 2", "082 0"]
    assert lines(text, "### ") == ["### Counting rating: 3: 2000", "### Counting rating: 4: 1800"]
    copy = imported(chief, text)
    assert both(copy) == expected
    assert all(rating.is_estimated for rating in Rating.objects.filter(player__tournament=copy, kind="own"))


def test_a_national_rating_that_the_arbiters_let_count_is_none_of_fides(chief: User) -> None:
    """Nor is one of FIDE's for other games."""
    event = builders.tournament(chief, players=0)
    enter(event, chief, {"national_rating": 2100}, {})
    first, second = event.players.order_by("name")
    Rating.objects.create(player=second, kind="blitz", value=2000, source="fide")
    for player, kind in ((first, "national"), (second, "blitz")):
        ratings.let_count(player=player, kind=kind, actor=chief)
    assert sorted(both(event).values()) == [(2000, None), (2100, None)]


def test_a_rating_without_a_word_is_fides_where_fides_count(chief: User) -> None:
    """What was handed in as "rating" is taken for what the regulations ask for."""
    for method, known in (("FIDE", 2000), ("NRO", None), ("OTHER", None), ("HBFN", None)):
        event = builders.tournament(chief, players=0, rating_method=method)
        enter(event, chief, {"rating": 2000})
        assert list(both(event).values()) == [(2000, known)]


# There and back.


# Which of FIDE's ratings the file has.


@pytest.mark.parametrize("kind", Tournament.RatingKind.values)
@pytest.mark.parametrize("code", ["", "180+2", "900+10", "5400+30"])
def test_the_kind_of_rating_comes_back(chief: User, code: str, kind: str, subtests: pytest.Subtests) -> None:
    """In each form of the report, and in the file for engines."""
    event = builders.tournament(chief, players=4, rating_kind=kind, time_control_code=code)
    players.change_player(player=event.players.get(number=1), changes={"rating": 2300}, actor=chief)
    for form in (*FORMATS, None):
        with subtests.test(form=form):
            text = whole(event, form) if form else rulebook.file_for_engines(event)
            found = imported(chief, text, edition=event.edition)
            assert (found.rating_kind, kinds(found)) == (kind, {kind})
            # A usual file says nothing about it.
            assert (", standard" in text) == (kind == "standard" and code in ("180+2", "900+10"))


def test_the_person_knows_better_than_the_file(chief_client: Client, chief: User) -> None:
    event = builders.tournament(chief, rating_kind="rapid", slug="first")
    sent = SimpleUploadedFile("event.trf", whole(event).encode())
    page = chief_client.post(
        reverse("tournament-import"), {"file": sent, "rating_kind": "blitz"}, follow=True
    ).content.decode()
    found = Tournament.objects.exclude(slug="first").get()
    assert (found.rating_kind, kinds(found)) == ("blitz", {"blitz"})
    assert "is imported. Ratings: blitz, else standard." in page
    assert "Ratings by the records 092 and 222: rapid, else standard. Here: blitz" in page


def test_a_file_that_does_not_say_has_standard_ratings(chief_client: Client) -> None:
    page = chief_client.get(reverse("tournament-import")).content.decode()
    assert '<option value="" selected>as the file says, else standard</option>' in page
    sent = SimpleUploadedFile("event.trf", NATIONAL_FIRST.read_bytes())
    page = chief_client.post(reverse("tournament-import"), {"file": sent}, follow=True).content.decode()
    assert Tournament.objects.get().rating_kind == "standard"
    assert "is imported. Ratings: standard." in page


def random_event(seed: int, method: str, actor: User) -> Tournament:
    """Two rounds of players who have any of the ratings, in an event that may have no federation."""
    rng = random.Random(seed)
    event = builders.tournament(
        actor,
        players=0,
        rounds=3,
        rating_method=method,
        rating_kind=rng.choice(["standard", "rapid", "blitz"]),
        federation=rng.choice(["SCO", "SCO", ""]),
        tie_breaks="ARO/U1000,RTNG,BH",
    )

    def entry() -> dict[str, Any]:
        found: dict[str, Any] = {
            name: rng.randint(1400, 2600) for name in ("fide_rating", "national_rating") if rng.random() < 0.6
        }
        if rng.random() < 0.3:
            found |= {"rating": rng.randint(1400, 2600), "rating_source": rng.choice(["hand", "estimate"])}
        return found

    enter(event, actor, *(entry() for _player in range(rng.randint(5, 9))))
    for number in (1, 2):
        builders.play(event, number, actor)
    event.refresh_from_db()
    return event


@pytest.mark.parametrize("method", Tournament.RatingMethod.values)
@pytest.mark.parametrize("seed", range(3 if all_of_it() else 1))
def test_whatever_counts_comes_back(chief: User, seed: int, method: str) -> None:
    """By every method, in both formats: both ratings of everybody, the ranks, and then the same file."""
    event = random_event(seed, method, chief)
    ranks = {line.number: line.rank for line in rulebook.table(event)}
    for form in FORMATS:
        text = whole(event, form)
        fides = [(player.rating, player.fide_rating) for player in trf.read(text).players]
        assert dict(enumerate(fides, 1)) == both(event)
        assert lines(text, "072") == [f"072 {sum(bool(fide) for _counts, fide in fides)}"]
        found = check_ranks(trf.read(text))
        assert found is not None
        assert (found.message, found.differences) == ("", ())
        copy = imported(chief, text)
        assert copy.rating_method == method
        assert both(copy) == both(event)
        assert {line.number: line.rank for line in rulebook.table(copy)} == ranks
        assert whole(copy, form) == text


@pytest.mark.parametrize(
    ("definition", "numbers"),
    [
        ({"unrated": True}, [3, 4, 5]),
        ({"from_rating": 1}, [1, 2]),
        ({"from_rating": 1700, "under_rating": 2300}, [2]),
        # Nobody is below a limit that their estimate reaches.
        ({"under_rating": 1900}, [4, 5]),
    ],
)
def test_an_estimate_wins_no_prize_for_the_rated(
    estimated: Tournament, definition: dict[str, Any], numbers: list[int]
) -> None:
    category = Category.objects.create(tournament=estimated, name="X", **definition)
    found = prizes.members(estimated, category, estimated.players.all())
    assert [player.number for player in found] == numbers
    belonging = prizes.by_player(estimated, found)
    assert belonging == {player.pk: [category] for player in found}


def test_an_estimate_in_place_of_a_rating_leaves_its_player_rated(chief: User) -> None:
    """The list's rating may be unreliable (B.1), but it is one."""
    event = builders.tournament(chief, players=0)
    enter(event, chief, {"fide_rating": 2000, "rating": 2100, "rating_source": "estimate"})
    assert rulebook.players_with_estimates(event) == set()
    assert lines(whole(event), "072", "### ") == ["072 1", "### Counting rating: 1: 2100"]


# What lists and cards call a rating.


@pytest.fixture
def mixed(chief: User) -> Tournament:
    """The national rating, else FIDE's; one player has both, one each of them, and an estimate."""
    event = builders.tournament(chief, players=0, rating_method="NIDOF", federation="SCO")
    estimate = {"rating": 1800, "rating_source": "estimate"}
    entries = [
        {"national_rating": 2200, "fide_rating": 2600},
        {"fide_rating": 2100},
        estimate,
        {"rating": 1700},
    ]
    enter(event, chief, *entries)
    return event


def test_a_card_names_the_rating_that_counts_and_fides(client: Client, mixed: Tournament) -> None:
    cards = [
        ["National rating", "2200", "FIDE rating", "2600 does not count here"],
        ["FIDE rating", "2100"],
        ["Estimated rating", "1800"],
        ["Rating by the arbiters", "1700"],
    ]
    for number, expected in enumerate(cards, 1):
        page = client.get(reverse("player", args=[mixed.slug, number])).content.decode()
        facts = re.findall(r"<dt>([^<]+)</dt><dd>(.+?)</dd>", page)
        told = [re.sub(r"<[^>]+>", "", text) for fact in facts for text in fact if "ating" in fact[0]]
        assert told == expected


@pytest.mark.parametrize("route", ["players", "standings", "desk-players", "check-in"])
def test_lists_say_which_rating_they_show(
    chief_client: Client, chief: User, mixed: Tournament, route: str
) -> None:
    byes.start_check_in(tournament=mixed, actor=chief)
    page = chief_client.get(reverse(route, args=[mixed.slug])).content.decode()
    found = re.findall(r"([0-9]{4}) <abbr title=\"[^\"]+\">([^<]+)</abbr>", page)
    assert found[:4] == [("2200", "nat."), ("2100", "FIDE"), ("1800", "est."), ("1700", "arb.")]
    if route != "check-in":
        assert "Rating: standard; the national rating, else FIDE’s." in page


def test_a_list_of_fides_ratings_marks_the_others_alone(client: Client, estimated: Tournament) -> None:
    page = client.get(reverse("players", args=[estimated.slug])).content.decode()
    assert re.findall(r"([0-9]{4}) <abbr title=\"[^\"]+\">([^<]+)</abbr>", page) == [
        ("2000", "est."),
        ("1800", "est."),
    ]
    assert "Rating: standard; FIDE’s rating." in page


@pytest.mark.parametrize("paper", ["standings", "starting-list", "cross-table"])
def test_papers_say_which_rating_they_show(
    client: Client, chief: User, mixed: Tournament, paper: str
) -> None:
    builders.play(mixed, 1, chief)
    answer = client.get(reverse("paper", args=[mixed.slug, paper, "pdf"]))
    text = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.getvalue())).pages)
    for told in ("2200 nat.", "2100 FIDE", "1800 est.", "1700 arb.", "Rating: standard; the national rating"):
        assert told in " ".join(text.split())


def test_files_for_spreadsheets_say_which_rating_they_have(client: Client, mixed: Tournament) -> None:
    for route in ("players-file", "standings-file"):
        data = client.get(reverse(route, args=[mixed.slug, "csv"])).content.decode("utf-8-sig")
        rows = list(csv.DictReader(data.splitlines()))
        told = [(row["Rating"], row["Rating list"]) for row in rows]
        assert told == [("2200", "nat."), ("2100", "FIDE"), ("1800", "est."), ("1700", "arb.")]


def test_what_the_arbiters_download_and_upload_again_is_the_same(
    chief: User, chief_client: Client, mixed: Tournament
) -> None:
    """An estimate is still one, also in the next event of the organiser."""
    answer = chief_client.get(reverse("desk-players-file", args=[mixed.slug, "csv"]))
    for text in (lists.decode(answer.content), event.as_list(mixed)):
        copy = builders.tournament(chief, players=0, rating_method="NIDOF", federation="SCO")
        found = lists.read(text, copy)
        assert (found.refusal, [line.fault for line in found.faults]) == ("", [])
        players.add_players(tournament=copy, entries=found.entries, actor=chief, source="upload")
        assert both(copy) == both(mixed)
        assert known(copy.players.get(number=3)) == {"own": (1800, "estimate")}
    again = builders.tournament(chief, players=0, rating_method="NIDOF")
    players.add_players(tournament=again, entries=event.entries(mixed), actor=chief)
    assert both(again) == both(mixed)


def test_of_a_report_as_a_list_the_rating_is_fides(chief: User) -> None:
    event = builders.tournament(chief, players=0, rating_method="NRO")
    found = lists.read("001    1 m    Alpha, A                          2000", event)
    assert [entry["fide_rating"] for entry in found.entries] == [2000]


def test_programs_are_told_fides_rating(client: Client, chief: User, mixed: Tournament) -> None:
    """PGN has no other (9.1.1), the API both."""
    builders.publish(mixed, 1, chief)
    pgn = client.get(reverse("round-pgn", args=[mixed.slug, 1])).content.decode()
    assert sorted(re.findall(r'Elo "([^"]+)"', pgn)) == ["-", "-", "2100", "2600"]
    told = client.get(reverse("api-players", args=[mixed.slug])).json()["players"]
    assert [(one["rating"], one["fide_rating"]) for one in told] == list(both(mixed).values())


# Teams.


TEAMS = Path(__file__).parent.parent / "data" / "swiss-team" / "team-1013.trf"


def members(event: Tournament) -> dict[str, tuple[int | None, int | None]]:
    """Each member's rating that counts, and FIDE's."""
    rows = Member.objects.filter(team__tournament=event).order_by("team__number", "place")
    return {row.name: (row.rating, row.fide_rating) for row in rows}


def test_a_member_of_a_team_has_two_ratings_too(chief: User) -> None:
    """The national one counts for player 1, nobody's for player 2, an estimate for player 3."""
    text = TEAMS.read_text()
    names = [line[14:47].strip() for line in text.splitlines() if line.startswith("001")][:4]
    text = text.replace("\n192 ", "\n172 FRA NIDOF\n192 ", 1)
    record = f"FRA    1      {names[0]:33} 2222"
    fide = {player.number: player.fide_rating for player in trf.read(text).players}
    remarks = "### Counting rating: 2: -\n### Counting rating: 3: 1777\n"
    event = imported(chief, f"{text}{record}\n{remarks}")
    expected = [(2222, fide[1]), (None, fide[2]), (1777, fide[3]), (fide[4], fide[4])]
    assert [members(event)[name] for name in names] == expected
    for form in FORMATS:
        written = whole(event, form)
        assert lines(written, "072") == [f"072 {sum(map(bool, fide.values()))}"]
        copy = imported(chief, written)
        assert members(copy) == members(event)
        assert whole(copy, form) == written


def test_a_list_of_members_keeps_both_ratings(chief: User) -> None:
    """As the desk shows it and takes it back, whatever counts in the event."""
    heading = "Name;FIDE rating;National rating;Estimate\n"
    text = heading + "A, A;2300;2200;\nB, B;2100;;\nC, C;;2000;\nD, D;;;1900\nE, E;;;"
    for method, expected in (
        ("FIDE", [(2300, 2300), (2100, 2100), (None, None), (1900, None), (None, None)]),
        ("NIDOF", [(2200, 2300), (2100, 2100), (2000, None), (1900, None), (None, None)]),
    ):
        event = builders.tournament(
            chief, players=0, boards=4, edition="swiss-team-2026", rating_method=method
        )
        entries = lists.read(text, event).entries
        [team] = enter_teams(tournament=event, entries=[{"name": "Cork", "members": entries}], actor=chief)
        assert list(members(event).values()) == expected
        shown = teams.as_text(teams.members_of([team])[team.pk])
        changed = lists.read(shown.replace("E, E", "E, Else"), event).entries
        change_team(team=team, changes={"members": changed}, actor=chief)
        assert list(members(event).values()) == expected
        assert sorted(members(event))[-1] == "E, Else"
