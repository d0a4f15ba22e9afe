"""The papers with a piece for each player or board, and the posters.

Badges, place cards, table numbers, pairing cards.
"""

from __future__ import annotations

from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _

from tournaments import engine
from tournaments.files.papers.handed_out import Badge, Badges, Card, Standing
from tournaments.files.papers.pairing_cards import Line, PairingCard, PairingCards
from tournaments.files.papers.posters import Poster
from tournaments.files.papers.sheet import Printout
from tournaments.models import Player
from tournaments.points import as_text
from tournaments.selectors import ratings
from tournaments.selectors.papers.orders import Order, imprint, titled


def badges(order: Order) -> Printout:
    """A badge for each player who takes part, with the code of their public card."""
    event = order.tournament
    found = [
        Badge(
            str(player.number),
            titled(player),
            _facts(player),
            order.address("player", event.slug, player.number),
        )
        for player in _present(order)
    ]
    return Printout(imprint(order, _("Badges")), Badges(event.name, found))


def place_cards(order: Order) -> Printout:
    """A card with the name of each player who takes part, to stand in front of them."""
    found = [Card(titled(player), _facts(player)) for player in _present(order)]
    return Printout(imprint(order, _("Place cards")), Standing(order.tournament.name, found))


def table_cards(order: Order) -> Printout:
    """A card with the number of each board, for as many boards as the event can need."""
    boards = len(_present(order)) // 2
    found = [Card(str(number), _("board")) for number in range(1, boards + 1)]
    return Printout(imprint(order, _("Table cards")), Standing(order.tournament.name, found))


def pairing_cards(order: Order) -> Printout:
    """The cards of all players with their published rounds, and room to continue by hand."""
    tournament = order.tournament
    prefetch_related_objects([tournament], "players__ratings")
    rounds = engine.played(tournament)
    found = [
        PairingCard(
            (
                *(str(player.number), player.name, player.title, player.federation),
                *(ratings.in_print(player), player.fide_id),
            ),
            _lines(rounds[player.number or 0]),
        )
        for player in tournament.players.all()
    ]
    return Printout(imprint(order, _("Pairing cards")), PairingCards(tournament.number_of_rounds, found))


def my_board(order: Order) -> Printout:
    """The poster that leads to the page where players find and follow their own board."""
    steps = (
        _("Point your phone’s camera at the code, and open the address that it shows."),
        _("Type a part of your name, and tap your name below it."),
        _("The page shows your board, your colour and your opponent as soon as a round is published."),
    )
    tournament = order.tournament
    address = order.address("follow", tournament.slug)
    return Printout(imprint(order, _("Poster")), Poster(_("My board"), tournament.name, address, steps))


def to_the_event(order: Order) -> Printout:
    """The poster that leads to the public page of the event."""
    steps = (
        _("Point your phone’s camera at the code, and open the address that it shows."),
        _("The page shows pairings, results and standings as soon as they are available."),
    )
    tournament = order.tournament
    address = order.address("event", tournament.slug)
    what = _("Pairings, results and standings on your phone")
    return Printout(imprint(order, _("Poster")), Poster(tournament.name, what, address, steps))


def _lines(rounds: list[engine.Played]) -> list[Line]:
    found, total = [], 0
    for line in rounds:
        total += line.points or 0
        result = "" if line.points is None else line.forfeit.replace("-", "−") or as_text(line.points)
        found.append(
            Line(
                opponent=str(line.opponent or "–"),
                colour=line.colour,
                floated=line.floated,
                result=result,
                total=as_text(total) if result else "",
            )
        )
    return found


def _present(order: Order) -> list[Player]:
    people = order.tournament.players.prefetch_related("ratings")
    return [player for player in people if not player.withdrawn_from and not player.expelled]


def _facts(player: Player) -> str:
    return " · ".join(filter(None, (player.federation, ratings.in_print(player), player.club)))
