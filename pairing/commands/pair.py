"""`python -m pairing pair`: the next round of a report file."""

from __future__ import annotations

import json
from importlib import import_module
from typing import TYPE_CHECKING, Any

from pairing.checker import edition_of
from pairing.commands.files import Status, add_edition_option, complain, contents, reason_of
from pairing.core.records import present_players
from pairing.core.sentences import Phrase
from pairing.core.tournament import PairingError, UnpairableRound
from pairing.editions import entrants, pair_round
from pairing.explanation.language import LANGUAGES, language_by_code
from pairing.trf import read

if TYPE_CHECKING:
    import argparse

    from pairing.core.tournament import RoundPairing, Tournament
    from pairing.explanation.language import Language


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `pair`."""
    add_edition_option(parser)
    parser.add_argument("file", metavar="FILE", help="a report file; - reads standard input")
    parser.add_argument("--explain", action="store_true", help="explain the pairing instead of printing it")
    parser.add_argument("--player", metavar="N", type=int, help="explain the pairing of one player")
    parser.add_argument(
        "--why-not",
        metavar=("A", "B"),
        nargs=2,
        type=int,
        help="explain why two players do not meet, or with 0 for the second why the first has no bye",
    )
    parser.add_argument(
        "--language",
        choices=tuple(LANGUAGES),
        default="en",
        help="the language of explanations and of what goes wrong",
    )


def run(options: argparse.Namespace) -> Status:
    """Print how many lines follow, then one per board: White and Black; for the bye its holder and 0.

    Or print the explanation asked for; or all of it as one JSON object.
    """
    file: str = options.file
    language = language_by_code(options.language)
    try:
        tournament = read(contents(file))
        _expect_another_round(file, entrants(tournament, edition_of(tournament, options.edition)), language)
        answer = (_as_json if options.json else _as_text)(tournament, options, language)
    except (PairingError, OSError) as error:
        reason = reason_of(error, language)
        complain(file, reason)
        if options.json:
            print(json.dumps({"file": file, "error": reason}, indent=2))
        return Status.DIFFERS if isinstance(error, UnpairableRound) else Status.UNREADABLE
    print(answer)
    return Status.OK


def _asked(options: argparse.Namespace) -> bool:
    """Whether an explanation is asked for."""
    return options.explain or options.player is not None or options.why_not is not None


def _as_text(tournament: Tournament, options: argparse.Namespace, language: Language) -> str:
    edition = edition_of(tournament, options.edition)
    if _asked(options):
        text: str = _explanation().text(tournament, edition, options, language)
        return text
    boards = _boards(pair_round(tournament, edition))
    return "\n".join((str(len(boards)), *(f"{white} {black}" for white, black in boards)))


def _as_json(tournament: Tournament, options: argparse.Namespace, language: Language) -> str:
    """Pairs are [White, Black]."""
    edition = edition_of(tournament, options.edition)
    pairing = pair_round(tournament, edition)
    answer: dict[str, Any] = {
        "file": options.file,
        "edition": edition,
        "round": entrants(tournament, edition).played_rounds + 1,
        "pairs": [[pair.white, pair.black] for pair in pairing.pairs],
        "bye": pairing.bye,
    }
    if _asked(options):
        answer["explanation"] = _explanation().as_json(tournament, edition, options, language)
    return json.dumps(answer, indent=2, ensure_ascii=False)


def _boards(pairing: RoundPairing) -> list[tuple[int, int]]:
    boards = [(pair.white, pair.black) for pair in pairing.pairs]
    return boards if pairing.bye is None else [*boards, (pairing.bye, 0)]


def _explanation() -> Any:
    """The module of explanations, loaded on demand so that a plain pairing need not wait for it."""
    return import_module("pairing.commands.explanation")


def _expect_another_round(file: str, tournament: Tournament, language: Language) -> None:
    """Refuse a tournament whose rounds are all paired, and warn of what the pairing has to go without.

    The number of rounds decides whether the round is the last, which has rules of its own; an allocated bye
    that was set beforehand may need a second one.
    """
    if tournament.rounds is None:
        unknown = Phrase("the number of rounds is not stated (XXR): not paired as the last round")
        complain(file, language.tell(unknown))
    elif tournament.played_rounds >= tournament.rounds:
        raise PairingError(
            Phrase("All {rounds} rounds of the tournament are paired.", rounds=tournament.rounds)
        )
    coming = tournament.played_rounds + 1
    holder = next((player.number for player in tournament.players if player.cell(coming).paired), None)
    if holder is not None and len(present_players(tournament)) % 2:
        complain(
            file,
            language.tell(
                Phrase(
                    "round {round}: {holder} has the pairing-allocated bye already, and an odd number of"
                    " players is left, so one of them gets another (C.04.1 c)",
                    round=coming,
                    holder=holder,
                )
            ),
        )
