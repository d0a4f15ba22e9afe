"""What the rule book says, in the reader's language.

The rule book knows nothing of Django, and speaks English. What of it comes to a page stands here, with
its facts in their places, so that the catalogue of the pages holds it too. Another text stays as it is.
"""

from __future__ import annotations

import re

from django.utils.translation import gettext, gettext_noop

EDITIONS = (
    gettext_noop("FIDE (Dutch) System, 2026"),
    gettext_noop(
        "C.04.3 in force since 1 February 2026: for every tournament that ends on that day or later."
    ),
    gettext_noop("FIDE (Dutch) System, Baku 2016"),
    gettext_noop("C.04.3 in force until 31 January 2026: for a tournament that ended by then."),
    gettext_noop("Swiss System Based on Rating, 2012"),
    gettext_noop("C.04.1 as agreed in Istanbul in 2012: to replay, to teach, or for a club that keeps it."),
    gettext_noop("Swiss System Based on Rating, 1998"),
    gettext_noop("C.04.1 as approved from 1992 to 1998: to replay, to teach, or for a club that keeps it."),
)

REFUSALS = (
    gettext_noop("Round %(number)s cannot be paired under %(articles)s: no place is left for %(players)s"),
    gettext_noop("C.1 to C.3"),
    gettext_noop("B.1 and B.2"),
    gettext_noop("Unknown edition %(code)s; known are: %(known)s"),
    gettext_noop(
        "The colours of players %(one)s and %(other)s follow from the lot (E.5), but no initial colour is "
        "known"
    ),
    gettext_noop("Players %(one)s and %(other)s have no result in round %(number)s yet"),
    gettext_noop("There is no player %(number)s."),
    gettext_noop("Player %(number)s cannot meet himself."),
    gettext_noop("The number of players is even: nobody takes the bye."),
    gettext_noop("Round %(number)s has not been paired: expected 1 to %(last)s."),
    gettext_noop("%(found)s comes to %(rating)s; expected a rating from %(lowest)s to %(highest)s."),
    gettext_noop(
        "The Baku acceleration does not fit the points %(points)s for a win, a draw and a loss: expected a "
        "win to be worth two draws, and a loss nothing (C.04.7 1.1)."
    ),
    gettext_noop("The points make no sense: found %(points)s, expected %(expected)s."),
    gettext_noop("%(bye)s for the pairing-allocated bye and %(points)s"),
    gettext_noop("%(bye)s for the pairing-allocated bye"),
    gettext_noop("%(points)s for a win, a draw and a loss with White"),
    gettext_noop("%(points)s for a win, a draw and a loss with Black"),
    gettext_noop("a win to be worth more than a loss"),
    gettext_noop("a draw to be worth no less than a loss"),
    gettext_noop("two draws to be worth no more than a win and a loss"),
    gettext_noop("the bye to be worth no more than a win"),
    gettext_noop("1, 0.5 or 0 where a win, a draw and a loss are worth these"),
)

REPORT_FILES = (
    gettext_noop("line %(line)s, column %(column)s: found %(found)s, expected %(expected)s"),
    gettext_noop("column %(column)s: found %(found)s, expected %(expected)s"),
    gettext_noop("nothing"),
    gettext_noop("a date as YYYY/MM/DD"),
    gettext_noop("a date as YY/MM/DD, or blanks"),
    gettext_noop("a date of birth as YYYY/MM/DD, or blanks"),
    gettext_noop("a number of points such as %(points)s, or blanks"),
    gettext_noop("a number of points such as %(points)s"),
    gettext_noop("a rank, or blanks"),
    gettext_noop("a rating, or blanks"),
    gettext_noop("a name in columns %(columns)s"),
    gettext_noop("a record of at least 84 columns"),
    gettext_noop("a starting rank, 1 to 9999"),
    gettext_noop("a starting rank of its own: line %(line)s has this one too"),
    gettext_noop("the starting rank %(number)s, which no player has"),
    gettext_noop("a blank after the code 001"),
    gettext_noop("a blank between the columns of round %(number)s: is the line shifted?"),
    gettext_noop("blanks, as the columns are counted"),
    gettext_noop("blanks: match points are for teams"),
    gettext_noop("at least one player (record 001)"),
    gettext_noop("the code of a record in column 1"),
    gettext_noop("text in UTF-8 or Latin-1"),
    gettext_noop("the number of rounds"),
    gettext_noop("the number of a round"),
    gettext_noop("no more than the %(last)s rounds of the tournament"),
    gettext_noop("the number of a player of this tournament"),
    gettext_noop("the number of a player, 1 to %(last)s"),
    gettext_noop("the numbers of at least two players who must not meet"),
    gettext_noop("the number of an opponent, 0000 or blanks"),
    gettext_noop("another player than himself"),
    gettext_noop("an opponent who names him too: in round %(number)s %(place)s has %(named)s"),
    gettext_noop("player %(number)s on line %(line)s"),
    gettext_noop(
        "one pairing-allocated bye a round: player %(number)s on line %(line)s has it in round %(round)s"
    ),
    gettext_noop("a player whose own record has no other entry in round %(number)s"),
    gettext_noop("the kind of bye: F, H or Z"),
    gettext_noop("w, b, - or a blank"),
    gettext_noop("w or b, as there is a game"),
    gettext_noop("- or a blank, as there is no opponent"),
    gettext_noop("a result: one of 1 = 0 W D L + - H F U Z or a blank"),
    gettext_noop("a result, as there is an opponent: one of 1 = 0 W D L + - or a blank"),
    gettext_noop("a bye, as there is no opponent: one of H F U Z or a blank"),
    gettext_noop("%(points)s, the sum of the player's %(rounds)s rounds, or blanks"),
    gettext_noop("%(answers)s, as %(place)s has %(result)s"),
    gettext_noop("a blank"),
    gettext_noop("W or B, the initial colour"),
    gettext_noop("white1, black1 or rank"),
    gettext_noop("%(round)s or a later round"),
    gettext_noop("%(player)s or the number of a player after him"),
    gettext_noop("a name and its points, as %(example)s; names are %(names)s"),
    gettext_noop("a file without abnormal points, which this program cannot count"),
)


def _pattern(text: str) -> re.Pattern[str]:
    """What is said with any facts in the places of the text."""
    parts = re.split(r"%\((\w+)\)s", text)
    parts[::2] = map(re.escape, parts[::2])
    parts[1::2] = [f"(?P<{name}>.+?)" for name in parts[1::2]]
    return re.compile("".join(parts), re.DOTALL)


PATTERNS = [(text, _pattern(text)) for text in (*EDITIONS, *REFUSALS, *REPORT_FILES)]


def in_words(said: object) -> str:
    """What the rule book says, be it an error of its or a text, in the reader's language."""
    for text, pattern in PATTERNS:
        if found := pattern.fullmatch(str(said)):
            facts = {name: in_words(fact) for name, fact in found.groupdict().items()}
            return gettext(text) % facts if facts else gettext(text)
    return str(said)
