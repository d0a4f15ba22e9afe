"""How a round of matches of two games was paired by C.04.5, and the words of its colours."""

from __future__ import annotations

from pairing.core.records import Record
from pairing.core.sentences import Phrase, Who, phrase
from pairing.core.tournament import Tournament
from pairing.double_swiss.edition_2026 import RULES, by_rank
from pairing.upfloating.explained import UpfloatingAccount
from pairing.upfloating.rounds import decide

# 4.3.1, for an even and for an odd number of the higher ranked player.
LOT = (
    phrase(
        "Neither has played: {higher} is ranked higher with the even number {order}, and {drawn} was drawn"
        " for the odd ones; so {white} has White in the first game."
    ),
    phrase(
        "Neither has played: {higher} is ranked higher with the odd number {order} and gets {drawn}, the"
        " colour that was drawn; so {white} has White in the first game."
    ),
)
# The rules after the lot, by their articles.
COLOUR_WORDS = {
    "art. 4.3.2": phrase(
        "{white} has White in the first game: they had it there in fewer matches than {black}."
    ),
    "art. 4.3.3": phrase(
        "{white} has White in the first game: the last time that their colours there differed, counting"
        " matches back from the last, {white} had Black and {black} White."
    ),
    "art. 4.3.4": phrase(
        "{white} has White in the first game: {higher} is ranked higher, and gets the opposite colour to that"
        " in the first game of their last match."
    ),
    "art. 4.3.5": phrase(
        "{white} has White in the first game: {higher} has not played yet, and {lower} gets the opposite"
        " colour to that in the first game of their last match."
    ),
}


def account(tournament: Tournament) -> UpfloatingAccount:
    """The account of the coming round. Raises what `decide` raises."""

    def colours(article: str, white: Record, black: Record, drawn: Phrase) -> Phrase:
        higher, lower = by_rank(white, black)
        named = {"white": white, "black": black, "higher": higher, "lower": lower}
        facts = {name: Who(record.number) for name, record in named.items()}
        sentence = LOT[higher.order % 2] if article == "art. 4.3.1" else COLOUR_WORDS[article]
        return Phrase.of(sentence, {**facts, "order": higher.order, "drawn": drawn})

    return UpfloatingAccount(decide(tournament, RULES), colours)
