"""The upfloaters of a bracket of the Dubov System: criteria C5 to C10, and the order of art. 4.2."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import count, groupby

from pairing.core.records import may_meet
from pairing.dubov.entrants import Entrant
from pairing.dubov.subgroups import Group, Subgroups, pair_bracket
from pairing.matching.completion import Completion, cheapest_pairing
from pairing.matching.heaviest import heaviest_matching


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
