"""Knock-outs of single games and of matches of two games (docs/rules/knock-out.md, K1 to K5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from pairing.core.edition import HANDLING, Book, Edition, Form, Ground, ReportCodes
from pairing.core.records import Record, make_records
from pairing.core.sentences import Phrase, Who, in_catalogue, phrase
from pairing.core.tournament import (
    Cell,
    Outcome,
    Pair,
    PairingError,
    Player,
    RoundPairing,
    Scoring,
    Tournament,
)
from pairing.double_swiss import by_rank, colours, colours_of_matches, second_games, tournament_of_matches
from pairing.explanation.account import Account
from pairing.explanation.facts import OwnSentence, PlainBoard, Reason, WhyNot

# -- The bracket of a knock-out: who is in which match, and who goes on from it (K1 to K3, K5, K6) ----
#
# A round here is one of the tournament as it is paired: one match per round, of one game or of two. The
# bracket is not stored: it follows from who met whom, from the results, and from the tie-breaks of level
# matches.

# The players on the lines of a round, from the top; two lines are a match.
type Lines = tuple[int | None, ...]

POINT = 10


class Way(StrEnum):
    """How a player goes on from a match, or why nobody does yet."""

    # Without an opponent (K5).
    ALONE = "alone"
    # More points in the match (K2).
    WON = "won"
    # The match was level, and a tie-break decided (K3).
    TIE_BREAK = "tie-break"
    # The next round was paired with this player, whatever the results say by now.
    PAIRED = "paired"
    # Neither came, or the match has no players (K5).
    NOBODY = "nobody"
    # The result or the tie-break is still to come.
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Match:
    """One match of a round: its number, counted from 1 at the top, its players, and the one who goes on."""

    number: int
    sides: tuple[int | None, int | None]
    way: Way = Way.OPEN
    winner: int | None = None

    @property
    def players(self) -> tuple[int, ...]:
        """The players of the match."""
        return tuple(side for side in self.sides if side is not None)

    @property
    def loser(self) -> int | None:
        """The player put out by the winner, if any."""
        return next((one for one in self.players if one != self.winner), None) if self.winner else None


@dataclass(frozen=True, slots=True)
class Bracket:
    """The matches of all rounds that were paired, and those of the coming one; () if there is none."""

    rounds: tuple[tuple[Match, ...], ...]
    coming: tuple[Match, ...]

    @property
    def open_matches(self) -> tuple[Match, ...]:
        """The matches of the last paired round in which it is not known yet who goes on."""
        last = self.rounds[-1] if self.rounds else ()
        return tuple(match for match in last if match.way is Way.OPEN)

    def last_match(self, player: int) -> tuple[int, Match] | None:
        """The last match of the player among the paired rounds, with its round; None if they are in none."""
        for number, matches in reversed(tuple(enumerate(self.rounds, 1))):
            for match in matches:
                if player in match.players:
                    return number, match
        return None


def size_of_bracket(players: int) -> int:
    """K1: the number of lines in the first round: the smallest power of two that suffices, at least two."""
    return 1 << rounds_for(players)


def rounds_for(players: int) -> int:
    """K1: the number of rounds of a bracket for this many players, at least one."""
    return max((players - 1).bit_length(), 1)


def seeds(size: int) -> tuple[int, ...]:
    """K1: the seeds on the lines of a bracket of this size, from the top.

    In each half the best seed meets the last one, so that the first and the second meet in the final.
    """
    lines: tuple[int, ...] = (1,)
    while len(lines) < size:
        last = 2 * len(lines) + 1
        lines = tuple(line for seed in lines for line in (seed, last - seed))
    return lines


def follow(tournament: Tournament) -> Bracket:
    """The bracket of a tournament as far as it has been paired."""
    players = len(tournament.players)
    known = {player.number: player for player in tournament.players}
    lines: Lines = tuple(seed if seed <= players else None for seed in seeds(size_of_bracket(players)))
    rounds = []
    for number in range(1, min(tournament.played_rounds, rounds_for(players)) + 1):
        lines = arranged(lines, _boards(tournament, number))
        matches = tuple(_decided(tournament.scoring, known, number, match) for match in matches_of(lines))
        rounds.append(matches)
        lines = tuple(match.winner for match in matches)
    return Bracket(tuple(rounds), matches_of(lines) if len(lines) > 1 else ())


def matches_of(lines: Lines) -> tuple[Match, ...]:
    """The matches of these lines, from the top."""
    sides = zip(lines[::2], lines[1::2], strict=True)
    return tuple(Match(number, two) for number, two in enumerate(sides, 1))


def arranged(lines: Lines, boards: Iterable[frozenset[int]]) -> Lines:
    """The lines as the boards of the round actually were: each board is one match.

    They do not change if the round was paired by K2. If it was paired by hand, a board takes the match of the
    better seed of the two, else that of the other, else the first match that is free; so do players without
    an opponent.
    """
    matches = [set(match.players) for match in matches_of(lines)]
    boards = list(boards)
    if all(board in matches for board in boards):
        return lines
    where = {player: place for place, match in enumerate(matches) for player in match}
    playing = {player for board in boards for player in board}
    found: dict[int, tuple[int, ...]] = {}
    for one in [*sorted(sorted(board) for board in boards), *([p] for p in sorted(where.keys() - playing))]:
        free = [place for place in range(len(matches)) if place not in found]
        own = [where[player] for player in one if where.get(player) in free]
        for place in (own or free)[:1]:
            found[place] = tuple(one)
    return tuple(line for place in range(len(matches)) for line in (*found.get(place, ()), None, None)[:2])


def still_in(tournament: Tournament) -> frozenset[int]:
    """The players who are still in before the coming round."""
    return frozenset(player for match in follow(tournament).coming for player in match.players)


def pairs_in_order(tournament: Tournament, pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    """The pairs of the coming round, in the order of the bracket from the top."""
    by_players = {frozenset((pair.white, pair.black)): pair for pair in pairs}
    lines = tuple(side for match in follow(tournament).coming for side in match.sides)
    found = [frozenset(match.players) for match in matches_of(arranged(lines, by_players))]
    in_order = [by_players.pop(two) for two in found if two in by_players]
    return (*in_order, *by_players.values())


def counted(tournament: Tournament) -> Tournament:
    """K6: the tournament as its standings count it: a point for each match from which a player goes on.

    So players who are out in the same round are equal, and tie-breaks of level matches decide nothing else.
    """
    won = {
        (number, match.winner)
        for number, matches in enumerate(follow(tournament).rounds, 1)
        for match in matches
    }
    players = (
        player.with_cells(
            tuple(
                replace(cell, points=POINT if (number, player.number) in won else 0)
                for number, cell in enumerate(player.cells, 1)
            )
        )
        for player in tournament.players
    )
    return replace(tournament, players=tuple(players))


def require_decided(tournament: Tournament) -> Bracket:
    """The bracket, if it is known who meets whom in the coming round.

    Raises PairingError if there is no such round, or if a match of the round before is not decided.
    """
    bracket = follow(tournament)
    number = len(bracket.rounds) + 1
    if len(tournament.players) < 2 or not bracket.coming:
        raise PairingError(
            Phrase(
                "The bracket for {players} players has {rounds} rounds: there is no round {number}.",
                players=len(tournament.players),
                rounds=rounds_for(len(tournament.players)),
                number=tournament.played_rounds + 1,
            )
        )
    for match in bracket.open_matches:
        one, two = match.players
        raise PairingError(
            Phrase(
                "Match {match} of round {round}, {one} against {two}, is not decided: enter the result, or"
                " who goes on by the tie-break.",
                match=match.number,
                round=number - 1,
                one=one,
                two=two,
            )
        )
    return bracket


def _boards(tournament: Tournament, number: int) -> list[frozenset[int]]:
    """The pairs of players who met in the round."""
    cells = ((player.number, player.cell(number).opponent) for player in tournament.players)
    return list(dict.fromkeys(frozenset((one, other)) for one, other in cells if other is not None))


def _decided(scoring: Scoring, known: Mapping[int, Player], number: int, match: Match) -> Match:
    """The match of the round with the player who goes on from it, and how."""
    players = match.players
    if not players:
        return replace(match, way=Way.NOBODY)
    if len(players) == 1:
        return replace(match, way=Way.ALONE, winner=players[0])
    way, winner = _by_result(scoring, {player: known[player].cell(number) for player in players})
    following = [player for player in players if known[player].cell(number + 1).opponent is not None]
    if len(following) == 1 and following != [winner]:
        return replace(match, way=Way.PAIRED, winner=following[0])
    return replace(match, way=way, winner=winner)


def _by_result(scoring: Scoring, cells: Mapping[int, Cell]) -> tuple[Way, int | None]:
    """How the match of these two players was decided, at the board or by its tie-break, and the winner."""
    points = {player: scoring.points(cell) for player, cell in cells.items()}
    one, two = cells
    if any(cell.pending for cell in cells.values()):
        return Way.OPEN, None
    if points[one] != points[two]:
        return Way.WON, max(points, key=points.__getitem__)
    if all(cell.outcome is Outcome.FORFEIT_LOSS or cell.opponent is None for cell in cells.values()):
        return Way.NOBODY, None
    winners = [player for player, cell in cells.items() if cell.decided]
    return (Way.TIE_BREAK, winners[0]) if len(winners) == 1 else (Way.OPEN, None)


# -- The editions -------------------------------------------------------------------------------------


def records(tournament: Tournament) -> dict[int, Record]:
    """Everybody by pairing number, which is the seed, with the colours of the first games played (K4)."""
    played = tournament.played_rounds
    cut = tuple(player.with_cells(player.cells[:played]) for player in tournament.players)
    had = {player.number: colours_of_matches(player, played) for player in cut}
    return {
        record.number: replace(record, rank=record.number, order=record.number, colours=had[record.number])
        for record in make_records(replace(tournament, players=cut))
    }


def pair(tournament: Tournament) -> RoundPairing:
    """K1, K2: the matches of the coming round that have two players, from the top of the bracket.

    Nobody has the allocated bye: a player without an opponent goes on without a game (K5). Absent players are
    paired, and lose by forfeit. Raises PairingError if there is no such round, if a match is not decided, or
    if the colour drawn by lot is needed and unknown.
    """
    bracket = require_decided(tournament)
    known = records(tournament)
    meeting = (match.players for match in bracket.coming if len(match.players) > 1)
    return RoundPairing(tuple(colours(known[one], known[two], tournament)[0] for one, two in meeting))


def board_order_of_matches(tournament: Tournament, pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    """Like `pairs_in_order`, if a match takes two rounds: second games have the order of the first ones."""
    whole = tournament.played_rounds - tournament.played_rounds % Form.MATCHES.games
    players = tuple(player.with_cells(player.cells[:whole]) for player in tournament.players)
    return pairs_in_order(tournament_of_matches(replace(tournament, players=players)), pairs)


# Nobody enters a bracket that has begun: numbers are fixed from the first round on.
_HANDLING = replace(
    HANDLING,
    grounds_for_change=(Ground.COMPETITION_RULES,),
    freezing_round=1,
    board_order=pairs_in_order,
    # Players who are out in the same round share their place (K6).
    tie_breaks=("PTS",),
)

KNOCK_OUT = Edition(
    code="knock-out",
    name=in_catalogue("Knock-out"),
    description=in_catalogue(
        "The loser is out. A match is one game; the bracket and the byes follow from the pairing numbers. By"
        " a rule of our own: FIDE’s Handbook has none."
    ),
    pair=pair,
    explained_by="pairing.knock_out:account",
    report=ReportCodes("CUSTOM_KNOCKOUT", kind="Individual: Knock-out"),
    faults=Book({}),
    handling=_HANDLING,
    rounds_for=rounds_for,
    still_in=still_in,
    counted=counted,
)
KNOCK_OUT_OF_MATCHES = Edition(
    code="knock-out-matches",
    name=in_catalogue("Knock-out, matches of two games"),
    description=in_catalogue(
        "Like the knock-out, but each match is two games with the colours reversed, which are two rounds."
    ),
    pair=pair,
    explained_by="pairing.knock_out:account",
    report=ReportCodes("BOARD_ONE_KNOCKOUT_MATCHES", kind="Individual: Knock-out"),
    faults=Book({}),
    handling=replace(_HANDLING, board_order=board_order_of_matches),
    form=Form.MATCHES,
    entrants=tournament_of_matches,
    second_games=second_games,
    rounds_for=rounds_for,
    still_in=still_in,
    counted=counted,
)


SEEDS, WINNERS, TIE_BREAKS, COLOURS, ALONE = (f"K{number}" for number in range(1, 6))

# Sentences about a player who goes on, and to that player; the match is that of the round before.
WENT_ON = {
    Way.ALONE: (
        phrase("{player} went on from match {match} of round {round} without an opponent."),
        phrase("You went on from match {match} of round {round} without an opponent."),
        ALONE,
    ),
    Way.WON: (
        phrase("{player} won match {match} of round {round} against {loser}."),
        phrase("You won your match against {loser}, match {match} of round {round}."),
        WINNERS,
    ),
    Way.TIE_BREAK: (
        phrase(
            "Match {match} of round {round} was level, and {player} went on by its tie-break against {loser}."
        ),
        phrase(
            "Your match against {loser}, match {match} of round {round}, was level, and you went on by its"
            " tie-break."
        ),
        TIE_BREAKS,
    ),
    Way.PAIRED: (
        phrase("{player} went on from match {match} of round {round}, as the next published pairing shows."),
        phrase("You went on from match {match} of round {round}, as the next published pairing shows."),
        WINNERS,
    ),
}
# The same for a player who is out.
IS_OUT = {
    Way.WON: (
        phrase("{player} lost match {match} of round {round} against {winner}, and is out."),
        phrase("You lost match {match} of round {round} against {winner}, and are out."),
        WINNERS,
    ),
    Way.TIE_BREAK: (
        phrase(
            "Match {match} of round {round} was level, {winner} went on by its tie-break, and {player} is"
            " out."
        ),
        phrase(
            "Match {match} of round {round} was level, {winner} went on by its tie-break, and you are out."
        ),
        TIE_BREAKS,
    ),
    Way.PAIRED: (
        phrase("{winner} went on from match {match} of round {round}, and {player} is out."),
        phrase("{winner} went on from match {match} of round {round}, and you are out."),
        WINNERS,
    ),
    Way.NOBODY: (
        phrase("Nobody came to match {match} of round {round}: {player} is out."),
        phrase("Nobody came to match {match} of round {round}: you are out."),
        ALONE,
    ),
}
# The rules of the colours in their order; then that of the lot, for an even and an odd better seed.
COLOUR_WORDS = (
    phrase("{white} begins with White: they did so in fewer matches than {black}."),
    phrase(
        "{white} begins with White: the last time that the two began with different colours, counting matches"
        " back from the last, {white} had Black and {black} White."
    ),
    phrase(
        "{white} begins with White: {higher} is the better seed, and begins with the opposite colour to that"
        " in their last match."
    ),
    phrase(
        "{white} begins with White: {higher} has not played yet, and {lower} begins with the opposite colour"
        " to that in their last match."
    ),
)
LOT = (
    phrase(
        "Neither has played: {higher} is the better seed with the even number {order}, and {drawn} was drawn"
        " for the odd ones; so {white} begins with White."
    ),
    phrase(
        "Neither has played: {higher} is the better seed with the odd number {order} and gets {drawn}, the"
        " colour that was drawn; so {white} begins with White."
    ),
)


class BracketAccount(Account):
    """The matches of a round by the bracket, the players who go on without one, and those who are out."""

    by_score = False

    def __init__(self, tournament: Tournament) -> None:
        """Raises what pairing raises."""
        pairing = pair(tournament)
        super().__init__(tournament, tuple(records(tournament).values()), pairing)
        self.draw = require_decided(tournament)

    def board(self, number: int, pair: Pair) -> PlainBoard:
        [match] = [one for one in self.draw.coming if pair.white in one.players]
        return PlainBoard(number, pair, (*self._met(match), self._colours(pair)))

    @property
    def bye(self) -> None:
        """Nobody takes the allocated bye (K5)."""

    def without_game(self, number: int) -> tuple[OwnSentence, ...]:
        match = next((one for one in self.draw.coming if number in one.players), None)
        if match is None:
            return (self._out(number),)
        return tuple(self._met(match)) if len(match.players) == 1 else ()

    def why_not(self, one: int, two: int | None) -> WhyNot:
        if two is not None or self.away(one) is not None:
            return super().why_not(one, two)
        return WhyNot(one, two, tuple(self.why_not_bye(self.records[one])))

    def why_not_meeting(self, one: Record, two: Record) -> Sequence[Reason]:
        lines = {player: match.number - 1 for match in self.draw.coming for player in match.players}
        if out := [self._out(record.number) for record in (one, two) if record.number not in lines]:
            return out
        number, places = self.coming, (lines[one.number], lines[two.number])
        while places[0] != places[1]:
            number, places = number + 1, (places[0] // 2, places[1] // 2)
        text = phrase("In the bracket {one} and {two} can meet in round {round}, and not before.")
        facts = {"one": Who(one.number), "two": Who(two.number), "round": number}
        return [OwnSentence(Phrase.of(text, facts), (SEEDS if self.coming == 1 else WINNERS,))]

    def why_not_bye(self, _one: Record) -> Sequence[Reason]:
        text = Phrase("Only a player without an opponent in the bracket goes on without a game.")
        return [OwnSentence(text, (ALONE,))]

    # -- who meets whom -----------------------------------------------------------------------------

    def _met(self, match: Match) -> Sequence[OwnSentence]:
        """Why these two, or this one alone, are in the match."""
        if self.coming == 1:
            return self._seeded(match)
        before = self.draw.rounds[-1]
        two = [before[place] for place in (2 * match.number - 2, 2 * match.number - 1)]
        if {one.winner for one in two if one.winner} != set(match.players):
            return [OwnSentence(Phrase("They have been there since a round was paired by hand."), (WINNERS,))]
        went_on = [self._went_on(one) for one in two if one.winner]
        if len(went_on) == 1:
            [number] = [one.number for one in two if not one.winner]
            text = Phrase(
                "Nobody goes on from match {match}, so there is no opponent in this round.", match=number
            )
            return [*went_on, OwnSentence(text, (ALONE,))]
        text = Phrase(
            "In the bracket the winner of match {one} meets the winner of match {two}.",
            one=two[0].number,
            two=two[1].number,
        )
        return [*went_on, OwnSentence(text, (WINNERS,))]

    def _seeded(self, match: Match) -> Sequence[OwnSentence]:
        players = len(self.players)
        facts: dict[str, object] = {
            "match": match.number,
            "size": size_of_bracket(players),
            "sum": size_of_bracket(players) + 1,
            "players": players,
        }
        if len(match.players) == 1:
            facts |= {"player": Who(match.players[0]), "seed": match.players[0]}
            text = phrase(
                "The bracket has {size} lines and {players} players: there is no opponent for {player}, seed"
                " {seed}, so they go on without a game."
            )
            spoken = phrase(
                "The bracket has {size} lines and {players} players: there is no opponent for you, seed"
                " {seed}, so you go on without a game."
            )
            [one] = match.players
            return [
                OwnSentence(Phrase.of(text, facts), (SEEDS, ALONE), spoken={one: Phrase.of(spoken, facts)})
            ]
        facts |= dict(zip(("one", "two"), map(Who, match.players), strict=True))
        text = phrase(
            "Match {match} of a bracket of {size} lines: in the first round, seeds meet whose numbers add up"
            " to {sum}, here {one} and {two}."
        )
        return [OwnSentence(Phrase.of(text, facts), (SEEDS,))]

    def _went_on(self, match: Match) -> OwnSentence:
        told, spoken, article = WENT_ON[match.way]
        winner = match.winner or 0
        facts = {
            "player": Who(winner),
            "match": match.number,
            "loser": Who(match.loser or 0),
            "round": self.coming - 1,
        }
        return OwnSentence(Phrase.of(told, facts), (article,), spoken={winner: Phrase.of(spoken, facts)})

    def _out(self, number: int) -> OwnSentence:
        round_, match = self.draw.last_match(number) or (0, None)
        if match is None:
            text = phrase("{player} is in no match of the bracket.")
            return OwnSentence(Phrase.of(text, {"player": Who(number)}), (WINNERS,))
        told, spoken, article = IS_OUT[match.way]
        facts = {
            "player": Who(number),
            "winner": Who(match.winner or 0),
            "match": match.number,
            "round": round_,
        }
        return OwnSentence(Phrase.of(told, facts), (article,), spoken={number: Phrase.of(spoken, facts)})

    def _colours(self, pair: Pair) -> OwnSentence:
        white, black = self.records[pair.white], self.records[pair.black]
        higher, lower = by_rank(white, black)
        place = colours(white, black, self.tournament)[1]
        named = {"white": white, "black": black, "higher": higher, "lower": lower}
        facts: dict[str, object] = {name: Who(record.number) for name, record in named.items()}
        facts |= {"order": higher.order, "drawn": self.tournament.initial_colour}
        sentence = COLOUR_WORDS[place - 1] if place else LOT[higher.order % 2]
        return OwnSentence(Phrase.of(sentence, facts), (COLOURS,))


def account(tournament: Tournament) -> BracketAccount:
    """The account of the coming round. Raises what pairing raises."""
    return BracketAccount(tournament)
