"""Tables that the organiser gives: their requirements; and pairing, checking, explaining and reading them."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from pairing.checker import check, check_ranks
from pairing.core.timetable import check_table, read_table
from pairing.core.tournament import Pair, PairingError, Tournament
from pairing.editions import EDITIONS, pair_round
from pairing.explanation.language import LANGUAGES
from pairing.explanation.text import whole, why_not
from pairing.explanations import explain
from pairing.generator import Wishes, generate
from pairing.trf import Format, read, write
from tests.pairing.round_robin.test_berger import entered, played

CODES = {
    "round-robin": "CUSTOM_ROUNDROBIN",
    "scheveningen": "CUSTOM_SCHEVENINGEN",
    "team-round-robin": "CUSTOM_TEAM_ROUNDROBIN",
}
FOUR = "1-2 3-4\n\n3-1 4-2\n1-4 2-3\n"
FIVE = "1-2 3-4\n1-3 2-5\n1-4 3-5\n1-5 2-4\n2-3 4-5"


def own(players: int, text: str, code: str = "round-robin") -> Tournament:
    return replace(entered(players, code), table=read_table(text))


@pytest.mark.parametrize("form", Format)
@pytest.mark.parametrize("code", CODES)
def test_a_generated_tournament_agrees_and_its_file_tells_the_table(code: str, form: Format) -> None:
    for seed, players in ((1, 5), (2, 8)):
        made = generate(Wishes(code, players=players, own_table=True), random.Random(seed))
        text = write(made, form=form)
        assert f"\n192 {CODES[code]}" in text
        tournament = read(text)
        assert (tournament.edition, tournament.table) == (code, made.table)
        assert not any("Table" in record for record in tournament.other_records)
        assert write(tournament, form=form) == text
        assert all(one.agrees for one in check(tournament))
        # The usual table gives other rounds.
        assert not all(one.agrees for one in check(replace(tournament, table=())))
        found = check_ranks(tournament)
        assert found is None or (found.message, found.differences) == ("", ())


def test_a_round_is_that_of_the_table_board_by_board() -> None:
    event = own(4, FOUR)
    assert pair_round(event, "round-robin").pairs == (Pair(1, 2), Pair(3, 4))
    assert pair_round(played(event, 1), "round-robin").pairs == (Pair(3, 1), Pair(4, 2))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("1-2 3:4", "round 1: found “3:4”, expected two numbers such as 1-8, White first"),
        ("1-2 3-5\n1-3 2-4\n1-4 2-3", "numbers 1 to 5, expected 1 to 4"),
        ("1-2\n1-3\n2-3", "numbers 1 to 3, expected 1 to 4"),
        ("1-2 3-4\n1-3 2-4", "2 rounds, expected 3 for 4 participants"),
        ("1-2 2-4\n1-3 2-4\n1-4 2-3", "round 1: found 2 again in 2-4"),
        ("1-2 3-4\n1-3 4-4\n1-4 2-3", "round 2: found 4 again in 4-4"),
        ("1-2 3-4\n1-3 2-4\n2-1 4-3", "round 3: found 2-1, who meet in round 1 already"),
        ("1-2 3-4\n0-3 2-4\n1-4 2-3", "round 2: found 0-3, expected two who meet in this system"),
        ("1-2 3-4\n1-3\n1-4 2-3", "round 2: found 1 pairs, expected 2"),
    ],
)
def test_what_does_not_serve_is_refused_with_its_place(text: str, fault: str) -> None:
    with pytest.raises(PairingError) as refused:
        pair_round(own(4, text), "round-robin")
    assert fault in str(refused.value)


def test_of_two_sides_the_table_has_nobody_meet_their_own() -> None:
    usual = EDITIONS["scheveningen"].usual_table
    assert usual
    check_table(read_table("3-1 2-4\n1-4 3-2"), 4, usual)
    # Side A is 1 to 3, and one of its players is free in each round.
    check_table(read_table("1-4 2-5\n5-1 3-4\n4-2 5-3"), 5, usual)
    with pytest.raises(PairingError, match="found 1-2, expected two who meet in this system"):
        check_table(read_table("1-2 3-4\n1-4 3-2"), 4, usual)


def test_it_is_told_without_an_article() -> None:
    event = own(5, FIVE)
    explanation = explain(played(event, 1), "round-robin")
    told = "\n".join(whole(explanation, LANGUAGES["en"]))
    assert "a table of its own, which has 1 meet 3 in round 2, the first with White" in told.replace(
        " (1)", ""
    )
    assert "which has 4 free in round 2" in told
    assert "C.05" not in told
    assert "The table has them meet in round 3" in "".join(why_not(explanation, LANGUAGES["en"], 4, 1))
    assert "has 1 free in round 5" in "".join(why_not(explanation, LANGUAGES["en"], 1, None))


def test_of_sides_and_teams_it_is_told_too() -> None:
    sides = explain(own(5, "1-4 2-5\n5-1 3-4\n4-2 5-3", "scheveningen"), "scheveningen")
    assert "on one side" in "".join(why_not(sides, LANGUAGES["en"], 1, 2))
    assert "nobody on it is free" in "".join(why_not(sides, LANGUAGES["en"], 4, None))
    teams = explain(own(4, FOUR, "team-round-robin"), "team-round-robin")
    assert "on board 1, and then on every second board" in "\n".join(whole(teams, LANGUAGES["en"]))


def test_a_file_that_does_not_tell_its_table_is_not_paired() -> None:
    event = replace(own(4, FOUR), other_records=("### by hand",))
    lines = write(played(event, 1), form=Format.TRF26).splitlines()
    for left_out, kept in (("### Table @ Round 2", 2), ("### Table", 0)):
        text = "\r\n".join(line for line in lines if not line.startswith(left_out))
        tournament = read(text)
        assert (tournament.edition, tournament.table) == ("CUSTOM_ROUNDROBIN", ())
        assert sum(record.startswith("### Table") for record in tournament.other_records) == kept
        with pytest.raises(PairingError, match="uses a table of its own"):
            check(tournament)
        assert len(check(tournament, "round-robin")) == 1


def test_other_systems_have_none() -> None:
    for code in ("dutch-2026", "double-round-robin", "knock-out"):
        with pytest.raises(PairingError, match="no table of one's own"):
            generate(Wishes(code, players=6, own_table=True), random.Random(1))
