"""The account of a round by any system: its boards and its bye, and why another pairing was not made."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import starmap

from pairing.core.records import Record, kept_apart, rounds_met
from pairing.core.sentences import Saying
from pairing.core.tournament import Pair, PairingError, RoundPairing, Tournament
from pairing.explanation import facts
from pairing.explanation.gist import Gist, Group


class Account(ABC):
    """How the coming round of a tournament was paired, from the computation that decided it."""

    # Whether scores decide who may meet; False if a table does.
    by_score = True

    def __init__(self, tournament: Tournament, records: Sequence[Record], pairing: RoundPairing) -> None:
        self.tournament = tournament
        self.coming = tournament.played_rounds + 1
        self.players = {player.number: player for player in tournament.players}
        self.records = {record.number: record for record in records}
        self.pairing = pairing

    # -- what a system adds -----------------------------------------------------------------------

    @abstractmethod
    def board(self, number: int, pair: Pair) -> facts.BoardExplanation | facts.PlainBoard:
        """The board with this number, where the two meet."""

    @property
    @abstractmethod
    def bye(self) -> facts.ByeExplanation | facts.PlainBye | None:
        """The bye and its taker; None if nobody takes it."""

    @abstractmethod
    def why_not_meeting(self, one: Record, two: Record) -> Sequence[facts.Reason]:
        """The reasons against pairing two players who do not meet."""

    @abstractmethod
    def why_not_bye(self, one: Record) -> Sequence[facts.Reason]:
        """The reasons against the bye for a player, when somebody else takes it."""

    @property
    def boards(self) -> tuple[facts.BoardExplanation | facts.PlainBoard, ...]:
        """The boards in publishing order."""
        return tuple(starmap(self.board, enumerate(self.pairing.pairs, 1)))

    def board_of(self, player: int) -> facts.BoardExplanation | facts.PlainBoard | None:
        """The board of a player; None if they have none."""
        for number, pair in enumerate(self.pairing.pairs, 1):
            if player in (pair.white, pair.black):
                return self.board(number, pair)
        return None

    # -- what it may have besides -----------------------------------------------------------------

    @property
    def brackets(self) -> tuple[facts.BracketExplanation, ...]:
        """The brackets from the top."""
        return ()

    def bracket(self, place: int) -> facts.BracketExplanation:
        """The bracket at this place, from 0 at the top."""
        return self.brackets[place]

    @property
    def plain_brackets(self) -> tuple[facts.PlainBracket, ...]:
        """The brackets from the top, for a system that describes them in its own sentences."""
        return ()

    def floated(self, _number: int) -> tuple[facts.Floater, ...]:
        """The brackets in which the player was left over, from the top."""
        return ()

    def opposite(self, _number: int) -> int | None:
        """The player originally opposite this one, in the bracket where this one was paired."""
        return None

    def group(self, _number: int) -> Group | None:
        """The group in which a player met an opponent, for a system that pairs in groups or by a table."""
        return None

    def without_game(self, _number: int) -> tuple[facts.Told, ...]:
        """The system's own sentences about a player who has neither a board nor the bye."""
        return ()

    def gist(self, told: facts.PlayerExplanation) -> Gist:
        """The gist of `told`, which is everything there is to say about a player."""
        return Gist(told, self.group(told.number) if told.board else None)

    # -- who took part ----------------------------------------------------------------------------

    def people(self) -> dict[int, facts.Person]:
        """Everybody who was to be paired."""
        virtual = {n: sum(self.players[n].virtual[self.coming - 1 : self.coming]) for n in self.records}
        return {
            number: facts.Person(number, record.score, virtual[number], record.colours, record.preference)
            for number, record in self.records.items()
        }

    def away(self, number: int) -> facts.Away | None:
        """Why the player was not to be paired; None if they were.

        Raises PairingError for an unknown number.
        """
        if number not in self.players:
            raise PairingError(Saying("There is no player {number}.", number=number))
        if number in self.records:
            return None
        cell = self.players[number].cell(self.coming)
        return facts.Away(number, cell, self.tournament.scoring.points(cell))

    # -- why not ----------------------------------------------------------------------------------

    def why_not(self, one: int, two: int | None) -> facts.WhyNot:
        """Why the two do not meet; with None for the second, why the first does not take the bye.

        Raises PairingError for an unknown number, and if both are the same player.
        """
        if one == two:
            raise PairingError(Saying("Player {number} cannot be their own opponent.", number=one))
        away = [self.away(number) for number in (one, two) if number is not None]
        reasons: Sequence[facts.Reason] = [reason for reason in away if reason is not None]
        if not reasons:
            first = self.records[one]
            reasons = self._not_the_bye(first) if two is None else self._not_paired(first, self.records[two])
        return facts.WhyNot(one, two, tuple(reasons))

    def met_or_apart(self, one: Record, two: Record, article: str) -> list[facts.Reason]:
        """The reasons that the two have met, one for each round, and that they are kept apart."""
        met = rounds_met(self.players[one.number].cells).get(two.number, ())
        reasons: list[facts.Reason] = [facts.Met(article, number) for number in met]
        if two.number in kept_apart(self.tournament.forbidden, self.coming).get(one.number, ()):
            reasons.append(facts.KeptApart(article))
        return reasons

    def _not_paired(self, one: Record, two: Record) -> Sequence[facts.Reason]:
        meet = any({pair.white, pair.black} == {one.number, two.number} for pair in self.pairing.pairs)
        return () if meet else self.why_not_meeting(one, two)

    def _not_the_bye(self, record: Record) -> Sequence[facts.Reason]:
        if self.pairing.bye is None:
            raise PairingError(Saying("The number of players is even: nobody takes the bye."))
        return () if self.pairing.bye == record.number else self.why_not_bye(record)
