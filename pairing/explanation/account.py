"""What every account of a round has in common: who took part, and what the absolute rules forbid."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pairing.explanation.colours import colour_reason
from pairing.explanation.facts import Away, Barred, KeptApart, Met, Person, SameAbsoluteColour, WhyNot
from pairing.saying import Saying
from pairing.tournament import PairingError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pairing.byes import ByeRule
    from pairing.colours import Rule
    from pairing.explanation.articles import Articles
    from pairing.explanation.facts import (
        BoardExplanation,
        BracketExplanation,
        ByeExplanation,
        ColourReason,
        Floater,
        PlainBoard,
        PlainBye,
        Reason,
    )
    from pairing.records import Record
    from pairing.tournament import RoundPairing, Tournament


@dataclass(frozen=True, slots=True)
class Absolutes:
    """The rules of an edition that no pairing breaks, and those that give the colours."""

    articles: Articles
    colours_possible: Callable[[Record, Record], bool]
    may_take_bye: ByeRule
    colour_rules: Sequence[Rule]


class Account(ABC):
    """How the coming round of a tournament was paired, by the computation that decided it."""

    def __init__(self, tournament: Tournament, records: Sequence[Record], pairing: RoundPairing) -> None:
        self.tournament = tournament
        self.coming = tournament.played_rounds + 1
        self.players = {player.number: player for player in tournament.players}
        self.records = {record.number: record for record in records}
        self.pairing = pairing

    # -- what a system adds -----------------------------------------------------------------------

    @abstractmethod
    def boards(self) -> tuple[BoardExplanation | PlainBoard, ...]:
        """The boards in publishing order."""

    @abstractmethod
    def bye(self) -> ByeExplanation | PlainBye | None:
        """Who takes the bye, if anybody does."""

    @abstractmethod
    def why_not_meeting(self, one: Record, two: Record) -> Sequence[Reason]:
        """What decided against pairing two players who do not meet."""

    @abstractmethod
    def why_not_bye(self, one: Record) -> Sequence[Reason]:
        """What decided against the bye for a player, where somebody else takes it."""

    def brackets(self) -> tuple[BracketExplanation, ...]:
        """The brackets from the top, where the system has them."""
        return ()

    def floated(self, _number: int) -> tuple[Floater, ...]:
        """The brackets that the player was left over in, from the top."""
        return ()

    def opposite(self, _number: int) -> int | None:
        """Who stood opposite the player at first, in the bracket that he was paired in."""
        return None

    # -- who took part ----------------------------------------------------------------------------

    def people(self) -> dict[int, Person]:
        """Everybody who was to be paired."""
        return {number: self._person(record) for number, record in self.records.items()}

    def _person(self, record: Record) -> Person:
        return Person(
            number=record.number,
            name=self.players[record.number].name,
            score=record.score,
            virtual=sum(self.players[record.number].virtual[self.coming - 1 : self.coming]),
            colours=record.colours,
            difference=record.difference,
            preference=record.preference,
            floats=record.floats,
            topscorer=record.topscorer,
        )

    def away(self, number: int) -> Away | None:
        """Why the player was not to be paired; None where he was.

        Raises PairingError for a number that nobody has.
        """
        if number not in self.players:
            raise PairingError(Saying("There is no player {number}.", number=number))
        if number in self.records:
            return None
        cell = self.players[number].cell(self.coming)
        return Away(number, cell, self.tournament.scoring.points(cell))

    # -- why not ----------------------------------------------------------------------------------

    def why_not(self, one: int, two: int | None) -> WhyNot:
        """Why the two do not meet; with None for the second, why the first does not take the bye.

        Raises PairingError for a number that nobody has, and for a player and himself.
        """
        if one == two:
            raise PairingError(Saying("Player {number} cannot meet himself.", number=one))
        away = [self.away(number) for number in (one, two) if number is not None]
        reasons: Sequence[Reason] = [reason for reason in away if reason is not None]
        if not reasons and two is None:
            reasons = self._not_the_bye(self.records[one])
        elif not reasons and two is not None:
            reasons = self._not_paired(self.records[one], self.records[two])
        return WhyNot(one, two, tuple(reasons))

    def _not_paired(self, one: Record, two: Record) -> Sequence[Reason]:
        if any({pair.white, pair.black} == {one.number, two.number} for pair in self.pairing.pairs):
            return ()
        return self.why_not_meeting(one, two)

    def _not_the_bye(self, record: Record) -> Sequence[Reason]:
        if self.pairing.bye is None:
            raise PairingError(Saying("The number of players is even: nobody takes the bye."))
        return () if self.pairing.bye == record.number else self.why_not_bye(record)


class BracketAccount(Account):
    """How a round was paired by a Swiss system, bracket by bracket."""

    def __init__(
        self, tournament: Tournament, records: Sequence[Record], pairing: RoundPairing, rules: Absolutes
    ) -> None:
        super().__init__(tournament, records, pairing)
        self.rules = rules
        self.articles = rules.articles

    # -- what an edition adds ---------------------------------------------------------------------

    @abstractmethod
    def against_meeting(self, one: Record, two: Record) -> Sequence[Reason]:
        """What decided against pairing two players who may meet."""

    @abstractmethod
    def against_bye(self, one: Record) -> Sequence[Reason]:
        """What decided against the bye for a player who may take it."""

    # -- colours ----------------------------------------------------------------------------------

    def colours(self, higher: Record, lower: Record) -> ColourReason:
        """The rule that gave two who meet their colours, and the rounds that it looked back to."""
        reason = colour_reason(
            self.rules.colour_rules,
            self.articles.colour_rules,
            higher,
            lower,
            self.tournament.initial_colour,
        )
        if reason.games_back is None:
            return reason
        rounds = (self._rounds_played(number)[-reason.games_back] for number in reason.players)
        return replace(reason, rounds=tuple(rounds))

    def _rounds_played(self, number: int) -> list[int]:
        return [place for place, cell in enumerate(self.players[number].cells, 1) if cell.played]

    # -- why not ----------------------------------------------------------------------------------

    def why_not_meeting(self, one: Record, two: Record) -> Sequence[Reason]:
        return self.forbidden(one, two) or self.against_meeting(one, two)

    def why_not_bye(self, one: Record) -> Sequence[Reason]:
        barred = self.barred(one)
        return [barred] if barred else self.against_bye(one)

    def forbidden(self, one: Record, two: Record) -> Sequence[Reason]:
        """All absolute rules that forbid the pair."""
        reasons: list[Reason] = []
        for number, cell in enumerate(self.players[one.number].cells, 1):
            if cell.played and cell.opponent == two.number:
                reasons.append(Met(self.articles.rematch, number))
        pair = {one.number, two.number}
        if any(p.holds_in(self.coming) and pair <= p.players for p in self.tournament.forbidden):
            reasons.append(KeptApart(self.articles.rematch))
        colour = one.preference.colour
        if not self.rules.colours_possible(one, two) and colour is not None:
            reasons.append(SameAbsoluteColour(self.articles.colours, colour))
        return reasons

    def barred(self, record: Record) -> Barred | None:
        """What bars the player from the bye: the first round that would do so by itself."""
        if record.may_take_bye:
            return None
        player = self.players[record.number]
        for number, cell in enumerate(player.cells, 1):
            if not self.rules.may_take_bye(replace(player, cells=(cell,)), self.tournament.scoring):
                return Barred(self.articles.bye, number, cell)
        raise AssertionError(f"No round bars player {record.number} from the bye")
