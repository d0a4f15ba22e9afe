"""The report to FIDE: what it lacks, what it says, and what a file to be imported says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import rulebook
from tournaments.chain import queries as chain
from tournaments.errors import Cure, Obstacle, Place
from tournaments.event.queries import schedule
from tournaments.event.queries.obstacles import doubtful, missing_in, open_game, other_acceleration
from tournaments.log import queries as log
from tournaments.models import AuditEvent, Correction, Member, Player, Round, Seat, Tournament
from tournaments.players.queries import identity
from tournaments.ratings import queries as ratings
from tournaments.results.queries import adjourned_games
from tournaments.standings import queries as standings
from tournaments.texts import as_text, cleaned, hidden_in

# Records 022, 032, 042, 052 and 122, by the fields that hold them.
HEADER = ("city", "federation", "start_date", "end_date", "time_control")


def is_near(tournament: Tournament) -> bool:
    """Whether the last round is public; before that, nobody is asked for missing data."""
    last = tournament.last_round
    return any(one.number == last and one.state in Round.LOCKED for one in tournament.rounds.all())


def gaps(tournament: Tournament) -> list[Obstacle]:
    """The missing data, each with the place where it is entered (TRF16 and TRF26, marked R)."""
    return [*of_the_header(tournament), *of_the_arbiters(tournament), *of_the_rounds(tournament)]


def of_the_header(tournament: Tournament) -> Iterator[Obstacle]:
    """The missing fields of place, dates and time control."""
    for name in HEADER:
        if not getattr(tournament, name):
            label = Tournament._meta.get_field(name).verbose_name  # type: ignore[union-attr]  # no relation
            yield Obstacle(name, capfirst(str(label)), Cure(Place.EVENT_FIELD, field=name))


def of_the_arbiters(tournament: Tournament) -> Iterator[Obstacle]:
    """A missing chief arbiter, and missing FIDE IDs of arbiters."""
    named = list(tournament.named_arbiters.all())
    if not any(arbiter.is_chief for arbiter in named):
        yield Obstacle("chief_arbiter", _("Chief arbiter"), Cure(Place.ARBITERS))
    for arbiter in named:
        if not arbiter.fide_id:
            text = _("FIDE ID of %(name)s") % {"name": arbiter.name}
            yield Obstacle("arbiter_fide_id", text, Cure(Place.ARBITER, arbiter=arbiter.place))


def of_the_rounds(tournament: Tournament) -> Iterator[Obstacle]:
    """The missing days of rounds, and days that do not fit."""
    rounds = list(tournament.rounds.all())
    counting = (round_ for round_ in rounds if round_.number <= tournament.last_round)
    without = [str(round_.number) for round_ in counting if round_.day is None]
    if without:
        text = ngettext("Day of round %(numbers)s", "Days of rounds %(numbers)s", len(without))
        yield Obstacle("round_days", text % {"numbers": ", ".join(without)}, Cure(Place.SCHEDULE))
    for number, fault in schedule.faults(tournament, rounds).items():
        yield Obstacle("round_day", fault, Cure(Place.START, number))


# Columns 15 to 47 of a record 001 hold the name.
NAME_WIDTH = 33


def remarks(tournament: Tournament) -> list[str]:
    """Our own lines (###), for all that the records of a file have no place for.

    These are what affected the integrity of the pairings, late entries and withdrawals, ratings that changed,
    the fingerprints, and what decided among equals.
    """
    people = [player for player in tournament.players.all() if player.number]
    return [
        *log.remarks(tournament),
        *_of_people(people, tournament),
        *rulebook.rating_remarks(tournament),
        *chain.remarks(tournament, rulebook.other_records(tournament)),
        *standings.remarks(tournament),
    ]


def _of_people(people: list[Player], tournament: Tournament) -> Iterator[str]:
    """Lines for late entries by their first round and leavers by the first round without them."""
    lines: dict[tuple[int, str], list[int]] = {}
    for player in people:
        if player.first_round > 1:
            lines.setdefault((player.first_round, rulebook.LATE_ENTRY), []).append(player.number or 0)
        # Players who withdraw after the last round miss none.
        last = tournament.number_of_rounds + player.expelled
        if player.withdrawn_from and player.withdrawn_from <= last:
            word = rulebook.EXPULSION if player.expelled else rulebook.WITHDRAWAL
            lines.setdefault((player.withdrawn_from, word), []).append(player.number or 0)
    for (number, word), players in sorted(lines.items()):
        yield rulebook.OfPeople(word, number, tuple(sorted(players))).text


def unsaid(tournament: Tournament) -> list[str]:
    """What the event has but no report file can say, or not in full, one sentence each."""
    return list(_unsaid(tournament))


def _unsaid(tournament: Tournament) -> Iterator[str]:
    long = [player.name for player in tournament.players.all() if len(player.name) > NAME_WIDTH]
    if long:
        text = ngettext(
            "A name can have at most %(width)d characters; this one is cut: %(names)s.",
            "A name can have at most %(width)d characters; these are cut: %(names)s.",
            len(long),
        )
        yield text % {"width": NAME_WIDTH, "names": "; ".join(long)}
    if not rulebook.has_code_of_fide(tournament):
        _kind, code = rulebook.type_of_report(tournament)
        yield _("FIDE has no code for these pairing rules; %(code)s is this program’s own.") % {"code": code}
    if tournament.rating_method != Tournament.RatingMethod.FIDE and not tournament.federation:
        yield _("The file cannot say whose ratings count as long as the event has no federation.")
    if tournament.rounds.exclude(time=None).exists():
        yield _("Rounds have days but no times.")
    if tournament.categories.exists():
        yield _("There is no record for categories.")
    yield _("Boards have no numbers; who sat at which board is worked out from the scores.")


# The most players with the same fault that are named.
MOST_NAMED = 20


@dataclass(frozen=True, slots=True)
class Check:
    """One subject: what the report will say about it, and what is wrong or should be known.

    If it `refuses`, there is no final report until its faults are fixed. A `note` is not a fault, but
    something that the report states and the sender should know.
    """

    title: str
    faults: tuple[Obstacle, ...] = ()
    says: str = ""
    refuses: bool = False
    note: bool = False


def checks(tournament: Tournament) -> list[Check]:
    """All subjects, those that refuse the report first."""
    players = list(tournament.players.prefetch_related("ratings"))
    return [
        Check(_("Results"), tuple(_rounds_to_come(tournament)), refuses=True),
        Check(_("Adjourned games"), tuple(map(open_game, adjourned_games(tournament))), refuses=True),
        Check(_("Names"), (*_without_comma(players), *_too_long(players))),
        Check(_("FIDE IDs"), (*_without_id(players), *_not_as_listed(tournament))),
        Check(_("Probable doubles"), tuple(_doubles(tournament))),
        Check(
            _("Dates of birth"),
            tuple(_named(_("No date of birth:"), [row for row in players if not row.birth])),
        ),
        Check(_("Federations"), tuple(_named(_("No federation:"), [p for p in players if not p.federation]))),
        Check(_("The event"), tuple(of_the_header(tournament))),
        Check(_("Dates of the rounds"), tuple(of_the_rounds(tournament))),
        Check(_("Arbiters"), tuple(of_the_arbiters(tournament))),
        Check(_("System and acceleration"), tuple(_edition(tournament)), says=_declared(tournament)),
        Check(_("Corrections for the rating report only"), tuple(_for_rating(tournament)), note=True),
        Check(_("Integrity of the pairings"), tuple(_notes(tournament)), note=True),
    ]


def _rounds_to_come(tournament: Tournament) -> list[Obstacle]:
    last = tournament.last_round + 1
    found = [
        Obstacle(
            "earlier_round",
            _("Round %(number)d is not published yet.") % {"number": round_.number},
            Cure(Place.ROUND, round_.number),
        )
        for round_ in tournament.rounds.all()
        if not round_.is_public and round_.number < last
    ]
    found += missing_in(tournament, last)
    if not found and not tournament.is_finished and not adjourned_games(tournament):
        found.append(Obstacle("running", _("The tournament is not finished yet."), Cure(Place.DESK)))
    return found


def _named(what: str, players: Iterable[Player]) -> list[Obstacle]:
    """A line for each of the first players, and one with the number of the others."""
    lines = [
        Obstacle(
            "player",
            _("%(what)s %(number)d %(name)s") % {"what": what, "number": row.number or 0, "name": row.name},
            Cure(Place.PLAYER, player=row.pk),
        )
        for row in players
    ]
    return _counted(what, lines, Place.PLAYERS)


def _counted(what: str, lines: list[Obstacle], place: Place) -> list[Obstacle]:
    """The first of the lines, and one with the number of the other players, and where they are."""
    if not (more := len(lines[MOST_NAMED:])):
        return lines
    text = ngettext("%(what)s %(count)d more player", "%(what)s %(count)d more players", more)
    return [*lines[:MOST_NAMED], Obstacle("players", text % {"what": what, "count": more}, Cure(place))]


def _without_comma(players: list[Player]) -> list[Obstacle]:
    return _named(_("Expected “Family name, first name”:"), [row for row in players if "," not in row.name])


def _too_long(players: list[Player]) -> list[Obstacle]:
    what = _("Longer than the %(most)d letters of the report:") % {"most": NAME_WIDTH}
    return _named(what, [row for row in players if len(row.name) > NAME_WIDTH])


def _without_id(players: list[Player]) -> list[Obstacle]:
    return _named(_("No FIDE ID:"), [row for row in players if not row.fide_id])


def _not_as_listed(tournament: Tournament) -> list[Obstacle]:
    found = ratings.check(tournament)
    of_others = [
        Obstacle(
            "fide_id",
            _("%(person)s: %(doubt)s") % {"person": ratings.in_words(doubt.person), "doubt": doubt},
            Cure(Place.PLAYER, player=player.pk),
        )
        for player, doubt in found.doubtful
    ]
    return [
        *_named(_("FIDE ID that is on no rating list in use:"), found.not_listed),
        *_counted(_("Otherwise on the rating list:"), of_others, Place.IDS),
    ]


def _doubles(tournament: Tournament) -> list[Obstacle]:
    text = _("No. %(number)d %(name)s and no. %(other_number)d %(other)s are probably the same person.")
    lines = [
        Obstacle(
            "double",
            text
            % {
                "number": one.number or 0,
                "name": one.name,
                "other_number": other.number or 0,
                "other": other.name,
            },
            Cure(Place.PLAYER, player=other.pk),
        )
        for one, other in identity.doubles(tournament)
    ]
    return _counted(_("Probably entered twice:"), lines, Place.DOUBLES)


def _declared(tournament: Tournament) -> str:
    """How the records 092 and 192 declare the system, and Baku's acceleration with it (C.04.2 A.3)."""
    return " · ".join(rulebook.type_of_report(tournament))


def _edition(tournament: Tournament) -> Iterable[Obstacle]:
    """Rules that are not in force on the last day, and an acceleration that no code declares (A.3)."""
    in_force = rulebook.successor_of(rulebook.edition_of(tournament), tournament.end_date)
    if tournament.end_date and in_force != tournament.edition:
        text = _("On the last day %(proper)s are in force, but the event is paired by %(own)s.")
        names = {
            "own": rulebook.name_of_code(tournament.edition),
            "proper": rulebook.name_of_code(in_force),
        }
        yield Obstacle("edition_out_of_force", text % names, Cure(Place.SETTINGS))
    if tournament.acceleration == Tournament.Acceleration.GIVEN:
        text = _("The virtual points of the imported file have no code: they are declared player by player.")
        yield Obstacle("acceleration", text, Cure(Place.SETTINGS))
    yield from other_acceleration(tournament)


def _for_rating(tournament: Tournament) -> Iterable[Obstacle]:
    rows = Correction.objects.filter(game__round__tournament=tournament, case=Correction.Case.RATING)
    for row in rows.select_related("game__round"):
        number, board = row.game.round.number, row.game.board
        text = _("Round %(number)d, board %(board)d: %(what)s") % {
            "number": number,
            "board": board,
            "what": row.in_words,
        }
        yield Obstacle("rating_correction", text, Cure(Place.BOARD, number, board))


def _notes(tournament: Tournament) -> Iterable[Obstacle]:
    for row in log.active(tournament).order_by("round_number", "pk"):
        text = _("Round %(number)d: %(what)s") % {
            "number": row.round_number,
            "what": row.get_kind_display(),
        }
        yield Obstacle("integrity", text, Cure(Place.NOTE, note=row.pk))


# Fields that have the same name in the file's tournament and in the event.
TEXTS = ("name", "city", "federation", "time_control", "time_control_code")
# Records kept as they are if they cannot be read; that is reported line by line.
DAYS = {"042", "052"}


def adjustments(
    source: rulebook.Report,
    supplied: rulebook.Supplied,
    event: Tournament,
    players: dict[int, Player],
    *,
    rounds: int | None,
    edition: str,
) -> list[str]:
    """What was supplied, changed or left out, one sentence each.

    `source` is what the file says, `supplied` what its reader added; `event` and `players` (by their numbers
    in the file) are what was made from it; `rounds` and `edition` were chosen on the page.
    """
    return [
        *_unread(supplied),
        *_of_announced_rounds(source, event, rounds),
        *_of_rules(source, event, edition),
        *_of_regulations(source, supplied, event),
        *_of_texts(source, event),
        *_of_arbiters(source, event),
        *_of_days(source, event),
        *_of_players(source, supplied, players),
        *(line.message for line in (*doubtful(event), *_doubles(event))),
        *_of_rounds(source, supplied, players),
        *_of_ranks(source, supplied, event),
        *_of_standings(source, event),
        *_records_without_place(source, event),
        *_overruled(supplied),
    ]


def why_so_many(source: rulebook.Report, count: int, edition: str, said: int | None) -> str:
    """What the number of rounds follows from; `said` is the number that was entered on the page."""
    if count == source.rounds:
        return _("as the file says (records 142, XXR)")
    if count == rulebook.rounds_needed(source, edition):
        return _("as many as its players need")
    if count == said:
        return _("as you said")
    return _("the last one that was paired")


def supplied_to(event: Tournament) -> list[str]:
    """The notes of the event's import; [] for an event that was not imported."""
    act = AuditEvent.objects.filter(tournament=event, action=AuditEvent.Action.TOURNAMENT_IMPORTED).first()
    return act.supplied if act else []


def _of_announced_rounds(source: rulebook.Report, event: Tournament, said: int | None) -> Iterator[str]:
    count = event.number_of_rounds
    why = why_so_many(source, count, event.edition, said)
    if not source.rounds:
        text = _("The file does not say how many rounds there are: %(count)d, %(why)s.")
        yield text % {"count": count, "why": why}
    if said and said != count:
        text = _("Number of rounds: you said %(said)d, but there are %(count)d, %(why)s.")
        yield text % {"said": said, "count": count, "why": why}


def _of_rules(source: rulebook.Report, event: Tournament, chosen: str) -> Iterator[str]:
    name = rulebook.name_of(rulebook.edition_of(event))
    if not source.edition:
        by_day = _("by its last day") if source.end_date else _("by its first day")
        text = _("The file names no pairing rules: %(name)s, %(why)s.")
        yield text % {"name": name, "why": _("as you chose") if chosen else by_day}
    elif source.edition != event.edition:
        text = _("The file names pairing rules that cannot be used here, %(found)s: %(name)s, as you chose.")
        yield text % {"found": source.edition, "name": name}
    elif rulebook.is_older_than_rules(source, event.edition):
        text = _(
            "The event ended before this text of its pairing rules came into force: %(name)s, as you chose."
        )
        yield text % {"name": name}
    elif chosen and chosen != event.edition:
        text = _("You chose %(chosen)s, which does not count: the file names %(name)s (record 192).")
        yield text % {"chosen": rulebook.name_of_code(chosen), "name": name}


def _of_regulations(source: rulebook.Report, supplied: rulebook.Supplied, event: Tournament) -> Iterator[str]:
    if supplied.initial_colour:
        text = _("The file does not say the initial colour: %(colour)s, as round 1 shows.")
        yield text % {"colour": event.get_initial_colour_display()}
    told = rulebook.rating_kind_of_report(source)
    if told and told != event.rating_kind:
        text = _("Ratings by the records 092 and 222: %(found)s. Here: %(kept)s, as you chose.")
        yield text % {"found": told.label, "kept": event.get_rating_kind_display()}
    if source.rating_method and not source.rating_method.upper().endswith(event.rating_method):
        kept = event.get_rating_method_display()
        if event.rating_method == Tournament.RatingMethod.OTHER:
            text = _("Record 172, “%(found)s”, is about ratings of another federation: %(kept)s.")
        else:
            text = _("Record 172, “%(found)s”, does not say whose ratings count: %(kept)s.")
        yield text % {"found": source.rating_method, "kept": kept}
    if event.acceleration == Tournament.Acceleration.BAKU and not source.baku:
        yield _(
            "The virtual points of the file are those of the Baku acceleration: the event goes on with it."
        )
    if event.acceleration == Tournament.Acceleration.NONE and (
        source.baku or any(any(player.virtual) for player in source.players)
    ):
        yield _(
            "Virtual points are left out: these pairing rules accelerate nothing (records 192, 250, XXA)."
        )
    if event.acceleration == Tournament.Acceleration.GIVEN:
        yield _("The virtual points of the file are kept as they are, player by player.")


def _of_texts(source: rulebook.Report, event: Tournament) -> Iterator[str]:
    # Record 092 is worded in many ways; some programs write the code of the rules there.
    swiss = rulebook.edition_of(event).rounds_for is None
    if swiss and source.system and not any(word in source.system.lower() for word in ("swiss", "dutch")):
        yield _("The file is of another kind of tournament, “%(found)s”; it goes on as a Swiss.") % {
            "found": source.system
        }
    for field in TEXTS:
        found, kept = cleaned(getattr(source, field)), getattr(event, field)
        if found != kept:
            label = Tournament._meta.get_field(field).verbose_name  # type: ignore[union-attr]  # no relation
            yield _("%(field)s: “%(found)s” became “%(kept)s”.") % {
                "field": str(label).capitalize(),
                "found": found,
                "kept": kept,
            }


def _of_arbiters(source: rulebook.Report, event: Tournament) -> Iterator[str]:
    written = filter(None, (source.chief_arbiter, *source.deputy_arbiters))
    for found, kept in zip(written, map(str, event.named_arbiters.all()), strict=True):
        if found != kept:
            yield _("Arbiter: “%(found)s” became “%(kept)s”.") % {"found": found, "kept": kept}


def _of_days(source: rulebook.Report, event: Tournament) -> Iterator[str]:
    beyond = [day for day in source.round_dates[event.number_of_rounds :] if day]
    if beyond:
        text = _("Left out, because there are no more rounds than %(count)d: %(days)s.")
        yield text % {"count": event.number_of_rounds, "days": ", ".join(beyond)}


def _of_players(
    source: rulebook.Report, supplied: rulebook.Supplied, players: dict[int, Player]
) -> Iterator[str]:
    for found, title in supplied.titles:
        yield _("The title “%(found)s” is read as %(title)s.") % {"found": found, "title": title}
    yield from of_people(source, players)
    late = [f"{player.number} {player.name}" for player in players.values() if player.first_round > 1]
    if late:
        text = _("Late entries, because nothing is recorded for them before: %(names)s.")
        yield text % {"names": "; ".join(late)}


def of_people(source: rulebook.Report, people: Mapping[int, Player | Member]) -> Iterator[str]:
    """The changes to the players of the file who are `people` of the event, by number."""
    for entry in source.players:
        if entry.number not in people:
            continue
        kept = people[entry.number]
        for found, own, what in (
            (cleaned(entry.name), kept.name, _("name")),
            (entry.title, kept.title, _("title")),
            (entry.sex, kept.sex, _("sex")),
            (entry.federation, kept.federation, _("federation")),
            (entry.birth.removesuffix("/00/00"), kept.birth, _("born")),
            (entry.fide_id.lstrip("0"), kept.fide_id, _("FIDE ID")),
        ):
            if found != own:
                yield _("Player %(number)d, %(what)s: “%(found)s” became “%(kept)s”.") % {
                    "number": entry.number,
                    "what": what,
                    "found": found,
                    "kept": own,
                }
        if hidden := hidden_in(entry.name):
            yield _("Player %(number)d: %(found)s in the name is left out, because it is invisible.") % {
                "number": entry.number,
                "found": ", ".join(hidden),
            }


def _of_rounds(
    source: rulebook.Report, supplied: rulebook.Supplied, players: dict[int, Player]
) -> Iterator[str]:
    for surplus in supplied.surplus_byes:
        yield _("Against the rules: %(fault)s.") % {"fault": rulebook.in_words(surplus)}
    for number, round_, outcome in supplied.byes:
        kind = rulebook.bye_of(outcome)
        yield _("Round %(round)d, %(name)s: a result without an opponent is read as %(kind)s.") % {
            "round": round_,
            "name": players[number].name,
            "kind": kind.label if kind else outcome,
        }
    for round_ in range(1, source.played_rounds + 1):
        for entry in source.players:
            cell = entry.cell(round_)
            if cell.opponent and cell.colour is None and entry.number < cell.opponent:
                text = _(
                    "Round %(round)d: %(one)s and %(other)s have no colours. Pages list them as White and"
                    " Black, files leave the colours out."
                )
                yield text % {
                    "round": round_,
                    "one": players[entry.number].name,
                    "other": players[cell.opponent].name,
                }


def _of_ranks(source: rulebook.Report, supplied: rulebook.Supplied, event: Tournament) -> Iterator[str]:
    """The ranks that differ from the standings here, in one sentence, as there may be many."""
    proper = rulebook.ranks_of_report(source, event)
    changed = [
        _("line %(line)d, %(name)s: %(found)d became %(kept)d")
        % {"line": supplied.lines[entry.number], "name": entry.name, "found": entry.rank, "kept": kept}
        for entry in source.players
        if entry.rank and (kept := proper.get(entry.number)) and entry.rank != kept
    ]
    if changed:
        yield _("Ranks follow the standings here: %(ranks)s.") % {"ranks": "; ".join(changed)}


def _of_standings(source: rulebook.Report, event: Tournament) -> Iterator[str]:
    """The tie-breaks of the standings if the file has others, and the program that paired the file."""
    usual = ("PTS", *event.tie_break_codes)
    if source.tie_breaks and source.tie_breaks != tuple(code.upper() for code in usual):
        yield _("The file’s standings go by %(found)s (records 202, 212); here they go by %(kept)s.") % {
            "found": ", ".join(source.tie_breaks),
            "kept": ", ".join(usual),
        }
    if source.controller not in ("", rulebook.PROGRAM):
        yield _("The file was paired by “%(found)s” (record 182); from here on it is by %(kept)s.") % {
            "found": source.controller,
            "kept": rulebook.PROGRAM,
        }


def _records_without_place(source: rulebook.Report, event: Tournament) -> Iterator[str]:
    """The records that events have no place for."""
    _presence, others = rulebook.presence_in(source)
    _ratings, others = rulebook.ratings_by_round(event, source, others)
    # Its own federation’s records are read: they have the national ratings.
    codes = {record[:3] for record in others} - DAYS - {event.federation}
    if codes:
        yield ngettext(
            "This event has no place for record %(codes)s, so it is kept unchanged for its files.",
            "This event has no place for records %(codes)s, so they are kept unchanged for its files.",
            len(codes),
        ) % {"codes": ", ".join(sorted(codes))}


def _unread(supplied: rulebook.Supplied) -> Iterator[str]:
    """Records that cannot be read but decide nothing, those of players first."""
    for damaged in supplied.damaged:
        yield _("Not read as a player, but kept: %(fault)s.") % {"fault": rulebook.in_words(damaged)}
    for unread in supplied.unread:
        yield _("Could not be read: %(fault)s.") % {"fault": rulebook.in_words(unread)}


def _overruled(supplied: rulebook.Supplied) -> Iterator[str]:
    """Records that others in the file overrule."""
    for error in supplied.overruled:
        yield _("Does not count: %(fault)s.") % {"fault": rulebook.in_words(error)}


def of_points_left_out(left_out: Iterable[rulebook.LeftOut], players: dict[int, Player]) -> Iterator[str]:
    """The points of record 299 that events here cannot have and on which no pairing depends."""
    changed = [
        _("round %(round)d, %(name)s: %(found)s became %(kept)s")
        % {
            "round": one.round,
            "name": players[one.number].name,
            "found": as_text(one.found),
            "kept": as_text(one.kept),
        }
        for one in left_out
    ]
    if changed:
        text = _(
            "Points that only some get are left out, as no pairing depends on them (record 299): %(points)s."
        )
        yield text % {"points": "; ".join(changed)}


_ALLOCATED = Seat.Kind.PAIRING_ALLOCATED_BYE


def of_teams(
    source: rulebook.Report,
    report: rulebook.TeamsReport,
    supplied: rulebook.Supplied,
    players: dict[int, Player],
) -> Iterator[str]:
    """A sentence for each kind of such a difference.

    `source` is what the file says, `report` the same as events have it, `players` the teams by number.
    """
    event = source.team_event
    if event is None:
        return
    out_of_order = [
        _("round %(round)d, %(name)s") % {"round": number, "name": players[team].name}
        for number, team in report.out_of_order
    ]
    if out_of_order:
        text = _("Line-ups that are not in the order of the team are kept as they are: %(teams)s.")
        yield text % {"teams": "; ".join(out_of_order)}
    nicknames = [f"{team.number} {team.nickname}" for team in event.teams if team.nickname]
    if nicknames:
        text = _("Left out, because teams have no nicknames here (record 310): %(names)s.")
        yield text % {"names": "; ".join(nicknames)}
    changed = [
        _("line %(line)d, %(name)s, %(what)s: “%(found)s” became “%(kept)s”")
        % {
            "line": supplied.team_lines[told.team],
            "name": players[told.team].name,
            "what": what,
            "found": found,
            "kept": kept,
        }
        for told in rulebook.stated_of_teams(source, report)
        for what, found, kept in (
            (_("strength"), told.strength, str(players[told.team].rating or "")),
            (_("match points"), *map(as_text, told.match_points)),
            (_("game points"), *map(as_text, told.game_points)),
        )
        if found and found != kept
    ]
    if changed:
        text = _("Record 310 follows the ratings of the members and the matches here: %(teams)s.")
        yield text % {"teams": "; ".join(changed)}
    others = [
        _("round %(round)d, %(name)s") % {"round": number, "name": players[team].name}
        for number, team in enumerate(event.allocated.teams if event.allocated else (), 1)
        if team and rulebook.bye_of(report.teams.players[team - 1].cell(number).outcome) != _ALLOCATED
    ]
    if others:
        text = _("Record 320 does not count for teams without the pairing-allocated bye: %(teams)s.")
        yield text % {"teams": "; ".join(others)}
