"""Which scoring systems a tournament can be paired with."""

from __future__ import annotations

from pairing.saying import Saying, Tenths
from pairing.tournament import PairingError, Scoring


def check_scoring(scoring: Scoring) -> None:
    """Refuse a scoring system that does not reward winning.

    With either colour a win must be worth more than a loss, a draw at least as much as a loss, and two draws
    at most a win and a loss together; the pairing-allocated bye may be worth at most a win. Raises
    PairingError, which says what was found and what was expected.
    """
    games = (
        (Saying("White"), scoring.white_win, scoring.white_draw, scoring.white_loss),
        (Saying("Black"), scoring.black_win, scoring.black_draw, scoring.black_loss),
    )
    bye = scoring.pairing_allocated_bye
    for colour, win, draw, loss in games:
        worth = Saying(
            "{points} for a win, a draw and a loss with {colour}",
            points=in_words(win, draw, loss),
            colour=colour,
        )
        if win <= loss:
            raise _absurd(worth, Saying("a win to be worth more than a loss"))
        if draw < loss:
            raise _absurd(worth, Saying("a draw to be worth no less than a loss"))
        if 2 * draw > win + loss:
            raise _absurd(worth, Saying("two draws to be worth no more than a win and a loss"))
        if bye > win:
            raise _absurd(
                Saying("{bye} for the pairing-allocated bye and {worth}", bye=Tenths(bye), worth=worth),
                Saying("the bye to be worth no more than a win"),
            )


def check_bye(scoring: Scoring) -> None:
    """Refuse a pairing-allocated bye whose worth is not that of one result or of several together.

    With 1, ½ and 0 it is one of these; with 3, 1 and 0 it may also be 2, as for two draws. C.04.1 c (2026: 3)
    leaves its worth to the rules of the competition; this is what FIDE lets programs offer. Raises
    PairingError.
    """
    results = {
        *(scoring.white_win, scoring.white_draw, scoring.white_loss),
        *(scoring.black_win, scoring.black_draw, scoring.black_loss),
    }
    bye = scoring.pairing_allocated_bye
    brought = {0}
    for points in range(1, bye + 1):
        if any(points - result in brought for result in results):
            brought.add(points)
    if bye not in brought:
        raise _absurd(
            Saying("{bye} for the pairing-allocated bye", bye=Tenths(bye)),
            Saying(
                "what one result or several together bring with {points}",
                points=in_words(scoring.white_win, scoring.white_draw, scoring.white_loss),
            ),
        )


def in_words(win: int, draw: int, loss: int) -> Saying:
    """The points for a win, a draw and a loss: 1.0-0.5-0.0."""
    return Saying("{win}-{draw}-{loss}", win=Tenths(win), draw=Tenths(draw), loss=Tenths(loss))


def _absurd(found: Saying, expected: Saying) -> PairingError:
    return PairingError(
        Saying(
            "The points make no sense: found {found}, expected {expected}.", found=found, expected=expected
        )
    )
