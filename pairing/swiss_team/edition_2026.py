"""The Swiss team pairing system in force since 1 February 2026 (C.04.6)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pairing.core.colours import alternate, alternate_first, alternate_other, grant, of_match
from pairing.core.edition import HANDLING, KEPT_APART, Book, Edition, Form, ReportCodes, Wrong
from pairing.core.records import (
    Preference,
    Record,
    Strength,
    bars_by_match,
    float_of_match,
    make_records,
    repeated_colour,
)
from pairing.core.scores import check_scoring, points
from pairing.core.sentences import Phrase, in_catalogue
from pairing.core.tournament import (
    BLANK,
    KIND_OF_RESULT,
    SYSTEM,
    Cell,
    Colour,
    ExtraPoints,
    MatchForfeit,
    Outcome,
    Pair,
    PairingError,
    Player,
    Preferences,
    Prohibition,
    RoundPairing,
    Score,
    Scoring,
    Team,
    TeamEvent,
    TeamRules,
    Tournament,
    report_codes,
)
from pairing.tie_breaks.registry import USUAL_OF_TEAMS
from pairing.upfloating.rounds import Articles, Rules, decide

# -- A tournament of teams as its pairing sees it: each team a player, each match a cell --------------
#
# The cell has the opponent, the colour of board 1, the outcome of the match, and both scores.

# The outcomes of a forfeited match for the team named first, and for the other.
FORFEITS = {
    "+-": (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS),
    "-+": (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN),
    "--": (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS),
}
_BYES = {
    Outcome.PAIRING_ALLOCATED_BYE,
    Outcome.FULL_POINT_BYE,
    Outcome.HALF_POINT_BYE,
}


def outcome_of_match(own: int, other: int, *, played: bool) -> Outcome:
    """The outcome for the team with `own` game points against `other`; `played` if at least one board was."""
    if not played:
        return Outcome.FORFEIT_WIN if own > other else Outcome.FORFEIT_LOSS
    if own == other:
        return Outcome.DRAW
    return Outcome.WIN if own > other else Outcome.LOSS


def tournament_of_teams(tournament: Tournament) -> Tournament:
    """The tournament whose players are the teams; one whose players stand for teams stays as it is.

    Raises PairingError if the boards of two teams cannot be those of one match, if the points of either score
    make no sense, and for an acceleration by game points (C.04.7 art. 1.4.4).
    """
    require_known_teams(tournament)
    event = tournament.team_event
    if event is None or not event.teams:
        return tournament
    if tournament.baku and event.rules.primary is Score.GAME_POINTS:
        raise PairingError(
            Phrase("For teams the Baku acceleration is for match points only (C.04.7 art. 1.4.4).")
        )
    matches = Matches(tournament, event)
    scoring, secondary = (
        _sensible(scoring_of_matches(tournament.scoring, event, score, matches.size), score)
        for score in (event.rules.primary, event.rules.primary.other)
    )
    return replace(
        tournament,
        players=tuple(
            Player(
                team.number,
                name=team.name,
                cells=matches.cells(team),
                rank=team.rank,
                virtual=_virtual(event, team.number),
            )
            for team in event.teams
        ),
        scoring=scoring,
        secondary_scoring=secondary,
        forbidden=tuple(Prohibition(apart.teams, apart.first, apart.last) for apart in event.kept_apart),
        team_event=replace(event, teams=()),
    )


def require_known_teams(tournament: Tournament) -> None:
    """Raises PairingError if a file has teams (310) but does not say how they are paired (192)."""
    if tournament.team_event is None and any(
        record.startswith("310 ") for record in tournament.other_records
    ):
        raise PairingError(
            Phrase(
                "The teams of the file are not known: expected a record 192 such as FIDE_TEAM beside its "
                "records 310."
            )
        )


def scoring_of_matches(games: Scoring, event: TeamEvent, score: Score, boards: int) -> Scoring:
    """The points for a match won, drawn and lost in this score; game points are those of all its `games`.

    With 0 `boards`, because nobody has sat down to a match yet, they are those of one game.
    """
    boards = boards or 1
    values = (
        (event.win, event.draw, event.loss)
        if score is Score.MATCH_POINTS
        else (boards * games.white_win, boards * games.white_draw, boards * games.white_loss)
    )
    win, draw, loss = values
    return Scoring(
        *(win, win, draw, draw, loss, loss),
        zero_point_bye=0,
        half_point_bye=draw,
        full_point_bye=win,
        pairing_allocated_bye=draw,
        forfeit_win=win,
        forfeit_loss=0 if score is Score.GAME_POINTS else loss,
    )


def _sensible(scoring: Scoring, score: Score) -> Scoring:
    """The scoring, if it rewards winning; tie-breaks divide by the points of a match (C.07 13.4.2)."""
    try:
        check_scoring(scoring)
    except PairingError as error:
        raise PairingError(
            Phrase("Match points (record 362): {fault}", fault=error.saying)
            if score is Score.MATCH_POINTS
            else Phrase("Game points of a match (record 162): {fault}", fault=error.saying)
        ) from error
    return scoring


def boards_without_games(outcome: Outcome, games: Scoring, boards: int) -> tuple[int, ...]:
    """C.07 12: the points of each board if nobody of the team sat at one, in tenths.

    The allocated bye is a game won on each.
    """
    worth = {
        Outcome.PAIRING_ALLOCATED_BYE: games.white_win,
        Outcome.FULL_POINT_BYE: games.white_win,
        Outcome.HALF_POINT_BYE: games.white_draw,
        Outcome.FORFEIT_WIN: games.white_win,
    }
    return (worth.get(outcome, 0),) * boards


def _virtual(event: TeamEvent, number: int) -> tuple[int, ...]:
    """Records 250: the points of the primary score that count for the pairing of each round."""
    by_matches = event.rules.primary is Score.MATCH_POINTS
    points: list[int] = []
    for stated in event.virtual:
        if stated.first_team <= number <= stated.last_team:
            points += [0] * (stated.last_round - len(points))
            value = stated.match_points if by_matches else stated.game_points
            points[stated.first_round - 1 : stated.last_round] = [value] * (
                stated.last_round - stated.first_round + 1
            )
    return tuple(points)


class Matches:
    """The matches of a tournament of teams, derived from its games and from records on whole matches."""

    def __init__(self, tournament: Tournament, event: TeamEvent) -> None:
        self.tournament = tournament
        self.event = event
        self.players = {player.number: player for player in tournament.players}
        self.team_of = {member: team.number for team in event.teams for member in team.members}
        self.forfeits: dict[tuple[int, int], MatchForfeit] = {}
        for forfeit in event.forfeits:
            self.forfeits[forfeit.round, forfeit.white] = forfeit
            self.forfeits[forfeit.round, forfeit.black] = forfeit
        self.line_ups = {(line_up.round, line_up.team): line_up.players for line_up in event.line_ups}
        self.byes = {(bye.round, team): Outcome(bye.kind) for bye in event.byes for team in bye.teams}
        # Record 299 by its team and round, 0 for all: points beside the results, and for a kind of result the
        # place of the record, of which the last one counts.
        self.extra: dict[tuple[int, int], list[ExtraPoints]] = defaultdict(list)
        self.worth: dict[tuple[int, int, str], int] = {}
        for place, extra in enumerate(event.extra):
            for number in extra.teams or (0,):
                if extra.kind:
                    self.worth[number, extra.round, extra.kind] = place
                else:
                    self.extra[number, extra.round].append(extra)
        self.allocated = {
            (number, team) for number, team in enumerate(event.allocated.teams if event.allocated else (), 1)
        }
        self.played = max(
            tournament.played_rounds,
            max((forfeit.round for forfeit in event.forfeits), default=0),
        )
        # The number of boards of a match; without record 352, up to the last one occupied. 0 if none was.
        self.size = len(event.boards) or self._most_seated()

    def cells(self, team: Team) -> tuple[Cell, ...]:
        """What each round brought the team; after the last paired round, the byes asked for."""
        coming = self.played + 1
        cells = [self._cell(team, number) for number in range(1, coming)]
        bye, _match_points, _game_points = self._bye(team, coming, 0)
        members = [self.players[member].cell(coming) for member in team.members]
        stated = (coming, team.number) in self.byes or bye.paired
        if stated or (members and BLANK not in members):
            cells.append(bye)
        return tuple(cells)

    def _cell(self, team: Team, number: int) -> Cell:
        cell, match_points, game_points = self._match(team, number)
        kind = KIND_OF_RESULT.get(cell.outcome, "")
        keys = ((which, round_, kind) for which in (team.number, 0) for round_ in (number, 0))
        place = max((self.worth[key] for key in keys if key in self.worth), default=None)
        if place is not None:
            stated = self.event.extra[place]
            match_points = match_points if stated.match_points is None else stated.match_points
            game_points = game_points if stated.game_points is None else stated.game_points
        for which in (team.number, 0):
            for extra in self.extra.get((which, number), ()):
                match_points += extra.match_points or 0
                game_points += extra.game_points or 0
        primary, secondary = (
            (match_points, game_points)
            if self.event.rules.primary is Score.MATCH_POINTS
            else (game_points, match_points)
        )
        boards = self._boards(team, number, cell.outcome)
        return replace(cell, points=primary, secondary=secondary, boards=boards)

    def _match(self, team: Team, number: int) -> tuple[Cell, int, int]:
        """The cell of the round for the team, its match points and its game points."""
        games = self._game_points(team, number)
        if (forfeit := self.forfeits.get((number, team.number))) is not None:
            return self._forfeited(forfeit, team.number, games)
        opponent = self._opponent(team, number)
        if opponent is None:
            return self._bye(team, number, games)
        theirs = self._game_points(opponent, number)
        cells = self._games(team, number)
        colour = self._colour(team, number)
        if any(cell.pending for _, cell in cells):
            return Cell(opponent.number, colour, Outcome.NONE), 0, games
        outcome = outcome_of_match(games, theirs, played=any(cell.played for _, cell in cells))
        met = Cell(opponent.number, colour, outcome)
        both = [cell for side in (team, opponent) for _, cell in self._games(side, number)]
        if all(cell.outcome is Outcome.FORFEIT_LOSS for cell in both):
            return met, self.event.loss, games
        return met, self._match_points(games, theirs), games

    def _match_points(self, games: int, theirs: int) -> int:
        if games == theirs:
            return self.event.draw
        return self.event.win if games > theirs else self.event.loss

    def _forfeited(self, forfeit: MatchForfeit, team: int, games: int) -> tuple[Cell, int, int]:
        white, black = FORFEITS[forfeit.result]
        first = team == forfeit.white
        outcome = white if first else black
        cell = Cell(
            forfeit.black if first else forfeit.white, Colour.WHITE if first else Colour.BLACK, outcome
        )
        return cell, self.event.win if outcome is Outcome.FORFEIT_WIN else self.event.loss, games

    def _bye(self, team: Team, number: int, games: int) -> tuple[Cell, int, int]:
        """A round without an opponent: 1.4, and the byes in the file."""
        event, scoring = self.event, self.tournament.scoring
        outcomes = [self.players[member].cell(number).outcome for member in team.members]
        if (number, team.number) in self.allocated or Outcome.PAIRING_ALLOCATED_BYE in outcomes:
            stated = event.allocated
            cell = Cell(outcome=Outcome.PAIRING_ALLOCATED_BYE)
            return (
                cell,
                stated.match_points if stated else event.draw,
                stated.game_points if stated else games,
            )
        outcome = self.byes.get((number, team.number)) or next(
            (outcome for outcome in outcomes if outcome in _BYES), Outcome.ZERO_POINT_BYE
        )
        worth = {
            Outcome.FULL_POINT_BYE: (event.win, scoring.full_point_bye),
            Outcome.HALF_POINT_BYE: (event.draw, scoring.half_point_bye),
        }
        match_points, a_board = worth.get(outcome, (0, 0))
        return Cell(outcome=outcome), match_points, games or a_board * self.size

    # -- the games of a match -------------------------------------------------------------------

    def seated(self, team: Team, number: int) -> dict[int, Player]:
        """The players who sat at a board in the round or should have, by the board, from 0.

        Some programs mark everybody who did not play as a forfeit: beyond the boards, those are left out.
        """
        if (line_up := self.line_ups.get((number, team.number))) is not None:
            return {board: self.players[member] for board, member in enumerate(line_up) if member}
        members = (self.players[member] for member in team.members)
        seated = [player for player in members if _at_a_board(player.cell(number))]
        surplus = len(seated) - len(self.event.boards) if self.event.boards else 0
        away = [player for player in seated if _is_away(player.cell(number))]
        left_out = away[len(away) - surplus :] if surplus > 0 else []
        return dict(enumerate(player for player in seated if player not in left_out))

    def _most_seated(self) -> int:
        rounds = range(1, self.played + 1)
        lowest = (
            max(self.seated(team, number), default=-1) for team in self.event.teams for number in rounds
        )
        return 1 + max(lowest, default=-1)

    def _games(self, team: Team, number: int) -> list[tuple[int, Cell]]:
        """The cells of the players who sat at a board or should have, each with the board, from 0."""
        return [(board, player.cell(number)) for board, player in self.seated(team, number).items()]

    def _game_points(self, team: Team, number: int) -> int:
        scoring = self.tournament.scoring
        return sum(scoring.points(self.players[member].cell(number)) for member in team.members)

    def _boards(self, team: Team, number: int, outcome: Outcome) -> tuple[int, ...]:
        """C.07 12: what each board of the match brought, board 1 first; 0 if the team left it empty."""
        scoring = self.tournament.scoring
        found = {board: scoring.points(cell) for board, cell in self._games(team, number)}
        if not found or outcome is Outcome.PAIRING_ALLOCATED_BYE:
            return boards_without_games(outcome, scoring, self.size)
        return tuple(found.get(board, 0) for board in range(max(self.size, *(board + 1 for board in found))))

    def _opponent(self, team: Team, number: int) -> Team | None:
        """The team's opponent, found from the opponents of its players."""
        opponents = {self.players[member].cell(number).opponent for member in team.members} - {None}
        teams = {self.team_of.get(opponent or 0, 0) for opponent in opponents}
        if not teams:
            return None
        if len(teams) > 1 or team.number in teams or 0 in teams:
            raise PairingError(
                Phrase(
                    "Team {team} has no single opponent in round {round}: its players meet {opponents}.",
                    team=team.number,
                    round=number,
                    opponents=", ".join(map(str, sorted(opponent or 0 for opponent in opponents))),
                )
            )
        return self.event.teams[teams.pop() - 1]

    def _colour(self, team: Team, number: int) -> Colour | None:
        """1.6: the colour of board 1, derived from the first board that has colours (record 352)."""
        boards: Sequence[str] = self.event.boards or "W"
        colours: Iterator[Colour] = (
            cell.colour if boards[board % len(boards)] == boards[0] else cell.colour.opposite
            for board, cell in self._games(team, number)
            if cell.colour is not None
        )
        return next(colours, None)


def _is_away(cell: Cell) -> bool:
    """Whether the player lost by forfeit to nobody in particular."""
    return cell.opponent is None and cell.outcome is Outcome.FORFEIT_LOSS


def _at_a_board(cell: Cell) -> bool:
    """Whether the player was in the line-up of the round."""
    forfeits = (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS)
    return cell.opponent is not None or cell.outcome in forfeits


# -- The colours of teams (C.04.6 art. 1.6, 1.7 and 4): those of board 1 ------------------------------

NO_PREFERENCE = Preference(None, Strength.NONE)


def preference_of(
    kind: Preferences, colours: tuple[Colour, ...], difference: int, *, last_round: bool
) -> Preference:
    """1.7: the preference that follows from the colours of the matches played.

    Type A has only one kind of preference, a simple one, which counts as mild here. `difference` is Whites
    minus Blacks.
    """
    if kind is Preferences.NONE or not colours:
        return NO_PREFERENCE
    strong = _strong_colour(colours, difference)
    if strong is not None:
        return Preference(strong, Strength.MILD if kind is Preferences.TYPE_A else Strength.STRONG)
    if kind is Preferences.TYPE_A:
        return NO_PREFERENCE
    return Preference(*_mild(colours, difference, last_round=last_round))


def _strong_colour(colours: tuple[Colour, ...], difference: int) -> Colour | None:
    """1.7.1, 1.7.2: the colour of a strong preference; None if there is none.

    It is the colour that came two times less than the other; or as often or once less, if the last two were
    the other.
    """
    repeated = repeated_colour(colours)
    for due, lacking in ((Colour.WHITE, -difference), (Colour.BLACK, difference)):
        if lacking > 1 or (lacking in (0, 1) and repeated is due.opposite):
            return due
    return None


def _mild(
    colours: tuple[Colour, ...], difference: int, *, last_round: bool
) -> tuple[Colour | None, Strength]:
    """1.7.2: the colour that came once less; if level, the other than the last, except in the last round."""
    if difference in (-1, 1):
        return (Colour.WHITE if difference < 0 else Colour.BLACK), Strength.MILD
    if difference == 0 and not last_round:
        return colours[-1].opposite, Strength.MILD
    return None, Strength.NONE


# -- who gets which ---------------------------------------------------------------------------------


def grant_only(first: Record, other: Record) -> Record | None:
    """4.3.2: only one of the two has a preference."""
    one, two = first.preference.colour, other.preference.colour
    if (one is None) is (two is None):
        return None
    return grant(first, other, one) or grant(other, first, two)


def grant_opposite(first: Record, other: Record) -> Record | None:
    """4.3.3: both have preferences, for different colours."""
    one, two = first.preference.colour, other.preference.colour
    return grant(first, other, one) if one is not None and two is one.opposite else None


def grant_strong(first: Record, other: Record) -> Record | None:
    """4.3.4: Type B, only one of the two preferences is strong."""
    strong = [record for record in (first, other) if record.preference.strength is Strength.STRONG]
    if len(strong) != 1:
        return None
    return grant(strong[0], other if strong[0] is first else first, strong[0].preference.colour)


def white_to_fewer(first: Record, other: Record) -> Record | None:
    """4.3.5: White to the lower colour difference."""
    if first.difference == other.difference:
        return None
    return min(first, other, key=lambda record: record.difference)


def grant_first(first: Record, other: Record) -> Record | None:
    """4.3.7: the preference of the first team."""
    return grant(first, other, first.preference.colour)


# 4.3.2 to 4.3.9; 4.3.1, which comes before them, is the lot.
COLOUR_RULES = (
    grant_only,
    grant_opposite,
    grant_strong,
    white_to_fewer,
    alternate,
    grant_first,
    alternate_first,
    alternate_other,
)
COLOUR_ARTICLES = tuple(f"art. 4.3.{place}" for place in range(1, len(COLOUR_RULES) + 2))


def first_team(one: Record, two: Record, tournament: Tournament) -> tuple[Record, Record]:
    """4.2: the first team and the other: by primary score, secondary score, smaller number.

    These are the scores of the standings, without virtual points.
    """
    played = tournament.played_rounds
    players = tournament.players
    event = tournament.team_event
    looks_at_both = event is None or event.rules.secondary

    def rank(record: Record) -> tuple[int, int, int]:
        team = players[record.number - 1]
        secondary = sum(cell.secondary for cell in team.cells[:played]) if looks_at_both else 0
        return -points(tournament, team, played), -secondary, record.number

    return (one, two) if rank(one) < rank(two) else (two, one)


def colours(one: Record, two: Record, tournament: Tournament) -> tuple[Pair, int]:
    """4.3: who has White on board 1, and the place of the rule that decided, from 0 for 4.3.1."""
    first, other = first_team(one, two, tournament)
    return of_match(COLOUR_RULES, first, other, first.number, tournament.initial_colour)


# -- The edition --------------------------------------------------------------------------------------


def records(tournament: Tournament) -> tuple[Record, ...]:
    """The teams to be paired in the coming round, in the order of score and number."""
    coming = tournament.played_rounds + 1
    kind = (tournament.team_event.rules if tournament.team_event else TeamRules()).preferences
    last_round = coming == tournament.rounds
    return tuple(
        replace(
            record,
            preference=preference_of(kind, record.colours, record.difference, last_round=last_round),
        )
        for record in make_records(tournament, float_of=float_of_match, bars_from_bye=bars_by_match)
    )


RULES = Rules(
    articles=Articles(
        rematch="C1",
        bye="C2",
        bye_order=("art. 3.4.2", "art. 3.4.3", "art. 3.4.4"),
        completion="C3",
        fewest_upfloaters="C4",
        highest_upfloaters="C5",
        following="C6",
        upfloaters_floated="C7",
        preferences="C8",
        strong_preferences="C9",
        opponents_floated="C10",
        first_set="art. 3.5.4",
        first_identifier="art. 3.6.4",
    ),
    blind_rounds=2,
    bars_from_bye=bars_by_match,
    records=records,
    colours=colours,
    colour_articles=COLOUR_ARTICLES,
)


def pair(tournament: Tournament) -> RoundPairing:
    """C.04.6: the pairing of the round after the last one that was paired; see `rounds.decide`."""
    return decide(tournament, RULES).pairing


SWISS_TEAM_2026 = Edition(
    code="swiss-team-2026",
    name=in_catalogue("Swiss Team Pairing System, 2026"),
    description=in_catalogue("C.04.6 in force since 1 February 2026: teams, by match points or game points."),
    pair=pair,
    records=records,
    explained_by="pairing.swiss_team.explained:account",
    report=ReportCodes(
        SYSTEM, report_codes()[1:], since="2026/02/01", undated=True, kind="Team: Swiss-System"
    ),
    faults=Book(
        {
            Wrong.REMATCH: "C.04.1 art. 2, C.04.6 C1",
            Wrong.FORBIDDEN: KEPT_APART,
            Wrong.BYE: "C.04.1 art. 4, C.04.6 C2",
        }
    ),
    handling=replace(
        HANDLING,
        float_of=float_of_match,
        bars_from_bye=bars_by_match,
        tie_breaks=USUAL_OF_TEAMS,
    ),
    form=Form.TEAMS,
    entrants=tournament_of_teams,
)
