"""The registry of tie-breaks: what each is made of, and which modifiers it takes.

To add a tie-break, add a function that gives its parts, its line here, and its name in the catalogues.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import product

from pairing.core.sentences import Saying
from pairing.core.tournament import PairingError, Score
from pairing.tie_breaks.by_rating import (
    own_rating,
    perfect_performances_of_opponents,
    performances_of_opponents,
    ratings_of_opponents,
)
from pairing.tie_breaks.direct_encounter import games, places_in
from pairing.tie_breaks.modifiers import choices, parse
from pairing.tie_breaks.of_teams import (
    BOARD_COUNT,
    BOARDS,
    ENCOUNTER,
    SCHEDULE_STRENGTH,
    Step,
    board_count,
    counts_in,
    encounters,
    extended_places,
    extended_products,
    other_points,
    places_by,
    points_by_board,
    schedule_strength,
    top_boards,
    without_bottom_boards,
)
from pairing.tie_breaks.opponents import (
    buchholz_of_opponents,
    fore_scores_of_opponents,
    points_against_the_upper_half,
    scores_of_opponents,
)
from pairing.tie_breaks.own_record import (
    games_with_black,
    games_won,
    games_won_with_black,
    given,
    pairing_number,
    points,
    progressive_scores,
    rounds_elected_to_play,
    rounds_won,
    standard_points,
)
from pairing.tie_breaks.table import System
from pairing.tie_breaks.tie_break import BY_EITHER_SCORE, TieBreak
from pairing.tie_breaks.working import (
    AVERAGE,
    AVERAGE_RATING,
    COUNT,
    GIVEN_PLACE,
    GIVEN_VALUE,
    PERFECT_PERFORMANCE,
    PERFORMANCE,
    PLACE,
    POINTS,
    PRODUCTS,
    RATING,
    first,
    least_product,
)


def _extended(code: str, name: Saying, article: str) -> TieBreak:
    """One of the four kinds of Sonneborn-Berger for teams; letters of its code name the scores."""
    of_opponent, own = (Score(f"{letter}P") for letter in code[1:3])
    parts = extended_products(of_opponent, own)
    return TieBreak(code, name, article, parts, PRODUCTS, "CP", least=least_product)


def _encounter(code: str, name: Saying, *steps: Step) -> TieBreak:
    """Extended direct encounter, with the steps that decide between two teams in the end (13.3.2)."""
    among = partial(extended_places, steps=steps)
    return TieBreak(code, name, "13.3", encounters, ENCOUNTER, "P", ascending=True, among=among)


def _boards(code: str, name: Saying, article: str, step: Step) -> TieBreak:
    """A place among those who are level, by the points of the boards in all matches."""
    among = partial(places_by, steps=(step,))
    return TieBreak(
        code, name, article, points_by_board, BOARDS, ascending=True, among=among, of_encounters=False
    )


_LINES = (
    TieBreak("PTS", Saying("Points"), "5", points, POINTS),
    TieBreak("DE", Saying("Direct Encounter"), "6", games, PLACE, "P", ascending=True, among=places_in),
    TieBreak("WIN", Saying("Number of Wins"), "7.1", rounds_won, COUNT, of_games=True),
    TieBreak("WON", Saying("Games Won"), "7.2", games_won, COUNT, of_games=True),
    TieBreak("BPG", Saying("Games with Black"), "7.3", games_with_black, COUNT, of_games=True),
    TieBreak("BWG", Saying("Games Won with Black"), "7.4", games_won_with_black, COUNT, of_games=True),
    TieBreak("PS", Saying("Progressive Scores"), "7.5", progressive_scores, POINTS, "C", least=first),
    TieBreak("REP", Saying("Rounds Elected to Play"), "7.6", rounds_elected_to_play, COUNT),
    # The name of REP until 2024.
    TieBreak("GE", Saying("Games Elected to Play"), "7.6", rounds_elected_to_play, COUNT),
    TieBreak("STD", Saying("Standard Points"), "7.7", standard_points, POINTS),
    TieBreak("TPN", Saying("Pairing Number"), "7.8", pairing_number, COUNT, "R", ascending=True),
    TieBreak("BH", Saying("Buchholz"), "8.1", scores_of_opponents, POINTS, "CMP", swiss_only=True),
    TieBreak(
        "AOB",
        Saying("Average of Opponents’ Buchholz"),
        "8.2",
        buchholz_of_opponents,
        AVERAGE,
        "FP",
        swiss_only=True,
    ),
    TieBreak("FB", Saying("Fore Buchholz"), "8.3", fore_scores_of_opponents, POINTS, "CMP", swiss_only=True),
    TieBreak(
        "SB", Saying("Sonneborn-Berger"), "9.1", scores_of_opponents, PRODUCTS, "CP", least=least_product
    ),
    TieBreak("KS", Saying("Koya System"), "9.2", points_against_the_upper_half, POINTS, "L"),
    TieBreak(
        "ARO", Saying("Average Rating of Opponents"), "10.1", ratings_of_opponents, AVERAGE_RATING, "CMU"
    ),
    TieBreak(
        "TPR",
        Saying("Tournament Performance Rating"),
        "10.2",
        ratings_of_opponents,
        PERFORMANCE,
        "U",
        of_games=True,
    ),
    TieBreak(
        "PTP",
        Saying("Perfect Tournament Performance"),
        "10.3",
        ratings_of_opponents,
        PERFECT_PERFORMANCE,
        "U",
        of_games=True,
    ),
    TieBreak(
        "APRO",
        Saying("Average Performance Rating of Opponents"),
        "10.4",
        performances_of_opponents,
        AVERAGE_RATING,
        "U",
        of_games=True,
    ),
    TieBreak(
        "APPO",
        Saying("Average Perfect Performance of Opponents"),
        "10.5",
        perfect_performances_of_opponents,
        AVERAGE_RATING,
        "U",
        of_games=True,
    ),
    TieBreak("RTNG", Saying("Rating"), "10.6", own_rating, RATING, "RU"),
    TieBreak("MPvGP", Saying("Match Points or Game Points: those not first"), "13.1", other_points, POINTS),
    _extended("EMMSB", Saying("Extended Sonneborn-Berger, match points × match points"), "13.2.1"),
    _extended("EMGSB", Saying("Extended Sonneborn-Berger, match points × game points"), "13.2.2"),
    _extended("EGMSB", Saying("Extended Sonneborn-Berger, game points × match points"), "13.2.3"),
    _extended("EGGSB", Saying("Extended Sonneborn-Berger, game points × game points"), "13.2.4"),
    _encounter("EDE", Saying("Extended Direct Encounter")),
    _encounter(
        "EDEBT",
        Saying("Extended Direct Encounter, then Board Count and Top Board Results"),
        board_count,
        top_boards,
    ),
    _encounter(
        "EDEBB",
        Saying("Extended Direct Encounter, then Board Count and Bottom Board Elimination"),
        board_count,
        without_bottom_boards,
    ),
    _encounter("EDET", Saying("Extended Direct Encounter, then Top Board Results"), top_boards),
    _encounter(
        "EDEB", Saying("Extended Direct Encounter, then Bottom Board Elimination"), without_bottom_boards
    ),
    TieBreak(
        "SSSC",
        Saying("Scores and Schedule Strength Combination"),
        "13.4",
        schedule_strength,
        SCHEDULE_STRENGTH,
        "FPK",
        swiss_only=True,
    ),
    TieBreak(
        "BC",
        Saying("Board Count"),
        "12.1",
        points_by_board,
        BOARD_COUNT,
        ascending=True,
        among=counts_in,
        of_encounters=False,
    ),
    _boards("TBR", Saying("Top Board Results"), "12.2", top_boards),
    _boards("BBE", Saying("Bottom Board Elimination"), "12.3", without_bottom_boards),
    # From the rules of 1998, whose list has no codes; this code is our own.
    TieBreak(
        "OTHER_DE1",
        Saying("Direct Encounter for First Place"),
        "F.10",
        games,
        PLACE,
        ascending=True,
        among=places_in,
        first_place=True,
    ),
)
TIE_BREAKS: Mapping[str, TieBreak] = {tie_break.code.upper(): tie_break for tie_break in _LINES}

# Tie-breaks that rounds do not decide: the caller gives their values to the table. The codes are our own.
_GIVEN_LINES = (
    TieBreak("OTHER_PO", Saying("Play-off"), "", given("OTHER_PO"), GIVEN_PLACE, ascending=True, given=True),
    TieBreak(
        "OTHER_VALUE", Saying("Value computed elsewhere"), "", given("OTHER_VALUE"), GIVEN_VALUE, given=True
    ),
    TieBreak(
        "OTHER_LOT",
        Saying("Drawing of lots"),
        "4.2",
        given("OTHER_LOT"),
        GIVEN_PLACE,
        ascending=True,
        given=True,
    ),
)
GIVEN: Mapping[str, TieBreak] = {tie_break.code: tie_break for tie_break in _GIVEN_LINES}

# The tie-breaks of the standings if nothing else is announced, in their order.
USUAL = ("PTS", "BH/C1", "BH", "SB")
USUAL_OF_TEAMS = ("PTS", "MPvGP", "BH/C1", "BH")
USUAL_IN_ROUND_ROBINS = ("PTS", "DE", "WIN", "SB", "KS")
USUAL_IN_TEAM_ROUND_ROBINS = ("PTS", "MPvGP", "EDE", "EMGSB")
# F.10 of the rules of 1998, without the lot that is drawn in the end.
F_10 = ("PTS", "OTHER_DE1", "ARO")


def tie_break_by_code(code: str) -> TieBreak:
    """The tie-break with this code, in capitals or not, with its modifiers in any order.

    Raises PairingError for an unknown code, or a modifier that it does not take.
    """
    first, *words = code.upper().split("/")
    base, colon, score = first.partition(":")
    known = TIE_BREAKS.get(base) or GIVEN.get(base)
    if known is None or (colon and (base not in BY_EITHER_SCORE or score not in list(Score))):
        raise PairingError(
            Saying(
                "The tie-break {code} is not known: expected one of {known}.",
                code=code,
                known=", ".join(TIE_BREAKS),
            )
        )
    if not words and not score:
        return known
    found = parse(first, words, known.takes, Score(score) if score else None)
    return replace(
        known,
        code="/".join((first, *found.words())),
        name=found.named(known.name),
        ascending=known.ascending != found.reverse,
        modifiers=found,
    )


def check_tie_breaks(codes: Sequence[str], system: System) -> tuple[TieBreak, ...]:
    """The tie-breaks with these codes, in the same order.

    Raises PairingError for a tie-break that is unknown, is not for this kind of tournament, or is there
    twice. The points count as there already, because they come before all tie-breaks.
    """
    found: list[TieBreak] = []
    for code in codes:
        known = tie_break_by_code(code)
        known.require(system)
        if known in found or known.code == "PTS":
            raise PairingError(Saying("The tie-break {code} is there already.", code=known.code))
        found.append(known)
    return tuple(found)


def with_unrated(code: str, rating: int | None) -> str:
    """The code with the rating that players without one count with, in Elo; None for no such rating.

    A tie-break that takes no such rating stays as it is. Raises PairingError for an unknown code.
    """
    base, *words = code.upper().split("/")
    plain = tie_break_by_code("/".join((base, *(word for word in words if not word.startswith("U"))))).code
    takes = rating and base in TIE_BREAKS and "U" in TIE_BREAKS[base].takes
    return tie_break_by_code(f"{plain}/U{rating}").code if takes else plain


def every_code(system: System) -> tuple[str, ...]:
    """All tie-break codes for this kind of tournament, with all modifiers except ratings of the unrated."""
    return tuple(
        "/".join(filter(None, (f"{known.code}{score}", *words)))
        for known in TIE_BREAKS.values()
        if known.is_for(system)
        for score in _scores_of(known, system)
        for words in product(*choices(known.takes))
    )


def _scores_of(known: TieBreak, system: System) -> tuple[str, ...]:
    """The ways in which a code can name the score of teams that counts; "" for the primary one."""
    if system.of_teams and known.base in BY_EITHER_SCORE:
        return ("", *(f":{score}" for score in Score))
    return ("",)
