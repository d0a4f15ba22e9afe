"""Reading events: what they are, who may enter them, festivals, and how they end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, prefetch_related_objects
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import rulebook
from tournaments.errors import Obstacle
from tournaments.event.queries.obstacles import missing_in, obstacles, open_game, unfinished
from tournaments.formats.workbooks import Table, as_csv
from tournaments.log import queries as log
from tournaments.models import (
    Announcement,
    AuditEvent,
    Festival,
    Game,
    IntegrityEvent,
    Membership,
    Part,
    Player,
    Rating,
    Round,
    Tournament,
)
from tournaments.models.tournament import EventQuerySet
from tournaments.players.queries import identity, presence
from tournaments.ratings.queries import fide_of, method_in_words
from tournaments.results.queries import adjourned_games
from tournaments.rounds.queries.drafts import why_unpairable
from tournaments.rounds.queries.rounds import first_open, next_number, with_round_on
from tournaments.teams import queries as teams
from tournaments.texts import as_text, matches


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
    standing = Announcement.objects.active().filter(tournament=OuterRef("pk"))
    return with_round_on().annotate(announces=Exists(standing))


def acts(tournament: Tournament, *, drafts: bool) -> QuerySet[AuditEvent]:
    """The audit trail, latest first; without `drafts`, only what people may read who may not see drafts.

    They may not read line-ups either while captains can still change theirs.
    """
    found = tournament.audit_events.select_related("actor", "helper__link")
    if drafts:
        return found
    hidden = Q(action__in=AuditEvent.PRIVATE)
    if awaited := teams.rounds_awaited(tournament):
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
    if draft and draft.fingerprint != rulebook.fingerprint(tournament, draft.number):
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
    if rulebook.waits_for_lot(tournament):
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
    edition = rulebook.edition_of(tournament)
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
            rulebook.name_of(edition),
            "C.04.2 A.3",
            rulebook.description_of(edition),
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
    if rulebook.games_of_match(tournament) == 1:
        return ""
    matches = rulebook.match_number(tournament, tournament.number_of_rounds)
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
    return ", ".join(column.name for column in rulebook.columns(tournament)) or _("none: points alone")


def regulations_at_the_desk(tournament: Tournament) -> list[Regulation]:
    """The regulations that an arbiter needs to keep in mind: the rules, the lot, everything unusual."""
    return [regulation for regulation in regulations(tournament) if regulation.at_the_desk]


def _virtual_points(tournament: Tournament) -> str:
    """A sentence about the groups with virtual points and their rounds; "" if no group has any."""
    if tournament.acceleration == Tournament.Acceleration.DECLARED:
        return _declared_points(tournament)
    if tournament.acceleration != Tournament.Acceleration.BAKU:
        return ""
    last, schedule = rulebook.baku_schedule(tournament)
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
        for group in rulebook.virtual_groups(tournament)
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


RATINGS = ("fide_rating", "national_rating", "rating", "estimate")


def entries(source: Tournament) -> list[dict[str, Any]]:
    """The players of the event except expelled ones: personal data and ratings, but no numbers.

    Whoever was told apart from somebody there is "another" person here too.
    """
    rows = source.players.filter(expelled=False).select_related("tournament").prefetch_related("ratings")
    others = {player for pair in identity.told_apart(source) for player in pair}
    return [_entry(player) | {"another": player.pk in others} for player in rows.order_by("number")]


def _entry(player: Player) -> dict[str, Any]:
    return {name: getattr(player, name) for name in identity.OF_PERSON} | ratings_of(player)


def ratings_of(player: Player) -> dict[str, int]:
    """The player's ratings by the columns of a list (RATINGS), without those that are not known."""
    found = list(player.ratings.all())
    known = {rating.kind: rating for rating in found}
    own = known.get(Rating.Kind.OWN)
    columns = {
        "fide_rating": fide_of(player.tournament, found),
        "national_rating": known.get(Rating.Kind.NATIONAL),
        "rating": own if own and not own.is_estimated else None,
        "estimate": own if own and own.is_estimated else None,
    }
    return {name: rating.value for name, rating in columns.items() if rating}


def as_list(source: Tournament) -> str:
    """The entries as a list that can be pasted, with the headings that imports recognise."""
    columns = (*identity.OF_PERSON, *RATINGS)
    rows = [[entry.get(name) for name in columns] for entry in entries(source)]
    return as_csv(Table("", [name.replace("_", " ") for name in columns], rows)).decode("utf-8-sig")


# The most players that a search shows.
MOST = 100


@dataclass(frozen=True, slots=True)
class Groups:
    """One event of a festival: its label there, and its next round if the day of that round is known."""

    label: str
    tournament: Tournament
    coming: Round | None


def groups(festival: Festival) -> list[Groups]:
    """The events of the festival that were not removed, each as `rounds.with_round_on` gives it."""
    parts = Part.objects.filter(festival=festival)
    labels = dict(parts.values_list("tournament", "label"))
    events = {event.pk: event for event in with_round_on().filter(pk__in=labels)}
    prefetch_related_objects(list(events.values()), "rounds")
    return [
        Groups(label, events[key], _coming(events[key])) for key, label in labels.items() if key in events
    ]


def _coming(event: Tournament) -> Round | None:
    """The first round that is not public, unless its day is not known or it is not played."""
    following = next((round_ for round_ in event.rounds.all() if not round_.is_public), None)
    to_come = following and following.day and not event.is_finished and event.ended_after is None
    return following if to_come else None


def open_to(user: User, tournament: Tournament) -> QuerySet[Festival]:
    """The festivals that the user may put the event into: their own, and the one it is already in."""
    return Festival.objects.filter(Q(owner=user) | Q(parts__tournament=tournament)).distinct()


def part_of(tournament: Tournament) -> Part | None:
    """The event as a part of its festival; None if it is not part of one."""
    return Part.objects.filter(tournament=tournament).select_related("festival").first()


def parts_beside(part: Part) -> list[Part]:
    """All parts of the same festival whose events were not removed, including this one, with their events."""
    parts = part.festival.parts.filter(tournament__removed_at=None)
    return list(parts.select_related("tournament"))


def found(festival: Festival, query: str) -> list[tuple[str, Player]]:
    """Players of all groups whose names have every word of the query, each with the group's label."""
    if not query:
        return []
    events = {group.tournament.pk: group for group in groups(festival)}
    players = Player.objects.filter(tournament__in=events).select_related("tournament")
    rows = [player for player in players.order_by("name", "pk") if matches(query, player.name)]
    return [(events[player.tournament_id].label, player) for player in rows[:MOST]]


def sources(tournament: Tournament, user: User) -> list[Part]:
    """The other groups of the festival whose players the user, as an arbiter there too, may copy."""
    part = part_of(tournament)
    if part is None or tournament.boards is not None:
        return []
    arbiters = Membership.Role.DEPUTY.and_above
    events = user.memberships.filter(role__in=arbiters, tournament__boards=None).values("tournament")
    parts = part.festival.parts.filter(tournament__in=events, tournament__removed_at=None)
    return list(parts.exclude(pk=part.pk).select_related("tournament"))


@dataclass(frozen=True, slots=True)
class Ending:
    """An end after round `after`, the last one played; nothing of it is done yet.

    `open` are the games that must be decided before, each with the place where. `annulled` are the rounds of
    which only some games were played, `unplayed` the other public rounds and `drafts` the drafts: all of them
    go.
    """

    after: int
    open: tuple[Obstacle, ...]
    annulled: tuple[int, ...]
    unplayed: tuple[int, ...]
    drafts: tuple[int, ...]


def ending(tournament: Tournament, *, annul: bool = False) -> Ending | None:
    """How the event would end now; None if no round was played, or if nothing is left to play.

    With `annul` the last match of which only some games were played does not count, nor does its round.
    """
    last, annulled = last_played(tournament), range(0)
    if annul and last and _open(tournament, last):
        annulled = rulebook.rounds_of_match(tournament, last)
        last = last_played(tournament, before=annulled.start)
    if not last or last >= tournament.number_of_rounds:
        return None
    later = list(tournament.rounds.filter(number__gt=last))
    return Ending(
        last,
        tuple(_open(tournament, last)),
        tuple(annulled),
        tuple(one.number for one in later if one.is_public and one.number not in annulled),
        tuple(one.number for one in later if one.is_draft),
    )


def may_be_annulled(tournament: Tournament) -> bool:
    """Whether the event could end without the round that is on, because its results are not all in.

    Not in FIDE mode, where each of its games is decided.
    """
    found = None if tournament.in_fide_mode else ending(tournament, annul=True)
    return bool(found and found.annulled)


def can_end_early(tournament: Tournament) -> bool:
    """Whether there is a round to end after, and one that would not be played."""
    if tournament.is_finished or tournament.ended_after is not None:
        return False
    last = last_played(tournament)
    return 0 < last < tournament.number_of_rounds or (last > 0 and may_be_annulled(tournament))


def last_played(tournament: Tournament, *, before: int | None = None) -> int:
    """The last round of the last match, of those before a round, in which somebody played; 0 if none did.

    Outside of round robins also the last one with all results in, whatever they are: there a round is public
    only when the one before it is over, while a table may be public from the start, with the forfeits of
    whoever has left.
    """
    earlier = {} if before is None else {"round__number__lt": before}
    public = Game.objects.filter(round__tournament=tournament, round__state__in=Round.LOCKED, **earlier)
    found = (
        public.order_by()
        .values_list("round__number")
        .annotate(
            with_play=Count("pk", filter=Q(result__in=Game.PLAYED) | ~Q(boards="")),
            missing=Count("pk", filter=Q(result=Game.Result.NOT_YET)),
        )
    )
    played, over = set(), set()
    for number, with_play, missing in found:
        if with_play:
            played.add(number)
        if not missing and not rulebook.is_round_robin(tournament):
            over.add(number)
    matches = (rulebook.rounds_of_match(tournament, number) for number in played | over)
    return max((one[-1] for one in matches if played & {*one} or over.issuperset(one)), default=0)


def why_ended_early(tournament: Tournament) -> str:
    """Why the event ended early; "" if it did not, or if the file that it came from does not say."""
    if tournament.ended_after is None:
        return ""
    note = log.active(tournament).filter(kind=IntegrityEvent.Kind.ROUNDS).select_related("audit")
    return next(map(log.why_ended, note), "")


def _open(tournament: Tournament, last: int) -> list[Obstacle]:
    """The games of the rounds up to this one that have no result, or are adjourned."""
    adjourned = adjourned_games(tournament, before=last + 1)
    return [*missing_in(tournament, last + 1), *map(open_game, adjourned)]
