"""Events for the tests of norms: one player, and their opponents."""

from itertools import cycle, islice

from pairing.core.tournament import Cell, Colour, Outcome, Player, Tournament
from pairing.norms import NormEvent, norm

RESULTS = {1: Outcome.WIN, 0.5: Outcome.DRAW, 0: Outcome.LOSS}
# Two hours for each player, and an arbiter with a title: with a round a day, all conditions on the event are
# met.
LONG = NormEvent(minutes=120, titled_arbiters=1)
TITLES = ("GM", "IM", "FM", "GM", "IM", "FM", "GM", "CM", "")
FEDERATIONS = ("GER", "FRA", "ITA")


def opponents(n, rating=2500, titles=TITLES, federations=FEDERATIONS):
    """`n` opponents whose mix meets every condition for a GM norm."""
    return [
        Player(number, rating=rating, title=title, federation=federation)
        for number, title, federation in zip(
            range(2, n + 2), islice(cycle(titles), n), islice(cycle(federations), n), strict=True
        )
    ]


def met(others, scores, *, rounds=None, days=True):
    """A tournament in which player 1, from Spain, met these opponents in this order, with these scores."""
    rounds = rounds or len(others)
    outcomes = [RESULTS.get(score, score) for score in scores]
    cells = tuple(
        Cell(other.number if other else None, Colour.WHITE if other else None, Outcome(outcome))
        for other, outcome in zip(others, outcomes, strict=True)
    )
    hero = Player(1, name="Ana", rating=2500, title="IM", federation="ESP", cells=cells)
    people = {other.number: other for other in others if other}
    return Tournament(
        (hero, *people.values()),
        rounds=rounds,
        federation="ESP",
        round_dates=tuple(f"2026/04/{day:02}" for day in range(1, rounds + 1)) if days else (),
    )


def points(tenths, n):
    """The scores of n games that add up to these tenths: wins, a draw for half a point, losses."""
    wins, draw = divmod(tenths, 10)
    scores = [1] * wins + [0.5] * bool(draw)
    return scores + [0] * (n - len(scores))


SIX = points(60, 9)


def conditions(tournament, title="GM", event=LONG):
    """The conditions by their subject, with all games."""
    return {str(each.about): each for each in norm(tournament, 1, title, event).conditions}
