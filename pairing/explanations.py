"""The explanation of a round by its edition: made once, and asked further questions afterwards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pkgutil import resolve_name

from pairing.checker import compared, pairing_of
from pairing.core.scores import accelerated
from pairing.core.sentences import Phrase
from pairing.core.tournament import PairingError, Tournament
from pairing.editions import edition_by_code, entrants
from pairing.explanation.account import Account, Difference, Explanation, OwnTableAccount


def explain(tournament: Tournament, edition_code: str) -> Explanation:
    """The explanation of the coming round of `tournament` by the edition with this code.

    Raises what `editions.pair_round` raises.
    """
    account = account_of(tournament, edition_code)
    system = edition_by_code(edition_code).name
    return Explanation(edition_code, system, account.coming, _names(account.tournament), _account=account)


def explain_round(tournament: Tournament, number: int, edition_code: str) -> Explanation:
    """The explanation of the past round `number`, from what was known before it.

    If the published pairing is not the one that follows from the results as they are now, or the rules give
    none at all, the explanation says only that. Raises PairingError for a round that was not paired, an
    unknown edition and points that make no sense.
    """
    tournament = entrants(tournament, edition_code)
    if not 0 < number <= tournament.played_rounds:
        raise PairingError(
            Phrase(
                "Round {round} has not been paired: expected 1 to {last}.",
                round=number,
                last=tournament.played_rounds,
            )
        )
    # As in a check of all rounds: without a number of rounds, the last round that was paired is the last.
    planned = replace(tournament, rounds=tournament.rounds or tournament.played_rounds)
    system = edition_by_code(edition_code).name
    try:
        account = _account_of_entrants(planned.before(number), edition_code)
    except PairingError as error:
        published = pairing_of(planned, number)
        difference = Difference(published.pairs, (), published.bye, None, error.saying)
    else:
        check = compared(planned, number, account.pairing)
        if check.agrees:
            return Explanation(edition_code, system, number, _names(planned), _account=account)
        difference = Difference(check.surplus, check.missing, check.found.bye, account.pairing.bye)
    return Explanation(edition_code, system, number, _names(planned), difference=difference)


def _names(tournament: Tournament) -> dict[int, str]:
    return {player.number: player.name for player in tournament.players}


def account_of(tournament: Tournament, edition_code: str) -> Account:
    """The account of the coming round. Raises what `editions.pair_round` raises."""
    return _account_of_entrants(entrants(tournament, edition_code), edition_code)


def _account_of_entrants(tournament: Tournament, edition_code: str) -> Account:
    edition = edition_by_code(edition_code)
    if tournament.table and edition.usual_table:
        return OwnTableAccount(tournament, edition)
    account: Callable[[Tournament], Account] = resolve_name(edition.explained_by)
    return account(accelerated(tournament))
