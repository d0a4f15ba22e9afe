"""Players' own links: making and ending them, and what the event lets players do by them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.errors import Conflict, DomainError
from tournaments.log.acts import Act, Told, acting, by_its_name, fields, refuse_to_overwrite
from tournaments.models import AuditEvent, OwnLinkRules, Player, PlayerLink, Tournament
from tournaments.models.link import hash_of, new_token
from tournaments.selectors import own_links
from tournaments.services.byes import require_byes
from tournaments.services.players import row_of

Action = AuditEvent.Action

# A player with the token of their link, which is kept nowhere.
type Made = list[tuple[Player, str]]


def make_links(*, tournament: Tournament, actor: User, anew: bool = False) -> Made:
    """Make a link for everybody who takes part and has none; with `anew` for everybody: older ones end.

    Returns each player with their token, which is stored nowhere. Raises Conflict if everybody has one.
    """
    with acting(tournament, actor) as act:
        found = own_links.entitled(act.tournament)
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
    older = PlayerLink.objects.standing().filter(player__in=[player for player, _token in made])
    older.filter(player__tournament=act.tournament).update(revoked_at=timezone.now())
    PlayerLink.objects.bulk_create(
        PlayerLink(player=player, token_hash=hash_of(token), made_by=actor) for player, token in made
    )
    return made


def revoke_link(*, player: Player, actor: User) -> None:
    """End the player's link, on every phone that has opened it. Requests made by it stay."""
    with acting(player.tournament, actor) as act:
        row = row_of(act.tournament, player)
        if not row.own_links.standing().update(revoked_at=timezone.now()):
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
        rules = own_links.rules_of(act.tournament)
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


TOLD: Told = {
    Action.OWN_LINKS_MADE: fields(players=gettext_lazy("players")),
    Action.OWN_LINK_REVOKED: by_its_name,
    Action.OWN_LINK_RULES_SET: fields(OwnLinkRules),
}
