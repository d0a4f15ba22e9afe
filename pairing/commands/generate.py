"""`python -m pairing generate`: random tournaments in which the engine paired every round."""

from __future__ import annotations

import argparse
import json
import random
import re
import secrets
import shlex
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pairing.commands.files import (
    Progress,
    Status,
    add_edition_option,
    add_jobs_option,
    at_least_one,
    complain,
    in_order,
    reason_of,
)
from pairing.core.tournament import Colour, PairingError
from pairing.editions import EDITIONS, entrants
from pairing.generator import GivenRatings, RatingRange, RatingSteps, Share, Wishes, generate
from pairing.trf import Format, write

STANDARD_OUTPUT = "-"
# The edition for new tournaments.
NEWEST = next(iter(EDITIONS))
# Large enough that two runs hardly ever draw the same seed.
_SEEDS = 10**12


@dataclass(frozen=True, slots=True)
class Given:
    """The argument of an option: its text and its value."""

    text: str
    value: object


@dataclass(frozen=True, slots=True)
class Task:
    """One tournament to be made."""

    file: str
    seed: int
    wishes: Wishes
    # The options, apart from the seed, with which the tournament can be made again.
    options: str
    form: Format = Format.TRF16


@dataclass(frozen=True, slots=True)
class Made:
    """The result of a task; if the tournament could not be made or written, `error` says why."""

    task: Task
    rounds: int = 0
    text: str = ""
    error: str = ""


def argument(reader: Callable[[str], object]) -> Callable[[str], Given]:
    """A reader for the command line parser: it keeps the text, and raises the errors the parser expects."""

    def given(text: str) -> Given:
        try:
            return Given(text, reader(text))
        except PairingError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return given


def seed(text: str) -> int:
    """The seed of the random numbers."""
    if not re.fullmatch("[0-9]{1,18}", text):
        raise PairingError(f"found {text!r}, expected a number")
    return int(text)


def whole(text: str) -> int:
    """A number."""
    if not re.fullmatch("[0-9]{1,6}", text):
        raise PairingError(f"found {text!r}, expected a number")
    return int(text)


def tenths(text: str) -> int:
    """Points, in tenths."""
    match = re.fullmatch(r"([0-9]{1,2})(?:\.([0-9]))?", "0.5" if text == "½" else text)
    if match is None:
        raise PairingError(f"found {text!r}, expected a number of points such as 1 or 0.5")
    return 10 * int(match[1]) + int(match[2] or 0)


def points(text: str) -> tuple[int, int, int]:
    """The points for a win, a draw and a loss, in tenths."""
    parts = text.split("-")
    if len(parts) != 3:
        raise PairingError(f"found {text!r}, expected the points for a win, a draw and a loss, as 3-1-0")
    win, draw, loss = map(tenths, parts)
    return win, draw, loss


def two_numbers(text: str, what: str) -> tuple[int, int]:
    """Two numbers with a hyphen between them."""
    parts = text.split("-")
    if len(parts) != 2:
        raise PairingError(f"found {text!r}, expected {what}")
    one, other = map(whole, parts)
    return one, other


def ratings(text: str) -> GivenRatings:
    """Ratings one by one."""
    return GivenRatings(tuple(whole(part.strip()) for part in text.split(",")))


def rating_range(text: str) -> RatingRange:
    """The lowest and the highest rating."""
    return RatingRange(*two_numbers(text, "the lowest and the highest rating, as 1400-2300"))


def rating_steps(text: str) -> RatingSteps:
    """The top rating, and the step from each player down to the next."""
    return RatingSteps(*two_numbers(text, "the top rating and the step down from it, as 2500-10"))


def colour(text: str) -> Colour:
    """White or Black."""
    colours = {"white": Colour.WHITE, "black": Colour.BLACK}
    if text.lower() not in colours:
        raise PairingError(f"found {text!r}, expected white or black")
    return colours[text.lower()]


def on_or_off(text: str) -> bool:
    """On or off."""
    if text.lower() not in ("on", "off"):
        raise PairingError(f"found {text!r}, expected on or off")
    return text.lower() == "on"


def codes(text: str) -> tuple[str, ...]:
    """Codes with commas between them."""
    return tuple(filter(None, (part.strip().upper() for part in text.split(","))))


# For each option: its name, its field in Wishes, how it is read and shown, and its help.
_WISHES: tuple[tuple[str, str, Callable[[str], object], str, str], ...] = (
    ("players", "players", whole, "N", "the number of players"),
    ("rounds", "rounds", whole, "N", "the number of rounds"),
    ("ratings", "ratings", ratings, "R,R,...", "the ratings one by one, 0 for none"),
    ("rating-range", "ratings", rating_range, "LOW-HIGH", "ratings anywhere in the range"),
    ("rating-steps", "ratings", rating_steps, "TOP-STEP", "a top rating, each next player a step lower"),
    ("full-point-byes", "full_point_byes", Share.of, "SHARE", "full-point byes"),
    ("half-point-byes", "half_point_byes", Share.of, "SHARE", "half-point byes"),
    ("zero-point-byes", "zero_point_byes", Share.of, "SHARE", "zero-point byes"),
    ("forfeit-wins", "forfeit_wins", Share.of, "SHARE", "games to which one player does not come"),
    ("forfeit-losses", "forfeit_losses", Share.of, "SHARE", "games to which neither player comes"),
    ("unusual-results", "unusual_results", Share.of, "SHARE", "games that end ½-0, 0-½ or 0-0"),
    ("late-entries", "late_entries", Share.of, "SHARE", "players who miss the first rounds"),
    ("withdrawals", "withdrawals", Share.of, "SHARE", "players who leave before the end"),
    ("own-table", "own_table", on_or_off, "on|off", "whether the organiser gives the table"),
    ("baku", "baku", on_or_off, "on|off", "whether the Baku acceleration is used"),
    ("forbidden", "forbidden", whole, "N", "the number of groups of players who must not meet"),
    ("points", "points", points, "W-D-L", "the points for a win, a draw and a loss, as 3-1-0"),
    ("bye", "bye", tenths, "POINTS", "what the pairing-allocated bye is worth, as 0.5"),
    ("initial-colour", "initial_colour", colour, "COLOUR", "the initial colour: white or black"),
    ("draws", "draws", whole, "PERCENT", "how many of the games between equals are drawn"),
    ("tie-breaks", "tie_breaks", codes, "CODE,...", "the tie-breaks of the standings after the points"),
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `generate`."""
    add_edition_option(parser)
    parser.epilog = (
        "A SHARE is a number (12) or a percentage (5%, 0.5%): for byes of all players in all rounds, for "
        "forfeits and unusual results of all games, for late entries and withdrawals of the players."
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        required=True,
        help="the file to write; - is standard output; several become open-0001.trf and so on",
    )
    parser.add_argument(
        "--count", metavar="N", type=at_least_one, default=1, help="the number of tournaments (default: 1)"
    )
    parser.add_argument(
        "--seed",
        metavar="S",
        type=argument(seed),
        help="makes the same tournament again; of --count tournaments each next one has a seed one higher "
        "(default: a fresh one, which stands in the file)",
    )
    add_jobs_option(parser)
    parser.add_argument(
        "--format",
        choices=[form.value for form in Format],
        help="TRF26, or TRF16 with the records of pairing programs (default: trf16)",
    )
    wishes = parser.add_argument_group("wishes", "What is left out is drawn.")
    alone = wishes.add_mutually_exclusive_group()
    for name, field, reader, shown, meaning in _WISHES:
        (alone if field == "ratings" else wishes).add_argument(
            f"--{name}",
            metavar=shown,
            type=argument(reader),
            help=meaning,
        )


def run(options: argparse.Namespace) -> Status:
    """Write the files, and print how many there are, the number of their rounds, and their seeds.

    Or print the same as one JSON object, file by file; it contains what would go to standard output.
    """
    output: str = options.output
    count: int = options.count
    if output == STANDARD_OUTPUT and count > 1:
        reason = f"found {count} tournaments, expected a file to write them to, or one tournament"
        complain(output, reason)
        if options.json:
            print(json.dumps({"file": output, "error": reason}, indent=2))
        return Status.UNREADABLE
    first: int = secrets.randbelow(_SEEDS) if options.seed is None else options.seed.value
    wishes, again = _wishes(options)
    tasks = [
        Task(_name(output, place, count), first + place - 1, wishes, again, Format(options.format or "trf16"))
        for place in range(1, count + 1)
    ]
    all_made: list[Made] = []
    with Progress(count, "tournaments") as progress, closing(in_order(make, tasks, options.jobs)) as makings:
        for made in makings:
            progress.hide()
            all_made.append(made)
            if made.error:
                complain(made.task.file, made.error)
                break
            if wishes.rounds is not None and made.rounds < wishes.rounds:
                complain(made.task.file, f"{made.rounds} of {wishes.rounds} rounds: no more could be paired")
            progress.step()
    failed = bool(all_made[-1].error)
    if options.json:
        print(json.dumps({"reports": list(map(_as_json, all_made))}, indent=2))
    elif output == STANDARD_OUTPUT:
        sys.stdout.write(all_made[-1].text)
    elif not failed:
        seeds = f"seed {first}" if count == 1 else f"seeds {first} to {first + count - 1}"
        print(f"{count} files, {sum(made.rounds for made in all_made)} rounds, {seeds}")
    return Status.UNREADABLE if failed else Status.OK


def _as_json(made: Made) -> dict[str, Any]:
    """A file in detail."""
    detail: dict[str, Any] = {"file": made.task.file, "seed": made.task.seed}
    if made.error:
        return detail | {"error": made.error}
    return detail | {"rounds": made.rounds} | ({"trf": made.text} if made.text else {})


def make(task: Task) -> Made:
    """Make a tournament and write it; text that goes to standard output is returned instead."""
    try:
        tournament = generate(task.wishes, random.Random(task.seed))  # noqa: S311  chance, not a secret
        rounds = entrants(tournament, task.wishes.edition).played_rounds
        text = write(
            replace(
                tournament,
                name=f"Random tournament, seed {task.seed}",
                other_records=(
                    *tournament.other_records,
                    f"### python -m pairing generate --seed {task.seed} {task.options}",
                ),
            ),
            form=task.form,
        )
        if task.file == STANDARD_OUTPUT:
            return Made(task, rounds, text)
        Path(task.file).write_bytes(text.encode())
    except (PairingError, OSError) as error:
        return Made(task, error=reason_of(error))
    return Made(task, rounds)


def _wishes(options: argparse.Namespace) -> tuple[Wishes, str]:
    """The wishes that the options state, and the options as text."""
    edition = options.edition or NEWEST
    facts: dict[str, object] = {"edition": edition}
    words = ["--edition", edition, *(("--format", options.format) if options.format else ())]
    for name, field, *_ in _WISHES:
        given: Given | None = getattr(options, name.replace("-", "_"))
        if given is not None:
            facts[field] = given.value
            words += [f"--{name}", given.text]
    return Wishes(**facts), shlex.join(words)  # type: ignore[arg-type]


def _name(output: str, place: int, count: int) -> str:
    """The file name of the tournament in `place`, from 1: `output`, or with a number before its suffix."""
    if count == 1:
        return output
    path = Path(output)
    return str(path.with_name(f"{path.stem}-{place:0{max(4, len(str(count)))}}{path.suffix}"))
