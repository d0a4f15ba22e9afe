"""The editions of the rules that an event may follow, its tie-breaks and kinds of matches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from pairing import editions, tie_breaks
from pairing.core import scores, strength
from pairing.core import tournament as rules
from pairing.core.edition import Edition, Ground
from pairing.core.scores import check_bye, check_groups, check_scoring, read_groups
from pairing.core.timetable import check_table, participants, read_table
from pairing.core.tournament import Preferences, Score, TeamEvent, TeamRules
from pairing.explanation.language import ENGLISH, LANGUAGES, Language
from pairing.swiss_team.edition_2026 import scoring_of_matches
from pairing.tie_breaks import System, check_tie_breaks
from tournaments.errors import DomainError
from tournaments.models import Rating, Tournament

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
    Ground.ENDED: gettext_lazy("the tournament ended before this round"),
}


def all_editions() -> tuple[Edition, ...]:
    """The editions that an event can be run by, in the rule book's order."""
    return tuple(editions.EDITIONS.values())


def known_words() -> Language:
    """The reader's language, or English if the rule book does not have it."""
    return LANGUAGES.get((get_language() or "")[:2], ENGLISH)


def in_words(refused: rules.PairingError) -> str:
    """The rule book's reason for refusing, in the reader's language."""
    return known_words().tell(refused.saying)


def name_of(edition: Edition) -> str:
    """The edition's name in the reader's language."""
    return known_words().say(edition.name)


def name_of_code(code: str) -> str:
    """The name of the edition with this code; the code itself if this release does not have it."""
    edition = next((edition for edition in all_editions() if edition.code == code), None)
    return name_of(edition) if edition else code


def ground_in_words(code: str) -> str:
    """The ground on which a published pairing was withdrawn; the code itself if this release lacks it."""
    return str(GROUNDS[Ground(code)]) if code in list(Ground) else code


def description_of(edition: Edition) -> str:
    """What the edition is for, in the reader's language."""
    return known_words().say(edition.description)


def rules_in_force(*, of_file: bool = False) -> str:
    """How the edition is chosen if none is named, in the reader's language."""
    return known_words().say(editions.BY_LAST_DAY_OF_FILE if of_file else editions.BY_LAST_DAY)


def edition_of(tournament: Tournament) -> Edition:
    """The tournament's edition; raises DomainError if this release no longer has it."""
    try:
        return editions.edition_by_code(tournament.edition)
    except rules.PairingError as error:
        raise DomainError("edition", in_words(error)) from error


def article(tournament: Tournament, named: str) -> str:
    """The articles as the tournament's edition numbers them: "C.04.2 art. 4.3" for "C.04.2 D.8".

    `named` has articles of C.04.1 and C.04.2 by their numbers of 2016, as the source code cites them; any
    other article stays as it is.
    """
    known = edition_of(tournament).handling.articles
    return ", ".join(known.get(one, one) for one in named.split(", "))


def edition_in_force(end: date | None) -> str:
    """The code of the edition for a tournament that ends on that day; without one, that of today's rules."""
    return editions.edition_in_force(f"{end:%Y/%m/%d}") if end else next(iter(editions.EDITIONS))


def successor_of(edition: Edition, end: date | None) -> str:
    """The code of the edition for an event of the same kind that ends on that day."""
    usual = edition.report.system == editions.USUAL_SYSTEM or edition.report.superseded
    return edition_in_force(end) if usual else edition.code


def is_round_robin(tournament: Tournament) -> bool:
    """Whether everybody meets everybody, by a table that does not depend on results."""
    return edition_of(tournament).is_round_robin


def follows_players(tournament: Tournament) -> bool:
    """Whether the rounds follow from the list of players, by a table or a bracket.

    If so, nobody enters once it has begun, no byes can be requested, and players who leave lose by forfeit.
    """
    return edition_of(tournament).rounds_for is not None


def goes_by_table(edition: str) -> bool:
    """As `is_round_robin`, by the edition's code; False if this release no longer has it."""
    return kind_of(edition).by_table


def last_of_side_a(tournament: Tournament, players: int) -> int | None:
    """The last pairing number of the first side, for that many players in all; None without sides."""
    edition = edition_of(tournament)
    return rounds_for(edition, players) if edition.of_sides else None


def rounds_for(edition: Edition, players: int) -> int | None:
    """The number of rounds of a table or a bracket for that many players; None for a Swiss.

    Also None for a table with fewer than two players.
    """
    if edition.rounds_for is None or (players < 2 and edition.is_round_robin):
        return None
    return edition.form.games * edition.rounds_for(players)


def waits_for_lot(tournament: Tournament) -> bool:
    """Whether a lot has to decide on colours before round 1 and has not been drawn yet."""
    return not tournament.initial_colour and edition_of(tournament).needs_lot


def counting_rating(tournament: Tournament, ratings: Mapping[str, int]) -> str | None:
    """The kind of the rating that counts in the tournament, given its ratings by kind (C.04.2 B.1)."""
    method = strength.Method(tournament.rating_method)
    return strength.counting_rating(
        method,
        tournament.rating_kind,
        ratings,
        tournament.rating_sequence.split(),
        highest=tournament.highest_counts,
    )


def converted(source: str, number: int) -> int:
    """The rating for an Ingo or BCF number (1998, A.1); raises DomainError if there is none."""
    conversions = {Rating.Source.INGO: strength.elo_of_ingo, Rating.Source.BCF: strength.elo_of_bcf}
    try:
        return conversions[Rating.Source(source)](number)
    except rules.PairingError as error:
        raise DomainError("rating", in_words(error)) from error


def faults_of(tournament: Tournament) -> dict[str, str]:
    """Field -> the rule book's objection to it; {} for regulations that it can pair by."""

    def fault(check: Callable[[], object]) -> str:
        try:
            check()
        except rules.PairingError as error:
            return in_words(error)
        return ""

    points = match_points(tournament)
    kind = kind_of(tournament.edition)
    faults = {
        "edition": fault(lambda: editions.edition_by_code(tournament.edition)),
        "points_win": fault(lambda: check_scoring(points)),
        "points_pab": fault(lambda: check_bye(points)),
        "tie_breaks": fault(lambda: check_tie_breaks(tournament.tie_break_codes, kind)),
    }
    if tournament.acceleration == Tournament.Acceleration.BAKU:
        faults["acceleration"] = fault(lambda: scores.check_baku_scoring(points))
    faults["own_table"] = _fault_of_table(tournament)
    if tournament.acceleration == Tournament.Acceleration.DECLARED:
        faults["virtual_groups"] = fault(
            lambda: check_groups(
                virtual_groups(tournament), tournament.number_of_rounds, games_of_match(tournament)
            )
        )
    known = editions.EDITIONS.get(tournament.edition)
    if known and known.form.of_teams != (tournament.boards is not None):
        faults["boards"] = (
            _("These rules are for teams: say how many boards a match has.")
            if tournament.boards is None
            else _("Matches have boards only in team events, under rules for teams.")
        )
    if tournament.boards is None:
        if tournament.team_scores != Tournament.TeamScores.MATCH_POINTS:
            faults["team_scores"] = _("Only teams have game points beside their points.")
        if tournament.colour_type != Tournament.ColourType.TYPE_A:
            faults["colour_type"] = _("Only teams can have a type of colour preferences chosen for them.")
    elif tournament.by_game_points and tournament.acceleration != Tournament.Acceleration.NONE:
        faults["acceleration"] = _("Game points are not accelerated (C.04.7 art. 1.4.4).")
    return {field: message for field, message in (faults | _of_system(tournament)).items() if message}


def _fault_of_table(tournament: Tournament) -> str:
    """The objection to the table that the organiser gave, or "" if there is none.

    Whether it fits the number of players is checked only once all of them are known.
    """
    known = editions.EDITIONS.get(tournament.edition)
    if known is None or not tournament.own_table:
        return ""
    if known.usual_table is None:
        return _("These pairing rules take no table of your own: expected none.")
    try:
        table = own_table(tournament)
        check_table(table, participants(table), known.usual_table)
    except rules.PairingError as error:
        return in_words(error)
    return ""


def own_table(tournament: Tournament) -> rules.Table:
    """The table that the organiser gave, () for the usual one. Raises PairingError if it is malformed."""
    return read_table(tournament.own_table)


def size_of_own_table(tournament: Tournament) -> int | None:
    """The number of participants that the organiser's own table is for; None without one."""
    return participants(own_table(tournament)) if tournament.own_table else None


def has_own_table(edition: Edition) -> bool:
    """Whether an organiser may give a table of their own by this edition."""
    return edition.usual_table is not None


def virtual_groups(tournament: Tournament) -> tuple[rules.VirtualGroup, ...]:
    """The groups of players with declared virtual points. Raises PairingError if the text is malformed."""
    return read_groups(tournament.virtual_groups)


def _of_system(tournament: Tournament) -> dict[str, str]:
    """Field -> the objection of the tournament's system to it."""
    faults = {}
    games, accelerated = games_of_match(tournament), tournament.acceleration != Tournament.Acceleration.NONE
    known = editions.EDITIONS.get(tournament.edition)
    # The rounds of a knock-out follow from the players; an event may be created with any number of rounds.
    knock_out = known is not None and known.still_in is not None
    if tournament.number_of_rounds % games and not knock_out:
        text = _("Found %(found)d rounds, expected an even number: a match of two games is two rounds.")
        faults["number_of_rounds"] = text % {"found": tournament.number_of_rounds}
    if kind_of(tournament.edition).by_table and accelerated:
        faults["acceleration"] = _("In a round robin nothing is accelerated: the table says who meets whom.")
    if knock_out and accelerated:
        faults["acceleration"] = _("In a knock-out nothing is accelerated: the bracket says who meets whom.")
    return faults


def usual_points(edition: str) -> dict[str, int]:
    """The points by field, in tenths, of an event under this edition that announces no others.

    Teams have match points, and the allocated bye brings those of a draw (C.04.6 1.4).
    """
    known = editions.EDITIONS.get(edition)
    of_teams = known is not None and known.form.of_teams
    win, draw, loss, bye = (20, 10, 0, 10) if of_teams else (10, 5, 0, 10)
    return {"points_win": win, "points_draw": draw, "points_loss": loss, "points_pab": bye}


def kind_of(edition: str) -> System:
    """The kind of tournament for the tie-breaks; a Swiss if the edition is not known."""
    known = editions.EDITIONS.get(edition)
    return editions.kind_of(known) if known else System.SWISS


def scoring(tournament: Tournament) -> rules.Scoring:
    """The tournament's points by outcome, in tenths; for teams, in the score that comes first."""
    event = team_event(tournament)
    return match_points(tournament) if event is None else _points_in(tournament, event, event.rules.primary)


def secondary_scoring(tournament: Tournament) -> rules.Scoring:
    """The points by outcome of an event of teams, in tenths, in the score that does not come first."""
    event = team_event(tournament)
    return rules.Scoring() if event is None else _points_in(tournament, event, event.rules.primary.other)


def _points_in(tournament: Tournament, event: TeamEvent, score: Score) -> rules.Scoring:
    if score is Score.MATCH_POINTS:
        return match_points(tournament)
    return scoring_of_matches(rules.Scoring(), event, score, len(event.boards))


def team_event(tournament: Tournament) -> TeamEvent | None:
    """The event's regulations for teams; None if it is an event of individual players."""
    if tournament.boards is None:
        return None
    primary, _both, other = tournament.team_scores.partition("_")
    kind = "" if tournament.colour_type == Tournament.ColourType.NONE else tournament.colour_type
    return TeamEvent(
        TeamRules(Preferences(kind), Score(primary), secondary=bool(other)),
        boards=("WB" * tournament.boards)[: tournament.boards],
        win=tournament.points_win,
        draw=tournament.points_draw,
        loss=tournament.points_loss,
    )


def match_points(tournament: Tournament) -> rules.Scoring:
    """The announced points by outcome, in tenths; for teams these are match points."""
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


LOTS = "OTHER_LOT"

# Not offered: the points, which come before all tie-breaks, and a tie-break under a name that files use but
# C.07 no longer does.
NOT_CHOSEN = {"PTS", "GE"}


def usual_tie_breaks(edition: str) -> str:
    """The tie-breaks of an event under this edition that announces none, as events store them."""
    known = editions.EDITIONS.get(edition)
    codes = (known and known.handling.tie_breaks) or tie_breaks.USUAL
    return ",".join(codes[1:])


def tie_break_text_in_force(end: date | None) -> Tournament.TieBreakText:
    """The text of C.07 for an event that ends on that day; without a day, the newest."""
    return Tournament.TieBreakText(tie_breaks.text_in_force(f"{end:%Y/%m/%d}" if end else ""))


@dataclass(frozen=True, slots=True)
class Column:
    """A tie-break as standings show it; `unit` is the value that makes one point."""

    code: str
    heading: str
    name: str
    unit: int


def column(known: tie_breaks.TieBreak) -> Column:
    """The tie-break with its name in the reader's language."""
    return Column(known.code, known.heading, known_words().tell(known.name), known.unit)


def codes_of(tournament: Tournament) -> tuple[str, ...]:
    """The codes that order the standings after the points, first to last; the lots at the end, once drawn."""
    return (*tournament.tie_break_codes, *([LOTS] if tournament.lot_seed else []))


def columns(tournament: Tournament) -> tuple[Column, ...]:
    """The tie-breaks that order the standings after the points, first to last."""
    return columns_of(codes_of(tournament), tournament.edition)


def columns_of(codes: Iterable[str], edition: str) -> tuple[Column, ...]:
    """The tie-breaks with these codes, for an event by this edition.

    Raises DomainError for a code that is unknown, occurs twice, or is not for such events.
    """
    try:
        return tuple(map(column, tie_breaks.check_tie_breaks(tuple(codes), kind_of(edition))))
    except rules.PairingError as error:
        raise DomainError("tie_breaks", in_words(error)) from error


def columns_by_rating(codes: Iterable[str]) -> tuple[Column, ...]:
    """The tie-breaks among these codes that use ratings (C.07 10)."""
    known = map(tie_breaks.tie_break_by_code, codes)
    return tuple(column(one) for one in known if one.goes_by_ratings)


@dataclass(frozen=True, slots=True)
class TieBreakList:
    """A list to choose from, its codes as events store them, in the reader's language."""

    codes: str
    name: str
    meant_for: str
    columns: tuple[Column, ...]


def tie_break_lists(edition: str = "") -> list[TieBreakList]:
    """The lists that the rule book offers for an event under this edition; without one, all of them."""
    language, kind = known_words(), kind_of(edition)
    return [
        TieBreakList(
            ",".join(one.codes),
            language.tell(one.name),
            language.tell(one.meant_for),
            tuple(map(column, tie_breaks.check_tie_breaks(one.codes, one.system))),
        )
        for one in tie_breaks.SETS
        if not edition or one.system is kind
    ]


def tie_break_choices(tournament: Tournament) -> list[tuple[str, list[tuple[str, str]]]]:
    """Every tie-break for the event.

    Each has the name of the plain tie-break, and (code, name) for each choice of modifiers. For teams, the
    score is named if it is not the primary one.
    """
    choices: dict[str, list[tuple[str, str]]] = {}
    for code in tie_breaks.every_code(kind_of(tournament.edition)):
        base, _colon, score = code.split("/")[0].partition(":")
        if base not in NOT_CHOSEN and score != tournament.team_scores[:2]:
            choices.setdefault(base, []).append((code, _name(code)))
    given = [(code, _name(code)) for code in tie_breaks.GIVEN if code != LOTS]
    named = [(_name(base), found) for base, found in choices.items()]
    return [*named, (_("Decided elsewhere"), given)]


def _name(code: str) -> str:
    return known_words().tell(tie_breaks.tie_break_by_code(code).name)


def counting_unrated(codes: Iterable[str], rating: int | None) -> tuple[str, ...]:
    """The codes that assume this rating for players without one (C.07 10); with None they assume nothing.

    Raises DomainError for an unknown code.
    """
    try:
        return tuple(tie_breaks.with_unrated(code, rating) for code in codes)
    except rules.PairingError as error:
        raise DomainError("tie_breaks", in_words(error)) from error


def rating_of_unrated(codes: Iterable[str]) -> int | None:
    """The rating that these tie-breaks assume for players without one; None if they do not say."""
    known = map(tie_breaks.tie_break_by_code, codes)
    return next((found for one in known if (found := one.modifiers.supposed.unrated)), None)


def games_of_match(tournament: Tournament) -> int:
    """How many rounds of the event one pairing fills; 1 if this release does not have its rules."""
    known = editions.EDITIONS.get(tournament.edition)
    return known.form.games if known else 1


def rounds_of_match(tournament: Tournament, number: int) -> range:
    """The rounds of the event that are paired together with round `number`, that one among them."""
    games = games_of_match(tournament)
    first = number - (number - 1) % games
    return range(first, first + games)


def match_number(tournament: Tournament, number: int) -> int:
    """The number, from 1, of the pairing that round `number` of the event belongs to."""
    return -(-number // games_of_match(tournament))
