"""The standings of an event, and what counts as played."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Exists, Max, OuterRef
from django.utils.translation import gettext as _

from pairing import editions, tie_breaks
from pairing.core import lots, records
from pairing.core import tournament as rules
from pairing.core.sentences import Phrase
from pairing.tie_breaks import ranking, working
from pairing.tie_breaks.ranking import EQUAL, compare
from tournaments.errors import DomainError
from tournaments.models import Correction, Game, Round, Tournament
from tournaments.rulebook.editions import (
    LOTS,
    Column,
    codes_of,
    column,
    edition_of,
    games_of_match,
    in_words,
    kind_of,
    known_words,
    rounds_of_match,
)
from tournaments.rulebook.positions import floats, position, positions
from tournaments.rulebook.rows import Outcome, PlayerRow, Result, player_rows

ranked_among = ranking.ranked_among
tie_break_in_print = tie_breaks.written

FORFEITS = {Outcome.FORFEIT_WIN: "+", Outcome.FORFEIT_LOSS: "-"}


class Played(NamedTuple):
    """One round of a player, scores in tenths; `points` is None while the game has no result."""

    # The pairing number; 0 for no opponent.
    opponent: int
    # "w", "b"; "" for no opponent.
    colour: str
    points: int | None
    # "+", "-" for a game that was not played; "".
    forfeit: str
    # "D", "U" for a float down or up; "".
    floated: str


def played(tournament: Tournament) -> dict[int, list[Played]]:
    """Pairing number -> a line for each published round. An adjourned game is a draw for the time being."""
    public = Round.objects.filter(tournament=tournament, state__in=Round.LOCKED)
    last = public.aggregate(last=Max("number"))["last"] or 0
    present = position(tournament, provisional=True)
    known = edition_of(tournament)
    games, paired = known.form.games, known.entrants(present)
    # The float of a match of two games is shown at its first game.
    floated = {
        games * (number - 1) + 1: records.floats_of_round(paired, number, known.handling.float_of)
        for number in range(1, last // games + 1)
    }
    found = {}
    for player in present.players:
        lines = []
        for number in range(1, last + 1):
            cell = player.cell(number)
            # Players have not floated before their game is played.
            left = floated[number][player.number] if number in floated and not cell.pending else None
            lines.append(
                Played(
                    opponent=cell.opponent or 0,
                    colour=cell.colour.value if cell.colour else "",
                    points=None if cell.pending else present.scoring.points(cell),
                    forfeit=FORFEITS.get(cell.outcome, ""),
                    floated=left.value if left else "",
                )
            )
        found[player.number] = lines
    return found


# The rank, points and tie-breaks of one player, for the modules that show them.
Standing = ranking.Standing

# The value of a tie-break, and how it is printed.
TieBreakValue = tie_breaks.Value


def _codes(tournament: Tournament) -> list[str]:
    """The codes of what orders the standings, the points first."""
    return ["PTS", *codes_of(tournament)]


def _present(tournament: Tournament, people: Sequence[PlayerRow] | None = None) -> rules.Tournament:
    """The position that standings are made from: an adjourned game is a draw for now, as for the pairing.

    "For pairing purposes only" (C.04.2 D.1, 2026 3.1): there are no final standings before its result is in.
    """
    return position(tournament, provisional=True, people=people)


def _scores(tournament: Tournament, present: rules.Tournament, rounds: int) -> tie_breaks.Table:
    return ranking.table_of(
        editions.in_standings(present),
        rounds=rounds // games_of_match(tournament),
        system=kind_of(tournament.edition),
        left_out=editions.left_out(present),
        text=tie_breaks.Text(tournament.tie_break_text),
        given=_given(tournament, present, rounds),
    )


def _given(tournament: Tournament, present: rules.Tournament, rounds: int) -> dict[str, dict[int, int]]:
    """Entered and drawn values by code and pairing number, for the final standings only."""
    found: dict[str, dict[int, int]] = {code: {} for code in tie_breaks.GIVEN}
    if rounds < tournament.last_round:
        return found
    if found.keys() & set(tournament.tie_break_codes):
        for code, number, value in tournament.given_values.values_list(
            "tie_break", "player__number", "value"
        ):
            found[code][number or 0] = value
    if tournament.lot_seed:
        found[LOTS] = lots.drawn(tournament.lot_seed, [player.number for player in present.players])
    return found


def table(tournament: Tournament, *, after: int | None = None) -> tuple[Standing, ...]:
    """The standings after all that has been published and played, or after an earlier round.

    Expelled players are left out, and so are players who were to enter after that earlier round.
    """
    people = player_rows(tournament)
    rounds = finished_rounds(tournament) if after is None else after
    return _table(tournament, _present(tournament, people), rounds, people, entered_by=after)


def tables(tournament: Tournament, cases: Sequence[Sequence[Correction]]) -> list[tuple[Standing, ...]]:
    """The standings as they are now, had the corrections of each case been made."""
    people, rounds = player_rows(tournament), finished_rounds(tournament)
    found = positions(tournament, cases, provisional=True, people=people)
    return [_table(tournament, present, rounds, people) for present in found]


class Stand(NamedTuple):
    """The state of an event after its last finished round: the standings, and the floats of each round."""

    rounds: int
    lines: tuple[Standing, ...]
    # Pairing number -> one letter per round (`forms.floats`).
    floats: dict[int, str]


def stand(tournament: Tournament, rounds: int) -> Stand:
    """The standings after all that has been published and played, and the floats of its finished rounds."""
    people = player_rows(tournament)
    present = _present(tournament, people)
    return Stand(rounds, _table(tournament, present, rounds, people), floats(tournament, present, rounds))


def _table(
    tournament: Tournament,
    present: rules.Tournament,
    rounds: int,
    people: Iterable[PlayerRow],
    entered_by: int | None = None,
) -> tuple[Standing, ...]:
    lines = ranking.ranked(_scores(tournament, present, rounds), _codes(tournament))
    out = {
        player.number
        for player in people
        if player.expelled or (entered_by is not None and player.first_round > entered_by)
    }
    return ranked_among([line for line in lines if line.number not in out])


def left_out(tournament: Tournament) -> frozenset[int]:
    """The pairing numbers of the players whose games do not count in a round robin (C.05 6.6)."""
    if not kind_of(tournament.edition).by_table:
        return frozenset()
    return editions.left_out(_present(tournament))


def ranks(
    tournament: Tournament, present: rules.Tournament, expelled: Collection[int], *, interim: bool
) -> dict[int, int]:
    """Pairing number -> rank by the event's tie-breaks, as `ranking.reported_ranks` has it.

    Raises DomainError if the rounds should be matches and are not.
    """
    try:
        counted = editions.in_standings(present.with_pending_drawn() if interim else present)
    except rules.PairingError as error:
        raise DomainError("matches", in_words(error)) from error
    return ranking.reported_ranks(
        counted,
        _codes(tournament),
        interim=interim,
        expelled=expelled,
        system=kind_of(tournament.edition),
        left_out=editions.left_out(present),
        text=tie_breaks.Text(tournament.tie_break_text),
        given=_given(tournament, present, present.played_rounds),
    )


@dataclass(frozen=True, slots=True)
class WorkingLine:
    """What one round brings to a tie-break, in the reader's language; the opponent is a pairing number.

    `left_out` is the article by which it does not count, `article` the one that gives it its value.
    """

    round: int
    opponent: int | None
    is_dummy: bool
    amount: str
    left_out: str
    article: str


@dataclass(frozen=True, slots=True)
class Opened:
    """The value of a tie-break for one player, and how it is computed."""

    column: Column
    article: str
    value: TieBreakValue | None
    lines: tuple[WorkingLine, ...]
    # How the value follows from the lines, if it is not their sum.
    conclusion: str


def workings(tournament: Tournament, number: int, *, after: int) -> list[Opened]:
    """Every tie-break of the player with this pairing number after the round, and how it is computed."""
    scores = _scores(tournament, _present(tournament), after)
    return [_opened(found) for found in ranking.opened(scores, number, _codes(tournament))[1:]]


def _opened(found: ranking.Opened) -> Opened:
    language = known_words()

    def line(known: working.Line) -> WorkingLine:
        part, amount = known.part, known.amount
        return WorkingLine(
            part.round,
            part.opponent,
            part.dummy,
            language.tell(Phrase("{amount}", amount=amount)),
            known.left_out,
            part.article,
        )

    return Opened(
        column(found.tie_break),
        found.tie_break.article,
        found.working.value,
        tuple(map(line, found.lines)),
        language.tell(found.conclusion)
        if found.conclusion
        else _("Place among those who were level")
        if found.tie_break.way.is_place
        else "",
    )


@dataclass(frozen=True, slots=True)
class Compared:
    """One tie-break between two players: a sentence, and both workings, the higher player's first."""

    told: str
    decides: bool
    higher: int
    lower: int
    of_higher: Opened
    of_lower: Opened

    @property
    def sides(self) -> tuple[Opened, Opened]:
        """Both workings, the higher player's first."""
        return self.of_higher, self.of_lower

    @property
    def rows(self) -> list[tuple[int, WorkingLine | None, WorkingLine | None]]:
        """Round by round, what the round brings to both players."""
        one, other = ({line.round: line for line in side.lines} for side in self.sides)
        return [(number, one.get(number), other.get(number)) for number in sorted(one | other)]


def comparison(
    tournament: Tournament, one: int, other: int, names: Mapping[int, str], *, after: int
) -> tuple[list[Compared], str]:
    """Why one of two players ranks above the other after the round: step by step, and the conclusion.

    Players are given by pairing number, also in `names`. The conclusion is "" if a step decides.
    """
    scores = _scores(tournament, _present(tournament), after)
    language = known_words()
    steps = [
        Compared(
            language.tell(step.told(names[step.higher], names[step.lower])),
            step.decides,
            step.higher,
            step.lower,
            _opened(step.of_higher),
            _opened(step.of_lower),
        )
        for step in compare(scores, _codes(tournament), one, other)
    ]
    decided = bool(steps) and steps[-1].decides
    return steps, "" if decided else language.tell(EQUAL)


def finished_rounds(tournament: Tournament) -> int:
    """The number of the last round with no result missing in its match: the standings are those after it.

    An adjourned game does not delay it: it counts as a draw until its result is in.
    """
    public = tournament.rounds.filter(state__in=Round.LOCKED)
    missing = Game.objects.filter(round=OuterRef("pk"), result=Result.NOT_YET)
    complete = set(public.exclude(Exists(missing)).values_list("number", flat=True))
    matches = (rounds_of_match(tournament, number) for number in complete)
    return max((match[-1] for match in matches if complete.issuperset(match)), default=0)


def rounds_of_standings(tournament: Tournament, last: int) -> range:
    """The rounds, up to the last finished one, after which there are standings: those that end a match."""
    games = games_of_match(tournament)
    return range(games, last + 1, games)
