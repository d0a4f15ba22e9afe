"""Reading rounds: boards with their players and scores, and what stands before the next pairing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import Prefetch, Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import engine
from tournaments.models import Correction, Game, Round, Seat, Tournament

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.db.models import QuerySet

    from tournaments.models import Player


@dataclass(frozen=True, slots=True)
class Board:
    """One game of a round as every list shows it.

    Scores are tenths before the round; virtual points, tenths too, count for its pairing only.
    """

    row: Game
    white: Player
    black: Player
    white_score: int
    black_score: int
    white_virtual: int = 0
    black_virtual: int = 0
    corrections: tuple[Correction, ...] = ()


@dataclass(frozen=True, slots=True)
class Bye:
    """One player without a game in a round."""

    player: Player
    kind: str
    label: str
    score: int
    virtual: int = 0


@dataclass(frozen=True, slots=True)
class Obstacle:
    """What stands between now and the next act, and the page that cures it."""

    code: str
    message: str
    cure: str


def games_of(round_: Round) -> list[Board]:
    """The games of a round, by board; a draft's in the order in which they were paired."""
    return boards_of(round_, round_.games.all())


def boards_of(round_: Round, games: QuerySet[Game]) -> list[Board]:
    """These games of the round with their players and scores, in a few queries however many."""
    seats = Seat.objects.select_related("player")
    signed = games.select_related("entered_by", "helper__link")
    found = list(signed.prefetch_related(Prefetch("seats", queryset=seats)))
    scores = engine.scores_before(
        round_.tournament, round_.number, [seat.player_id for game in found for seat in game.seats.all()]
    )

    virtual = engine.virtual_points(round_.tournament, round_.number)
    corrections = list(Correction.objects.filter(game__round=round_))

    def board(game: Game) -> Board:
        players = {seat.colour: seat.player for seat in game.seats.all()}
        for player in players.values():
            player.tournament = round_.tournament
        white, black = players["w"], players["b"]
        return Board(
            game,
            white,
            black,
            scores[white.pk],
            scores[black.pk],
            virtual.get(white.pk, 0),
            virtual.get(black.pk, 0),
            tuple(correction for correction in corrections if game.pk in correction.games),
        )

    return [board(game) for game in found]


def byes_of(round_: Round) -> list[Bye]:
    """Who has no game in the round, the pairing-allocated bye first, then by pairing number."""
    idle = [
        (seat.player, Seat.Kind(seat.kind))
        for seat in round_.seats.exclude(kind=Seat.Kind.GAME).select_related("player__tournament")
    ]
    if round_.is_draft:
        # Their seats are written when the round is published: until then they may still come.
        absent = round_.tournament.players.exclude(seats__round=round_).select_related("tournament")
        idle += [(player, Seat.Kind.ZERO_POINT_BYE) for player in absent]
    scores = engine.scores_before(round_.tournament, round_.number, [player.pk for player, _kind in idle])
    virtual = engine.virtual_points(round_.tournament, round_.number)
    return sorted(
        (
            Bye(player, kind, _why_idle(player, kind, round_), scores[player.pk], virtual.get(player.pk, 0))
            for player, kind in idle
        ),
        key=lambda bye: (bye.kind != Seat.Kind.PAIRING_ALLOCATED_BYE, bye.player.number or 0),
    )


def _why_idle(player: Player, kind: Seat.Kind, round_: Round) -> str:
    """The bye in words; of who has left the tournament that he has."""
    if kind == Seat.Kind.ZERO_POINT_BYE and player.has_withdrawn_by(round_.number):
        return _("expelled") if player.expelled else _("withdrawn")
    return str(kind.label)


def missing_results(round_: Round) -> list[int]:
    """Board numbers without a result."""
    return [b for b in round_.games.filter(result="").values_list("board", flat=True) if b is not None]


@dataclass(frozen=True, slots=True)
class Progress:
    """How many of a round's boards there are, which of them have no result, and which are adjourned."""

    total: int
    missing: list[int]
    adjourned: list[int]

    @property
    def entered(self) -> int:
        """How many have one."""
        return self.total - len(self.missing)


def progress(round_: Round) -> Progress:
    """How far the results of the round are."""
    adjourned = round_.games.filter(result=Game.Result.ADJOURNED).values_list("board", flat=True)
    return Progress(round_.games.count(), missing_results(round_), [b for b in adjourned if b is not None])


def missing_before(tournament: Tournament, number: int) -> list[tuple[int, int]]:
    """(round, board) of the games before the round that have no result, not even that they are adjourned."""
    games = Game.objects.filter(round__tournament=tournament, round__number__lt=number, result="")
    found = games.order_by("round__number", "board").values_list("round__number", "board")
    return [(round_, board or 0) for round_, board in found]


def boards_as_numbers(round_: Round) -> dict[str, Any]:
    """The pairing for the audit trail: [[white, black], …] in pairing numbers and board order, the bye."""
    seats = round_.seats.select_related("player", "game").order_by("game__board", "game_id", "-colour")
    pairs: dict[int, list[int | None]] = {}
    bye = None
    for seat in seats:
        if seat.game_id is not None:
            pairs.setdefault(seat.game_id, []).append(seat.player.number)
        elif seat.kind == Seat.Kind.PAIRING_ALLOCATED_BYE:
            bye = seat.player.number
    return {"boards": list(pairs.values()), "bye": bye}


def pairing_as_keys(round_: Round) -> dict[str, Any]:
    """The pairing by the players' keys, which no renumbering changes: "pairs" of [White, Black], "pab"."""
    pairs: dict[int, list[int]] = {}
    bye = None
    # White, whose letter comes later, first.
    for seat in round_.seats.order_by("game_id", "-colour"):
        if seat.game_id is not None:
            pairs.setdefault(seat.game_id, []).append(seat.player_id)
        elif seat.kind == Seat.Kind.PAIRING_ALLOCATED_BYE:
            bye = seat.player_id
    return {"pairs": list(pairs.values()), "pab": bye}


def rematches(round_: Round) -> list[tuple[Player, Player]]:
    """Pairs of the round who have really played one another in another round (C.04.1 b, 2026 2)."""
    met = {
        frozenset(seat.player_id for seat in game.seats.all())
        for game in Game.objects.filter(round__tournament=round_.tournament, result__in=Game.PLAYED)
        .exclude(round=round_)
        .prefetch_related("seats")
    }
    return [
        (board.white, board.black)
        for board in games_of(round_)
        if frozenset({board.white.pk, board.black.pk}) in met
    ]


def earlier_meetings(one: Player, other: Player, round_: Round) -> list[int]:
    """The rounds, but for this one, in which the two have really played one another."""
    games = Game.objects.filter(round__tournament=round_.tournament, result__in=Game.PLAYED)
    met = games.filter(seats__player=one).filter(seats__player=other).exclude(round=round_)
    return sorted(met.values_list("round__number", flat=True))


@dataclass(frozen=True, slots=True)
class Offer:
    """A ground on which the published round may be changed, and whom it concerns where that can be seen."""

    ground: engine.Ground
    label: str
    concerned: tuple[str, ...] = ()


def grounds_for_change(round_: Round) -> list[Offer]:
    """The grounds of the edition that can be true of the round; what the rows can show must be so."""
    final = round_.number == round_.tournament.number_of_rounds

    def concerned(ground: engine.Ground) -> tuple[str, ...] | None:
        match ground:
            case engine.Ground.REMATCH:
                return tuple(f"{a.name} – {b.name}" for a, b in rematches(round_)) or None
            case engine.Ground.COLOURS:
                found = engine.colour_violations(round_.tournament, round_.number)
                return tuple(player.name for player in found) or None
            case engine.Ground.TOP_BOARDS:
                return () if final else None
        return ()

    allowed = engine.edition_of(round_.tournament).handling.grounds_for_change
    return [
        Offer(ground, str(engine.GROUNDS[ground]), names)
        for ground in allowed
        if (names := concerned(ground)) is not None
    ]


# Who sits in a draft by the pairing, not by a bye that was given before.
PAIRED = (Seat.Kind.GAME, Seat.Kind.PAIRING_ALLOCATED_BYE)


def current_round(tournament: Tournament, *, drafts: bool = True) -> Round | None:
    """The round that wants the arbiter: a draft, else the latest published one, else the next one.

    Without `drafts` it is what somebody knows of it to whom they are not shown.
    """
    rounds = list(tournament.rounds.all())
    for round_ in rounds if drafts else ():
        if round_.is_draft:
            return round_
    public = [round_ for round_ in rounds if round_.is_public]
    return public[-1] if public else (rounds[0] if rounds else None)


def next_number(tournament: Tournament) -> int | None:
    """The first round that is not published; None when all are."""
    return tournament.rounds.exclude(state__in=Round.LOCKED).values_list("number", flat=True).first()


def obstacles(tournament: Tournament, number: int) -> list[Obstacle]:
    """What forbids pairing round `number` now; [] when nothing does."""
    found = []
    desk = reverse("desk", args=[tournament.slug])
    if tournament.is_finished:
        return [Obstacle("finished", _("The tournament is finished."), desk)]
    present = [p for p in tournament.players.all() if p.takes_part_in(number)]
    byes = set(
        Seat.objects.filter(
            round__tournament=tournament, round__number=number, kind__in=Seat.REQUESTED
        ).values_list("player_id", flat=True)
    )
    if sum(1 for p in present if p.pk not in byes) < 2:
        found.append(
            Obstacle(
                "too_few_players",
                _("Fewer than two players are to be paired: add players."),
                reverse("desk-players", args=[tournament.slug]),
            )
        )
    if engine.waits_for_lot(tournament):
        found.append(
            Obstacle(
                "no_initial_colour", _("The initial colour has not been drawn."), f"{desk}#initial-colour"
            )
        )
    for round_ in tournament.rounds.filter(number__lt=number):
        page = reverse("desk-round", args=[tournament.slug, round_.number])
        if not round_.is_public:
            found.append(
                Obstacle(
                    "earlier_round",
                    _("Round %(number)d is not published yet.") % {"number": round_.number},
                    page,
                )
            )
    return found


def missing_in(tournament: Tournament, number: int) -> list[Obstacle]:
    """The games before the round that have no result, a line a round."""
    boards: dict[int, list[int]] = {}
    for round_, board in missing_before(tournament, number):
        boards.setdefault(round_, []).append(board)
    return [
        Obstacle(
            "missing_results",
            ngettext(
                "Round %(number)d: the result of board %(boards)s is missing.",
                "Round %(number)d: the results of boards %(boards)s are missing.",
                len(missing),
            )
            % {"number": round_, "boards": _listed(missing)},
            f"{reverse('desk-round', args=[tournament.slug, round_])}#board-{missing[0]}",
        )
        for round_, missing in boards.items()
    ]


def too_many_rounds(tournament: Tournament) -> list[Obstacle]:
    """That not all rounds can be paired, where that can be seen before round 1 (C.04.1 a, b; 2026: 1, 2).

    A player has an opponent less for everybody from whom he is kept apart in all rounds, and with an odd
    number of players the bye once. That this is enough does not follow: a Swiss may run dry before.
    """
    players = list(tournament.players.all())
    if len(players) < 2 or has_begun(tournament):
        return []
    mates: dict[int, set[int]] = {player.pk: {player.pk} for player in players}
    for group in tournament.prohibitions.filter(first_round=1, last_round=None).prefetch_related("players"):
        keys = {player.pk for player in group.players.all()}
        for key in keys:
            mates[key] |= keys
    most = {player.pk: len(players) - len(mates[player.pk]) + len(players) % 2 for player in players}
    short = [player.name for player in players if most[player.pk] < tournament.number_of_rounds]
    if not short:
        return []
    text = _(
        "Not all %(rounds)d rounds can be paired: after round %(last)d nobody is left to meet %(names)s."
    )
    facts = {
        "rounds": tournament.number_of_rounds,
        "last": min(most.values()),
        "names": _("anybody") if len(short) == len(players) else "; ".join(short),
    }
    return [Obstacle("too_many_rounds", text % facts, reverse("settings", args=[tournament.slug]))]


def has_begun(tournament: Tournament) -> bool:
    """Whether a round has been published: from then on entries are late."""
    return tournament.rounds.filter(state__in=Round.LOCKED).exists()


def is_bound(tournament: Tournament) -> bool:
    """Whether a round has been paired, be it as a draft: from then on the regulations are fixed.

    A published round 1 that was withdrawn, and whose draft was thrown away, was paired too.
    """
    paired = ~Q(state=Round.State.PLANNED) | Q(published_at__isnull=False)
    return tournament.rounds.filter(paired).exists()


def is_paired(tournament: Tournament, number: int) -> bool:
    """Whether the round has been paired, be it as a draft."""
    paired = (Round.State.DRAFT, *Round.LOCKED)
    return tournament.rounds.filter(number=number, state__in=paired).exists()


def numbers_are_frozen(tournament: Tournament) -> bool:
    """Whether the round has been paired with which pairing numbers freeze (C.04.2 B.3, 2026 2.3)."""
    freezing = engine.edition_of(tournament).handling.numbers_freeze_with_round
    return freezing is not None and is_paired(tournament, freezing)


def is_removable(player: Player) -> bool:
    """Whether an entry may be struck out.

    Nothing published may hold it, no number has to move for it, and it is not kept apart from others by
    regulations that are fixed.
    """
    if player.seats.filter(round__state__in=Round.LOCKED).exists():
        return False
    if player.prohibitions.exists() and is_bound(player.tournament):
        return False
    later = player.tournament.players.filter(number__gt=player.number or 0)
    return not (numbers_are_frozen(player.tournament) and later.exists())


def open_games(tournament: Tournament) -> int:
    """How many published games have no result."""
    return Game.objects.filter(
        Q(round__tournament=tournament) & Q(round__state__in=Round.LOCKED) & Q(result="")
    ).count()


def _listed(numbers: Iterable[int], most: int = 12) -> str:
    numbers = list(numbers)
    shown = ", ".join(str(n) for n in numbers[:most])
    return shown if len(numbers) <= most else f"{shown} … ({len(numbers)})"
