"""Files of other programs: faults that affect no pairing and no points are told, and stop no import."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from pairing import checker
from pairing.trf import read
from tests import builders
from tests.fide.test_imports import HEADER, file, load, row
from tournaments import rulebook
from tournaments.errors import DomainError
from tournaments.fide.queries import supplied_to
from tournaments.models import IntegrityEvent, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

IN_2016, IN_2026 = "192 FIDE_DUTCH_2017", "192 FIDE_DUTCH_2026"


def two_byes(*records: str, worth: str = "1.0") -> bytes:
    """Six players, and two allocated byes in round 1."""
    return file(
        *records,
        row(1, "Alpha, A", "     3 w 1", "1.0"),
        row(2, "Beta, B", "     4 b 0"),
        row(3, "Gamma, G", "     1 b 0"),
        row(4, "Delta, D", "     2 w 1", "1.0"),
        row(5, "Epsilon, E", "  0000 - U", worth),
        row(6, "Zeta, Z", "  0000 - U", worth),
    )


def byes(event: Tournament, number: int) -> dict[int, str]:
    seats = event.rounds.get(number=number).seats.exclude(kind="game")
    return dict(seats.values_list("player__number", "kind"))


def test_a_second_allocated_bye_becomes_a_full_point_bye(chief: User) -> None:
    event = load(chief, two_byes(*HEADER, IN_2026))
    assert byes(event, 1) == {5: "pab", 6: "full"}
    assert supplied_to(event) == [
        "Against the rules: line 10, column 99: found 'U', expected one pairing-allocated bye a round:"
        " player 5 on line 9 has it in round 1.",
        "Round 1, Zeta, Z: a result without an opponent is read as full-point bye.",
        "Ranks follow the standings here: line 5, Alpha, A: 1 became 3; line 6, Beta, B: 2 became 5;"
        " line 7, Gamma, G: 3 became 5; line 8, Delta, D: 4 became 3; line 9, Epsilon, E: 5 became 1;"
        " line 10, Zeta, Z: 6 became 1.",
    ]
    kinds = IntegrityEvent.objects.filter(tournament=event).values_list("kind", flat=True)
    assert set(kinds) == {IntegrityEvent.Kind.IMPORT, IntegrityEvent.Kind.FULL_POINT_BYE}


def test_neither_receives_another_c2(chief: User) -> None:
    event = load(chief, two_byes(*HEADER, IN_2026))
    event.players.filter(number__in=(1, 2, 3)).update(withdrawn_from=2)
    builders.publish(event, 2, chief)
    assert byes(event, 2)[4] == "pab"


def test_where_a_full_point_bye_bars_nobody_the_event_cannot_go_on(chief: User) -> None:
    """The edition of 2016 gives the allocated bye to players who had a full-point bye (C.04.1 d)."""
    with pytest.raises(DomainError, match="Round 1: players 5 and 6 have the pairing-allocated bye"):
        load(chief, two_byes(*HEADER, IN_2016))
    assert not Tournament.objects.exists()


def test_in_an_event_that_is_over_nobody_is_barred(chief: User) -> None:
    event = load(chief, two_byes("XXR 1", "XXC white1", IN_2016))
    assert byes(event, 1) == {5: "pab", 6: "full"}


def test_an_allocated_bye_of_half_a_point_becomes_a_half_point_bye(chief: User) -> None:
    half = ("XXC white1", IN_2026, "XXS PAB=0.5")
    with pytest.raises(DomainError, match="no other bye has its points and its effect"):
        load(chief, two_byes("XXR 3", *half, worth="0.5"))
    assert byes(load(chief, two_byes("XXR 1", *half, worth="0.5")), 1) == {5: "pab", 6: "half"}


@pytest.mark.parametrize("rules", [IN_2016, IN_2026])
def test_an_allocated_bye_set_beforehand_is_one_of_the_same_points(chief: User, rules: str) -> None:
    """The round is still to be paired, and its pairing allocates the bye."""
    players = (row(1, "Alpha, A"), row(3, "Gamma, G"), row(4, "Delta, D"))
    event = load(chief, file(*HEADER, rules, row(2, "Beta, B", "  0000 - U", "1.0"), *players))
    assert byes(event, 1) == {2: "full"}
    assert "Round 1, Beta, B: a result without an opponent is read as full-point bye." in supplied_to(event)
    builders.publish(event, 1, chief)
    assert byes(event, 1) == {2: "full", 4: "pab"}


def test_an_allocated_bye_set_beforehand_in_the_middle_too(chief: User) -> None:
    players = (row(1, "Alpha, A", "     3 w 1", "1.0"), row(3, "Gamma, G", "     1 b 0"))
    event = load(chief, file(*HEADER, IN_2026, *players, row(2, "Beta, B", "  0000 - Z  0000 - U", "1.0")))
    assert byes(event, 1) == {2: "zero"}
    assert byes(event, 2) == {2: "full"}
    assert dict(event.rounds.values_list("number", "state")) == {1: "published", 2: "planned", 3: "planned"}


def test_a_round_that_came_to_an_allocated_bye_alone_was_played(chief: User) -> None:
    """All but one came later: the round after it is told from one to be paired by its games."""
    late = (row(2, "Beta, B", "               1 b 0"), row(3, "Gamma, G", "            0000 - U", "1.0"))
    alone = row(1, "Alpha, A", "  0000 - U     2 w 1", "2.0")
    event = load(chief, file(*HEADER, IN_2026, alone, *late))
    assert dict(event.rounds.values_list("number", "state")) == {1: "finished", 2: "published", 3: "planned"}
    assert rulebook.position(event, before=2).played_rounds == 1
    assert rulebook.paired_again(event, 2).agrees
    assert all(one.agrees for one in checker.check(read(rulebook.report(event))))


def test_an_allocated_bye_set_beforehand_that_no_other_equals_is_refused(chief: User) -> None:
    worth = ("XXR 3", "XXC white1", IN_2026, "XXS W=3 D=1 PAB=2")
    with pytest.raises(DomainError, match="Round 1, which is not paired yet: player 1 has the pairing-alloc"):
        load(chief, file(*worth, row(1, "Low, L", "  0000 - U", "2.0"), row(2, "High, H"), row(3, "Mid, M")))


def test_points_that_are_ordinary_are_kept_as_they_stand_and_told(chief: User) -> None:
    record = "299 W         1.0   1    1"
    event = load(chief, file(*HEADER, IN_2026, row(1, "Low, L"), row(2, "High, H"), record))
    assert supplied_to(event) == [
        "This event has no place for record 299, so it is kept unchanged for its files."
    ]
    assert f"\r\n{record}\r\n" in rulebook.report(event)


def test_points_that_others_do_not_get_are_refused(chief: User) -> None:
    loser, winner = row(1, "Low, L", "     2 w 0"), row(2, "High, H", "     1 b 1", "1.5")
    with pytest.raises(DomainError, match="different points from the rest"):
        load(chief, file(*HEADER, IN_2026, loser, winner, "299 W         1.5   1    2"))
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    ("written", "kept"),
    [("31.02.1990", ""), ("unknown", ""), ("19870000", "1987"), ("1990/13/01", "1990"), ("5/90", "")],
)
def test_a_birth_that_is_none_is_told_with_its_line(chief: User, written: str, kept: str) -> None:
    event = load(chief, file(*HEADER, IN_2026, row(1, "Low, L", birth=written), row(2, "High, H")))
    assert event.players.get(number=1).birth == kept
    assert supplied_to(event) == [
        f"Could not be read: line 5, column 70: found '{written}',"
        " expected a date of birth as YYYY/MM/DD, or blanks.",
        f"Player 1, born: “{written}” became “{kept}”.",
    ]


@pytest.mark.parametrize(
    ("field", "found", "kept"),
    [
        ("fide_id", "ID400001", ""),
        ("fide_id", "40 001", ""),
        ("fide_id", "none", ""),
        ("fide_id", "400001", "400001"),
        ("federation", "x1", ""),
        ("sex", "u", ""),
        ("title", "xx", ""),
    ],
)
def test_other_facts_of_a_player_stop_no_import(chief: User, field: str, found: str, kept: str) -> None:
    fields = {field: found}
    event = load(
        chief, file(*HEADER, IN_2026, row(1, "Low, L", **fields), row(2, "High, H"), row(3, "Mid, M"))
    )
    assert getattr(event.players.get(number=1), field) == kept
    label = "FIDE ID" if field == "fide_id" else field
    told = [] if found == kept else [f"Player 1, {label}: “{found}” became “{kept}”."]
    assert supplied_to(event) == told


def test_two_of_no_fide_id_are_not_one_person(chief: User) -> None:
    event = load(
        chief,
        file(*HEADER, IN_2026, row(1, "Low, L", fide_id="none"), row(2, "High, H", fide_id="none")),
    )
    assert set(event.players.values_list("fide_id", flat=True)) == {""}
