"""The explanation of a round: made once; answers to further questions are worked out when they are asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pkgutil import resolve_name

from pairing.checker import compared, pairing_of
from pairing.core.scores import accelerated
from pairing.core.sentences import Saying
from pairing.core.tournament import Pair, PairingError, Tournament
from pairing.editions import edition_by_code, entrants
from pairing.explanation import facts
from pairing.explanation.account import Account
from pairing.explanation.gist import Gist
from pairing.explanation.own_table import OwnTableAccount


@dataclass(frozen=True, slots=True)
class Difference:
    """How the published pairing of a round differs from what the rules give."""

    # The pairs and the bye that were published but that the rules do not make, and the other way round.
    published: tuple[Pair, ...]
    expected: tuple[Pair, ...]
    published_bye: int | None
    expected_bye: int | None
    # Why the rules make no pairing at all; "" if they make one.
    message: Saying | str = ""


@dataclass(frozen=True, eq=False)
class Explanation:
    """How a round was paired. If another pairing was published, it has only the difference.

    Brackets and boards are worked out when they are asked for: one player needs few of them.
    """

    edition: str
    round: int
    # Everybody's name, by pairing number.
    names: Mapping[int, str]
    difference: Difference | None = None
    _account: Account | None = field(default=None, repr=False)

    @cached_property
    def people(self) -> Mapping[int, facts.Person]:
        """Everybody who was to be paired, by pairing number."""
        return self._account.people() if self._account else {}

    @property
    def brackets(self) -> tuple[facts.BracketExplanation, ...]:
        """The brackets from the top."""
        return self._account.brackets if self._account else ()

    @property
    def plain_brackets(self) -> tuple[facts.PlainBracket, ...]:
        """The brackets from the top, for a system that describes them in its own sentences."""
        return self._account.plain_brackets if self._account else ()

    @property
    def boards(self) -> tuple[facts.BoardExplanation | facts.PlainBoard, ...]:
        """The boards in publishing order."""
        return self._account.boards if self._account else ()

    @property
    def bye(self) -> facts.ByeExplanation | facts.PlainBye | None:
        """The bye and its taker; None if nobody takes it."""
        return self._account.bye if self._account else None

    def bracket(self, number: int) -> facts.BracketExplanation:
        """The bracket with this number, from 1 at the top."""
        return self._told().bracket(number - 1)

    def player(self, number: int) -> facts.PlayerExplanation:
        """How the player came to their place, and why they did not get their original opposite.

        Raises PairingError for an unknown number, and if another pairing was published.
        """
        account = self._told()
        away = account.away(number)
        if away is not None:
            return facts.PlayerExplanation(number, away=away)
        if told := account.without_game(number):
            return facts.PlayerExplanation(number, told=told)
        board, opposite = account.board_of(number), account.opposite(number)
        stood_opposite = board is not None and opposite not in (None, board.pair.white, board.pair.black)
        return facts.PlayerExplanation(
            number,
            self.people[number],
            account.floated(number),
            board,
            bye=account.bye if board is None else None,
            not_opposite=account.why_not(number, opposite) if stood_opposite else None,
            by_score=account.by_score,
        )

    def opponent(self, number: int) -> int | None:
        """The opponent of the player, or None. Raises PairingError if another pairing was published."""
        pair = next((pair for pair in self._told().pairing.pairs if number in (pair.white, pair.black)), None)
        return None if pair is None else pair.white + pair.black - number

    def gist(self, told: facts.PlayerExplanation) -> Gist:
        """What a player is told first; `told` is everything there is to say about them.

        Raises PairingError if another pairing was published.
        """
        return self._told().gist(told)

    def why_not(self, one: int, two: int | None) -> facts.WhyNot:
        """Why the two do not meet; with None for the second, why the first does not take the bye.

        Raises PairingError for an unknown number, for one player named twice, for the bye of a round without
        one, and if another pairing was published.
        """
        return self._told().why_not(one, two)

    def _told(self) -> Account:
        if self._account is None:
            raise PairingError(
                Saying(
                    "Round {round} was published with another pairing than the one that follows from the"
                    " present results: what cannot be derived cannot be explained.",
                    round=self.round,
                )
            )
        return self._account


def explain(tournament: Tournament, edition_code: str) -> Explanation:
    """The explanation of the coming round of `tournament` by the edition with this code.

    Raises what `editions.pair_round` raises.
    """
    account = account_of(tournament, edition_code)
    return Explanation(edition_code, account.coming, _names(account.tournament), _account=account)


def explain_round(tournament: Tournament, number: int, edition_code: str) -> Explanation:
    """The explanation of the past round `number`, from what was known before it.

    If the published pairing is not the one that follows from the results as they are now, or the rules give
    none at all, the explanation says only that. Raises PairingError for a round that was not paired, an
    unknown edition and points that make no sense.
    """
    tournament = entrants(tournament, edition_code)
    if not 0 < number <= tournament.played_rounds:
        raise PairingError(
            Saying(
                "Round {round} has not been paired: expected 1 to {last}.",
                round=number,
                last=tournament.played_rounds,
            )
        )
    # As in a check of all rounds: without a number of rounds, the last round that was paired is the last.
    planned = replace(tournament, rounds=tournament.rounds or tournament.played_rounds)
    try:
        account = _account_of_entrants(planned.before(number), edition_code)
    except PairingError as error:
        published = pairing_of(planned, number)
        difference = Difference(published.pairs, (), published.bye, None, error.saying)
    else:
        check = compared(planned, number, account.pairing)
        if check.agrees:
            return Explanation(edition_code, number, _names(planned), _account=account)
        difference = Difference(check.surplus, check.missing, check.found.bye, account.pairing.bye)
    return Explanation(edition_code, number, _names(planned), difference=difference)


def _names(tournament: Tournament) -> dict[int, str]:
    return {player.number: player.name for player in tournament.players}


def account_of(tournament: Tournament, edition_code: str) -> Account:
    """The account of the coming round. Raises what `editions.pair_round` raises."""
    return _account_of_entrants(entrants(tournament, edition_code), edition_code)


def _account_of_entrants(tournament: Tournament, edition_code: str) -> Account:
    edition = edition_by_code(edition_code)
    if tournament.table and edition.usual_table:
        return OwnTableAccount(tournament, edition)
    account: Callable[[Tournament], Account] = resolve_name(edition.told_by)
    return account(accelerated(tournament))
