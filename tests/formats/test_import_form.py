"""The import form: each of its fields counts for every kind of file, or the page says why it does not."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from pairing.generator import Share, Wishes, generate
from pairing.trf import write
from tests import builders
from tests.chance import pairwise
from tests.fide.test_imports import HEADER, file, load, row
from tournaments import rulebook
from tournaments.errors import DomainError
from tournaments.fide.forms import TrfForm
from tournaments.fide.queries import supplied_to
from tournaments.fide.services import import_tournament
from tournaments.models import LineUp, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

REPORTS = Path(__file__).parents[1] / "data" / "reports"
IN_2026 = "192 FIDE_DUTCH_2026"

# Every field of the form against every kind of file.

KINDS = ("dutch-2026", "swiss-team-2026", "round-robin", "team-round-robin", "knock-out", "double-swiss-2026")
DAYS = ((), ("042 2026/03/01",), ("052 2024/03/02",))


class Asked(NamedTuple):
    """What the form asks beside the file: answers, where the event has them, how the page tells otherwise."""

    answers: tuple[Any, ...]
    in_event: str
    overruled: Callable[[Any], str]


ASKED = {
    "rounds": Asked((None, 1, 8), "number_of_rounds", "Number of rounds: you said {}, but there are".format),
    "edition": Asked(
        ("", "dutch-2026", "swiss-team-2026", "round-robin"),
        "edition",
        lambda code: f"You chose {rulebook.name_of_code(code)}, which does not count",
    ),
    # Counts for every file.
    "rating_kind": Asked(("", "rapid"), "rating_kind", "Ratings: you said {}".format),
}
# How a file comes to the server, and which page it was sent from.
NOT_ASKED = {"file", "carried", "nonce"}


def of_kind(edition: str) -> list[str]:
    """The lines of a file of a small event under these rules."""
    plain = Share(number=0)
    fixed = rulebook.rounds_needed(generate(Wishes(edition, players=4), random.Random(1)), edition)
    byes = None if fixed else plain
    wishes = Wishes(
        edition,
        4,
        None if fixed else 2,
        full_point_byes=byes,
        unusual_results=plain,
        points=(10, 5, 0),
        bye=10,
    )
    lines = write(generate(wishes, random.Random(3))).split("\r\n")
    return [line for line in lines if line[:3] not in ("042", "052")]


def told_or_refused(data: bytes, chief: User, answers: Mapping[str, Any]) -> tuple[str, Tournament | None]:
    """All that the arbiter reads about the import, and the event unless the file is refused."""
    try:
        event = builders.confirmed(import_tournament, data=data, actor=chief, **answers)
    except DomainError as error:
        return str(error), None
    return "\n".join(supplied_to(event)), event


def test_each_answer_counts_or_the_page_says_why_not(chief: User, subtests: pytest.Subtests) -> None:
    """Any two of: the kind of file, whether it names its rules, its days, and each answer."""
    fields = [field for field in TrfForm.base_fields if field not in NOT_ASKED]
    files = {kind: of_kind(kind) for kind in KINDS}
    for kind, stated, days, *given in pairwise(
        KINDS, (True, False), DAYS, *(ASKED[field].answers for field in fields)
    ):
        lines = [line for line in files[kind] if stated or line[:3] not in ("192", "XXR")]
        answers = dict(zip(fields, given, strict=True))
        with subtests.test(kind=kind, stated=stated, days=days, **answers), builders.undone():
            require_answered(file(*days, *lines), chief, answers, stated, days)


def require_answered(
    data: bytes, chief: User, answers: Mapping[str, Any], stated: bool, days: tuple[str, ...]
) -> None:
    """Each answer counts, or is said not to; and the page says what settled the rules."""
    told, event = told_or_refused(data, chief, answers)
    if event is None:
        # Why, and what would do: other rules than those that were chosen, or any.
        asked = "Choose the rules by which the event goes on."
        assert (answers["edition"] and re.search(r"\bexpected\b", told)) or asked in told, told
        return
    for field, answer in answers.items():
        _answers, in_event, overruled = ASKED[field]
        if answer and getattr(event, in_event) != answer:
            assert overruled(answer) in told
    if not stated:
        assert answers["edition"] or days
        by_day = "by its last day" if days and days[0][:3] == "052" else "by its first day"
        why = "as you chose" if answers["edition"] else by_day
        name = rulebook.name_of(rulebook.edition_of(event))
        assert f"The file names no pairing rules: {name}, {why}." in told


# In the browser.


def post(client: Client, data: bytes, **answers: str) -> HttpResponse:
    """What the page answers, after a question about the rounds has been answered."""
    sent = {"file": SimpleUploadedFile("event.trf", data), **answers}
    return client.post(reverse("tournament-import"), sent)


def carried(page: HttpResponse) -> dict[str, str]:
    """The file that the page keeps."""
    found = re.search(r'name="carried" value="([^"]+)"', page.content.decode())
    assert found
    return {"carried": found[1]}


def error_at(page: HttpResponse, field: str) -> str:
    return " ".join(page.context["form"].errors.get(field, []))


def test_the_edition_can_be_named_to_pair_by_it_anyway(chief_client: Client) -> None:
    page = post(chief_client, (REPORTS / "team-2025.trf").read_bytes())
    assert page.status_code == 422
    assert "name the edition to pair by it anyway" in error_at(page, "edition")
    again = chief_client.post(reverse("tournament-import"), {**carried(page), "edition": "swiss-team-2026"})
    assert again.status_code == 302
    event = Tournament.objects.get()
    assert (event.edition, event.players.count()) == ("swiss-team-2026", 16)
    assert supplied_to(event)[0] == (
        "The event ended before this text of its pairing rules came into force:"
        " Swiss Team Pairing System, 2026, as you chose."
    )


def test_a_form_for_a_file_finds_no_fault_before_something_is_sent(chief: User, chief_client: Client) -> None:
    chief.is_staff = True
    chief.save()
    for name in ("tournament-import", "tournament-restore", "rating-list-import"):
        page = chief_client.get(reverse(name))
        assert page.status_code == 200, name
        assert 'class="fault"' not in page.content.decode(), name


@pytest.mark.parametrize("sent", ["1\0", "no file"])
def test_a_carried_file_that_no_page_sent_is_asked_for_again(chief_client: Client, sent: str) -> None:
    page = chief_client.post(reverse("tournament-import"), {"carried": sent, "edition": "dutch-2026"})
    assert page.status_code == 422
    assert "Choose the file again." in page.content.decode()


def test_a_file_without_a_day_asks_by_which_rules_it_goes_on(chief_client: Client) -> None:
    page = post(chief_client, (REPORTS / "no-day.trf").read_bytes())
    assert page.status_code == 422
    assert error_at(page, "edition") == (
        "The file names neither pairing rules (record 192) nor a day (records 042, 052)."
        " Choose the rules by which the event goes on."
    )
    assert "The file is kept. Choose another one only to replace it." in page.content.decode()
    assert not Tournament.objects.exists()
    again = chief_client.post(reverse("tournament-import"), {**carried(page), "edition": "dutch-2026"})
    assert again.status_code == 302
    [rules, *_others] = supplied_to(Tournament.objects.get())
    assert rules == "The file names no pairing rules: FIDE (Dutch) System, 2026, as you chose."


def test_a_number_of_rounds_over_the_limit_names_rounds_found_and_allowed(chief_client: Client) -> None:
    page = post(chief_client, (REPORTS / "long-league-39-rounds.trf").read_bytes(), edition="dutch-2026")
    assert error_at(page, "file") == (
        "Rounds: found 39, as the file says (records 142, XXR); expected at most 30."
    )
    page = post(chief_client, (REPORTS / "no-day.trf").read_bytes(), edition="dutch-2026", rounds="39")
    assert error_at(page, "rounds") == "Found 39 rounds, expected at most 30."
    again = {**carried(page), "edition": "dutch-2026", "rounds": "9"}
    assert chief_client.post(reverse("tournament-import"), again).status_code == 302
    told = "Number of rounds: you said 9, but there are 5, as the file says (records 142, XXR)."
    assert told in supplied_to(Tournament.objects.get())


def test_a_fault_of_the_event_names_its_field(chief: User) -> None:
    with pytest.raises(DomainError, match=r"Acceleration: The Baku acceleration does not fit the points"):
        load(chief, file(*HEADER, "192 FIDE_DUTCH_2026_BAKU", "162  W 3.0 D 1.0", row(1, "A"), row(2, "B")))


def test_rules_for_players_are_refused_for_a_file_of_teams(chief_client: Client) -> None:
    page = post(chief_client, (REPORTS / "team-2025.trf").read_bytes(), edition="dutch-2026")
    assert "The file is of teams (record 192): expected pairing rules for teams." in error_at(page, "edition")


def test_rules_that_are_not_known_are_answered_by_a_choice(chief: User) -> None:
    two = (row(1, "A"), row(2, "B"))
    with pytest.raises(DomainError, match=r"FIDE_LIM, is not one of this release: .* Choose the rules"):
        load(chief, file(*HEADER, "192 FIDE_LIM", *two))
    event = load(chief, file(*HEADER, "192 FIDE_LIM", *two), edition="dubov-2026")
    assert event.edition == "dubov-2026"
    assert supplied_to(event)[0].startswith(
        "The file names pairing rules that cannot be used here, FIDE_LIM: Dubov System"
    )


def test_teams_under_rules_of_another_program_are_read_by_those_that_are_chosen(chief: User) -> None:
    data = (REPORTS / "team-2025.trf").read_bytes().replace(b"FIDE_TEAM_TYPEB_GP", b"CUSTOM_TEAM_SWISS_MP")
    with pytest.raises(
        DomainError, match=r"CUSTOM_TEAM_SWISS_MP, is not one of this release: .* Choose the rules"
    ):
        load(chief, data)
    event = load(chief, data, edition="swiss-team-2026")
    assert (event.edition, event.boards, event.players.count()) == ("swiss-team-2026", 4, 16)


# What cannot be used is told and left out.


@pytest.mark.parametrize(
    ("found", "kept"),
    [("Bundesliga Süd", ""), ("Germany", "GER"), ("fra", "FRA"), ("XYZ", ""), ("URS", "URS"), ("", "")],
)
def test_a_federation_that_fide_does_not_know_is_left_empty(chief: User, found: str, kept: str) -> None:
    event = load(chief, file(f"032 {found}", *HEADER, IN_2026, row(1, "A"), row(2, "B")))
    assert event.federation == kept
    told = [] if found == kept else [f"Federation: “{found}” became “{kept}”."]
    assert supplied_to(event) == told


def test_a_players_federation_too(chief: User) -> None:
    event = load(chief, file(*HEADER, IN_2026, row(1, "A", federation="XYZ"), row(2, "B", federation="nor")))
    assert [player.federation for player in event.players.order_by("number")] == ["", "NOR"]
    assert supplied_to(event) == [
        "Player 1, federation: “XYZ” became “”.",
        "Player 2, federation: “nor” became “NOR”.",
    ]


def test_damaged_records_of_players_come_first(chief: User) -> None:
    """A wrong character makes a player’s record one of an unknown kind, and the player would be missed."""
    lost = row(3, "Gone, G").replace("001", "101", 1)
    born = row(2, "B", birth="31.02.1990", federation="XYZ")
    event = load(chief, file("132 x", *HEADER, "042 soon", IN_2026, lost, row(1, "A"), born))
    first, second, *others = supplied_to(event)
    assert first == (
        "Not read as a player, but kept: line 7, column 1: found '101', expected 001, as the line is"
        " otherwise the record of a player."
    )
    assert second.startswith("Could not be read: line 9, column 70: found '31.02.1990'")
    assert all(told.startswith("Could not be read") for told in others[:2])
    assert event.players.count() == 2
    assert lost.rstrip() in rulebook.report(event)


@pytest.mark.parametrize("code", ["OO1", "0O1", "00l", "0001", "01", "002"])
def test_a_code_that_resembles_001_is_one(chief: User, code: str) -> None:
    lost = row(3, "Gone, G").replace("001", code, 1)
    event = load(chief, file(*HEADER, IN_2026, row(1, "A"), row(2, "B"), lost))
    assert supplied_to(event)[0].startswith(
        f"Not read as a player, but kept: line 7, column 1: found '{code}'"
    )


@pytest.mark.parametrize(
    "lines", [("801   1 Team",), ("NRS   1      Some, Body",), ("###   1      Some, Body",)]
)
def test_other_records_are_no_damaged_players(chief: User, lines: tuple[str, ...]) -> None:
    told = supplied_to(load(chief, file(*HEADER, IN_2026, row(1, "A"), row(2, "B"), *lines)))
    assert not [one for one in told if one.startswith("Not read as a player")]


def test_the_damaged_record_is_the_fault_if_somebody_met_the_player(chief: User) -> None:
    met = (row(1, "A", "     2 w 1", "1.0"), row(2, "B", "     1 b 0").replace("001", "101", 1))
    with pytest.raises(DomainError, match="line 6, column 1: found '101', expected 001"):
        load(chief, file(*HEADER, IN_2026, *met))


ODD = (row(1, "Low, L", "     2 w 0"), row(2, "High, H", "     1 b 1", "1.5"), "299 W         1.5   1    2")


def test_points_on_which_no_pairing_depends_are_left_out(chief: User) -> None:
    """In the last round of a Swiss, and anywhere in a round robin."""
    left_out = (
        "Points that only some get are left out, as no pairing depends on them (record 299):"
        " round 1, High, H: 1½ became 1."
    )
    over = load(chief, file("XXR 1", "XXC white1", IN_2026, *ODD))
    table = load(chief, file("XXR 1", "192 FIDE_ROUNDROBIN", *ODD))
    for event in (over, table):
        assert left_out in supplied_to(event)
        assert {line.number: line.points for line in rulebook.table(event)} == {1: 0, 2: 10}
        assert "299" not in rulebook.report(event)
    with pytest.raises(DomainError, match="and pairings depend on them"):
        load(chief, file("XXR 3", "XXC white1", IN_2026, *ODD))


WON = (row(1, "Low, L", "     2 w 0"), row(2, "High, H", "     1 b 1", "1.0"))
UNREADABLE = (
    "299 Q         1.0   1    1",
    "250  x",
    "260   1   1    1    9",
    "240 Q   1    1",
    "XXP 1 9",
    "152 x",
)


@pytest.mark.parametrize("record", UNREADABLE)
def test_a_record_about_pairings_that_cannot_be_read_is_left_out_where_none_depends_on_it(
    chief: User, record: str
) -> None:
    """After the last round of a Swiss, and anywhere in a round robin; elsewhere the file is refused."""
    over = load(chief, file("XXR 1", IN_2026, *WON, record))
    table = load(chief, file("XXR 1", "192 FIDE_ROUNDROBIN", *WON, record))
    for event in (over, table):
        assert supplied_to(event)[0].startswith("Could not be read: line 5, column ")
        assert record not in rulebook.report(event)
    with pytest.raises(DomainError, match="line 5, column "):
        load(chief, file("XXR 3", IN_2026, *WON, record))


def test_many_records_that_cannot_be_read_refuse_the_file(chief: User) -> None:
    """Each costs one more reading."""
    two = load(chief, file("XXR 1", IN_2026, *WON, *UNREADABLE[:2]))
    assert [told[:25] for told in supplied_to(two)[:2]] == [
        "Could not be read: line 5",
        "Could not be read: line 6",
    ]
    with pytest.raises(DomainError, match="line 25, column 5: found 'Q'"):
        load(chief, file("XXR 1", IN_2026, *WON, *UNREADABLE[:1] * 21))


def test_rounds_that_differ_without_the_record_refuse_the_file(chief: User) -> None:
    """Perhaps they are as they are because of it."""
    games = ("     2 w 1", "     1 b 0", "     4 w 1", "     3 b 0")
    four = [row(n, f"P{n}", cells, "1.0" if cells[-1] == "1" else "0.0") for n, cells in enumerate(games, 1)]
    with pytest.raises(DomainError, match="line 7, column 5: found 'Q'"):
        load(chief, file("XXR 1", IN_2026, *four, "299 Q         1.0   1    1"))


def test_records_for_players_are_told_in_a_file_of_teams(chief: User) -> None:
    told = "\n".join(supplied_to(load(chief, teams("XXZ 1", "XXP 1 2"))))
    for line, found, expected in ((15, "XXZ", 240), (16, "XXP", 260)):
        assert (
            f"Does not count: line {line}, column 1: found '{found}', expected record {expected},"
            " as the file is of teams." in told
        )


def test_virtual_points_are_left_out_where_nothing_is_accelerated(chief: User) -> None:
    players = [row(number, name) for number, name in enumerate("ABCD", 1)]
    event = load(chief, file("192 FIDE_ROUNDROBIN", *players, "XXA    1  1.0  1.0"))
    assert event.acceleration == "none"
    assert (
        "Virtual points are left out: these pairing rules accelerate nothing (records 192, 250, XXA)."
        in supplied_to(event)
    )


TEAM = "310 {:3} {:32} {:5} {:>6} {:6} {:6} {:3}  {}"


def teams(*records: str) -> bytes:
    """Two teams with two boards and a reserve, over one round, as FIDE’s own sample writes such files."""

    def seat(number: int, cells: str) -> str:
        return row(number, f"P{number}", cells, {"1": "1.0", "+": "1.0"}.get(cells[-1:], "0.0"))

    rows = ("     4 w 1", "     5 b 0", "  0000 - -", "     1 b 0", "     2 w 1", "  0000 - -")
    names = ((1, "North", (1, 2, 3)), (2, "South", (4, 5, 6)))
    listed = (
        TEAM.format(number, name, "", "2000", "", "", "", " ".join(f"{one:4}" for one in members))
        for number, name, members in names
    )
    header = ("142 1", "152 W", "042 2026/03/01", "052 2026/03/01", "192 FIDE_TEAM", "352 WB")
    players = (seat(number, cells) for number, cells in enumerate(rows, 1))
    return file(*header, *players, *listed, *records)


def test_the_kinds_of_result_of_record_299_are_understood_of_teams(chief: User) -> None:
    """FIDE’s own columns; who did not play is marked as a forfeit."""
    event = load(chief, teams("299 +  2.0  2.5   1    1", "299 -  0.0  1.5"))
    assert [game.result for game in event.rounds.get(number=1).games.all()] == ["1/2-1/2"]
    assert "Points that only some get" not in " ".join(supplied_to(event))
    changed = load(chief, teams("299 D  2.0  2.5   1    1"))
    assert (
        "Points that only some get are left out, as no pairing depends on them (record 299):"
        " round 1, North: 2 became 1; round 1, North: 2½ became 1." in supplied_to(changed)
    )


def test_line_ups_that_are_not_in_order_are_kept_and_told(chief: User) -> None:
    """Record 300 is there for them."""
    swapped = teams("300   1   1   2    2    1", "300   1   2   1    5    4")
    event = load(chief, swapped)
    told = "Line-ups that are not in the order of the team are kept as they are:"
    assert f"{told} round 1, North; round 1, South." in supplied_to(event)
    assert LineUp.objects.filter(seat__round__tournament=event, board=1, member__place=2).count() == 2
    report = rulebook.report(event)
    assert "300   1   1   2    2    1" in report
    assert rulebook.report(load(chief, report.encode())) == report
