"""Corrects the identity of players in published rounds: their data, not who was paired."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.chain import services as chain_services
from tournaments.chain import texts
from tournaments.chain.texts import Person
from tournaments.errors import Level, RuleWarning
from tournaments.log.acts import Act, Told, confirm, fields
from tournaments.log.services import breach
from tournaments.models import AuditEvent, IntegrityEvent, Player, items
from tournaments.selectors import identity
from tournaments.selectors.identity import Identity


def keep_identity(act: Act, player: Player, *, reason: str, confirmation: str) -> frozenset[str]:
    """Store name, FIDE ID and birth as `player` has them now.

    For a player in a published round that is a correction of data (C.04.2 D.10; 2026: 4.4): it needs a
    confirmation and a reason, and is shown in the trail and on the published lists; if it might turn them
    into somebody else, it is also noted as touching the integrity of the pairings. Returns the columns whose
    change is recorded here; the caller records all others. Raises ConfirmationNeeded.
    """
    before = identity.identity_of(act.tournament.players.get(pk=player.pk))
    after = identity.identity_of(player)
    changed = frozenset(name for name in Player.IDENTITY if before[name] != after[name])
    if not changed or not identity.is_public(player):
        player.save(update_fields=[*changed])
        return frozenset()
    warning = _warning(player, before, after)
    confirm(
        act,
        "correct-identity",
        [warning],
        of={"player": player.pk, "after": after},
        given=confirmation,
        reason=reason,
    )
    number = identity.latest_public_round(player)
    chain_services.note_what_no_act_explains(act, {number})
    player.identity_audit = act.record(
        AuditEvent.Action.PLAYER_IDENTITY_CORRECTED,
        subject=player.name,
        before={**before, identity.PLAYER: player.pk},
        after={**after, identity.PLAYER: player.pk},
        reason=reason.strip(),
    )
    player.save(update_fields=[*changed, "identity_audit"])
    was, now = (
        Person(player.number or 0, who["name"], who["fide_id"], player.key) for who in (before, after)
    )
    chain_services.correct_identities(act, player.identity_audit, number, [texts.Identity(was, now)])
    if warning.level is Level.HARMLESS:
        told = [name for name in Player.IDENTITY if name in changed]
        with breach(act, IntegrityEvent.Kind.IDENTITY, number, tables=()) as event:
            event.before, event.after = (
                [items.Identity(player.pk, ", ".join(filter(None, (who[name] for name in told))))]
                for who in (before, after)
            )
    return changed


def _warning(player: Player, before: Identity, after: Identity) -> RuleWarning:
    """The warning: the data before and after, and the other players whom the correction resembles."""
    near = identity.resembled(player, before, after)
    more = identity.is_more_than_a_spelling(before, after)
    if near:
        sentence = _("%(name)s is in a published round, and the correction looks like somebody else.")
    elif more:
        sentence = _("%(name)s is in a published round, and this is more than a corrected spelling.")
    else:
        sentence = _("%(name)s is in a published round.")
    consequence = _("The published lists will say what was there before, with the time and your reason.")
    return RuleWarning(
        Level.HARMLESS if near or more else Level.UNDESCRIBED,
        "identity",
        f"{sentence % {'name': before['name']}} {consequence}",
        article="C.04.2 D.10",
        facts={"before": dict(before), "near": sorted(other.pk for other in near)},
        details=tuple(
            _("Player %(number)d: %(who)s") % {"number": other.number, "who": who}
            for other, who in near.items()
        ),
        table=(
            ("", _("Before"), _("After")),
            *(
                (_column(name), before[name] or "–", after[name] or "–")
                for name in Player.IDENTITY
                if before[name] != after[name]
            ),
        ),
    )


def _column(name: str) -> str:
    return str(Player._meta.get_field(name).verbose_name)  # type: ignore[union-attr]  # no relation


TOLD: Told = {AuditEvent.Action.PLAYER_IDENTITY_CORRECTED: fields(Player)}
