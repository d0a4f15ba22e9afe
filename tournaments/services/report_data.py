"""Stores the arbiters whom the report to FIDE names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy

from tournaments.log.acts import Told, acting, fields, refuse_to_overwrite
from tournaments.models import Arbiter, AuditEvent, Tournament
from tournaments.models.arbiter import CHIEF


def name_arbiters(
    *,
    tournament: Tournament,
    chief: Mapping[str, str] | None,
    deputies: Sequence[Mapping[str, str]] = (),
    actor: User,
    seen: Sequence[str] | None = None,
) -> None:
    """Name the chief arbiter, if there is one, and the deputies, each with a name, a title and a FIDE ID.

    They replace the arbiters who were named before. `seen` are those whom the actor's page showed, as text;
    raises Overtaken if others have been named since. Raises ValidationError, by place (1 is the chief
    arbiter), for an invalid FIDE ID and the like.
    """
    with acting(tournament, actor) as act:
        people = [*([(CHIEF, chief)] if chief else []), *enumerate(deputies, CHIEF + 1)]
        rows = [Arbiter(tournament=act.tournament, place=place, **person) for place, person in people]
        _require_sense(rows)
        named = act.tournament.named_arbiters.all()
        before, after = _in_words(named), _in_words(rows)
        shown = {} if seen is None else {"arbiters": list(seen)}
        refuse_to_overwrite({"arbiters": list(map(str, named))}, {"arbiters": list(map(str, rows))}, shown)
        if before == after:
            return
        named.delete()
        Arbiter.objects.bulk_create(rows)
        act.record(AuditEvent.Action.ARBITERS_NAMED, before=before, after=after)


def _require_sense(rows: Sequence[Arbiter]) -> None:
    faults: dict[str, Any] = {}
    for row in rows:
        try:
            row.clean_fields(exclude={"tournament"})
        except ValidationError as error:
            faults[str(row.place)] = error.messages
    if faults:
        raise ValidationError(faults)


def _in_words(rows: Iterable[Arbiter]) -> dict[str, Any]:
    """The arbiters as the audit trail keeps them."""
    return {
        "chief_arbiter": "".join(str(row) for row in rows if row.is_chief),
        "deputy_arbiters": [str(row) for row in rows if not row.is_chief],
    }


ARBITERS = {
    "chief_arbiter": gettext_lazy("chief arbiter"),
    "deputy_arbiters": gettext_lazy("deputy arbiters"),
}

TOLD: Told = {AuditEvent.Action.ARBITERS_NAMED: fields(words=None, **ARBITERS)}
