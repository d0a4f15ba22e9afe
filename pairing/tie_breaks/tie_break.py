"""A tie-break: what it is made of, for which tournaments it is, and how its values come about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pairing.saying import Saying
from pairing.tie_breaks.modifiers import NONE, Modifiers
from pairing.tie_breaks.table import System
from pairing.tie_breaks.working import Working, cut, lowest
from pairing.tournament import PairingError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from pairing.tie_breaks.table import Table
    from pairing.tie_breaks.working import Cut, Part, Value, Way

    # What those who are still level decide among themselves: its value for each by their parts.
    type Among = Callable[[Table, Mapping[int, Sequence[Part]]], Mapping[int, Value | None]]


# Those that rank teams alone; all that rank teams; and of these, those that take either score (13).
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
    # Of one that only those who are still level decide among themselves: what it is for each.
    among: Among | None = None
    # Whether these are their games against one another alone.
    of_encounters: bool = True
    # Whether it is only for those who are level in the first place.
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
        """Raise PairingError where it means nothing in this kind of tournament."""
        if self.is_for(system):
            return
        if system.of_teams and self.base not in FOR_TEAMS:
            raise PairingError(Saying("The tie-break {code} is not for teams (C.07).", code=self.code))
        if self._is_for_teams_alone and not system.of_teams:
            raise PairingError(Saying("The tie-break {code} is for teams only (C.07).", code=self.code))
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
        """As `workings`, of players with these parts; who is level with nobody has no place."""
        own = parts
        if self.of_encounters:
            own = {n: tuple([part for part in parts[n] if part.opponent in parts]) for n in parts}
        if self.way.is_place and len(parts) == 1:
            return {number: Working(own[number], None) for number in parts}
        found = among(table, own)
        return {number: Working(own[number], found[number]) for number in parts}
