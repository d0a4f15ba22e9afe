"""The account of a round by any system: its boards and its bye, and why another pairing was not made.

An explanation answers from the account of its round.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby, islice, starmap
from typing import NamedTuple

from pairing.core.colours import Rule, deciding_rule
from pairing.core.edition import Edition
from pairing.core.records import ByeRule, Record, colours_possible, kept_apart, make_records, rounds_met
from pairing.core.sentences import Phrase
from pairing.core.tournament import BLANK, Colour, Pair, PairingError, Player, RoundPairing, Tournament
from pairing.explanation import facts
from pairing.explanation.facts import (
    ColourReason,
    ColourRule,
    Generation,
    Group,
    Halves,
    Manner,
    OwnSentence,
    PlainBoard,
    PlainBye,
    Reason,
    ShortAnswer,
    WhyNot,
)
from pairing.matching.bracket import Bracket, Couple


class Account(ABC):
    """How the coming round of a tournament was paired, from the computation that decided it."""

    # Whether scores decide who may meet; False if a table does.
    by_score = True

    def __init__(self, tournament: Tournament, records: Sequence[Record], pairing: RoundPairing) -> None:
        self.tournament = tournament
        self.coming = tournament.played_rounds + 1
        self.players = {player.number: player for player in tournament.players}
        self.records = {record.number: record for record in records}
        self.pairing = pairing

    # -- what a system adds -----------------------------------------------------------------------

    @abstractmethod
    def board(self, number: int, pair: Pair) -> facts.BoardExplanation | facts.PlainBoard:
        """The board with this number, where the two meet."""

    @property
    @abstractmethod
    def bye(self) -> facts.ByeExplanation | facts.PlainBye | None:
        """The bye and its taker; None if nobody takes it."""

    @abstractmethod
    def why_not_meeting(self, one: Record, two: Record) -> Sequence[facts.Reason]:
        """The reasons against pairing two players who do not meet."""

    @abstractmethod
    def why_not_bye(self, one: Record) -> Sequence[facts.Reason]:
        """The reasons against the bye for a player, when somebody else takes it."""

    @property
    def boards(self) -> tuple[facts.BoardExplanation | facts.PlainBoard, ...]:
        """The boards in publishing order."""
        return tuple(starmap(self.board, enumerate(self.pairing.pairs, 1)))

    def board_of(self, player: int) -> facts.BoardExplanation | facts.PlainBoard | None:
        """The board of a player; None if they have none."""
        for number, pair in enumerate(self.pairing.pairs, 1):
            if player in (pair.white, pair.black):
                return self.board(number, pair)
        return None

    # -- what it may have besides -----------------------------------------------------------------

    @property
    def brackets(self) -> tuple[facts.BracketExplanation, ...]:
        """The brackets from the top."""
        return ()

    def bracket(self, place: int) -> facts.BracketExplanation:
        """The bracket at this place, from 0 at the top."""
        return self.brackets[place]

    @property
    def plain_brackets(self) -> tuple[facts.PlainBracket, ...]:
        """The brackets from the top, for a system that describes them in its own sentences."""
        return ()

    def floated(self, _number: int) -> tuple[facts.Floater, ...]:
        """The brackets in which the player was left over, from the top."""
        return ()

    def opposite(self, _number: int) -> int | None:
        """The player originally opposite this one, in the bracket where this one was paired."""
        return None

    def group(self, _number: int) -> Group | None:
        """The group in which a player met an opponent, for a system that pairs in groups or by a table."""
        return None

    def without_game(self, _number: int) -> tuple[facts.OwnSentence, ...]:
        """The system's own sentences about a player who has neither a board nor the bye."""
        return ()

    def short_answer(self, told: facts.PlayerExplanation) -> ShortAnswer:
        """The short answer on `told`, which is everything there is to say about a player."""
        return ShortAnswer(told, self.group(told.number) if told.board else None)

    # -- who took part ----------------------------------------------------------------------------

    def people(self) -> dict[int, facts.Person]:
        """Everybody who was to be paired."""
        virtual = {n: sum(self.players[n].virtual[self.coming - 1 : self.coming]) for n in self.records}
        return {
            number: facts.Person(number, record.score, virtual[number], record.colours, record.preference)
            for number, record in self.records.items()
        }

    def away(self, number: int) -> facts.Away | None:
        """Why the player was not to be paired; None if they were.

        Raises PairingError for an unknown number.
        """
        if number not in self.players:
            raise PairingError(Phrase("There is no player {number}.", number=number))
        if number in self.records:
            return None
        cell = self.players[number].cell(self.coming)
        return facts.Away(number, cell, self.tournament.scoring.points(cell))

    # -- why not ----------------------------------------------------------------------------------

    def why_not(self, one: int, two: int | None) -> facts.WhyNot:
        """Why the two do not meet; with None for the second, why the first does not take the bye.

        Raises PairingError for an unknown number, and if both are the same player.
        """
        if one == two:
            raise PairingError(Phrase("Player {number} cannot be their own opponent.", number=one))
        away = [self.away(number) for number in (one, two) if number is not None]
        reasons: Sequence[facts.Reason] = [reason for reason in away if reason is not None]
        if not reasons:
            first = self.records[one]
            reasons = self._not_the_bye(first) if two is None else self._not_paired(first, self.records[two])
        return facts.WhyNot(one, two, tuple(reasons))

    def met_or_apart(self, one: Record, two: Record, article: str) -> list[facts.Reason]:
        """The reasons that the two have met, one for each round, and that they are kept apart."""
        met = rounds_met(self.players[one.number].cells).get(two.number, ())
        reasons: list[facts.Reason] = [facts.Met(article, number) for number in met]
        if two.number in kept_apart(self.tournament.forbidden, self.coming).get(one.number, ()):
            reasons.append(facts.KeptApart(article))
        return reasons

    def _not_paired(self, one: Record, two: Record) -> Sequence[facts.Reason]:
        meet = any({pair.white, pair.black} == {one.number, two.number} for pair in self.pairing.pairs)
        return () if meet else self.why_not_meeting(one, two)

    def _not_the_bye(self, record: Record) -> Sequence[facts.Reason]:
        if self.pairing.bye is None:
            raise PairingError(Phrase("The number of players is even: nobody takes the bye."))
        return () if self.pairing.bye == record.number else self.why_not_bye(record)


# -- Why a board has these colours (2016 and older E, 2026 art. 5), from the rules that gave them -----


def colour_reason(
    rules: Sequence[Rule], articles: Sequence[str], higher: Record, lower: Record, drawn: Colour | None
) -> ColourReason:
    """The rule that gave the colours of a board, with the facts that it used.

    `rules` are those of the edition before the lot; `articles` has one more, that of the lot.
    """
    decided = deciding_rule(rules, higher, lower)
    place = -1 if decided is None else decided[0]
    rule, article = tuple(ColourRule)[place], articles[place]
    match rule:
        case ColourRule.BOTH:
            wishing = [record for record in (higher, lower) if record.preference.colour is not None]
            return ColourReason(rule, article, tuple(record.number for record in wishing))
        case ColourRule.STRONGER:
            stronger = max(
                (higher, lower), key=lambda record: (record.preference.strength, abs(record.difference))
            )
            equal = higher.preference.strength == lower.preference.strength
            return ColourReason(rule, article, (stronger.number,), wider_difference=equal)
        case ColourRule.ALTERNATE:
            back = games_back(higher, lower)
            return ColourReason(rule, article, (higher.number, lower.number), games_back=back)
        case ColourRule.HIGHER:
            return ColourReason(rule, article, (higher.number,))
        case ColourRule.LOT:
            return ColourReason(rule, article, (higher.number,), order=higher.order, drawn=drawn)


def games_back(one: Record, two: Record) -> int:
    """How many games back the two last had different colours, each counting their own played games."""
    pairs = zip(reversed(one.colours), reversed(two.colours), strict=False)
    return next(back for back, (mine, yours) in enumerate(pairs, 1) if mine is not yours)


# -- S1, S2 and the Limbo of a bracket, at first and in the end (2016 B.2, 2026 art. 3.2) -------------

# Two pairing numbers, the higher ranked player's first.
type Numbers = tuple[int, int]


def numbers_of(records: Iterable[Record]) -> tuple[int, ...]:
    """The pairing numbers of players."""
    return tuple(record.number for record in records)


def by_rank(records: Iterable[Record]) -> list[Record]:
    """Players, the highest ranked first."""
    return sorted(records, key=lambda record: record.rank)


def pairs_of(couples: Iterable[Couple]) -> tuple[Numbers, ...]:
    """The pairing numbers of pairs, in the order of the higher ranked players."""
    in_order = sorted(couples, key=lambda couple: couple[0].rank)
    return tuple((one.number, two.number) for one, two in in_order)


def others(numbers: Iterable[int], gone: Iterable[int]) -> tuple[int, ...]:
    """The `numbers` that are not in `gone`."""
    left_out = set(gone)
    return tuple(number for number in numbers if number not in left_out)


def paired_halves(pairs: Sequence[Numbers], s2: Iterable[int], moved_down: Iterable[int] = ()) -> Halves:
    """S1 and S2 in the end, with partners opposite each other, then the unpaired players; and the Limbo."""
    s1, partners = tuple(one for one, _ in pairs), [two for _, two in pairs]
    return Halves(s1, (*partners, *others(s2, partners)), others(moved_down, s1))


def homogeneous_halves(players: Sequence[int], pairs: Sequence[Numbers]) -> tuple[Halves, Halves]:
    """S1 and S2 of a homogeneous bracket or a remainder, at first and in the end."""
    half = len(pairs)
    final = paired_halves(pairs, others(players, [one for one, _ in pairs]))
    return Halves(tuple(players[:half]), tuple(players[half:])), final


class Arrangement(NamedTuple):
    """How a candidate divides the bracket, the players moved down first, and then the remainder."""

    # The players moved down are in S1 and the Limbo; S2 are all residents.
    mdp_original: Halves
    mdp_final: Halves
    # The halves of the remainder, or of the homogeneous bracket.
    original: Halves
    final: Halves

    @classmethod
    def of(cls, bracket: Bracket, couples: Iterable[Couple], *, by_limbo: bool) -> Arrangement:
        """The arrangement of the candidate with these pairs.

        At first the highest moved-down players are in S1 (2016 B.2), or with `by_limbo` the first set of
        them that leaves the same scores in the Limbo (2026 3.2.2, 4.4). In a remainder the higher ranked
        player of each pair is in S1: among all exchanges that lead to the same pairs, this is the one that
        is generated first.
        """
        pairs, residents, mdps = pairs_of(couples), numbers_of(bracket.residents), numbers_of(bracket.mdps)
        higher = {one for one, _ in pairs}
        s1 = [record for record in bracket.mdps if record.number in higher]
        first = numbers_of(_highest_by_score(bracket.mdps, s1)) if by_limbo else mdps[: len(s1)]
        # Moved-down players are ranked first.
        mdp_pairs, resident_pairs = pairs[: len(s1)], pairs[len(s1) :]
        remainder = others(residents, [two for _, two in mdp_pairs])
        return cls(
            Halves(first, residents, others(mdps, first)),
            paired_halves(mdp_pairs, residents, mdps),
            *homogeneous_halves(remainder, resident_pairs),
        )

    def first_difference(self, other: Arrangement) -> Generation:
        """The first step in the order of generation at which this candidate differs from `other`."""
        if self.mdp_final.s1 != other.mdp_final.s1:
            return Generation.MDP_SET
        paired = len(self.mdp_final.s1)
        if self.mdp_final.s2[:paired] != other.mdp_final.s2[:paired]:
            return Generation.MDP_OPPONENTS
        if self.final.s1 != other.final.s1:
            return Generation.EXCHANGE
        return Generation.TRANSPOSITION


def _highest_by_score(mdps: Sequence[Record], s1: Sequence[Record]) -> tuple[Record, ...]:
    """The highest ranked moved-down players of each score, as many as are in `s1`."""
    places = Counter(record.score for record in s1)
    return tuple(
        record
        for score, group in groupby(mdps, key=lambda record: record.score)
        for record in islice(group, places[score])
    )


# -- The account of a round by any Swiss system: forbidden pairs, players barred from the bye, the colours.


@dataclass(frozen=True, slots=True)
class SwissArticles:
    """The articles that an explanation of any Swiss system cites."""

    rematch: str
    bye: str
    colours: str
    completion: str
    # In the order of the text, that of the lot last.
    colour_rules: tuple[str, str, str, str, str]


class SwissAccount(Account):
    """How a round was paired by a Swiss system."""

    def __init__(
        self,
        tournament: Tournament,
        records: Sequence[Record],
        pairing: RoundPairing,
        articles: SwissArticles,
        bars_from_bye: ByeRule,
        colour_rules: Sequence[Rule],
    ) -> None:
        """`colour_rules` are those before the lot."""
        super().__init__(tournament, records, pairing)
        self.articles = articles
        self.bars_from_bye = bars_from_bye
        self.colour_rules = colour_rules

    @abstractmethod
    def against_meeting(self, one: Record, two: Record) -> Sequence[facts.Reason]:
        """The reasons against a pair that nothing forbids."""

    def why_not_meeting(self, one: Record, two: Record) -> Sequence[facts.Reason]:
        """The absolute rules that forbid the pair; if none does, the reasons against it."""
        return self.forbidden(one, two) or self.against_meeting(one, two)

    def forbidden(self, one: Record, two: Record) -> Sequence[facts.Reason]:
        """All absolute rules that forbid the pair."""
        reasons = self.met_or_apart(one, two, self.articles.rematch)
        colour = one.preference.colour
        if not colours_possible(one, two) and colour is not None:
            reasons.append(facts.SameAbsoluteColour(self.articles.colours, colour))
        return reasons

    def barred(self, record: Record) -> facts.Barred | None:
        """What bars the player from the bye: the first round that does so by itself; None if nothing does."""
        if record.may_take_bye:
            return None
        for number, cell in enumerate(self.players[record.number].cells, 1):
            if self.bars_from_bye(cell, self.tournament.scoring):
                return facts.Barred(self.articles.bye, number, cell)
        raise AssertionError(f"No round bars player {record.number} from the bye")

    def colours(self, higher: Record, lower: Record) -> facts.ColourReason:
        """The rule that gave two players their colours, and the rounds that it looked back to."""
        drawn, articles = self.tournament.initial_colour, self.articles.colour_rules
        reason = colour_reason(self.colour_rules, articles, higher, lower, drawn)
        if reason.games_back is None:
            return reason
        histories = [enumerate(self.players[number].cells, 1) for number in reason.players]
        played = ([place for place, cell in history if cell.played] for history in histories)
        return replace(reason, rounds=tuple(rounds[-reason.games_back] for rounds in played))


# -- The account of a round by any table that fixes before round 1 who meets whom ---------------------

WHITE_ON_FIRST_BOARD = Phrase(
    "A team with White in the table has it on board 1, and then on every second board."
)
# Of a table with two sides.
OF_ONE_SIDE = OwnSentence(Phrase("Both are on one side: each side meets only the other."))
NEVER_FREE = OwnSentence(Phrase("Side B is one short: nobody on it is free."))


def they_meet_in(number: int) -> Phrase:
    """That the table has two players meet in round `number`."""
    return Phrase("The table has them meet in round {first}.", first=number)


def is_free_in(number: int, first: int) -> Phrase:
    """That the table has a player without an opponent in round `first`."""
    return Phrase("The table has {number} free in round {first}.", number=number, first=first)


class TimetableAccount(Account):
    """The boards of a round by a table, and the number that is free in it, which is no bye to the table."""

    by_score = False
    manner = Manner.TABLE

    def __init__(self, tournament: Tournament, pairing: RoundPairing) -> None:
        super().__init__(tournament, make_records(as_the_table_sees(tournament)), pairing)

    @property
    @abstractmethod
    def free(self) -> int | None:
        """The number that is free in the round; None if everybody meets somebody."""

    @abstractmethod
    def why_free(self, number: int) -> Sequence[OwnSentence]:
        """Why the number is free in the round."""

    @property
    def bye(self) -> PlainBye | None:
        free = self.free
        return None if free is None else PlainBye(free, tuple(self.why_free(free)))

    def group(self, number: int) -> Group:
        pairs = tuple((pair.white, pair.black) for pair in self.pairing.pairs)
        return Group(self.manner, (), (), pairs)

    def why_not(self, one: int, two: int | None) -> WhyNot:
        # The pairing has no bye: who is free, only the table knows.
        if two is not None or self.free in (None, one):
            return super().why_not(one, two)
        return WhyNot(one, two, tuple(self.why_not_bye(self.records[one])))


def as_the_table_sees(tournament: Tournament) -> Tournament:
    """The tournament with nobody away in the coming rounds, and without unfinished games."""
    played = tournament.played_rounds

    def seen(player: Player) -> Player:
        return replace(player, cells=tuple(BLANK if cell.pending else cell for cell in player.cells[:played]))

    return replace(tournament, players=tuple(map(seen, tournament.players)))


# -- How a round of a round robin or of Scheveningen was paired by a table that the organiser gave ----


class OwnTableAccount(TimetableAccount):
    """The boards of a round by the table, and the number that is free in it; there is no article to cite."""

    def __init__(self, tournament: Tournament, edition: Edition) -> None:
        """Raises what pairing by the `edition` raises."""
        super().__init__(tournament, edition.pair(tournament))
        self.table = tournament.table
        self.of_teams = edition.form.of_teams
        self.manner = Manner.SIDES if edition.of_sides else Manner.TABLE

    def board(self, number: int, pair: Pair) -> PlainBoard:
        text = Phrase(
            "The event has a table of its own, which has {white} meet {black} in round {round}, the first "
            "with White.",
            white=pair.white,
            black=pair.black,
            round=self.coming,
        )
        reasons = (text, WHITE_ON_FIRST_BOARD) if self.of_teams else (text,)
        return PlainBoard(number, pair, tuple(map(OwnSentence, reasons)))

    @property
    def free(self) -> int | None:
        return next((one for one in self.players if self._round_without(one) == self.coming), None)

    def why_free(self, number: int) -> Sequence[OwnSentence]:
        text = Phrase(
            "The event has a table of its own, which has {number} free in round {round}. That brings no "
            "points.",
            number=number,
            round=self.coming,
        )
        return (OwnSentence(text),)

    def why_not_meeting(self, one: Record, two: Record) -> Sequence[Reason]:
        pair = {one.number, two.number}
        for number, pairs in enumerate(self.table, 1):
            if any({board.white, board.black} == pair for board in pairs):
                return [OwnSentence(they_meet_in(number))]
        return [OF_ONE_SIDE]

    def why_not_bye(self, one: Record) -> Sequence[Reason]:
        first = self._round_without(one.number)
        if first is None:
            return [NEVER_FREE]
        return [OwnSentence(is_free_in(one.number, first))]

    def _round_without(self, one: int) -> int | None:
        """The round in which a number has no opponent; None if it always has one."""
        return next(
            (
                number
                for number, pairs in enumerate(self.table, 1)
                if all(one not in (pair.white, pair.black) for pair in pairs)
            ),
            None,
        )


# -- An explanation: made once; answers to further questions are worked out when they are asked -------


@dataclass(frozen=True, slots=True)
class Difference:
    """How the published pairing of a round differs from what the rules give."""

    # The pairs and the bye that were published but that the rules do not make, and the other way round.
    published: tuple[Pair, ...]
    expected: tuple[Pair, ...]
    published_bye: int | None
    expected_bye: int | None
    # Why the rules make no pairing at all; "" if they make one.
    message: Phrase | str = ""


@dataclass(frozen=True, eq=False)
class Explanation:
    """How a round was paired. If another pairing was published, it has only the difference.

    Brackets and boards are worked out when they are asked for: one player needs few of them.
    """

    edition: str
    # The edition's name, as the catalogues have it.
    system: str
    round: int
    # Everybody's name, by pairing number.
    names: Mapping[int, str]
    difference: Difference | None = None
    _account: Account | None = field(default=None, repr=False)

    @cached_property
    def people(self) -> Mapping[int, facts.Person]:
        """Everybody who was to be paired, by pairing number."""
        return self._account.people() if self._account else {}

    @property
    def brackets(self) -> tuple[facts.BracketExplanation, ...]:
        """The brackets from the top."""
        return self._account.brackets if self._account else ()

    @property
    def plain_brackets(self) -> tuple[facts.PlainBracket, ...]:
        """The brackets from the top, for a system that describes them in its own sentences."""
        return self._account.plain_brackets if self._account else ()

    @property
    def boards(self) -> tuple[facts.BoardExplanation | facts.PlainBoard, ...]:
        """The boards in publishing order."""
        return self._account.boards if self._account else ()

    @property
    def bye(self) -> facts.ByeExplanation | facts.PlainBye | None:
        """The bye and its taker; None if nobody takes it."""
        return self._account.bye if self._account else None

    def bracket(self, number: int) -> facts.BracketExplanation:
        """The bracket with this number, from 1 at the top."""
        return self._told().bracket(number - 1)

    def player(self, number: int) -> facts.PlayerExplanation:
        """How the player came to their place, and why they did not get their original opposite.

        Raises PairingError for an unknown number, and if another pairing was published.
        """
        account = self._told()
        away = account.away(number)
        if away is not None:
            return facts.PlayerExplanation(number, away=away)
        if told := account.without_game(number):
            return facts.PlayerExplanation(number, told=told)
        board, opposite = account.board_of(number), account.opposite(number)
        stood_opposite = board is not None and opposite not in (None, board.pair.white, board.pair.black)
        return facts.PlayerExplanation(
            number,
            self.people[number],
            account.floated(number),
            board,
            bye=account.bye if board is None else None,
            not_opposite=account.why_not(number, opposite) if stood_opposite else None,
            by_score=account.by_score,
        )

    def opponent(self, number: int) -> int | None:
        """The opponent of the player, or None. Raises PairingError if another pairing was published."""
        pair = next((pair for pair in self._told().pairing.pairs if number in (pair.white, pair.black)), None)
        return None if pair is None else pair.white + pair.black - number

    def short_answer(self, told: facts.PlayerExplanation) -> ShortAnswer:
        """What a player is told first; `told` is everything there is to say about them.

        Raises PairingError if another pairing was published.
        """
        return self._told().short_answer(told)

    def why_not(self, one: int, two: int | None) -> facts.WhyNot:
        """Why the two do not meet; with None for the second, why the first does not take the bye.

        Raises PairingError for an unknown number, for one player named twice, for the bye of a round without
        one, and if another pairing was published.
        """
        return self._told().why_not(one, two)

    def _told(self) -> Account:
        if self._account is None:
            raise PairingError(
                Phrase(
                    "Round {round} was published with another pairing than the one that follows from the"
                    " present results: what cannot be derived cannot be explained.",
                    round=self.round,
                )
            )
        return self._account
