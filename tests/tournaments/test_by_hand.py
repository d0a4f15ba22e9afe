"""Pairing by hand (C.04.2 A.5): a phase of its own, every fault named, the difference kept in sight."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

import pytest

from tests import builders
from tournaments.errors import ConfirmationNeeded, Conflict, DomainError, Level
from tournaments.models import AuditEvent, Game, IntegrityEvent, Player, Round, Seat, Tournament
from tournaments.selectors import by_hand as reading
from tournaments.selectors import integrity as events
from tournaments.selectors.boards import games_of
from tournaments.services import by_hand, byes, integrity, prohibitions, rounds, schedule, withdrawals

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.contrib.auth.models import User

pytestmark = pytest.mark.any_database

Action, Kind = AuditEvent.Action, IntegrityEvent.Kind


class Desk:
    """An arbiter at one round."""

    def __init__(self, event: Tournament, number: int, actor: User) -> None:
        self.event, self.number, self.actor = event, number, actor

    @property
    def round(self) -> Round:
        return self.event.rounds.get(number=self.number)

    def do(self, service: Callable[..., Any], **facts: Any) -> Any:
        """Call the service as it is, without an answer to what it asks."""
        return service(tournament=self.event, number=self.number, actor=self.actor, **facts)

    def insist(self, service: Callable[..., Any], **facts: Any) -> Any:
        """Call the service, and confirm what it asks."""
        return builders.confirmed(
            service, tournament=self.event, number=self.number, actor=self.actor, **facts
        )

    def player(self, number: int) -> Player:
        return self.event.players.get(number=number)

    def game(self, white: int, black: int) -> Game:
        found = Game.objects.filter(round=self.round, seats__player__number=white)
        return found.get(pk__in=Game.objects.filter(seats__player__number=black))

    def pair(self, white: int, black: int, *, insist: bool = True) -> Game:
        how = self.insist if insist else self.do
        made: Game = how(by_hand.pair_two, white=self.player(white).pk, black=self.player(black).pk)
        return made

    def unpair(self, white: int, black: int) -> None:
        self.do(by_hand.unpair, game=self.game(white, black).pk)

    def boards(self) -> set[tuple[int | None, int | None]]:
        return {(board.white.number, board.black.number) for board in games_of(self.round)}

    def swap(self, white: int, black: int) -> None:
        """Whatever it takes, who had Black has White."""
        self.insist(by_hand.swap_colours, game=self.game(white, black).pk, white_to=self.player(black).pk)

    def free(self) -> list[int]:
        return [player.number or 0 for player in reading.free_players(self.round)]

    def standing(self) -> IntegrityEvent | None:
        return events.manual_pairing(self.round)


@pytest.fixture
def desk(event: Tournament, chief: User) -> Desk:
    """Round 2, which the rules pair 3-1 2-4 … or the like: everybody's games are from round 1."""
    builders.play(event, 1, chief)
    return Desk(event, 2, chief)


@pytest.fixture
def begun(desk: Desk) -> Desk:
    """The phase has begun, on the engine's draft."""
    desk.do(by_hand.begin)
    return desk


# The phase.


def test_it_begins_on_the_draft_that_stands(desk: Desk) -> None:
    desk.do(rounds.pair_round)
    before = desk.boards()
    desk.do(by_hand.begin)
    assert desk.boards() == before
    assert desk.round.is_by_hand


def test_it_begins_with_a_draft_by_the_rules(desk: Desk) -> None:
    """And as pairing a round does, it ends the round before."""
    desk.do(by_hand.begin)
    assert len(desk.boards()) == 4
    assert desk.round.state == Round.State.DRAFT
    assert desk.event.rounds.get(number=1).state == Round.State.FINISHED


def test_q63_it_begins_on_nothing_where_the_rules_find_no_pairing(chief: User) -> None:
    """Two players who have met: no pairing complies, and the tournament can be played to its end."""
    event = builders.tournament(chief, players=2, rounds=2)
    builders.play(event, 1, chief)
    desk = Desk(event, 2, chief)
    with pytest.raises(DomainError) as refused:
        desk.do(rounds.pair_round)
    assert refused.value.code == "unpairable"
    desk.do(by_hand.begin)
    assert (desk.boards(), desk.free()) == (set(), [1, 2])
    desk.pair(2, 1)
    noted = desk.insist(by_hand.end)
    assert events.remarks(event) == ["### MPA @ Round 2: none => 2-1"]
    assert noted.reason == "So it was decided."
    desk.do(rounds.publish_round)
    assert desk.round.is_public


def test_it_begins_once(begun: Desk) -> None:
    with pytest.raises(Conflict, match="already"):
        begun.do(by_hand.begin)


@pytest.mark.parametrize(
    ("service", "facts"),
    [
        (by_hand.pair_two, {"white": 1, "black": 2}),
        (by_hand.unpair, {"game": 1}),
        (by_hand.unpair_all, {}),
        (by_hand.swap_colours, {"game": 1, "white_to": 1}),
        (by_hand.give_allocated_bye, {"player": 1}),
        (by_hand.take_allocated_bye, {"player": 1}),
        (by_hand.end, {}),
    ],
)
def test_outside_of_it_no_hand_touches_a_draft(
    desk: Desk, service: Callable[..., Any], facts: dict[str, Any]
) -> None:
    desk.do(rounds.pair_round)
    with pytest.raises(Conflict, match="not being paired by hand"):
        desk.do(service, **facts)


def test_what_prevents_pairing_prevents_it_too(event: Tournament, chief: User) -> None:
    builders.publish(event, 1, chief)
    with pytest.raises(ConfirmationNeeded, match="missing_results"):
        by_hand.begin(tournament=event, number=2, actor=chief)
    with pytest.raises(Conflict, match="published"):
        by_hand.begin(tournament=event, number=1, actor=chief)


def test_nothing_else_touches_the_draft_meanwhile(begun: Desk) -> None:
    with pytest.raises(Conflict, match="by hand"):
        begun.do(rounds.pair_round)
    with pytest.raises(DomainError, match="by hand"):
        begun.do(rounds.publish_round)


def test_the_public_notices_nothing(desk: Desk) -> None:
    desk.event.refresh_from_db()
    before = desk.event.public_revision
    desk.do(by_hand.begin)
    desk.do(by_hand.unpair_all)
    desk.pair(1, 2)
    desk.event.refresh_from_db()
    assert desk.event.public_revision == before


# Hands.


def test_players_are_unpaired_and_paired(begun: Desk) -> None:
    white, black = next((w, b) for w, b in begun.boards() if w and b)
    begun.unpair(white, black)
    assert sorted(begun.free()) == sorted((white, black))
    begun.pair(black, white)
    assert (black, white) in begun.boards()
    acts = [act.action for act in begun.event.audit_events.all()[:2]]
    assert acts == [Action.MANUAL_PAIRED, Action.MANUAL_UNPAIRED]


def test_free_players_come_by_score(begun: Desk) -> None:
    """The winners of round 1 first, then by pairing number."""
    begun.do(by_hand.unpair_all)
    free = begun.free()
    scores = {p.number: 10 * int(won(begun.event, p)) for p in begun.event.players.all()}
    assert free == sorted(free, key=lambda number: (-scores[number], number))
    assert len(free) == 8


def won(event: Tournament, player: Player) -> bool:
    seat = player.seats.get(round__number=1)
    return seat.colour == "w"


def test_who_is_not_free_is_not_paired(begun: Desk) -> None:
    (white, black), (other, last) = sorted(begun.boards(), key=str)[:2]
    with pytest.raises(Conflict, match="not free"):
        begun.pair(white or 0, other or 0)
    begun.unpair(white or 0, black or 0)
    with pytest.raises(DomainError, match="two different"):
        begun.pair(white or 0, white or 0)
    with pytest.raises(Conflict, match="not free"):
        begun.pair(white or 0, last or 0)


def test_a_board_that_is_gone_is_not_touched(begun: Desk) -> None:
    white, black = next(iter(begun.boards()))
    game = begun.game(white or 0, black or 0)
    begun.do(by_hand.unpair, game=game.pk)
    with pytest.raises(Conflict, match="meanwhile"):
        begun.do(by_hand.unpair, game=game.pk)
    with pytest.raises(Conflict, match="meanwhile"):
        begun.do(by_hand.swap_colours, game=game.pk, white_to=begun.player(black or 0).pk)


def test_somebody_of_another_event_is_not_paired(begun: Desk, chief: User) -> None:
    other = builders.tournament(chief, name="Other Open")
    begun.do(by_hand.unpair_all)
    with pytest.raises(Conflict):
        begun.do(by_hand.pair_two, white=begun.player(1).pk, black=other.players.get(number=1).pk)


def test_colours_are_swapped(begun: Desk) -> None:
    white, black = next(iter(begun.boards()))
    begun.swap(white or 0, black or 0)
    assert (black, white) in begun.boards()
    assert len(begun.boards()) == 4


@pytest.fixture
def odd(chief: User) -> Desk:
    """Seven players, one round played: number 7 has had the bye."""
    event = builders.tournament(chief, players=7)
    builders.play(event, 1, chief)
    desk = Desk(event, 2, chief)
    desk.do(by_hand.begin)
    return desk


def test_the_bye_is_given_and_taken_back(odd: Desk) -> None:
    holder = reading.bye_of(odd.round)
    assert holder is not None
    odd.do(by_hand.take_allocated_bye, player=holder.pk)
    assert odd.free() == [holder.number]
    odd.do(by_hand.give_allocated_bye, player=holder.pk)
    assert reading.bye_of(odd.round) == holder
    assert odd.insist(by_hand.end) is None


def test_there_is_one_bye_a_round(odd: Desk) -> None:
    holder = reading.bye_of(odd.round)
    assert holder is not None
    odd.do(by_hand.unpair_all)
    odd.insist(by_hand.give_allocated_bye, player=odd.player(1).pk)
    with pytest.raises(Conflict, match="Take it back"):
        odd.do(by_hand.give_allocated_bye, player=odd.player(2).pk)
    with pytest.raises(Conflict, match="taken back already"):
        odd.do(by_hand.take_allocated_bye, player=odd.player(2).pk)
    odd.do(by_hand.take_allocated_bye, player=odd.player(1).pk)
    with pytest.raises(Conflict, match="taken back already"):
        odd.do(by_hand.take_allocated_bye, player=odd.player(1).pk)


# Two arbiters at one round, and a form that is sent twice.


def test_the_same_board_again_is_harmless(begun: Desk) -> None:
    white, black = next((w, b) for w, b in begun.boards() if w and b)
    begun.unpair(white, black)
    made = begun.pair(white, black)
    lines = begun.event.audit_events.count()
    assert begun.pair(white, black, insist=False) == made
    assert begun.event.audit_events.count() == lines
    # The other way round it is another board.
    with pytest.raises(Conflict, match=f"at a board with {begun.player(white).name}"):
        begun.pair(black, white)


def test_the_same_swap_again_is_harmless(begun: Desk) -> None:
    white, black = next((w, b) for w, b in begun.boards() if w and b)
    game, swapped = begun.game(white, black).pk, begun.player(black).pk
    begun.insist(by_hand.swap_colours, game=game, white_to=swapped)
    begun.do(by_hand.swap_colours, game=game, white_to=swapped)
    assert (black, white) in begun.boards()
    stranger = next(player for player in begun.event.players.all() if player.number not in {white, black})
    with pytest.raises(Conflict, match="taken away meanwhile"):
        begun.do(by_hand.swap_colours, game=game, white_to=stranger.pk)


def test_boards_made_since_are_not_taken_away_unseen(begun: Desk) -> None:
    begun.event.refresh_from_db()
    seen = begun.event.revision
    white, black = next((w, b) for w, b in begun.boards() if w and b)
    begun.swap(white, black)
    before = begun.boards()
    with pytest.raises(Conflict, match="changed since you opened this page"):
        begun.do(by_hand.unpair_all, seen=seen)
    assert begun.boards() == before
    begun.do(by_hand.unpair_all, seen=seen + 1)
    assert begun.boards() == set()
    begun.do(by_hand.unpair_all, seen=seen)


def test_nor_is_the_draft_thrown_away_with_them(begun: Desk) -> None:
    begun.event.refresh_from_db()
    seen = begun.event.revision
    white, black = next((w, b) for w, b in begun.boards() if w and b)
    begun.swap(white, black)
    with pytest.raises(Conflict, match="changed since you opened this page"):
        begun.do(rounds.discard_draft, seen=seen)
    assert begun.round.is_by_hand
    begun.do(rounds.discard_draft, seen=seen + 1)
    assert not begun.round.is_by_hand


def test_who_has_the_bye_is_not_free(odd: Desk) -> None:
    holder = reading.bye_of(odd.round)
    assert holder is not None
    with pytest.raises(Conflict, match="not free any more: pairing-allocated bye"):
        odd.do(by_hand.pair_two, white=holder.pk, black=odd.player(1).pk)


# Faults, named as they are made.


def asked(desk: Desk, service: Callable[..., Any], **facts: Any) -> list[tuple[Level, str, str]]:
    with pytest.raises(ConfirmationNeeded) as question:
        desk.do(service, **facts)
    return [(w.level, w.code, w.sentence) for w in question.value.warnings]


def test_c1_a_rematch_is_named(begun: Desk) -> None:
    """C.04.1 b (2026: art. 2)."""
    begun.do(by_hand.unpair_all)
    one, two = begun.player(1), begun.player(5)
    found = asked(begun, by_hand.pair_two, white=two.pk, black=one.pk)
    assert found == [
        (Level.HARMLESS, "rematch", f"{two.name} and {one.name} have played one another already.")
    ]
    begun.pair(5, 1)
    assert (5, 1) in begun.boards()
    # It stays named while it stands.
    assert [fault.article for fault in reading.faults_by_player(begun.round)[two.pk]] == [
        "C.04.1 art. 2, C.04.3 C1"
    ]


def test_players_kept_apart_are_named(event: Tournament, chief: User) -> None:
    """C.05 5.2."""
    pair = [event.players.get(number=number).pk for number in (1, 2)]
    prohibitions.keep_apart(tournament=event, players=pair, actor=chief)
    desk = Desk(event, 1, chief)
    desk.do(by_hand.begin)
    desk.do(by_hand.unpair_all)
    (found,) = asked(desk, by_hand.pair_two, white=pair[0], black=pair[1])
    assert found[:2] == (Level.HARMLESS, "forbidden")


def test_q66_a_bye_for_more_than_the_lowest_score_is_named(odd: Desk) -> None:
    """C5: number 1 has won, and somebody who has lost can have it; it stays named while it stands."""
    odd.do(by_hand.unpair_all)
    winner, loser = odd.player(1), odd.player(4)
    assert (won(odd.event, winner), won(odd.event, loser)) == (True, False)
    assert asked(odd, by_hand.give_allocated_bye, player=winner.pk) == [
        (
            Level.HARMLESS,
            "higher-bye",
            f"{winner.name} may not have the bye: somebody with a lower score can have it.",
        )
    ]
    odd.insist(by_hand.give_allocated_bye, player=winner.pk)
    assert [fault.article for fault in reading.faults_by_player(odd.round)[winner.pk]] == ["C.04.3 C5"]
    odd.do(by_hand.take_allocated_bye, player=winner.pk)
    odd.do(by_hand.give_allocated_bye, player=loser.pk)
    assert not reading.faults_by_player(odd.round)


def test_both_wrong_colours_are_level_2(begun: Desk) -> None:
    """Q67: of two who met in round 1 with White and with Black, each gets the same again."""
    begun.do(by_hand.unpair_all)
    whites = [p.number for p in begun.event.players.all() if won(begun.event, p)]
    blacks = [p.number for p in begun.event.players.all() if not won(begun.event, p)]
    met = builders.meetings(begun.event, 1)
    white = begun.player(whites[0] or 0)
    black = next(p for b in blacks if frozenset({white.pk, (p := begun.player(b or 0)).pk}) not in met)
    (found,) = asked(begun, by_hand.pair_two, white=white.pk, black=black.pk)
    assert found[:2] == (Level.UNDESCRIBED, "both-colours")
    assert not asked_none(begun, by_hand.pair_two, white=black.pk, black=white.pk)


def asked_none(desk: Desk, service: Callable[..., Any], **facts: Any) -> list[str]:
    desk.do(service, **facts)
    return []


def test_a_third_colour_and_a_difference_beyond_two_are_named(chief: User) -> None:
    """C.04.1 f, g (2026: 6, 7): whoever had White twice gets it again by hand."""
    event = builders.tournament(chief, players=8, rounds=7)
    builders.play(event, 1, chief)
    desk = Desk(event, 2, chief)
    whites = [p for p in event.players.all() if won(event, p)]
    desk.do(by_hand.begin)
    desk.do(by_hand.unpair_all)
    blacks = [p for p in event.players.all() if not won(event, p)]
    for white, black in zip(whites, blacks[1:] + blacks[:1], strict=True):
        desk.insist(by_hand.pair_two, white=white.pk, black=black.pk)
    desk.insist(by_hand.end)
    desk.do(rounds.publish_round)
    builders.enter(event, 2, chief)
    third = Desk(event, 3, chief)
    third.do(by_hand.begin)
    third.do(by_hand.unpair_all)
    met = builders.meetings(event, 1) | builders.meetings(event, 2)
    black = next(p for p in blacks if frozenset({whites[0].pk, p.pk}) not in met)
    found = asked(third, by_hand.pair_two, white=whites[0].pk, black=black.pk)
    assert [(level, code) for level, code, _sentence in found] == [
        (Level.HARMLESS, "third-colour"),
        (Level.HARMLESS, "colour-difference"),
        (Level.HARMLESS, "third-colour"),
        (Level.HARMLESS, "colour-difference"),
        (Level.UNDESCRIBED, "both-colours"),
    ]


def test_c2_a_second_bye_is_named(odd: Desk) -> None:
    """C.04.1 d (2026: art. 4)."""
    odd.do(by_hand.unpair_all)
    had = next(s.player for s in odd.event.rounds.get(number=1).seats.all() if s.kind == "pab")
    (found,) = asked(odd, by_hand.give_allocated_bye, player=had.pk)
    assert found[:2] == (Level.HARMLESS, "bye")


def test_swapping_colours_names_faults_too(begun: Desk) -> None:
    begun.do(by_hand.unpair_all)
    one, two = begun.player(1), begun.player(5)
    game = begun.pair(1, 5)
    swap = {"game": game.pk, "white_to": two.pk}
    assert {code for _level, code, _text in asked(begun, by_hand.swap_colours, **swap)} == {"rematch"}
    begun.insist(by_hand.swap_colours, **swap)
    # An answer to the first swap is none to the swap back, nor to the first one again.
    back = {"game": game.pk, "white_to": one.pk}
    with pytest.raises(ConfirmationNeeded) as question:
        begun.do(by_hand.swap_colours, **back)
    begun.do(by_hand.swap_colours, **back, confirmation=question.value.token)
    with pytest.raises(ConfirmationNeeded) as again:
        begun.do(by_hand.swap_colours, **swap, confirmation=question.value.token)
    assert again.value.stale
    assert {one, two} == {seat.player for seat in game.seats.all()}


def test_an_answer_is_stale_when_a_result_has_changed(begun: Desk) -> None:
    begun.do(by_hand.unpair_all)
    facts = {"white": begun.player(5).pk, "black": begun.player(1).pk}
    with pytest.raises(ConfirmationNeeded) as question:
        begun.do(by_hand.pair_two, **facts)
    builders.correct(begun.event, 1, begun.actor, board=2, result="0-1")
    with pytest.raises(ConfirmationNeeded) as again:
        begun.do(by_hand.pair_two, **facts, confirmation=question.value.token)
    assert again.value.stale


# The end.


def exchange(desk: Desk) -> tuple[set[tuple[int | None, int | None]], set[tuple[int | None, int | None]]]:
    """Two boards exchange their Blacks; returns the boards before and after."""
    before = desk.boards()
    (white, black), (other, last) = sorted(before, key=str)[:2]
    desk.unpair(white or 0, black or 0)
    desk.unpair(other or 0, last or 0)
    desk.pair(white or 0, last or 0)
    desk.pair(other or 0, black or 0)
    return before, desk.boards()


def test_agreeing_with_the_rules_leaves_nothing(begun: Desk) -> None:
    """Also when the boards were taken away and made again."""
    white, black = next(iter(begun.boards()))
    begun.unpair(white or 0, black or 0)
    begun.pair(white or 0, black or 0)
    assert begun.do(by_hand.end) is None
    assert begun.standing() is None
    assert not begun.round.is_by_hand
    begun.do(rounds.publish_round)
    assert events.remarks(begun.event) == []


def test_who_is_free_keeps_it_open(begun: Desk) -> None:
    white, black = next(iter(begun.boards()))
    begun.unpair(white or 0, black or 0)
    with pytest.raises(DomainError, match=f"Still free: .*{begun.player(white or 0).name}"):
        begun.do(by_hand.end)
    for number in (white, black):
        player = begun.player(number or 0)
        byes.give_bye(player=player, number=2, kind=Seat.Kind.ZERO_POINT_BYE, actor=begun.actor)
    begun.do(by_hand.end)


def test_who_has_left_meanwhile_keeps_it_open(begun: Desk) -> None:
    withdrawals.withdraw_player(player=begun.player(3), actor=begun.actor)
    with pytest.raises(DomainError, match=begun.player(3).name):
        begun.do(by_hand.end)


def test_a5_a_difference_takes_two_confirmations_and_a_reason(begun: Desk) -> None:
    """The engine's own pairing is shown beside it (Q68, Q69)."""
    exchange(begun)
    with pytest.raises(ConfirmationNeeded) as first:
        begun.do(by_hand.end)
    question = first.value
    assert (question.level, question.step, question.reason) == (4, 1, "")
    (warning,) = question.warnings
    assert warning.table[0] == ("By hand", "By the rules")
    assert len(warning.table) == 3
    assert warning.details == ("2 other boards are the same in both.",)
    assert begun.round.is_by_hand
    noted = begun.insist(by_hand.end)
    assert begun.standing() == noted
    assert noted.reason == "So it was decided."
    assert not begun.round.is_by_hand


def test_the_difference_stands_in_the_report(begun: Desk) -> None:
    """The boards of the rules, then those of the hand, in board order: what is the same is in neither."""
    before, after = exchange(begun)
    begun.insist(by_hand.end)
    (line,) = events.remarks(begun.event)
    head, _colon, sides = line.partition(": ")
    assert head == "### MPA @ Round 2"
    rules, hand = ({tuple(map(int, b.split("-"))) for b in side.split()} for side in sides.split(" => "))
    assert (rules, hand) == (before - after, after - before)


def test_a_difference_in_colours_alone_is_one(begun: Desk) -> None:
    white, black = next(iter(begun.boards()))
    begun.swap(white or 0, black or 0)
    begun.insist(by_hand.end)
    assert events.remarks(begun.event) == [f"### MPA @ Round 2: {white}-{black} => {black}-{white}"]


def test_another_bye_is_one(odd: Desk) -> None:
    holder = reading.bye_of(odd.round)
    assert holder is not None
    rules = odd.boards()
    white, black = next((w, b) for w, b in rules if w and b)
    odd.do(by_hand.take_allocated_bye, player=holder.pk)
    odd.unpair(white, black)
    odd.insist(by_hand.give_allocated_bye, player=odd.player(white).pk)
    odd.pair(holder.number or 0, black)
    odd.insist(by_hand.end)
    assert events.remarks(odd.event) == [
        f"### MPA @ Round 2: {white}-{black} {holder.number}=PAB => {holder.number}-{black} {white}=PAB"
    ]


def test_the_list_is_published_with_it(begun: Desk) -> None:
    _before, after = exchange(begun)
    begun.insist(by_hand.end)
    begun.do(rounds.publish_round)
    assert begun.boards() == after
    assert begun.standing() is not None


@pytest.mark.parametrize("way", ["discard", "pair again", "begin again and agree"])
def test_q65_it_is_cleared(begun: Desk, way: str) -> None:
    before, _after = exchange(begun)
    begun.insist(by_hand.end)
    match way:
        case "discard":
            begun.do(rounds.discard_draft)
        case "pair again":
            # Not without a word: what was done by hand is lost.
            (lost,) = asked(begun, rounds.pair_round)
            assert lost[:2] == (Level.HARMLESS, "hands_lost")
            assert begun.boards() != before
            begun.insist(rounds.pair_round)
            assert begun.boards() == before
        case _:
            begun.do(by_hand.begin)
            assert begun.standing() is None
            begun.do(by_hand.unpair_all)
            for white, black in before:
                begun.pair(white or 0, black or 0)
            assert begun.do(by_hand.end) is None
    assert begun.standing() is None
    assert events.remarks(begun.event) == []
    # What was is still told: it is lifted, not wiped out.
    assert begun.event.integrity_events.count() == 1


def test_a_draft_thrown_away_ends_the_phase(begun: Desk) -> None:
    begun.do(rounds.discard_draft)
    assert not begun.round.is_by_hand
    assert begun.round.state == Round.State.PLANNED


def test_q65_there_is_one_line_a_round(begun: Desk) -> None:
    exchange(begun)
    begun.insist(by_hand.end)
    begun.do(by_hand.begin)
    white, black = next(iter(begun.boards()))
    begun.swap(white or 0, black or 0)
    begun.insist(by_hand.end)
    assert len(events.remarks(begun.event)) == 1


def test_q114_the_whole_phase_is_taken_back(begun: Desk) -> None:
    """However often it was begun: what comes back is the draft by the rules."""
    before, _after = exchange(begun)
    begun.insist(by_hand.end)
    begun.do(by_hand.begin)
    white, black = next(iter(begun.boards()))
    begun.swap(white or 0, black or 0)
    noted = begun.insist(by_hand.end)
    builders.confirmed(integrity.undo, tournament=begun.event, event=noted.pk, actor=begun.actor)
    assert begun.boards() == before
    assert begun.standing() is None
    begun.do(rounds.publish_round)


def test_a_start_that_was_set_meanwhile_stays_when_it_is_taken_back(begun: Desk) -> None:
    exchange(begun)
    day = {"day": date(2026, 11, 21)}
    schedule.set_schedule(tournament=begun.event, changes={2: day}, actor=begun.actor)
    noted = begun.insist(by_hand.end)
    builders.confirmed(integrity.undo, tournament=begun.event, event=noted.pk, actor=begun.actor)
    assert begun.event.rounds.get(number=2).day == date(2026, 11, 21)


def test_a_bye_given_meanwhile_is_not_overwritten_by_taking_it_back(begun: Desk) -> None:
    white, black = next((w, b) for w, b in begun.boards() if w and b)
    begun.unpair(white, black)
    for number in (white, black):
        byes.give_bye(player=begun.player(number), number=2, kind=Seat.Kind.ZERO_POINT_BYE, actor=begun.actor)
    other, last = next((w, b) for w, b in begun.boards() if w and b)
    begun.swap(other, last)
    noted = begun.insist(by_hand.end)
    with pytest.raises(Conflict, match="changed again since"):
        builders.confirmed(integrity.undo, tournament=begun.event, event=noted.pk, actor=begun.actor)
    assert begun.standing() == noted


def test_who_looked_at_another_draft_does_not_publish_this_one(begun: Desk) -> None:
    """The facts are the same; the boards are not."""
    begun.do(by_hand.end)
    seen = events.draft_key(begun.round)
    begun.do(by_hand.begin)
    exchange(begun)
    begun.insist(by_hand.end)
    with pytest.raises(Conflict, match="made anew"):
        begun.do(rounds.publish_round, seen=seen)
    begun.do(rounds.publish_round, seen=events.draft_key(begun.round))


def test_what_changed_after_the_end_makes_it_stale(begun: Desk) -> None:
    """It is not thrown away: beginning again keeps the boards, and ending compares them anew."""
    exchange(begun)
    begun.insist(by_hand.end)
    withdrawals.withdraw_player(player=begun.player(8), actor=begun.actor)
    with pytest.raises(DomainError) as refused:
        begun.do(rounds.publish_round)
    assert refused.value.code == "stale_draft"
    after = begun.boards()
    begun.do(by_hand.begin)
    assert begun.boards() == after
