"""Players on their own links: the links themselves, byes asked for, and results reported."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.errors import Conflict, DomainError
from tournaments.log.acts import Act, LogLines, acting, by_its_name, fields, refuse_to_overwrite
from tournaments.models import (
    AuditEvent,
    ByeRequest,
    Game,
    OwnLinkRules,
    Player,
    PlayerLink,
    ResultReport,
    Tournament,
)
from tournaments.models.people import hash_of, new_token
from tournaments.own import queries
from tournaments.players.services import byes
from tournaments.players.services.byes import require_byes
from tournaments.players.services.players import row_of
from tournaments.results.queries import seat_to_report
from tournaments.rounds.services.boards import entered

Answer = ByeRequest.Answer

Action = AuditEvent.Action

# A player with the token of their link, which is kept nowhere.
type Made = list[tuple[Player, str]]


def make_links(*, tournament: Tournament, actor: User, anew: bool = False) -> Made:
    """Make a link for everybody who takes part and has none; with `anew` for everybody: older ones end.

    Returns each player with their token, which is stored nowhere. Raises Conflict if everybody has one.
    """
    with acting(tournament, actor) as act:
        found = queries.entitled(act.tournament)
        made = _made(act, (player for player, link in found if anew or link is None), actor)
        if not made:
            raise Conflict(
                "links_made",
                _(
                    "Everybody has a link already. Its address was shown only once: make a new one if it is"
                    " lost."
                ),
            )
        act.record(Action.OWN_LINKS_MADE, after={"players": [player.name for player, _token in made]})
        return made


def make_link(*, player: Player, actor: User) -> str:
    """Make a link for one player; an older one ends. Returns its token, which is stored nowhere."""
    with acting(player.tournament, actor) as act:
        row = row_of(act.tournament, player)
        ((_player, token),) = _made(act, [row], actor)
        act.record(Action.OWN_LINKS_MADE, subject=row.name)
        return token


def _made(act: Act, players: Iterable[Player], actor: User) -> Made:
    made = [(player, new_token()) for player in players]
    older = PlayerLink.objects.active().filter(player__in=[player for player, _token in made])
    older.filter(player__tournament=act.tournament).update(revoked_at=timezone.now())
    PlayerLink.objects.bulk_create(
        PlayerLink(player=player, token_hash=hash_of(token), made_by=actor) for player, token in made
    )
    return made


def revoke_link(*, player: Player, actor: User) -> None:
    """End the player's link, on every phone that has opened it. Requests made by it stay."""
    with acting(player.tournament, actor) as act:
        row = row_of(act.tournament, player)
        if not row.own_links.active().update(revoked_at=timezone.now()):
            raise DomainError("no_link", _("There is no such link, or it is revoked already."))
        act.record(Action.OWN_LINK_REVOKED, subject=row.name)


def set_rules(
    *, tournament: Tournament, changes: Mapping[str, Any], actor: User, seen: Mapping[str, Any] | None = None
) -> None:
    """Set what players may do by their links: `byes`, until how many `minutes` before a round, `results`.

    For teams also `line_ups`, until how many `line_up_minutes` before a round.

    Raises Overtaken for values that both the actor and, since the page that was `seen`, somebody else have
    changed; DomainError for byes in a round robin or knock-out, which have none, for results in an event of
    teams, and for line-ups in any other event.
    """
    with acting(tournament, actor) as act:
        if changes.get("byes"):
            require_byes(act.tournament)
        if changes.get("results") and act.tournament.boards is not None:
            raise DomainError("teams", _("In team events the results of boards are entered at the desk."))
        if changes.get("line_ups") and act.tournament.boards is None:
            raise DomainError("teams", _("Line-ups are for teams only."))
        rules = queries.rules_of(act.tournament)
        names = ("byes", "minutes", "results", "line_ups", "line_up_minutes")
        stored = {name: getattr(rules, name) for name in names}
        refuse_to_overwrite(stored, changes, seen or {})
        after = stored | dict(changes)
        if after == stored:
            return
        for name, value in after.items():
            setattr(rules, name, value)
        rules.clean_fields()
        rules.save()
        act.record(Action.OWN_LINK_RULES_SET, before=stored, after=after)


def holder_of(act: Act, link: PlayerLink) -> Player:
    """The player whose link it is, read under the lock of another service's act.

    Raises DomainError if the link has ended.
    """
    standing = queries.link_with_key(link.pk, act.tournament)
    if standing is None:
        raise DomainError("link_ended", _("This link has ended. Ask an arbiter for a new one."))
    return standing.player


def ask_for_bye(*, link: PlayerLink, number: int, kind: str) -> None:
    """Ask for a half-point or zero-point bye in a round that is not published yet. It changes nothing else.

    A player may ask once a round; the same again is harmless. Raises DomainError if the link has ended, or if
    the event's rules or its deadline do not let the player ask.
    """
    if kind not in ByeRequest.KINDS:
        raise DomainError("kind", _("Expected a half-point or a zero-point bye."))
    with acting(link.player.tournament, None) as act:
        player = holder_of(act, link)
        round_ = act.tournament.rounds.filter(number=number).first()
        if round_ is None:
            text = _("This tournament has no round %(number)d.")
            raise DomainError("no_round", text % {"number": number})
        if player.bye_requests.filter(round=round_, kind=kind, answer=Answer.WAITS).exists():
            return
        if fault := queries.Asking.of(player).fault(round_, kind):
            raise fault
        ByeRequest.objects.create(player=player, round=round_, kind=kind)
        act.record(Action.BYE_ASKED, subject=player.name, round_number=number, after={"kind": kind})


def take_back(*, link: PlayerLink, number: int) -> None:
    """Take back a request that no arbiter has answered. Raises Conflict if none is waiting any more."""
    with acting(link.player.tournament, None) as act:
        player = holder_of(act, link)
        request = queries.waiting(act.tournament).filter(player=player, round__number=number).first()
        _answer(request, Answer.TAKEN_BACK)
        act.record(Action.BYE_TAKEN_BACK, subject=player.name, round_number=number)


def grant(*, tournament: Tournament, request: int, actor: User, confirmation: str = "") -> ByeRequest:
    """Give the bye that was asked for; `request` is the key of the request.

    Warns and raises as give_bye does; Conflict if it is answered or taken back, or the round is published.
    """
    with acting(tournament, actor) as act:
        row = queries.waiting(act.tournament).filter(pk=request).first()
        row = _answer(row, Answer.GRANTED)
        act.record(Action.BYE_GRANTED, subject=row.player.name, round_number=row.round.number)
        byes.give(act, row.player, [row.round.number], row.kind, confirmation=confirmation)
        return row


def decline(*, tournament: Tournament, request: int, actor: User) -> ByeRequest:
    """Decline the bye; the player reads that by their link. Raises Conflict if no request waits any more."""
    with acting(tournament, actor) as act:
        row = queries.waiting(act.tournament).filter(pk=request).first()
        row = _answer(row, Answer.DECLINED)
        act.record(Action.BYE_DECLINED, subject=row.player.name, round_number=row.round.number)
        return row


def _answer(request: ByeRequest | None, answer: str) -> ByeRequest:
    if request is None:
        raise Conflict("no_request", _("This request is no longer waiting."))
    request.answer = answer
    request.save(update_fields=["answer"])
    return request


def report_result(*, link: PlayerLink, number: int, result: str) -> None:
    """Report a win, a draw or a loss of the holder's own game in round `number`, White's score first.

    The same again is harmless; another one replaces what they had reported. Raises DomainError if the event
    does not let players report, or this player has done so too often; Conflict if they have no game in that
    round that waits for a result.
    """
    if result not in Game.MAY_BE_UNRATED:
        raise DomainError("result", _("Expected a win, a draw or a loss."))
    with acting(link.player.tournament, None) as act:
        player = holder_of(act, link)
        if not queries.rules_of(act.tournament).results or act.tournament.is_finished:
            raise DomainError("no_reports", _("In this event results are not reported by a link."))
        seat = seat_to_report(player)
        if seat is None or seat.game is None or seat.round.number != number:
            text = _("Your game in round %(number)d already has a result. If it is wrong, tell an arbiter.")
            raise Conflict("no_game", text % {"number": number})
        report = ResultReport.objects.filter(game=seat.game, player=player).first()
        if report and report.result == result:
            return
        if report and report.times >= ResultReport.MOST:
            raise DomainError("too_often", _("You have reported other results before: tell an arbiter."))
        before = report.result if report else ""
        report = report or ResultReport(game=seat.game, player=player, times=0)
        report.result, report.times = result, report.times + 1
        report.save()
        # So that the arbiters' pages show the board anew: its row says whether the reports differ.
        seat.game.changed_in = act.revision
        seat.game.save(update_fields=["changed_in"])
        act.record(
            Action.RESULT_REPORTED,
            subject=player.name,
            round_number=number,
            before={"board": seat.game.board, "result": before},
            after={"board": seat.game.board, "result": result},
        )


LOG_LINES: LogLines = {
    Action.OWN_LINKS_MADE: fields(players=gettext_lazy("players")),
    Action.OWN_LINK_REVOKED: by_its_name,
    Action.OWN_LINK_RULES_SET: fields(OwnLinkRules),
    Action.BYE_ASKED: fields(ByeRequest, kind=gettext_lazy("bye")),
    Action.BYE_TAKEN_BACK: by_its_name,
    Action.BYE_GRANTED: by_its_name,
    Action.BYE_DECLINED: by_its_name,
    Action.RESULT_REPORTED: entered,
}
