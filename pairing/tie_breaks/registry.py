"""The registry of tie-breaks: what each is made of, and which modifiers it takes.

Who adds a tie-break adds a function that gives its parts, its line here, and its name in the catalogues.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING

from pairing.saying import Saying
from pairing.tie_breaks import modifiers as modifying
from pairing.tie_breaks.by_rating import (
    own_rating,
    perfect_performances_of_opponents,
    performances_of_opponents,
    ratings_of_opponents,
)
from pairing.tie_breaks.direct_encounter import games, places
from pairing.tie_breaks.modifiers import NONE, Modifiers
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
    secondary_points,
    standard_points,
)
from pairing.tie_breaks.table import System
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
    Working,
    cut,
    first,
    least_product,
    lowest,
)
from pairing.tournament import PairingError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pairing.tie_breaks.table import Table
    from pairing.tie_breaks.working import Cut, Part, Way
    from pairing.tournament import Scoring


# Of all these, those that rank teams too; and those that rank nobody else.
FOR_TEAMS = frozenset({"PTS", "WIN", "WON", "PS", "TPN", "BH", "AOB", "FB", "KS", "MPvGP"})
FOR_TEAMS_ALONE = frozenset({"MPvGP"})


@dataclass(frozen=True, slots=True)
class TieBreak:
    """One number by which players are ranked, with the modifiers of its code; more is better."""

    # Its code in the records 202 and 212, and its name, to be told in a language.
    code: str
    name: Saying
    # The article that defines it.
    article: str
    # What the rounds of a player bring to it, and how that makes its value.
    parts: Callable[[Table, int], tuple[Part, ...]]
    way: Way
    # The letters of the modifiers that it takes, and which part a cut leaves out next.
    takes: str = ""
    least: Cut = lowest
    # Whether less is better.
    ascending: bool = False
    # Whether it means nothing in a round robin (8).
    swiss_only: bool = False
    # Whether it counts games: then it says nothing of matches of two games, of which a round consists.
    of_games: bool = False
    # Of one that only those who are still level decide among themselves: the place of each by their parts.
    among: Callable[[Mapping[int, Sequence[Part]], Scoring], Mapping[int, int]] | None = None
    # Whether it is only for those who are level in the first place.
    first_place: bool = False
    # Whether its values are given, and not computed from rounds.
    given: bool = False
    modifiers: Modifiers = NONE

    @property
    def unit(self) -> int:
        """How many of it make a point: 10 for tenths, 100 for hundredths."""
        return self.way.unit

    @property
    def heading(self) -> str:
        """What it is called at the head of a column: the Handbook writes BH-C1 where records have BH/C1.

        That a code is our own matters to records alone.
        """
        ours = self.given or self.first_place
        return self.code.removeprefix("OTHER_") if ours else self.code.replace("/", "-")

    @property
    def goes_by_ratings(self) -> bool:
        """Whether it is one of those by ratings (C.07 10)."""
        return self.article.startswith("10.")

    def is_for(self, system: System) -> bool:
        """Whether it means anything in this kind of tournament."""
        if system is System.TEAMS:
            return self.given or self.code.split("/")[0] in FOR_TEAMS
        if self.code in FOR_TEAMS_ALONE:
            return False
        if system is System.DOUBLE_SWISS:
            return not self.of_games
        return system is System.SWISS or not self.swiss_only

    def require(self, system: System) -> None:
        """Raise PairingError where it means nothing in this kind of tournament."""
        if self.is_for(system):
            return
        if system is System.TEAMS:
            raise PairingError(Saying("The tie-break {code} is not for teams (C.07).", code=self.code))
        if self.code in FOR_TEAMS_ALONE:
            raise PairingError(Saying("The tie-break {code} is for teams alone (C.07).", code=self.code))
        if system is System.DOUBLE_SWISS:
            raise PairingError(
                Saying("The tie-break {code} counts games, and a round is a match of two.", code=self.code)
            )
        raise PairingError(Saying("The tie-break {code} is not for round robins (C.07 8).", code=self.code))

    def workings(self, table: Table, level: Sequence[int]) -> dict[int, Working]:
        """Its value for each of the players who are level so far, and what it comes from.

        Players go by their pairing numbers. Raises PairingError where it means nothing in this kind of
        tournament.
        """
        self.require(table.system)
        if self.given and self.code not in table.given:
            raise PairingError(
                Saying("The tie-break {code} is not known: its values are given elsewhere.", code=self.code)
            )
        table = table.under(self.modifiers.supposed)
        parts = table.parts(self.parts)
        if self.among is not None:
            return self._among(table, {number: parts[number] for number in level})
        if self.modifiers.lowest:
            return {number: self._cut(parts[number]) for number in level}
        values = table.values(self.parts, self.way.value)
        return {number: Working(parts[number], values[number]) for number in level}

    def _cut(self, parts: tuple[Part, ...]) -> Working:
        counted, left_out = cut(parts, self.least, self.modifiers.lowest, self.modifiers.highest)
        return Working(parts, self.way.value(counted), left_out)

    def _among(self, table: Table, parts: Mapping[int, tuple[Part, ...]]) -> dict[int, Working]:
        """As `workings`, of players with these parts; who is level with nobody has no place."""
        if self.among is None or len(parts) == 1:
            return {number: Working((), None) for number in parts}
        own = {number: tuple([part for part in parts[number] if part.opponent in parts]) for number in parts}
        found = self.among(own, table.tournament.scoring)
        return {number: Working(own[number], found[number]) for number in parts}


_LINES = (
    TieBreak("PTS", Saying("Points"), "5", points, POINTS),
    TieBreak("DE", Saying("Direct Encounter"), "6", games, PLACE, "P", ascending=True, among=places),
    TieBreak("WIN", Saying("Number of Wins"), "7.1", rounds_won, COUNT, of_games=True),
    TieBreak("WON", Saying("Games Won"), "7.2", games_won, COUNT, of_games=True),
    TieBreak("BPG", Saying("Games with Black"), "7.3", games_with_black, COUNT, of_games=True),
    TieBreak("BWG", Saying("Games Won with Black"), "7.4", games_won_with_black, COUNT, of_games=True),
    TieBreak("PS", Saying("Progressive Scores"), "7.5", progressive_scores, POINTS, "C", least=first),
    TieBreak("REP", Saying("Rounds Elected to Play"), "7.6", rounds_elected_to_play, COUNT),
    # As it was called until 2024.
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
    TieBreak("MPvGP", Saying("Game Points, where match points come first"), "13", secondary_points, POINTS),
    # Of the rules of 1998, whose list has no codes: one of our own.
    TieBreak(
        "OTHER_DE1",
        Saying("Direct Encounter for First Place"),
        "F.10",
        games,
        PLACE,
        ascending=True,
        among=places,
        first_place=True,
    ),
)
TIE_BREAKS: Mapping[str, TieBreak] = {tie_break.code.upper(): tie_break for tie_break in _LINES}

# What no rounds tell: it is given to the table by who ranks. The codes are our own.
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

# What standings go by where nothing else is announced, the first before all.
USUAL = ("PTS", "BH/C1", "BH", "SB")
USUAL_OF_TEAMS = ("PTS", "MPvGP", "BH/C1", "BH")
USUAL_IN_ROUND_ROBINS = ("PTS", "DE", "WIN", "SB", "KS")
# F.10 of the rules of 1998, but for the lot that is drawn in the end.
F_10 = ("PTS", "OTHER_DE1", "ARO")


def tie_break_by_code(code: str) -> TieBreak:
    """The tie-break with this code, in capitals or not, with its modifiers in any order.

    Raises PairingError for a code that nobody knows, or a modifier that it does not take.
    """
    base, *words = code.upper().split("/")
    known = TIE_BREAKS.get(base) or GIVEN.get(base)
    if known is None:
        raise PairingError(
            Saying(
                "The tie-break {code} is not known: expected one of {known}.",
                code=code,
                known=", ".join(TIE_BREAKS),
            )
        )
    if not words:
        return known
    found = modifying.parse(base, words, known.takes)
    return replace(
        known,
        code="/".join((base, *found.words())),
        name=found.named(known.name),
        ascending=known.ascending != found.reverse,
        modifiers=found,
    )


def check_tie_breaks(codes: Sequence[str], system: System) -> tuple[TieBreak, ...]:
    """The tie-breaks with these codes, the first before all.

    Raises PairingError for one that nobody knows, that is not for this kind of tournament, or that is there
    twice, the points among them: those come before all tie-breaks.
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
    """The code with what players without a rating count with, in Elo; None for nothing.

    A tie-break that asks for no ratings stays as it is. Raises PairingError for a code that nobody knows.
    """
    base, *words = code.upper().split("/")
    plain = tie_break_by_code("/".join((base, *(word for word in words if not word.startswith("U"))))).code
    takes = rating and base in TIE_BREAKS and "U" in TIE_BREAKS[base].takes
    return tie_break_by_code(f"{plain}/U{rating}").code if takes else plain


def every_code(system: System) -> tuple[str, ...]:
    """All codes of tie-breaks for this kind of tournament, with all modifiers but ratings of the unrated."""
    return tuple(
        "/".join(filter(None, (known.code, *words)))
        for known in TIE_BREAKS.values()
        if known.is_for(system)
        for words in product(*modifying.choices(known.takes))
    )
