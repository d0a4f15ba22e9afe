"""Who is absent or late, and the order of the pairing numbers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import F, QuerySet
from django.utils.translation import gettext as _

from tournaments import rulebook
from tournaments.errors import Cure, Place
from tournaments.models import AbsenceRules, AuditEvent, Player, Round, Seat, Tournament
from tournaments.rounds.queries import rounds
from tournaments.texts import fold

Action = AuditEvent.Action


@dataclass(frozen=True, slots=True)
class Unexplained:
    """A player who did not come to the board, and about whom nothing has been decided."""

    player: Player
    round_number: int
    board: int


def unexplained(tournament: Tournament) -> list[Unexplained]:
    """The absences of the last round that should be decided before the next pairing is published.

    Players who take no part in the coming round anyway are left out. There are none after the last round, nor
    in a knock-out, where players who did not come are out.
    """
    coming = rounds.next_number(tournament)
    if coming is None or tournament.is_finished or rulebook.is_knock_out(tournament):
        return []
    last = rounds.numbered(tournament, coming - 1)
    return [] if last is None else [found for found in _absent(last) if found.player.takes_part_in(coming)]


def _absent(round_: Round) -> list[Unexplained]:
    answered = set(round_.absences.values_list("player_id", flat=True))
    seats = (
        Seat.objects.filter(round=round_, game__result__in=list(rulebook.ABSENT))
        .select_related("game", "player__tournament")
        .order_by("game__board", "-colour")
    )
    return [
        Unexplained(seat.player, round_.number, seat.game.board or 0)
        for seat in seats
        if seat.game and seat.colour in rulebook.ABSENT[seat.game.result] and seat.player_id not in answered
    ]


def without_half_point_bye(tournament: Tournament) -> QuerySet[Player]:
    """The players who get no half-point bye."""
    return tournament.players.filter(no_half_point_bye=True)


def rules_of(tournament: Tournament) -> AbsenceRules:
    """The event's rules of half-point byes; FIDE's own if nothing else was set."""
    return AbsenceRules.objects.filter(tournament=tournament).first() or AbsenceRules(tournament=tournament)


def half_point_byes(tournament: Tournament) -> rulebook.handling.HalfPointByes:
    """How many half-point byes a player may have, and until which round (C.05 6.7)."""
    rules = rules_of(tournament)
    last_rounds = rulebook.games_of_match(tournament) * rules.last_rounds
    return rulebook.handling.HalfPointByes(
        most=rules.half_point_byes, last=tournament.number_of_rounds - last_rounds
    )


def first_games(tournament: Tournament, numbers: Iterable[int]) -> list[int]:
    """The rounds among these that begin a match, as a bye for a whole match counts once.

    So the second game of an allocated bye does not count as another bye.
    """
    return sorted(n for n in numbers if n == rulebook.rounds_of_match(tournament, n).start)


def credited(tournament: Tournament) -> dict[int, list[int]]:
    """Player's key -> the missed rounds that bring a late entry half a point (C.04.2 C.2, 2026: 2.4)."""
    seats = Seat.objects.filter(
        player__tournament=tournament,
        kind=Seat.Kind.HALF_POINT_BYE,
        round__number__lt=F("player__first_round"),
    )
    found: dict[int, list[int]] = {}
    for player, number in seats.order_by("round__number").values_list("player_id", "round__number"):
        found.setdefault(player, []).append(number)
    return found


def may_be_credited(player: Player) -> bool:
    """Whether points for the player's missed rounds can still be decided (C.04.2 C.2, 2026: 2.4)."""
    if player.tournament.is_finished:
        return False
    public = player.tournament.rounds.filter(state__in=Round.LOCKED).values_list("number", flat=True)
    return rulebook.handling.may_be_credited(player.first_round, max(public, default=0))


@dataclass(frozen=True, slots=True)
class Way:
    """One of the ways, its article, and the place where it is done if that is another page."""

    title: str
    sentence: str
    article: str
    cure: Cure | None = None


def ways(tournament: Tournament) -> list[Way]:
    """The three ways for a player who comes while a round is on; [] if no round is on."""
    round_ = rounds.round_on(tournament)
    if round_ is None or round_.state != Round.State.PUBLISHED:
        return []
    facts = {"number": round_.number}
    handling = rulebook.edition_of(tournament).handling
    if coming := rounds.next_number(tournament):
        later = _(
            "Players entered or checked in now are paired from round %(number)d on. The rounds before score"
            " nothing, unless the rules of the event give half a point for them."
        ) % {"number": coming}
    else:
        later = _("There is none: round %(number)d is the last one.") % facts
    cure: Cure | None = Cure(Place.REPAIR, round_.number)
    if rulebook.Ground.LATE_ENTRY in handling.grounds_for_change:
        withdrawn = _(
            "If those whose pairing changes agree, the pairing of round %(number)d can be withdrawn. Then"
            " enter the player and pair the round again."
        )
    else:
        withdrawn = _(
            "Under these rules that is no ground to change the published pairing of round %(number)d."
        )
        cure = None
    return [
        Way(_("The next round"), later, rulebook.article(tournament, "C.04.2 C.2")),
        Way(_("The round again"), withdrawn % facts, handling.change_article, cure),
        Way(
            _("A forfeit"),
            _(
                "A player in the published pairing who does not come in time loses by forfeit; a latecomer"
                " takes nobody’s place."
            ),
            _("Laws of Chess 6.7"),
        ),
    ]


LAST_NUMBER = 10_000
# So that a place fits into Player.among_equals, where it is stored after an exchange.
LONGEST_NAME = 74


@dataclass(frozen=True, slots=True)
class Move:
    """A player to whom the initial order gives a different pairing number from theirs."""

    player: Player
    number: int


# Acts that settle the numbers of a table without our lot, and acts after which they have to be drawn again.
SETTLING = (Action.NUMBERS_SET, Action.TOURNAMENT_IMPORTED)
VOIDING = (Action.PLAYER_ADDED, Action.PLAYERS_IMPORTED, Action.PLAYER_REMOVED, Action.ENTRIES_MERGED)


def are_to_be_drawn(tournament: Tournament) -> bool:
    """Whether the numbers of a round robin are still to be drawn, or given by hand (C.05 Annex 1)."""
    if not rulebook.is_round_robin(tournament) or tournament.number_seed or rounds.is_bound(tournament):
        return False
    last = tournament.audit_events.filter(action__in=(*SETTLING, *VOIDING)).first()
    return last is None or last.action not in SETTLING


def initial_order(player: Player) -> tuple[int, int, str]:
    """The key of the initial order: rating, FIDE title, the announced criterion (C.04.2 B.2, 2026: 2.2).

    In a round robin numbers are drawn or given, and data never change them: players without one come last.
    """
    if rulebook.is_round_robin(player.tournament):
        return (player.number or LAST_NUMBER, 0, place_among_equals(player))
    titles = rulebook.edition_of(player.tournament).handling.title_order
    strength = rulebook.handling.seeding(player.rating, player.title, titles)
    return (*strength, player.among_equals or place_among_equals(player))


def place_among_equals(player: Player) -> str:
    """The key that ranks a player among those of equal rating and title; it is unique in an event.

    By the announced criterion, then alphabetically (C.04.2 B.2 c), with accented letters sorted like plain
    ones.
    """
    rank = rulebook.handling.among_equals(
        player.tournament.among_equals,
        name=fold(player.name)[:LONGEST_NAME],
        birth=player.birth,
        fide_id=player.fide_id,
    )
    return f"{rank}\t{player.pk or 0:012}"


def are_equal(one: Player, other: Player) -> bool:
    """Whether only the last criterion of the initial order separates them."""
    return initial_order(one)[:2] == initial_order(other)[:2]


def moves(tournament: Tournament) -> list[Move]:
    """The players who would have another number by the data as they are now."""
    order = sorted(tournament.players.all(), key=initial_order)
    return [Move(player, number) for number, player in enumerate(order, 1) if player.number != number]


def with_late_entries(tournament: Tournament, late: Iterable[Player]) -> list[Player]:
    """The players in the order of their numbers, with these late entries inserted (C.04.2 C.2; 2026: 2.4).

    If the edition freezes numbers for late entries too, they come at the end once numbers are frozen.
    """
    late = sorted(late, key=initial_order)
    entering = {player.pk for player in late}
    order = [player for player in tournament.players.all() if player.pk not in entering]
    ranks = list(map(initial_order, order))
    handling = rulebook.edition_of(tournament).handling
    at_the_end = handling.late_entries_freeze and rounds.numbers_are_frozen(tournament)
    for player in late:
        rank = initial_order(player)
        place = len(order) if at_the_end else rulebook.handling.place_of_late_entry(ranks, rank)
        order.insert(place, player)
        ranks.insert(place, rank)
    return order
