"""Players: adding, correcting, numbering (C.04.2 B), late entries (C), byes and withdrawals (D.3, D.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from tournaments import engine
from tournaments.errors import Conflict, DomainError
from tournaments.models import AuditEvent, Player, Register, Round, Seat, Tournament
from tournaments.selectors import rounds as reading
from tournaments.services.act import acting

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from django.contrib.auth.models import User

Action = AuditEvent.Action

TITLE_ORDER = {title: place for place, title in enumerate(Player.Title.values)}


def add_players(*, tournament: Tournament, entries: Sequence[dict[str, Any]], actor: User) -> list[Player]:
    """Enter players, all or none; each entry holds Player's fields.

    Once a round is published they are late entries (C.04.2 C.2): paired from the next round at the
    earliest, without points for the rounds they missed. Raises DomainError for a name or FIDE ID that
    is entered already.
    """
    with acting(tournament, actor) as act:
        event = act.tournament
        earliest = _coming_round(event)
        entered = Register(event.players.all())
        players = []
        for fields in entries:
            player = Player(tournament=event, **fields)
            player.first_round = max(player.first_round, earliest)
            if player.first_round > event.number_of_rounds:
                raise DomainError(
                    "first_round",
                    _("%(name)s: the tournament has %(last)d rounds.")
                    % {"name": player.name, "last": event.number_of_rounds},
                )
            _refuse_double(player, entered)
            player.clean_fields(exclude=["number", "tournament"])
            players.append(player)
            entered.add(player)
        if not players:
            return []
        Player.objects.bulk_create(players)
        renumber(event, newcomers=players)
        numbers = dict(event.players.values_list("pk", "number"))
        for player in players:
            player.number = numbers[player.pk]
        act.record(
            Action.PLAYER_ADDED if len(players) == 1 else Action.PLAYERS_IMPORTED,
            subject=players[0].name if len(players) == 1 else str(len(players)),
            after={"players": [p.name for p in players]},
        )
        return players


def change_player(*, player: Player, changes: dict[str, Any], actor: User) -> None:
    """Correct a player's data. Before round 1 is published the numbers follow (C.04.2 B.3)."""
    with acting(player.tournament, actor) as act:
        row = _player(act.tournament, player)
        before = {name: getattr(row, name) for name in changes}
        changed = {name: value for name, value in changes.items() if before[name] != value}
        if not changed:
            return
        for name, value in changed.items():
            setattr(row, name, value)
        _refuse_double(row, Register(act.tournament.players.exclude(pk=row.pk)))
        row.full_clean(exclude=["number"])
        if "first_round" in changed:
            _require_future_entry(act.tournament, row, before["first_round"])
        row.save(update_fields=list(changed))
        if not reading.has_begun(act.tournament):
            renumber(act.tournament)
        act.record(
            Action.PLAYER_CHANGED,
            subject=row.name,
            before={name: before[name] for name in changed},
            after=changed,
        )


def remove_player(*, player: Player, actor: User) -> None:
    """Strike an entry out. Who stands in a published round is part of its pairings: he can only withdraw.

    Once numbers are frozen none moves up any more (C.04.2 B.3, 2026 2.3), so then only the last entry can
    go.
    """
    with acting(player.tournament, actor) as act:
        row = _player(act.tournament, player)
        if not reading.is_removable(row):
            raise DomainError(
                "has_begun",
                _(
                    "%(name)s can be withdrawn, not removed: a published round holds the entry,"
                    " or numbers or regulations that are fixed (C.04.2 B.3, A.3; 2026: 2.3, 1.3)."
                )
                % {"name": row.name},
            )
        if row.seats.filter(round__state=Round.State.DRAFT).exists():
            raise DomainError(
                "in_draft", _("Throw the draft away first: %(name)s is in it.") % {"name": row.name}
            )
        row.seats.all().delete()
        alone = [group for group in row.prohibitions.all() if group.players.count() == 2]
        for group in alone:
            pair = group.players.all()
            act.record(Action.LET_MEET, subject=" – ".join(player.name for player in pair))
            group.delete()
        row.delete()
        renumber(act.tournament)
        act.record(Action.PLAYER_REMOVED, subject=row.name)


def withdraw_player(*, player: Player, actor: User) -> int:
    """Withdraw the player from the next round on (C.04.2 D.3); returns that round's number.

    A published pairing stays as it is: if he does not come, his game is a forfeit.
    """
    with acting(player.tournament, actor) as act:
        row = _player(act.tournament, player)
        if row.withdrawn_from is not None:
            raise Conflict("withdrawn", _("%(name)s has been withdrawn already.") % {"name": row.name})
        coming = reading.next_number(act.tournament)
        if coming is None:
            raise DomainError("no_round_left", _("All rounds are published: there is none to withdraw from."))
        row.withdrawn_from = coming
        row.save(update_fields=["withdrawn_from"])
        act.record(Action.PLAYER_WITHDRAWN, subject=row.name, after={"from_round": coming})
        return coming


def return_player(*, player: Player, actor: User) -> None:
    """Take a withdrawn player back: he is paired again from the next round on."""
    with acting(player.tournament, actor) as act:
        row = _player(act.tournament, player)
        if row.withdrawn_from is None:
            raise Conflict("taking_part", _("%(name)s takes part already.") % {"name": row.name})
        before = row.withdrawn_from
        row.withdrawn_from = None
        row.save(update_fields=["withdrawn_from"])
        act.record(Action.PLAYER_RETURNED, subject=row.name, before={"from_round": before})


def give_bye(*, player: Player, number: int, kind: str, actor: User) -> None:
    """Give a half-point or zero-point bye for a round that is not published yet (C.04.2 D.4)."""
    if kind not in {Seat.Kind.HALF_POINT_BYE, Seat.Kind.ZERO_POINT_BYE}:
        raise DomainError("kind", _("Expected a half-point or a zero-point bye."))
    with acting(player.tournament, actor) as act:
        row = _player(act.tournament, player)
        round_ = _open_round(act.tournament, number)
        if not row.takes_part_in(number):
            raise DomainError(
                "absent",
                _("%(name)s does not take part in round %(number)d anyway.")
                % {"name": row.name, "number": number},
            )
        seat = round_.seats.filter(player=row).first()
        if seat and seat.kind in {Seat.Kind.GAME, Seat.Kind.PAIRING_ALLOCATED_BYE}:
            raise DomainError(
                "in_draft",
                _("%(name)s is in the draft of round %(number)d: throw it away, give the bye, pair again.")
                % {"name": row.name, "number": number},
            )
        before = seat.kind if seat else ""
        Seat.objects.update_or_create(round=round_, player=row, defaults={"kind": kind})
        act.record(
            Action.BYE_GIVEN,
            subject=row.name,
            round_number=number,
            before={"kind": before},
            after={"kind": kind},
        )


def cancel_bye(*, player: Player, number: int, actor: User) -> None:
    """Take a bye back before its round is published: the player is paired."""
    with acting(player.tournament, actor) as act:
        row = _player(act.tournament, player)
        round_ = _open_round(act.tournament, number)
        seat = round_.seats.filter(player=row, kind__in=Seat.REQUESTED).first()
        if seat is None:
            raise Conflict(
                "no_bye",
                _("%(name)s has no bye in round %(number)d.") % {"name": row.name, "number": number},
            )
        seat.delete()
        act.record(Action.BYE_CANCELLED, subject=row.name, round_number=number, before={"kind": seat.kind})


def renumber(tournament: Tournament, newcomers: Iterable[Player] = ()) -> None:
    """Give pairing numbers by the initial order (C.04.2 B.2, B.3, C.3).

    Rating, then FIDE title, then name. Until a round is published everybody is ranked anew; then late
    entries are put in where the order has them and those below move down; when the round has been paired
    with which the edition freezes numbers, nobody's changes any more and late entries follow at the end.
    """
    players = list(tournament.players.all())
    if not reading.has_begun(tournament):
        order = sorted(players, key=initial_order)
    else:
        late = {p.pk for p in newcomers}
        order = [p for p in players if p.pk not in late]
        frozen = reading.numbers_are_frozen(tournament)
        for player in sorted((p for p in players if p.pk in late), key=initial_order):
            place = len(order) if frozen else _place(order, player)
            order.insert(place, player)
    changed = [p for number, p in enumerate(order, 1) if p.number != number]
    # Two steps, because a number is unique at every moment on both databases.
    tournament.players.filter(pk__in=[p.pk for p in changed]).update(number=None)
    for number, player in enumerate(order, 1):
        player.number = number
    Player.objects.bulk_update(changed, ["number"])


def initial_order(player: Player) -> tuple[int, int, str]:
    """C.04.2 B.2: rating, FIDE title, alphabetical."""
    return (-(player.rating or 0), TITLE_ORDER.get(player.title, len(TITLE_ORDER)), player.name.casefold())


def _place(order: list[Player], newcomer: Player) -> int:
    """Where a late entry stands: above the first player whom he outranks."""
    mine = initial_order(newcomer)
    return next((i for i, p in enumerate(order) if initial_order(p) > mine), len(order))


def _coming_round(tournament: Tournament) -> int:
    coming = reading.next_number(tournament)
    if coming is None:
        raise DomainError("no_round_left", _("All rounds are published: nobody can enter any more."))
    return coming


def _player(tournament: Tournament, player: Player) -> Player:
    row = tournament.players.filter(pk=player.pk).first()
    if row is None:
        raise Conflict("gone", _("%(name)s has been removed meanwhile.") % {"name": player.name})
    return row


def _open_round(tournament: Tournament, number: int) -> Round:
    round_ = tournament.rounds.filter(number=number).first()
    if round_ is None:
        raise DomainError("no_round", _("This tournament has no round %(number)d.") % {"number": number})
    if round_.is_public:
        raise DomainError(
            "published",
            _("Round %(number)d is published. Pairings cannot be changed any more (%(article)s).")
            % {"number": number, "article": engine.edition_of(tournament).handling.change_article},
        )
    return round_


def _refuse_double(player: Player, others: Register) -> None:
    found = others.twin_of(player)
    twin = found.player if found else None
    if twin and player.fide_id and player.fide_id == twin.fide_id:
        raise DomainError(
            "double",
            _("FIDE ID %(id)s is entered already: %(name)s.") % {"id": player.fide_id, "name": twin.name},
        )
    if twin:
        raise DomainError(
            "double",
            _("%(name)s is entered already. Birth years or FIDE IDs tell two players of one name apart.")
            % {"name": twin.name},
        )


def _require_future_entry(tournament: Tournament, player: Player, before: int) -> None:
    """Whether a player was there in a published round is history."""
    if min(before, player.first_round) < _coming_round(tournament):
        raise DomainError(
            "first_round", _("The first round of %(name)s is past: it cannot change.") % {"name": player.name}
        )
