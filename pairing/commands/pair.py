"""`python -m pairing pair`: the next round of a report file."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from pairing.checker import edition_of
from pairing.editions import pair_round
from pairing.explanation.language import LANGUAGES
from pairing.tournament import PairingError, UnpairableRound
from pairing.trf import read

from .files import Status, complain, contents, reason_of

if TYPE_CHECKING:
    import argparse

    from pairing.tournament import Tournament


def add_options(parser: argparse.ArgumentParser) -> None:
    """What can be said after `pair`."""
    parser.add_argument("file", metavar="FILE", help="a report file; - reads standard input")
    parser.add_argument("--explain", action="store_true", help="explain the pairing instead of printing it")
    parser.add_argument("--player", metavar="N", type=int, help="explain it to one player")
    parser.add_argument(
        "--why-not",
        metavar=("A", "B"),
        nargs=2,
        type=int,
        help="explain why two players do not meet, or with 0 for the second why the first has not the bye",
    )
    parser.add_argument(
        "--language", choices=tuple(LANGUAGES), default="en", help="the language of explanations"
    )


def run(options: argparse.Namespace) -> Status:
    """Prints the number of pairs, then a line a board: White and Black, and the bye as its holder and 0.

    Or what is asked about the pairing.
    """
    file: str = options.file
    try:
        tournament = read(contents(file))
        _expect_another_round(file, tournament)
        answer = _answer(tournament, options)
    except UnpairableRound as error:
        complain(file, reason_of(error))
        return Status.DIFFERS
    except (PairingError, OSError) as error:
        complain(file, reason_of(error))
        return Status.UNREADABLE
    print(answer)
    return Status.OK


def _answer(tournament: Tournament, options: argparse.Namespace) -> str:
    edition = edition_of(tournament, options.edition)
    if options.explain or options.player is not None or options.why_not:
        # Loaded only where it is asked for: a plain pairing need not wait for it.
        text: str = import_module("pairing.commands.explanation").text(tournament, edition, options)
        return text
    pairing = pair_round(tournament, edition)
    boards = [f"{pair.white} {pair.black}" for pair in pairing.pairs]
    if pairing.bye is not None:
        boards.append(f"{pairing.bye} 0")
    return "\n".join((str(len(boards)), *boards))


def _expect_another_round(file: str, tournament: Tournament) -> None:
    """Refuses a tournament whose rounds are all paired, and says so where their number is not known.

    The number decides whether the round is the last, which has rules of its own.
    """
    if tournament.rounds is None:
        complain(file, "the number of rounds is not stated (XXR): not paired as the last round")
    elif tournament.played_rounds >= tournament.rounds:
        raise PairingError(f"All {tournament.rounds} rounds of the tournament are paired.")
