"""The only bridge to the rule book: rows become its types, its answers become rows.

Nothing else in this application imports `pairing`; what the rule book refuses leaves here as a
DomainError.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from django.db.models import Q
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from pairing import acceleration, checker, editions, floats, preferences, standings, strength, trf
from pairing import edition as book
from pairing import faults as book_of_faults
from pairing import scoring as scorings
from pairing import tournament as rules
from pairing.explanation import explain as explanation
from pairing.explanation.language import ENGLISH, LANGUAGES, language_by_code
from pairing.explanation.words import Words
from pairing.trf import codes
from pairing.trf.fields import Line, split
from pairing.trf.rows import read_row
from tournaments.errors import DomainError
from tournaments.models import Correction, Game, Player, Rating, Round, Seat, Tournament

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from datetime import date

    from django.db.models import QuerySet

    from pairing.explanation.language import Language

# One text of one Swiss system, with its name, its description and its handling rules.
Edition = book.Edition
# On what ground a published pairing may be changed.
Ground = book.Ground
# What can be wrong with a board that the rules did not make.
Wrong = book_of_faults.Wrong

# Ranks, points and tie-breaks of one player, for those who show them.
Standing = standings.Standing

# What the reader of a TRF file had to supply.
Supplied = trf.Supplied

# How one round of a file was paired, and how the rules pair it.
RoundCheck = checker.RoundCheck

Result, Kind, Outcome = Game.Result, Seat.Kind, rules.Outcome

# Each result as (what White, what Black) scored.
OUTCOMES: dict[str, tuple[rules.Outcome, rules.Outcome]] = {
    Result.NOT_YET: (Outcome.NONE, Outcome.NONE),
    Result.WHITE_WINS: (Outcome.WIN, Outcome.LOSS),
    Result.DRAW: (Outcome.DRAW, Outcome.DRAW),
    Result.BLACK_WINS: (Outcome.LOSS, Outcome.WIN),
    Result.WHITE_WINS_FORFEIT: (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS),
    Result.BLACK_WINS_FORFEIT: (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN),
    Result.BOTH_FORFEIT: (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS),
    Result.HALF_ZERO: (Outcome.DRAW, Outcome.LOSS),
    Result.ZERO_HALF: (Outcome.LOSS, Outcome.DRAW),
    Result.BOTH_LOSE: (Outcome.LOSS, Outcome.LOSS),
    # For pairing purposes only (C.04.2 D.1, 2026 3.1).
    Result.ADJOURNED: (Outcome.DRAW, Outcome.DRAW),
}
UNRATED = {
    Outcome.WIN: Outcome.UNRATED_WIN,
    Outcome.DRAW: Outcome.UNRATED_DRAW,
    Outcome.LOSS: Outcome.UNRATED_LOSS,
}
BYES: dict[str, rules.Outcome] = {
    Kind.PAIRING_ALLOCATED_BYE: Outcome.PAIRING_ALLOCATED_BYE,
    Kind.FULL_POINT_BYE: Outcome.FULL_POINT_BYE,
    Kind.HALF_POINT_BYE: Outcome.HALF_POINT_BYE,
    Kind.ZERO_POINT_BYE: Outcome.ZERO_POINT_BYE,
}
# So many columns of a record 001 say who the player is; his points and his rounds follow.
PERSON = 79

GROUNDS = {
    Ground.REMATCH: gettext_lazy("two players meet again who have played one another already"),
    Ground.COLOURS: gettext_lazy(
        "a colour that nobody may get: a third time running, or three more than the other"
    ),
    Ground.COMPETITION_RULES: gettext_lazy("the rules of the competition provide for it"),
    Ground.WITHOUT_OPPONENT: gettext_lazy(
        "two players without an opponent, close to one another in the standings, agree to play"
    ),
    Ground.LATE_ENTRY: gettext_lazy("a late entry, and those whose pairing changes agree"),
    Ground.TOP_BOARDS: gettext_lazy("events that nobody could foresee, at the top boards of the final round"),
}


@dataclass(frozen=True, slots=True)
class Drawn:
    """What the engine answers for one round, in rows: boards in publishing order, and the bye."""

    boards: tuple[tuple[Player, Player], ...]
    bye: Player | None


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a board or a bye, the article against it, and whom it concerns, White first."""

    wrong: Wrong
    article: str
    players: tuple[Player, ...]


def all_editions() -> tuple[Edition, ...]:
    """The editions that a tournament can be played by, in the rule book's order."""
    return tuple(editions.EDITIONS.values())


def _words() -> Language:
    """The reader's language, as far as the rule book has it."""
    return LANGUAGES.get((get_language() or "")[:2], ENGLISH)


def in_words(refused: rules.PairingError) -> str:
    """What the rule book refuses, in the reader's language."""
    return _words().tell(refused.saying)


def name_of(edition: Edition) -> str:
    """What the edition is called in the reader's language."""
    return _words().say(edition.name)


def description_of(edition: Edition) -> str:
    """What the edition is for, in the reader's language."""
    return _words().say(edition.description)


def edition_of(tournament: Tournament) -> Edition:
    """The tournament's edition; DomainError where this release no longer has it."""
    try:
        return editions.edition_by_code(tournament.edition)
    except rules.PairingError as error:
        raise DomainError("edition", in_words(error)) from error


def edition_in_force(end: date | None) -> str:
    """The code of the edition for a tournament that ends on that day; without a day, of today's rules."""
    return codes.edition_by_date(f"{end:%Y/%m/%d}" if end else codes.FIRST_DAY_OF_2026)


def edition_of_report(source: rules.Tournament, asked_for: str = "") -> str:
    """The code of the edition that the file names, else of the one asked for, else by its end date.

    DomainError for one that this release does not have.
    """
    try:
        return checker.edition_of(source, None if source.edition else asked_for or None)
    except rules.PairingError as error:
        raise DomainError("edition", in_words(error)) from error


def counting_rating(tournament: Tournament, ratings: Mapping[str, int]) -> str | None:
    """Of the ratings by kind, the kind of the one that counts in the tournament (C.04.2 B.1)."""
    method = strength.Method(tournament.rating_method)
    return strength.counting_rating(method, tournament.rating_kind, ratings)


def converted(source: str, number: int) -> int:
    """The rating for an Ingo or BCF number (1998, A.1); DomainError where it comes to none."""
    conversions = {Rating.Source.INGO: strength.elo_of_ingo, Rating.Source.BCF: strength.elo_of_bcf}
    try:
        return conversions[Rating.Source(source)](number)
    except rules.PairingError as error:
        raise DomainError("rating", in_words(error)) from error


def check_report(source: rules.Tournament, edition: str, rounds: int) -> tuple[RoundCheck, ...]:
    """Every round of a file that was read, compared with the pairing of the edition.

    `rounds` is the announced number of rounds. DomainError for a tournament that nobody could pair.
    """
    try:
        checks = checker.check(replace(source, rounds=rounds), edition)
    except rules.PairingError as error:
        raise DomainError("edition", in_words(error)) from error
    return tuple(replace(check, message=_words().tell(check.message)) for check in checks)


def faults_of(tournament: Tournament) -> dict[str, str]:
    """Field -> what the rule book has against it; {} for regulations that it can pair by."""

    def fault(check: Callable[[], object]) -> str:
        try:
            check()
        except rules.PairingError as error:
            return in_words(error)
        return ""

    points = scoring(tournament)
    faults = {
        "edition": fault(lambda: editions.edition_by_code(tournament.edition)),
        "points_win": fault(lambda: scorings.check_scoring(points)),
        "points_pab": fault(lambda: scorings.check_bye(points)),
    }
    if tournament.acceleration == Tournament.Acceleration.BAKU:
        faults["acceleration"] = fault(lambda: acceleration.check_baku_scoring(points))
    return {field: message for field, message in faults.items() if message}


def acceleration_of_report(source: rules.Tournament) -> Tournament.Acceleration:
    """Whether the file is accelerated: by Baku, which goes on here, or by points of its own (XXA, 250).

    A file that names Baku may give the points of the rounds so far; one that does not is by Baku where
    its points are those of the whole schedule.
    """
    given = {player.number: _without_end(player.virtual) for player in source.players}
    last = max(map(len, given.values()), default=0)
    if not last:
        return Tournament.Acceleration.BAKU if source.baku else Tournament.Acceleration.NONE
    try:
        schedule = acceleration.with_baku_points(source)
    except rules.PairingError:
        return Tournament.Acceleration.GIVEN
    known = last if source.baku else None
    same = all(_without_end(player.virtual[:known]) == given[player.number] for player in schedule.players)
    return Tournament.Acceleration.BAKU if same else Tournament.Acceleration.GIVEN


def _without_end(points: tuple[int, ...]) -> tuple[int, ...]:
    """The points up to the last ones that are not 0."""
    return points[: max((place for place, value in enumerate(points, 1) if value), default=0)]


def position(
    tournament: Tournament, *, before: int | None = None, supposed: Sequence[Correction] = ()
) -> rules.Tournament:
    """The tournament in the rule book's terms, with the virtual points of its acceleration.

    With `before`, as it stands when that round is about to be paired: the rounds before it as they were
    known then, with adjourned games as draws (C.04.2 D.1, D.8), and who is not to be paired in it. Without,
    all that has been published and the byes given after it; adjourned games are open. `supposed` are
    corrections that nobody has made, or that do not count for this: what if they did?
    """
    known = Round.objects.filter(tournament=tournament)
    paired = known.filter(number__lt=before) if before else known.filter(state__in=Round.LOCKED)
    numbers = list(paired.values_list("number", flat=True))
    coming = before or max(numbers, default=0) + 1
    rows = seat_rows(Seat.objects.filter(round__in=paired))
    rows = _as_known(tournament, rows, before) if before else _as_they_count(rows)
    cells = _cells(tournament, corrected(rows, supposed))
    byes = dict(
        Seat.objects.filter(
            round__tournament=tournament, round__number=coming, kind__in=Seat.REQUESTED
        ).values_list("player_id", "kind")
    )

    def player(row: Player) -> rules.Player:
        history = [cells.get((row.pk, number), rules.BLANK) for number in range(1, coming)]
        there = row.takes_part_in(coming) or coming > tournament.number_of_rounds
        # Who has not come yet may be given points for it (C.04.2 C.2); else who is not there gets none,
        # whatever he had asked for before (D.3).
        if row.pk in byes and (there or row.misses(coming)):
            history.append(rules.Cell(outcome=BYES[byes[row.pk]]))
        elif not there:
            history.append(rules.Cell(outcome=Outcome.ZERO_POINT_BYE))
        return rules.Player(
            number=row.number or 0,
            name=row.name,
            cells=tuple(history),
            sex=row.sex,
            title=row.title,
            rating=row.rating,
            federation=row.federation,
            fide_id=row.fide_id,
            birth=f"{row.birth}/00/00" if len(row.birth) == 4 else row.birth,
            virtual=tuple(row.virtual_points),
        )

    def day(value: object) -> str:
        return f"{value:%Y/%m/%d}" if value else ""

    present = rules.Tournament(
        players=tuple(player(row) for row in tournament.players.order_by("number")),
        rounds=tournament.number_of_rounds,
        initial_colour=rules.Colour(tournament.initial_colour) if tournament.initial_colour else None,
        scoring=scoring(tournament),
        baku=tournament.acceleration == Tournament.Acceleration.BAKU,
        forbidden=_forbidden(tournament),
        edition=tournament.edition,
        system="Individual: Swiss-System",
        name=tournament.name,
        city=tournament.city,
        federation=tournament.federation,
        start_date=day(tournament.start_date),
        end_date=day(tournament.end_date),
        chief_arbiter=tournament.chief_arbiter,
        deputy_arbiters=tuple(tournament.deputy_arbiters.splitlines()),
        time_control=tournament.time_control,
    )
    return acceleration.accelerated(present)


def _forbidden(tournament: Tournament) -> tuple[rules.Prohibition, ...]:
    return tuple(
        rules.Prohibition(
            frozenset(player.number or 0 for player in row.players.all()), row.first_round, row.last_round
        )
        for row in tournament.prohibitions.prefetch_related("players")
    )


def scoring(tournament: Tournament) -> rules.Scoring:
    """The tournament's points by outcome, in tenths."""
    win, draw, loss = tournament.points_win, tournament.points_draw, tournament.points_loss
    return rules.Scoring(
        white_win=win,
        black_win=win,
        white_draw=draw,
        black_draw=draw,
        white_loss=loss,
        black_loss=loss,
        half_point_bye=draw,
        full_point_bye=win,
        pairing_allocated_bye=tournament.points_pab,
        forfeit_win=win,
    )


def fingerprint(tournament: Tournament, number: int) -> str:
    """A hash of all that decides the pairing of the round: when it differs, a draft is out of date."""
    present = position(tournament, before=number)
    people = dict(tournament.players.values_list("number", "pk"))
    facts = [(people[p.number], p.number, p.cells, p.virtual) for p in present.players]
    apart = [
        (sorted(people[number] for number in group.players), group.first, group.last)
        for group in present.forbidden
    ]
    text = repr((facts, apart, present.rounds, present.initial_colour, present.scoring, present.edition))
    return hashlib.sha256(text.encode()).hexdigest()


def pair(tournament: Tournament, number: int, *, supposed: Sequence[Correction] = ()) -> Drawn:
    """Pair the round by the tournament's edition; DomainError where the rules find no pairing."""
    try:
        present = position(tournament, before=number, supposed=supposed)
        answer = editions.pair_round(present, tournament.edition)
    except rules.PairingError as error:
        raise DomainError("unpairable", in_words(error)) from error
    rows = {row.number: row for row in tournament.players.all()}
    return Drawn(
        boards=tuple((rows[p.white], rows[p.black]) for p in answer.pairs),
        bye=None if answer.bye is None else rows[answer.bye],
    )


def as_published(tournament: Tournament, number: int) -> Drawn:
    """The pairing of the round as it was drawn up, whoever sat down with whom afterwards."""
    seats = Seat.objects.filter(round__tournament=tournament, round__number=number)
    moved = Correction.objects.filter(
        game__round__tournament=tournament, game__round__number=number, kind__in=Correction.SEATING
    ).exclude(case=Correction.Case.RATING)
    rows = {row.pk: row for row in tournament.players.all()}
    boards: dict[int, dict[str, Player]] = {}
    bye = None
    for seat in _taken_back(seat_rows(seats), moved):
        if seat.game_id is not None:
            boards.setdefault(seat.game_id, {})[seat.colour or ""] = rows[seat.player_id]
        elif seat.kind == Kind.PAIRING_ALLOCATED_BYE:
            bye = rows[seat.player_id]
    order = Game.objects.filter(pk__in=boards).order_by("board", "pk").values_list("pk", flat=True)
    return Drawn(tuple((boards[game]["w"], boards[game]["b"]) for game in order), bye)


def as_paired(tournament: Tournament, number: int) -> rules.Tournament:
    """What was known when a public round was paired, and its pairing as it was drawn up.

    So the round can be checked and explained whatever was corrected afterwards.
    """
    drawn = as_published(tournament, number)
    cells: dict[int | None, rules.Cell] = {}
    for white, black in drawn.boards:
        cells[white.number] = rules.Cell(black.number, rules.Colour.WHITE)
        cells[black.number] = rules.Cell(white.number, rules.Colour.BLACK)
    if drawn.bye:
        cells[drawn.bye.number] = rules.Cell(outcome=Outcome.PAIRING_ALLOCATED_BYE)
    known = position(tournament, before=number)
    players = (
        replace(player, cells=(*player.cells[: number - 1], cells[player.number]))
        if player.number in cells
        else player
        for player in known.players
    )
    return replace(known, players=tuple(players))


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Somebody who might come: the pairing number he would have, at which the others move down."""

    number: int
    name: str
    rating: int | None


@dataclass(frozen=True, slots=True)
class Supposition:
    """What might be otherwise than the rows say. Players and games are named by their keys."""

    # Game -> result, in place of the one it has.
    results: tuple[tuple[int, str], ...] = ()
    # Who is not there in the round to be paired, and who is though the rows say that he is not.
    away: frozenset[int] = frozenset()
    there: frozenset[int] = frozenset()
    newcomer: Newcomer | None = None


@dataclass(frozen=True, slots=True)
class Outlook:
    """A pairing that nobody has made: (White, Black) in publishing order, and the bye; the newcomer is 0.

    Where the rules find none, `refusal` says so.
    """

    boards: tuple[tuple[int, int], ...] = ()
    bye: int | None = None
    refusal: str = ""


def outlooks(tournament: Tournament, number: int, cases: Iterable[Supposition]) -> list[Outlook]:
    """How round `number` would be paired in each case, without a word written.

    Games that have no result, and are given none, count as draws.
    """
    present = position(tournament, before=number)
    people = {row.number or 0: row.pk for row in tournament.players.only("number")}
    games = {
        row.game_id: (row.number, row.player_id)
        for row in seat_rows(Seat.objects.filter(round__tournament=tournament, colour="w"))
    }
    return [_outlook(tournament, number, present, people, games, case) for case in cases]


def _outlook(
    tournament: Tournament,
    number: int,
    present: rules.Tournament,
    people: Mapping[int, int],
    games: Mapping[int | None, tuple[int, int]],
    case: Supposition,
) -> Outlook:
    """One case. `people` is pairing number -> key, `games` game -> (round, White's key)."""
    players = {people[player.number]: _with_draws(player) for player in present.players}
    for game, result in case.results:
        round_, white = games[game]
        black = people[players[white].cell(round_).opponent or 0]
        for key, outcome in zip((white, black), OUTCOMES[result], strict=True):
            cells = list(players[key].cells)
            cells[round_ - 1] = replace(cells[round_ - 1], outcome=outcome)
            players[key] = replace(players[key], cells=tuple(cells))
    for key in case.there | case.away:
        cells = [players[key].cell(before) for before in range(1, number)]
        bye = [rules.ABSENCE] if key in case.away else []
        players[key] = replace(players[key], cells=(*cells, *bye))
    supposed = replace(present, players=tuple(players.values()))
    if case.newcomer:
        supposed = _with_newcomer(supposed, case.newcomer)
        first = case.newcomer.number
        people = {_below(first, held): key for held, key in people.items()} | {first: 0}
        if tournament.acceleration == Tournament.Acceleration.BAKU:
            bare = tuple(replace(player, virtual=()) for player in supposed.players)
            supposed = acceleration.accelerated(replace(supposed, players=bare))
    try:
        answer = editions.pair_round(supposed, tournament.edition)
    except rules.PairingError as error:
        return Outlook(refusal=in_words(error))
    boards = edition_of(tournament).handling.board_order(supposed, answer.pairs)
    return Outlook(
        boards=tuple((people[pair.white], people[pair.black]) for pair in boards),
        bye=None if answer.bye is None else people[answer.bye],
    )


def _with_draws(player: rules.Player) -> rules.Player:
    """The player with a draw in every game that has no result."""
    cells = tuple(replace(cell, outcome=Outcome.DRAW) if cell.pending else cell for cell in player.cells)
    return replace(player, cells=cells)


def _below(first: int, number: int) -> int:
    """The pairing number after somebody was put in at `first`."""
    return number + (number >= first)


def _with_newcomer(present: rules.Tournament, newcomer: Newcomer) -> rules.Tournament:
    """The tournament with one more player, before whom nothing is recorded; those below move down."""
    moved = partial(_below, newcomer.number)

    def renumbered(player: rules.Player) -> rules.Player:
        cells = tuple(
            cell if cell.opponent is None else replace(cell, opponent=moved(cell.opponent))
            for cell in player.cells
        )
        return replace(player, number=moved(player.number), cells=cells)

    added = rules.Player(number=newcomer.number, name=newcomer.name, rating=newcomer.rating)
    return replace(
        present,
        players=tuple(sorted((*map(renumbered, present.players), added), key=lambda player: player.number)),
        forbidden=tuple(
            replace(group, players=frozenset(map(moved, group.players))) for group in present.forbidden
        ),
    )


def faults(
    tournament: Tournament,
    number: int,
    boards: Iterable[tuple[Player, Player]] = (),
    bye: Player | None = None,
) -> list[Fault]:
    """What is wrong with these boards (White, Black) of the round, and with this player's bye."""
    rows = {row.number: row for row in tournament.players.all()}
    pairs = [rules.Pair(white.number or 0, black.number or 0) for white, black in boards]
    present = position(tournament, before=number)
    try:
        found = book_of_faults.faults(present, tournament.edition, pairs, bye.number if bye else None)
    except rules.PairingError as error:
        raise DomainError("unpairable", in_words(error)) from error
    return [
        Fault(fault.wrong, fault.article, tuple(rows[player] for player in fault.players)) for fault in found
    ]


def publishing_order(
    tournament: Tournament, number: int, boards: Iterable[tuple[Player, Player]]
) -> list[tuple[Player, Player]]:
    """The pairs (White, Black) of the round in the edition's order (C.04.2 D.9, 2026 3.6)."""
    by_pair = {rules.Pair(white.number or 0, black.number or 0): (white, black) for white, black in boards}
    in_order = edition_of(tournament).handling.board_order
    order = in_order(position(tournament, before=number), tuple(by_pair))
    return [by_pair[pair] for pair in order]


def scores_before(tournament: Tournament, number: int, players: Iterable[int]) -> dict[int, int]:
    """Player's key -> tenths of a point before the round, for the players named by their keys."""
    table = scoring(tournament)
    scores = dict.fromkeys(players, 0)
    late = _unknown(tournament, number)
    moved = [game for correction in late for game in correction.games]
    seats = Seat.objects.filter(round__tournament=tournament, round__number__lt=number)
    for row in _taken_back(seat_rows(seats.filter(Q(player__in=list(scores)) | Q(game__in=moved))), late):
        if row.player_id in scores:
            scores[row.player_id] += table.points(cell_of(row))
    return scores


@dataclass(frozen=True, slots=True)
class Form:
    """What a player brings to a round besides points: the colours of his games, his last float."""

    colours: str
    floated: str


def virtual_points(tournament: Tournament, number: int) -> dict[int, int]:
    """Player's key -> the virtual points, in tenths, that he is paired with in the round; {} for none."""
    if tournament.acceleration == Tournament.Acceleration.NONE:
        return {}
    people = dict(tournament.players.values_list("number", "pk"))
    # Who is accelerated is known from round 1 on.
    return {
        people[player.number]: player.virtual[number - 1]
        for player in position(tournament, before=min(number, 2)).players
        if len(player.virtual) >= number
    }


def baku_schedule(tournament: Tournament) -> tuple[int, dict[int, list[int]]]:
    """The last pairing number of group A, and its virtual points -> the rounds that bring them."""
    present = position(tournament, before=1)
    rounds: dict[int, list[int]] = {}
    schedule = acceleration.virtual_points(tournament.number_of_rounds, present.scoring)
    for number, points in enumerate(schedule, 1):
        rounds.setdefault(points, []).append(number)
    return acceleration.last_of_group_a(position(tournament)), rounds


def forms_before(tournament: Tournament, number: int) -> dict[int, Form]:
    """Player's key -> what he brings to the round."""
    present = position(tournament, before=number)
    people = dict(tournament.players.values_list("number", "pk"))
    handling = editions.edition_by_code(tournament.edition).handling
    last = floats.floats_of_round(present, number - 1, handling.float_of)

    def form(player: rules.Player) -> Form:
        floated = last[player.number]
        return Form(
            colours="".join(preferences.colour_history(player, number - 1)),
            floated=floated.value if floated else "",
        )

    return {people[player.number]: form(player) for player in present.players}


def colours_due(tournament: Tournament, number: int) -> dict[int, str]:
    """Player's key -> the colour ("w", "b") that he should get in the round, for those who have one due."""
    people = dict(tournament.players.values_list("number", "pk"))
    due = (
        (player.number, preferences.preference(preferences.colour_history(player, number - 1)).colour)
        for player in position(tournament, before=number).players
    )
    return {people[player]: colour.value for player, colour in due if colour}


def colour_violations(tournament: Tournament, number: int) -> list[Player]:
    """Who gets a colour a third time running in the round, or three times more often than the other.

    B.2 of the older revisions forbids it, and their F.6 allows to change a published pairing for it.
    """
    # What is known today decides, though the pairing may not have known it.
    present = position(tournament, before=number, supposed=_unknown(tournament, number))
    history = {p.number: preferences.colour_history(p, number - 1) for p in present.players}
    seats = Seat.objects.filter(round__tournament=tournament, round__number=number, game__isnull=False)
    found = []
    for seat in seats.select_related("player").order_by("player__number"):
        colour = rules.Colour(seat.colour or "")
        before = history[seat.player.number or 0]
        after = (*before, colour)
        if preferences.repeated_colour(before) is colour or abs(preferences.colour_difference(after)) > 2:
            found.append(seat.player)
    return found


def table(tournament: Tournament, *, supposed: Sequence[Correction] = ()) -> tuple[Standing, ...]:
    """The standings after all that has been published and played; who was expelled is in none."""
    expelled = set(tournament.players.filter(expelled=True).values_list("number", flat=True))
    present = position(tournament, supposed=supposed)
    found = standings.standings(present, rounds=finished_rounds(tournament))
    lines = [line for line in found if line.number not in expelled]
    first: dict[int, int] = {}
    for place, line in enumerate(lines, 1):
        first.setdefault(line.rank, place)
    return tuple(replace(line, rank=first[line.rank]) for line in lines)


@dataclass(frozen=True, slots=True)
class Why:
    """Why a player was paired as he was, in sentences that end with their articles."""

    # How he came to his opponent and his colour, or why he has none.
    story: tuple[str, ...]
    # How the bracket that he was paired in was paired as a whole; players by their numbers.
    bracket_title: str = ""
    bracket: tuple[str, ...] = ()
    # Pairing numbers of those about whom one may ask why he does not meet them.
    others: tuple[int, ...] = ()


def why(tournament: Tournament, number: int, player: int, language: str) -> Why:
    """Why the player with this pairing number was paired as he was in a locked round (C.04.1 i).

    It is told from the computation that decides, by what was known then (C.04.2 D.8). Where another pairing
    was published than the one that follows from it, it is this that is told.
    """
    told = _explained(tournament, number)
    words = Words(told, language_by_code(language))
    if told.difference is not None:
        return Why(_sentences(words.difference(told.difference)))
    about = told.player(player)
    story = _sentences(words.player(about))
    if about.person is None:
        return Why(story)
    place = about.board.bracket if about.board else about.bye.bracket if about.bye else 0
    bracket = told.brackets[place - 1]
    met = {about.board.higher, about.board.lower} if about.board else {player}
    return Why(
        story,
        words.bracket_title(bracket),
        _sentences(words.bracket(bracket)),
        tuple(other for other in told.people if other not in met),
    )


def why_not(tournament: Tournament, number: int, player: int, other: int, language: str) -> tuple[str, ...]:
    """Why two players, by pairing number, do not meet in a locked round; DomainError for who is unknown."""
    told = _explained(tournament, number)
    try:
        answer = told.why_not(player, other)
    except rules.PairingError as error:
        raise DomainError("why", in_words(error)) from error
    return _sentences(Words(told, language_by_code(language)).why_not(answer))


def _explained(tournament: Tournament, number: int) -> explanation.Explanation:
    try:
        return explanation.explain_round(as_paired(tournament, number), number, tournament.edition)
    except rules.PairingError as error:
        raise DomainError("why", in_words(error)) from error


def _sentences(said: Iterable[object]) -> tuple[str, ...]:
    return tuple(map(str, said))


def report(tournament: Tournament, remarks: Iterable[str] = ()) -> str:
    """The TRF16 report of what was played, as far as it is known for rating (C.04.2 D.8, 2026 4.3).

    With remarks (lines that begin with ###) at its end. The ranks are those of the tournament, which a
    correction for rating alone does not change. DomainError while an adjourned game is open.
    """
    if Game.objects.filter(round__tournament=tournament, result=Result.ADJOURNED).exists():
        raise DomainError("adjourned", _("An adjourned game is open: there is no report without its result."))
    known = list(Correction.objects.filter(game__round__tournament=tournament, case=Correction.Case.RATING))
    reported = position(tournament, supposed=known)
    if known:
        ranks = {line.number: line.rank for line in table(tournament)}
        players = tuple(replace(player, rank=ranks.get(player.number)) for player in reported.players)
        reported = replace(reported, players=players)
    return trf.write(replace(reported, other_records=tuple(remarks)))


def exchange_file(tournament: Tournament, remarks: Iterable[str] = ()) -> str:
    """The event as it stands, for other programs: as the report, but ? for results that are not known."""
    return trf.write(replace(position(tournament), other_records=tuple(remarks)), interim=True)


def read_report(data: bytes) -> tuple[rules.Tournament, Supplied]:
    """The tournament in a TRF file, and what the file does not say in so many words.

    DomainError with line, column, found and expected.
    """
    if data.startswith((b"PK", b"%PDF")):
        raise DomainError("trf", _("This is not a TRF file: a TRF is plain text."))
    try:
        return trf.read_closely(data)
    except trf.TrfError as error:
        raise DomainError("trf", in_words(error)) from error


def read_entries(text: str) -> list[tuple[int, str, rules.Player | None, str]]:
    """The number and the text of each record 001 of a TRF, the player, and what is wrong where there is none.

    Who the players are is read, and not what they played.
    """

    def entry(line: Line) -> tuple[int, str, rules.Player | None, str]:
        try:
            return line.number, line.text, read_row(line).player, ""
        except trf.TrfError as error:
            return line.number, line.text, None, _words().tell(error.in_line)

    records = (line for line in split(text) if line.text.startswith("001"))
    return [entry(line._replace(text=line.text[:PERSON])) for line in records]


def result_of(white: rules.Cell, black: rules.Cell) -> tuple[str, bool]:
    """The result of a game from both players' cells, and whether it is rated.

    DomainError for a pair of outcomes that FIDE does not know, such as two wins.
    """
    rated = {unrated: plain for plain, unrated in UNRATED.items()}
    pair = (rated.get(white.outcome, white.outcome), rated.get(black.outcome, black.outcome))
    for result, outcomes in OUTCOMES.items():
        if outcomes == pair:
            return result, white.outcome not in rated
    raise DomainError("result", f"{white.outcome} / {black.outcome}")


def bye_of(outcome: rules.Outcome) -> Seat.Kind | None:
    """The kind of bye that a cell without an opponent stands for; None where nothing is recorded."""
    for kind, known in BYES.items():
        if outcome is known:
            return Seat.Kind(kind)
    return None


def cell_of(row: SeatRow, opponent: int = 0) -> rules.Cell:
    """One seat in the rule book's terms."""
    if row.game_id is None:
        return rules.Cell(outcome=BYES[row.kind])
    outcome = OUTCOMES[row.result or ""][0 if row.colour == "w" else 1]
    return rules.Cell(
        opponent=opponent,
        colour=rules.Colour(row.colour or ""),
        outcome=outcome if row.rated else UNRATED.get(outcome, outcome),
    )


def points_of(table: rules.Scoring, cell: rules.Cell | None) -> int | None:
    """Tenths of a point that the round brought; None while the game has no result."""
    if cell is None:
        return table.points(rules.BLANK)
    return None if cell.pending else table.points(cell)


def finished_rounds(tournament: Tournament) -> int:
    """The round that the standings stand after: the last one with no result missing.

    An adjourned game holds nothing up: it is open in the standings.
    """
    public = tournament.rounds.filter(state__in=Round.LOCKED)
    return max(public.exclude(games__result=Result.NOT_YET).values_list("number", flat=True), default=0)


def cells_of(player: Player) -> dict[int, rules.Cell]:
    """Round -> what it brought the player, as the standings count it."""
    rows = _as_they_count(seat_rows(player.seats.all()))
    return {row.number: cell_of(row) for row in rows}


def is_trace(cell: rules.Cell) -> bool:
    """Whether the cell says anything at all."""
    return cell != rules.BLANK


class SeatRow(NamedTuple):
    """What a seat says about a round, read without making model instances: there are thousands."""

    player_id: int
    number: int
    kind: str
    colour: str | None
    game_id: int | None
    result: str | None
    rated: bool | None


def seat_rows(seats: QuerySet[Seat]) -> list[SeatRow]:
    """The seats as rows."""
    fields = ("player_id", "round__number", "kind", "colour", "game_id", "game__result", "game__rated")
    return [SeatRow(*values) for values in seats.order_by().values_list(*fields)]


def _as_they_count(rows: Iterable[SeatRow]) -> list[SeatRow]:
    """The rows for standings: an adjourned game is no draw there, but open (C.04.2 D.1, 2026 3.1)."""
    return [row._replace(result=Result.NOT_YET) if row.result == Result.ADJOURNED else row for row in rows]


def _as_known(tournament: Tournament, rows: Iterable[SeatRow], number: int) -> list[SeatRow]:
    """The rows as they were known, or are, to the pairing of the round (C.04.2 D.8, 2026 4.3)."""
    return _taken_back(rows, _unknown(tournament, number))


def _unknown(tournament: Tournament, number: int) -> list[Correction]:
    """The corrections that came too late for the pairing of the round."""
    late = Correction.objects.filter(game__round__tournament=tournament, counts_from__gt=number)
    return list(late.filter(game__round__number__lt=number))


def _taken_back(rows: Iterable[SeatRow], corrections: Iterable[Correction]) -> list[SeatRow]:
    """The rows as they were before these corrections, which are in force."""
    return corrected(rows, reversed(list(corrections)), backwards=True)


def corrected(
    rows: Iterable[SeatRow], corrections: Iterable[Correction], *, backwards: bool = False
) -> list[SeatRow]:
    """The rows with these corrections made, or taken back; what is not among the rows is left out."""
    found = list(rows)
    for correction in corrections:
        places = [place for place, row in enumerate(found) if row.game_id in correction.games]
        if not places:
            continue
        if correction.player_id is not None:
            _exchange(found, found[places[0]].number, correction)
            continue
        result, rated = correction.after, correction.after_rated
        if backwards:
            result, rated = correction.before, correction.before_rated
        for place in places:
            found[place] = found[place]._replace(result=result, rated=rated)
    return found


def _exchange(rows: list[SeatRow], number: int, correction: Correction) -> None:
    """Let the two players of the correction change places in the round, whichever they have."""
    places = {row.player_id: place for place, row in enumerate(rows) if row.number == number}
    one, other = places[correction.player_id or 0], places[correction.other_player_id or 0]
    rows[one], rows[other] = (
        rows[one]._replace(player_id=rows[other].player_id),
        rows[other]._replace(player_id=rows[one].player_id),
    )
    if rows[one].game_id == rows[other].game_id:
        # With the other colours each player keeps his points.
        for place in (one, other):
            rows[place] = rows[place]._replace(result=Result(rows[place].result or "").mirrored)


def _cells(tournament: Tournament, rows: Iterable[SeatRow]) -> dict[tuple[int, int], rules.Cell]:
    """(player's key, round number) -> cell."""
    numbers = dict(tournament.players.values_list("pk", "number"))
    rows = list(rows)
    sitting = {(row.game_id, row.colour): numbers[row.player_id] or 0 for row in rows}
    other = {"w": "b", "b": "w", None: None}
    return {
        (row.player_id, row.number): cell_of(row, sitting[row.game_id, other[row.colour]])
        if row.game_id
        else cell_of(row)
        for row in rows
    }
