"""FIDE's rating of each player, beside the one that counts in the event (C.04.2 B.1; 2026: 2.1)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from pairing.core import tournament as rules
from tournaments.engine.editions import counting_rating
from tournaments.models import Rating, Tournament

Kind = Rating.Kind

# The sources of the arbiters' own ratings that are no ratings of FIDE's, whatever counts in the event.
NOT_FIDES = frozenset({Rating.Source.FIDE_LIST, Rating.Source.ESTIMATE, *Rating.CONVERTED})


def fide_rating(tournament: Tournament, ratings: Iterable[Rating]) -> Rating | None:
    """FIDE's rating for games of the event's kind; None for an unrated player.

    A player without a rapid or blitz rating is rated by the standard one. Failing both, in an event in which
    FIDE's ratings count, one that was handed in without saying what it is is taken for FIDE's; but no
    estimate, no converted number, and no rating of another list that the arbiters let count.
    """
    known = {rating.kind: rating for rating in ratings}
    if found := known.get(tournament.rating_kind) or known.get(Kind.STANDARD):
        return found
    own = known.pop(Kind.OWN, None)
    if own is None or own.source in NOT_FIDES or tournament.rating_method != Tournament.RatingMethod.FIDE:
        return None
    return None if own.value in {rating.value for rating in known.values()} else own


def with_fide_ratings(tournament: Tournament, source: rules.Tournament) -> rules.Tournament:
    """The tournament with FIDE's ratings beside those that count, which it has already.

    If `source` has an earlier rating of a player (C.07 10) in place of FIDE's present one, it was FIDE's too.
    A team has no rating of FIDE's.
    """
    if tournament.boards is not None:
        return source
    present = dict(tournament.players.values_list("number", "rating"))
    known: dict[int, list[Rating]] = defaultdict(list)
    for rating in Rating.objects.filter(player__tournament=tournament).select_related("player"):
        known[rating.player.number or 0].append(rating)

    def with_both(player: rules.Player) -> rules.Player:
        found = fide_rating(tournament, known[player.number])
        fide = found.value if found else None
        return player.with_ratings(player.rating, player.rating if fide == present[player.number] else fide)

    return replace(source, players=tuple(map(with_both, source.players)))


def players_with_estimates(tournament: Tournament) -> set[int]:
    """The keys of the players for whom an estimate counts because no list has a rating for them (B.1).

    They are unrated players, whatever their estimate is good for.
    """
    of_lists: dict[int, dict[str, int]] = defaultdict(dict)
    estimates = set()
    for rating in Rating.objects.filter(player__tournament=tournament):
        if rating.kind != Kind.OWN:
            of_lists[rating.player_id][rating.kind] = rating.value
        elif rating.is_estimated:
            estimates.add(rating.player_id)
    return {player for player in estimates if not counting_rating(tournament, of_lists[player])}
