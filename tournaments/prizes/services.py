"""The prize fund: announced with the event, and changed after round 1 only with a reason for the public.

And the categories that prizes and lists are for: who belongs to one follows from the players' data.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from tournaments import rulebook
from tournaments.errors import Conflict, DomainError
from tournaments.log.acts import LogLines, acting, by_its_name, fields, refuse_to_overwrite
from tournaments.models import AuditEvent, Category, Player, PrizeFund, PrizeList, Tournament
from tournaments.players.services.players import row_of
from tournaments.prizes.queries import fund_of, list_by_key
from tournaments.rounds.queries.rounds import is_bound

Action = AuditEvent.Action


def add_category(*, tournament: Tournament, actor: User, **definition: Any) -> Category:
    """Add a category with these values for Category's fields.

    Raises DomainError for a name that is taken, ValidationError for a definition that makes no sense.
    """
    with acting(tournament, actor) as act:
        category = Category(tournament=act.tournament, **definition)
        if act.tournament.categories.filter(name=category.name).exists():
            raise DomainError(
                "category", _("There is a category %(name)s already.") % {"name": category.name}
            )
        category.full_clean()
        category.save()
        act.record(AuditEvent.Action.CATEGORY_ADDED, subject=category.name, after=definition)
        return category


def remove_category(*, tournament: Tournament, category: int, actor: User) -> None:
    """Remove the category with this key; the players stay. DomainError if there are prizes for it."""
    with acting(tournament, actor) as act:
        row = act.tournament.categories.filter(pk=category).first()
        if row is None:
            raise Conflict("gone", _("This category has been removed already."))
        if row.prize_lists.exists():
            raise DomainError(
                "prizes", _("There are prizes for %(name)s: remove these first.") % {"name": row.name}
            )
        row.delete()
        act.record(AuditEvent.Action.CATEGORY_REMOVED, subject=row.name)


def set_prize_fund(
    *,
    tournament: Tournament,
    changes: Mapping[str, Any],
    actor: User,
    reason: str = "",
    seen: Mapping[str, Any] | None = None,
) -> None:
    """Change the settings for all prizes: PrizeFund's currency, step (in its smallest unit) and one_each.

    `seen` is what the actor's page showed. Raises Overtaken if that has changed since, ValidationError and
    DomainError for settings that make no sense with the existing prizes, or when the fund is fixed.
    """
    with acting(tournament, actor) as act:
        fund = fund_of(act.tournament)
        _require_open(act.tournament, reason)
        before = {name: getattr(fund, name) for name in changes}
        refuse_to_overwrite(before, changes, seen or {})
        changed = {name: value for name, value in changes.items() if before[name] != value}
        if not changed:
            return
        lists = list(fund.lists.all()) if fund.pk else []
        if lists and not rulebook.has_decimals_of(fund.currency, changed.get("currency", fund.currency)):
            raise DomainError(
                "currency",
                _(
                    "%(currency)s has a different number of decimals: remove the prizes first, then enter"
                    " them again."
                )
                % {"currency": changed["currency"]},
            )
        stood = _in_words(fund, {name: before[name] for name in changed})
        for name, value in changed.items():
            setattr(fund, name, value)
        fund.full_clean(validate_unique=False, validate_constraints=False)
        for row in lists:
            rulebook.check_prizes(row.amounts, fund)
        act.record(
            Action.PRIZE_FUND_SET,
            before=stood,
            after=_in_words(fund, changed),
            reason=reason.strip(),
        )
        fund.save()


def add_prizes(*, tournament: Tournament, actor: User, reason: str = "", **definition: Any) -> PrizeList:
    """Announce prizes, with these values for PrizeList's fields, as the last of the fund.

    Raises ValidationError and DomainError for prizes that make no sense, or when the fund is fixed.
    """
    with acting(tournament, actor) as act:
        fund = fund_of(act.tournament)
        _require_open(act.tournament, reason)
        place = fund.lists.count() + 1 if fund.pk else 1
        row = PrizeList(fund=fund, place=place, **definition)
        _require_sense(act.tournament, row)
        told = {name: value for name, value in definition.items() if value}
        act.record(
            Action.PRIZES_ADDED, subject=_called(row), after=_in_words(fund, told), reason=reason.strip()
        )
        fund.save()
        row.save()
        return row


def change_prizes(
    *,
    tournament: Tournament,
    prizes: int,
    changes: Mapping[str, Any],
    actor: User,
    reason: str = "",
    seen: Mapping[str, Any] | None = None,
) -> None:
    """Change the prizes with this key; a new `place` moves them within the fund.

    Raises what `add_prizes` does, and Overtaken if what the actor's page showed (`seen`) has changed since.
    """
    with acting(tournament, actor) as act:
        row = list_by_key(act.tournament, prizes)
        _require_open(act.tournament, reason)
        before = {name: getattr(row, name) for name in changes}
        refuse_to_overwrite(before, changes, seen or {})
        changed = {name: value for name, value in changes.items() if before[name] != value}
        if not changed:
            return
        called = _called(row)
        for name, value in changed.items():
            setattr(row, name, value)
        _require_sense(act.tournament, row)
        act.record(
            Action.PRIZES_CHANGED,
            subject=called,
            before=_in_words(row.fund, {name: before[name] for name in changed}),
            after=_in_words(row.fund, changed),
            reason=reason.strip(),
        )
        row.save()
        if "place" in changed:
            others = list(row.fund.lists.exclude(pk=row.pk))
            others.insert(row.place - 1, row)
            _number(others)


def remove_prizes(*, tournament: Tournament, prizes: int, actor: User, reason: str = "") -> None:
    """Take the prizes with this key out of the fund. DomainError when it is fixed."""
    with acting(tournament, actor) as act:
        row = list_by_key(act.tournament, prizes)
        _require_open(act.tournament, reason)
        definition = _in_words(row.fund, {"amounts": row.amounts, "category": row.category or ""})
        act.record(
            Action.PRIZES_REMOVED,
            subject=f"{_called(row)} {definition['amounts']}".strip(),
            before=definition,
            reason=reason.strip(),
        )
        fund = row.fund
        row.delete()
        _number(list(fund.lists.all()))


def take_out_of_prizes(*, player: Player, reason: str, actor: User) -> None:
    """Let the player win no prize, whatever the place: those behind move up in the prizes alone.

    The standings stay as they are. Raises DomainError without a reason, or if the tournament is finished;
    Conflict if the player was taken out already.
    """
    if not reason.strip():
        raise DomainError("reason", _("Give the reason: it is kept with the event, for the arbiters."))
    _set_without_prizes(player, actor, without=True, reason=reason.strip())


def give_prizes_again(*, player: Player, actor: User) -> None:
    """Let a player who was taken out of the prizes win them again; raises what `take_out_of_prizes` does."""
    _set_without_prizes(player, actor, without=False)


def _set_without_prizes(player: Player, actor: User, *, without: bool, reason: str = "") -> None:
    with acting(player.tournament, actor) as act:
        row = row_of(act.tournament, player)
        _require_unfinished(act.tournament)
        if row.without_prizes == without:
            done = (
                _("%(name)s can win no prizes already.") if without else _("%(name)s can win prizes already.")
            )
            raise Conflict("prizes", done % {"name": row.name})
        # First, because the guard of players looks for it.
        act.record(
            Action.TAKEN_OUT_OF_PRIZES if without else Action.GIVEN_PRIZES_AGAIN,
            subject=row.name,
            after={"player": row.pk},
            reason=reason,
        )
        row.without_prizes = without
        row.save(update_fields=["without_prizes"])


def _number(rows: list[PrizeList]) -> None:
    """Give the lists of a fund their places, 1 for the first."""
    for place, row in enumerate(rows, 1):
        if row.place != place:
            row.place = place
            row.save(update_fields=["place"])


def _require_open(event: Tournament, reason: str) -> None:
    """Raise DomainError if prizes may not change now; once round 1 has been paired, they need a reason."""
    _require_unfinished(event)
    if is_bound(event) and not reason.strip():
        raise DomainError(
            "reason",
            _("Round 1 has been paired: say why the prizes change. The reason is shown on the public page."),
        )


def _require_unfinished(event: Tournament) -> None:
    if event.is_finished:
        raise DomainError("finished", _("The tournament is finished: its prizes are fixed."))


def _require_sense(event: Tournament, row: PrizeList) -> None:
    row.full_clean(exclude=["fund", "amounts"])
    if row.category and row.category.tournament_id != event.pk:
        raise DomainError("category", _("This category is not one of this tournament."))
    rulebook.check_prizes(row.amounts, row.fund)


def _called(row: PrizeList) -> str:
    """The name of the prizes in the log: the same for readers of every language."""
    return row.name or (row.category.name if row.category else "")


def _in_words(fund: PrizeFund, values: Mapping[str, Any]) -> dict[str, Any]:
    """Fields as the audit trail keeps them: money as it is typed, with its currency; categories by name."""

    def said(name: str, value: Any) -> Any:
        if name == "amounts":
            typed = (rulebook.bare_amount(amount, fund.currency) for amount in value)
            return f"{', '.join(typed)} {fund.currency}"
        if name == "step":
            return f"{rulebook.bare_amount(value, fund.currency)} {fund.currency}"
        return value.name if isinstance(value, Category) else value

    return {name: said(name, value) for name, value in values.items() if value != ""}


def _yes_or_no(value: bool) -> str:
    return _("yes") if value else _("no")


_OF_LIST = fields(PrizeList, words={"besides": _yes_or_no})


LOG_LINES: LogLines = {
    AuditEvent.Action.CATEGORY_ADDED: fields(Category),
    AuditEvent.Action.CATEGORY_REMOVED: by_its_name,
    Action.PRIZE_FUND_SET: fields(PrizeFund, words={"one_each": _yes_or_no}),
    Action.PRIZES_ADDED: _OF_LIST,
    Action.PRIZES_CHANGED: _OF_LIST,
    Action.PRIZES_REMOVED: by_its_name,
    **dict.fromkeys(AuditEvent.OF_WHO_WINS, by_its_name),
}
