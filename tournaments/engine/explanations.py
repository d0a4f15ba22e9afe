"""Why a player was paired in this way, in sentences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pairing import tournament as rules
from pairing.explanation.explain import explain_round
from pairing.explanation.language import language_by_code
from pairing.explanation.words import Words
from tournaments.errors import DomainError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tournaments.models import Tournament

from tournaments.engine.editions import in_words
from tournaments.engine.matches import match_number
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


class Explained:
    """A locked round explained once, for all that is asked of it (C.04.1 i).

    It is told from the computation that decides, by what was known then (C.04.2 D.8). Where another pairing
    was published than the one that follows from it, it is this that is told. DomainError where nothing can
    be.
    """

    def __init__(self, tournament: Tournament, number: int, language: str) -> None:
        paired = as_paired(tournament, number)
        try:
            self._explanation = explain_round(paired, match_number(tournament, number), tournament.edition)
        except rules.PairingError as error:
            raise DomainError("why", in_words(error)) from error
        self._words = Words(self._explanation, language_by_code(language))

    def why(self, player: int) -> Why:
        """Why the player with this pairing number was paired as they were."""
        explanation, words = self._explanation, self._words
        if explanation.difference is not None:
            return Why(_sentences(words.difference(explanation.difference)))
        about = explanation.player(player)
        story = _sentences(words.player(about))
        if about.person is None:
            return Why(story)
        met = {about.board.pair.white, about.board.pair.black} if about.board else {player}
        others = tuple(other for other in explanation.people if other not in met)
        if not about.bracket:
            return Why(story, others=others)
        plain = explanation.plain_brackets
        bracket = plain[about.bracket - 1] if plain else explanation.bracket(about.bracket)
        return Why(story, words.bracket_title(bracket), _sentences(words.bracket(bracket)), others)

    def whole(self) -> list[tuple[str, tuple[str, ...]]]:
        """The round from its first bracket to its last board: a title and sentences for each."""
        explanation, words = self._explanation, self._words
        if explanation.difference is not None:
            return [("", _sentences(words.difference(explanation.difference)))]
        told = [(words.bracket_title(one), _sentences(words.bracket(one))) for one in explanation.brackets]
        told += [(words.board_title(one), _sentences(words.board(one))) for one in explanation.boards]
        return [*told, *([("", _sentences(words.bye(explanation.bye)))] if explanation.bye else [])]

    def why_not(self, player: int, other: int) -> tuple[str, ...]:
        """Why two players, by pairing number, do not meet; DomainError for who is unknown."""
        try:
            answer = self._explanation.why_not(player, other)
        except rules.PairingError as error:
            raise DomainError("why", in_words(error)) from error
        return _sentences(self._words.why_not(answer))


def _sentences(said: Iterable[object]) -> tuple[str, ...]:
    return tuple(map(str, said))
