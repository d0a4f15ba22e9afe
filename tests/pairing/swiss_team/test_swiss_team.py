"""The Swiss team pairing system (C.04.6), article by article."""

from __future__ import annotations

import pytest

from pairing.core.records import Float, Strength, bars_by_match, colour_difference, float_of_match
from pairing.core.tournament import (
    ABSENCE,
    Cell,
    Colour,
    Outcome,
    Pair,
    Player,
    Preferences,
    Score,
    Scoring,
    TeamEvent,
    TeamRules,
    Tournament,
    UnpairableRound,
    code_of,
    report_codes,
    rules_of,
)
from pairing.editions import pair_round
from pairing.swiss_team.edition_2026 import colours, preference_of, records

CODE = "swiss-team-2026"
WHITE, BLACK = Colour.WHITE, Colour.BLACK
OUTCOMES = {20: Outcome.WIN, 10: Outcome.DRAW, 0: Outcome.LOSS}
SCORING = Scoring(20, 20, 10, 10, 0, 0, 0, 10, 20, 10, 20, 0)


def teams(*histories: tuple[Cell, ...], rounds: int = 9, rules: TeamRules | None = None) -> Tournament:
    """A tournament whose players stand for teams, each with the cells of its rounds."""
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
    """The colours of two level teams that had these colours before, against others and without points."""
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
        # One more of a colour, and the last two of that colour: strong.
        ("BWW", "b", "b strong", "b strong"),
        # More of one colour, but the last two of the other.
        ("WWWBB", None, "b mild", "b mild"),
        # Equally many of both, and the last two the same: strong in the last round too.
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
    # A team that had the bye may not have it again, even if no other team has so few points.
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
    # The first team alternates or, if it has not played, the other one.
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
        ("FIDE_TEAM_ROUNDROBIN", TeamRules(primary=Score.MATCH_POINTS)),
        ("FIDE_TEAM_ROUNDROBINS", None),
        ("FIDE_TEAM_MP_MP", None),
        ("FIDE_TEAMS", None),
    ],
)
def test_what_a_code_says(code: str, rules: TeamRules | None) -> None:
    assert rules_of(code) == rules


def test_type_a_knows_one_kind_of_preference() -> None:
    played = (WHITE, WHITE)
    assert preference_of(Preferences.TYPE_A, played, 2, last_round=False).strength is Strength.MILD
