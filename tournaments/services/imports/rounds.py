"""The played rounds of a file, published as they stand there, and the byes of the coming one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import engine
from tournaments.errors import DomainError
from tournaments.models import (
    AuditEvent,
    Game,
    Player,
    Round,
    Seat,
    Tournament,
)
from tournaments.services import publications
from tournaments.services.drafts import number_boards, seat_pair

if TYPE_CHECKING:
    from tournaments.services.act import Act


Action, State = AuditEvent.Action, Round.State


def store_round(
    act: Act, audit: AuditEvent, source: engine.Report, players: dict[int, Player], number: int
) -> None:
    round_ = act.tournament.rounds.get(number=number)
    games, complete = [], True
    for entry in source.players:
        cell = entry.cell(number)
        if cell.opponent is None:
            kind = engine.bye_of(cell.outcome)
            if kind:
                Seat.objects.create(round=round_, player=players[entry.number], kind=kind)
            elif engine.is_trace(cell):
                raise DomainError(
                    "cell",
                    _(
                        "Player %(number)d, round %(round)d: “%(found)s” without an opponent."
                        " Expected U, F, H or Z."
                    )
                    % {"number": entry.number, "round": number, "found": cell.outcome},
                )
        # A forfeit may stand without colours; the lower number then has White.
        elif cell.colour == "w" or (cell.colour is None and entry.number < cell.opponent):
            opponent = players[cell.opponent]
            other = next(p for p in source.players if p.number == cell.opponent).cell(number)
            try:
                result, rated = engine.result_of(cell, other)
            except DomainError as error:
                raise DomainError(
                    "result",
                    _("Round %(round)d, %(white)d against %(black)d: FIDE knows no result %(found)s.")
                    % {
                        "round": number,
                        "white": entry.number,
                        "black": cell.opponent,
                        "found": error.message,
                    },
                ) from error
            complete = complete and bool(result)
            games.append((Game(round=round_, result=result, rated=rated), players[entry.number], opponent))
    seat_pair(round_, games)
    round_.state, round_.imported = State.DRAFT, True
    number_boards(round_)
    round_.published_at, round_.published_by = timezone.now(), act.user
    publications.publish_pairing(act, audit, round_, round_.published_at)
    round_.state = State.PUBLISHED
    round_.save()
    if complete and number < source.played_rounds:
        round_.state = State.FINISHED
        round_.save(update_fields=["state"])
        publications.publish_results(act, audit, round_)


def store_coming_byes(tournament: Tournament, source: engine.Report, players: dict[int, Player]) -> None:
    """Byes that the file marks in the round to be paired."""
    coming = tournament.rounds.filter(number=source.played_rounds + 1).first()
    for entry in source.players:
        if coming and (kind := engine.bye_of(entry.cell(source.played_rounds + 1).outcome)):
            Seat.objects.create(round=coming, player=players[entry.number], kind=kind)
