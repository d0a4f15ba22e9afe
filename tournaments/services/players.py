"""Players: adding, correcting, late entries (C.04.2 C), byes and withdrawals (D.3, D.4)."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import engine
from tournaments.errors import Conflict, DomainError, Level, RuleWarning
from tournaments.models import (
    AuditEvent,
    IntegrityEvent,
    Player,
    Rating,
    Register,
    Round,
    Seat,
    Tournament,
)
from tournaments.selectors import absences, rating_lists
from tournaments.selectors import ratings as strengths
from tournaments.selectors import rounds as reading
from tournaments.selectors.integrity import bye_item
from tournaments.services import identity, late_entries, numbers, publications, ratings
from tournaments.services.act import acting, refuse_to_overwrite
from tournaments.services.confirm import confirm
from tournaments.services.integrity import breach, lift_gone_byes

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from django.contrib.auth.models import User

    from tournaments.services.act import Act

Action = AuditEvent.Action


def add_players(
    *,
    tournament: Tournament,
    entries: Sequence[dict[str, Any]],
    actor: User,
    source: str = Rating.Source.HAND,
) -> list[Player]:
    """Enter players, all or none; each entry holds Player's fields and what it says of ratings.

    For the latter see `ratings.of_entry`; `source` is where the entries stood. Whose rating no entry says has
    that of FIDE's list, by his FIDE ID. Once a round is published they are late entries (C.04.2 C.2): paired
    from the next round at the earliest, with the points for missed rounds that the rules of the event give.
    Raises DomainError for a name or FIDE ID that is entered already, and once the list of participants is
    closed (C.3).
    """
    with acting(tournament, actor) as act:
        event = act.tournament
        earliest, begun = _coming_round(event), reading.has_begun(event)
        if event.list_closed_at:
            raise DomainError(
                "list_closed",
                _("The list of participants is closed (%(article)s): open it again to enter somebody.")
                % {"article": engine.article(event, "C.04.2 C.3")},
            )
        entered = Register(event.players.all())
        players = []
        brought = []
        for entry in strengths.complete(entries):
            fields = {name: value for name, value in entry.items() if name not in ratings.ENTRY_KEYS}
            player = Player(tournament=event, **fields)
            found = ratings.of_entry(event, entry, Rating.Source(source))
            ratings.settle(player, found)
            player.first_round = max(player.first_round, earliest)
            if begun and player.first_round == earliest:
                # Who stands at the desk has come; who is announced for a later round is to be seen first.
                player.presence = Player.Presence.PRESENT
            if player.first_round > event.number_of_rounds:
                raise DomainError(
                    "first_round",
                    _("%(name)s: the tournament has %(last)d rounds.")
                    % {"name": player.name, "last": event.number_of_rounds},
                )
            player.clean_fields(exclude=["number", "tournament"])
            _refuse_double(player, entered)
            players.append(player)
            brought.append((player, found))
            entered.add(player)
        if not players:
            return []
        numbers.draw_lots(event, players)
        Player.objects.bulk_create(players)
        ratings.keep(brought)
        numbers.place_newcomers(event, players)
        given = dict(event.players.values_list("pk", "number"))
        act.record(
            Action.PLAYER_ADDED if len(players) == 1 else Action.PLAYERS_IMPORTED,
            subject=players[0].name if len(players) == 1 else str(len(players)),
            after={"players": [p.name for p in players]},
        )
        for player in players:
            player.number = given[player.pk]
            if player.first_round > 1:
                late_entries.follow_rules(act, player)
        return players


def change_player(
    *,
    player: Player,
    changes: dict[str, Any],
    actor: User,
    seen: Mapping[str, Any] | None = None,
    reason: str = "",
    confirmation: str = "",
) -> None:
    """Correct a player's data, of ratings what `ratings.CHANGE_KEYS` name.

    Before round 1 is published the numbers follow; later they are assigned anew by an act of its own
    (C.04.2 B.3). `seen` is what the actor's page showed; raises Overtaken where that has been changed since.
    Who sits in a published round is somebody else only as `identity.keep_identity` has it: with a `reason`.
    """
    with acting(player.tournament, actor) as act:
        row = _player(act.tournament, player)
        before = vars(row) | ratings.fields_of(row, row.ratings.all())
        refuse_to_overwrite(before, changes, seen or {})
        changed = {name: value for name, value in changes.items() if before[name] != value}
        if not changed:
            return
        for name in changed.keys() - ratings.CHANGE_KEYS:
            setattr(row, name, changed[name])
        if changed.keys() & ratings.CHANGE_KEYS:
            ratings.revise(row, changed)
        row.clean_fields(exclude=["number", "tournament"])
        _refuse_double(row, Register(act.tournament.players.exclude(pk=row.pk)))
        if "first_round" in changed:
            _require_future_entry(act.tournament, row, before["first_round"])
        told = identity.keep_identity(act, row, reason=reason, confirmation=confirmation)
        row.save(update_fields=["rating", *(changed.keys() - ratings.CHANGE_KEYS - {*Player.IDENTITY})])
        numbers.follow_data(act.tournament)
        if others := changed.keys() - told:
            after = changed | {name: getattr(row, name) for name in changed.keys() - ratings.CHANGE_KEYS}
            act.record(
                Action.PLAYER_CHANGED,
                subject=row.name,
                before={name: before[name] for name in others},
                after={name: after[name] for name in others},
            )
        if "first_round" in changed:
            late_entries.follow_rules(act, row, before["first_round"])


def identify_player(
    *, player: Player, fide_id: str, actor: User, reason: str = "", confirmation: str = ""
) -> None:
    """Take over who a player is from FIDE's lists: ID, name, title, federation, sex, birth year and ratings.

    What the lists do not say stays as it is; of who sits in a published round, see `identity.keep_identity`.
    Raises DomainError for an ID that stands on no list in use, or that is entered already.
    """
    with acting(player.tournament, actor) as act:
        row = _player(act.tournament, player)
        listed = rating_lists.by_fide_id([fide_id]).get(fide_id)
        if listed is None:
            raise DomainError(
                "not_listed", _("FIDE ID %(id)s is on no rating list in use.") % {"id": fide_id}
            )
        said = {name: value for name, value in listed.entry.items() if value and name != "listed"}
        if row.birth.startswith(said.get("birth", row.birth)):
            said.pop("birth", None)
        before = {name: getattr(row, name) for name in {*said, *Player.IDENTITY, "rating"}}
        for name, value in said.items():
            setattr(row, name, value)
        row.clean_fields(exclude=["number", "tournament"])
        _refuse_double(row, Register(act.tournament.players.exclude(pk=row.pk)))
        told = identity.keep_identity(act, row, reason=reason, confirmation=confirmation)
        ratings.take(row, listed)
        row.save()
        numbers.follow_data(act.tournament)
        others = {*said, "rating"} - told
        act.record(
            Action.PLAYER_CHANGED,
            subject=row.name,
            before={name: before[name] for name in others},
            after={name: getattr(row, name) for name in others},
        )


def remove_player(*, player: Player, actor: User) -> None:
    """Strike an entry out. Who stands in a published round is part of its pairings: he can only withdraw.

    Once numbers are frozen none moves up any more (C.04.2 B.3, 2026 2.3), so then only the last entry can
    go.
    """
    with acting(player.tournament, actor) as act:
        strike(act, _player(act.tournament, player))
        numbers.close_gaps(act.tournament)


def strike(act: Act, player: Player) -> None:
    """Strike an entry out within another act; the numbers below are still to move up."""
    if not reading.is_removable(player):
        raise DomainError(
            "has_begun",
            _(
                "%(name)s can be withdrawn, not removed: a published round holds the entry,"
                " or numbers or regulations that are fixed (%(article)s)."
            )
            % {
                "name": player.name,
                "article": engine.article(act.tournament, "C.04.2 B.3, C.04.2 A.3"),
            },
        )
    if player.seats.filter(round__state=Round.State.DRAFT).exists():
        raise DomainError(
            "in_draft", _("Throw the draft away first: %(name)s is in it.") % {"name": player.name}
        )
    publications.touch(act, *player.seats.values_list("round__number", flat=True))
    player.seats.all().delete()
    alone = [group for group in player.prohibitions.all() if group.players.count() == 2]
    for group in alone:
        pair = group.players.all()
        act.record(Action.LET_MEET, subject=" – ".join(one.name for one in pair))
        group.delete()
    player.delete()
    lift_gone_byes(act)
    act.record(Action.PLAYER_REMOVED, subject=player.name)


def withdraw_player(*, player: Player, actor: User, from_round: int | None = None) -> int:
    """Withdraw the player from a coming round on, the next unless another is named (C.04.2 D.3).

    Returns the number of that round. A published pairing stays as it is: who does not come loses by forfeit.
    """
    with acting(player.tournament, actor) as act:
        row = _player(act.tournament, player)
        if row.withdrawn_from is not None:
            raise Conflict("withdrawn", _("%(name)s has been withdrawn already.") % {"name": row.name})
        coming = reading.next_number(act.tournament)
        if coming is None:
            raise DomainError("no_round_left", _("All rounds are published: there is none to withdraw from."))
        wanted = from_round or coming
        if not coming <= wanted <= act.tournament.number_of_rounds:
            raise DomainError(
                "round",
                _("Expected a round from %(earliest)d to %(last)d.")
                % {"earliest": coming, "last": act.tournament.number_of_rounds},
            )
        row.withdrawn_from = wanted
        row.save(update_fields=["withdrawn_from"])
        act.record(Action.PLAYER_WITHDRAWN, subject=row.name, after={"from_round": wanted})
        return wanted


def return_player(*, player: Player, actor: User) -> None:
    """Take a withdrawn player back: he is paired again from the next round on."""
    with acting(player.tournament, actor) as act:
        row = _player(act.tournament, player)
        if row.withdrawn_from is None:
            raise Conflict("taking_part", _("%(name)s takes part already.") % {"name": row.name})
        before = row.withdrawn_from
        row.withdrawn_from, row.expelled = None, False
        row.save(update_fields=["withdrawn_from", "expelled"])
        act.record(Action.PLAYER_RETURNED, subject=row.name, before={"from_round": before})


def expel_player(*, player: Player, reason: str, actor: User) -> None:
    """Expel the player: not paired any more, in no standings; his opponents keep their results."""
    if not reason.strip():
        raise DomainError("reason", _("Give the reason: it is kept with the event."))
    with acting(player.tournament, actor) as act:
        row = _player(act.tournament, player)
        if row.expelled:
            raise Conflict("expelled", _("%(name)s is expelled already.") % {"name": row.name})
        row.expelled = True
        coming = reading.next_number(act.tournament) or act.tournament.number_of_rounds + 1
        row.withdrawn_from = min(coming, row.withdrawn_from or coming)
        row.save(update_fields=["expelled", "withdrawn_from"])
        act.record(
            Action.PLAYER_EXPELLED,
            subject=row.name,
            after={"from_round": row.withdrawn_from},
            reason=reason.strip(),
        )


def give_bye(
    *,
    player: Player,
    number: int,
    kind: str,
    actor: User,
    last: int | None = None,
    reason: str = "",
    confirmation: str = "",
) -> None:
    """Give a bye that was asked for, in a round that is not published yet (C.04.2 D.4).

    With `last`, for all rounds from `number` to that one. Warns of half-point byes beyond what the rules of
    the event allow; DomainError for a player who gets none. Of a full-point bye it always warns: it is
    noted with its reason. The same bye again changes nothing.
    """
    if kind not in Seat.REQUESTED:
        raise DomainError("kind", _("Expected a half-point, a zero-point or a full-point bye."))
    if last is not None and last < number:
        raise DomainError("last", _("The last round is before the first."))
    numbers = range(number, (last or number) + 1)
    with acting(player.tournament, actor) as act:
        row = _player(act.tournament, player)
        rounds = [_round_for_bye(act.tournament, row, wanted) for wanted in numbers]
        if kind != Seat.Kind.ZERO_POINT_BYE and row.no_half_point_bye:
            raise DomainError("no_half_point_bye", _("%(name)s gets no half-point bye.") % {"name": row.name})
        full = kind == Seat.Kind.FULL_POINT_BYE
        confirm(
            act,
            "give-bye",
            _against_the_bye(act.tournament, row, rounds, kind),
            of={"player": row.pk, "numbers": list(numbers), "kind": kind},
            given=confirmation,
            reason=reason if full else None,
        )
        for round_ in rounds:
            seat = round_.seats.filter(player=row).first()
            if seat and seat.kind == kind:
                continue
            with _noted(act, round_, row, reason, full=full):
                Seat.objects.update_or_create(round=round_, player=row, defaults={"kind": kind})
            act.record(
                Action.BYE_GIVEN,
                subject=row.name,
                round_number=round_.number,
                before={"kind": seat.kind if seat else ""},
                after={"kind": kind},
                reason=reason.strip() if full else "",
            )
        lift_gone_byes(act)


@contextmanager
def _noted(act: Act, round_: Round, player: Player, reason: str, *, full: bool) -> Iterator[None]:
    """Note a full-point bye, of which the regulations know nothing; no other bye."""
    if not full:
        yield
        return
    kind = IntegrityEvent.Kind.FULL_POINT_BYE
    with breach(act, kind, round_.number, reason, tables=("seat",)) as event:
        yield
        event.after = [bye_item(player, "FPB")]


def _against_the_bye(
    tournament: Tournament, player: Player, rounds: list[Round], kind: str
) -> Iterator[RuleWarning]:
    """What is to be said before the player gets a bye of this kind in these rounds."""
    if kind == Seat.Kind.HALF_POINT_BYE:
        yield from _beyond_the_rules(tournament, player, rounds)
    if kind == Seat.Kind.FULL_POINT_BYE:
        yield RuleWarning(
            Level.UNDESCRIBED,
            "full_point_bye",
            _(
                "FIDE’s regulations do not describe a full-point bye. %(name)s would get a point without"
                " playing."
            )
            % {"name": player.name},
            article="C.04.2 D.4",
        )


def _round_for_bye(tournament: Tournament, player: Player, number: int) -> Round:
    """The round in which the player may still be given a bye; DomainError where he may not."""
    round_ = _open_round(tournament, number)
    if not player.takes_part_in(number):
        raise DomainError(
            "absent",
            _("%(name)s does not take part in round %(number)d anyway.")
            % {"name": player.name, "number": number},
        )
    if round_.seats.filter(player=player, kind__in=reading.PAIRED).exists():
        raise DomainError(
            "in_draft",
            _("%(name)s is in the draft of round %(number)d: throw it away, give the bye, pair again.")
            % {"name": player.name, "number": number},
        )
    return round_


def _beyond_the_rules(tournament: Tournament, player: Player, rounds: list[Round]) -> Iterator[RuleWarning]:
    """What the rules of the event have against half-point byes in these rounds (C.05 6.7)."""
    rules = absences.rules_of(tournament)
    earlier = player.seats.filter(kind=Seat.Kind.HALF_POINT_BYE).exclude(round__in=rounds)
    had = sorted(earlier.values_list("round__number", flat=True))
    if len(had) + len(rounds) > rules.half_point_byes:
        yield RuleWarning(
            Level.HARMLESS,
            "half_point_byes",
            ngettext(
                "%(name)s may have %(allowed)d half-point bye, and would have %(count)d.",
                "%(name)s may have %(allowed)d half-point byes, and would have %(count)d.",
                rules.half_point_byes,
            )
            % {"name": player.name, "allowed": rules.half_point_byes, "count": len(had) + len(rounds)},
            article="C.05 6.7",
            facts={"had": had, "allowed": rules.half_point_byes},
        )
    elif had or len(rounds) > 1:
        yield RuleWarning(
            Level.HARMLESS,
            "second_half_point_bye",
            _("%(name)s would have more than one half-point bye. The rules of the event allow it.")
            % {"name": player.name},
            article="C.05 6.7",
            facts={"had": had},
        )
    free = tournament.number_of_rounds - rules.last_rounds
    if late := [round_.number for round_ in rounds if round_.number > free]:
        yield RuleWarning(
            Level.HARMLESS,
            "half_point_bye_late",
            _("The rules of the event give no half-point bye after round %(free)d.") % {"free": free},
            article="C.05 6.7",
            facts={"late": late, "free": free},
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
        lift_gone_byes(act)
        act.record(Action.BYE_CANCELLED, subject=row.name, round_number=number, before={"kind": seat.kind})


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
    if twin and player.has_birthday and player.birth == twin.birth:
        raise DomainError(
            "double",
            _("%(name)s, born %(birth)s, is entered already.") % {"name": twin.name, "birth": twin.birth},
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
