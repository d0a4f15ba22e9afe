"""Explanations of pairings, and of duels in the standings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from pairing import explanations
from pairing.core import tournament as rules
from pairing.explanation import account
from pairing.explanation.facts import Group, Manner
from pairing.explanation.language import language_by_code
from pairing.explanation.plain import PlainText
from pairing.explanation.text import ExplanationText
from tournaments.errors import DomainError
from tournaments.models import Tournament
from tournaments.rulebook.editions import in_words, match_number
from tournaments.rulebook.pairings import as_paired

# If there are more rows than this, only the first, the last and those around the player's own are drawn.
MOST_ROWS = 9
AROUND = 2


class Place(NamedTuple):
    """A player in a column, and how they came to the group or to the other column."""

    number: int
    name: str
    # Came from another group, was left over for another, crossed to the other column.
    came: bool = False
    left: bool = False
    crossed: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A pair, a player who was left over, or the number of rows that are not drawn."""

    # The left column, then the right one.
    places: tuple[Place | None, Place | None] = (None, None)
    mine: bool = False
    hidden: int = 0


@dataclass(frozen=True, slots=True)
class Duel:
    """The rows of a group; the rows of players who came from another group are kept apart."""

    # "halves", "seekers", "ends", "identifier" or "table": it says what the columns are.
    manner: str
    came: tuple[Row, ...]
    rows: tuple[Row, ...]
    # Whether players came to it from below, and not from above.
    up: bool


def duel_of(group: Group, names: Mapping[int, str], player: int) -> Duel:
    """The drawing of the group in which the player with this number met an opponent."""

    def place(number: int) -> Place:
        return Place(
            number, names[number], number in group.came, number in group.left, number in group.crossed
        )

    def rows(pairs: Sequence[tuple[int, int]]) -> list[Row]:
        return [Row((place(one), place(two)), mine=player in (one, two)) for one, two in pairs]

    left = [Row((None, place(number))) for number in group.left]
    came = tuple(_drawn(rows(group.came_pairs)))
    manner = Manner.TABLE if group.manner is Manner.SIDES else group.manner
    return Duel(manner, came, tuple(_drawn(rows(group.pairs) + left)), group.up)


def _drawn(rows: Sequence[Row]) -> Iterator[Row]:
    """The rows; in a long list each gap becomes one row with the number of rows hidden."""
    mine = next((place for place, row in enumerate(rows) if row.mine), 0)
    hidden = 0
    for place, row in enumerate(rows):
        if len(rows) <= MOST_ROWS or place in {0, len(rows) - 1} or abs(place - mine) <= AROUND:
            if hidden:
                yield Row(hidden=hidden)
            hidden = 0
            yield row
        else:
            hidden += 1


# How a round was paired, for those who keep it.
Explanation = account.Explanation


class Side(NamedTuple):
    """One of two players who met: pairing number, earlier colours, and the colour they got ("w", "b")."""

    number: int
    had: str
    colour: str


@dataclass(frozen=True, slots=True)
class Why:
    """Why a player was paired in this way, in sentences that end with their articles."""

    # The same in words for a child of twelve, without articles.
    short: tuple[str, ...]
    # How the player came to an opponent and a colour, or why there is none.
    story: tuple[str, ...]
    # How the player's bracket was paired as a whole; players by their numbers.
    bracket_title: str = ""
    bracket: tuple[str, ...] = ()
    # Pairing numbers of the players about whom one may ask why this player does not meet them.
    others: tuple[int, ...] = ()
    # If there is an opponent: the board, the pairs of the group, and the colours, White first.
    board: int | None = None
    duel: Duel | None = None
    colours: str = ""
    sides: tuple[Side, ...] = ()


class WhyNot(NamedTuple):
    """Why two players do not meet: in plain words, and by the articles."""

    short: tuple[str, ...]
    story: tuple[str, ...]


def explanation(tournament: Tournament, number: int) -> Explanation:
    """How a locked round was paired, from the computation that decides (C.04.1 i).

    It rests on what was known when the round was paired (C.04.2 D.8). If another pairing was published than
    the one that follows from it, the explanation says so. Raises DomainError if there is no explanation.
    """
    paired = as_paired(tournament, number)
    try:
        return explanations.explain_round(paired, match_number(tournament, number), tournament.edition)
    except rules.PairingError as error:
        raise DomainError("why", in_words(error)) from error


class Explained:
    """The explanation of a round in one language, for all questions about it."""

    def __init__(self, told: Explanation, language: str, you: int | None = None) -> None:
        """`you` is the pairing number of the player whom the text addresses, if any."""
        self._explanation = told
        spoken = language_by_code(language)
        self._words = ExplanationText(told, spoken)
        self._plain = PlainText(told, spoken, _called(told.names), you)

    @property
    def names(self) -> Mapping[int, str]:
        """The name of each player of the event, by pairing number."""
        return self._explanation.names

    def why(self, player: int) -> Why:
        """Why the player with this pairing number was paired as they were."""
        explanation, words = self._explanation, self._words
        if explanation.difference is not None:
            short = self._plain.otherwise(explanation.difference, player)
            return Why(tuple(short), _sentences(words.difference(explanation.difference)))
        about = explanation.player(player)
        answer = explanation.short_answer(about)
        why = Why(tuple(self._plain.short(answer)), _sentences(words.player(about)))
        if about.person is None:
            return why
        board, met = about.board, {player}
        if board is not None and answer.group is not None:
            met = {board.pair.white, board.pair.black}
            why = replace(
                why,
                board=board.board,
                duel=duel_of(answer.group, explanation.names, player),
                colours=self._plain.colours(about),
                sides=(self._side(board.pair.white, "w"), self._side(board.pair.black, "b")),
            )
        why = replace(why, others=tuple(other for other in explanation.people if other not in met))
        if not about.bracket:
            return why
        plain = explanation.plain_brackets
        bracket = plain[about.bracket - 1] if plain else explanation.bracket(about.bracket)
        title, sentences = words.bracket_title(bracket), _sentences(words.bracket(bracket))
        return replace(why, bracket_title=title, bracket=sentences)

    def _side(self, number: int, colour: str) -> Side:
        return Side(number, "".join(self._explanation.people[number].colours), colour)

    def whole(self) -> list[tuple[str, tuple[str, ...]]]:
        """The round from its first bracket to its last board: a title and sentences for each."""
        explanation, words = self._explanation, self._words
        if explanation.difference is not None:
            return [("", _sentences(words.difference(explanation.difference)))]
        told = [(words.bracket_title(one), _sentences(words.bracket(one))) for one in explanation.brackets]
        told += [(words.board_title(one), _sentences(words.board(one))) for one in explanation.boards]
        return [*told, *([("", _sentences(words.bye(explanation.bye)))] if explanation.bye else [])]

    def why_not(self, player: int, other: int) -> WhyNot:
        """Why two players, by pairing number, do not meet; DomainError for an unknown number."""
        try:
            answer = self._explanation.why_not(player, other)
        except rules.PairingError as error:
            raise DomainError("why", in_words(error)) from error
        return WhyNot(_sentences(self._plain.why_not(answer)), _sentences(self._words.why_not(answer)))


def _sentences(said: Iterable[object]) -> tuple[str, ...]:
    return tuple(map(str, said))


def _called(names: Mapping[int, str]) -> Callable[[int], str]:
    """A player's name in plain words: the family name, unless another player has it too."""
    families = Counter(name.split(",", 1)[0].strip() for name in names.values())

    def called(number: int) -> str:
        family, *given = (part.strip() for part in names[number].split(",", 1))
        return family if families[family] == 1 else " ".join((*given, family))

    return called
