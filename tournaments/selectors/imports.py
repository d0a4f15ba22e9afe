"""All differences between an imported event and its file, and what the file did not say, in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import engine
from tournaments.models import AuditEvent, Member, Player, Tournament
from tournaments.points import as_text
from tournaments.texts import cleaned, hidden_in

# Fields that have the same name in the file's tournament and in the event.
TEXTS = ("name", "city", "federation", "time_control", "time_control_code")
# Records kept as they are if they cannot be read; that is reported line by line.
DAYS = {"042", "052"}


def adjustments(
    source: engine.Report,
    supplied: engine.Supplied,
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
        *_of_rounds(source, supplied, players),
        *_of_ranks(source, supplied, event),
        *_of_standings(source, event),
        *_kept(source, event),
        *_overruled(supplied),
    ]


def why_so_many(source: engine.Report, count: int, edition: str, said: int | None) -> str:
    """What the number of rounds follows from; `said` is the number that was entered on the page."""
    if count == source.rounds:
        return _("as the file says (records 142, XXR)")
    if count == engine.rounds_needed(source, edition):
        return _("as many as its players need")
    if count == said:
        return _("as you said")
    return _("the last one that was paired")


def supplied_to(event: Tournament) -> list[str]:
    """The notes of the event's import; [] for an event that was not imported."""
    act = AuditEvent.objects.filter(tournament=event, action=AuditEvent.Action.TOURNAMENT_IMPORTED).first()
    return act.supplied if act else []


def _of_announced_rounds(source: engine.Report, event: Tournament, said: int | None) -> Iterator[str]:
    count = event.number_of_rounds
    why = why_so_many(source, count, event.edition, said)
    if not source.rounds:
        text = _("The file does not say how many rounds there are: %(count)d, %(why)s.")
        yield text % {"count": count, "why": why}
    if said and said != count:
        text = _("Number of rounds: you said %(said)d, but there are %(count)d, %(why)s.")
        yield text % {"said": said, "count": count, "why": why}


def _of_rules(source: engine.Report, event: Tournament, chosen: str) -> Iterator[str]:
    name = engine.name_of(engine.edition_of(event))
    if not source.edition:
        by_day = _("by its last day") if source.end_date else _("by its first day")
        text = _("The file names no pairing rules: %(name)s, %(why)s.")
        yield text % {"name": name, "why": _("as you chose") if chosen else by_day}
    elif source.edition != event.edition:
        text = _("The file names pairing rules that cannot be used here, %(found)s: %(name)s, as you chose.")
        yield text % {"found": source.edition, "name": name}
    elif engine.is_older_than_rules(source, event.edition):
        text = _(
            "The event ended before this text of its pairing rules came into force: %(name)s, as you chose."
        )
        yield text % {"name": name}
    elif chosen and chosen != event.edition:
        text = _("You chose %(chosen)s, which does not count: the file names %(name)s (record 192).")
        yield text % {"chosen": engine.name_of_code(chosen), "name": name}


def _of_regulations(source: engine.Report, supplied: engine.Supplied, event: Tournament) -> Iterator[str]:
    if supplied.initial_colour:
        text = _("The file does not say the initial colour: %(colour)s, as round 1 shows.")
        yield text % {"colour": event.get_initial_colour_display()}
    told = engine.rating_kind_of_report(source)
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


def _of_texts(source: engine.Report, event: Tournament) -> Iterator[str]:
    # Record 092 is worded in many ways; some programs write the code of the rules there.
    swiss = engine.edition_of(event).rounds_for is None
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


def _of_arbiters(source: engine.Report, event: Tournament) -> Iterator[str]:
    written = filter(None, (source.chief_arbiter, *source.deputy_arbiters))
    for found, kept in zip(written, map(str, event.named_arbiters.all()), strict=True):
        if found != kept:
            yield _("Arbiter: “%(found)s” became “%(kept)s”.") % {"found": found, "kept": kept}


def _of_days(source: engine.Report, event: Tournament) -> Iterator[str]:
    beyond = [day for day in source.round_dates[event.number_of_rounds :] if day]
    if beyond:
        text = _("Left out, because there are no more rounds than %(count)d: %(days)s.")
        yield text % {"count": event.number_of_rounds, "days": ", ".join(beyond)}


def _of_players(
    source: engine.Report, supplied: engine.Supplied, players: dict[int, Player]
) -> Iterator[str]:
    for found, title in supplied.titles:
        yield _("The title “%(found)s” is read as %(title)s.") % {"found": found, "title": title}
    yield from of_people(source, players)
    late = [f"{player.number} {player.name}" for player in players.values() if player.first_round > 1]
    if late:
        text = _("Late entries, because nothing is recorded for them before: %(names)s.")
        yield text % {"names": "; ".join(late)}


def of_people(source: engine.Report, people: Mapping[int, Player | Member]) -> Iterator[str]:
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


def _of_rounds(source: engine.Report, supplied: engine.Supplied, players: dict[int, Player]) -> Iterator[str]:
    for surplus in supplied.surplus_byes:
        yield _("Against the rules: %(fault)s.") % {"fault": engine.in_words(surplus)}
    for number, round_, outcome in supplied.byes:
        kind = engine.bye_of(outcome)
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


def _of_ranks(source: engine.Report, supplied: engine.Supplied, event: Tournament) -> Iterator[str]:
    """The ranks that differ from the standings here, in one sentence, as there may be many."""
    proper = engine.ranks_of_report(source, event)
    changed = [
        _("line %(line)d, %(name)s: %(found)d became %(kept)d")
        % {"line": supplied.lines[entry.number], "name": entry.name, "found": entry.rank, "kept": kept}
        for entry in source.players
        if entry.rank and (kept := proper.get(entry.number)) and entry.rank != kept
    ]
    if changed:
        yield _("Ranks follow the standings here: %(ranks)s.") % {"ranks": "; ".join(changed)}


def _of_standings(source: engine.Report, event: Tournament) -> Iterator[str]:
    """The tie-breaks of the standings if the file has others, and the program that paired the file."""
    usual = ("PTS", *event.tie_break_codes)
    if source.tie_breaks and source.tie_breaks != tuple(code.upper() for code in usual):
        yield _("The file’s standings go by %(found)s (records 202, 212); here they go by %(kept)s.") % {
            "found": ", ".join(source.tie_breaks),
            "kept": ", ".join(usual),
        }
    if source.controller not in ("", engine.PROGRAM):
        yield _("The file was paired by “%(found)s” (record 182); from here on it is by %(kept)s.") % {
            "found": source.controller,
            "kept": engine.PROGRAM,
        }


def _kept(source: engine.Report, event: Tournament) -> Iterator[str]:
    """The records that events have no place for."""
    _presence, others = engine.presence_told(source)
    _ratings, others = engine.ratings_told(event, source, others)
    # Its own federation’s records are read: they have the national ratings.
    codes = {record[:3] for record in others} - DAYS - {event.federation}
    if codes:
        yield ngettext(
            "This event has no place for record %(codes)s, so it is kept unchanged for its files.",
            "This event has no place for records %(codes)s, so they are kept unchanged for its files.",
            len(codes),
        ) % {"codes": ", ".join(sorted(codes))}


def _unread(supplied: engine.Supplied) -> Iterator[str]:
    """Records that cannot be read but decide nothing, those of players first."""
    for damaged in supplied.damaged:
        yield _("Not read as a player, but kept: %(fault)s.") % {"fault": engine.in_words(damaged)}
    for unread in supplied.unread:
        yield _("Could not be read: %(fault)s.") % {"fault": engine.in_words(unread)}


def _overruled(supplied: engine.Supplied) -> Iterator[str]:
    """Records that others in the file overrule."""
    for error in supplied.overruled:
        yield _("Does not count: %(fault)s.") % {"fault": engine.in_words(error)}


def of_points_left_out(left_out: Iterable[engine.LeftOut], players: dict[int, Player]) -> Iterator[str]:
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
