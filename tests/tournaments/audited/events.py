"""Acts on an event as a whole: its regulations, its people, its screens and links."""

from __future__ import annotations

from django.contrib.auth.models import User

from tests import builders
from tests.tournaments.audited.scenes import (
    LINK,
    SMALL_FILE,
    Case,
    apart,
    finish,
    join,
    member,
    number,
    webhook,
)
from tournaments.backup.services import backups
from tournaments.event.services import course, event
from tournaments.fide import services as fide
from tournaments.hall import services as hall
from tournaments.models import Festival, Tournament
from tournaments.people import services as people
from tournaments.results import services as results
from tournaments.webhooks import services as webhooks


def in_a_festival(event: Tournament, actor: User) -> None:
    """Make the event a part of the actor's festival."""
    course.set_part(tournament=event, festival=actor.festivals.get(), label="Group A", actor=actor)


CASES = {
    "hand_over": Case(
        act=lambda e, a: backups.hand_over(tournament=e, where="https://example.org/", actor=a),
        writes=[("handed_over", None)],
        obstacle=lambda e, a: backups.hand_over(tournament=e, where="https://example.org/", actor=a),
        refused=lambda e, a: backups.hand_over(tournament=e, where="https://example.org/", actor=a),
    ),
    "undo_hand_over": Case(
        before=lambda e, a: backups.hand_over(tournament=e, where="https://example.org/", actor=a),
        act=lambda e, a: backups.undo_hand_over(tournament=e, reason="It fell.", actor=a),
        writes=[("hand_over_undone", None)],
        says=("", ""),
        obstacle=lambda e, a: backups.hand_over(tournament=e, where="https://example.org/", actor=a),
        refused=lambda e, a: backups.undo_hand_over(tournament=e, reason="", actor=a),
    ),
    "archive_event": Case(
        act=lambda e, a: backups.archive_event(tournament=e, actor=a),
        writes=[("event_archived", None)],
        says=("", ""),
        obstacle=lambda e, a: backups.archive_event(tournament=e, actor=a),
        refused=lambda e, a: backups.archive_event(tournament=e, actor=a),
    ),
    "unarchive_event": Case(
        before=lambda e, a: backups.archive_event(tournament=e, actor=a),
        act=lambda e, a: backups.unarchive_event(tournament=e, actor=a),
        writes=[("event_unarchived", None)],
        says=("", ""),
        refused=lambda e, a: backups.unarchive_event(tournament=e, actor=a),
    ),
    "remove_event": Case(
        act=lambda e, a: backups.remove_event(tournament=e, name=e.name, actor=a),
        writes=[("event_removed", None)],
        says=("", ""),
        refused=lambda e, a: backups.remove_event(tournament=e, name="", actor=a),
    ),
    "return_event": Case(
        before=lambda e, a: backups.remove_event(tournament=e, name=e.name, actor=a),
        act=lambda e, a: backups.return_event(tournament=e, actor=a),
        writes=[("event_returned", None)],
        says=("", ""),
        refused=lambda e, a: backups.return_event(tournament=e, actor=a),
    ),
    "set_part": Case(
        before=lambda e, a: course.make_festival(name="Festival", actor=a),
        act=in_a_festival,
        writes=[("festival_set", None)],
        refused=lambda e, a: course.set_part(tournament=e, festival=Festival(), label="A", actor=a),
    ),
    "create_tournament": Case(
        act=lambda e, a: event.create_tournament(actor=a, name="Fresh", number_of_rounds=3),
        writes=[("tournament_created", None)],
        refused=lambda e, a: event.create_tournament(actor=a, name="", number_of_rounds=3),
        fresh=True,
    ),
    "import_tournament": Case(
        act=lambda e, a: fide.import_tournament(data=SMALL_FILE, actor=a),
        writes=[("tournament_imported", None)],
        refused=lambda e, a: fide.import_tournament(data=SMALL_FILE + b"XXS BW=1.5\r\n", actor=a),
        fresh=True,
    ),
    "change_regulations": Case(
        act=lambda e, a: event.change_regulations(tournament=e, changes={"number_of_rounds": 7}, actor=a),
        writes=[("regulations_changed", None)],
        refused=lambda e, a: event.change_regulations(
            tournament=e, changes={"city": "Baku", "number_of_rounds": 99}, actor=a
        ),
    ),
    "keep_apart": Case(
        act=apart,
        writes=[("kept_apart", None)],
        refused=lambda e, a: event.keep_apart(tournament=e, players=[number(e, 1).pk], actor=a),
    ),
    "let_meet": Case(
        before=apart,
        act=lambda e, a: event.let_meet(tournament=e, prohibition=e.prohibitions.get().pk, actor=a),
        writes=[("let_meet", None)],
        refused=lambda e, a: event.let_meet(tournament=e, prohibition=0, actor=a),
    ),
    "draw_lot": Case(
        before=lambda e, a: Tournament.objects.filter(pk=e.pk).update(initial_colour=""),
        act=lambda e, a: event.draw_lot(tournament=e, actor=a),
        writes=[("lot_drawn", None)],
        refused=lambda e, a: event.draw_lot(tournament=e, actor=a),
    ),
    "set_initial_colour": Case(
        act=lambda e, a: event.set_initial_colour(tournament=e, colour="b", actor=a),
        writes=[("colour_set", None)],
        refused=lambda e, a: event.set_initial_colour(tournament=e, colour="x", actor=a),
    ),
    "finish_tournament": Case(
        before=finish,
        act=lambda e, a: event.finish_tournament(tournament=e, actor=a),
        writes=[("tournament_finished", None)],
        says=("", ""),
        refused=lambda e, a: event.finish_tournament(tournament=e, actor=a),
    ),
    "end_early": Case(
        before=lambda e, a: builders.play(e, 1, a),
        act=lambda e, a: builders.confirmed(course.end_early, tournament=e, actor=a, reason="A flood."),
        writes=[("tournament_ended", 1), ("tournament_finished", None)],
        refused=lambda e, a: course.end_early(tournament=e, actor=a, annul=True),
    ),
    "reopen_tournament": Case(
        before=lambda e, a: (finish(e, a), event.finish_tournament(tournament=e, actor=a)),
        act=lambda e, a: event.reopen_tournament(tournament=e, actor=a),
        writes=[("tournament_reopened", None)],
        says=("", ""),
        # Reopening an open tournament changes nothing.
        refused=None,
    ),
    "invite": Case(
        act=lambda e, a: builders.invitation(e, "deputy"),
        writes=[("person_invited", None)],
        obstacle=lambda e, a: builders.member(e, "high", "chief"),
        refused=lambda e, a: people.invite(
            tournament=e, role="owner", actor=User.objects.get(username="high"), **LINK
        ),
    ),
    "revoke_invitation": Case(
        before=lambda e, a: builders.invitation(e, "deputy"),
        act=lambda e, a: people.revoke_invitation(tournament=e, invitation=e.invitations.get().pk, actor=a),
        writes=[("invitation_revoked", None)],
        says=("", ""),
        refused=lambda e, a: people.revoke_invitation(tournament=e, invitation=0, actor=a),
    ),
    "accept_invitation": Case(
        before=lambda e, a: (builders.invitation(e, "deputy"), builders.user("newcomer")),
        act=lambda e, a: people.accept_invitation(
            invitation=e.invitations.get(), actor=User.objects.get(username="newcomer")
        ),
        writes=[("person_joined", None)],
        obstacle=lambda e, a: builders.invitation(e, "deputy"),
        refused=lambda e, a: people.accept_invitation(invitation=e.invitations.get(), actor=a),
        who="newcomer",
    ),
    "join_with_new_account": Case(
        before=lambda e, a: builders.invitation(e, "deputy"),
        act=lambda e, a: join(e, "newcomer"),
        writes=[("person_joined", None)],
        obstacle=lambda e, a: builders.invitation(e, "deputy"),
        refused=lambda e, a: join(e, "chief"),
        who="newcomer",
    ),
    "change_role": Case(
        before=lambda e, a: builders.deputy(e, "helper"),
        act=lambda e, a: people.change_role(tournament=e, person=member(e, "helper"), role="clerk", actor=a),
        writes=[("role_changed", None)],
        refused=lambda e, a: people.change_role(
            tournament=e, person=member(e, "chief"), role="clerk", actor=a
        ),
    ),
    "remove_person": Case(
        before=lambda e, a: builders.deputy(e, "helper"),
        act=lambda e, a: people.remove_person(tournament=e, person=member(e, "helper"), actor=a),
        writes=[("person_removed", None)],
        refused=lambda e, a: people.remove_person(tournament=e, person=member(e, "chief"), actor=a),
    ),
    "issue_reset": Case(
        before=lambda e, a: builders.deputy(e, "helper"),
        act=lambda e, a: people.issue_reset(account=User.objects.get(username="helper"), actor=a),
        writes=[("reset_issued", None)],
        says=("", ""),
        refused=lambda e, a: people.issue_reset(account=a, actor=a),
    ),
    "make_way_in": Case(
        before=lambda e, a: builders.deputy(e, "helper"),
        act=lambda e, a: people.make_way_in(tournament=e, person=member(e, "helper"), actor=a),
        writes=[("way_in_made", None)],
        says=("", ""),
        refused=lambda e, a: people.make_way_in(tournament=e, person=0, actor=a),
    ),
    "add_webhook": Case(
        act=webhook,
        writes=[("webhook_added", None)],
        obstacle=webhook,
        refused=webhook,
    ),
    "change_webhook": Case(
        before=webhook,
        act=lambda e, a: webhooks.change_webhook(
            tournament=e, webhook=e.webhooks.get().pk, changes={"results": True}, actor=a
        ),
        writes=[("webhook_changed", None)],
        refused=lambda e, a: webhooks.change_webhook(tournament=e, webhook=0, changes={}, actor=a),
    ),
    "send_test": Case(
        before=webhook,
        act=lambda e, a: webhooks.send_test(tournament=e, webhook=e.webhooks.get().pk, actor=a),
        writes=[("webhook_tested", None)],
        says=("", ""),
        refused=lambda e, a: webhooks.send_test(tournament=e, webhook=0, actor=a),
    ),
    "remove_webhook": Case(
        before=webhook,
        act=lambda e, a: webhooks.remove_webhook(tournament=e, webhook=e.webhooks.get().pk, actor=a),
        writes=[("webhook_removed", None)],
        refused=lambda e, a: webhooks.remove_webhook(tournament=e, webhook=0, actor=a),
    ),
    "open_screen": Case(
        before=lambda e, a: hall.ask_for_code(tournament=e),
        act=lambda e, a: hall.open_screen(tournament=e, code=e.screens.get().code, name="Stage", actor=a),
        writes=[("screen_opened", None)],
        says=("", ""),
        refused=lambda e, a: hall.open_screen(tournament=e, code="12", name="Stage", actor=a),
    ),
    "change_screen": Case(
        before=lambda e, a: builders.screen(e),
        act=lambda e, a: hall.change_screen(
            tournament=e, screen=e.screens.get().pk, changes={"parts": "names,prizes"}, actor=a
        ),
        writes=[("screen_changed", None)],
        obstacle=lambda e, a: builders.screen(e),
        refused=lambda e, a: hall.change_screen(
            tournament=e, screen=e.screens.get().pk, changes={"seconds": 1}, actor=a
        ),
    ),
    "show_now": Case(
        before=lambda e, a: builders.screen(e),
        act=lambda e, a: hall.show_now(tournament=e, screen=None, part="results", actor=a),
        writes=[("screen_changed", None)],
        obstacle=lambda e, a: builders.screen(e),
        refused=lambda e, a: hall.show_now(tournament=e, screen=None, part="drafts", actor=a),
    ),
    "close_screen": Case(
        before=lambda e, a: builders.screen(e),
        act=lambda e, a: hall.close_screen(tournament=e, screen=e.screens.get().pk, actor=a),
        writes=[("screen_closed", None)],
        says=("", ""),
        refused=lambda e, a: hall.close_screen(tournament=e, screen=0, actor=a),
    ),
    "announce": Case(
        act=lambda e, a: hall.announce(tournament=e, text="Tea is ready.", actor=a),
        writes=[("announced", None)],
        refused=lambda e, a: hall.announce(tournament=e, text=" ", actor=a),
    ),
    "end_announcement": Case(
        before=lambda e, a: hall.announce(tournament=e, text="Tea is ready.", actor=a),
        act=lambda e, a: hall.end_announcement(tournament=e, announcement=e.announcements.get().pk, actor=a),
        writes=[("announcement_ended", None)],
        refused=lambda e, a: hall.end_announcement(tournament=e, announcement=0, actor=a),
    ),
    "make_entry_link": Case(
        act=lambda e, a: builders.entry_link(e),
        writes=[("entry_link_made", None)],
        refused=lambda e, a: builders.entry_link(e, hours=-1),
    ),
    "revoke_entry_link": Case(
        before=lambda e, a: builders.entry_link(e),
        act=lambda e, a: results.revoke_entry_link(tournament=e, link=e.entrylinks.get().pk, actor=a),
        writes=[("entry_link_revoked", None)],
        says=("", ""),
        refused=lambda e, a: results.revoke_entry_link(tournament=e, link=0, actor=a),
    ),
}
