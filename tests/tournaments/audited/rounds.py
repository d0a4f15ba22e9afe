"""Acts on rounds, by the rules and by hand, on results, the schedule and the named arbiters."""

from __future__ import annotations

from datetime import date, time

from tests import builders
from tests.tournaments.audited.scenes import (
    Case,
    a_game,
    begun,
    deadline,
    emptied,
    fill,
    goes_on,
    leave_fide_mode,
    level_in_a_knock_out,
    named,
    noted,
    number,
    pair,
    rematch,
    result,
    swap,
    table,
    take_back,
    with_bye,
)
from tournaments.event.services import course, event
from tournaments.models import Tournament
from tournaments.results import services as results
from tournaments.rounds.services import by_hand, drafts, rounds

CASES = {
    "pair_round": Case(
        act=pair,
        writes=[("round_paired", 1)],
        refused=lambda e, a: pair(e, a, 2),
    ),
    "discard_draft": Case(
        before=pair,
        act=lambda e, a: rounds.discard_draft(tournament=e, number=1, actor=a),
        writes=[("draft_discarded", 1)],
        refused=lambda e, a: rounds.discard_draft(tournament=e, number=2, actor=a),
    ),
    "publish_round": Case(
        before=pair,
        act=lambda e, a: rounds.publish_round(tournament=e, number=1, actor=a),
        writes=[("round_published", 1)],
        refused=lambda e, a: rounds.publish_round(tournament=e, number=2, actor=a),
    ),
    "publish_all_rounds": Case(
        before=table,
        act=lambda e, a: builders.confirmed(rounds.publish_all_rounds, tournament=e, actor=a),
        writes=[(action, number) for number in range(1, 8) for action in ("round_paired", "round_published")],
        refused=lambda e, a: builders.confirmed(rounds.publish_all_rounds, tournament=e, actor=a),
    ),
    "repair_round": Case(
        before=rematch,
        act=lambda e, a: builders.confirmed(
            rounds.repair_round, tournament=e, number=2, ground="rematch", reason="They met", actor=a
        ),
        writes=[("round_withdrawn", 2), ("round_paired", 2)],
        obstacle=rematch,
        refused=lambda e, a: builders.confirmed(
            rounds.repair_round, tournament=e, number=2, ground="rematch", reason=" ", actor=a
        ),
    ),
    "begin": Case(
        act=begun,
        writes=[("round_paired", 1), ("manual_begun", 1)],
        obstacle=begun,
        refused=begun,
    ),
    "pair_two": Case(
        before=emptied,
        act=lambda e, a: by_hand.pair_two(
            tournament=e, number=1, white=number(e, 1).pk, black=number(e, 2).pk, actor=a
        ),
        writes=[("manual_paired", 1)],
        says=("", ""),
        obstacle=begun,
        refused=lambda e, a: by_hand.pair_two(
            tournament=e, number=1, white=number(e, 1).pk, black=number(e, 2).pk, actor=a
        ),
    ),
    "unpair": Case(
        before=begun,
        act=lambda e, a: by_hand.unpair(tournament=e, number=1, game=a_game(e), actor=a),
        writes=[("manual_unpaired", 1)],
        obstacle=emptied,
        refused=lambda e, a: by_hand.unpair(tournament=e, number=1, game=a_game(e), actor=a),
    ),
    "unpair_all": Case(
        before=begun,
        act=lambda e, a: by_hand.unpair_all(tournament=e, number=1, actor=a),
        writes=[("manual_unpaired", 1)],
        obstacle=pair,
        refused=lambda e, a: by_hand.unpair_all(tournament=e, number=1, actor=a),
    ),
    "swap_colours": Case(
        before=begun,
        act=swap,
        writes=[("manual_swapped", 1)],
        says=("", ""),
        obstacle=pair,
        refused=swap,
    ),
    "give_allocated_bye": Case(
        before=emptied,
        act=lambda e, a: by_hand.give_allocated_bye(tournament=e, number=1, player=number(e, 8).pk, actor=a),
        writes=[("manual_bye", 1)],
        says=("", ""),
        obstacle=with_bye,
        refused=lambda e, a: by_hand.give_allocated_bye(
            tournament=e, number=1, player=number(e, 7).pk, actor=a
        ),
    ),
    "take_allocated_bye": Case(
        before=with_bye,
        act=lambda e, a: by_hand.take_allocated_bye(tournament=e, number=1, player=number(e, 8).pk, actor=a),
        writes=[("manual_bye_taken", 1)],
        says=("", ""),
        obstacle=emptied,
        refused=lambda e, a: by_hand.take_allocated_bye(
            tournament=e, number=1, player=number(e, 8).pk, actor=a
        ),
    ),
    "end": Case(
        before=begun,
        act=lambda e, a: by_hand.end(tournament=e, number=1, actor=a),
        writes=[("manual_ended", 1)],
        obstacle=emptied,
        refused=lambda e, a: by_hand.end(tournament=e, number=1, actor=a),
    ),
    "undo": Case(
        before=noted,
        act=take_back,
        writes=[("manual_undone", 1)],
        obstacle=leave_fide_mode,
        refused=take_back,
    ),
    "leave_fide_mode": Case(
        act=leave_fide_mode,
        writes=[("fide_mode_left", 1)],
        says=("", ""),
        obstacle=leave_fide_mode,
        refused=leave_fide_mode,
    ),
    "enter_result": Case(
        before=lambda e, a: builders.publish(e, 1, a),
        act=result("1-0"),
        writes=[("result_entered", 1)],
        obstacle=lambda e, a: builders.publish(e, 1, a),
        refused=result("1-0", version=5),
    ),
    "enter_transmitted": Case(
        before=lambda e, a: builders.publish(e, 1, a),
        act=lambda e, a: results.enter_transmitted(tournament=e, number=1, results=[(1, "1-0", 0)], actor=a),
        writes=[("result_entered", 1)],
        obstacle=lambda e, a: builders.publish(e, 1, a),
        refused=lambda e, a: results.enter_transmitted(
            tournament=e, number=1, results=[(1, "1-0", 0), (2, "1-0", 5)], actor=a
        ),
    ),
    "correct": Case(
        before=lambda e, a: builders.play(e, 1, a),
        act=lambda e, a: builders.correct(e, 1, a, kind="colours"),
        writes=[("colours_corrected", 1)],
        obstacle=lambda e, a: builders.play(e, 1, a),
        refused=lambda e, a: builders.correct(e, 1, a, result="0-1", reason=" "),
    ),
    "set_deadline": Case(
        before=lambda e, a: builders.publish(e, 1, a),
        act=lambda e, a: deadline(e, a, hours=1),
        writes=[("deadline_set", 1)],
        refused=lambda e, a: deadline(e, a, hours=-1),
    ),
    "draw_start_position": Case(
        before=lambda e, a: (
            event.change_regulations(tournament=e, changes={"chess960": True}, actor=a),
            builders.publish(e, 1, a),
        ),
        act=lambda e, a: rounds.draw_start_position(tournament=e, number=1, actor=a),
        writes=[("position_drawn", 1)],
        refused=lambda e, a: rounds.draw_start_position(tournament=e, number=1, actor=a),
    ),
    "decide_match": Case(
        before=level_in_a_knock_out,
        act=lambda e, a: goes_on(e, a, "w"),
        writes=[("match_decided", 1)],
        refused=lambda e, a: drafts.decide_match(
            tournament=e, number=1, board=1, player=1, how="lot", actor=a
        ),
    ),
    "set_schedule": Case(
        act=lambda e, a: course.set_schedule(
            tournament=e, changes={2: {"day": date(2026, 11, 21), "time": time(10)}}, actor=a
        ),
        writes=[("schedule_set", None)],
        refused=lambda e, a: course.set_schedule(
            tournament=e, changes={1: {"day": date(2026, 11, 21)}, 2: {"time": time(10)}}, actor=a
        ),
    ),
    "fill_schedule": Case(
        act=lambda e, a: fill(e, a, days=1),
        writes=[("schedule_set", None)],
        before=lambda e, a: fill(e, a, days=2),
        obstacle=lambda e, a: Tournament.objects.filter(pk=e.pk).update(end_date=date(2026, 11, 22)),
        refused=lambda e, a: fill(e, a, days=1),
    ),
    "name_arbiters": Case(
        before=lambda e, a: named(e, a, "1"),
        act=lambda e, a: named(e, a, "2"),
        writes=[("arbiters_named", None)],
        obstacle=lambda e, a: named(e, a, "1"),
        refused=lambda e, a: named(e, a, "two"),
    ),
}
