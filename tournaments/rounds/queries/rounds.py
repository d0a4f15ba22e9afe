"""The rounds of an event, and their start positions."""

from __future__ import annotations

from typing import Any

from django.db.models import Max, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce, Greatest
from django.utils.translation import gettext as _

from tournaments import rulebook
from tournaments.models import Game, Player, Round, Seat, Tournament
from tournaments.models.tournament import EventQuerySet

FIGURES = str.maketrans("RNBQK", "♖♘♗♕♔")


def figures(number: int) -> str:
    """The back rank of the position with this number, from the a-file to the h-file, as figures."""
    return rulebook.back_rank(number).translate(FIGURES)


def in_words(number: int) -> str:
    """The back rank in words: `rook, knight, bishop, queen, king, bishop, knight, rook`."""
    words = {"R": _("rook"), "N": _("knight"), "B": _("bishop"), "Q": _("queen"), "K": _("king")}
    return ", ".join(words[piece] for piece in rulebook.back_rank(number))


def is_to_be_drawn(round_: Round) -> bool:
    """Whether the position of this round can be drawn now: it is published, and no game has been played."""
    if not round_.tournament.chess960 or round_.start_position is not None:
        return False
    return round_.state == Round.State.PUBLISHED and not has_moved(round_)


def has_moved(round_: Round) -> bool:
    """Whether a game of the round has a result other than by forfeit."""
    return round_.games.filter(result__in=Game.PLAYED).exists()


# The seats in a draft that come from the pairing, and not from a bye given before.
PAIRED = (Seat.Kind.GAME, Seat.Kind.PAIRING_ALLOCATED_BYE)


def current_round(tournament: Tournament, *, drafts: bool = True) -> Round | None:
    """The round that the arbiter is working on: a draft, else the public one that is on, else the first one.

    Without `drafts` it is the round as known to people who may not see drafts.
    """
    shown = (Round.State.DRAFT,) if drafts else ()
    draft = Round.objects.filter(tournament=tournament, state__in=shown).values("number")[:1]
    number = Coalesce(Subquery(draft), _number_on(tournament))
    return tournament.rounds.filter(number=Greatest(number, 1)).first()


def round_on(tournament: Tournament) -> Round | None:
    """The public round that is on; None before the first is published.

    That is the first one with a game still to be played, as all rounds of a round robin may be published at
    once; otherwise the last public one.
    """
    return tournament.rounds.filter(number=_number_on(tournament)).first()


def with_round_on() -> EventQuerySet[Any]:
    """The events not removed, each with the number of the round that is on as `round_on`; 0 before that."""
    return Tournament.objects.active().annotate(round_on=_number_on(OuterRef("pk")))


def _number_on(tournament: Tournament | OuterRef) -> Coalesce:
    public = Round.objects.filter(tournament=tournament, state__in=Round.LOCKED)
    played = public.filter(state=Round.State.PUBLISHED, games__result=Game.Result.NOT_YET)
    first, last = played.order_by("number"), public.order_by("-number")
    return Coalesce(Subquery(first.values("number")[:1]), Subquery(last.values("number")[:1]), 0)


def first_open(tournament: Tournament, player: Player | None = None) -> int | None:
    """The first round that is on with a game (of this player) without a result; None if there is none."""
    games = Game.objects.filter(
        round__tournament=tournament, round__state=Round.State.PUBLISHED, result=Game.Result.NOT_YET
    )
    if player:
        games = games.filter(seats__player=player)
    return games.order_by("round__number").values_list("round__number", flat=True).first()


def first_not_over(tournament: Tournament) -> int:
    """The first round of a round robin that is not over: one with an open game, else after the last played.

    This may be one more than the number of rounds.
    """
    if (number := first_open(tournament)) is not None:
        return number
    played = Game.objects.filter(round__tournament=tournament, result__in=Game.PLAYED)
    last = played.aggregate(last=Max("round__number"))["last"]
    return (last or 0) + 1


def first_to_miss(tournament: Tournament, player: Player) -> int | None:
    """The first round that the player can miss; None if there is none.

    That is the next one or, if all rounds were published at once, the first without a result of the player.
    """
    number = next_number(tournament)
    if number is None and rulebook.is_round_robin(tournament):
        return first_open(tournament, player)
    return number


def last_public(tournament: Tournament) -> int:
    """The number of the last round that is public; 0 if there is none."""
    public = tournament.rounds.filter(state__in=Round.LOCKED).order_by("number")
    return public.values_list("number", flat=True).last() or 0


def next_number(tournament: Tournament) -> int | None:
    """The number of the first round to come that is not published; None if all are, or none is to come."""
    if tournament.ended_after is not None:
        return None
    return next((round_.number for round_ in tournament.rounds.all() if not round_.is_public), None)


def numbered(tournament: Tournament, number: int) -> Round | None:
    """The round with this number; None if there is none."""
    return next((round_ for round_ in tournament.rounds.all() if round_.number == number), None)


def has_begun(tournament: Tournament) -> bool:
    """Whether a round has been published, after which entries are late."""
    return any(round_.is_public for round_ in tournament.rounds.all())


def is_bound(tournament: Tournament) -> bool:
    """Whether a round has been paired, even as a draft, after which the regulations are fixed.

    A published round 1 that was withdrawn, and whose draft was discarded, counts as paired too.
    """
    paired = ~Q(state=Round.State.PLANNED) | Q(published_at__isnull=False)
    return tournament.rounds.filter(paired).exists()


def is_paired(tournament: Tournament, number: int) -> bool:
    """Whether the round has been paired, even as a draft."""
    paired = (Round.State.DRAFT, *Round.LOCKED)
    return tournament.rounds.filter(number=number, state__in=paired).exists()


def numbers_are_frozen(tournament: Tournament) -> bool:
    """Whether the round whose pairing freezes pairing numbers has been paired (C.04.2 B.3, 2026 2.3)."""
    return is_paired(tournament, rulebook.edition_of(tournament).handling.freezing_round)


def numbers_are_seen_frozen(tournament: Tournament) -> bool:
    """The same as the public knows it: a draft changes none of their pages."""
    return last_public(tournament) >= rulebook.edition_of(tournament).handling.freezing_round


def is_removable(player: Player) -> bool:
    """Whether an entry may be removed.

    It must not be in a published round, its removal must not move frozen numbers, and no fixed regulation may
    keep it apart from other players.
    """
    if player.seats.filter(round__state__in=Round.LOCKED).exists():
        return False
    if player.prohibitions.exists() and is_bound(player.tournament):
        return False
    later = player.tournament.players.filter(number__gt=player.number or 0)
    return not (numbers_are_frozen(player.tournament) and later.exists())
