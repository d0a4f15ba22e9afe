"""Record 310 and the other records of TRF26 that describe teams."""

from __future__ import annotations

import pytest

from pairing.checker import edition_of
from pairing.core.tournament import (
    AllocatedByes,
    ByeKind,
    ExtraPoints,
    KeptApart,
    LineUp,
    MatchForfeit,
    PairingError,
    Preferences,
    Team,
    TeamBye,
    TeamEvent,
    TeamRules,
    VirtualPoints,
)
from pairing.swiss_team.edition_2026 import require_known_teams
from pairing.trf import Format, TrfError, read, read_closely, write


def player(number: int) -> str:
    return f"001 {number:4}      {f'Player {number}':33}" + " " * 33 + "0.0"


def team(number: int, *members: int) -> str:
    listed = " ".join(f"{member:4}" for member in members)
    return f"310 {number:3} {f'Team {number}':32} {f'T{number}':5} {'2100':>6} {'':6} {'':6} {'':3}  {listed}"


BASE = ["012 Cup", "142 5", "152 W", "192 FIDE_TEAM_TYPEB_MP", *map(player, range(1, 7))]
TEAMS = [team(1, 1, 2), team(2, 3, 4), team(3, 5, 6)]
ALL = [
    "352 WB",
    "362 TW 3.0   TD 1.0   TL 0.0",
    *TEAMS,
    "250  2.0  0.0   1   2    1    2",
    "260   2   3    1    3",
    "240 H   1    3",
    "320  1.0  1.0 000 003",
    "330 +-   1   1   2",
    "299     1.0   0.5    1    2",
    "300   1   1   2    2 0000",
]


def file(*records: str) -> str:
    return "\r\n".join([*BASE, *records])


def test_all_of_it_is_read() -> None:
    event = read(file(*ALL)).team_event
    assert event == TeamEvent(
        rules=TeamRules(Preferences.TYPE_B, secondary=False),
        teams=tuple(
            Team(n, f"Team {n}", (2 * n - 1, 2 * n), nickname=f"T{n}", strength="2100") for n in (1, 2, 3)
        ),
        boards="WB",
        win=30,
        forfeits=(MatchForfeit(1, 1, 2, "+-"),),
        line_ups=(LineUp(1, 1, 2, (2, 0)),),
        allocated=AllocatedByes(10, 10, (0, 3)),
        byes=(TeamBye(ByeKind.HALF, 1, (3,)),),
        virtual=(VirtualPoints(20, 0, 1, 2, 1, 2),),
        extra=(ExtraPoints(10, 5, 1, (2,)),),
        kept_apart=(KeptApart(frozenset({1, 3}), 2, 3),),
    )


def test_the_lines_of_the_teams_are_told() -> None:
    """Lines that name no team are left out; what comes before the first line does not matter."""
    text = "\ufeff" + "\r\n".join([*TEAMS, "310", *BASE])
    assert read_closely(text)[1].team_lines == {1: 1, 2: 2, 3: 3}


@pytest.mark.parametrize("form", Format)
def test_and_written_as_it_was_read(form: Format) -> None:
    text = write(read(file(*ALL)), form=form)
    assert read(text).team_event == read(file(*ALL)).team_event
    assert "\r\n192 FIDE_TEAM_TYPEB_MP\r\n" in text
    # The records of teams are written once, and none of them for players.
    assert [text.count(f"\r\n{code}") for code in ("240", "250", "260", "310", "XXP")] == [1, 1, 1, 3, 0]


@pytest.mark.parametrize(
    ("record", "column", "found", "expected"),
    [
        (team(1, 5), 7, "1", "a number of its own, 1 to 4"),
        (team(9), 7, "9", "a number of its own, 1 to 4"),
        (team(4, 5), 77, "5", "in no other team"),
        (team(4, 77), 76, "77", "in no other team"),
        ("352 WBX", 5, "WBX", "such as WBWB"),
        ("362 TX 1.0", 5, "TX", "TW, TD or TL"),
        ("330 ++   1   1   2", 5, "++", r"one of \+- -\+ --"),
        ("330 +-   1   1   1", 18, "1", "another team"),
        ("330 --   6   1   2", 10, "6", "no more than the 5 rounds"),
        ("300   6   1   2    1    2", 7, "6", "no more than the 5 rounds"),
        ("330 +-   1   1   8", 18, "8", "a team of this tournament"),
        ("320  1.0  1.0 007", 15, "007", "a team of this tournament"),
        ("240 U   1    3", 5, "U", "F, H or Z"),
        ("300   1   1   2    3    4", 20, "3", "a member of team 1"),
        ("299 Q   1.0   0.5    1    2", 5, "Q", r"one of W D L F H Z \+ - or a blank"),
        ("299     1.0   0.5         2", 9, "1.0", "0.0, or a round"),
        ("299 W   1.0   0.5    6    2", 22, "6", "no more than the 5 rounds"),
        ("299 W   1.0   0.5    1    9", 27, "9", "a team of this tournament"),
        ("299 W   x", 9, "x", "a number of points such as 1.0"),
        ("250  2.0  0.0   2   1    1    2", 21, "1", "2 or a later round"),
        ("260   3   2    1    3", 11, "2", "3 or a later round"),
        ("260   1   2    1    9", 21, "9", "a team of this tournament"),
    ],
)
def test_what_cannot_be_understood_is_shown(record: str, column: int, found: str, expected: str) -> None:
    with pytest.raises(TrfError, match=expected) as refused:
        read(file(*TEAMS, record))
    assert (refused.value.column, refused.value.found) == (column, found)


def games(*pairs: tuple[int, int]) -> list[str]:
    """Records 001 of one round: White and Black of each game, White wins; nobody else plays."""
    opponents = dict(pairs) | {black: white for white, black in pairs}
    whites = {white for white, _black in pairs}
    return [
        f"{player(number)[:80]}{float(number in whites):4.1f}{'':5}"
        f"  {opponents[number]:4} {'w 1' if number in whites else 'b 0'}"
        if number in opponents
        else f"{player(number)[:80]} 0.0{'':5}  0000 - Z"
        for number in range(1, 7)
    ]


@pytest.mark.parametrize(
    ("record", "fault"),
    [
        ("300   1   1   3    1    2", "column 15: found '3', expected 2, as the games of round 1 have it"),
        ("300   1   3   1    5    6", "column 15: found '1', expected 000, as the games of round 1 have it"),
        (
            "240 H   1    2",
            "column 14: found '2', expected a team with neither a match nor the allocated bye",
        ),
        (
            "240 H   1    3",
            "column 14: found '3', expected a team with neither a match nor the allocated bye",
        ),
        ("299     0.0   0.0    1    2", "found '0.0   0.0', expected points other than 0"),
        ("250  0.0  2.0   1   1    1    2", "column 6: found '0.0', expected match points, by which these"),
        ("260   1   2    2", "column 16: found '2', expected two teams at least"),
    ],
)
def test_what_counts_for_nothing_is_told_with_its_place(record: str, fault: str) -> None:
    played = "\r\n".join([*BASE[:4], *games((1, 3), (4, 2)), *TEAMS, "320  1.0  1.0 003", record])
    tournament, supplied = read_closely(played)
    assert tournament.team_event
    [found] = supplied.overruled
    assert f"line {len(BASE) + len(TEAMS) + 2}, " in str(found)
    assert fault in str(found)


def test_what_counts_is_not_told_so() -> None:
    for records in (
        ["300   1   1   2    1    2", "300   2   1   3    1    2", "240 H   2    1    2"],
        ["299     0.0   0.5    1    2", "250  2.0  0.0   1   1    1    2", "260   1   2    1    2"],
    ):
        played = "\r\n".join([*BASE[:4], *games((1, 3), (4, 2)), *TEAMS, *records])
        assert read_closely(played)[1].overruled == ()
    by_games = "\r\n".join([*BASE, *TEAMS, "250  2.0  0.0   1   1    1    2"])
    [found] = read_closely(by_games.replace("TYPEB_MP", "TYPEB_GP"))[1].overruled
    assert "column 11: found '0.0', expected game points, by which these teams are paired" in str(found)


def test_without_a_system_of_teams_they_are_kept_as_they_stand() -> None:
    tournament = read(file(*TEAMS).replace("FIDE_TEAM_TYPEB_MP", "CUSTOM_TEAM_SWISS"))
    assert tournament.team_event is None
    assert tournament.other_records == tuple(record.rstrip() for record in TEAMS)


def test_a_record_192_without_a_value_says_nothing() -> None:
    assert read(file(*ALL, "192")) == read(file(*ALL))


def test_a_record_310_without_a_value_makes_no_teams() -> None:
    players = file("260   1   5    1    2", "310").replace("FIDE_TEAM_TYPEB_MP", "FIDE_DUTCH_2026")
    tournament = read(players)
    assert [one.players for one in tournament.forbidden] == [{1, 2}]
    require_known_teams(tournament)


def test_a_file_without_teams_has_teams_for_players() -> None:
    assert read(file()).team_event == TeamEvent(TeamRules(Preferences.TYPE_B, secondary=False))


def test_the_text_before_2026_is_not_known() -> None:
    """192 has no year: the last day says which text it was."""
    assert edition_of(read(file("052 2026/02/01", *TEAMS))) == "swiss-team-2026"
    before = read(file("052 2026/01/31", *TEAMS))
    with pytest.raises(PairingError, match=r"ended on 2026/01/31, before the text of swiss-team-2026"):
        edition_of(before)
    assert edition_of(before, "swiss-team-2026") == "swiss-team-2026"
