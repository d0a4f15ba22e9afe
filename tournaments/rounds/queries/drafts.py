"""Drafts, and the outlook on the next round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.core.cache import cache
from django.db.models import Count, Prefetch, QuerySet
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from tournaments import rulebook
from tournaments.event.queries.obstacles import obstacles
from tournaments.models import AuditEvent, Game, Player, Round, Seat, Tournament
from tournaments.players.queries import presence
from tournaments.rounds.queries import boards, rounds
from tournaments.rounds.queries.boards import Board, Changes, Pairs, pairing_as_keys
from tournaments.rulebook.pairings import Outlook, Supposition

Action = AuditEvent.Action


class Quality(NamedTuple):
    """One thing that an arbiter looks for in a draft, and the boards where it could be better."""

    said: str
    boards: tuple[int, ...] = ()
    more: str = ""


def quality(round_: Round, boards: Sequence[Board], present: rulebook.Position) -> list[Quality]:
    """How good the boards of a draft are; `present` is the position before it.

    [] for round 1, for teams, and for pairings by a table or a bracket, where other things count.
    """
    event = round_.tournament
    if round_.number == 1 or rulebook.follows_players(event) or event.boards is not None:
        return []
    found = rulebook.quality(present, [(board.white, board.black) for board in boards])
    across = tuple(
        place
        for place, board in enumerate(boards, 1)
        if board.white_score + board.white_virtual != board.black_score + board.black_virtual
    )
    return [_met(found.met), _repeated(found.repeated), *_due(found), _across(across)]


def _met(places: tuple[int, ...]) -> Quality:
    if not places:
        return Quality(_("Nobody meets a second time"))
    text = ngettext("One pair has met before", "%(count)d pairs have met before", len(places))
    return Quality(text % {"count": len(places)}, places)


def _repeated(places: tuple[int, ...]) -> Quality:
    if not places:
        return Quality(_("Nobody gets a colour a third time running, or a colour difference of three"))
    text = ngettext(
        "On one board somebody gets a colour a third time running, or a colour difference of three",
        "On %(count)d boards somebody gets a colour a third time running, or a colour difference of three",
        len(places),
    )
    return Quality(text % {"count": len(places)}, places)


def _due(found: rulebook.Quality) -> list[Quality]:
    """[] if nobody is due a colour yet. If both players are due the same colour, one cannot get it."""
    if not found.due:
        return []
    text = _("Colours: %(granted)d of %(due)d as they are due")
    said = text % {"granted": found.granted, "due": found.due}
    alike = len(found.alike)
    more = ngettext("one pair is due the same one", "%(count)d pairs are due the same one", alike)
    return [Quality(said, more=more % {"count": alike} if alike else "")]


def _across(places: tuple[int, ...]) -> Quality:
    if not places:
        return Quality(_("Everybody meets somebody on the same points"))
    text = ngettext("One pair across score groups", "%(count)d pairs across score groups", len(places))
    return Quality(text % {"count": len(places)}, places)


def since_the_last_draft(round_: Round) -> Difference | None:
    """The changes since the previous draft; None for the first draft.

    The previous draft is the last one that was discarded or paired again, including changes by hand, or the
    published pairing that was withdrawn. The audit trail has it by keys, as numbers may have changed.
    """
    acts = round_.tournament.audit_events.filter(
        action__in=(Action.ROUND_PAIRED, Action.DRAFT_DISCARDED), round_number=round_.number
    )
    before = next((act.before for act in acts if act.before.get("pairs")), None)
    if before is None:
        return None
    people = {player.pk: player for player in round_.tournament.players.all()}
    found = boards.between(_pairing(before), _pairing(pairing_as_keys(round_)))
    return in_players(found, people)


def _pairing(stored: dict[str, Any]) -> boards.Pairs:
    return boards.Pairs(tuple((white, black) for white, black in stored["pairs"]), stored["pab"])


# With more open games than this, nobody would read what each of them would change.
FEW = 8

# With more players than this for each round so far, everybody still has somebody to meet (C.04.1 b).
FEW_A_ROUND = 3

# The results that an open game is tried with.
TRIED = (Game.Result.WHITE_WINS, Game.Result.DRAW, Game.Result.BLACK_WINS)


@dataclass(frozen=True, slots=True)
class Supposable:
    """What may be supposed to differ: players who are here, players who are away, and games."""

    here: QuerySet[Player]
    away: QuerySet[Player]
    games: QuerySet[Game]

    @property
    def has_games(self) -> bool:
        """Whether there is a game whose result may be supposed."""
        return self.games.exists()


def supposable(tournament: Tournament, number: int) -> Supposable:
    """The players, by whether round `number` pairs them; the games of the latest match, and open ones."""
    here = _here(tournament, number)
    latest = tournament.rounds.filter(state__in=Round.LOCKED).last()
    games = Game.objects.filter(round__tournament=tournament, round__state__in=Round.LOCKED)
    match = rulebook.rounds_of_match(tournament, latest.number) if latest else ()
    games = games.filter(round__number__in=match) | games.filter(result__in=Game.OPEN)
    return Supposable(
        tournament.players.filter(pk__in=here),
        tournament.players.exclude(pk__in=here),
        games.select_related("round").prefetch_related("seats__player"),
    )


@dataclass(frozen=True, slots=True)
class Line:
    """One board of an unpublished list."""

    white: Player
    black: Player


@dataclass(frozen=True, slots=True)
class Difference:
    """The differences between two lists, in players."""

    gone: tuple[Line, ...]
    new: tuple[Line, ...]
    turned: tuple[Line, ...]
    bye_before: Player | None
    bye_now: Player | None
    bye_moves: bool
    # How many players it concerns.
    players: int

    def __bool__(self) -> bool:
        return self.players > 0


@dataclass(frozen=True, slots=True)
class Effect:
    """One possible result of an open game: what would change, compared with all open games drawn."""

    result: str
    refusal: str
    difference: Difference


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A published game without a result, or adjourned, and the effect of each result."""

    key: int
    round_number: int
    board: int
    white: Player
    black: Player
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class NextRound:
    """The round to come as it would be paired now, with open games counted as draws.

    `open_count` is the number of open games; `open_games` has them only if they are at most FEW. `boards` are
    the numbers of the boards needed for the players who are here, known before anybody is paired.
    """

    number: int
    open_count: int
    open_games: tuple[OpenGame, ...]
    boards: range
    lines: tuple[Line, ...] = ()
    bye: Player | None = None
    refusal: str = ""


@dataclass(frozen=True, slots=True)
class WhatIf:
    """A supposition compared with the present."""

    refusal: str
    difference: Difference


def number_ahead(tournament: Tournament) -> int | None:
    """The round that can be looked at ahead; None if there is none, or if something forbids pairing it.

    Also None with a table or a bracket, from which the rounds follow anyway.
    """
    number = rounds.next_number(tournament)
    if number is None or rulebook.follows_players(tournament) or obstacles(tournament, number):
        return None
    return number


def unpaired(tournament: Tournament) -> NextRound | None:
    """The round to come and the open games, without computing any pairing; None as for `number_ahead`."""
    number = number_ahead(tournament)
    if number is None:
        return None
    games = Game.objects.filter(
        round__tournament=tournament, round__state__in=Round.LOCKED, result__in=Game.OPEN
    ).select_related("round")
    count = games.count()
    seats = Prefetch("seats", Seat.objects.order_by("-colour").select_related("player"))
    shown = games.prefetch_related(seats) if count <= FEW else ()
    boards = range(1, len(_here(tournament, number)) // 2 + 1)
    return NextRound(number, count, tuple(map(_open_game, shown)), boards)


def next_round(tournament: Tournament) -> NextRound | None:
    """The round to come and the influence of each open game, computed once for each revision and language."""
    key = f"next-round:{tournament.pk}:{get_language()}"
    kept: tuple[int, NextRound] | None = cache.get(key)
    if kept and kept[0] == tournament.revision:
        return kept[1]
    coming = unpaired(tournament)
    if coming is None:
        return None
    found = _paired(tournament, coming)
    cache.set(key, (tournament.revision, found))
    return found


def why_unpairable(tournament: Tournament, number: int) -> str:
    """Why the rules find no pairing of round `number`, computed once for each revision and language; or "".

    The rules are asked only where few players, or many who are kept apart, make it possible. There is no
    such round with a table or a bracket.
    """
    if rulebook.follows_players(tournament):
        return ""
    here = sum(player.takes_part_in(number) for player in tournament.players.all())
    apart = tournament.prohibitions.aggregate(players=Count("players", distinct=True))["players"]
    if here > FEW_A_ROUND * number + 2 * apart:
        return ""
    key = f"unpairable:{tournament.pk}:{get_language()}"
    kept: tuple[int, str] | None = cache.get(key)
    if kept and kept[0] == tournament.revision:
        return kept[1]
    found = rulebook.why_unpairable(tournament, number)
    cache.set(key, (tournament.revision, found))
    return found


def what_if(tournament: Tournament, number: int, case: Supposition) -> WhatIf:
    """What the supposition would change in the round to come."""
    now, then = rulebook.outlooks(tournament, number, [rulebook.Supposition(), case])
    people = _people(tournament)
    if newcomer := case.newcomer:
        people[0] = Player(
            tournament=tournament, number=newcomer.number, name=newcomer.name, rating=newcomer.rating
        )
    return WhatIf(then.refusal, in_players(boards.between(_as_pairing(now), _as_pairing(then)), people))


def newcomer(tournament: Tournament, name: str, rating: int | None) -> rulebook.Newcomer:
    """A player without a title who might come, with the number that a late entry would get (C.04.2 C.2)."""
    coming = Player(tournament=tournament, name=name, rating=rating)
    number = presence.with_late_entries(tournament, [coming]).index(coming) + 1
    return rulebook.Newcomer(number, name, rating)


def in_players(found: Changes, people: dict[int, Player]) -> Difference:
    """The changes with players instead of their keys."""

    def lines(boards: tuple[boards.Pair, ...]) -> tuple[Line, ...]:
        return tuple(Line(people.get(white, nobody), people.get(black, nobody)) for white, black in boards)

    # Players who were removed in the meantime have no name any more.
    nobody = Player(name=_("(removed)"))

    return Difference(
        gone=lines(found.gone),
        new=lines(found.new),
        turned=lines(found.turned),
        bye_before=None if found.bye_before is None else people.get(found.bye_before, nobody),
        bye_now=None if found.bye_now is None else people[found.bye_now],
        bye_moves=found.bye_moves,
        players=len(found.players),
    )


def _here(tournament: Tournament, number: int) -> list[int]:
    """The keys of the players whom the round pairs: they take part in it and have asked for no bye."""
    byes = Seat.objects.filter(round__tournament=tournament, round__number=number, kind__in=Seat.REQUESTED)
    players = tournament.players.select_related("tournament").exclude(pk__in=byes.values("player"))
    return [player.pk for player in players if player.takes_part_in(number)]


def _open_game(game: Game) -> OpenGame:
    white, black = (seat.player for seat in game.seats.all())
    return OpenGame(game.pk, game.round.number, game.board or 0, white, black)


def _paired(tournament: Tournament, coming: NextRound) -> NextRound:
    people = _people(tournament)
    cases = [
        rulebook.Supposition(results=((game.key, result),)) for game in coming.open_games for result in TRIED
    ]
    base, *tried = rulebook.outlooks(tournament, coming.number, [rulebook.Supposition(), *cases])
    now = _as_pairing(base)

    def effect(result: str, outlook: Outlook) -> Effect:
        difference = in_players(boards.between(now, _as_pairing(outlook)), people)
        return Effect(str(Game.Result(result).label), outlook.refusal, difference)

    answers = iter(tried)
    return replace(
        coming,
        open_games=tuple(
            replace(game, effects=tuple(effect(result, next(answers)) for result in TRIED))
            for game in coming.open_games
        ),
        lines=tuple(Line(people[white], people[black]) for white, black in base.boards),
        bye=people[base.bye] if base.bye else None,
        refusal=base.refusal,
    )


def _as_pairing(outlook: Outlook) -> Pairs:
    return boards.Pairs(outlook.boards, outlook.bye)


def _people(tournament: Tournament) -> dict[int, Player]:
    return {player.pk: player for player in tournament.players.all()}
