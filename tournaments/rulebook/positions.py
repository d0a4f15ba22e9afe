"""The position before a round, for pairing and for the report."""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Q, prefetch_related_objects

from pairing import editions, trf
from pairing.core import records, scores
from pairing.core import tournament as rules
from pairing.core.records import float_in, floats_of_round
from pairing.core.scores import pairing_scores
from pairing.core.tournament import code_of
from pairing.elo import RatingKind
from pairing.trf import fields
from tournaments.models import Correction, OtherRecords, Player, Rating, Round, Seat, Tournament
from tournaments.rulebook.editions import (
    edition_of,
    games_of_match,
    own_table,
    rounds_for,
    rounds_of_match,
    scoring,
    secondary_scoring,
    team_event,
    virtual_groups,
)
from tournaments.rulebook.rows import (
    BYES,
    PlayerRow,
    SeatRow,
    as_known,
    as_they_count,
    cell_of,
    corrected,
    histories,
    later_ratings,
    player_rows,
    ratings_of_tie_breaks,
    seat_rows,
    taken_back,
    unknown_to_round,
)
from tournaments.rulebook.teams import counted

# The prefix of codes that are not FIDE's (record 192).
OWN_CODES = "BOARD_ONE_"

# The records from an imported file that everybody may read, as they have no room for free text.
_FINGERPRINT = re.compile(r"### Fingerprint @ Round [0-9]+: [0-9a-f]{64}")


def days_of_rounds(tournament: Tournament) -> tuple[str, ...]:
    """The days of the rounds as a report has them, "" for an unknown day; () if none is known."""
    days = tournament.rounds.order_by("number").values_list("day", flat=True)
    return tuple(f"{day:%Y/%m/%d}" if day else "" for day in days) if any(days) else ()


def system_in_words(tournament: Tournament) -> str:
    """The kind of tournament, and that of FIDE's ratings unless it is the usual one (record 092)."""
    named, kind = edition_of(tournament).report.kind, RatingKind(tournament.rating_kind)
    return trf.naming_kind(named, tournament.time_control_code, kind)


def type_of_report(tournament: Tournament) -> tuple[str, str]:
    """The kind of tournament as the report states it: in words (record 092), and as a code (192)."""
    named = edition_of(tournament).report
    baku = fields.BAKU if tournament.acceleration == Tournament.Acceleration.BAKU else ""
    event = team_event(tournament)
    code = named.code(own_table=bool(tournament.own_table))
    return system_in_words(tournament), f"{code_of(event.rules, code) if event else code}{baku}"


def has_code_of_fide(tournament: Tournament) -> bool:
    """Whether FIDE has a code for the pairing rules of the event (record 192)."""
    return not edition_of(tournament).report.written.startswith(OWN_CODES)


def other_records(tournament: Tournament) -> list[str]:
    """The records of an imported event's file that events here have no place for."""
    kept = OtherRecords.objects.filter(tournament=tournament).first()
    return kept.lines if kept else []


def stored_records(tournament: Tournament, *, births: bool) -> list[str]:
    """The records that came with a file, as far as the reader may see them (all of them with `births`)."""
    records = other_records(tournament)
    return records if births else [record for record in records if _FINGERPRINT.fullmatch(record)]


def rating_method(tournament: Tournament) -> str:
    """Record 172 if ratings other than FIDE's count, with their federation if it is known; else ""."""
    # In an event of teams each member has the rating that counts, whatever it follows from.
    if tournament.rating_method == Tournament.RatingMethod.FIDE or tournament.boards is not None:
        return ""
    return f"{tournament.federation} {tournament.rating_method}".strip()


def with_national_ratings(
    tournament: Tournament, source: rules.Tournament, kept: list[str]
) -> tuple[list[str], list[str]]:
    """A record for each national rating that may count, and the records `kept` that stay as they are.

    A record of the event's federation that came with a file gets the player's present number and rating, or
    goes if the player has no national rating any more.
    """
    if not rating_method(tournament) or not tournament.federation:
        return [], kept
    present = Rating.objects.filter(player__tournament=tournament, kind=Rating.Kind.NATIONAL)
    ratings = dict(present.values_list("player__number", "value"))
    before = {said.name: record for record in kept if (said := _of_nation(tournament, record))}
    records = [
        trf.national_record(
            tournament.federation, player, ratings[player.number], before.get(player.name[:33].strip(), "")
        )
        for player in source.players
        if player.number in ratings
    ]
    return records, [record for record in kept if not _of_nation(tournament, record)]


def _of_nation(tournament: Tournament, record: str) -> trf.NationalRating | None:
    said = trf.national_rating(record, tournament.federation)
    return said if said and said.rating else None


# A tournament in the rule book's terms.
Position = rules.Tournament


def position(
    tournament: Tournament,
    *,
    before: int | None = None,
    supposed: Sequence[Correction] = (),
    provisional: bool = False,
    people: Sequence[PlayerRow] | None = None,
) -> rules.Tournament:
    """The tournament in the rule book's terms, with the virtual points of its acceleration.

    With `before`, the tournament as that round is about to be paired: the rounds before it as they were
    known then, with adjourned games as draws (C.04.2 D.1, D.8), and the players not to be paired in it.
    Without it, all published rounds and the byes given after them; adjourned games are open, or draws if
    `provisional`. `supposed` are corrections applied as a supposition: nobody has made them, or they do not
    count here. `people` are the entries, if the caller has them.

    Ratings are those that tie-breaks use. The players to be kept apart are read from
    `tournament.prohibitions.all()`; callers that need them elsewhere too should prefetch them.
    """
    [found] = positions(tournament, [supposed], before=before, provisional=provisional, people=people)
    return found


def rows_that_count(tournament: Tournament) -> list[SeatRow]:
    """The seats of all published rounds, with adjourned games open."""
    seats = Seat.objects.filter(round__tournament=tournament, round__state__in=Round.LOCKED)
    return as_they_count(seat_rows(seats))


def rows_before(tournament: Tournament, number: int) -> list[SeatRow]:
    """The seats of the rounds before this one, as they were known when it was paired."""
    seats = Seat.objects.filter(round__tournament=tournament, round__number__lt=number)
    return as_known(tournament, seat_rows(seats), number)


def positions(
    tournament: Tournament,
    cases: Sequence[Sequence[Correction]],
    *,
    before: int | None = None,
    provisional: bool = False,
    people: Sequence[PlayerRow] | None = None,
) -> list[rules.Tournament]:
    """As `position`, once for each case of supposed corrections; the seats are read only once."""
    people = player_rows(tournament) if people is None else people
    if before:
        coming, rows = before, rows_before(tournament, before)
    else:
        locked = [round_ for round_ in tournament.rounds.all() if round_.is_public]
        coming = max((round_.number for round_ in locked), default=0) + 1
        rows = seat_rows(Seat.objects.filter(round__in=locked))
        if not provisional:
            rows = as_they_count(rows)
    cells = _cells(tournament, people, rows)
    present = _position(tournament, people, cells, coming, to_pair=before is not None)
    found = []
    for supposed in cases:
        others = (
            _with_corrections(tournament, present, people, rows, supposed, coming) if supposed else present
        )
        found.append(editions.with_virtual_points(others))
    return found


def _cells(
    tournament: Tournament, people: Sequence[PlayerRow], rows: Sequence[SeatRow]
) -> dict[int, dict[int, rules.Cell]]:
    """Player's key -> round number -> cell."""
    found = histories(rows, {row.pk: row.number for row in people})
    if tournament.boards is None:
        return found
    return {
        key: {number: counted(tournament, cell) for number, cell in known.items()}
        for key, known in found.items()
    }


def _with_corrections(
    tournament: Tournament,
    present: rules.Tournament,
    people: Sequence[PlayerRow],
    rows: Sequence[SeatRow],
    supposed: Sequence[Correction],
    coming: int,
) -> rules.Tournament:
    """The position with these corrections made: the players whose boards they touch get new cells."""
    moved = corrected(rows, supposed)
    changed = [pair for pair in zip(rows, moved, strict=True) if pair[0] != pair[1]]
    games = {row.game_id for pair in changed for row in pair if row.game_id is not None}
    touched = {row.player_id for pair in changed for row in pair}
    touched |= {row.player_id for row in (*rows, *moved) if row.game_id in games}
    boards = {row.game_id for row in moved if row.player_id in touched and row.game_id is not None}
    around = [row for row in moved if row.player_id in touched or row.game_id in boards]
    cells = _cells(tournament, people, around)

    def player(row: PlayerRow, known: rules.Player) -> rules.Player:
        if row.pk not in touched:
            return known
        history = (cells[row.pk].get(number, rules.BLANK) for number in range(1, coming))
        return known.with_cells((*history, *known.cells[coming - 1 :]))

    return replace(present, players=tuple(map(player, people, present.players)))


def _position(
    tournament: Tournament,
    people: Sequence[PlayerRow],
    cells: Mapping[int, Mapping[int, rules.Cell]],
    coming: int,
    *,
    to_pair: bool,
) -> rules.Tournament:
    ratings = ratings_of_tie_breaks(tournament)
    later = later_ratings(tournament, {row.pk: row.rating for row in people})
    byes = dict(
        Seat.objects.filter(
            round__tournament=tournament, round__number=coming, kind__in=Seat.REQUESTED
        ).values_list("player_id", "kind")
    )

    known_edition = editions.EDITIONS.get(tournament.edition)
    table = known_edition is not None and known_edition.rounds_for is not None
    # In a round without a game, a blank would say that its pairing is still to come.
    met = {number for known in cells.values() for number, cell in known.items() if cell.opponent is not None}
    unnamed = [rules.BLANK if number in met else rules.ABSENCE for number in range(1, coming)]
    # A bye is for a whole match.
    games = rounds_of_match(tournament, coming).stop - coming
    over = coming > tournament.last_round

    def player(row: PlayerRow) -> rules.Player:
        known = cells[row.pk]
        history = [known.get(number, nothing) for number, nothing in enumerate(unnamed, 1)]
        there = row.takes_part_in(coming)
        # Players who have not come yet may be given points for it (C.04.2 C.2); others who are absent get
        # none, even if they had asked for a bye before (D.3).
        if table:
            # The table pairs players whether they come or not; those who have left miss all rounds to come.
            # If the event ends early, they still do, and nobody else does (C.05 6.6).
            left = not there and not to_pair
            history += [rules.ABSENCE] * (tournament.number_of_rounds - coming + 1) if left else []
        elif not over and row.pk in byes and (there or row.misses(coming)):
            history += [rules.Cell(outcome=BYES[byes[row.pk]])] * games
        elif not over and not there:
            history += [rules.ABSENCE] * games
        return rules.Player(
            number=row.number,
            name=row.name,
            cells=tuple(history),
            sex=row.sex,
            title=row.title,
            rating=ratings.get(row.pk, row.rating),
            federation=row.federation,
            fide_id=row.fide_id,
            birth=f"{row.birth}/00/00" if len(row.birth) == 4 else row.birth,
            virtual=tuple(row.virtual_points),
            later_ratings=later.get(row.pk, ()),
        )

    def day(value: object) -> str:
        return f"{value:%Y/%m/%d}" if value else ""

    return rules.Tournament(
        players=tuple(map(player, people)),
        rounds=tournament.number_of_rounds,
        ended=tournament.ended_after,
        initial_colour=rules.Colour(tournament.initial_colour) if tournament.initial_colour else None,
        scoring=scoring(tournament),
        secondary_scoring=secondary_scoring(tournament),
        baku=tournament.acceleration == Tournament.Acceleration.BAKU,
        declared=virtual_groups(tournament),
        forbidden=_forbidden(tournament),
        edition=tournament.edition,
        table=own_table(tournament),
        system=system_in_words(tournament) if known_edition else "",
        name=tournament.name,
        city=tournament.city,
        federation=tournament.federation,
        start_date=day(tournament.start_date),
        end_date=day(tournament.end_date),
        time_control=tournament.time_control,
        team_event=team_event(tournament),
    )


def _forbidden(tournament: Tournament) -> tuple[rules.Prohibition, ...]:
    rows = list(tournament.prohibitions.all())
    prefetch_related_objects(rows, "players")
    return tuple(
        rules.Prohibition(
            frozenset(player.number or 0 for player in row.players.all()), row.first_round, row.last_round
        )
        for row in rows
    )


def fingerprint(tournament: Tournament, number: int, present: rules.Tournament | None = None) -> str:
    """A hash of all that decides the pairing of the round: when it differs, a draft is out of date.

    `present` is the position before the round, if the caller has it.
    """
    present = present or position(tournament, before=number)
    people = keys(tournament)
    facts = [(people[p.number], p.number, p.cells, p.virtual) for p in present.players]
    apart = [
        (sorted(people[number] for number in group.players), group.first, group.last)
        for group in present.forbidden
    ]
    text = repr((facts, apart, present.rounds, present.initial_colour, present.scoring, present.edition))
    return hashlib.sha256(text.encode()).hexdigest()


def keys(tournament: Tournament) -> dict[int, int]:
    """Pairing number -> player's key."""
    return {row.number or 0: row.pk for row in tournament.players.all()}


def scores_before(tournament: Tournament, number: int, players: Iterable[int]) -> dict[int, int]:
    """Player's key -> tenths of a point before the round, for the players with these keys."""
    table = scoring(tournament)
    scores = dict.fromkeys(players, 0)
    late = unknown_to_round(tournament, number)
    moved = [game for correction in late for game in correction.games]
    seats = Seat.objects.filter(round__tournament=tournament, round__number__lt=number)
    for row in taken_back(seat_rows(seats.filter(Q(player__in=list(scores)) | Q(game__in=moved))), late):
        if row.player_id in scores:
            scores[row.player_id] += table.points(counted(tournament, cell_of(row)))
    return scores


def virtual_points(tournament: Tournament, number: int) -> dict[int, int]:
    """Player's key -> the virtual points, in tenths, that they are paired with in the round; {} for none."""
    if tournament.acceleration == Tournament.Acceleration.NONE:
        return {}
    people = keys(tournament)
    # The accelerated players are known from round 1 on.
    return {
        people[player.number]: player.virtual[number - 1]
        for player in position(tournament, before=min(number, 2)).players
        if len(player.virtual) >= number
    }


def baku_schedule(tournament: Tournament) -> tuple[int, dict[int, list[int]]]:
    """The last pairing number of group A, and its virtual points -> the rounds that bring them."""
    rounds: dict[int, list[int]] = {}
    schedule = edition_of(tournament).virtual_points(tournament.number_of_rounds, scoring(tournament))
    for number, points in enumerate(schedule, 1):
        rounds.setdefault(points, []).append(number)
    return scores.last_of_group_a(position(tournament)), rounds


def rounds_met(
    tournament: Tournament, pairs: Collection[tuple[int, int]], *, besides: int
) -> dict[tuple[int, int], list[int]]:
    """Pair of players' keys -> the rounds in which they really met; pairs that never met are left out.

    By what is known today. `besides` is the round in question, which does not count, nor does the rest of its
    match.
    """
    seats = Seat.objects.filter(round__tournament=tournament, game__isnull=False).order_by()
    seats = seats.exclude(round__number__in=rounds_of_match(tournament, besides))
    sitting: defaultdict[int, set[int]] = defaultdict(set)
    for game, player in seats.values_list("game_id", "player_id"):
        sitting[game].add(player)
    asked = {frozenset(pair) for pair in pairs}
    # Few of the games are between these pairs; only those games are read in full.
    rows = seat_rows(seats.filter(game__in=[game for game, two in sitting.items() if two in asked]))
    known = histories(rows, {key: key for pair in pairs for key in pair})
    rounds = range(1, tournament.number_of_rounds + 1)
    met = {
        (one, other): records.rounds_met(known[one].get(number, rules.BLANK) for number in rounds)
        for one, other in pairs
        if known[one]
    }
    return {pair: found[pair[1]] for pair, found in met.items() if pair[1] in found}


def most_rounds(tournament: Tournament) -> dict[int, int]:
    """Pairing number -> the most rounds in which the player can be paired (C.04.1 a, b; 2026: 1, 2).

    With a table, all rounds of the table.
    """
    numbers = [number or 0 for number in tournament.players.values_list("number", flat=True)]
    if table := rounds_for(edition_of(tournament), len(numbers)):
        return dict.fromkeys(numbers, table)
    games = games_of_match(tournament)
    most = records.most_rounds(numbers, _forbidden(tournament))
    return {number: games * rounds for number, rounds in most.items()}


def colour_violations(tournament: Tournament, number: int) -> list[Player]:
    """The players who get a forbidden colour in the round, by what is known today.

    B.2 of the older revisions forbids it, and their F.6 allows a published pairing to be changed for it.
    """
    # What is known today decides, even if it was not known when the round was paired.
    present = position(tournament, before=number, supposed=unknown_to_round(tournament, number))
    history = {p.number: records.colour_history(p, number - 1) for p in present.players}
    seats = Seat.objects.filter(round__tournament=tournament, round__number=number, game__isnull=False)
    return [
        seat.player
        for seat in seats.select_related("player").order_by("player__number")
        if records.must_not_get(history[seat.player.number or 0], rules.Colour(seat.colour or ""))
    ]


@dataclass(frozen=True, slots=True)
class Form:
    """What a player brings to a round besides points: the colours of their games, their last float.

    In matches of two games, the colours are those of the first games.
    """

    colours: str
    floated: str


def forms_before(
    tournament: Tournament, number: int, present: rules.Tournament | None = None
) -> dict[int, Form]:
    """Player's key -> what they bring to the round. `present` is the position before it, if at hand."""
    known = editions.edition_by_code(tournament.edition)
    present = known.entrants(present or position(tournament, before=number))
    people = keys(tournament)
    last = (number - 1) // known.form.games
    floated = floats_of_round(present, last, known.handling.float_of)

    def form(player: rules.Player) -> Form:
        left = floated[player.number]
        return Form(colours="".join(records.colour_history(player, last)), floated=left.value if left else "")

    return {people[player.number]: form(player) for player in present.players}


def floats(tournament: Tournament, present: rules.Tournament, rounds: int) -> dict[int, str]:
    """Pairing number -> the float of each of the first rounds: D down, U up, and a blank for no float.

    The rounds of the position have to be finished, with an adjourned game as a draw. The float of a match of
    two games is in the place of the first game.
    """
    known = editions.edition_by_code(tournament.edition)
    present, games = known.entrants(present), known.form.games
    last = rounds // games
    scores = {player.number: pairing_scores(present, player, last) for player in present.players}
    return {
        player.number: "".join(
            (float_in(player, number, known.handling.float_of, scores, present.scoring) or " ").ljust(games)
            for number in range(1, last + 1)
        )
        for player in present.players
    }


def colours_due(tournament: Tournament, number: int) -> dict[int, str]:
    """Player's key -> the colour ("w", "b") due to them in the round, for players with one due.

    Nobody has one in a match of two games.
    """
    if editions.edition_by_code(tournament.edition).form.games > 1:
        return {}
    people = keys(tournament)
    due = (
        (player.number, records.preference(records.colour_history(player, number - 1)).colour)
        for player in position(tournament, before=number).players
    )
    return {people[player]: colour.value for player, colour in due if colour}
