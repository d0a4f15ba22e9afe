"""The modifiers that may follow the code of a tie-break, as in BH/C1/P: parsed, and put into words.

The letters are those of FIDE's list of codes for report files; U is the rating of players without one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from pairing.core.sentences import Saying
from pairing.core.tournament import PairingError, Score


class Supposed(NamedTuple):
    """What a tie-break assumes although it was not so, or is not stated."""

    # Forfeited games count as played ones (P).
    forfeits: bool = False
    # The games of the final round are draws (F; 8.3).
    fore: bool = False
    # The number of half-points by which the limit of Koya's system is raised (L; 14.5).
    limit: int = 0
    # The rating supposed for players without one (U); None leaves them without.
    unrated: int | None = None
    # For teams: the score that counts (MP or GP after a colon; 13); None for the primary one.
    score: Score | None = None
    # For teams: the divisor of the strength of the schedule, if the regulations state it (K; 13.4).
    factor: int | None = None


# Supposes nothing: everything counts as it was.
AS_IT_WAS = Supposed()


class Modifiers(NamedTuple):
    """The modifiers of one code."""

    # The numbers of least significant and of most significant values that are left out (14).
    lowest: int = 0
    highest: int = 0
    supposed: Supposed = AS_IT_WAS
    # Whether players are ranked in the reverse order (R).
    reverse: bool = False

    def words(self) -> Iterator[str]:
        """The modifiers as they are written, always in the same order."""
        if self.lowest:
            yield f"{'M' if self.highest else 'C'}{self.lowest}"
        if self.supposed.limit:
            yield f"L{self.supposed.limit:+}"
        yield from (
            letter
            for letter, holds in (
                ("F", self.supposed.fore),
                ("P", self.supposed.forfeits),
                ("R", self.reverse),
            )
            if holds
        )
        if self.supposed.factor is not None:
            yield f"K{self.supposed.factor}"
        if self.supposed.unrated is not None:
            yield f"U{self.supposed.unrated}"

    def named(self, name: Saying) -> Saying:
        """The name of a tie-break with these modifiers."""
        supposed = self.supposed
        if self.highest:
            name = Saying("{tie_break} Median {n}", tie_break=name, n=self.lowest)
        elif self.lowest:
            name = Saying("{tie_break} Cut {n}", tie_break=name, n=self.lowest)
        if supposed.score is Score.MATCH_POINTS:
            name = Saying("{tie_break}, by match points", tie_break=name)
        elif supposed.score is Score.GAME_POINTS:
            name = Saying("{tie_break}, by game points", tie_break=name)
        if supposed.limit:
            name = Saying("{tie_break}, limit {n} half-points", tie_break=name, n=f"{supposed.limit:+}")
        if supposed.fore:
            name = Saying("{tie_break}, of the Fore Buchholz", tie_break=name)
        if supposed.forfeits:
            name = Saying("{tie_break}, forfeits as games", tie_break=name)
        if self.reverse:
            name = Saying("{tie_break}, reversed", tie_break=name)
        if supposed.factor is not None:
            name = Saying("{tie_break}, divided by {n}", tie_break=name, n=supposed.factor)
        if supposed.unrated is not None:
            name = Saying("{tie_break}, unrated as {rating}", tie_break=name, rating=supposed.unrated)
        return name


NONE = Modifiers()

# For each letter: the pattern of the modifier, and the choices that are offered.
_WRITTEN: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "C": (r"C([12])", "C1, C2"),
        "M": (r"M([12])", "M1, M2"),
        "L": (r"L([+-]?[1-9])", "L+1, L+2, L-1, L-2"),
        "F": ("F", "F"),
        "P": ("P", "P"),
        "R": ("R", "R"),
        "K": (r"K([1-9][0-9]?)", "K2, K3, K4, K5, K6"),
        "U": (r"U([1-9][0-9]{0,3})", "U1400"),
    }
)


def parse(code: str, words: list[str], letters: str, score: Score | None = None) -> Modifiers:
    """The meaning of the `words` after `code`, each of which must begin with one of the `letters`.

    `score` is the one that the code itself names. Raises PairingError for a word that is not expected there,
    or for a second one of its kind.
    """
    found = NONE._replace(supposed=AS_IT_WAS._replace(score=score))
    left = letters
    for word in words:
        match = re.fullmatch(_WRITTEN[word[0]][0], word) if word and word[0] in left else None
        if match is None:
            raise _unexpected(code, word, left)
        letter, number = word[0], int(match[1]) if match.lastindex else 0
        found = _with(found, letter, number)
        # A cut and a median exclude each other.
        left = left.translate({ord(one): None for one in ("CM" if letter in "CM" else letter)})
    return found


def choices(letters: str) -> list[tuple[str, ...]]:
    """The choices of each kind for a code that takes modifiers with these letters; "" for none of a kind.

    The rating of players without one is left out: it can be any number.
    """
    cuts = [word for letter in "CM" if letter in letters for word in _WRITTEN[letter][1].split(", ")]
    others = [_WRITTEN[letter][1].split(", ") for letter in "LFPRK" if letter in letters]
    return [("", *words) for words in (cuts, *others)]


def _with(found: Modifiers, letter: str, number: int) -> Modifiers:
    supposed = found.supposed
    match letter:
        case "C":
            return found._replace(lowest=number)
        case "M":
            return found._replace(lowest=number, highest=number)
        case "R":
            return found._replace(reverse=True)
        case "L":
            return found._replace(supposed=supposed._replace(limit=number))
        case "F":
            return found._replace(supposed=supposed._replace(fore=True))
        case "P":
            return found._replace(supposed=supposed._replace(forfeits=True))
        case "K":
            return found._replace(supposed=supposed._replace(factor=number))
        case _:
            return found._replace(supposed=supposed._replace(unrated=number))


def _unexpected(code: str, word: str, letters: str) -> PairingError:
    if not letters:
        return PairingError(
            Saying(
                "The tie-break {code} is not known: expected nothing after {base}.",
                code=f"{code}/{word}",
                base=code,
            )
        )
    return PairingError(
        Saying(
            "The tie-break {code} is not known: expected one of {known} after {base}/.",
            code=f"{code}/{word}",
            base=code,
            known=", ".join(_WRITTEN[letter][1] for letter in letters),
        )
    )
