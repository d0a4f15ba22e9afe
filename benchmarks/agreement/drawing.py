"""Which tournaments are drawn: by our generator, and by another program's."""

from __future__ import annotations

import random

from pairing.core.edition import Form
from pairing.core.tournament import Colour, Tournament
from pairing.editions import edition_by_code
from pairing.generator import GivenRatings, Share, Wishes, generate

# Half of the events have fewer than 40 players.
SIZES = ((8, 15),) * 5 + ((16, 39),) * 20 + ((40, 69),) * 16 + ((70, 119),) * 8 + ((120, 250),)
ROUNDS = (5, 5, 6, 7, 7, 7, 8, 9, 9, 9, 11)
# The points of a win, a draw, a loss and the bye, in tenths.
POINTS = ((10, 5, 0, 10),) * 7 + ((10, 5, 0, 5),) * 2 + ((30, 10, 0, 30),)


def size(rng: random.Random, largest: int) -> tuple[int, int]:
    """Players and rounds, as real events have them."""
    players = min(rng.randint(*rng.choice(SIZES)), largest)
    return players, min(rng.choice(ROUNDS), players // 2 + 1)


def event(rng: random.Random, edition: str, largest: int) -> Wishes:
    """A typical event: the generator draws everything that is not set here.

    There are half as many teams. Matches of two games are not accelerated, as no other program does that.
    """
    form = edition_by_code(edition).form
    players, rounds = size(rng, largest)
    if form.of_teams:
        players //= 2
        rounds = min(rounds, players // 2 + 1)
    *points, bye = rng.choice(POINTS)
    win, draw, loss = points
    return Wishes(
        edition,
        players=players,
        rounds=rounds,
        points=(win, draw, loss),
        bye=bye,
        baku=None if (win, draw) == (10, 5) and form is not Form.MATCHES else False,
    )


# -- cases that break what a program may assume ---------------------------------------------------------


def usual(rng: random.Random, edition: str, largest: int) -> Wishes:
    """The generator's own choice, with a few more players now and then."""
    low, high = rng.choice(((10, 40), (10, 40), (10, 40), (41, 100), (101, 250)))
    return Wishes(edition, players=min(rng.randint(low, high), largest))


def tiny(rng: random.Random, edition: str, largest: int) -> Wishes:
    """A handful of players and about as many rounds: most rounds are forced."""
    players = min(rng.randint(2, 12), largest)
    return Wishes(edition, players=players, rounds=rng.randint(max(1, players // 2), players))


def long(rng: random.Random, edition: str, largest: int) -> Wishes:
    """Many rounds for few players: brackets that cannot be paired on their own."""
    players = min(rng.randint(8, 30), largest)
    return Wishes(edition, players=players, rounds=rng.randint((players + 1) // 2, max(1, players - 1)))


def eventful(rng: random.Random, edition: str, largest: int) -> Wishes:
    """Everything that can happen in a tournament, often."""
    shares = [Share(permille=rng.choice((0, 50, 100, 200))) for _ in range(8)]
    return Wishes(
        edition,
        players=min(rng.randint(6, 40), largest),
        full_point_byes=shares[0],
        half_point_byes=shares[1],
        zero_point_byes=shares[2],
        forfeit_wins=shares[3],
        forfeit_losses=shares[4],
        unusual_results=shares[5],
        late_entries=shares[6],
        withdrawals=shares[7],
        # Otherwise as it comes.
        baku=rng.randrange(3) == 0 or None,
        forbidden=rng.choice((0, 1, 3, 6)),
    )


def drawish(rng: random.Random, edition: str, largest: int) -> Wishes:
    """Nobody has a rating, and nearly all games are drawn: one large bracket."""
    players = min(rng.randint(6, 60), largest)
    return Wishes(edition, players=players, ratings=GivenRatings((0,) * players), draws=90)


def huge(rng: random.Random, edition: str, largest: int) -> Wishes:
    """Hundreds of players."""
    return Wishes(edition, players=min(rng.randint(250, 600), largest), rounds=rng.randint(5, 11))


EVENTS = (event,)
EXTREMES = (usual,) * 30 + (tiny,) * 25 + (long,) * 15 + (eventful,) * 24 + (drawish,) * 5 + (huge,)


def made(seed: int, edition: str, largest: int, *, extremes: bool) -> Tournament:
    """The tournament that our generator makes from the seed."""
    rng = random.Random(seed)
    kind = rng.choice(EXTREMES if extremes else EVENTS)
    return generate(kind(rng, edition, largest), rng)


def configuration(seed: int, largest: int) -> str:
    """The other generator's configuration for this seed, in the format of JaVaFo 1.4 and bbpPairings.

    Forfeits are given as one in a number of games, byes of either kind as one in a number of players.
    """
    rng = random.Random(seed)
    players, rounds = size(rng, largest)
    win, draw, _, bye = rng.choice(POINTS)
    values = {
        "PlayersNumber": players,
        "RoundsNumber": rounds,
        "DrawPercentage": rng.randint(10, 60),
        "ForfeitRate": rng.choice((12, 30, 100, 1000)),
        "RetiredRate": rng.choice((5, 20, 100, 1000)),
        "HalfPointByeRate": rng.choice((3, 10, 100, 1000)),
        "PointsForWin": win / 10,
        "PointsForDraw": draw / 10,
        "PointsForPAB": bye / 10,
    }
    return "".join(f"{name}={value}\n" for name, value in values.items())


def per_mille(configuration: str) -> str:
    """The same for JaVaFo 2.2, which reads rates as per mille; it draws by itself what is left out here."""
    told = dict(line.split("=") for line in configuration.splitlines())
    kept = {name: int(told[name]) for name in ("PlayersNumber", "RoundsNumber")}
    rates = {name: 1000 // int(told[name]) for name in ("ForfeitRate", "RetiredRate")}
    return "".join(f"{name}={value}\n" for name, value in (kept | rates).items())


def traits_of(tournament: Tournament) -> frozenset[str]:
    """The special features of the tournament."""
    scoring = tournament.scoring
    outcomes = {cell.outcome for player in tournament.players for cell in player.cells}
    traits = {
        "odd rounds": (tournament.rounds or 0) % 2 == 1,
        "Black first": tournament.initial_colour is Colour.BLACK,
        "Baku": tournament.baku,
        "forbidden pairs": bool(tournament.forbidden),
        "other points": (scoring.white_win, scoring.white_draw, scoring.white_loss) != (10, 5, 0),
        "bye below a win": scoring.pairing_allocated_bye < scoring.white_win,
        "bye no more than a loss": scoring.pairing_allocated_bye <= scoring.white_loss,
        "byes asked for": not outcomes.isdisjoint("HFZ"),
        "forfeits": not outcomes.isdisjoint("+-"),
        "late entries": any(not player.cell(1).paired for player in tournament.players),
    }
    return frozenset(trait for trait, found in traits.items() if found)
