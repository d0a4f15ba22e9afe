"""Reading how an event can end before its last round: after which one, and what that takes away."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Q

from tournaments import engine
from tournaments.log import queries as log
from tournaments.models import Game, IntegrityEvent, Round, Tournament
from tournaments.selectors.adjourned import adjourned_games
from tournaments.selectors.obstacles import Obstacle, missing_in, open_game


@dataclass(frozen=True, slots=True)
class Ending:
    """An end after round `after`, the last one played; nothing of it is done yet.

    `open` are the games that must be decided before, each with the place where. `annulled` are the rounds of
    which only some games were played, `unplayed` the other public rounds and `drafts` the drafts: all of them
    go.
    """

    after: int
    open: tuple[Obstacle, ...]
    annulled: tuple[int, ...]
    unplayed: tuple[int, ...]
    drafts: tuple[int, ...]


def ending(tournament: Tournament, *, annul: bool = False) -> Ending | None:
    """How the event would end now; None if no round was played, or if nothing is left to play.

    With `annul` the last match of which only some games were played does not count, nor does its round.
    """
    last, annulled = last_played(tournament), range(0)
    if annul and last and _open(tournament, last):
        annulled = engine.rounds_of_match(tournament, last)
        last = last_played(tournament, before=annulled.start)
    if not last or last >= tournament.number_of_rounds:
        return None
    later = list(tournament.rounds.filter(number__gt=last))
    return Ending(
        last,
        tuple(_open(tournament, last)),
        tuple(annulled),
        tuple(one.number for one in later if one.is_public and one.number not in annulled),
        tuple(one.number for one in later if one.is_draft),
    )


def may_be_annulled(tournament: Tournament) -> bool:
    """Whether the event could end without the round that is on, because its results are not all in.

    Not in FIDE mode, where each of its games is decided.
    """
    found = None if tournament.in_fide_mode else ending(tournament, annul=True)
    return bool(found and found.annulled)


def can_end_early(tournament: Tournament) -> bool:
    """Whether there is a round to end after, and one that would not be played."""
    if tournament.is_finished or tournament.ended_after is not None:
        return False
    last = last_played(tournament)
    return 0 < last < tournament.number_of_rounds or (last > 0 and may_be_annulled(tournament))


def last_played(tournament: Tournament, *, before: int | None = None) -> int:
    """The last round of the last match, of those before a round, in which somebody played; 0 if none did.

    Outside of round robins also the last one with all results in, whatever they are: there a round is public
    only when the one before it is over, while a table may be public from the start, with the forfeits of
    whoever has left.
    """
    earlier = {} if before is None else {"round__number__lt": before}
    public = Game.objects.filter(round__tournament=tournament, round__state__in=Round.LOCKED, **earlier)
    found = (
        public.order_by()
        .values_list("round__number")
        .annotate(
            with_play=Count("pk", filter=Q(result__in=Game.PLAYED) | ~Q(boards="")),
            missing=Count("pk", filter=Q(result=Game.Result.NOT_YET)),
        )
    )
    played, over = set(), set()
    for number, with_play, missing in found:
        if with_play:
            played.add(number)
        if not missing and not engine.is_round_robin(tournament):
            over.add(number)
    matches = (engine.rounds_of_match(tournament, number) for number in played | over)
    return max((one[-1] for one in matches if played & {*one} or over.issuperset(one)), default=0)


def why_ended_early(tournament: Tournament) -> str:
    """Why the event ended early; "" if it did not, or if the file that it came from does not say."""
    if tournament.ended_after is None:
        return ""
    note = log.standing(tournament).filter(kind=IntegrityEvent.Kind.ROUNDS).select_related("audit")
    return next(map(log.why_ended, note), "")


def _open(tournament: Tournament, last: int) -> list[Obstacle]:
    """The games of the rounds up to this one that have no result, or are adjourned."""
    adjourned = adjourned_games(tournament, before=last + 1)
    return [*missing_in(tournament, last + 1), *map(open_game, adjourned)]
