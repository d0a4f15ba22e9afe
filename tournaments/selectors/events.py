"""Reading an event: what comes next, its regulations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, prefetch_related_objects
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import engine
from tournaments.models import Announcement, AuditEvent, Player, Tournament
from tournaments.models.events import EventQuerySet
from tournaments.players.queries import presence
from tournaments.points import as_text
from tournaments.ratings.queries import method_in_words
from tournaments.selectors import line_ups
from tournaments.selectors.next_round import why_unpairable
from tournaments.selectors.obstacles import Obstacle, obstacles, unfinished
from tournaments.selectors.rounds import first_open, next_number, with_round_on


@dataclass(frozen=True, slots=True)
class NextStep:
    """The one thing to do next: a label in FIDE's words, what it acts on, and what prevents it."""

    label: str
    # The route of the act, which the table of permissions uses to decide who may do it.
    act: str
    # The round that is acted on, if there is one.
    number: tuple[int, ...] = ()
    # The route of the page where the act is done; "" where a button does it at once.
    page: str = ""
    obstacles: tuple[Obstacle, ...] = ()
    # Unfinished work that is to be continued, or what makes this step necessary, in words; "" if there is
    # none; and why.
    standing: str = ""
    because: str = ""


def for_the_public() -> EventQuerySet[Any]:
    """The events with what all their public pages show.

    That is the current round (`rounds.with_round_on`) and, as `announces`, whether there is an announcement.
    """
    standing = Announcement.objects.standing().filter(tournament=OuterRef("pk"))
    return with_round_on().annotate(announces=Exists(standing))


def acts(tournament: Tournament, *, drafts: bool) -> QuerySet[AuditEvent]:
    """The audit trail, latest first; without `drafts`, only what people may read who may not see drafts.

    They may not read line-ups either while captains can still change theirs.
    """
    found = tournament.audit_events.select_related("actor", "helper__link")
    if drafts:
        return found
    hidden = Q(action__in=AuditEvent.PRIVATE)
    if awaited := line_ups.rounds_awaited(tournament):
        hidden |= Q(action=AuditEvent.Action.LINE_UP_SET, round_number__in=awaited)
    return found.exclude(hidden)


def next_step(tournament: Tournament, *, drafts: bool = True) -> NextStep:
    """The arbiter's next step; without `drafts`, as shown to people who may not see drafts."""

    def step(
        label: str,
        act: str,
        *number: int,
        obstacles: Iterable[Obstacle] = (),
        page: str = "",
        standing: str = "",
    ) -> NextStep:
        return NextStep(label, act, number, page, tuple(obstacles), standing)

    if tournament.is_elsewhere:
        label = _("To the event") if tournament.set_aside_for else _("Take the event home")
        return step(label, "take-home", page="move")
    if tournament.is_archived:
        return step(_("Take the event out of the archive"), "event-unarchive", page="put-away")
    if tournament.is_finished:
        return step(_("Download the report"), "report", page="report")
    draft = next((one for one in tournament.rounds.all() if drafts and one.is_draft), None)
    if draft and draft.is_by_hand:
        label = _("Go on pairing round %(number)d by hand") % {"number": draft.number}
        standing = _("The pairing by hand is not ended")
        return step(label, "by-hand", draft.number, page="by-hand", standing=standing)
    if draft and draft.fingerprint != engine.fingerprint(tournament, draft.number):
        label = _("Pair round %(number)d again") % {"number": draft.number}
        return _pair(tournament, draft.number, label, _("The draft is out of date"))
    if draft:
        label = _("Look at the draft of round %(number)d") % {"number": draft.number}
        return step(label, "round-publish", draft.number, page="desk-round")
    number = next_number(tournament)
    if (played := first_open(tournament)) is not None:
        label = _("Enter results of round %(number)d") % {"number": played}
        return step(label, "result", played, page="desk-round")
    if number is None:
        still_open = unfinished(tournament)
        page = "" if still_open else "tournament-finish"
        return step(_("Finish the tournament"), "tournament-finish", obstacles=still_open, page=page)
    if tournament.players.count() < 2:
        return step(_("Add players"), "players-import", page="players-import")
    if engine.waits_for_lot(tournament):
        return step(_("Draw the lot"), "initial-colour")
    return _pair(tournament, number, _("Pair round %(number)d") % {"number": number})


def _pair(tournament: Tournament, number: int, label: str, standing: str = "") -> NextStep:
    """Pair the round; by hand if the rules find no pairing (C.04.2 A.5). A table is drawn up first."""
    found = tuple(obstacles(tournament, number))
    if not found and presence.are_to_be_drawn(tournament):
        standing = _("The pairing numbers are still to be drawn")
        return NextStep(_("Draw the numbers"), "numbers-draw", page="numbers", standing=standing)
    if found or not (why := why_unpairable(tournament, number)):
        return NextStep(label, "round-pair", (number,), obstacles=found, standing=standing)
    label = _("Pair round %(number)d by hand") % {"number": number}
    standing = _("The rules find no pairing")
    return NextStep(label, "by-hand-begin", (number,), standing=standing, because=why)


@dataclass(frozen=True, slots=True)
class Regulation:
    """One of the regulations fixed before round 1, and the article (of 2016) that fixes it."""

    label: str
    value: str
    article: str
    explanation: str = ""
    # Whether an arbiter needs to keep it in mind.
    at_the_desk: bool = False


def regulations(tournament: Tournament) -> list[Regulation]:
    """The regulations that govern every pairing of the tournament, in words."""
    edition = engine.edition_of(tournament)
    points = " – ".join(
        as_text(value) for value in (tournament.points_win, tournament.points_draw, tournament.points_loss)
    )
    colour = tournament.get_initial_colour_display() or _("not drawn yet")
    drawn = ", ".join(filter(None, (colour, tournament.get_colour_origin_display())))
    lot = [Regulation(_("Initial colour"), drawn, "C.04.3", at_the_desk=True)] if edition.needs_lot else []
    length = Regulation(
        _("Length"),
        _("more than 30 days"),
        "B.02",
        _("FIDE rates each game with the list of its own day; each month has a report of its own."),
        at_the_desk=True,
    )
    chess960 = Regulation(
        _("Chess960"),
        _("each round begins from a position that is drawn for it"),
        _("Laws of Chess, Guidelines II"),
        _("Its games are not rated in FIDE’s lists."),
        at_the_desk=True,
    )
    return [
        Regulation(_("Rounds"), _number_of_rounds(tournament), "C.04.1 a", _in_matches(tournament)),
        *(_of_teams(tournament, by_table=edition.rounds_for is not None) if tournament.boards else []),
        *([length] if tournament.is_long else []),
        *([chess960] if tournament.chess960 else []),
        Regulation(
            _("Pairing rules"),
            engine.name_of(edition),
            "C.04.2 A.3",
            engine.description_of(edition),
            at_the_desk=True,
        ),
        *lot,
        Regulation(_("Points for a win, a draw and a loss"), points, _("C.04.1; announced before round 1")),
        *([_own_table(tournament)] if tournament.own_table else []),
        *([] if edition.rounds_for else _of_a_swiss(tournament)),
        *([_of_a_knock_out()] if edition.still_in else []),
        Regulation(
            _("Ratings"),
            method_in_words(tournament),
            "C.04.2 B.1",
        ),
        Regulation(
            _("Players of equal rating and title"),
            tournament.get_among_equals_display(),
            "C.04.2 B.2",
        ),
        Regulation(
            _("Tie-breaks"),
            tie_breaks(tournament),
            _("C.07; announced before round 1"),
            tournament.get_tie_break_text_display(),
        ),
        *_of_long_events(tournament),
    ]


def _own_table(tournament: Tournament) -> Regulation:
    """The organiser's table: the pairs of each round by pairing number, White first."""
    rows = tournament.own_table.splitlines()
    rounds = (
        _("Round %(number)d: %(pairs)s") % {"number": number, "pairs": row}
        for number, row in enumerate(rows, 1)
    )
    return Regulation(
        _("Table"),
        _("the organiser’s own"),
        _("announced before round 1"),
        "; ".join(rounds),
        at_the_desk=True,
    )


def _number_of_rounds(tournament: Tournament) -> str:
    """The rounds that were announced, and after which one it ended if that was earlier."""
    if tournament.ended_after is None:
        return str(tournament.number_of_rounds)
    facts = {"rounds": tournament.number_of_rounds, "after": tournament.ended_after}
    return _("%(rounds)d, ended after round %(after)d") % facts


def _in_matches(tournament: Tournament) -> str:
    """The number of matches of two games, in a sentence; "" if games are single."""
    if engine.games_of_match(tournament) == 1:
        return ""
    matches = engine.match_number(tournament, tournament.number_of_rounds)
    return _("Two rounds are a match of two games, with the colours reversed: %(matches)d matches.") % {
        "matches": matches
    }


def _of_teams(tournament: Tournament, *, by_table: bool) -> Iterator[Regulation]:
    """The regulations of a team event: boards and line-ups, the score that counts, the colours due.

    With a table, no colours are due: the table gives them.
    """
    yield Regulation(
        _("Boards of a match"),
        str(tournament.boards),
        _("announced before round 1"),
        _(
            "Each team has a fixed order. If no line-up is entered, the first in it play; nobody plays above"
            " a member who is before them in the order."
        ),
        at_the_desk=True,
    )
    if by_table:
        score = _("game points") if tournament.by_game_points else _("match points")
        yield Regulation(_("Ranked by"), score, _("announced before round 1"), at_the_desk=True)
        return
    yield Regulation(
        _("Paired and ranked by"), tournament.get_team_scores_display(), "C.04.6 1.2", at_the_desk=True
    )
    yield Regulation(
        _("Colour preferences"), tournament.get_colour_type_display(), "C.04.6 1.7", at_the_desk=True
    )


def _of_long_events(tournament: Tournament) -> Iterator[Regulation]:
    if tournament.is_long:
        yield Regulation(
            _("Rating in tie-breaks"), tournament.get_tie_break_rating_display(), _("C.07 10; long events")
        )


def _of_a_knock_out() -> Regulation:
    return Regulation(
        _("Standings"),
        _("by the matches won"),
        "",
        _("Those who are out in the same round share their place. A tie-break counts for nothing else."),
    )


def _of_a_swiss(tournament: Tournament) -> list[Regulation]:
    """The regulations that only a Swiss has: the allocated bye, and virtual points."""
    return [
        Regulation(_("Pairing-allocated bye"), as_text(tournament.points_pab), "C.04.1 c"),
        Regulation(
            _("Acceleration"),
            tournament.get_acceleration_display(),
            "C.04.2 A.1, C.04.7",
            _virtual_points(tournament),
            at_the_desk=tournament.acceleration != Tournament.Acceleration.NONE,
        ),
    ]


def tie_breaks(tournament: Tournament) -> str:
    """The names of the tie-breaks that decide after the points."""
    return ", ".join(column.name for column in engine.columns(tournament)) or _("none: points alone")


def regulations_at_the_desk(tournament: Tournament) -> list[Regulation]:
    """The regulations that an arbiter needs to keep in mind: the rules, the lot, everything unusual."""
    return [regulation for regulation in regulations(tournament) if regulation.at_the_desk]


def _virtual_points(tournament: Tournament) -> str:
    """A sentence about the groups with virtual points and their rounds; "" if no group has any."""
    if tournament.acceleration == Tournament.Acceleration.DECLARED:
        return _declared_points(tournament)
    if tournament.acceleration != Tournament.Acceleration.BAKU:
        return ""
    last, schedule = engine.baku_schedule(tournament)
    steps = "; ".join(
        ngettext("%(points)s in round %(last)d", "%(points)s in rounds %(first)d to %(last)d", len(rounds))
        % {"points": as_text(points), "first": min(rounds), "last": max(rounds)}
        for points, rounds in schedule.items()
    )
    return _("Virtual points of numbers 1 to %(last)d: %(steps)s.") % {"last": last, "steps": steps}


def _declared_points(tournament: Tournament) -> str:
    """A sentence about each declared group."""
    return " ".join(
        ngettext(
            "Round %(rounds)s, numbers %(numbers)s: %(points)s.",
            "Rounds %(rounds)s, numbers %(numbers)s: %(points)s.",
            len(set(group.rounds)),
        )
        % {
            "rounds": "–".join(map(str, dict.fromkeys(group.rounds))),
            "numbers": "–".join(map(str, dict.fromkeys(group.numbers))),
            "points": as_text(group.points),
        }
        for group in engine.virtual_groups(tournament)
    )


@dataclass(frozen=True, slots=True)
class Group:
    """Players who must not meet, and in which rounds."""

    pk: int
    players: tuple[Player, ...]
    rounds: str


def prohibitions(tournament: Tournament) -> list[Group]:
    """The groups of players who are kept apart."""

    def rounds(first: int, last: int | None) -> str:
        if last is None:
            return _("in all rounds") if first == 1 else _("from round %(first)d on") % {"first": first}
        return _("in rounds %(first)d to %(last)d") % {"first": first, "last": last}

    rows = list(tournament.prohibitions.all())
    prefetch_related_objects(rows, "players__tournament")
    return [Group(row.pk, tuple(row.players.all()), rounds(row.first_round, row.last_round)) for row in rows]
