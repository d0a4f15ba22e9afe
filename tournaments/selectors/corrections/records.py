"""Reading the corrections that were made, and the rows as corrected for rating."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments import engine
from tournaments.models import Correction, Game, Player, Round

Case = Correction.Case

# How an IntegrityEvent stores the result of a board that has none yet.
OPEN = "?"


def seat_rows(round_: Round, case: Correction.Case) -> list[engine.SeatRow]:
    """The seats of the round: as they count or, in the case RATING, as they are reported for rating."""
    known = Correction.objects.filter(game__round=round_, case=Case.RATING)
    return engine.corrected(engine.seat_rows(round_.seats.all()), known if case == Case.RATING else ())


def why_it_stays(correction: Correction) -> str:
    """Why the correction cannot be taken back; "" if it can.

    A correction that a pairing was made from is not undone: the board is corrected once more.
    """
    tournament = correction.game.round.tournament
    paired = tournament.rounds.filter(number__gte=correction.counts_from or 0, state__in=Round.LOCKED)
    if correction.counts_from and (round_ := paired.first()):
        text = _("Round %(number)d was paired from this correction: correct the board once more instead.")
        return text % {"number": round_.number}
    later = Correction.objects.filter(pk__gt=correction.pk)
    if later.filter(Q(game__in=correction.games) | Q(other_game__in=correction.games)).exists():
        return _("A later correction depends on it: take that back first.")
    return ""


def of_game(game: Game) -> list[Correction]:
    """The corrections of the game so far."""
    found = Correction.objects.filter(Q(game=game) | Q(other_game=game))
    return list(found.select_related("audit"))


def concerning(players: Sequence[Player]) -> list[Correction]:
    """The corrections in games of these players, or that exchanged these players."""
    events = {player.tournament_id for player in players}
    keys = [player.pk for player in players]
    concerned = (
        Q(game__seats__player__in=keys)
        | Q(other_game__seats__player__in=keys)
        | Q(player__in=keys)
        | Q(other_player__in=keys)
    )
    return list(
        Correction.objects.filter(concerned, game__round__tournament__in=events)
        .distinct()
        .select_related("game__round")
    )


def by_round(corrections: Iterable[Correction]) -> dict[int, list[str]]:
    """Round -> its corrections, in words."""
    found: dict[int, list[str]] = {}
    for correction in corrections:
        found.setdefault(correction.game.round.number, []).append(correction.in_words)
    return found
