"""Why a player was paired in this way, in sentences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pairing import tournament as rules
from pairing.explanation import explain as explanation
from pairing.explanation.language import language_by_code
from pairing.explanation.words import Words
from tournaments.errors import DomainError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tournaments.models import Tournament

from tournaments.engine.editions import in_words
from tournaments.engine.pairings import as_paired


@dataclass(frozen=True, slots=True)
class Why:
    """Why a player was paired in this way, in sentences that end with their articles."""

    # How the player came to an opponent and a colour, or why there is none.
    story: tuple[str, ...]
    # How the player's bracket was paired as a whole; players by their numbers.
    bracket_title: str = ""
    bracket: tuple[str, ...] = ()
    # Pairing numbers of those about whom one may ask why the player does not meet them.
    others: tuple[int, ...] = ()


def why(tournament: Tournament, number: int, player: int, language: str) -> Why:
    """Why the player with this pairing number was paired in this way in a locked round (C.04.1 i).

    It is told from the computation that decides, by what was known then (C.04.2 D.8). Where another pairing
    was published than the one that follows from it, it is this that is told.
    """
    told = _explained(tournament, number)
    words = Words(told, language_by_code(language))
    if told.difference is not None:
        return Why(_sentences(words.difference(told.difference)))
    about = told.player(player)
    story = _sentences(words.player(about))
    if about.person is None:
        return Why(story)
    met = {about.board.pair.white, about.board.pair.black} if about.board else {player}
    others = tuple(other for other in told.people if other not in met)
    if not about.bracket:
        return Why(story, others=others)
    bracket = told.brackets[about.bracket - 1]
    return Why(story, words.bracket_title(bracket), _sentences(words.bracket(bracket)), others)


def why_not(tournament: Tournament, number: int, player: int, other: int, language: str) -> tuple[str, ...]:
    """Why two players, by pairing number, do not meet in a locked round; DomainError for who is unknown."""
    told = _explained(tournament, number)
    try:
        answer = told.why_not(player, other)
    except rules.PairingError as error:
        raise DomainError("why", in_words(error)) from error
    return _sentences(Words(told, language_by_code(language)).why_not(answer))


def _explained(tournament: Tournament, number: int) -> explanation.Explanation:
    try:
        return explanation.explain_round(as_paired(tournament, number), number, tournament.edition)
    except rules.PairingError as error:
        raise DomainError("why", in_words(error)) from error


def _sentences(said: Iterable[object]) -> tuple[str, ...]:
    return tuple(map(str, said))
