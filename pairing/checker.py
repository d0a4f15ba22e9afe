"""Checks of a tournament by the rules: its pairings, its boards made by hand, the ranks in its report."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pairing.core.edition import Book, Wrong
from pairing.core.records import Record, kept_apart, make_records, rounds_met, third_running, three_more
from pairing.core.sentences import Phrase
from pairing.core.tournament import Colour, Outcome, Pair, PairingError, RoundPairing, Tournament
from pairing.editions import (
    EDITIONS,
    edition_by_code,
    edition_by_own_table,
    edition_in_force,
    entrants,
    in_standings,
    left_out,
    pair_entrants,
)
from pairing.tie_breaks import system_of, text_in_force
from pairing.tie_breaks.ranking import standings
from pairing.trf.remarks import Remark, expelled_by_remarks, for_standings, known_to_round, remarks_of

# -- Pairs every round of a tournament again, and compares the results (C.04.A, the free pairings checker).


@dataclass(frozen=True, slots=True)
class RoundCheck:
    """How one round was paired, and how the rules pair it.

    `expected` is None if the engine could not pair the round; `message` then says why.
    """

    number: int
    found: RoundPairing
    expected: RoundPairing | None
    message: Phrase | str = ""
    # The file's own remarks that say why the round is not paired as the rules pair it.
    remarks: tuple[str, ...] = ()

    @property
    def accepted(self) -> bool:
        """Whether the round is paired by the rules, or the file itself says why it is not."""
        return self.agrees or bool(self.remarks)

    @property
    def agrees(self) -> bool:
        """Whether both have the same pairs, colours and bye; the order of the boards does not matter."""
        return (
            self.expected is not None
            and self.expected.bye == self.found.bye
            and set(self.expected.pairs) == set(self.found.pairs)
        )

    @property
    def missing(self) -> tuple[Pair, ...]:
        """The pairs that the rules make but the round does not have."""
        if self.expected is None:
            return ()
        return tuple(pair for pair in self.expected.pairs if pair not in self.found.pairs)

    @property
    def surplus(self) -> tuple[Pair, ...]:
        """The pairs that the round has but the rules do not make."""
        if self.expected is None:
            return self.found.pairs
        return tuple(pair for pair in self.found.pairs if pair not in self.expected.pairs)


def check(tournament: Tournament, edition: str | None = None) -> tuple[RoundCheck, ...]:
    """Every paired round of `tournament`, compared with the pairing of the given edition.

    Rounds and players are those of the edition: a match of two games is one round, and a team one player.
    Each round is paired from what was known before it. The last round is paired as the last: its number is
    the number of rounds of the tournament or, if that is not known, of the rounds that were paired. A round
    that the engine cannot pair does not agree. If a round does not agree, the check names the remarks of the
    file that say so, or that say what was different when the round was paired.

    Raises PairingError if the edition is unknown (see `edition_of`) or the points make no sense.
    """
    code = edition_of(tournament, edition)
    tournament = entrants(tournament, code)
    rounds = tournament.rounds or tournament.played_rounds
    planned = replace(tournament, rounds=rounds)
    remarks = remarks_of(tournament)
    checks = (_check_round(planned, number, code) for number in range(1, tournament.played_rounds + 1))
    return tuple(one if one.agrees else _explained(planned, code, one, remarks) for one in checks)


def edition_of(tournament: Tournament, edition: str | None = None) -> str:
    """The edition to pair `tournament` by: the given one, or its own, or the one in force when it ended.

    A tournament without a date counts as one from before 2026. Raises PairingError if the edition is not
    one of this release, if the tournament uses its own table and the file does not give it, or if it
    ended under an earlier text that has the same code.
    """
    code = edition or tournament.edition or edition_in_force(tournament.end_date)
    if not edition and edition_by_own_table(code.upper()):
        raise PairingError(
            Phrase(
                "The tournament uses a table of its own ({code}), which the file does not give: expected a"
                " remark such as “### Table @ Round 1: 1-8 2-7 3-6 4-5” for each round.",
                code=code,
            )
        )
    if code not in EDITIONS:
        saying = (
            Phrase(
                "The edition asked for, {code}, is not one of this release: {known}.",
                code=code,
                known=", ".join(EDITIONS),
            )
            if edition
            else Phrase(
                "The edition that the tournament names, {code}, is not one of this release: {known}.",
                code=code,
                known=", ".join(EDITIONS),
            )
        )
        raise PairingError(saying)
    report = EDITIONS[code].report
    if not edition and report.undated and tournament.end_date and tournament.end_date < report.since:
        raise PairingError(
            Phrase(
                "The tournament ended on {day}, before the text of {code} came into force, and the text of"
                " that time is not known: name the edition to pair by it anyway.",
                day=tournament.end_date,
                code=code,
            )
        )
    return code


def pairing_of(tournament: Tournament, number: int) -> RoundPairing:
    """How round `number` was paired, in the order of White's numbers.

    A forfeited game may have no colours; the lower number then counts as White. Of several
    pairing-allocated byes, which only files of other programs have, the first one counts.
    """
    pairs = []
    bye = None
    for player in tournament.players:
        cell = player.cell(number)
        if cell.outcome is Outcome.PAIRING_ALLOCATED_BYE:
            bye = bye or player.number
        elif cell.opponent is not None and (
            cell.colour is Colour.WHITE or (cell.colour is None and player.number < cell.opponent)
        ):
            pairs.append(Pair(player.number, cell.opponent))
    return RoundPairing(tuple(pairs), bye)


def compared(tournament: Tournament, number: int, expected: RoundPairing) -> RoundCheck:
    """How round `number` was paired, compared with the pairing that the rules give."""
    found = pairing_of(tournament, number)
    return RoundCheck(number, _with_colours(found, tournament, number, expected), expected)


def _check_round(tournament: Tournament, number: int, edition: str) -> RoundCheck:
    try:
        expected = pair_entrants(tournament.before(number), edition)
    except PairingError as error:
        return RoundCheck(number, pairing_of(tournament, number), None, error.saying)
    return compared(tournament, number, expected)


def _explained(
    tournament: Tournament, edition: str, result: RoundCheck, remarks: Sequence[Remark]
) -> RoundCheck:
    """The check of a round that differs, with the remarks of the file that say why."""
    for remark in remarks:
        if remark.states(result.number, result.found, result.expected):
            return replace(result, remarks=(remark.text,))
    for known, undone in known_to_round(tournament, remarks, result.number):
        if _check_round(known, result.number, edition).agrees:
            return replace(result, remarks=tuple(remark.text for remark in undone))
    return result


def _with_colours(
    found: RoundPairing, tournament: Tournament, number: int, expected: RoundPairing
) -> RoundPairing:
    """`found`, with the engine's colours for games without any: a colour that is not stated cannot differ."""
    colourless = {player.number for player in tournament.players if player.cell(number).colour is None}
    if not any(pair.white in colourless for pair in found.pairs):
        return found
    proper = {frozenset((pair.white, pair.black)): pair for pair in expected.pairs}
    pairs = (
        proper.get(frozenset((pair.white, pair.black)), pair) if pair.white in colourless else pair
        for pair in found.pairs
    )
    return replace(found, pairs=tuple(pairs))


# -- The faults of boards that the rules did not make: what is wrong with hand-made pairings, one by one.
#
# A fault is a breach of what every Swiss system forbids (C.04.1), or of what the arbiter was told before
# round 1. It is not a fault that other pairs would have been better: a comparison with the engine's own
# pairing shows that.


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault, the article against it, and the pairing numbers of those concerned, White first."""

    wrong: Wrong
    article: str
    players: tuple[int, ...]


def faults(
    tournament: Tournament, edition: str, pairs: Iterable[Pair], bye: int | None = None
) -> tuple[Fault, ...]:
    """The faults, by the edition, of these pairs of the coming round and of this player's bye.

    They are listed pair by pair, the bye at the end. A pair or bye of a player who is not to be paired in the
    round is not checked. Raises PairingError for an unknown edition, or if the history is not fit to pair
    from.
    """
    known = edition_by_code(edition)
    handling, articles = known.handling, known.faults.articles
    tournament = known.entrants(tournament)
    records = {
        record.number: record
        for record in make_records(
            tournament, float_of=handling.float_of, bars_from_bye=handling.bars_from_bye
        )
    }
    cells = {player.number: player.cells for player in tournament.players}
    apart = kept_apart(tournament.forbidden, tournament.played_rounds + 1)
    found: list[tuple[Wrong, tuple[int, ...]]] = []
    for pair in pairs:
        if pair.white in records and pair.black in records:
            if len(rounds_met(cells[pair.white]).get(pair.black, ())) >= known.faults.meetings:
                found.append((Wrong.REMATCH, (pair.white, pair.black)))
            if pair.black in apart.get(pair.white, ()):
                found.append((Wrong.FORBIDDEN, (pair.white, pair.black)))
            found += _of_colours(known.faults, records[pair.white], records[pair.black])
    if bye in records:
        found += _of_bye(known.faults, records, bye)
    return tuple(Fault(wrong, articles[wrong], players) for wrong, players in found if wrong in articles)


def _of_bye(book: Book, records: Mapping[int, Record], bye: int) -> Iterator[tuple[Wrong, tuple[int, ...]]]:
    if not records[bye].may_take_bye:
        yield Wrong.BYE, (bye,)
    elif book.lowest_bye:
        lowest = book.lowest_bye(tuple(records.values()))
        if lowest is not None and records[bye].score > lowest:
            yield Wrong.HIGHER_BYE, (bye,)


def _of_colours(book: Book, white: Record, black: Record) -> Iterator[tuple[Wrong, tuple[int, ...]]]:
    for player, other, colour in ((white, black, Colour.WHITE), (black, white, Colour.BLACK)):
        if book.excuses(player, other):
            continue
        if third_running(player.colours, colour):
            yield Wrong.THIRD_COLOUR, (player.number,)
        if three_more(player.colours, colour):
            yield Wrong.COLOUR_DIFFERENCE, (player.number,)
    # C.04.1 h (2026: 8).
    if white.preference.colour is Colour.BLACK and black.preference.colour is Colour.WHITE:
        yield Wrong.BOTH_COLOURS, (white.number, black.number)


# -- Checks the ranks in a report against the tie-breaks that the report itself names (records 202 and 212).


@dataclass(frozen=True, slots=True)
class RankDifference:
    """A player who is not where the tie-breaks put them. Places count players with a rank, from 1."""

    number: int
    found: int
    expected: int


@dataclass(frozen=True, slots=True)
class RankCheck:
    """The players who are in a wrong place; or, in `message`, why the ranks could not be checked."""

    tie_breaks: tuple[str, ...]
    differences: tuple[RankDifference, ...] = ()
    message: str = ""


def check_ranks(tournament: Tournament) -> RankCheck | None:
    """Compare the ranks of the players with the standings by the tournament's own tie-breaks.

    Returns None if the tournament names no tie-breaks. They are computed by the text in force on its last
    day. Players without a rank are skipped, and only the order counts: ranks may leave numbers out.
    Corrections for rating alone, as remarks of the file say, change no rank. Players whom the tie-breaks
    leave equal may be in any order; others must not share a rank. Expelled players are in no standings, so
    their ranks are skipped. In a tournament of teams the ranks are those of the teams.
    """
    tie_breaks = tournament.tie_breaks
    if not tie_breaks:
        return None
    try:
        counted = in_standings(for_standings(tournament))
        lines = standings(
            counted,
            tie_breaks,
            system=system_of(tournament),
            text=text_in_force(tournament.end_date),
            left_out=left_out(tournament),
        )
    except PairingError as error:
        return RankCheck(tie_breaks, message=str(error))
    expelled = expelled_by_remarks(tournament)
    stated = {
        player.number: player.rank
        for player in counted.players
        if player.rank is not None and player.number not in expelled
    }
    if not stated:
        return RankCheck(tie_breaks, message="no player has a rank")
    proper = {line.number: line.rank for line in lines if line.number in stated}
    found, expected = _places(stated), _places(proper)
    equals = Counter(expected.values())
    return RankCheck(
        tie_breaks,
        tuple(
            RankDifference(number, found[number], place)
            for number, place in expected.items()
            if not place <= found[number] < place + equals[place]
        ),
    )


def _places(ranks: dict[int, int]) -> dict[int, int]:
    """The place of each player: 1 plus the number of better ranks. Ranks may leave numbers out."""
    ordered = sorted(ranks.values())
    return {number: 1 + bisect_left(ordered, rank) for number, rank in ranks.items()}
