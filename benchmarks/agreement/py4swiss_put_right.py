"""The known faults of py4swiss 0.3.1 in the Dubov and the Burstein System, corrected in memory.

Each is listed with the article that it breaks. Nothing is changed outside `put_right`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple
from unittest.mock import patch

from py4swiss.engines.burstein import bye_matcher as burstein_bye
from py4swiss.engines.burstein import engine as burstein_engine
from py4swiss.engines.burstein import pairer as burstein_pairer
from py4swiss.engines.burstein import player as burstein_player
from py4swiss.engines.burstein import state as burstein_state
from py4swiss.engines.burstein.criteria.quality import C7
from py4swiss.engines.burstein.player import PlayerRole
from py4swiss.engines.dubov import bye_matcher as dubov_bye
from py4swiss.engines.dubov import engine as dubov_engine
from py4swiss.engines.dubov import pairer as dubov_pairer
from py4swiss.engines.dubov.criteria.quality import C6, C9
from py4swiss.engines.dubov.player import PlayerRole as DubovRole
from py4swiss.trf.results import ColorToken, ResultToken


class Mending(NamedTuple):
    """The replacement of a function of py4swiss, while it is corrected."""

    owner: object
    name: str
    function: Callable[..., Any]


class Fault(NamedTuple):
    """A difference between py4swiss and an article, and the code that follows the article."""

    article: str
    mended: tuple[Mending, ...]


@contextmanager
def put_right(faults: Iterable[Fault]) -> Iterator[None]:
    """Py4swiss without these faults."""
    with ExitStack() as stack:
        for owner, name, function in (mending for fault in faults for mending in fault.mended):
            whole = classmethod(function) if isinstance(vars(owner)[name], classmethod) else function
            stack.enter_context(patch.object(owner, name, whole))
        yield


# -- the bye of both systems ----------------------------------------------------------------------------


def bye_weight(matcher: Any, player: Any) -> Any:
    """3.1.3 to 3.1.5: the lowest score, the most games, and room for the amount added for the rank."""
    weight = matcher._max_weight & 0
    if player.bye_received:
        return weight
    weight |= 1
    weight <<= matcher._point_bits
    weight |= matcher._points_dict[player.points_with_acceleration]
    weight <<= matcher._game_bits
    games = matcher._games_dict
    weight |= len(games) - 1 - games[len(player.opponents)]
    weight <<= 1
    return weight


def barred(engine: Any) -> Callable[[Any], list[Any]]:
    """C2: players who have had a full-point bye do not get the allocated one."""
    players_of = engine.get_player_infos_from_trf

    def players(trf: Any) -> list[Any]:
        found: list[Any] = players_of(trf)
        results = {one.starting_number: one.results for one in trf.player_sections}
        for player in found:
            player.bye_received |= any(one.result == ResultToken.FULL_POINT_BYE for one in results[player.id])
        return found

    return players


# -- Dubov ----------------------------------------------------------------------------------------------


def shift_of_differences(_criterion: Any, state: Any) -> int:
    """C6: room for the differences of all pairs of the bracket."""
    return int(state.score_difference_total_bits + state.bracket_bits)


def weight_of_difference(_criterion: Any, player_1: Any, player_2: Any, zero: Any, state: Any) -> Any:
    """C6: the greatest difference counts most, and every pair takes its own from the same amount."""
    if player_1.role == DubovRole.LOWER or player_2.role == DubovRole.RESIDENT:
        return zero & 0
    total = state.score_difference_total_bits
    differences = sorted(state.score_difference_bit_dict)
    own = player_1.points_with_acceleration - player_2.points_with_acceleration
    # They have the greatest difference at the low end; from the other end up it is the other way round.
    ends = [state.score_difference_bit_dict[one] for one in differences]
    begins = dict(zip(differences, (total - end for end in [total, *ends][:-1]), strict=True))
    return ((zero | 1) << total) - ((zero | 1) << begins[own])


def shift_of_upfloats(_criterion: Any, state: Any) -> int:
    """C9: room for a sum of upfloats."""
    return 0 if state.is_last_round else int(state.bracket_bits + _most_upfloats(state).bit_length())


def weight_of_upfloats(_criterion: Any, player_1: Any, player_2: Any, zero: Any, state: Any) -> Any:
    """C9: the fewer upfloats maximum upfloaters have had, the better."""
    weight = zero & 0
    pair = player_1.role == DubovRole.RESIDENT and player_2.role == DubovRole.LOWER
    if pair and player_2.is_maximum_upfloater and not state.is_last_round:
        weight |= _most_upfloats(state) - player_2.upfloats
    return weight


def _most_upfloats(state: Any) -> int:
    return max(state.upfloat_bit_dict, default=0)


_subgroups = dubov_pairer.Pairer.determine_initial_g1_and_g2


def initial_subgroups(pairer: Any) -> None:
    """3.2.3.1: halves by TPN whenever nobody of the bracket has played, not only in round 1."""
    _subgroups(pairer)
    players = sorted((*pairer._g1, *pairer._g2), key=lambda player: player.number)
    if not any(player.colors for player in players):
        pairer._g1, pairer._g2 = players[: len(players) // 2], players[len(players) // 2 :]


_new_pairer = dubov_pairer.Pairer.__init__


def pairing_scores(pairer: Any, players: list[Any], state: Any) -> None:
    """4.2.2: upfloaters are sorted by the pairing score, with virtual points (C.04.7)."""
    for player in players:
        player.points = player.points_with_acceleration
    _new_pairer(pairer, players, state)


def recomposition(pairer: Any) -> None:
    """3.2.4.2 as we read it: players whom the first shift brought are not numbered for the second."""
    matcher = pairer._matcher
    # With the players who were there at first, as 4.3.2 sorts them.
    subgroups = [
        (pairer._g1, sorted(pairer._g1, key=lambda player: (player.aro, player.number))),
        (pairer._g2, sorted(pairer._g2, key=lambda player: player.number)),
    ]
    (_, seekers), (_, others) = subgroups
    for player in seekers:
        matcher.add_to_weights(player, others, 2)
    matcher.update_matching()
    if len(seekers) > len(others):
        subgroups.reverse()
    (smaller, first), (larger, second) = subgroups
    _shift(matcher, first, smaller, larger)
    _shift(matcher, second, larger, smaller)
    for player in seekers:
        matcher.add_to_weights(player, others, -2)


def _shift(matcher: Any, listed: list[Any], source: list[Any], target: list[Any]) -> None:
    """4.3.3: shift the first listed players that can be, as many as there are pairs inside the source."""
    left = sum(matcher.matching[player] in source for player in source)
    middle = (len(listed) - 1) / 2
    places = sorted(range(len(listed)), key=lambda place: (abs(place - middle), place))
    for player in (listed[place] for place in places):
        if not left:
            return
        if matcher.matching[player] not in source:
            matcher.add_to_weights(player, source, 1)
            matcher.update_matching()
            matcher.add_to_weights(player, source, -1)
        if matcher.matching[player] in source:
            left -= 1
            matcher.remove_weights(player, target)
            source.remove(player)
            target.append(player)


_transpose = dubov_pairer.Pairer.transpose_g2


def transposition(pairer: Any) -> None:
    """3.2.6: each player of S1 meets one of T2, also if colours do not ensure that, as in the first round."""
    for subgroup in (pairer._g1, pairer._g2):
        for place, player in enumerate(subgroup):
            pairer._matcher.remove_weights(player, subgroup[place + 1 :])
    _transpose(pairer)


DUBOV = (
    Fault("3.1.4, 3.1.5", (Mending(dubov_bye.ByeMatcher, "_get_bye_weight", bye_weight),)),
    Fault(
        "C6",
        (Mending(C6, "get_shift", shift_of_differences), Mending(C6, "get_weight", weight_of_difference)),
    ),
    Fault("C9", (Mending(C9, "get_shift", shift_of_upfloats), Mending(C9, "get_weight", weight_of_upfloats))),
    Fault("3.2.3.1", (Mending(dubov_pairer.Pairer, "determine_initial_g1_and_g2", initial_subgroups),)),
    Fault("4.2.2", (Mending(dubov_pairer.Pairer, "__init__", pairing_scores),)),
    Fault("3.2.6", (Mending(dubov_pairer.Pairer, "transpose_g2", transposition),)),
    Fault("C2", (Mending(dubov_engine, "get_player_infos_from_trf", barred(dubov_engine)),)),
    Fault(
        "3.2.4.2, another reading",
        (Mending(dubov_pairer.Pairer, "perform_g1_g2_recomposition", recomposition),),
    ),
)


# -- Burstein -------------------------------------------------------------------------------------------


def score_bits(players: list[Any]) -> tuple[int, dict[int, int]]:
    """C6: the highest score counts most."""
    scores = [player.points_with_acceleration for player in players]
    places, place = {}, 0
    for score in sorted(set(scores)):
        places[score] = place
        place += scores.count(score).bit_length()
    return place, places


def following_bracket(_criterion: Any, player_1: Any, player_2: Any, zero: Any, state: Any) -> Any:
    """C7: a pair of the following bracket has one of the next scoregroup, the other may float down."""
    weight = zero & 0
    roles = {player_1.role, player_2.role}
    if PlayerRole.LOWER not in roles or PlayerRole.NONE in roles:
        return weight
    weight |= 1
    weight <<= state.resident_score_total_bits
    for player in (player_1, player_2):
        if player.role == PlayerRole.RESIDENT:
            weight += (zero | 1) << state.resident_score_bit_dict[player.points_with_acceleration]
    return weight


def first_pairing(pairer: Any) -> None:
    """4.3: floating also comes after the best opponent, and a floater's later opponent is left open."""
    matcher, residents = pairer._matcher, pairer._resident_list
    settled = set()
    for place, player in enumerate(residents):
        if player in settled:
            continue
        matcher.add_to_weights(player, residents[place + 1 :], 1, increment=True)
        matcher.update_matching()
        match = matcher.matching[player]
        settled |= {player, match}
        if match.role == PlayerRole.RESIDENT:
            matcher.finalize_match(player, match)
        else:
            matcher.remove_weights(player, residents)


def buchholz(sections: list[Any], scoring: Any) -> dict[int, int]:
    """1.7.1, 1.7.2: the sum of the opponents' scores as their opponents see them."""
    return {section.starting_number: sum(_opposition(section, sections, scoring)) for section in sections}


def sonneborn_berger(sections: list[Any], scoring: Any) -> dict[int, int]:
    """1.7.1, 1.7.2: the same scores, each multiplied by the points of the game."""
    return {
        section.starting_number: sum(
            score * scoring.get_points_times_ten(result)
            for score, result in zip(
                _opposition(section, sections, scoring), section.results[: _played(sections)], strict=True
            )
        )
        for section in sections
    }


def _played(sections: list[Any]) -> int:
    return min(len(section.results) for section in sections)


def _opposition(section: Any, sections: list[Any], scoring: Any) -> list[int]:
    """The scores that count for a player, round by round; their own if there was no game."""
    played = _played(sections)
    numbered = {one.starting_number: one for one in sections}
    return [
        _seen(numbered[result.id], played, scoring) if result.result.is_played() else section.points_times_ten
        for result in section.results[:played]
    ]


def _seen(section: Any, played: int, scoring: Any) -> int:
    """1.7.2: the rounds of an absence that lasts into the coming one are draws."""
    absent = [result.result == ResultToken.ZERO_POINT_BYE for result in section.results]
    run = 0
    while len(absent) > played and run < played and absent[-1] and absent[played - 1 - run]:
        run += 1
    draw = scoring.score_dict[(ResultToken.DRAW, ColorToken.WHITE)]
    nothing = scoring.score_dict[(ResultToken.ZERO_POINT_BYE, ColorToken.BYE_OR_NOT_PAIRED)]
    return int(section.points_times_ten + run * (draw - nothing))


# They occur together in nearly every round, and so are one here.
BURSTEIN = (
    Fault(
        "C2, 1.7.2, 3.1.4, 3.1.5, C6, C7, 4.3",
        (
            Mending(burstein_engine, "get_player_infos_from_trf", barred(burstein_engine)),
            Mending(burstein_player, "_get_buchholz_dict", buchholz),
            Mending(burstein_player, "_get_sonneborn_berger_dict", sonneborn_berger),
            Mending(burstein_bye.ByeMatcher, "_get_bye_weight", bye_weight),
            Mending(burstein_state.State, "_get_score_bits", staticmethod(score_bits)),
            Mending(C7, "get_weight", following_bracket),
            Mending(burstein_pairer.Pairer, "determine_pairings", first_pairing),
        ),
    ),
)

KNOWN_FAULTS = {"dubov-2026": DUBOV, "burstein-2026": BURSTEIN}
