"""Who a player is, decided by arbiters: whose FIDE ID it is, and who is entered twice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.errors import Conflict, DomainError, Level, Overtaken, RuleWarning
from tournaments.log.acts import (
    Act,
    LogLines,
    Question,
    acting,
    by_its_name,
    confirm,
    fields,
    require_unfinished,
)
from tournaments.models import AuditEvent, Player, Rating, Seat, Tournament, TwoPeople
from tournaments.players.queries import identity
from tournaments.players.queries.identity import Merging
from tournaments.players.services import numbers, players
from tournaments.ratings.services import ratings

Action = AuditEvent.Action


def add_player(
    *,
    tournament: Tournament,
    entry: Mapping[str, Any],
    actor: User,
    source: str = Rating.Source.HAND,
    confirmation: str = "",
) -> Player:
    """As `add_players`, for one player; whoever resembles somebody in the event is asked about first.

    Raises ConfirmationNeeded; once it is confirmed, they are two people.
    """
    with acting(tournament, actor) as act:
        known = {name: entry.get(name) or "" for name in ("name", "birth", "federation", "sex", "fide_id")}
        newcomer = Player(tournament=act.tournament, **known)
        # Who is certainly in the event already is refused, and not asked about.
        near = [other for other in identity.doubles_of(newcomer) if not newcomer.is_same_entry(other)]
        confirm(
            act,
            Question("another-person", _("Enter another person")),
            [_resembles(newcomer, near)] if near else (),
            of={"entry": known},
            given=confirmation,
        )
        [player] = players.store_players(act, [{**entry, "another": bool(near)}], source)
        return player


def _resembles(newcomer: Player, near: list[Player]) -> RuleWarning:
    return RuleWarning(
        Level.HARMLESS,
        "double",
        _("%(name)s is perhaps entered already. If they are two people, nobody is asked about them again.")
        % {"name": newcomer.name},
        facts={"near": sorted(other.pk for other in near)},
        details=tuple(other.as_twin for other in near),
    )


def confirm_id(*, player: Player, fide_id: str, actor: User) -> None:
    """Keep that the FIDE ID, as the actor's page showed it, is the player's, whoever has it on the lists.

    Nobody is asked about it again unless it changes. Raises Overtaken if it has changed meanwhile.
    """
    with acting(player.tournament, actor) as act:
        row = players.row_of(act.tournament, player)
        if not row.fide_id or row.fide_id != fide_id:
            raise Overtaken({"fide_id": row.fide_id})
        if row.has_confirmed_id:
            return
        row.confirmed_id = fide_id
        row.save(update_fields=["confirmed_id"])
        act.record(Action.ID_CONFIRMED, subject=row.name, after={"fide_id": fide_id})


def tell_two_people(*, player: Player, other: Player, actor: User) -> None:
    """Keep that both are two people, so that nobody is asked about them again."""
    with acting(player.tournament, actor) as act:
        pair = _pair(act, player, other)
        if frozenset(one.pk for one in pair) in identity.told_apart(act.tournament):
            return
        TwoPeople.objects.create(one=pair[0], other=pair[1])
        act.record(Action.TOLD_APART, subject=" – ".join(one.name for one in pair))


def merge(*, player: Player, other: Player, actor: User) -> Merging:
    """Make one player of two entries of the same person, see `identity.merging`; returns what became of them.

    Raises Conflict if one of them is gone or has withdrawn, or if they are two people by now, and what
    removing or withdrawing an entry does.
    """
    with acting(player.tournament, actor) as act:
        require_unfinished(act.tournament)
        one, two = _pair(act, player, other)
        if frozenset((one.pk, two.pk)) in identity.told_apart(act.tournament):
            raise Conflict(
                "told_apart",
                _("In the meantime it was decided that %(name)s and %(other)s are two people.")
                % {"name": one.name, "other": two.name},
            )
        found = identity.merging(one, two)
        if found.removes:
            _make_one(act, found.keeps, found.double)
        else:
            players.withdraw(act, found.double)
        return found


def _pair(act: Act, player: Player, other: Player) -> tuple[Player, Player]:
    """Both as they are now, the one with the lower key first."""
    one, two = sorted(
        (players.row_of(act.tournament, row) for row in (player, other)), key=lambda row: row.pk
    )
    if one == two:
        raise DomainError("double", _("Choose another player."))
    if gone := next((row for row in (one, two) if row.withdrawn_from is not None), None):
        raise Conflict("withdrawn", _("%(name)s has been withdrawn already.") % {"name": gone.name})
    return one, two


def _make_one(act: Act, keeps: Player, double: Player) -> None:
    """Before round 1: fill what the one entry lacks from the other, which is taken out."""
    players.require_removable(act, double)
    held = keeps.rating
    gaps = {
        name: value
        for name in identity.OF_PERSON
        if (value := getattr(double, name)) and not getattr(keeps, name)
    }
    if double.birth.startswith(keeps.birth):
        gaps["birth"] = double.birth
    if "fide_id" in gaps:
        gaps["confirmed_id"] = double.confirmed_id
    gaps["first_round"] = max(keeps.first_round, double.first_round)
    gaps["no_half_point_bye"] = keeps.no_half_point_bye or double.no_half_point_bye
    gaps["presence"] = max(keeps.presence, double.presence, key=ORDER.index)
    changed = {name: value for name, value in gaps.items() if getattr(keeps, name) != value}
    before = {name: getattr(keeps, name) for name in changed}
    known = list(keeps.ratings.all())
    more = [rating for rating in double.ratings.all() if rating.kind not in {one.kind for one in known}]
    _hand_over(keeps, double)
    names = [one.name for one in (keeps, double)]
    players.take_out(act, double)
    for rating in more:
        rating.pk = None
    ratings.keep([(keeps, more)])
    for name, value in changed.items():
        setattr(keeps, name, value)
    ratings.settle(keeps, [*known, *more])
    rated = ratings.rerating(act.tournament, {keeps: held})
    act.record(
        Action.ENTRIES_MERGED,
        subject=" – ".join(names),
        before=before | {"rating": held} | rated.before,
        after=changed | {"rating": keeps.rating} | rated.after,
    )
    rated.store()
    keeps.save()
    numbers.close_gaps(act.tournament)
    numbers.follow_data(act.tournament)
    if "first_round" in changed:
        players.follow_rules(act, keeps, before["first_round"])


def _hand_over(keeps: Player, double: Player) -> None:
    """Give the one entry the byes, requests, groups and links of the other that it has not itself."""
    own = keeps.seats.values("round")
    double.seats.filter(kind__in=Seat.REQUESTED).exclude(round__in=own).update(player=keeps)
    double.bye_requests.exclude(round__in=keeps.bye_requests.values("round")).update(player=keeps)
    for group in double.prohibitions.exclude(pk__in=keeps.prohibitions.values("pk")):
        group.players.add(keeps)
    if not keeps.own_links.active().exists():
        double.own_links.active().update(player=keeps)
    phones = keeps.push_subscriptions.values("endpoint")
    double.push_subscriptions.exclude(endpoint__in=phones).update(player=keeps)


# Who is there is more than who is expected.
ORDER = (Player.Presence.MISSING, Player.Presence.EXPECTED, Player.Presence.PRESENT)


LOG_LINES: LogLines = {
    Action.ID_CONFIRMED: fields(Player),
    Action.TOLD_APART: by_its_name,
    Action.ENTRIES_MERGED: fields(Player, first_round=gettext_lazy("from round")),
}
