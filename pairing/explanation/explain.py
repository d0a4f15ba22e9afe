"""The explanation of a round: made once, with answers to further questions worked out when they are asked."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import TYPE_CHECKING

from pairing.acceleration import accelerated
from pairing.checker import compared, pairing_of
from pairing.editions import edition_by_code
from pairing.explanation import facts
from pairing.saying import Saying
from pairing.scoring import check_scoring
from pairing.tournament import PairingError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pairing.explanation.account import Account
    from pairing.tournament import Tournament


@dataclass(frozen=True, slots=True)
class Explanation:
    """How a round was paired. Where the published pairing is another, nothing but the difference."""

    edition: str
    round: int
    # Everybody's name, by pairing number; and everybody who was to be paired.
    names: Mapping[int, str]
    people: Mapping[int, facts.Person] = field(default_factory=dict)
    brackets: tuple[facts.BracketExplanation, ...] = ()
    boards: tuple[facts.BoardExplanation | facts.PlainBoard, ...] = ()
    bye: facts.ByeExplanation | facts.PlainBye | None = None
    difference: facts.Difference | None = None
    _account: Account | None = field(default=None, repr=False, compare=False)

    def player(self, number: int) -> facts.PlayerExplanation:
        """How the player came to his place, and why he did not get who stood opposite him at first.

        Raises PairingError for a number that nobody has, and where the published pairing is another.
        """
        account = self._told()
        away = account.away(number)
        if away is not None:
            return facts.PlayerExplanation(number, away=away)
        boards = (board for board in self.boards if number in (board.pair.white, board.pair.black))
        board = next(boards, None)
        opposite = account.opposite(number)
        stood_opposite = board is not None and opposite not in (None, board.pair.white, board.pair.black)
        return facts.PlayerExplanation(
            number,
            self.people[number],
            account.floated(number),
            board,
            bye=self.bye if board is None else None,
            not_opposite=account.why_not(number, opposite) if stood_opposite else None,
        )

    def why_not(self, one: int, two: int | None) -> facts.WhyNot:
        """Why the two do not meet; with None for the second, why the first does not take the bye.

        Raises PairingError for a number that nobody has, for one player named twice, for the bye of a round
        without one, and where the published pairing is another.
        """
        return self._told().why_not(one, two)

    def _told(self) -> Account:
        if self._account is None:
            raise PairingError(
                Saying(
                    "Round {round} was published with another pairing than the one that follows from the "
                    "results as they stand: what cannot be derived cannot be explained.",
                    round=self.round,
                )
            )
        return self._account


def explain(tournament: Tournament, edition_code: str) -> Explanation:
    """The explanation of the coming round of `tournament` by the edition with this code.

    Raises what `editions.pair_round` raises.
    """
    return _told(tournament, edition_code, account_of(tournament, edition_code))


def explain_round(tournament: Tournament, number: int, edition_code: str) -> Explanation:
    """The explanation of round `number` of the past, from what was known before it.

    Where the round was published with another pairing than the one that follows from the results as they
    stand, or the rules give none at all, the explanation says that and no more. Raises PairingError for a
    round that was not paired, an unknown edition and points that make no sense.
    """
    if not 0 < number <= tournament.played_rounds:
        raise PairingError(
            Saying(
                "Round {round} has not been paired: expected 1 to {last}.",
                round=number,
                last=tournament.played_rounds,
            )
        )
    edition_by_code(edition_code)
    check_scoring(tournament.scoring)
    # As when all rounds are checked: without a number of rounds the last one that was paired is the last.
    planned = replace(tournament, rounds=tournament.rounds or tournament.played_rounds)
    try:
        account = account_of(planned.before(number), edition_code)
    except PairingError as error:
        published = pairing_of(planned, number)
        difference = facts.Difference(published.pairs, (), published.bye, None, error.saying)
    else:
        check = compared(planned, number, account.pairing)
        if check.agrees:
            return _told(planned, edition_code, account)
        difference = facts.Difference(check.surplus, check.missing, check.found.bye, account.pairing.bye)
    return Explanation(edition_code, number, _names(planned), difference=difference)


def _told(tournament: Tournament, edition_code: str, account: Account) -> Explanation:
    told = account.people(), account.brackets, account.boards(), account.bye
    return Explanation(edition_code, account.coming, _names(tournament), *told, _account=account)


def _names(tournament: Tournament) -> dict[int, str]:
    return {player.number: player.name for player in tournament.players}


def account_of(tournament: Tournament, edition_code: str) -> Account:
    """The account of the coming round. Raises what `editions.pair_round` raises."""
    check_scoring(tournament.scoring)
    system = import_module(edition_by_code(edition_code).told_by)
    account: Account = system.account(accelerated(tournament))
    return account
