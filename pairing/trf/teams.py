"""The records of TRF26 that describe teams: read, and written again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from pairing.core.sentences import Phrase
from pairing.core.tournament import (
    AllocatedByes,
    ByeKind,
    ExtraPoints,
    KeptApart,
    LineUp,
    MatchForfeit,
    Score,
    Team,
    TeamBye,
    TeamEvent,
    TeamRules,
    Tournament,
    VirtualPoints,
    rules_of,
)
from pairing.trf import consistency
from pairing.trf.exchange import range_of_rounds
from pairing.trf.fields import BAKU, Field, Line, TrfError, decimal, one_line, right, round_number
from pairing.trf.rows import LAST_ROUND

# The records that describe teams, always or if a file has teams.
CODES = ("310", "300", "320", "330", "352", "362", "240", "250", "260", "299")

_MATCH_POINTS = {"TW": "win", "TD": "draw", "TL": "loss"}
_RESULTS = ("+-", "-+", "--")

_TEAM = Phrase("the number of a team of this tournament")
_MEMBER = Phrase("the number of a player of this tournament, who is in no other team")
_POINTS = Phrase("a number of points such as 1.0")
_ROUND = Phrase("the number of a round")
_RANK = Phrase("a rank, or blanks")
_FIRST_MEMBER = 74
# Record 299: the column of the kind of result, and the first in which game points may begin.
_KIND = 5
_GAME_POINTS = 12


# -- which records are read --------------------------------------------------------------------------


def codes_in(lines: Sequence[Line]) -> frozenset[str]:
    """The records of teams, if the file has teams (310) and says how they are paired (192); else none."""
    stated = [text for line in lines if line.text.startswith("192") and (text := line.field(4).text)]
    has_teams = any(line.text.startswith("310 ") for line in lines)
    return frozenset(CODES) if has_teams and stated and _rules(stated[-1]) is not None else frozenset()


def _rules(stated: str) -> TeamRules | None:
    """The rules for pairing teams that record 192 states; None if it states none."""
    return rules_of(stated.upper().removesuffix(BAKU))


def event_of(
    records: Mapping[str, Sequence[Line]], players: Mapping[int, int], rounds: int | None
) -> TeamEvent | None:
    """What the file says about teams; None for a tournament of players.

    `players` maps the numbers of the players in the file to their pairing numbers.

    Without records 310 the players represent the teams, and the usual rules also give None. Raises TrfError
    if a record cannot be understood.
    """
    lines = records.get("192", ())
    rules = _rules(lines[-1].field(4).text) if lines else None
    if rules is None:
        return None
    if not records.get("310"):
        return None if rules == TeamRules() else TeamEvent(rules)
    return Reader(records, players, rounds).event(rules)


def lines_of(records: Mapping[str, Sequence[Line]]) -> dict[int, int]:
    """The line numbers of the records 310 of a file whose teams were read, by the number of the team."""
    return {int(line.field(5, 7).text): line.number for line in records.get("310", ())}


# -- read -------------------------------------------------------------------------------------------


class Reader:
    """The records of one file."""

    def __init__(
        self, records: Mapping[str, Sequence[Line]], players: Mapping[int, int], rounds: int | None
    ) -> None:
        self.records = records
        self.players = players
        self.rounds = rounds
        self.teams = self._teams()

    def event(self, rules: TeamRules) -> TeamEvent:
        """All that the file says about its teams. Raises TrfError if a record cannot be understood."""
        points = self._match_points()
        return TeamEvent(
            rules=rules,
            teams=self.teams,
            boards=self._boards(),
            win=points["win"],
            draw=points["draw"],
            loss=points["loss"],
            forfeits=tuple(map(self._forfeit, self.records.get("330", ()))),
            line_ups=tuple(map(self._line_up, self.records.get("300", ()))),
            allocated=self._allocated(),
            byes=tuple(map(self._bye, self.records.get("240", ()))),
            virtual=tuple(map(self._virtual, self.records.get("250", ()))),
            extra=tuple(map(self._extra, self.records.get("299", ()))),
            kept_apart=tuple(map(self._kept_apart, self.records.get("260", ()))),
        )

    def _teams(self) -> tuple[Team, ...]:
        teams: dict[int, Team] = {}
        taken: set[int] = set()
        lines = self.records["310"]
        for line in lines:
            number = line.field(5, 7).whole(Phrase("the number of a team, 1 to {last}", last=len(lines)), 1)
            if number > len(lines) or number in teams:
                raise line.field(5, 7).error(
                    Phrase("a number of its own, 1 to {last}, as there are so many teams", last=len(lines))
                )
            members = []
            for column in range(_FIRST_MEMBER, len(line.text) + 1, 5):
                field = line.field(column, column + 4)
                if not field.text:
                    continue
                member = field.whole(_MEMBER, 0)
                if member in taken or (member and member not in self.players):
                    raise field.error(_MEMBER)
                if member:
                    taken.add(member)
                    members.append(self.players[member])
            rank = line.field(69, 71)
            teams[number] = Team(
                number,
                name=line.field(9, 40).text,
                members=tuple(members),
                nickname=line.field(42, 46).text,
                strength=line.field(48, 53).text,
                match_points=_optional(line.field(55, 60)),
                game_points=_optional(line.field(62, 67)),
                rank=rank.whole(_RANK) or None if rank.text else None,
            )
        return tuple(teams[number] for number in sorted(teams))

    def _team(self, field: Field, *, nobody: bool = False) -> int:
        """The number of a team; with `nobody`, 0 is allowed and means no team."""
        number = field.whole(_TEAM, 0 if nobody else 1)
        if number > len(self.teams):
            raise field.error(_TEAM)
        return number

    def _round(self, field: Field) -> int:
        """The number of a round, at most the number of rounds if the file states it."""
        number = field.whole(_ROUND, 1, LAST_ROUND)
        if self.rounds and number > self.rounds:
            raise field.error(_last(self.rounds))
        return number

    def _listed(self, line: Line, column: int, width: int = 4) -> tuple[int, ...]:
        """The teams from `column` on, in `width` columns each, with a blank between them."""
        fields = (line.field(at, at + width - 1) for at in range(column, len(line.text) + 1, width + 1))
        return tuple(self._team(field) for field in fields if field.text)

    def _boards(self) -> str:
        for line in self.records.get("352", ())[-1:]:
            boards = line.field(4)
            if boards.text.upper().strip("WB"):
                raise boards.error(Phrase("the colours of the boards as W and B, such as WBWB"))
            return boards.text.upper()
        return ""

    def _match_points(self) -> dict[str, int]:
        usual = TeamEvent()
        points = {"win": usual.win, "draw": usual.draw, "loss": usual.loss}
        for line in self.records.get("362", ())[-1:]:
            words = line.words()
            for name, value in zip(words[::2], words[1::2], strict=False):
                if name.text.upper() not in _MATCH_POINTS:
                    raise name.error(Phrase("TW, TD or TL and their match points"))
                points[_MATCH_POINTS[name.text.upper()]] = value.tenths(_POINTS)
            if len(words) % 2:
                raise words[-1].error(Phrase("TW, TD or TL and their match points"))
        return points

    def _forfeit(self, line: Line) -> MatchForfeit:
        result = line.field(5, 6)
        if result.text not in _RESULTS:
            raise result.error(Phrase("a forfeited match: one of +- -+ --"))
        white, black = self._team(line.field(12, 14)), line.field(16, 18)
        if self._team(black) == white:
            raise black.error(Phrase("another team"))
        return MatchForfeit(self._round(line.field(8, 10)), white, self._team(black), result.text)

    def _line_up(self, line: Line) -> LineUp:
        team = self._team(line.field(9, 11))
        members = self.teams[team - 1].members
        players = []
        for column in range(17, len(line.text) + 1, 5):
            field = line.field(column, column + 4)
            named = field.whole(Phrase("a member of team {team}, or 0000", team=team)) if field.text else 0
            player = self.players.get(named, 0)
            if named and player not in members:
                raise field.error(Phrase("a member of team {team}, or 0000", team=team))
            players.append(player)
        return LineUp(
            self._round(line.field(5, 7)), team, self._team(line.field(13, 15), nobody=True), tuple(players)
        )

    def _allocated(self) -> AllocatedByes | None:
        for line in self.records.get("320", ())[-1:]:
            fields = (line.field(at, at + 2) for at in range(15, len(line.text) + 1, 4))
            return AllocatedByes(
                line.field(5, 8).tenths(_POINTS),
                line.field(10, 13).tenths(_POINTS),
                tuple(self._team(field, nobody=True) if field.text else 0 for field in fields),
            )
        return None

    def _bye(self, line: Line) -> TeamBye:
        kind = line.field(5, 5)
        if kind.text.upper() not in list(ByeKind):
            raise kind.error(Phrase("the kind of bye: F, H or Z"))
        return TeamBye(ByeKind(kind.text.upper()), self._round(line.field(7, 9)), self._listed(line, 11))

    def _virtual(self, line: Line) -> VirtualPoints:
        first, last = range_of_rounds(line.field(15, 17), line.field(19, 21), LAST_ROUND)
        low, high = line.field(23, 26), line.field(28, 31)
        return VirtualPoints(
            _points(line.field(5, 8)),
            _points(line.field(10, 13)),
            first,
            last,
            self._team(low),
            high.whole(Phrase("{number} or the number of a team after it", number=low.text), self._team(low)),
        )

    def _extra(self, line: Line) -> ExtraPoints:
        """Programs differ in the columns, so the points are recognised by their decimals."""
        kind = consistency.kind_of(line)
        words = [word for word in line.words() if word.column > _KIND]
        points = [word for word in words if "." in word.text]
        if not points:
            if words:
                raise words[0].error(_POINTS)
            return ExtraPoints(None, None, 0, (), kind)
        last = words.index(points[-1])
        number, teams = consistency.round_and_numbers(points[-1], words[last + 1 :], self._team)
        if self.rounds and number > self.rounds:
            raise words[last + 1].error(_last(self.rounds))
        matches, games = self._both(points)
        if not (kind or number) and (matches or games):
            raise points[0].error(Phrase("0.0, or a round, as these points are beside the results"))
        return ExtraPoints(matches, games, number, tuple(teams), kind)

    def _both(self, points: Sequence[Field]) -> tuple[int | None, int | None]:
        """Match points and game points; None for those that are not stated."""
        values = [field.signed_tenths(_POINTS) for field in points[-2:]]
        if len(values) > 1:
            return values[0], values[1]
        alone = points[0].column < _GAME_POINTS
        return (values[0], None) if alone else (None, values[0])

    def _kept_apart(self, line: Line) -> KeptApart:
        first, last = range_of_rounds(line.field(5, 7), line.field(9, 11), LAST_ROUND)
        end = None if last >= (self.rounds or LAST_ROUND) else last
        return KeptApart(frozenset(self._listed(line, 13)), first, end)


def _last(rounds: int) -> Phrase:
    return Phrase("no more than the {last} rounds of the tournament", last=rounds)


def _points(field: Field) -> int:
    return field.signed_tenths(_POINTS) if field.text else 0


def _optional(field: Field) -> int | None:
    return field.signed_tenths(_POINTS) if field.text else None


# -- write ------------------------------------------------------------------------------------------


def records(event: TeamEvent, rounds: int | None) -> Iterator[str]:
    """The records that describe the event. Raises PairingError if a number does not fit its columns."""
    if event.boards:
        yield f"352 {event.boards}"
    points = (event.win, event.draw, event.loss)
    yield "362 " + "   ".join(
        f"{name}{decimal(value):>4}" for name, value in zip(_MATCH_POINTS, points, strict=True)
    )
    yield from map(_team_record, event.teams)
    for virtual in event.virtual:
        yield (
            f"250 {decimal(virtual.match_points):>4} {decimal(virtual.game_points):>4}"
            f" {round_number(virtual.first_round)} {round_number(virtual.last_round)}"
            f" {_number(virtual.first_team, 4)} {_number(virtual.last_team, 4)}"
        )
    for apart in event.kept_apart:
        last = max(apart.last or rounds or LAST_ROUND, apart.first)
        teams = _list(sorted(apart.teams), 4)
        yield f"260 {round_number(apart.first)} {round_number(last)} {teams}"
    for bye in event.byes:
        yield f"240 {bye.kind} {round_number(bye.round)} {_list(bye.teams, 4)}"
    if (allocated := event.allocated) is not None:
        yield (
            f"320 {decimal(allocated.match_points):>4} {decimal(allocated.game_points):>4}"
            f" {' '.join(f'{team:03}' for team in allocated.teams)}"
        )
    for forfeit in event.forfeits:
        yield (
            f"330 {forfeit.result} {round_number(forfeit.round)} {_number(forfeit.white)}"
            f" {_number(forfeit.black)}"
        )
    for extra in event.extra:
        stated = (extra.match_points, extra.game_points)
        matches, games = ("" if points is None else decimal(points) for points in stated)
        number = round_number(extra.round) if extra.round else "000"
        yield f"299 {extra.kind:1}  {matches:>4}  {games:>4}  {number} {_list(extra.teams, 4)}"
    for line_up in event.line_ups:
        players = " ".join(f"{player:4}" if player else "0000" for player in line_up.players)
        yield (
            f"300 {round_number(line_up.round)} {_number(line_up.team)} {_number(line_up.opponent)} {players}"
        )


def _team_record(team: Team) -> str:
    stated = (team.match_points, team.game_points)
    match_points, game_points = ("" if points is None else decimal(points) for points in stated)
    return (
        f"310 {_number(team.number)} {one_line(team.name):32.32} {one_line(team.nickname):5.5}"
        f" {one_line(team.strength):>6.6} {match_points:>6} {game_points:>6} {team.rank or '':>3}"
        f"  {_list(team.members, 4)}"
    )


def _number(team: int, width: int = 3) -> str:
    return right(str(team), width, Phrase("number of a team"))


def _list(numbers: Sequence[int], width: int) -> str:
    return " ".join(_number(number, width) for number in numbers)


# -- The records of teams that change nothing: where each of them is, and what it would have to say instead.

_FOR_PLAYERS = {"XXA": "250", "XXP": "260", "XXZ": "240"}
# The first of the four columns in which records have the points of each score.
_COLUMN_OF_POINTS = {Score.MATCH_POINTS: 5, Score.GAME_POINTS: 10}


def idle_records(
    tournament: Tournament, event: TeamEvent, records: Mapping[str, Sequence[Line]]
) -> Iterator[TrfError]:
    """Line-ups against a team not met, byes of teams that have a match, points of 0, groups of one team.

    `records` are those from which the `event` was read, in the same order.
    """
    met = _opponents(tournament, event)
    played = max((number for number, _team in met), default=0)
    allocated = set(enumerate(event.allocated.teams, 1)) if event.allocated else set()
    for line, line_up in zip(records["300"], event.line_ups, strict=True):
        found = sorted(met[line_up.round, line_up.team])
        if line_up.round <= played and line_up.opponent not in (found or [0]):
            expected = Phrase(
                "{opponent}, as the games of round {round} have it",
                opponent=", ".join(map(str, found)) or "000",
                round=line_up.round,
            )
            yield line.field(13, 15).error(expected)
    for line, bye in zip(records["240"], event.byes, strict=True):
        columns = (line.field(at, at + 3) for at in range(11, len(line.text) + 1, 5))
        for field, team in zip(filter(lambda one: one.text, columns), bye.teams, strict=True):
            if met[bye.round, team] or (bye.round, team) in allocated:
                yield field.error(
                    Phrase(
                        "a team with neither a match nor the allocated bye in round {round}", round=bye.round
                    )
                )
    for line, virtual in zip(records["250"], event.virtual, strict=True):
        primary = event.rules.primary
        by_matches = primary is Score.MATCH_POINTS
        if not (virtual.match_points if by_matches else virtual.game_points):
            expected = (
                Phrase("match points, by which these teams are paired")
                if by_matches
                else Phrase("game points, by which these teams are paired")
            )
            yield line.field(_COLUMN_OF_POINTS[primary], _COLUMN_OF_POINTS[primary] + 3).error(expected)
    for line, extra in zip(records["299"], event.extra, strict=True):
        if not (extra.kind or extra.match_points or extra.game_points):
            yield line.field(8, 17).error(Phrase("points other than 0"))
    for line, apart in zip(records["260"], event.kept_apart, strict=True):
        if len(apart.teams) < 2:
            yield line.field(13).error(Phrase("two teams at least"))


def records_of_players(records: Mapping[str, Sequence[Line]]) -> Iterator[TrfError]:
    """The records in which programs for players say what files of teams say in records of their own."""
    for code, others in _FOR_PLAYERS.items():
        for line in records.get(code, ()):
            yield line.field(1, 3).error(Phrase("record {code}, as the file is of teams", code=others))


def _opponents(tournament: Tournament, event: TeamEvent) -> Mapping[tuple[int, int], set[int]]:
    """(round, team) -> the teams that it met, by its members' games and by forfeits of whole matches."""
    met: dict[tuple[int, int], set[int]] = defaultdict(set)
    team_of = {member: team.number for team in event.teams for member in team.members}
    for player in tournament.players:
        for number, cell in enumerate(player.cells, 1):
            if cell.opponent in team_of and player.number in team_of:
                met[number, team_of[player.number]].add(team_of[cell.opponent])
    for forfeit in event.forfeits:
        met[forfeit.round, forfeit.white].add(forfeit.black)
        met[forfeit.round, forfeit.black].add(forfeit.white)
    return met
