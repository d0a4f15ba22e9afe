"""The registry of tie-breaks: what each is made of, and which modifiers it takes.

To add a tie-break, add a function that gives its parts, its line here, and its name in the catalogues.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product

from pairing.core.sentences import Phrase
from pairing.core.tournament import PairingError, Score
from pairing.tie_breaks.formulas import (
    BOARD_COUNT,
    BOARDS,
    ENCOUNTER,
    SCHEDULE_STRENGTH,
    Step,
    board_count,
    buchholz_of_opponents,
    counts_in,
    encounters,
    extended_places,
    extended_products,
    fore_scores_of_opponents,
    games,
    games_with_black,
    games_won,
    games_won_with_black,
    given,
    other_points,
    own_rating,
    pairing_number,
    perfect_performances_of_opponents,
    performances_of_opponents,
    places_by,
    places_in,
    points,
    points_against_the_upper_half,
    points_by_board,
    progressive_scores,
    ratings_of_opponents,
    rounds_elected_to_play,
    rounds_won,
    schedule_strength,
    scores_of_opponents,
    standard_points,
    top_boards,
    without_bottom_boards,
)
from pairing.tie_breaks.table import NONE, Modifiers, System, Table, choices, parse
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
    Cut,
    Part,
    Value,
    Way,
    Working,
    cut,
    first,
    least_product,
    lowest,
)

# -- A tie-break: what it is made of, which tournaments it is for, and how its values are computed ----

# Computes a tie-break from the parts of all who are still level together: its value for each of them.
type Among = Callable[[Table, Mapping[int, Sequence[Part]]], Mapping[int, Value | None]]


# The tie-breaks that rank only teams; all that rank teams; and those among them that take either score (13).
FOR_TEAMS_ALONE = frozenset(
    {
        *("MPVGP", "EMMSB", "EMGSB", "EGMSB", "EGGSB", "SSSC", "BC", "TBR", "BBE"),
        *("EDE", "EDEBT", "EDEBB", "EDET", "EDEB"),
    }
)
FOR_TEAMS = FOR_TEAMS_ALONE | {"PTS", "WIN", "WON", "PS", "TPN", "BH", "AOB", "FB", "KS"}
BY_EITHER_SCORE = frozenset({"WIN", "PS", "BH", "AOB", "FB", "KS"})


@dataclass(frozen=True, slots=True)
class TieBreak:
    """One number by which players are ranked, with the modifiers of its code; more is better by default."""

    # Its code in the records 202 and 212, and its name, to be translated.
    code: str
    name: Phrase
    # The article that defines it.
    article: str
    # What the rounds of a player bring to it, and how its value is made from that.
    parts: Callable[[Table, int], tuple[Part, ...]]
    way: Way
    # The letters of the modifiers that it takes, and the part that a cut leaves out next.
    takes: str = ""
    least: Cut = lowest
    # Whether less is better.
    ascending: bool = False
    # Whether it means nothing in a round robin (8).
    swiss_only: bool = False
    # Whether it counts games: then it means nothing if a round is a match of two games.
    of_games: bool = False
    # Computes the values if they depend on who is still level; None if they do not.
    among: Among | None = None
    # Whether `among` gets only the parts of games between those who are level.
    of_encounters: bool = True
    # Whether it applies only to players who are level in first place.
    first_place: bool = False
    # Whether its values are given, and not computed from rounds.
    given: bool = False
    modifiers: Modifiers = NONE

    @property
    def base(self) -> str:
        """Its code without the score and the modifiers, in capitals."""
        return self.code.split("/")[0].split(":")[0].upper()

    @property
    def unit(self) -> int:
        """How many units of its value make a point: 10 for tenths, 100 for hundredths."""
        return self.way.unit

    @property
    def heading(self) -> str:
        """The heading of its column: the Handbook writes BH-C1 where records have BH/C1.

        The prefix of our own codes is left out: it matters only in records.
        """
        ours = self.given or self.first_place
        return self.code.removeprefix("OTHER_") if ours else self.code.replace("/", "-")

    @property
    def goes_by_ratings(self) -> bool:
        """Whether it is one of the tie-breaks by ratings (C.07 10)."""
        return self.article.startswith("10.")

    def is_for(self, system: System) -> bool:
        """Whether it means anything in this kind of tournament."""
        if system.by_table and self.swiss_only:
            return False
        if system.of_teams:
            return self.given or self.base in FOR_TEAMS
        if self._is_for_teams_alone:
            return False
        if system is System.DOUBLE_SWISS:
            return not self.of_games
        return True

    @property
    def _is_for_teams_alone(self) -> bool:
        return self.base in FOR_TEAMS_ALONE or self.modifiers.supposed.score is not None

    def require(self, system: System) -> None:
        """Raise PairingError if it means nothing in this kind of tournament."""
        if self.is_for(system):
            return
        if system.of_teams and self.base not in FOR_TEAMS:
            raise PairingError(Phrase("The tie-break {code} is not for teams (C.07).", code=self.code))
        if self._is_for_teams_alone and not system.of_teams:
            raise PairingError(Phrase("The tie-break {code} is for teams only (C.07).", code=self.code))
        if system is System.DOUBLE_SWISS:
            raise PairingError(
                Phrase("The tie-break {code} counts games, and a round is a match of two.", code=self.code)
            )
        raise PairingError(Phrase("The tie-break {code} is not for round robins (C.07 8).", code=self.code))

    def workings(self, table: Table, level: Sequence[int]) -> dict[int, Working]:
        """Its value for each of the players who are level so far, and what it is made of.

        Players are identified by their pairing numbers. Raises PairingError if it means nothing in this kind
        of tournament, or if its values are to be given and the table has none.
        """
        self.require(table.system)
        if self.given and self.code not in table.given:
            raise PairingError(
                Phrase("The tie-break {code} is not known: its values are given elsewhere.", code=self.code)
            )
        table = table.under(self.modifiers.supposed)
        parts = table.parts(self.parts)
        if self.among is not None:
            return self._decided(self.among, table, {number: parts[number] for number in level})
        if self.modifiers.lowest:
            return {number: self._cut(parts[number]) for number in level}
        values = table.values(self.parts, self.way.value)
        return {number: Working(parts[number], values[number]) for number in level}

    def _cut(self, parts: tuple[Part, ...]) -> Working:
        counted, left_out = cut(parts, self.least, self.modifiers.lowest, self.modifiers.highest)
        return Working(parts, self.way.value(counted), left_out)

    def _decided(
        self, among: Among, table: Table, parts: Mapping[int, tuple[Part, ...]]
    ) -> dict[int, Working]:
        """Like `workings`, for players with these parts; a player who is level with nobody has no place."""
        own = parts
        if self.of_encounters:
            own = {n: tuple([part for part in parts[n] if part.opponent in parts]) for n in parts}
        if self.way.is_place and len(parts) == 1:
            return {number: Working(own[number], None) for number in parts}
        found = among(table, own)
        return {number: Working(own[number], found[number]) for number in parts}


# -- The registry -------------------------------------------------------------------------------------


def _extended(code: str, name: Phrase, article: str) -> TieBreak:
    """One of the four kinds of Sonneborn-Berger for teams; letters of its code name the scores."""
    of_opponent, own = (Score(f"{letter}P") for letter in code[1:3])
    parts = extended_products(of_opponent, own)
    return TieBreak(code, name, article, parts, PRODUCTS, "CP", least=least_product)


def _encounter(code: str, name: Phrase, *steps: Step) -> TieBreak:
    """Extended direct encounter, with the steps that decide between two teams in the end (13.3.2)."""
    among = partial(extended_places, steps=steps)
    return TieBreak(code, name, "13.3", encounters, ENCOUNTER, "P", ascending=True, among=among)


def _boards(code: str, name: Phrase, article: str, step: Step) -> TieBreak:
    """A place among those who are level, by the points of the boards in all matches."""
    among = partial(places_by, steps=(step,))
    return TieBreak(
        code, name, article, points_by_board, BOARDS, ascending=True, among=among, of_encounters=False
    )


_LINES = (
    TieBreak("PTS", Phrase("Points"), "5", points, POINTS),
    TieBreak("DE", Phrase("Direct Encounter"), "6", games, PLACE, "P", ascending=True, among=places_in),
    TieBreak("WIN", Phrase("Number of Wins"), "7.1", rounds_won, COUNT, of_games=True),
    TieBreak("WON", Phrase("Games Won"), "7.2", games_won, COUNT, of_games=True),
    TieBreak("BPG", Phrase("Games with Black"), "7.3", games_with_black, COUNT, of_games=True),
    TieBreak("BWG", Phrase("Games Won with Black"), "7.4", games_won_with_black, COUNT, of_games=True),
    TieBreak("PS", Phrase("Progressive Scores"), "7.5", progressive_scores, POINTS, "C", least=first),
    TieBreak("REP", Phrase("Rounds Elected to Play"), "7.6", rounds_elected_to_play, COUNT),
    # The name of REP until 2024.
    TieBreak("GE", Phrase("Games Elected to Play"), "7.6", rounds_elected_to_play, COUNT),
    TieBreak("STD", Phrase("Standard Points"), "7.7", standard_points, POINTS),
    TieBreak("TPN", Phrase("Pairing Number"), "7.8", pairing_number, COUNT, "R", ascending=True),
    TieBreak("BH", Phrase("Buchholz"), "8.1", scores_of_opponents, POINTS, "CMP", swiss_only=True),
    TieBreak(
        "AOB",
        Phrase("Average of Opponents’ Buchholz"),
        "8.2",
        buchholz_of_opponents,
        AVERAGE,
        "FP",
        swiss_only=True,
    ),
    TieBreak("FB", Phrase("Fore Buchholz"), "8.3", fore_scores_of_opponents, POINTS, "CMP", swiss_only=True),
    TieBreak(
        "SB", Phrase("Sonneborn-Berger"), "9.1", scores_of_opponents, PRODUCTS, "CP", least=least_product
    ),
    TieBreak("KS", Phrase("Koya System"), "9.2", points_against_the_upper_half, POINTS, "L"),
    TieBreak(
        "ARO", Phrase("Average Rating of Opponents"), "10.1", ratings_of_opponents, AVERAGE_RATING, "CMU"
    ),
    TieBreak(
        "TPR",
        Phrase("Tournament Performance Rating"),
        "10.2",
        ratings_of_opponents,
        PERFORMANCE,
        "U",
        of_games=True,
    ),
    TieBreak(
        "PTP",
        Phrase("Perfect Tournament Performance"),
        "10.3",
        ratings_of_opponents,
        PERFECT_PERFORMANCE,
        "U",
        of_games=True,
    ),
    TieBreak(
        "APRO",
        Phrase("Average Performance Rating of Opponents"),
        "10.4",
        performances_of_opponents,
        AVERAGE_RATING,
        "U",
        of_games=True,
    ),
    TieBreak(
        "APPO",
        Phrase("Average Perfect Performance of Opponents"),
        "10.5",
        perfect_performances_of_opponents,
        AVERAGE_RATING,
        "U",
        of_games=True,
    ),
    TieBreak("RTNG", Phrase("Rating"), "10.6", own_rating, RATING, "RU"),
    TieBreak("MPvGP", Phrase("Match Points or Game Points: those not first"), "13.1", other_points, POINTS),
    _extended("EMMSB", Phrase("Extended Sonneborn-Berger, match points × match points"), "13.2.1"),
    _extended("EMGSB", Phrase("Extended Sonneborn-Berger, match points × game points"), "13.2.2"),
    _extended("EGMSB", Phrase("Extended Sonneborn-Berger, game points × match points"), "13.2.3"),
    _extended("EGGSB", Phrase("Extended Sonneborn-Berger, game points × game points"), "13.2.4"),
    _encounter("EDE", Phrase("Extended Direct Encounter")),
    _encounter(
        "EDEBT",
        Phrase("Extended Direct Encounter, then Board Count and Top Board Results"),
        board_count,
        top_boards,
    ),
    _encounter(
        "EDEBB",
        Phrase("Extended Direct Encounter, then Board Count and Bottom Board Elimination"),
        board_count,
        without_bottom_boards,
    ),
    _encounter("EDET", Phrase("Extended Direct Encounter, then Top Board Results"), top_boards),
    _encounter(
        "EDEB", Phrase("Extended Direct Encounter, then Bottom Board Elimination"), without_bottom_boards
    ),
    TieBreak(
        "SSSC",
        Phrase("Scores and Schedule Strength Combination"),
        "13.4",
        schedule_strength,
        SCHEDULE_STRENGTH,
        "FPK",
        swiss_only=True,
    ),
    TieBreak(
        "BC",
        Phrase("Board Count"),
        "12.1",
        points_by_board,
        BOARD_COUNT,
        ascending=True,
        among=counts_in,
        of_encounters=False,
    ),
    _boards("TBR", Phrase("Top Board Results"), "12.2", top_boards),
    _boards("BBE", Phrase("Bottom Board Elimination"), "12.3", without_bottom_boards),
    # From the rules of 1998, whose list has no codes; this code is our own.
    TieBreak(
        "OTHER_DE1",
        Phrase("Direct Encounter for First Place"),
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
    TieBreak("OTHER_PO", Phrase("Play-off"), "", given("OTHER_PO"), GIVEN_PLACE, ascending=True, given=True),
    TieBreak(
        "OTHER_VALUE", Phrase("Value computed elsewhere"), "", given("OTHER_VALUE"), GIVEN_VALUE, given=True
    ),
    TieBreak(
        "OTHER_LOT",
        Phrase("Drawing of lots"),
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
            Phrase(
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
            raise PairingError(Phrase("The tie-break {code} is there already.", code=known.code))
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


# -- Lists of tie-breaks that go well together, to choose from; C.07 itself recommends none -----------


@dataclass(frozen=True, slots=True)
class TieBreakSet:
    """A list of tie-breaks for events of one kind; the points come before them."""

    name: Phrase
    # The events that it suits.
    meant_for: Phrase
    codes: tuple[str, ...]
    system: System = System.SWISS


SETS = (
    TieBreakSet(
        Phrase("Buchholz first"), Phrase("for any Swiss, with ratings or without: the usual one"), USUAL[1:]
    ),
    TieBreakSet(
        Phrase("Direct encounter first"),
        Phrase("for a Swiss of many rounds, in which those at the top have met"),
        ("DE", "BH/C1", "BH", "SB", "WIN"),
    ),
    TieBreakSet(
        Phrase("Wins before Buchholz"),
        Phrase("for a Swiss where not all have a rating, or ratings of several kinds"),
        ("DE", "WIN", "BWG", "BH/C1", "BH", "SB"),
    ),
    TieBreakSet(
        Phrase("Wins, then the ratings of the opponents"),
        Phrase("for a Swiss where all have a rating of one kind"),
        ("DE", "WIN", "BWG", "ARO/C1", "BH/C1", "BH", "SB"),
    ),
    TieBreakSet(
        Phrase("Games against one another, then wins"),
        Phrase("for round robins, in which all meet: the usual one"),
        USUAL_IN_ROUND_ROBINS[1:],
        System.ROUND_ROBIN,
    ),
    TieBreakSet(
        Phrase("Sonneborn-Berger first"),
        Phrase("for round robins of old habit"),
        ("SB", "DE", "WIN", "KS"),
        System.ROUND_ROBIN,
    ),
    TieBreakSet(
        Phrase("Buchholz of matches first"),
        Phrase("for a Double-Swiss, each match of two games a round: the usual one"),
        USUAL[1:],
        System.DOUBLE_SWISS,
    ),
    TieBreakSet(
        Phrase("Matches against one another first"),
        Phrase("for a Double-Swiss in which those at the top have met"),
        ("DE", "BH/C1", "BH", "SB"),
        System.DOUBLE_SWISS,
    ),
    TieBreakSet(
        Phrase("The other score, then Buchholz"),
        Phrase("for teams in a Swiss: the usual one"),
        USUAL_OF_TEAMS[1:],
        System.TEAMS,
    ),
    TieBreakSet(
        Phrase("Sonneborn-Berger of teams first"),
        Phrase("for teams in a Swiss of many rounds, as at Olympiads"),
        ("EMGSB/C1", "MPvGP", "BH/C1"),
        System.TEAMS,
    ),
    TieBreakSet(
        Phrase("Matches against one another, then the other score"),
        Phrase("for teams, where those at the top have met"),
        ("EDET", "MPvGP", "EMGSB/C1", "BH/C1"),
        System.TEAMS,
    ),
    TieBreakSet(
        Phrase("The other score, then matches against one another"),
        Phrase("for round robins of teams: the usual one"),
        USUAL_IN_TEAM_ROUND_ROBINS[1:],
        System.TEAM_ROUND_ROBIN,
    ),
    TieBreakSet(
        Phrase("Matches against one another, then the other score"),
        Phrase("for round robins of teams in which matches count before boards"),
        ("EDE", "MPvGP", "EMGSB"),
        System.TEAM_ROUND_ROBIN,
    ),
    TieBreakSet(
        Phrase("F.10 of the rules of 1998"), Phrase("for the Swiss System based on rating of 1998"), F_10[1:]
    ),
)
