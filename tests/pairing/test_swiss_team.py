"""The Swiss team pairing system (C.04.6), article by article."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pairing.byes import bars_by_match
from pairing.editions import entrants, pair_round
from pairing.floats import Float, float_of_match
from pairing.preferences import Strength, colour_difference
from pairing.swiss_team.colours import colours, preference_of
from pairing.swiss_team.edition_2026 import records
from pairing.swiss_team.matches import tournament_of_teams
from pairing.teams import (
    AllocatedByes,
    ByeKind,
    ExtraPoints,
    LineUp,
    MatchForfeit,
    Preferences,
    Score,
    Team,
    TeamBye,
    TeamEvent,
    TeamRules,
    VirtualPoints,
    code_of,
    report_codes,
    rules_of,
)
from pairing.tournament import (
    ABSENCE,
    Cell,
    Colour,
    Outcome,
    Pair,
    PairingError,
    Player,
    Scoring,
    Tournament,
    UnpairableRound,
)

CODE = "swiss-team-2026"
WHITE, BLACK = Colour.WHITE, Colour.BLACK
OUTCOMES = {20: Outcome.WIN, 10: Outcome.DRAW, 0: Outcome.LOSS}
SCORING = Scoring(20, 20, 10, 10, 0, 0, 0, 10, 20, 10, 20, 0)


def teams(*histories: tuple[Cell, ...], rounds: int = 9, rules: TeamRules | None = None) -> Tournament:
    """A tournament whose players stand for teams, each with what its rounds brought."""
    return Tournament(
        tuple(Player(number, cells=cells) for number, cells in enumerate(histories, 1)),
        rounds=rounds,
        initial_colour=WHITE,
        scoring=SCORING,
        team_event=TeamEvent(rules or TeamRules()),
    )


def match(opponent: int, colour: Colour, points: int, games: int = 0) -> Cell:
    return Cell(opponent, colour, OUTCOMES[points], points, games)


def coloured(white: str, black: str, kind: Preferences = Preferences.TYPE_B, rounds: int = 9) -> Pair:
    """The colours of two teams that had these colours, against others without points, and are level."""
    longest = max(len(white), len(black))
    histories: list[tuple[Cell, ...]] = [
        tuple(
            ABSENCE if letter == " " else match(3 + place, WHITE if letter == "W" else BLACK, 0)
            for place, letter in enumerate(letters.rjust(longest))
        )
        for letters in (white, black)
    ]
    tournament = teams(*histories, *[()] * longest, rounds=rounds, rules=TeamRules(kind))
    known = {record.number: record for record in records(tournament)}
    return colours(known[1], known[2], tournament)[0]


# 1.5, 1.6, 2.1: what a round leaves with a team.


def test_1_5_a_floater_played_somebody_of_another_score() -> None:
    assert float_of_match(match(2, WHITE, 20), 20, 10, SCORING) is Float.DOWN
    assert float_of_match(match(2, WHITE, 20), 10, 20, SCORING) is Float.UP
    assert float_of_match(match(2, WHITE, 20), 10, 10, SCORING) is None
    assert float_of_match(Cell(2, WHITE, Outcome.FORFEIT_WIN), 10, 20, SCORING) is None
    assert float_of_match(Cell(outcome=Outcome.PAIRING_ALLOCATED_BYE), 10, None, SCORING) is None


def test_c2_what_bars_from_the_bye() -> None:
    barring = [kind for kind in "UFHZ+-" if bars_by_match(Cell(outcome=Outcome(kind)), SCORING)]
    assert barring == ["U", "F", "+"]


def test_c1_a_forfeited_match_is_no_meeting() -> None:
    forfeit = ((Cell(2, WHITE, Outcome.FORFEIT_WIN, 20),), (Cell(1, BLACK, Outcome.FORFEIT_LOSS, 0),))
    assert pair_round(teams(*forfeit), CODE).pairs == (Pair(1, 2),)
    with pytest.raises(UnpairableRound, match=r"Round 2 cannot be paired.*1, 2"):
        pair_round(teams((match(2, WHITE, 20),), (match(1, BLACK, 0),)), CODE)


# 1.7: preferences.


@pytest.mark.parametrize(
    ("had", "type_a", "type_b", "in_last_round"),
    [
        ("", None, None, None),
        ("W", None, "b mild", "b mild"),
        ("WB", None, "w mild", None),
        ("BW", None, "b mild", None),
        # One more of a colour, the last two of it: strong.
        ("BWW", "b", "b strong", "b strong"),
        # The last two of the other colour.
        ("WWWBB", None, "b mild", "b mild"),
        # As many of both, the last two equal: strong in the last round too.
        ("BBWW", "b", "b strong", "b strong"),
        ("WW", "b", "b strong", "b strong"),
        ("BBWBB", "w", "w strong", "w strong"),
    ],
)
def test_1_7_preferences(had: str, type_a: str | None, type_b: str | None, in_last_round: str | None) -> None:
    played = tuple(WHITE if letter == "W" else BLACK for letter in had)

    def shown(kind: Preferences, *, last: bool = False) -> str | None:
        found = preference_of(kind, played, colour_difference(played), last_round=last)
        if found.colour is None:
            return None
        strength = "" if kind is Preferences.TYPE_A else f" {found.strength.name.lower()}"
        return f"{found.colour}{strength}"

    assert shown(Preferences.TYPE_A) == type_a
    assert shown(Preferences.TYPE_B) == type_b
    assert shown(Preferences.TYPE_B, last=True) == in_last_round
    assert shown(Preferences.NONE) is None


# 3.4: the bye.


def test_3_4_before_all_pairs_the_lowest_score_then_most_matches_then_the_largest_number() -> None:
    assert pair_round(teams((), (), ()), CODE).bye == 3
    histories = (
        (match(2, WHITE, 0),),
        (match(1, BLACK, 20),),
        (ABSENCE,),
    )
    # 1 and 3 have no points; 1 has played.
    assert pair_round(teams(*histories), CODE).bye == 1
    # Who had it may not have it again, even if nobody else has so few points.
    barred = (
        (match(2, WHITE, 20),),
        (match(1, BLACK, 0),),
        (Cell(outcome=Outcome.FULL_POINT_BYE, points=0),),
    )
    assert pair_round(teams(*barred), CODE).bye == 2


# 3.5 and 3.6.


def test_round_1_pairs_the_upper_half_with_the_lower() -> None:
    assert pair_round(teams(*[()] * 6), CODE).pairs == (Pair(1, 4), Pair(5, 2), Pair(3, 6))


def test_3_6_1_the_smaller_number_is_the_top_member_whatever_the_scores() -> None:
    """3 and 4 have met, and 1 and 2 float up to them: the identifier 1 2 3 4 is before 1 2 4 3."""
    histories = (
        (match(6, WHITE, 10), match(5, WHITE, 0)),
        (match(5, BLACK, 10), match(6, BLACK, 0)),
        (match(4, WHITE, 10), match(7, WHITE, 20)),
        (match(3, BLACK, 10), match(8, BLACK, 20)),
        (match(2, WHITE, 0), match(1, BLACK, 0)),
        (match(1, BLACK, 0), match(2, WHITE, 0)),
        (match(8, WHITE, 0), match(3, BLACK, 0)),
        (match(7, BLACK, 0), match(4, WHITE, 0)),
    )
    tournament = teams(*histories, rules=TeamRules(Preferences.NONE))
    pairs = {frozenset((pair.white, pair.black)) for pair in pair_round(tournament, CODE).pairs}
    assert {frozenset((1, 3)), frozenset((2, 4))} <= pairs


# 4: colours.


def test_4_3_1_neither_has_played() -> None:
    assert coloured("", "") == Pair(1, 2)


@pytest.mark.parametrize(
    ("one", "two", "pair"),
    [
        # 4.3.2: only one has a preference.
        ("W", "", Pair(2, 1)),
        ("", "B", Pair(2, 1)),
        # 4.3.3: opposite ones.
        ("W", "B", Pair(2, 1)),
        # 4.3.4: only one of the same two is strong.
        ("W", "BWW", Pair(1, 2)),
        ("BBW", "WBB", Pair(2, 1)),
        # 4.3.5: the lower difference gets White.
        ("WB", "B", Pair(2, 1)),
        # 4.3.6: the last difference.
        ("WBW", "BWW", Pair(1, 2)),
        # 4.3.7: the first team's preference.
        ("B", "B", Pair(1, 2)),
    ],
)
def test_4_3_colours_of_type_b(one: str, two: str, pair: Pair) -> None:
    assert coloured(one, two) == pair


def test_4_3_without_preferences() -> None:
    assert coloured("W", "B", Preferences.NONE) == Pair(2, 1)
    # The first team alternates, and where it has not played the other.
    assert coloured("B", "B", Preferences.NONE) == Pair(1, 2)
    assert coloured("", "WB", Preferences.NONE) == Pair(2, 1)


def test_4_2_the_first_team_by_the_other_score_where_the_rules_have_it() -> None:
    """Both drew with White; 2 has more game points."""
    histories = (
        (match(3, WHITE, 10, 15),),
        (match(4, WHITE, 10, 20),),
        (match(1, BLACK, 10, 25),),
        (match(2, BLACK, 10, 20),),
    )
    for secondary, first in ((True, 2), (False, 1)):
        tournament = teams(*histories, rules=TeamRules(Preferences.NONE, secondary=secondary))
        known = {record.number: record for record in records(tournament)}
        # The first team alternates.
        assert colours(known[1], known[2], tournament)[0].black == first


# 192.


@pytest.mark.parametrize("code", report_codes())
def test_every_code_is_read_as_it_is_written(code: str) -> None:
    rules = rules_of(code)
    assert rules is not None
    assert rules_of(code_of(rules)) == rules


@pytest.mark.parametrize(
    ("code", "rules"),
    [
        ("FIDE_TEAM", TeamRules(Preferences.TYPE_A, Score.MATCH_POINTS, secondary=True)),
        ("FIDE_TEAM_TYPEB", TeamRules(Preferences.TYPE_B, Score.MATCH_POINTS, secondary=True)),
        ("FIDE_TEAM_MP_GP", TeamRules(Preferences.NONE, Score.MATCH_POINTS, secondary=True)),
        ("FIDE_TEAM_GP", TeamRules(Preferences.NONE, Score.GAME_POINTS, secondary=False)),
        ("FIDE_TEAM_TYPEA_GP_MP", TeamRules(Preferences.TYPE_A, Score.GAME_POINTS, secondary=True)),
        ("FIDE_TEAM_ROUNDROBIN", None),
        ("FIDE_TEAM_MP_MP", None),
        ("FIDE_TEAMS", None),
    ],
)
def test_what_a_code_says(code: str, rules: TeamRules | None) -> None:
    assert rules_of(code) == rules


# From boards to matches.


def boards(*results: tuple[str, ...]) -> Tournament:
    """Teams 1 and 2 with two boards and a reserve each, and team 3; rounds as results of 1, 2, 4, 5.

    The players of team 1 are 1 to 3, of team 2 4 to 6, of team 3 7 to 9.
    """
    opponents = {1: 4, 2: 5, 4: 1, 5: 2}
    seats = {1: WHITE, 2: BLACK, 4: BLACK, 5: WHITE}
    players = []
    for number in range(1, 10):
        cells = tuple(
            Cell(opponents[number], seats[number], Outcome(outcomes[list(opponents).index(number)]))
            if number in opponents
            else Cell(outcome=Outcome.PAIRING_ALLOCATED_BYE)
            if number in (7, 8)
            else ABSENCE
            for outcomes in results
        )
        players.append(Player(number, cells=cells))
    event = TeamEvent(
        teams=tuple(Team(n, f"Team {n}", tuple(range(3 * n - 2, 3 * n + 1))) for n in (1, 2, 3)),
        boards="WB",
    )
    return Tournament(
        tuple(players),
        rounds=5,
        initial_colour=WHITE,
        scoring=Scoring(pairing_allocated_bye=5),
        team_event=event,
    )


def cells(tournament: Tournament, number: int = 1) -> list[Cell]:
    return [player.cell(number) for player in tournament_of_teams(tournament).players]


def changed(tournament: Tournament, **facts: object) -> Tournament:
    event = tournament.team_event or TeamEvent()
    return replace(tournament, team_event=replace(event, **facts))  # type: ignore[arg-type]


def test_a_match_is_what_its_boards_come_to() -> None:
    one, two, three = cells(boards(("1", "=", "0", "=")))
    assert one == Cell(2, WHITE, Outcome.WIN, 20, 15)
    assert two == Cell(1, BLACK, Outcome.LOSS, 0, 5)
    # 1.4: the bye is a draw.
    assert three == Cell(outcome=Outcome.PAIRING_ALLOCATED_BYE, points=10, secondary=10)
    level = cells(boards(("1", "0", "0", "1")))
    assert [cell.points for cell in level] == [10, 10, 10]


def test_by_game_points_the_other_way_round() -> None:
    tournament = changed(boards(("1", "=", "0", "=")), rules=TeamRules(primary=Score.GAME_POINTS))
    assert [(cell.points, cell.secondary) for cell in cells(tournament)] == [(15, 20), (5, 0), (10, 10)]


def test_one_board_played_is_a_match_played() -> None:
    one, two, _ = cells(boards(("+", "0", "-", "1")))
    assert one.played
    assert two.played
    one, two, _ = cells(boards(("+", "+", "-", "-")))
    assert (one.outcome, two.outcome) == (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS)


def test_330_a_forfeited_match() -> None:
    tournament = changed(boards(("-", "-", "-", "-")), forfeits=(MatchForfeit(1, 2, 1, "--"),))
    one, two, _ = cells(tournament)
    assert one == Cell(2, BLACK, Outcome.FORFEIT_LOSS, 0, 0)
    assert two == Cell(1, WHITE, Outcome.FORFEIT_LOSS, 0, 0)


def test_320_says_what_the_bye_brings() -> None:
    tournament = changed(boards(("1", "=", "0", "=")), allocated=AllocatedByes(20, 15, (3,)))
    assert cells(tournament)[2] == Cell(outcome=Outcome.PAIRING_ALLOCATED_BYE, points=20, secondary=15)


def test_240_byes_that_were_asked_for() -> None:
    tournament = boards(("1", "=", "0", "="))
    byes = (TeamBye(ByeKind.HALF, 2, (3,)), TeamBye(ByeKind.FULL, 2, (1,)))
    coming = changed(tournament, byes=byes)
    assert [cell.outcome for cell in cells(coming, 2)] == [
        Outcome.FULL_POINT_BYE,
        Outcome.NONE,
        Outcome.HALF_POINT_BYE,
    ]


def test_299_points_beside_the_matches() -> None:
    tournament = changed(boards(("1", "=", "0", "=")), extra=(ExtraPoints(-10, 5, 1, (1, 2)),))
    assert [(cell.points, cell.secondary) for cell in cells(tournament)] == [(10, 20), (-10, 10), (10, 10)]


def test_300_who_sat_out_of_order_decides_the_colour_of_the_team() -> None:
    """Team 1 put its second player on board 1: he had Black."""
    tournament = boards(("1", "=", "0", "="))
    assert cells(tournament)[0].colour is WHITE
    line_ups = (LineUp(1, 1, 2, (2, 1)), LineUp(1, 2, 1, (5, 4)))
    assert [cell.colour for cell in cells(changed(tournament, line_ups=line_ups))][:2] == [BLACK, WHITE]


def test_250_virtual_points_of_the_score_that_counts() -> None:
    virtual = (VirtualPoints(20, 0, 1, 2, 1, 2), VirtualPoints(10, 0, 3, 3, 1, 2))
    known = tournament_of_teams(changed(boards(("1", "=", "0", "=")), virtual=virtual))
    assert [player.virtual for player in known.players] == [(20, 20, 10), (20, 20, 10), ()]


def test_c04_7_no_acceleration_by_game_points() -> None:
    tournament = changed(boards(("1", "=", "0", "=")), rules=TeamRules(primary=Score.GAME_POINTS))
    with pytest.raises(PairingError, match=r"C\.04\.7 art\. 1\.4\.4"):
        entrants(replace(tournament, baku=True), CODE)


def test_boards_that_are_no_match_are_refused() -> None:
    tournament = boards(("1", "=", "0", "="))
    players = list(tournament.players)
    players[1] = replace(players[1], cells=(Cell(8, BLACK, Outcome.DRAW),))
    players[7] = replace(players[7], cells=(Cell(2, WHITE, Outcome.DRAW),))
    with pytest.raises(PairingError, match=r"Team 1 has no single opponent in round 1: .* 4, 8"):
        entrants(replace(tournament, players=tuple(players)), CODE)


def test_a_file_whose_teams_were_not_read_is_not_paired() -> None:
    unread = Tournament((Player(1), Player(2)), other_records=("310   1 North",))
    with pytest.raises(PairingError, match="record 192"):
        entrants(unread, CODE)


def test_type_a_knows_one_kind_of_preference() -> None:
    played = (WHITE, WHITE)
    assert preference_of(Preferences.TYPE_A, played, 2, last_round=False).strength is Strength.MILD
