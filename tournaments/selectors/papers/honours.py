"""The papers of the prize-giving: the prizes, the receipts, the certificates."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.dateformat import format as date_format
from django.utils.translation import gettext as _

from tournaments import engine
from tournaments.errors import DomainError
from tournaments.files.papers import honours
from tournaments.files.papers.lists import Column, Listing
from tournaments.files.papers.sheet import Printout
from tournaments.models import Tournament
from tournaments.points import as_text
from tournaments.prizes import queries as prizes
from tournaments.prizes.queries import Awards, Recipient
from tournaments.selectors import standings
from tournaments.selectors.papers.orders import Order, imprint


def no_prizes(tournament: Tournament) -> str:
    """Why the prizes cannot be printed; "" if they can."""
    return "" if prizes.announced(tournament) else _("No prizes are announced.")


def no_awards(tournament: Tournament) -> str:
    """Why the awards cannot be printed; "" if they can."""
    due = "" if prizes.are_due(tournament) else _("“Who gets what” can be printed from the last round on.")
    return no_prizes(tournament) or due


def no_receipts(tournament: Tournament) -> str:
    """Why there are no receipts; "" if there are."""
    settled = prizes.are_settled(tournament)
    return no_prizes(tournament) or (
        "" if settled else _("Receipts are made when no result is open any more.")
    )


def no_certificates(tournament: Tournament) -> str:
    """Why there are no certificates; "" if there are."""
    over = prizes.are_settled(tournament)
    return "" if over else _("Certificates are made when all rounds are over.")


def announced(order: Order) -> Printout:
    """The prizes as everybody sees them: those announced and, once the event is finished, who gets them."""
    tournament = order.tournament
    body = _awarded(_awards(tournament)) if tournament.is_finished else _announced(tournament)
    return Printout(imprint(order, _("Prize list")), body)


def awarded(order: Order) -> Printout:
    """The awards if the event ended now, for the arbiters; from the last round on."""
    provisional = "" if prizes.are_settled(order.tournament) else _("NOT FINAL. Results are still missing.")
    stamp = imprint(order, _("Who gets what"), notice=provisional)
    without = "; ".join(one.player.name for one in prizes.without(order.tournament))
    notes = [_("Without prizes: %(names)s") % {"names": without}] if without else []
    return Printout(stamp, _awarded(_awards(order.tournament), notes))


def receipts(order: Order) -> Printout:
    """A receipt to be signed by each recipient of a prize."""
    awards = _awards(order.tournament)
    currency = awards.announced.fund.currency
    found = [
        honours.Receipt(
            number=_("Receipt %(number)s") % {"number": number},
            name=recipient.name,
            facts=_who(recipient),
            prizes=_prizes(recipient, currency),
            total=engine.money(recipient.total, currency),
        )
        for number, recipient in enumerate(awards.recipients, 1)
    ]
    of_event = ", ".join(filter(None, (order.tournament.name, _when(order.tournament))))
    return Printout(imprint(order, _("Receipts")), honours.Receipts(of_event, found))


def certificates(order: Order) -> Printout:
    """A certificate for everybody in the final standings, the winner's first."""
    tournament = order.tournament
    last = engine.finished_rounds(tournament)
    rows = standings.rows(tournament)
    among = _places(tournament)
    facts = {"players": len(rows), "rounds": last}
    found = [
        honours.Honour(
            name=f"{row.player.title} {row.player.name}".strip(),
            place=_("Place %(rank)d") % {"rank": row.rank},
            lines=[
                _("%(points)s points in %(rounds)d rounds, %(players)d players")
                % (facts | {"points": as_text(row.standing.points)}),
                *among.get(row.player.pk, ()),
            ],
        )
        for row in rows
    ]
    chief = next((str(one) for one in tournament.named_arbiters.all() if one.is_chief), "")
    arbiter = ": ".join(filter(None, (_("Chief arbiter"), chief)))
    body = honours.Certificates(tournament.name, _when(tournament), (_("Organiser"), arbiter), found)
    return Printout(imprint(order, _("Certificate")), body, wide=True)


def _when(tournament: Tournament) -> str:
    """The city and the last day of the event."""
    day = date_format(tournament.end_date, _("j F Y")) if tournament.end_date else ""
    return ", ".join(filter(None, (tournament.city, day)))


def _places(tournament: Tournament) -> dict[int, list[str]]:
    """Player's key -> their places in the categories, in words."""
    found: dict[int, list[str]] = {}
    players = list(tournament.players.all())
    lines = standings.table(tournament)
    for category in tournament.categories.all():
        members = {player.number: player.pk for player in prizes.members(tournament, category, players)}
        inside = [line for line in lines if line.number in members]
        for line in engine.ranked_among(inside):
            facts = {"name": category.name, "rank": line.rank}
            words = _("%(name)s: place %(rank)d") % facts
            found.setdefault(members[line.number], []).append(words)
    return found


def _awards(tournament: Tournament) -> Awards:
    found = prizes.awards(tournament)
    if found is None:
        raise DomainError("prizes", no_prizes(tournament))
    return found


def _announced(tournament: Tournament) -> Listing:
    found = prizes.announced(tournament)
    if found is None:
        raise DomainError("prizes", no_prizes(tournament))
    columns = (
        *(Column(_("Prizes"), grows=True), Column(_("Place"), "right")),
        Column(_("Prize"), "right", bold=True),
    )
    rows = [
        (row.title if place == 1 else "", str(place), engine.money(amount, found.fund.currency))
        for row in found.lists
        for place, amount in enumerate(row.amounts, 1)
    ]
    total = {"total": engine.money(found.total, found.fund.currency)}
    return Listing(columns, rows, [_("In all: %(total)s") % total])


def _awarded(awards: Awards, notes: Sequence[str] = ()) -> Listing:
    currency = awards.announced.fund.currency
    columns = (
        *(Column(_("Prizes"), grows=True), Column(_("Name"), grows=True)),
        Column(_("Prize"), "right", bold=True),
    )
    rows = [
        (one.prizes.title if place == 0 else "", award.name, engine.money(award.amount, currency))
        for one in awards.lists
        for place, award in enumerate(one.awards)
    ]
    rows += [
        (one.prizes.title, _("not awarded"), engine.money(left.amount, currency))
        for one in awards.lists
        for left in one.not_awarded
    ]
    facts = {
        "awarded": engine.money(awards.awarded, currency),
        "total": engine.money(awards.announced.total, currency),
    }
    return Listing(columns, rows, [_("%(awarded)s of %(total)s are awarded.") % facts, *notes])


def _who(recipient: Recipient) -> str:
    if recipient.is_team:
        return "; ".join(player.name for player in recipient.players)
    [player] = recipient.players
    return _("FIDE ID %(number)s") % {"number": player.fide_id} if player.fide_id else ""


def _prizes(recipient: Recipient, currency: str) -> Sequence[str]:
    return [
        _("%(name)s: %(value)s") % {"name": award.prizes.title, "value": engine.money(award.amount, currency)}
        for award in recipient.awards
    ]
