"""How a round of teams was paired by C.04.6, and the words of its colours."""

from __future__ import annotations

from pairing.core.records import Record
from pairing.core.sentences import Phrase, Who, phrase
from pairing.core.tournament import Tournament
from pairing.swiss_team.edition_2026 import RULES, first_team
from pairing.upfloating.explained import UpfloatingAccount
from pairing.upfloating.rounds import decide

# 4.3.1, for an even and for an odd number of the first team.
LOT = (
    phrase(
        "Neither has played: the first team, {first}, has the even number {number}, and {drawn} was drawn for"
        " the odd ones; so {white} has White on board 1."
    ),
    phrase(
        "Neither has played: the first team, {first}, has the odd number {number} and gets {drawn}, the"
        " colour that was drawn; so {white} has White on board 1."
    ),
)
# The rules after the lot, by their articles.
COLOUR_WORDS = {
    "art. 4.3.2": phrase(
        "{white} has White on board 1, and {black} Black: only one of the two has a colour preference."
    ),
    "art. 4.3.3": phrase("{white} has White on board 1, and {black} Black, as both prefer."),
    "art. 4.3.4": phrase(
        "{white} has White on board 1, and {black} Black: both prefer the same colour, and only one of the"
        " preferences is strong."
    ),
    "art. 4.3.5": phrase(
        "{white} has White on board 1: of the matches played, White less Black makes a smaller number for"
        " them than for {black}."
    ),
    "art. 4.3.6": phrase(
        "{white} has White on board 1: the last time that their colours differed, counting matches back from"
        " the last, {white} had Black and {black} White."
    ),
    "art. 4.3.7": phrase("{white} has White on board 1: the first team, {first}, prefers it that way."),
    "art. 4.3.8": phrase(
        "{white} has White on board 1: the first team, {first}, gets the opposite colour to that in its last"
        " match."
    ),
    "art. 4.3.9": phrase(
        "{white} has White on board 1: the first team has not played yet, and {other} gets the opposite"
        " colour to that in its last match."
    ),
}


def account(tournament: Tournament) -> UpfloatingAccount:
    """The account of the coming round. Raises what `decide` raises."""

    def colours(article: str, white: Record, black: Record, drawn: Phrase) -> Phrase:
        first, other = first_team(white, black, tournament)
        named = {"white": white, "black": black, "first": first, "other": other}
        facts = {name: Who(record.number) for name, record in named.items()}
        sentence = LOT[first.number % 2] if article == "art. 4.3.1" else COLOUR_WORDS[article]
        return Phrase.of(sentence, {**facts, "number": first.number, "drawn": drawn})

    return UpfloatingAccount(decide(tournament, RULES), colours)
