"""Acts on players, and for players: entries, numbers, own links, categories, prizes, byes, absences."""

from __future__ import annotations

from tests import builders
from tests.tournaments.audited.scenes import (
    Case,
    absence_rules,
    answer_absence,
    arrived,
    ask,
    asked,
    by_the_players,
    bye,
    comes_late,
    corrected,
    credited,
    equals,
    exchange,
    follow,
    lets_ask,
    lets_report,
    listed,
    number,
    own_link,
    pair,
    rapid,
    rated_anew,
    report,
    request,
    stayed_away,
    table,
    with_prizes,
    withdrawn,
)
from tournaments.models import Player
from tournaments.own import services as own
from tournaments.players.services import byes, doubles, many, numbers, players
from tournaments.prizes import services as prizes
from tournaments.ratings.services import ratings
from tournaments.results import services as results

CASES = {
    "make_links": Case(
        act=lambda e, a: own.make_links(tournament=e, actor=a),
        writes=[("own_links_made", None)],
        obstacle=lambda e, a: own.make_links(tournament=e, actor=a),
        refused=lambda e, a: own.make_links(tournament=e, actor=a),
    ),
    "make_link": Case(
        act=lambda e, a: own.make_link(player=number(e, 3), actor=a),
        writes=[("own_links_made", None)],
        refused=lambda e, a: own.make_link(player=Player(tournament=e, pk=0), actor=a),
    ),
    "revoke_link": Case(
        before=lambda e, a: own.make_link(player=number(e, 3), actor=a),
        act=lambda e, a: own.revoke_link(player=number(e, 3), actor=a),
        writes=[("own_link_revoked", None)],
        says=("", ""),
        refused=lambda e, a: own.revoke_link(player=number(e, 3), actor=a),
    ),
    "remove_personal_data": Case(
        before=lambda e, a: own.make_link(player=number(e, 3), actor=a),
        act=lambda e, a: players.remove_personal_data(player=number(e, 3), actor=a),
        writes=[("personal_removed", None)],
        refused=lambda e, a: players.remove_personal_data(player=number(e, 3), actor=a),
    ),
    "set_rules": Case(
        act=lambda e, a: own.set_rules(tournament=e, changes={"byes": True}, actor=a),
        writes=[("own_link_rules_set", None)],
        refused=lambda e, a: own.set_rules(tournament=e, changes={"minutes": -1}, actor=a),
    ),
    "ask_for_bye": Case(
        before=lets_ask,
        act=lambda e, a: ask(e, 3),
        writes=[("bye_asked", 3)],
        obstacle=lets_ask,
        refused=lambda e, a: ask(e, 9),
        who="None",
    ),
    "report_result": Case(
        before=lets_report,
        act=lambda e, a: report(e, "1-0"),
        writes=[("result_reported", 1)],
        obstacle=lets_report,
        refused=lambda e, a: report(e, "1F-0F"),
        who="None",
    ),
    "take_back": Case(
        before=asked,
        act=lambda e, a: own.take_back(link=own_link(e), number=3),
        writes=[("bye_taken_back", 3)],
        says=("", ""),
        obstacle=asked,
        refused=lambda e, a: own.take_back(link=own_link(e), number=4),
        who="None",
    ),
    "grant": Case(
        before=asked,
        act=lambda e, a: own.grant(tournament=e, request=request(e), actor=a),
        writes=[("bye_granted", 3), ("bye_given", 3)],
        refused=lambda e, a: own.grant(tournament=e, request=0, actor=a),
    ),
    "decline": Case(
        before=asked,
        act=lambda e, a: own.decline(tournament=e, request=request(e), actor=a),
        writes=[("bye_declined", 3)],
        says=("", ""),
        refused=lambda e, a: own.decline(tournament=e, request=0, actor=a),
    ),
    "start_helper": Case(
        before=lambda e, a: builders.entry_link(e),
        act=lambda e, a: results.start_helper(link=e.entrylinks.get(), initials="MK"),
        writes=[("helper_started", None)],
        says=("", ""),
        obstacle=lambda e, a: builders.entry_link(e),
        refused=lambda e, a: results.start_helper(link=e.entrylinks.get(), initials=""),
        who="Hall B · MK",
    ),
    "add_players": Case(
        act=lambda e, a: players.add_players(
            tournament=e, entries=[{"name": "One, O", "rating": 2900}, {"name": "Two, T"}], actor=a
        ),
        writes=[("players_imported", None)],
        refused=lambda e, a: players.add_players(
            tournament=e, entries=[{"name": "One, O", "rating": 2900}, {"name": "One, O"}], actor=a
        ),
    ),
    "add_player": Case(
        act=lambda e, a: doubles.add_player(tournament=e, entry={"name": "One, O"}, actor=a),
        writes=[("player_added", None)],
        refused=lambda e, a: doubles.add_player(tournament=e, entry={"name": ""}, actor=a),
    ),
    "confirm_id": Case(
        before=listed,
        act=lambda e, a: doubles.confirm_id(player=number(e, 2), fide_id=number(e, 2).fide_id, actor=a),
        writes=[("id_confirmed", None)],
        refused=lambda e, a: doubles.confirm_id(player=number(e, 2), fide_id="18", actor=a),
    ),
    "tell_two_people": Case(
        act=lambda e, a: doubles.tell_two_people(player=number(e, 2), other=number(e, 3), actor=a),
        writes=[("told_apart", None)],
        says=("", ""),
        refused=lambda e, a: doubles.tell_two_people(player=number(e, 2), other=number(e, 2), actor=a),
    ),
    "merge": Case(
        act=lambda e, a: doubles.merge(player=number(e, 2), other=number(e, 3), actor=a),
        writes=[("entries_merged", None)],
        refused=lambda e, a: doubles.merge(player=number(e, 2), other=number(e, 2), actor=a),
    ),
    "identify_player": Case(
        before=listed,
        act=lambda e, a: players.identify_player(player=number(e, 2), fide_id="17", actor=a),
        writes=[("player_changed", None)],
        refused=lambda e, a: players.identify_player(player=number(e, 2), fide_id="18", actor=a),
    ),
    "take_from_list": Case(
        before=listed,
        act=lambda e, a: many.take_from_list(tournament=e, chosen={number(e, 2).pk: "17"}, actor=a),
        writes=[("players_changed", None)],
        refused=lambda e, a: many.take_from_list(
            tournament=e, chosen={number(e, 2).pk: "17", number(e, 3).pk: "17"}, actor=a
        ),
    ),
    "change_players": Case(
        act=lambda e, a: many.change_players(
            tournament=e, changes={number(e, 2).pk: {"club": "Oban"}}, seen={}, actor=a
        ),
        writes=[("players_changed", None)],
        refused=lambda e, a: many.change_players(
            tournament=e,
            changes={number(e, 2).pk: {"club": "Oban"}, number(e, 3).pk: {"birth": "x"}},
            seen={},
            actor=a,
        ),
    ),
    "follow_lists": Case(
        before=listed,
        act=follow,
        writes=[("ratings_updated", None)],
        refused=lambda e, a: follow(e, a, {0}),
    ),
    "let_count": Case(
        before=rapid,
        act=lambda e, a: ratings.let_count(
            player=Player.objects.get(ratings__kind="rapid"), kind="rapid", actor=a
        ),
        writes=[("player_changed", None)],
        refused=lambda e, a: ratings.let_count(player=number(e, 3), kind="rapid", actor=a),
    ),
    "forget_earlier": Case(
        before=rated_anew,
        act=lambda e, a: ratings.forget_earlier(player=number(e, 1), actor=a),
        writes=[("player_changed", None)],
        refused=lambda e, a: ratings.forget_earlier(player=number(e, 2), actor=a),
    ),
    "assign_numbers": Case(
        before=corrected,
        act=lambda e, a: builders.confirmed(numbers.assign_numbers, tournament=e, actor=a),
        writes=[("numbers_assigned", None)],
        refused=lambda e, a: numbers.assign_numbers(tournament=e, actor=a),
    ),
    "draw_numbers": Case(
        before=table,
        act=lambda e, a: numbers.draw_numbers(tournament=e, actor=a),
        writes=[("numbers_drawn", None)],
        refused=lambda e, a: numbers.draw_numbers(tournament=e, actor=a),
    ),
    "set_numbers": Case(
        before=table,
        act=by_the_players,
        writes=[("numbers_set", None)],
        refused=by_the_players,
    ),
    "exchange_numbers": Case(
        before=equals,
        act=lambda e, a: exchange(e, a, 2, 4),
        writes=[("numbers_exchanged", None)],
        refused=lambda e, a: exchange(e, a, 1, 2),
    ),
    "close_list": Case(
        act=lambda e, a: numbers.close_list(tournament=e, actor=a),
        writes=[("list_closed", None)],
        says=("", ""),
        obstacle=lambda e, a: numbers.close_list(tournament=e, actor=a),
        refused=lambda e, a: numbers.close_list(tournament=e, actor=a),
    ),
    "open_list": Case(
        before=lambda e, a: numbers.close_list(tournament=e, actor=a),
        act=lambda e, a: numbers.open_list(tournament=e, actor=a),
        writes=[("list_opened", None)],
        says=("", ""),
        refused=lambda e, a: numbers.open_list(tournament=e, actor=a),
    ),
    "start_check_in": Case(
        act=lambda e, a: byes.start_check_in(tournament=e, actor=a),
        writes=[("check_in_started", None)],
        says=("", ""),
        obstacle=lambda e, a: builders.publish(e, 1, a),
        refused=lambda e, a: byes.start_check_in(tournament=e, actor=a),
    ),
    "abandon_check_in": Case(
        before=arrived,
        act=lambda e, a: byes.abandon_check_in(tournament=e, actor=a),
        writes=[("check_in_abandoned", None)],
        says=("", ""),
        obstacle=lambda e, a: builders.publish(e, 1, a),
        refused=lambda e, a: byes.abandon_check_in(tournament=e, actor=a),
    ),
    "note_presence": Case(
        before=arrived,
        act=lambda e, a: byes.note_presence(player=number(e, 8), presence="present", actor=a),
        writes=[("presence_noted", None)],
        refused=lambda e, a: byes.note_presence(player=number(e, 8), presence="late", actor=a),
    ),
    "strike_missing": Case(
        before=arrived,
        act=lambda e, a: builders.confirmed(byes.strike_missing, tournament=e, actor=a),
        writes=[("player_removed", None), ("player_removed", None)],
        obstacle=lambda e, a: builders.publish(e, 1, a),
        refused=lambda e, a: byes.strike_missing(tournament=e, actor=a),
    ),
    "add_category": Case(
        act=lambda e, a: prizes.add_category(tournament=e, actor=a, name="Women", sex="w"),
        writes=[("category_added", None)],
        obstacle=lambda e, a: prizes.add_category(tournament=e, actor=a, name="Women", sex="w"),
        refused=lambda e, a: prizes.add_category(tournament=e, actor=a, name="Women", under_age=18),
    ),
    "remove_category": Case(
        before=lambda e, a: prizes.add_category(tournament=e, actor=a, name="Women", sex="w"),
        act=lambda e, a: prizes.remove_category(tournament=e, category=e.categories.get().pk, actor=a),
        writes=[("category_removed", None)],
        says=("", ""),
        refused=lambda e, a: prizes.remove_category(tournament=e, category=0, actor=a),
    ),
    "set_prize_fund": Case(
        act=lambda e, a: prizes.set_prize_fund(tournament=e, changes={"currency": "PLN"}, actor=a),
        writes=[("prize_fund_set", None)],
        refused=lambda e, a: prizes.set_prize_fund(tournament=e, changes={"step": 0}, actor=a),
    ),
    "add_prizes": Case(
        act=lambda e, a: prizes.add_prizes(tournament=e, amounts=[100, 50], needed=3, actor=a),
        writes=[("prizes_added", None)],
        refused=lambda e, a: prizes.add_prizes(tournament=e, amounts=[50, 100], actor=a),
    ),
    "change_prizes": Case(
        before=with_prizes,
        act=lambda e, a: prizes.change_prizes(
            tournament=e, prizes=e.prize_fund.lists.get().pk, changes={"besides": True}, actor=a
        ),
        writes=[("prizes_changed", None)],
        obstacle=lambda e, a: (with_prizes(e, a), builders.publish(e, 1, a)),
        refused=lambda e, a: prizes.change_prizes(
            tournament=e, prizes=e.prize_fund.lists.get().pk, changes={"needed": 9}, reason=" ", actor=a
        ),
    ),
    "remove_prizes": Case(
        before=with_prizes,
        act=lambda e, a: prizes.remove_prizes(tournament=e, prizes=e.prize_fund.lists.get().pk, actor=a),
        writes=[("prizes_removed", None)],
        refused=lambda e, a: prizes.remove_prizes(tournament=e, prizes=0, actor=a),
    ),
    "change_player": Case(
        act=lambda e, a: players.change_player(player=number(e, 8), changes={"rating": 2900}, actor=a),
        writes=[("player_changed", None)],
        refused=lambda e, a: players.change_player(
            player=number(e, 8), changes={"rating": 2900, "name": number(e, 1).name}, actor=a
        ),
    ),
    "remove_player": Case(
        before=bye,
        act=lambda e, a: players.remove_player(player=number(e, 2), actor=a),
        writes=[("player_removed", None)],
        says=("", ""),
        obstacle=pair,
        refused=lambda e, a: players.remove_player(player=number(e, 2), actor=a),
    ),
    "remove_players": Case(
        before=bye,
        act=lambda e, a: many.remove_players(tournament=e, players=[number(e, 2)], actor=a),
        writes=[("player_removed", None)],
        says=("", ""),
        obstacle=pair,
        refused=lambda e, a: many.remove_players(tournament=e, players=[number(e, 3), number(e, 2)], actor=a),
    ),
    "withdraw_player": Case(
        act=lambda e, a: players.withdraw_player(player=number(e, 1), actor=a),
        writes=[("player_withdrawn", None)],
        obstacle=withdrawn,
        refused=withdrawn,
    ),
    "credit_missed_rounds": Case(
        before=comes_late,
        act=credited,
        writes=[("missed_credited", None)],
        obstacle=lambda e, a: builders.publish(e, 1, a),
        refused=credited,
    ),
    "return_player": Case(
        before=withdrawn,
        act=lambda e, a: players.return_player(player=number(e, 1), actor=a),
        writes=[("player_returned", None)],
        refused=lambda e, a: players.return_player(player=number(e, 2), actor=a),
    ),
    "expel_player": Case(
        act=lambda e, a: players.expel_player(player=number(e, 1), reason="He cheated.", actor=a),
        writes=[("player_expelled", None)],
        refused=lambda e, a: players.expel_player(player=number(e, 1), reason=" ", actor=a),
    ),
    "take_out_of_prizes": Case(
        act=lambda e, a: prizes.take_out_of_prizes(player=number(e, 3), reason="A house player.", actor=a),
        writes=[("taken_out_of_prizes", None)],
        says=("", ""),
        refused=lambda e, a: prizes.take_out_of_prizes(player=number(e, 3), reason=" ", actor=a),
    ),
    "give_prizes_again": Case(
        before=lambda e, a: prizes.take_out_of_prizes(player=number(e, 3), reason="A guest.", actor=a),
        act=lambda e, a: prizes.give_prizes_again(player=number(e, 3), actor=a),
        writes=[("given_prizes_again", None)],
        says=("", ""),
        refused=lambda e, a: prizes.give_prizes_again(player=number(e, 3), actor=a),
    ),
    "answer_absence": Case(
        before=stayed_away,
        act=answer_absence("withdrawn"),
        writes=[("absence_answered", 1)],
        obstacle=stayed_away,
        refused=answer_absence("explained"),
    ),
    "set_absence_rules": Case(
        act=lambda e, a: absence_rules(e, a, 2),
        writes=[("absence_rules_set", None)],
        refused=lambda e, a: absence_rules(e, a, 99),
    ),
    "give_bye": Case(
        act=bye,
        writes=[("bye_given", 1)],
        refused=lambda e, a: byes.give_bye(player=number(e, 2), number=1, kind="pab", actor=a),
    ),
    "cancel_bye": Case(
        before=bye,
        act=lambda e, a: byes.cancel_bye(player=number(e, 2), number=1, actor=a),
        writes=[("bye_cancelled", 1)],
        refused=lambda e, a: byes.cancel_bye(player=number(e, 1), number=1, actor=a),
    ),
}
