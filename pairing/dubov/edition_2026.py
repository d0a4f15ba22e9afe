"""The Dubov System in force since 1 February 2026 (C.04.4.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import heapify, heappop, heappush
from itertools import count, groupby

from pairing.core import colours
from pairing.core.edition import HANDLING, KEPT_APART, Book, Edition, ReportCodes, Wrong
from pairing.core.handling import in_order
from pairing.core.records import (
    Float,
    Preference,
    Record,
    Strength,
    bars_by_2026,
    enriched,
    float_in,
    make_records,
    may_meet,
)
from pairing.core.scores import pairing_scores
from pairing.core.sentences import Phrase, in_catalogue
from pairing.core.tournament import (
    Cell,
    Colour,
    Pair,
    PairingError,
    Player,
    RoundPairing,
    Scoring,
    Tournament,
)
from pairing.matching.completion import Completion, Matching, cheapest_pairing, give_bye
from pairing.matching.heaviest import heaviest_matching

# -- The facts about each player that the Dubov System pairs by, derived once for a round (art. 1) ----

# 1.6.4: for players who have not played a game.
UNPLAYED = Preference(Colour.BLACK, Strength.MILD)


@dataclass(frozen=True, slots=True, eq=False)
class Entrant(Record):
    """A player who takes part in the round."""

    # 1.7, in Elo.
    aro: int
    # 1.4: the number of rounds in which they met a higher score.
    upfloats: int

    @property
    def seeks_white(self) -> bool:
        """3.2.3: whether they are one of the White seekers."""
        return self.preference.colour is Colour.WHITE

    @property
    def upfloated_last(self) -> bool:
        """C10: whether they floated up in the previous round."""
        return self.had(Float.UP, 1)


def float_of(cell: Cell, own: int, opponent: int | None, _scoring: Scoring) -> Float | None:
    """1.4: a player who meets a higher score in a game floats up; there are no other floats."""
    return Float.UP if cell.played and opponent is not None and own < opponent else None


def make_entrants(tournament: Tournament) -> tuple[Entrant, ...]:
    """The players to be paired in the coming round, by score and then by pairing number.

    Raises PairingError if the history is not fit to pair from, or if somebody has no rating (1.1).
    """
    records = make_records(tournament, float_of=float_of, bars_from_bye=bars_by_2026)
    players = {player.number: player for player in tournament.players}
    ratings = _ratings(tournament, {record.number for record in records})
    coming = tournament.played_rounds + 1
    scores = {number: pairing_scores(tournament, player, coming) for number, player in players.items()}

    def entrant(record: Record) -> Entrant:
        player = players[record.number]
        return enriched(
            Entrant,
            record,
            # C3 makes no exception for topscorers.
            topscorer=False,
            preference=record.preference if record.colours else UNPLAYED,
            aro=average_rating(player, ratings),
            upfloats=sum(
                float_in(player, number, float_of, scores, tournament.scoring) is Float.UP
                for number in range(1, coming)
            ),
        )

    return tuple(map(entrant, records))


def average_rating(player: Player, ratings: Mapping[int, int]) -> int:
    """1.7: the average rating of the opponents met over the board, a half rounded up; 0 without a game."""
    met = [ratings[cell.opponent] for cell in player.cells if cell.played and cell.opponent is not None]
    return (2 * sum(met) + len(met)) // (2 * len(met)) if met else 0


def most_upfloats(rounds: int) -> int:
    """1.8, MaxT: the number of upfloats that makes a player a maximum upfloater."""
    return 2 + rounds // 5


def _ratings(tournament: Tournament, present: set[int]) -> dict[int, int]:
    """1.1: the ratings of all players who count. Raises PairingError if one of them has none."""
    opponents = {c.opponent for p in tournament.players if p.number in present for c in p.cells if c.played}
    known = present | opponents
    counted = [player for player in tournament.players if player.number in known]
    without = [player.number for player in counted if player.rating is None]
    if without:
        raise PairingError(
            Phrase(
                "The Dubov System pairs by ratings, and players without one need a provisional one from the "
                "arbiter (1.1): no rating is known of {players}",
                players=", ".join(map(str, without)),
            )
        )
    return {player.number: player.rating for player in counted if player.rating is not None}


# -- The pairing inside a bracket of the Dubov System: subgroups, shifters, S1 and T2 (art. 3.2.3 to 3.2.6).

type Group = tuple[Entrant, ...]


@dataclass(frozen=True, slots=True)
class Subgroups:
    """A bracket as it was divided and paired in the end."""

    # 3.2.3: G1 and G2, before anybody was shifted, and whether they are halves because nobody has played.
    g1: Group
    g2: Group
    halves: bool
    # 3.2.4: the players shifted out of the smaller subgroup, and those shifted out of the larger one.
    out_of_smaller: Group
    out_of_larger: Group
    # 3.2.5, 3.2.6: the final ones. The partner of each member of S1 has the same place in T2.
    s1: Group
    s2: Group
    t2: Group

    @property
    def pairs(self) -> list[tuple[Entrant, Entrant]]:
        """The pairs, the member of S1 first."""
        return list(zip(self.s1, self.t2, strict=True))


def by_number(players: Sequence[Entrant]) -> Group:
    """The players in the order of their pairing numbers."""
    return tuple(sorted(players, key=lambda player: player.number))


def by_aro(players: Sequence[Entrant]) -> Group:
    """3.2.5: by ARO, the lowest first, then by pairing number."""
    return tuple(sorted(players, key=lambda player: (player.aro, player.number)))


def divide(players: Sequence[Entrant]) -> tuple[Group, Group]:
    """3.2.3: G1, the White seekers by ARO, and G2, the others; halves if nobody has played."""
    if never_played(players):
        ordered = by_number(players)
        middle = len(ordered) // 2
        return ordered[:middle], ordered[middle:]
    return by_aro([p for p in players if p.seeks_white]), by_number([p for p in players if not p.seeks_white])


def never_played(players: Sequence[Entrant]) -> bool:
    """3.2.3: whether none of these players has played a game."""
    return not any(player.colours for player in players)


def shift_order(group: Group) -> Group:
    """4.3: the members of a subgroup in the order of their numbers as shifters, from the middle outwards.

    Of seven players the fourth comes first, then the third, the fifth, the second and so on; of two players
    in the middle the higher placed one comes first.
    """
    places = sorted(range(len(group)), key=lambda place: (abs(2 * place + 1 - len(group)), place))
    return tuple(group[place] for place in places)


def pair_bracket(players: Sequence[Entrant]) -> Subgroups | None:
    """3.2.3 to 3.2.6: the pairing of a bracket; None if C1 and C3 allow none."""
    g1, g2 = divide(players)
    smaller, larger = (g1, g2) if len(g1) <= len(g2) else (g2, g1)
    excess = (len(larger) - len(smaller)) // 2
    # Usually the first set is possible.
    shifters: tuple[Group, Group] | None = (), shift_order(larger)[:excess]
    halves = never_played(players)
    while shifters is not None:
        s1, s2 = _shifted(g1, g2, {*shifters[0], *shifters[1]})
        t2 = first_transposition(s1, s2)
        if t2 is not None:
            return Subgroups(g1, g2, halves, *shifters, s1, s2, t2)
        shifters = Shifting(smaller, larger).first()
    return None


def _shifted(g1: Group, g2: Group, moved: set[Entrant]) -> tuple[Group, Group]:
    """3.2.5: S1 and S2 after these players have changed subgroups."""
    s1 = [p for p in g1 if p not in moved] + [p for p in g2 if p in moved]
    s2 = [p for p in g2 if p not in moved] + [p for p in g1 if p in moved]
    return by_aro(s1), by_number(s2)


class Shifting:
    """3.2.4: the search for the first shifters that allow a legal pairing with the best C7.

    A pair inside a subgroup has one shifter, whose partner stays. The number of pairs inside the smaller
    subgroup, as small as possible (3.2.4.1), settles the number inside the larger one.
    """

    def __init__(self, smaller: Group, larger: Group) -> None:
        self.smaller, self.larger = shift_order(smaller), shift_order(larger)
        self.players = (*self.smaller, *self.larger)
        # The places in `players` of those who are shifted, and of those who stay.
        self.shifted: set[int] = set()
        self.kept: set[int] = set()

    def first(self) -> tuple[Group, Group] | None:
        """The players shifted out of the smaller and the larger subgroup, or None without a legal pairing."""
        small = len(self.smaller)
        matching = Matching(range(len(self.players)), self._joined)
        # If possible, nobody is shifted out of the smaller subgroup.
        self.kept = set(range(small))
        if not matching.complete():
            first = self._out_of_smaller()
            if first is None:
                return None
            self.shifted = first
            self.kept -= first
            if not matching.complete():
                raise AssertionError("The least pairs inside the smaller subgroup allow no pairing")
        number = (len(self.larger) - small) // 2 + len(self.shifted)
        out_of_smaller = tuple(self.players[place] for place in sorted(self.shifted))
        out_of_larger: list[Entrant] = []
        for place in range(small, len(self.players)):
            if len(out_of_larger) == number:
                break
            if self._shift(matching, place):
                out_of_larger.append(self.players[place])
        return out_of_smaller, tuple(out_of_larger)

    def _shift(self, matching: Matching, place: int) -> bool:
        """Shift a member of the larger subgroup if a pairing remains possible; otherwise they stay."""
        before = matching.mates.copy()
        self.shifted.add(place)
        if not self._joined(place, matching.mates[place]):
            matching.part([place])
        if matching.complete():
            return True
        matching.mates = before
        self.shifted.discard(place)
        self.kept.add(place)
        return False

    def _joined(self, one: int, other: int) -> bool:
        """Whether two players may meet by now: a shifter meets a player of the same subgroup who stays."""
        small = len(self.smaller)
        if (one < small) == (other < small):
            pair = {one, other}
            fits = not (pair <= self.shifted or pair <= self.kept)
        else:
            fits = one not in self.shifted and other not in self.shifted
        return fits and may_meet(self.players[one], self.players[other])

    def _out_of_smaller(self) -> set[int] | None:
        """3.2.4.1: the first set to be shifted out of the smaller subgroup; None if no pairing is legal."""
        small = len(self.smaller)
        inside = 1 << 2 * small

        def cost(one: int, other: int) -> int | None:
            if not may_meet(self.players[one], self.players[other]):
                return None
            # The earlier of the two is shifted, and the earlier they come the better.
            return inside - (1 << small - one) if other < small else 0

        mates = cheapest_pairing(len(self.players), cost)
        if mates is None:
            return None
        return {place for place in range(small) if place < mates[place] < small}


def first_transposition(s1: Group, s2: Group) -> Group | None:
    """3.2.6, 4.4: the first order of S2 in which everybody may meet the player at the same place in S1.

    None if there is none.
    """
    free, chosen = list(s2), []
    for player in s1:
        partner = next((other for other in free if may_meet(player, other)), None)
        if partner is None:
            return _first_that_fits(s1, s2)
        free.remove(partner)
        chosen.append(partner)
    return tuple(chosen)


def _first_that_fits(s1: Group, s2: Group) -> Group | None:
    """Like `first_transposition`, for when a first possible partner must be left to somebody else."""
    size = len(s1)
    settled: set[int] = set()

    def joined(one: int, other: int) -> bool:
        low, high = sorted((one, other))
        open_ = low < size <= high and not (low in settled or high in settled)
        return open_ and may_meet(s1[low], s2[high - size])

    matching = Matching(range(2 * size), joined)
    if not matching.complete():
        return None
    for one in range(size):
        for other in range(size, 2 * size):
            if not joined(one, other):
                continue
            if matching.mates[one] == other:
                break
            before = matching.mates.copy()
            matching.match(one, other)
            settled |= {one, other}
            if matching.complete():
                break
            matching.mates = before
            settled -= {one, other}
        settled |= {one, matching.mates[one]}
    return tuple(s2[matching.mates[one] - size] for one in range(size))


# -- The upfloaters of a bracket of the Dubov System: criteria C5 to C10, and the order of art. 4.2 ---


@dataclass(frozen=True, slots=True)
class Scene:
    """A scoregroup to be paired, and the facts that the choice of its upfloaters depends on."""

    residents: Group
    # All players after it, in the order of 4.2: by score, then by pairing number.
    lower: Group
    # 1.8: MaxT. None in the last round, in which C8 to C10 do not apply.
    most_upfloats: int | None


# -- criteria -----------------------------------------------------------------------------------------------


def refused(one: Entrant, two: Entrant) -> int:
    """C7: whether the two seek the same colour, so that one of them goes without it."""
    return one.seeks_white is two.seeks_white


def maximum_upfloater(scene: Scene, player: Entrant) -> int:
    """C8: whether they are a maximum upfloater."""
    return scene.most_upfloats is not None and player.upfloats >= scene.most_upfloats


def upfloats_of_maximum(scene: Scene, player: Entrant) -> int:
    """C9: the upfloats of a maximum upfloater."""
    return player.upfloats if maximum_upfloater(scene, player) else 0


def upfloated_last(scene: Scene, player: Entrant) -> int:
    """C10: whether they floated up in the previous round."""
    return scene.most_upfloats is not None and player.upfloated_last


def history(scene: Scene, player: Entrant) -> tuple[int, int, int]:
    """C8 to C10 of an upfloater; in each, less is better."""
    return (
        maximum_upfloater(scene, player),
        upfloats_of_maximum(scene, player),
        upfloated_last(scene, player),
    )


# -- the choice ---------------------------------------------------------------------------------------------


def pair_scoregroup(scene: Scene, completion: Completion) -> Subgroups:
    """3.2.1, 3.2.2: the pairing of the bracket with the first upfloaters that are best on C5 to C10.

    Its pairs are taken out of `completion`, a pairing of all players who are not paired yet.
    """
    if len(scene.residents) % 2:
        found = _with_one(scene, completion)
    else:
        found = pair_bracket(scene.residents)
        if found and not completion.remove(found.pairs):
            found = None
    return found or _with_several(scene, completion)


def _with_one(scene: Scene, completion: Completion) -> Subgroups | None:
    """The bracket with the best single upfloater; None if one is not enough.

    C7 of a bracket cannot be better than the numbers of its White seekers and of its other players allow. The
    candidates are tried in the order of the best result they could have.
    """
    order = count()
    white = sum(player.seeks_white for player in scene.residents)
    for _, level in groupby(scene.lower, key=lambda player: player.score):
        heap: list[tuple[int, tuple[int, int, int], int, Entrant, Subgroups | None]] = []
        for player in level:
            of_bracket = white + player.seeks_white
            at_best = abs(len(scene.residents) + 1 - 2 * of_bracket) // 2
            heap.append((at_best, history(scene, player), next(order), player, None))
        heapify(heap)
        while heap:
            _, past, place, player, found = heappop(heap)
            if found is None:
                found = pair_bracket((*scene.residents, player))
                if found is not None:
                    heappush(heap, (refusals(found), past, place, player, found))
            elif completion.remove(found.pairs):
                return found
    return None


def refusals(found: Subgroups) -> int:
    """C7: the number of players who go without the colour they seek."""
    return sum(refused(one, two) for one, two in found.pairs)


def _with_several(scene: Scene, completion: Completion) -> Subgroups:
    """The bracket if it takes several upfloaters, or if the players below must be looked at.

    At first it is assumed that those players can meet anybody: the best choice under that assumption is the
    best of all if they can then be paired.
    """
    needed: set[Entrant] = set()
    chosen = _best_unbound(scene, needed)
    while chosen is not None:
        number = len(chosen)
        found = _paired(scene, chosen, completion)
        if found is not None:
            return found
        # If one of these floats up, the other upfloaters are too few to leave a completion below.
        cannot_go = {one for one in chosen if left_over_without(scene.lower, one) >= number}
        needed |= cannot_go
        chosen = _best_unbound(scene, needed) if cannot_go else None
        if chosen is not None and len(chosen) > number:
            chosen = None
    best = best_upfloaters(scene, scene.lower, bound=True)
    found = None if best is None else _paired(scene, best, completion)
    if found is None:
        raise AssertionError("A round that can be completed leaves a scoregroup without a pairing")
    return found


def _paired(scene: Scene, upfloaters: Group, completion: Completion) -> Subgroups | None:
    """The bracket with these upfloaters; None if it has no pairing, or leaves no completion."""
    found = pair_bracket((*scene.residents, *upfloaters))
    return found if found is not None and completion.remove(found.pairs) else None


def _best_unbound(scene: Scene, needed: Collection[Entrant]) -> Group | None:
    """Like `best_upfloaters`, whatever becomes of the players below, except that `needed` ones stay there.

    It goes down to lower scores only as far as necessary.
    """
    chosen: Group | None = None
    candidates: list[Entrant] = []
    least = left_over(scene.residents)
    for _, level in groupby(scene.lower, key=lambda player: player.score):
        candidates += _that_matter(scene, (player for player in level if player not in needed))
        chosen = best_upfloaters(scene, candidates, bound=False)
        # A lower score can only help if it takes fewer upfloaters.
        if chosen is not None and len(chosen) == least:
            break
    return chosen


def _that_matter(scene: Scene, level: Iterable[Entrant]) -> list[Entrant]:
    """The players of one score who can matter.

    Of players alike in all criteria, no more can be needed than there are residents.
    """
    alike: Counter[tuple[object, ...]] = Counter()
    result = []
    for player in level:
        opponents = tuple(may_meet(resident, player) for resident in scene.residents)
        kind = opponents, player.seeks_white, history(scene, player)
        alike[kind] += 1
        if any(opponents) and alike[kind] <= len(scene.residents):
            result.append(player)
    return result


def left_over(players: Sequence[Entrant]) -> int:
    """The number of these players left over when as many as possible of them meet each other."""
    weights = [[int(one is not two and may_meet(one, two)) for two in players] for one in players]
    return heaviest_matching(weights).count(None)


def left_over_without(players: Sequence[Entrant], one: Entrant) -> int:
    """Like `left_over` without one of the players, for large numbers."""
    return len(Completion([player for player in players if player is not one], bye_limit=None).unplaced())


def best_upfloaters(scene: Scene, candidates: Sequence[Entrant], *, bound: bool) -> Group | None:
    """C5 to C10, 4.2: the best of `candidates`, the first of equals; None if there are not enough.

    What a pair adds to the criteria is one number, the highest criterion in front. `bound` says whether
    players who do not float up must be paired with each other.
    """
    residents = scene.residents
    players = (*residents, *candidates)
    size = len(players) + len(players) % 2
    width = size.bit_length()
    levels = sorted({player.score for player in candidates})
    whole = 1 << len(candidates)
    of_upfloats = (size * max((player.upfloats for player in players), default=0)).bit_length()

    def cost(one: int, other: int) -> int | None:
        """The cost of pairing two places of `players`, the smaller first; the last place may be empty."""
        if one >= len(residents):
            met = not bound or (other < len(players) and may_meet(players[one], players[other]))
            return 0 if met else None
        if other == len(players) or not may_meet(players[one], players[other]):
            return None
        floats = other >= len(residents)
        player, place = players[other], other - len(residents)
        past = history(scene, player) if floats else (0, 0, 0)
        total = 0
        for value, bits in (
            (floats, width),
            *((floats and player.score == level, width) for level in levels),
            (refused(players[one], player), width),
            *zip(past, (width, of_upfloats, width), strict=True),
            # 4.2: of two sets, the one with the earliest candidate whom the other lacks.
            (whole - (whole >> place + 1) if floats else 0, len(candidates) + width),
        ):
            total = (total << bits) + value
        return total

    mates = cheapest_pairing(size, cost)
    if mates is None:
        return None
    floated = (players[mates[place]] for place in range(len(residents)) if mates[place] >= len(residents))
    return tuple(sorted(floated, key=lambda player: player.rank))


# -- The pairing of a round by the Dubov System (art. 3), and how it was decided ----------------------


@dataclass(frozen=True, slots=True)
class Bracket:
    """1.3: a scoregroup and the players who floated up to it, as they were paired."""

    scene: Scene
    upfloaters: Group
    subgroups: Subgroups


@dataclass(frozen=True, slots=True)
class Decision:
    """How the pairing of a round came about."""

    # The players to be paired, by score and then by pairing number.
    entrants: Group
    bye: Entrant | None
    brackets: tuple[Bracket, ...]
    pairing: RoundPairing


def decide(tournament: Tournament) -> Decision:
    """C.04.4.1: the pairing of the round after the last one that was paired, and how it came about.

    Players with a bye noted for that round are left out. The boards come in publishing order. Raises
    UnpairableRound when no pairing is complete, and PairingError when a result, a rating or the number of
    rounds is missing, or the initial colour if it is needed.
    """
    if tournament.rounds is None:
        raise PairingError(
            Phrase(
                "The Dubov System depends on the number of rounds (1.8), which is not stated: expected a "
                "record 142 or XXR."
            )
        )
    coming = tournament.played_rounds + 1
    entrants = make_entrants(tournament)
    bye, completion = give_bye(entrants, bye_order, coming)
    limit = most_upfloats(tournament.rounds) if coming < tournament.rounds else None
    brackets = pair_scoregroups([one for one in entrants if one is not bye], completion, limit)
    couples = [couple for bracket in brackets for couple in bracket.subgroups.pairs]
    pairs = [allocate(one, two, tournament.initial_colour) for one, two in couples]
    boards = in_order(pairs, {one.number: one.score for one in entrants})
    return Decision(entrants, bye, brackets, RoundPairing(boards, bye.number if bye else None))


def bye_order(player: Entrant) -> tuple[int, int, int]:
    """3.1.3 to 3.1.5: the lowest score, then the most games played, then the largest pairing number."""
    return player.score, -len(player.colours), -player.number


def pair_scoregroups(
    players: Sequence[Entrant], completion: Completion, most: int | None
) -> tuple[Bracket, ...]:
    """3.2: pair each scoregroup that still has players, from the top, with the players who float up to it."""
    brackets = []
    left = tuple(players)
    while left:
        size = sum(one.score == left[0].score for one in left)
        scene = Scene(left[:size], left[size:], most)
        found = pair_scoregroup(scene, completion)
        paired = {one for pair in found.pairs for one in pair}
        upfloaters = tuple(one for one in scene.lower if one in paired)
        brackets.append(Bracket(scene, upfloaters, found))
        left = tuple(one for one in scene.lower if one not in paired)
    return tuple(brackets)


def allocate(one: Entrant, two: Entrant, initial: Colour | None) -> Pair:
    """5.2: the colours of a pair."""
    return colours.allocate(one, two, initial, colour_rules(one, two))


def colour_rules(one: Entrant, two: Entrant) -> Sequence[colours.Rule]:
    """5.2.2 to 5.2.5; empty if neither has played, as the lot then decides their colours (5.2.1)."""
    return colours.RULES if one.colours or two.colours else ()


# -- The edition --------------------------------------------------------------------------------------


def pair(tournament: Tournament) -> RoundPairing:
    """C.04.4.1: the pairing of the round after the last one that was paired; see `rounds.decide`."""
    return decide(tournament).pairing


DUBOV_2026 = Edition(
    code="dubov-2026",
    name=in_catalogue("Dubov System, 2026"),
    description=in_catalogue(
        "C.04.4.1 in force since 1 February 2026: for each score, opponents of about the same average rating"
        " for everybody; everybody needs a rating. Warning: there is no endorsed program with a free checker"
        " for this system, which FIDE therefore calls deprecated (C.04.2 art. 1.4)."
    ),
    pair=pair,
    records=make_entrants,
    explained_by="pairing.dubov.explained:account",
    report=ReportCodes("FIDE_DUBOV"),
    faults=Book(
        {
            Wrong.REMATCH: "C.04.1 art. 2, C.04.4.1 C1",
            Wrong.FORBIDDEN: KEPT_APART,
            Wrong.THIRD_COLOUR: "C.04.1 art. 7, C.04.4.1 C3",
            Wrong.COLOUR_DIFFERENCE: "C.04.1 art. 6, C.04.4.1 C3",
            Wrong.BOTH_COLOURS: "C.04.4.1 art. 5.2.2",
            Wrong.BYE: "C.04.1 art. 4, C.04.4.1 C2",
        }
    ),
    handling=replace(HANDLING, float_of=float_of, bars_from_bye=bars_by_2026),
    needs_ratings=True,
)
