"""The Burstein System in force since 1 February 2026 (C.04.4.2)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NamedTuple

from pairing.core.colours import allocate_all
from pairing.core.edition import HANDLING, KEPT_APART, Book, Edition, ReportCodes, Wrong
from pairing.core.handling import in_order
from pairing.core.records import Record, bars_by_2026, enriched, make_records, may_meet, same_preference
from pairing.core.scores import points
from pairing.core.sentences import Phrase, in_catalogue
from pairing.core.tournament import Colour, Outcome, PairingError, Player, RoundPairing, Scoring, Tournament
from pairing.dutch import rounds as dutch
from pairing.dutch.edition_2026 import RULES as SEEDING_RULES
from pairing.matching.completion import Completion, Matching, cheapest_pairing, give_bye

# -- The facts about each player that the Burstein System pairs by: above all the Index (art. 1.7, 1.8).


class Index(NamedTuple):
    """1.7.1: more is better, and the first decides. In tenths of a point, and in hundredths."""

    buchholz: int
    sonneborn_berger: int


@dataclass(frozen=True, slots=True, eq=False)
class Entrant(Record):
    """A player who takes part in the round. The `rank` is that of 1.8: by Index, and not by score."""

    index: Index


def make_entrants(tournament: Tournament) -> tuple[Entrant, ...]:
    """The players to be paired in the coming round, by score and then by rank.

    Raises PairingError if the history is not fit to pair from.
    """
    records = make_records(tournament, bars_from_bye=bars_by_2026)
    players = {player.number: player for player in tournament.players}
    rounds = tournament.played_rounds
    scores = {number: points(tournament, player, rounds) for number, player in players.items()}
    seen = {
        number: scores[number] + worth_of_absence(player, rounds, tournament.scoring)
        for number, player in players.items()
    }
    indices = {r.number: index_of(players[r.number], tournament, rounds, scores, seen) for r in records}
    ranked = sorted(indices, key=lambda number: (*(-part for part in indices[number]), number))
    ranks = {number: rank for rank, number in enumerate(ranked)}
    # C3 makes no exception for topscorers.
    entrants = (
        enriched(Entrant, r, rank=ranks[r.number], topscorer=False, index=indices[r.number]) for r in records
    )
    return tuple(sorted(entrants, key=lambda one: (-one.score, one.rank)))


def index_of(
    player: Player,
    tournament: Tournament,
    rounds: int,
    scores: Mapping[int, int],
    seen: Mapping[int, int],
) -> Index:
    """1.7: Buchholz, then Sonneborn-Berger, after that many rounds.

    `scores` are everybody's points, `seen` the points as their opponents count them. A round without a game
    counts as a game against oneself, with the points that it brought (1.7.2).
    """
    buchholz = sonneborn_berger = 0
    for number in range(1, rounds + 1):
        cell = player.cell(number)
        met = cell.opponent if cell.played else None
        score = scores[player.number] if met is None else seen[met]
        brought = (
            tournament.scoring.points(cell)
            if number <= len(player.cells)
            else tournament.scoring.zero_point_bye
        )
        buchholz += score
        sonneborn_berger += brought * score
    return Index(buchholz, sonneborn_berger)


def worth_of_absence(player: Player, rounds: int, scoring: Scoring) -> int:
    """1.7.2: what a player's opponents add to the player's score, in tenths of a point.

    For them, a player who is absent with a zero-point bye in the coming round has drawn in each round of the
    same absence, which runs up to now without a gap.
    """
    if player.cell(rounds + 1).outcome is not Outcome.ZERO_POINT_BYE:
        return 0
    run = 0
    while run < rounds and absent(player, rounds - run):
        run += 1
    return run * (min(scoring.white_draw, scoring.black_draw) - scoring.zero_point_bye)


def absent(player: Player, number: int) -> bool:
    """Whether the player had a zero-point bye, or nothing at all, in that round."""
    cell = player.cell(number)
    return cell.opponent is None and cell.outcome in {Outcome.ZERO_POINT_BYE, Outcome.NONE}


# -- The best pairing of a bracket of the Burstein System: criteria C5 to C8, and the order of art. 4.3.

type Group = tuple[Entrant, ...]
type Couples = list[tuple[Entrant, Entrant]]


class Scene(NamedTuple):
    """A bracket to be paired, and the players who come after it."""

    # By rank (1.8): the place here is the BSN (4.1), but counted from 0.
    players: Group
    # The next scoregroup, which forms the following bracket with the floaters; and all groups after it.
    following: Group
    below: Group


class Digit(NamedTuple):
    """The contribution of a pair to a criterion, in `width` bits. The higher placed player comes first."""

    article: str
    width: int
    of_pair: Callable[[int, int], int]


class Weights:
    """C5 to C8 and 4.3 of a scene as one number for each pair, the highest criterion in front.

    Everybody is paired: a player who meets somebody of a later group floats down to it.
    """

    def __init__(self, scene: Scene, *, stand_ins: bool = False) -> None:
        """With `stand_ins`, every player of `below` stands for somebody whom everybody may meet."""
        self.scene = scene
        self.players = (*scene.players, *scene.following, *scene.below)
        self.size = len(scene.players)
        self.next = self.size + len(scene.following)
        self.known = self.next if stand_ins else len(self.players)
        width = len(self.players).bit_length()
        levels = sorted({player.score for player in self.players[: self.next]}, reverse=True)
        here = [level for level in levels if any(player.score == level for player in scene.players)]
        self.digits: list[Digit] = [
            Digit("C5", width, self.floats),
            *(Digit("C6", width, self._at(level, self.floats)) for level in here),
            Digit("C7", width, self.floats_on),
            *(Digit("C7", width, self._at(level, self.floats_on)) for level in levels),
            Digit("C8", width, self.refused),
            *(Digit("art. 4.3", width, self._opponent_of(place)) for place in range(self.size)),
        ]

    def cost(self, one: int, two: int) -> int | None:
        """The cost of the pair; None if C1 or C3 forbids it. The smaller place comes first."""
        if two < self.known and not may_meet(self.players[one], self.players[two]):
            return None
        total = 0
        for digit in self.digits:
            total = (total << digit.width) + digit.of_pair(one, two)
        return total

    def parted(self, total: int) -> list[tuple[str, int]]:
        """A sum of costs, criterion by criterion with its article."""
        parts = []
        for digit in reversed(self.digits):
            total, value = divmod(total, 1 << digit.width)
            parts.append((digit.article, value))
        return parts[::-1]

    def floats(self, one: int, two: int) -> int:
        """C5: whether a player of the bracket is left over."""
        return one < self.size <= two

    def floats_on(self, one: int, two: int) -> int:
        """C7: whether a player of the following bracket is left over there."""
        return one < self.next <= two

    def refused(self, one: int, two: int) -> int:
        """C8: whether one player in a pair of the bracket does not get the colour they prefer."""
        return two < self.size and same_preference(self.players[one], self.players[two])

    def _at(self, score: int, leaves: Callable[[int, int], int]) -> Callable[[int, int], int]:
        """C6, C7: whether a player with that score leaves. Higher scores count first."""
        return lambda one, two: leaves(one, two) and self.players[one].score == score

    def _opponent_of(self, place: int) -> Callable[[int, int], int]:
        """4.3: the larger the opponent's BSN the better; no opponent, BSN 0, is the last choice."""

        def digit(one: int, two: int) -> int:
            if place not in (one, two):
                return 0
            other = two if place == one else one
            return self.size - 1 - other if other < self.size else self.size

        return digit


def best_pairing(scene: Scene) -> Couples | None:
    """C4 to C8, 4.3: the first of the best pairings of the bracket; None if the round has none.

    If many players are below, they are left out at first, as if everybody could meet one of them: the best
    pairing under that assumption is the best of all if the round can be completed with it.
    """
    near = len(scene.players) + len(scene.following)
    if len(scene.below) > near:
        weights = Weights(scene._replace(below=scene.below[:near]), stand_ins=True)
        mates = cheapest_pairing(2 * near, weights.cost)
        if mates is not None:
            left = [weights.players[place] for place in range(near) if mates[place] >= near]
            if Completion([*left, *scene.below], bye_limit=None).possible:
                return _pairs_of(scene, mates)
    return weighed_pairing(scene)


def weighed_pairing(scene: Scene) -> Couples | None:
    """Like `best_pairing`, but weighs all players at once."""
    weights = Weights(scene)
    mates = cheapest_pairing(len(weights.players), weights.cost)
    return None if mates is None else _pairs_of(scene, mates)


def _pairs_of(scene: Scene, mates: Sequence[int]) -> Couples:
    players = scene.players
    return [
        (players[one], players[mates[one]]) for one in range(len(players)) if one < mates[one] < len(players)
    ]


# -- The pairing of a bracket of the Burstein System (art. 3.2) ---------------------------------------
#
# Most brackets are paired without weighing anything: everybody is paired, or all but one player of the
# lowest score, and C8 is as good as the numbers of preferences allow. The best pairings are then the
# complete matchings of a graph, and the first of them (4.3) is found place by place. All other brackets are
# weighed as a whole.


def pair_bracket(scene: Scene, completion: Completion) -> Couples:
    """3.2: the first of the best pairings of the bracket, the higher ranked player of each pair first.

    The pairs are taken out of `completion`, a pairing of all players who are not paired yet.
    """
    if not any(may_meet(one, two) for one, two in combinations(scene.players, 2)):
        return []
    pairs = (
        _without_floaters(scene, completion) if len(scene.players) % 2 == 0 else _with_one(scene, completion)
    )
    if pairs is not None:
        return pairs
    pairs = best_pairing(scene)
    if pairs is None or not completion.remove(pairs):
        raise AssertionError("A round that can be completed leaves a bracket without a pairing")
    return pairs


def _without_floaters(scene: Scene, completion: Completion) -> Couples | None:
    """The pairing of all players of the bracket; None if there is none, or if it leaves no completion."""
    pairs = first_pairing(scene.players, ())
    if pairs is None and Completion(scene.players, bye_limit=None).possible:
        pairs = best_pairing(Scene(scene.players, (), ()))
    return pairs if pairs is not None and completion.remove(pairs) else None


def _with_one(scene: Scene, completion: Completion) -> Couples | None:
    """The pairing of all but one of the lowest score (C6), if the following bracket can be perfect (C7).

    None if that is impossible, or if C8 must be weighed.
    """
    lowest = min(player.score for player in scene.players)
    floaters = [player for player in scene.players if player.score == lowest]
    while floaters:
        pairs = first_pairing(scene.players, floaters)
        if pairs is None:
            return None
        paired = {player for pair in pairs for player in pair}
        (floater,) = (player for player in scene.players if player not in paired)
        if follows_well(floater, scene) and completion.remove(pairs):
            return pairs
        floaters.remove(floater)
    return None


def follows_well(floater: Entrant, scene: Scene) -> bool:
    """C7: whether the following bracket leaves nobody over, or one resident if its size is odd."""
    players = (floater, *scene.following)
    if len(players) % 2 == 0:
        return _all_paired(players) and _all_paired(scene.below)
    return any(
        _all_paired([player for player in players if player is not left])
        and _all_paired((left, *scene.below))
        for left in reversed(scene.following)
    )


def _all_paired(players: Sequence[Entrant]) -> bool:
    return Completion(players, bye_limit=None).possible


def first_pairing(players: Sequence[Entrant], floaters: Collection[Entrant]) -> Couples | None:
    """4.3: the first pairing of the players, all or all but one of `floaters`, with the best possible C8.

    C8 cannot be better than the numbers of players who prefer each colour allow. Returns None if no pairing
    is as good as that.
    """
    size = len(players)
    graph = Graph(players, floaters)
    matching = Matching(range(size + bool(floaters)), graph.joined)
    # Usually everybody in turn can meet the last player left.
    for one in range(size):
        if one in matching.mates:
            continue
        other = next((place for place in graph.choices(one) if place not in matching.mates), None)
        if other is not None:
            matching.match(one, other)
            graph.settle(one, other)
    graph.open()
    if not matching.complete():
        return None
    for one in range(size):
        if one not in graph.settled:
            _settle_first(one, graph, matching)
    mates = matching.mates
    return [(players[one], players[mates[one]]) for one in range(size) if one < mates[one] < size]


def _settle_first(one: int, graph: Graph, matching: Matching) -> None:
    """Pair a place with its first choice that leaves a pairing of all others."""
    for other in graph.choices(one):
        if matching.mates[one] == other:
            graph.settle(one, other)
            return
        before, excess = matching.mates.copy(), graph.excess.copy()
        matching.match(one, other)
        graph.settle(one, other)
        if matching.complete():
            return
        matching.mates, graph.excess = before, excess
        graph.settled -= {one, other}
    raise AssertionError("A place that has a mate has no choice")


class Graph:
    """The pairs of a bracket that allow the best C8; the last place is empty, and meets the floater."""

    def __init__(self, players: Sequence[Entrant], floaters: Collection[Entrant]) -> None:
        self.players = players
        self.floaters = set(floaters)
        self.settled: set[int] = set()
        # By how much the players who prefer a colour outnumber all others to be paired. An excess means that
        # pairs of them meet, and one of each pair is refused it; with 0 each of them meets one of the others.
        self.excess = {colour: self._excess(colour) for colour in Colour}
        self.even = dict.fromkeys(Colour, 0)
        if floaters:
            for colour in Colour:
                if self.excess[colour] > 0:
                    alike = {player for player in floaters if player.preference.colour is colour}
                    self.floaters = alike or self.floaters
            for colour in Colour:
                change = self._change(colour)
                self.excess[colour] += change
                # If the floaters differ, the one who floats may be the one player too many.
                self.even[colour] = int(change == 0)
        self._at_first = self.excess.copy()

    def _excess(self, colour: Colour) -> int:
        return 2 * sum(player.preference.colour is colour for player in self.players) - len(self.players)

    def _change(self, colour: Colour) -> int:
        """How the excess changes when a floater leaves; 0 if the floaters differ and it may go either way."""
        alike = {player.preference.colour is colour for player in self.floaters}
        return 0 if len(alike) > 1 else -1 if True in alike else 1

    def open(self) -> None:
        """Make all places unsettled again."""
        self.settled = set()
        self.excess = self._at_first.copy()

    def settle(self, one: int, other: int) -> None:
        """Make the two places a pair for good."""
        self.settled |= {one, other}
        if max(one, other) < len(self.players):
            for colour in Colour:
                self.excess[colour] += 2 - 2 * self._preferring(colour, one, other)

    def choices(self, one: int) -> Iterator[int]:
        """4.3: the possible partners of a place, the last first, and the empty place as the last choice."""
        size = len(self.players)
        places = (*range(size - 1, one, -1), size) if self.floaters else range(size - 1, one, -1)
        return (other for other in places if self.joined(one, other))

    def joined(self, one: int, other: int) -> bool:
        """Whether the two places may be paired, given what is settled."""
        if one in self.settled or other in self.settled:
            return False
        low, high = (one, other) if one < other else (other, one)
        if high == len(self.players):
            return self.players[low] in self.floaters
        for colour, excess in self.excess.items():
            preferring = self._preferring(colour, low, high)
            if (preferring > 1 and excess <= self.even[colour]) or (preferring < 1 and excess >= 0):
                return False
        return may_meet(self.players[low], self.players[high])

    def _preferring(self, colour: Colour, one: int, other: int) -> int:
        """How many of the two prefer the colour."""
        players = self.players
        return (players[one].preference.colour is colour) + (players[other].preference.colour is colour)


# -- The pairing of a round by the Burstein System (art. 3), and how it was decided -------------------


@dataclass(frozen=True, slots=True)
class Bracket:
    """1.2: a scoregroup with the players who floated down to it, as they were paired."""

    # The score of the residents.
    score: int
    scene: Scene
    # The higher ranked one first.
    pairs: Couples
    downfloaters: Group


@dataclass(frozen=True, slots=True)
class Decision:
    """How the pairing of a round after the seeding rounds came about."""

    # The players to be paired, by score and then by rank.
    entrants: Group
    bye: Entrant | None
    brackets: tuple[Bracket, ...]
    pairing: RoundPairing


def decide(tournament: Tournament) -> Decision | dutch.Decision:
    """C.04.4.2: the pairing of the round after the last one that was paired, and how it came about.

    Seeding rounds are decided by the Dutch system. Players with a bye noted for the round are left out. The
    boards come in publishing order. Raises UnpairableRound when no pairing is complete, and PairingError when
    a result or the number of rounds is missing, or the initial colour if it is needed.
    """
    if tournament.rounds is None:
        raise PairingError(
            Phrase(
                "The Burstein System depends on the number of rounds (1.6), which is not stated: expected a "
                "record 142 or XXR."
            )
        )
    coming = tournament.played_rounds + 1
    if coming <= seeding_rounds(tournament.rounds):
        return dutch.decide(tournament, SEEDING_RULES)
    entrants = make_entrants(tournament)
    bye, completion = give_bye(entrants, bye_order, coming)
    brackets = pair_scoregroups([one for one in entrants if one is not bye], completion)
    couples = [couple for bracket in brackets for couple in bracket.pairs]
    pairs = allocate_all(couples, tournament.initial_colour)
    boards = in_order(pairs, {one.number: one.score for one in entrants})
    return Decision(entrants, bye, brackets, RoundPairing(boards, bye.number if bye else None))


def seeding_rounds(rounds: int) -> int:
    """1.6: the number of rounds at the start that are paired by the Dutch system."""
    return min(rounds // 2, 4)


def bye_order(player: Entrant) -> tuple[int, int, int]:
    """3.1: the lowest score, then the most games played, then the lowest rank."""
    return player.score, -len(player.colours), -player.rank


def pair_scoregroups(players: Sequence[Entrant], completion: Completion) -> tuple[Bracket, ...]:
    """3.2: pair each scoregroup, from the top, with the players who floated down to it."""
    brackets = []
    groups = dutch.scoregroups(players)
    floaters: Group = ()
    for place, residents in enumerate(groups):
        following = groups[place + 1] if place + 1 < len(groups) else ()
        below = tuple(one for group in groups[place + 2 :] for one in group)
        ranked = tuple(sorted((*floaters, *residents), key=lambda one: one.rank))
        scene = Scene(ranked, following, below)
        pairs = pair_bracket(scene, completion)
        paired = {one for pair in pairs for one in pair}
        floaters = tuple(one for one in ranked if one not in paired)
        brackets.append(Bracket(residents[0].score, scene, pairs, floaters))
    return tuple(brackets)


# -- The edition --------------------------------------------------------------------------------------


def pair(tournament: Tournament) -> RoundPairing:
    """C.04.4.2: the pairing of the round after the last one that was paired; see `rounds.decide`."""
    return decide(tournament).pairing


BURSTEIN_2026 = Edition(
    code="burstein-2026",
    name=in_catalogue("Burstein System, 2026"),
    description=in_catalogue(
        "C.04.4.2 in force since 1 February 2026: up to four seeding rounds by the Dutch system, then within "
        "a score the first by the opponents’ points meets the last. Warning: there is no endorsed program "
        "with a free checker for this system, which FIDE therefore calls deprecated (C.04.2 art. 1.4)."
    ),
    pair=pair,
    records=make_entrants,
    explained_by="pairing.burstein.explained:account",
    report=ReportCodes("FIDE_BURSTEIN"),
    faults=Book(
        {
            Wrong.REMATCH: "C.04.1 art. 2, C.04.4.2 C1",
            Wrong.FORBIDDEN: KEPT_APART,
            Wrong.THIRD_COLOUR: "C.04.1 art. 7, C.04.4.2 C3",
            Wrong.COLOUR_DIFFERENCE: "C.04.1 art. 6, C.04.4.2 C3",
            Wrong.BOTH_COLOURS: "C.04.4.2 art. 5.2.2",
            Wrong.BYE: "C.04.1 art. 4, C.04.4.2 C2",
        }
    ),
    handling=replace(HANDLING, bars_from_bye=bars_by_2026),
)
