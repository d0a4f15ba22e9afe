"""Events read from the files of FIDE: the event, its players, teams, rounds, and who left."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any
from uuid import UUID, uuid5

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments import rulebook
from tournaments.chain import services as chain
from tournaments.errors import DomainError, Level, RuleWarning
from tournaments.event.services.event import free_slug, made_from, make_owner, require_sense
from tournaments.fide.queries import DAYS, adjustments, of_people, of_points_left_out, of_teams, why_so_many
from tournaments.formats.lists.cells import known_code_of
from tournaments.log.acts import Act, LogLines, Question, acting, ask, fields
from tournaments.log.queries import of_pairing
from tournaments.models import (
    Arbiter,
    AuditEvent,
    Decision,
    EarlierRating,
    Game,
    IntegrityEvent,
    LineUp,
    Member,
    OtherRecords,
    Player,
    Prohibition,
    Prohibition_players,
    Rating,
    Round,
    Seat,
    ServerAct,
    Tournament,
)
from tournaments.models.fields import A_TIME_CONTROL, HIGHEST_RATING, MOST_ROUNDS
from tournaments.models.log import Bye, Item, Text
from tournaments.models.round import MOST_MEMBERS
from tournaments.models.tournament import CHIEF
from tournaments.ratings.queries import counting
from tournaments.rounds.queries.by_hand import side_by_side
from tournaments.rounds.services.drafts import plan_rounds, seat_pairs
from tournaments.server.services import note_event
from tournaments.texts import cleaned


def import_tournament(
    *,
    data: bytes,
    actor: User,
    slug: str = "",
    rounds: int | None = None,
    edition: str = "",
    rating_kind: str = "",
    nonce: UUID | None = None,
    reason: str = "",
    confirmation: str = "",
) -> Tournament:
    """Import the tournament of a TRF file; its rounds are published as the file has them, not paired again.

    `rounds` is the announced number of rounds and `edition` the code of the rules, for a file that gives
    none, or none that this release knows; if neither names an edition, it is the one that was in force on the
    last day, and a file without a day is refused with code "edition". `rating_kind` says which of FIDE's
    ratings the file has, whatever it says itself; if neither does, they are standard. Every round is checked
    by that edition: one that differs stays as it is, once ConfirmationNeeded has been answered, and is noted
    with the `reason` unless a remark in the file explains it; so is a full-point bye. Whatever had to be
    supplied, changed or left out is noted in the log, one sentence each. The same `nonce` again is the same
    form sent twice: it returns the tournament that was made the first time.
    Raises DomainError, and leaves nothing behind, for a defective file (line, column, expected) and for
    anything that this program would pair wrongly because it does not know it.
    """
    source, supplied, unreadable = rulebook.read_report(data, edition)
    code = rulebook.edition_of_report(source, edition)
    announced = rulebook.rounds_of_report(source, code, rounds)
    require_rounds(source, announced, code, rounds)
    rulebook.require_independent(source, unreadable, code, announced)
    source, left_out = rulebook.with_usual_points(source, code, announced)
    file, report = source, rulebook.teams_in(source, code)
    if report:
        source = report.teams
        supplied = replace(supplied, byes=(), lines=supplied.team_lines)
    tournament = tournament_of(
        source, announced, code, report and report.regulations, rating_kind=rating_kind
    )
    # Before the transaction, so that nobody waits for the check of a large file.
    checked = rulebook.check_report(file, code, tournament.number_of_rounds)
    wrong = [result for result in checked if not result.agrees]
    source, supplied = rulebook.with_one_bye_a_round(source, supplied, code, tournament.number_of_rounds)
    # In a knock-out this is what the bracket gives to a player without an opponent.
    full = [] if rulebook.is_knock_out(tournament) else list(full_point_byes(source))
    ask(
        Question("import", _("Import the tournament")),
        [*(warning(source, result) for result in wrong), *of_full_point_byes(full)],
        of={
            "file": hashlib.sha256(data).hexdigest(),
            "rounds": rounds,
            "edition": code,
            "ratings": rating_kind,
        },
        by=actor,
        given=confirmation,
        reason=reason,
    )
    tournament.nonce = uuid5(nonce, str(actor.pk)) if nonce else None
    try:
        with transaction.atomic():
            if made := made_from(tournament.nonce):
                return made
            presence, others = rulebook.presence_in(source)
            ratings, others = rulebook.ratings_by_round(tournament, source, others)
            end, others = rulebook.end_in(source, others)
            tournament.tie_break_rating = ratings.in_tie_breaks
            tournament.slug = slug or free_slug(source.name)
            tournament.save()
            make_owner(tournament, actor)
            plan_rounds(tournament)
            store_arbiters(tournament, source)
            all_rounds = list(tournament.rounds.order_by("number"))
            store_days(all_rounds, source)
            players = store_players(tournament, source, presence, ratings)
            members = store_members(report, players) if report else {}
            store_other_records(tournament, others)
            store_prohibitions(tournament, source, players)
            with acting(tournament, actor) as act:
                audit = act.record(
                    AuditEvent.Action.TOURNAMENT_IMPORTED,
                    subject=tournament.name,
                    after={
                        "players": len(players),
                        "rounds": source.played_rounds,
                        "edition": tournament.edition,
                        "supplied": [
                            *adjustments(
                                source, supplied, tournament, players, rounds=rounds, edition=edition
                            ),
                            *of_points_left_out(left_out, players),
                            *of_people(file, members),
                            *(of_teams(file, report, supplied, players) if report else ()),
                        ],
                    },
                    reason=reason.strip() if wrong or full else "",
                )
                store_rounds(act, audit, source, all_rounds[: source.played_rounds], players, checked, report)
                store_byes_to_come(all_rounds[source.played_rounds :], source, players)
                unexplained = [result for result in wrong if not result.accepted]
                note(audit, unexplained, full, players, end)
            note_event(ServerAct.Action.EVENT_ADDED, tournament, actor=actor)
            return tournament
    except IntegrityError:
        # The form was sent twice at once, and the other request was faster.
        if made := made_from(tournament.nonce):
            return made
        raise


_counted = fields(
    Tournament,
    players=gettext_lazy("players"),
    rounds=gettext_lazy("rounds"),
    words={"edition": rulebook.name_of_code},
)


def _imported(before: dict[str, Any], after: dict[str, Any]) -> str:
    # What had to be supplied is shown below it, one sentence a line.
    return _counted(before, {name: fact for name, fact in after.items() if name != "supplied"})


LOG_LINES: LogLines = {AuditEvent.Action.TOURNAMENT_IMPORTED: _imported}


def tournament_of(
    source: rulebook.Report,
    rounds: int,
    edition: str,
    of_teams: Mapping[str, Any] | None = None,
    *,
    rating_kind: str = "",
) -> Tournament:
    """The event of the file, checked but not stored; DomainError for one that makes no sense.

    `rounds` is how many there are, `of_teams` are the fields of an event of teams, whose players are the
    teams in `source`, `rating_kind` is the kind of FIDE's ratings if not as the file says.
    """
    scoring = source.scoring
    stated = rulebook.tie_breaks_of_report(source, edition)
    if of_teams is None and any(
        cell.points is not None for player in source.players for cell in player.cells
    ):
        raise DomainError(
            "abnormal_points",
            _(
                "The file gives some players different points from the rest (record 299), which events here"
                " cannot do, and pairings depend on them."
            ),
        )
    points = {
        "points_win": scoring.white_win,
        "points_draw": scoring.white_draw,
        "points_loss": scoring.white_loss,
        "points_pab": scoring.pairing_allocated_bye,
    }
    tournament = Tournament(
        name=source.name[:120] or _("Imported tournament"),
        city=source.city[:80],
        federation=known_code_of(source.federation),
        start_date=_day(source.start_date),
        end_date=_day(source.end_date),
        time_control=source.time_control[:120],
        time_control_code=_code(source.time_control_code),
        number_of_rounds=rounds,
        ended_after=source.ended,
        edition=edition,
        own_table=rulebook.own_table_of_report(source),
        rating_kind=rating_kind or rulebook.rating_kind_of_report(source) or Tournament.RatingKind.STANDARD,
        rating_method=Tournament.RatingMethod.FIDE if of_teams else rulebook.rating_method_of_report(source),
        acceleration=rulebook.acceleration_of_report(source, edition),
        initial_colour=source.initial_colour.value if source.initial_colour else "",
        colour_origin=Tournament.ColourOrigin.IMPORTED if source.initial_colour else "",
        **(points if of_teams is None else of_teams),
        tie_breaks=rulebook.usual_tie_breaks(edition) if stated is None else stated,
        tie_break_text=rulebook.tie_break_text_in_force(_day(source.end_date)),
    )
    if rulebook.scoring(tournament) != scoring:
        raise DomainError(
            "scoring",
            _("The file's scoring distinguishes colours or kinds of byes, which events here cannot do yet."),
        )
    first, last = tournament.start_date, tournament.end_date
    if first and last and last < first:
        raise DomainError(
            "tournament",
            _("The file’s last day (record 052: %(last)s) is before its first (record 042: %(first)s).")
            % {"first": source.start_date, "last": source.end_date},
        )
    try:
        require_sense(tournament)
        tournament.full_clean(exclude=["slug"])
    except ValidationError as error:
        raise DomainError("tournament", _faults_of(error)) from error
    return tournament


def require_rounds(source: rulebook.Report, rounds: int, edition: str, said: int | None) -> None:
    """Raise DomainError for more rounds than an event can have; `said` is the number entered on the page."""
    if rounds > MOST_ROUNDS:
        text = _("Rounds: found %(found)d, %(why)s; expected at most %(most)d.")
        why = why_so_many(source, rounds, edition, said)
        raise DomainError("tournament", text % {"found": rounds, "why": why, "most": MOST_ROUNDS})


def _faults_of(error: ValidationError) -> str:
    """Each fault with the name of the field."""
    labels = {field.name: str(getattr(field, "verbose_name", "")) for field in Tournament._meta.get_fields()}
    return " ".join(
        f"{labels[name].capitalize()}: {fault}" if name in labels else fault
        for name, faults in error.message_dict.items()
        for fault in faults
    )


def store_arbiters(tournament: Tournament, source: rulebook.Report) -> None:
    """Store the arbiters whom the file names, the chief arbiter first."""
    arbiters = []
    for place, line in enumerate((source.chief_arbiter, *source.deputy_arbiters), CHIEF):
        if line:
            arbiter = Arbiter.from_line(line)
            arbiter.tournament, arbiter.place = tournament, place
            arbiters.append(arbiter)
    Arbiter.objects.bulk_create(arbiters)


def store_days(rounds: Sequence[Round], source: rulebook.Report) -> None:
    """Store the days of the rounds, even those that do not fit the event's: the report page says so."""
    dated = rounds[: len(source.round_dates)]
    for round_, day in zip(dated, source.round_dates, strict=False):
        round_.day = _day(day)
    Round.objects.bulk_update(dated, ["day"])


def store_other_records(tournament: Tournament, records: list[str]) -> None:
    """Keep the records for which events have no place: they go into every file of the event again.

    Days that could not be read are left out: two records of one kind would contradict each other.
    """
    kept = [record for record in records if record[:3] not in DAYS]
    if kept:
        OtherRecords.objects.create(tournament=tournament, text="\n".join(kept))


def _code(text: str) -> str:
    """The code of the time control; "" if it is invalid."""
    try:
        A_TIME_CONTROL(text)
    except ValidationError:
        return ""
    return text[:60]


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text.replace("/", "-"))
    except ValueError:
        return None


def store_prohibitions(tournament: Tournament, source: rulebook.Report, players: dict[int, Player]) -> None:
    """Store the groups of players who may not meet, and in which rounds."""
    rows = [
        Prohibition(tournament=tournament, first_round=group.first, last_round=group.last)
        for group in source.forbidden
    ]
    Prohibition.objects.bulk_create(rows)
    Prohibition_players.objects.bulk_create(
        Prohibition_players(prohibition=row, player=players[number])
        for row, group in zip(rows, source.forbidden, strict=True)
        for number in sorted(group.players)
    )


def store_players(
    tournament: Tournament,
    source: rulebook.Report,
    presence: dict[int, rulebook.Presence],
    ratings: rulebook.RatingsByRound,
) -> dict[int, Player]:
    """Store the players, and return them by their numbers; DomainError for two with the same FIDE ID.

    `presence` is what the file says of late entries and withdrawals, `ratings` of ratings that changed.
    """
    players: dict[int, Player] = {}
    holders: dict[str, int] = {}
    born: dict[tuple[str, str], int] = {}
    given = tournament.acceleration == Tournament.Acceleration.GIVEN
    for entry in source.players:
        fide_id = acceptable(Player(tournament=tournament), "fide_id", entry.fide_id.lstrip("0"))
        if fide_id and holders.setdefault(fide_id, entry.number) != entry.number:
            message = _("Player %(number)d, %(name)s: FIDE ID %(id)s is player %(other)d’s.") % {
                "number": entry.number,
                "name": entry.name,
                "id": fide_id,
                "other": holders[fide_id],
            }
            raise DomainError("player", message)
        name = cleaned(entry.name) or _("Player %(number)d") % {"number": entry.number}
        births = [entry.birth.removesuffix("/00/00"), entry.birth[:4]]
        if born.setdefault((name.casefold(), births[0]), entry.number) != entry.number:
            # No two share name and day of birth (Player.is_same_person): the second keeps only the year.
            del births[0]
        there = presence.get(entry.number, rulebook.Presence())
        player = Player(
            tournament=tournament,
            number=entry.number,
            name=name,
            title=rulebook.handling.title_of(entry.title),
            sex=entry.sex if entry.sex in Player.Sex.values else "",
            rating=ratings.present.get(entry.number, entry.rating) or None,
            federation=known_code_of(entry.federation),
            fide_id=fide_id,
            birth=acceptable(Player(tournament=tournament), "birth", *births),
            first_round=there.first or _first_round(entry, source.played_rounds),
            withdrawn_from=there.gone,
            expelled=there.expelled,
            virtual_points=list(entry.virtual) if given else [],
        )
        try:
            # Each field by itself; the database checks the constraints on several columns.
            player.clean_fields(exclude=["tournament"])
        except ValidationError as error:
            message = _("Player %(number)d, %(name)s: %(fault)s") % {
                "number": entry.number,
                "name": entry.name,
                "fault": " ".join(error.messages),
            }
            raise DomainError("player", message) from error
        players[entry.number] = player
    Player.objects.bulk_create(players.values())
    # The ratings of teams follow from their members'.
    if tournament.boards is None:
        national = rulebook.national_ratings_of_report(source)
        Rating.objects.bulk_create(
            rating
            for entry in source.players
            for rating in _ratings(players[entry.number], entry, national.get(entry.number))
        )
    EarlierRating.objects.bulk_create(
        EarlierRating(player=players[number], until=until, value=rating)
        for number, held in ratings.earlier.items()
        for until, rating in held
    )
    return players


def _ratings(player: Player, entry: rulebook.ReportedPlayer, national: int | None) -> list[Rating]:
    """FIDE's rating of the player in a file, the national one, and the one that counts if neither does."""
    # If FIDE's counts, a later one of a long event is FIDE's too.
    fide = player.rating if entry.rating == entry.fide_rating else entry.fide_rating
    kinds = {Rating.Kind(player.tournament.rating_kind): fide, Rating.Kind.NATIONAL: national}
    found = [
        Rating(player=player, kind=kind, value=value, source=Rating.Source.REPORT)
        for kind, value in kinds.items()
        if value and value <= HIGHEST_RATING
    ]
    best = counting(player.tournament, found)
    if player.rating and player.rating != (best and best.value):
        # Where the lists decide what counts, anything else is the arbiter's estimate.
        other = player.tournament.rating_method == Tournament.RatingMethod.OTHER
        source = Rating.Source.REPORT if other else Rating.Source.ESTIMATE
        found.append(Rating(player=player, kind=Rating.Kind.OWN, value=player.rating, source=source))
    return found


def acceptable(row: Player | Member, column: str, *said: str) -> str:
    """The first of these values that the column accepts; "" if none: no pairing depends on the column."""
    others = {field.name for field in row._meta.fields} - {column}
    for value in said:
        setattr(row, column, value)
        try:
            row.clean_fields(exclude=others)
        except ValidationError:
            continue
        return value
    return ""


def _first_round(entry: rulebook.ReportedPlayer, played: int) -> int:
    """The first round in which the player left a trace: before it they had not entered (C.04.2 C.2)."""
    traces = (n for n in range(1, played + 1) if rulebook.is_trace(entry.cell(n)))
    return next(traces, 1)


type Players = dict[int, Player]


def store_rounds(
    act: Act,
    audit: AuditEvent,
    source: rulebook.Report,
    rounds: Sequence[Round],
    players: Players,
    checked: Iterable[rulebook.RoundCheck],
    of_teams: rulebook.TeamsReport | None = None,
) -> None:
    """Store the games and byes of these rounds, then publish the rounds, each with its links in the chain.

    A round has ended if another one was played after it and all its results are there. `checked` are the
    file's rounds as they were checked; `of_teams` has the results of the boards of matches, and who sat at
    them.
    """
    event = act.tournament
    played = event.rounds.filter(pk__in=[round_.pk for round_ in rounds])
    played.update(imported=True)
    by_round = {one.number: one for one in checked}
    Seat.objects.bulk_create(bye for round_ in rounds for bye in _byes(source, players, round_))
    games = [game for round_ in rounds for game in _games(event, source, players, round_, by_round, of_teams)]
    seat_pairs(games)
    Decision.objects.bulk_create(
        Decision(game=game, player=player, how=Decision.How.OTHER, audit=audit)
        for game, *two in games
        for player in two
        if _went_on(source, game, players, player)
    )
    if of_teams:
        store_line_ups(event, of_teams, players)
    on = {source.played_rounds, *(game.round.number for game, _white, _black in games if not game.result)}
    ended = {round_.number for round_ in rounds} - on
    at = timezone.now()
    chain.publish_imported(act, audit, rounds, ended, at)
    played.update(state=Round.State.PUBLISHED, published_at=at, published_by=act.user)
    played.filter(number__in=ended).update(state=Round.State.FINISHED)


def _went_on(source: rulebook.Report, game: Game, players: Players, player: Player) -> bool:
    """Whether the file says that the player went on by the tie-break of this game."""
    entry = next(entry for entry in source.players if players[entry.number] == player)
    return entry.cell(game.round.number).decided


def store_byes_to_come(coming: Sequence[Round], source: rulebook.Report, players: Players) -> None:
    """Store the byes of rounds that are not paired, except those of players who are not there anyway."""
    Seat.objects.bulk_create(
        bye
        for round_ in coming
        for bye in _byes(source, players, round_)
        if bye.player.takes_part_in(round_.number)
        or (bye.player.misses(round_.number) and bye.kind != Seat.Kind.ZERO_POINT_BYE)
    )


def _byes(source: rulebook.Report, players: Players, round_: Round) -> Iterator[Seat]:
    """The byes of the round; DomainError for any other result of a played round without an opponent."""
    number = round_.number
    for entry in source.players:
        cell = entry.cell(number)
        if cell.opponent is not None:
            continue
        if kind := rulebook.bye_of(cell.outcome):
            yield Seat(round=round_, player=players[entry.number], kind=kind)
        elif rulebook.is_trace(cell) and number <= source.played_rounds:
            raise DomainError(
                "cell",
                _(
                    "Player %(number)d, round %(round)d: “%(found)s” without an opponent."
                    " Expected U, F, H or Z."
                )
                % {"number": entry.number, "round": number, "found": cell.outcome},
            )


def _games(
    event: Tournament,
    source: rulebook.Report,
    players: Players,
    round_: Round,
    checked: Mapping[int, rulebook.RoundCheck],
    of_teams: rulebook.TeamsReport | None,
) -> Iterator[tuple[Game, Player, Player]]:
    """The games of the round as (game, White, Black); DomainError for a result that FIDE does not know."""
    number = round_.number
    for board, pair in enumerate(rulebook.boards_of_report(source, event, number, checked), 1):
        if of_teams is not None:
            results, left_open = of_teams.match(number, pair)
            result = rulebook.result_of_match(results.split(",") if results else [""] * (event.boards or 0))
            game = Game(round=round_, board=board, result=result, boards=results, left_open=left_open)
            yield game, players[pair.white], players[pair.black]
            continue
        cells = [source.players[player - 1].cell(number) for player in (pair.white, pair.black)]
        try:
            result, rated = rulebook.result_of(*cells)
        except DomainError as error:
            raise DomainError(
                "result",
                _("Round %(round)d, %(white)d against %(black)d: FIDE knows no result %(found)s.")
                % {"round": number, "white": pair.white, "black": pair.black, "found": error.message},
            ) from error
        left_open = "" if any(cell.colour for cell in cells) else "-"
        game = Game(round=round_, board=board, result=result, rated=rated, left_open=left_open)
        yield game, players[pair.white], players[pair.black]


def store_members(report: rulebook.TeamsReport, players: dict[int, Player]) -> dict[int, Member]:
    """Store the members of the teams, and return them by their numbers in the file.

    Raises DomainError for too many members of a team, and for two with the same FIDE ID.
    """
    members: dict[int, Member] = {}
    holders: dict[str, int] = {}
    for team, entries in report.members.items():
        if len(entries) > MOST_MEMBERS:
            text = _("Team %(number)d, %(name)s: found %(found)d members, expected at most %(most)d.")
            told = {"number": team, "name": players[team].name}
            raise DomainError("members", text % {**told, "found": len(entries), "most": MOST_MEMBERS})
        for place, entry in enumerate(entries, 1):
            members[entry.number] = member = _member(entry)
            member.team, member.place = players[team], place
            if member.fide_id and holders.setdefault(member.fide_id, entry.number) != entry.number:
                text = _("Player %(number)d, %(name)s: FIDE ID %(id)s is player %(other)d’s.")
                told = {"id": member.fide_id, "other": holders[member.fide_id]}
                raise DomainError("player", text % {"number": entry.number, "name": entry.name, **told})
    Member.objects.bulk_create(members.values())
    return members


def _member(entry: rulebook.ReportedPlayer) -> Member:
    """A person of the file, fitted to the columns of a member."""
    rating = entry.rating or 0
    member = Member(
        name=cleaned(entry.name) or _("Player %(number)d") % {"number": entry.number},
        title=rulebook.handling.title_of(entry.title),
        sex=entry.sex if entry.sex in Player.Sex.values else "",
        rating=rating if 1 <= rating <= HIGHEST_RATING else None,
        uncounted_fide_rating=entry.uncounted_fide_rating,
        federation=known_code_of(entry.federation),
        fide_id=acceptable(Member(), "fide_id", entry.fide_id.lstrip("0")),
        birth=acceptable(Member(), "birth", entry.birth.removesuffix("/00/00"), entry.birth[:4]),
    )
    try:
        member.clean_fields(exclude=["team", "place"])
    except ValidationError as error:
        text = _("Player %(number)d, %(name)s: %(fault)s")
        told = {"number": entry.number, "name": entry.name, "fault": " ".join(error.messages)}
        raise DomainError("player", text % told) from error
    return member


def store_line_ups(tournament: Tournament, report: rulebook.TeamsReport, players: dict[int, Player]) -> None:
    """Store the line-ups that are not simply the first of the order, before the rounds are public."""
    of_team = {player.pk: number for number, player in players.items()}
    seats = {
        (round_, of_team[player]): key
        for key, round_, player in Seat.objects.filter(round__tournament=tournament).values_list(
            "pk", "round__number", "player_id"
        )
    }
    members = {
        (member.team_id, member.place): member
        for member in Member.objects.filter(team__tournament=tournament)
    }
    LineUp.objects.bulk_create(
        LineUp(
            seat_id=seats[round_, team],
            board=board,
            member=members[players[team].pk, place] if place else None,
        )
        for (round_, team), places in report.line_ups.items()
        for board, place in enumerate(places, 1)
    )


def warning(source: rulebook.Report, result: rulebook.RoundCheck) -> RuleWarning:
    """The warning about one round that the file pairs differently from the rules."""
    names = {player.number: f"{player.number} {player.name}" for player in source.players}

    def in_words(pairs: Iterable[rulebook.Pair], bye: int | None) -> list[str]:
        boards = [f"{names[pair.white]} – {names[pair.black]}" for pair in pairs]
        return [*boards, _("%(name)s: bye") % {"name": names[bye]}] if bye else boards

    found, expected = _differences(result)
    return RuleWarning(
        Level.HARMLESS,
        "imported_round",
        _("Round %(number)d is not paired as the rules would pair it.") % {"number": result.number},
        article=_("C.04.2 A.4; 2026: 1.4"),
        facts={"round": result.number},
        details=tuple(filter(None, (str(result.message), *result.remarks))),
        table=side_by_side((_("In the file"), _("By the rules")), in_words(*found), in_words(*expected)),
    )


type Side = tuple[tuple[rulebook.Pair, ...], int | None]


def _differences(result: rulebook.RoundCheck) -> tuple[Side, Side]:
    """The boards that only the file has, and those that only the rules have; the byes if they differ."""
    expected = result.expected.bye if result.expected else None
    differs = result.found.bye != expected
    return (
        (result.surplus, result.found.bye if differs else None),
        (result.missing, expected if differs else None),
    )


def note(
    audit: AuditEvent,
    wrong: Iterable[rulebook.RoundCheck],
    full: Iterable[tuple[rulebook.ReportedPlayer, int]],
    players: dict[int, Player],
    end: rulebook.Ended | None,
) -> None:
    """Note for the report the rounds that differ from the rules, the full-point byes and an early end."""
    rounds = (_differing_round(audit, result, players) for result in wrong)
    byes = (
        IntegrityEvent(
            tournament=audit.tournament,
            kind=IntegrityEvent.Kind.FULL_POINT_BYE,
            round_number=number,
            audit=audit,
            after=[Bye(players[entry.number].pk, Seat.Kind.FULL_POINT_BYE)],
        )
        for entry, number in full
    )
    ends = [_early_end(audit, end)] if end else []
    IntegrityEvent.objects.bulk_create((*rounds, *byes, *ends))


def _early_end(audit: AuditEvent, end: rulebook.Ended) -> IntegrityEvent:
    return IntegrityEvent(
        tournament=audit.tournament,
        kind=IntegrityEvent.Kind.ROUNDS,
        round_number=end.after,
        audit=audit,
        remark=end.reason,
        before=[Text(str(end.announced))],
        after=[Text(str(end.after))],
    )


def _differing_round(
    audit: AuditEvent, result: rulebook.RoundCheck, players: dict[int, Player]
) -> IntegrityEvent:
    """The boards of the file and those of the rules; if the rules find no pairing, why."""

    def items(side: Side) -> list[Item]:
        pairs, bye = side
        return of_pairing(
            [(players[pair.white], players[pair.black]) for pair in pairs], players[bye] if bye else None
        )

    found, expected = map(items, _differences(result))
    return IntegrityEvent(
        tournament=audit.tournament,
        kind=IntegrityEvent.Kind.IMPORT,
        round_number=result.number,
        audit=audit,
        remark=str(result.message),
        before=expected,
        after=found,
    )


def full_point_byes(source: rulebook.Report) -> Iterator[tuple[rulebook.ReportedPlayer, int]]:
    """Each full-point bye of the file as (player, round), including those of the coming round."""
    for number in range(1, source.played_rounds + 2):
        for entry in source.players:
            if rulebook.bye_of(entry.cell(number).outcome) == Seat.Kind.FULL_POINT_BYE:
                yield entry, number


def of_full_point_byes(full: list[tuple[rulebook.ReportedPlayer, int]]) -> Iterator[RuleWarning]:
    """A warning of the file's full-point byes, if it has any."""
    if full:
        yield RuleWarning(
            Level.UNDESCRIBED,
            "full_point_byes",
            _("The file has full-point byes, which FIDE’s regulations do not describe."),
            article=_("C.04.2 D.4; 2026: 3.3"),
            details=tuple(
                _("Round %(number)d: %(name)s") % {"number": number, "name": entry.name}
                for entry, number in full
            ),
            facts={"byes": [[entry.number, number] for entry, number in full]},
        )
