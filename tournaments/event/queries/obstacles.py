"""Reading what prevents an arbiter's next act, or should be looked at before it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import rulebook
from tournaments.errors import Cure, Obstacle, Place
from tournaments.event.queries import schedule
from tournaments.models import Comparison, Game, Player, Seat, Tournament
from tournaments.own import queries as own
from tournaments.players.queries import identity, presence
from tournaments.ratings import queries as ratings
from tournaments.results import queries as results
from tournaments.results.queries import adjourned_games
from tournaments.rounds.queries import boards, rounds


def obstacles(tournament: Tournament, number: int) -> list[Obstacle]:
    """All that forbids pairing round `number` now."""
    found = []
    if tournament.is_finished:
        return [Obstacle("finished", _("The tournament is finished."), Cure(Place.DESK))]
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
                Cure(Place.PLAYERS),
            )
        )
    if rulebook.waits_for_lot(tournament):
        found.append(
            Obstacle(
                "no_initial_colour", _("The initial colour has not been drawn."), Cure(Place.INITIAL_COLOUR)
            )
        )
    found += rounds_of_table(tournament)
    found += [
        Obstacle(
            "earlier_round",
            _("Round %(number)d is not published yet.") % {"number": round_.number},
            Cure(Place.ROUND, round_.number),
        )
        for round_ in tournament.rounds.filter(number__lt=number)
        if not round_.is_public
    ]
    if rulebook.is_of_teams(tournament) or rulebook.is_knock_out(tournament):
        # No rule says how a match without a result would count: its boards cannot be adjourned here.
        found += missing_in(tournament, number)
    if rulebook.is_knock_out(tournament):
        found += matches_not_decided(tournament, number)
    return found


def matches_not_decided(tournament: Tournament, number: int) -> list[Obstacle]:
    """The matches of a knock-out before round `number` for which it is not known who goes on."""
    text = _("Round %(number)d, match %(match)d is level: who goes on, %(white)s or %(black)s?")
    levels = [
        Obstacle(
            "level_match",
            text
            % {
                "number": level.round.number,
                "match": level.match,
                "white": level.white.name,
                "black": level.black.name,
            },
            Cure(Place.TIE_BREAK, level.round.number, level.game.board),
        )
        for level in boards.undecided(tournament, number)
    ]
    return [*map(open_game, adjourned_games(tournament, before=number)), *levels]


def rounds_of_table(tournament: Tournament) -> list[Obstacle]:
    """An obstacle if the event's number of rounds differs from that of its table or bracket.

    Also if its own table is for more or fewer participants than are entered.
    """
    if not rulebook.follows_players(tournament):
        return []
    players = list(tournament.players.all())
    size = rulebook.size_of_own_table(tournament)
    if size not in (None, len(players)):
        text = _("The event’s own table is for %(size)d participants, and %(players)d are entered.")
        facts = {"size": size, "players": len(players)}
        return [Obstacle("own_table", text % facts, Cure(Place.SETTINGS))]
    needed = rulebook.rounds_for(rulebook.edition_of(tournament), len(players))
    if needed in (None, tournament.number_of_rounds):
        return []
    text = (
        _("The bracket for %(players)d players has %(needed)d rounds, and the event %(rounds)d.")
        if rulebook.is_knock_out(tournament)
        else _("The table for %(players)d players has %(needed)d rounds, and the event %(rounds)d.")
    )
    facts = {"players": len(players), "needed": needed, "rounds": tournament.number_of_rounds}
    return [Obstacle("rounds_of_table", text % facts, Cure(Place.PLAYERS))]


def missing_in(tournament: Tournament, number: int) -> list[Obstacle]:
    """The games before the round that have no result, one obstacle per round."""
    boards: dict[int, list[int]] = {}
    for round_, board in results.missing_before(tournament, number):
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
            Cure(Place.BOARD, round_, missing[0]),
        )
        for round_, missing in boards.items()
    ]


def too_many_rounds(tournament: Tournament) -> list[Obstacle]:
    """An obstacle if it is clear before round 1 that not all rounds can be paired."""
    players = list(tournament.players.all())
    if len(players) < 2 or rounds.has_begun(tournament):
        return []
    most = rulebook.most_rounds(tournament)
    short = [player.name for player in players if most[player.number or 0] < tournament.number_of_rounds]
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
    return [Obstacle("too_many_rounds", text % facts, Cure(Place.SETTINGS))]


def edition_out_of_force(tournament: Tournament) -> list[Obstacle]:
    """An obstacle if the rules in force on the event's last day are not those of the event (C.04.2 A.3)."""
    if not tournament.end_date:
        return []
    code = rulebook.successor_of(rulebook.edition_of(tournament), tournament.end_date)
    if code == tournament.edition:
        return []
    text = _(
        "The pairing rules of this event, %(own)s, are not those in force on its last day: %(proper)s."
        " It may not be rated."
    )
    facts = {"own": rulebook.name_of_code(tournament.edition), "proper": rulebook.name_of_code(code)}
    return [Obstacle("edition_out_of_force", text % facts, Cure(Place.SETTINGS))]


def other_acceleration(tournament: Tournament) -> list[Obstacle]:
    """An obstacle if an event in FIDE mode uses an acceleration other than the one that FIDE approved."""
    if not tournament.in_fide_mode or tournament.acceleration != Tournament.Acceleration.DECLARED:
        return []
    text = _(
        "Baku is the only acceleration that FIDE has approved (C.04.7): declare another method to FIDE’s"
        " Qualification Commission before the event (C.04.2 1.1 to 1.3)."
    )
    return [Obstacle("other_acceleration", text, Cure(Place.SETTINGS))]


def other_ratings(tournament: Tournament) -> list[Obstacle]:
    """An obstacle if the comparison after the last import of rating lists found other ratings or titles."""
    found = Comparison.objects.filter(tournament=tournament, differing__gt=0).first()
    if not found:
        return []
    text = ngettext(
        "%(count)d player has another rating or title on the list of %(month)s.",
        "%(count)d players have other ratings or titles on the list of %(month)s.",
        found.differing,
    )
    facts = {"count": found.differing, "month": date_format(found.month, "YEAR_MONTH_FORMAT")}
    return [Obstacle("other_ratings", text % facts, Cure(Place.RATINGS))]


def tie_breaks_by_rating(tournament: Tournament, codes: Iterable[str] | None = None) -> list[Obstacle]:
    """An obstacle if these tie-breaks, or the event's own, use ratings that change during it (C.07 10)."""
    if not tournament.is_long or rounds.has_begun(tournament):
        return []
    found = rulebook.columns_by_rating(tournament.tie_break_codes if codes is None else codes)
    if not found:
        return []
    text = _(
        "This event lasts more than 30 days, so players have more than one rating in it: tie-breaks by rating"
        " are advised against then (C.07 10). It has: %(names)s."
    )
    names = ", ".join(column.name for column in found)
    return [Obstacle("tie_breaks_by_rating", text % {"names": names}, Cure(Place.TIE_BREAKS))]


def before_the_start(tournament: Tournament) -> list[Obstacle]:
    """What should be checked again before round 1, which fixes the regulations and the ranking by rating."""
    if rounds.has_begun(tournament):
        return []
    return [
        *edition_out_of_force(tournament),
        *other_acceleration(tournament),
        *too_many_rounds(tournament),
        *other_ratings(tournament),
        *tie_breaks_by_rating(tournament),
    ]


def about_the_players(tournament: Tournament) -> list[Obstacle]:
    """Before round 1: who should be looked at, and what a report to FIDE would miss, by how many players."""
    if rounds.has_begun(tournament) or rulebook.is_of_teams(tournament):
        return []
    found = ratings.check(tournament)
    counts = [*_doubtful(found), _double(len(identity.doubles(tournament)))]
    if tournament.in_fide_mode:
        counts += _missing(found, list(tournament.players.all()))
    return _to_look_at(counts)


def doubtful(tournament: Tournament) -> list[Obstacle]:
    """The players of whose FIDE IDs the rating list says other things, with how many they are."""
    return _to_look_at(_doubtful(ratings.check(tournament)))


# How many players, in words, and where they are.
type Counted = tuple[int, str, Place]


def _to_look_at(counts: Iterable[Counted]) -> list[Obstacle]:
    return [Obstacle("players", text, Cure(place)) for count, text, place in counts if count]


def _doubtful(found: ratings.Check) -> Iterator[Counted]:
    of_others = sum(1 for _player, doubt in found.doubtful if doubt.is_another)
    text = ngettext(
        "%(count)d FIDE ID belongs to someone else on the rating list.",
        "%(count)d FIDE IDs belong to someone else on the rating list.",
        of_others,
    )
    yield of_others, text % {"count": of_others}, Place.IDS
    differ = len(found.doubtful) - of_others
    text = ngettext(
        "%(count)d player has other data on the rating list.",
        "%(count)d players have other data on the rating list.",
        differ,
    )
    yield differ, text % {"count": differ}, Place.IDS


def _double(doubles: int) -> Counted:
    text = ngettext("%(count)d probable double.", "%(count)d probable doubles.", doubles)
    return doubles, text % {"count": doubles}, Place.DOUBLES


def _missing(found: ratings.Check, players: list[Player]) -> Iterator[Counted]:
    untitled = sum(1 for change in found.changed if change.title and not change.player.title)
    for count, text in (
        (sum(1 for player in players if not player.fide_id), _("%(count)d of %(all)d have no FIDE ID.")),
        (sum(1 for player in players if not player.birth), _("%(count)d of %(all)d have no year of birth.")),
        (
            sum(1 for player in players if not player.federation),
            _("%(count)d of %(all)d have no federation."),
        ),
        (untitled, _("%(count)d of %(all)d have a title on the rating list that is missing here.")),
    ):
        yield count, text % {"count": count, "all": len(players)}, Place.LISTED


def notices(tournament: Tournament, number: int) -> list[Obstacle]:
    """What an arbiter should, but need not, deal with before round `number` is paired or published."""
    found = [
        Obstacle(line.code, _("%(line)s It would count as adjourned.") % {"line": line.message}, line.cure)
        for line in _to_be_adjourned(tournament, number)
    ]
    found += [open_game(game) for game in adjourned_games(tournament, before=number)]
    if asked := presence.unexplained(tournament):
        names = "; ".join(one.player.name for one in asked)
        text = _("Absent without notice, and not decided yet: %(names)s.")
        found.append(Obstacle("absent", text % {"names": names}, Cure(Place.ABSENCES)))
    if names := "; ".join(one.player.name for one in own.waiting(tournament).filter(round__number=number)):
        text = _("Requests for a bye in this round have not been answered yet: %(names)s.")
        found.append(Obstacle("bye_requests", text % {"names": names}, Cure(Place.REQUESTS)))
    last = rounds.numbered(tournament, number - 1)
    if last and last.deadline and last.deadline_runs:
        text = _("Errors of round %(number)d can be reported until %(time)s.")
        facts = {"number": last.number, "time": schedule.clock(last.deadline)}
        found.append(Obstacle("deadline_runs", text % facts, Cure(Place.DEADLINE, last.number)))
    return found


def unfinished(tournament: Tournament) -> list[Obstacle]:
    """What prevents final standings, such as games without a result (C.04.2 D.1)."""
    last = tournament.last_round + 1
    adjourned = [open_game(game) for game in adjourned_games(tournament)]
    return [*obstacles(tournament, last), *_to_be_adjourned(tournament, last), *adjourned]


def _to_be_adjourned(tournament: Tournament, number: int) -> list[Obstacle]:
    """The games without a result that do not forbid pairing the round."""
    whole = rulebook.is_of_teams(tournament) or rulebook.is_knock_out(tournament)
    return [] if whole else missing_in(tournament, number)


def open_game(game: Game) -> Obstacle:
    """An open adjourned game, and the place where its result is entered."""
    white, black = (seat.player.name for seat in game.seats.all())
    text = _("Round %(number)d, board %(board)d is adjourned: %(white)s – %(black)s.")
    facts = {"number": game.round.number, "board": game.board, "white": white, "black": black}
    return Obstacle("adjourned", text % facts, Cure(Place.BOARD, game.round.number, game.board))


def _listed(numbers: Iterable[int], most: int = 12) -> str:
    numbers = list(numbers)
    shown = ", ".join(str(n) for n in numbers[:most])
    return shown if len(numbers) <= most else f"{shown} … ({len(numbers)})"
