"""Reading the chain of publications, and the rounds as its links tell them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.chain import Board, Bye, Content, Link, Person
from tournaments.models import Game, Publication, Seat

if TYPE_CHECKING:
    from tournaments.models import Player, Round, Tournament

Kind = Publication.Kind


def person(player: Player) -> Person:
    """The player as a link names them now."""
    return Person(player.number or 0, player.name, player.fide_id, player.key)


def content_of(round_: Round, *, results: bool) -> Content:
    """The round as its rows say it now, with or without the results."""
    games: dict[int, dict[str, Person]] = {}
    byes = []
    for seat in round_.seats.select_related("player").order_by("player__number"):
        if seat.game_id is None:
            byes.append(Bye(seat.kind, person(seat.player)))
        else:
            games.setdefault(seat.game_id, {})[seat.colour or ""] = person(seat.player)
    return Content(
        tuple(
            Board(
                game.board or 0,
                games[game.pk][Seat.Colour.WHITE],
                games[game.pk][Seat.Colour.BLACK],
                game.entered if results else None,
            )
            for game in Game.objects.filter(round=round_).order_by("board")
        ),
        tuple(byes),
    )


def last_of_round(round_: Round) -> Publication | None:
    """The latest link that tells the round; None where it was never published."""
    links = Publication.objects.filter(tournament=round_.tournament_id, round_number=round_.number)
    return links.exclude(kind=Kind.IDENTITY).order_by("place").last()


def last(tournament: Tournament) -> Publication | None:
    """The end of the event's chain."""
    return tournament.publications.order_by("place").last()


def told(publication: Publication) -> Content:
    """What the link says of its round."""
    return Link.read(publication.text).content
