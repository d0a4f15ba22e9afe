"""A tie-break: what it is made of, which tournaments it is for, and how its values are computed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pairing.core.sentences import Saying
from pairing.core.tournament import PairingError
from pairing.tie_breaks.modifiers import NONE, Modifiers
from pairing.tie_breaks.table import System, Table
from pairing.tie_breaks.working import Cut, Part, Value, Way, Working, cut, lowest

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
    name: Saying
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
            raise PairingError(Saying("The tie-break {code} is not for teams (C.07).", code=self.code))
        if self._is_for_teams_alone and not system.of_teams:
            raise PairingError(Saying("The tie-break {code} is for teams only (C.07).", code=self.code))
        if system is System.DOUBLE_SWISS:
            raise PairingError(
                Saying("The tie-break {code} counts games, and a round is a match of two.", code=self.code)
            )
        raise PairingError(Saying("The tie-break {code} is not for round robins (C.07 8).", code=self.code))

    def workings(self, table: Table, level: Sequence[int]) -> dict[int, Working]:
        """Its value for each of the players who are level so far, and what it is made of.

        Players are identified by their pairing numbers. Raises PairingError if it means nothing in this kind
        of tournament, or if its values are to be given and the table has none.
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
        """Like `workings`, for players with these parts; a player who is level with nobody has no place."""
        own = parts
        if self.of_encounters:
            own = {n: tuple([part for part in parts[n] if part.opponent in parts]) for n in parts}
        if self.way.is_place and len(parts) == 1:
            return {number: Working(own[number], None) for number in parts}
        found = among(table, own)
        return {number: Working(own[number], found[number]) for number in parts}
