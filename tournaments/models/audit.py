"""The append-only record of what was done."""

from __future__ import annotations

from types import MappingProxyType

from django.conf import settings
from django.contrib.auth.models import User
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.fields import LineField, LinesField
from tournaments.models.link import Helper
from tournaments.models.tournament import Tournament


class AuditEvent(models.Model):
    """One act: who, when, what, before, after, why. Written by the service, in its transaction."""

    class Action(models.TextChoices):
        """The acts of an arbiter."""

        TOURNAMENT_CREATED = "tournament_created", _("created the tournament")
        TOURNAMENT_IMPORTED = "tournament_imported", _("imported the tournament")
        REGULATIONS_CHANGED = "regulations_changed", _("changed the regulations")
        KEPT_APART = "kept_apart", _("kept players apart")
        LET_MEET = "let_meet", _("let players meet")
        LOT_DRAWN = "lot_drawn", _("drew the initial colour by lot")
        COLOUR_SET = "colour_set", _("set the initial colour")
        ARBITER_ADDED = "arbiter_added", _("added an arbiter")
        ARBITER_REMOVED = "arbiter_removed", _("removed an arbiter")
        PERSON_INVITED = "person_invited", _("made an invitation")
        INVITATION_REVOKED = "invitation_revoked", _("revoked an invitation")
        PERSON_JOINED = "person_joined", _("accepted an invitation")
        ROLE_CHANGED = "role_changed", _("changed a role")
        PERSON_REMOVED = "person_removed", _("took a role away")
        RESET_ISSUED = "reset_issued", _("made a link for a new password")
        WAY_IN_MADE = "way_in_made", _("made a link past the wait for wrong passwords")
        ENTRY_LINK_MADE = "entry_link_made", _("made a link for entering results")
        ENTRY_LINK_REVOKED = "entry_link_revoked", _("revoked a link for entering results")
        HELPER_STARTED = "helper_started", _("opened a link for entering results")
        SCREEN_OPENED = "screen_opened", _("opened a screen in the hall")
        SCREEN_CHANGED = "screen_changed", _("changed what a screen shows")
        SCREEN_CLOSED = "screen_closed", _("closed a screen")
        ANNOUNCED = "announced", _("announced")
        ANNOUNCEMENT_ENDED = "announcement_ended", _("took an announcement down")
        OWN_LINKS_MADE = "own_links_made", _("made links of players’ own")
        OWN_LINK_REVOKED = "own_link_revoked", _("revoked a player’s own link")
        OWN_LINK_RULES_SET = "own_link_rules_set", _("set what players may do by their own links")
        BYE_ASKED = "bye_asked", _("by their own link: asks for a bye")
        BYE_TAKEN_BACK = "bye_taken_back", _("by their own link: takes a request for a bye back")
        BYE_GRANTED = "bye_granted", _("granted a request for a bye")
        BYE_DECLINED = "bye_declined", _("declined a request for a bye")
        RESULT_REPORTED = "result_reported", _("by their own link: reports a result")
        WEBHOOK_ADDED = "webhook_added", _("set up a webhook")
        WEBHOOK_CHANGED = "webhook_changed", _("changed what a webhook tells")
        WEBHOOK_REMOVED = "webhook_removed", _("removed a webhook")
        WEBHOOK_TESTED = "webhook_tested", _("sent a test by a webhook")
        PLAYER_ADDED = "player_added", _("added a player")
        PLAYERS_IMPORTED = "players_imported", _("imported players")
        PLAYER_CHANGED = "player_changed", _("changed a player's data")
        PLAYER_IDENTITY_CORRECTED = "player_identity_corrected", _("corrected who a player is")
        MEMBERS_SET = "members_set", _("said who plays for a team")
        LINE_UP_SET = "line_up_set", _("entered a line-up")
        PLAYER_REMOVED = "player_removed", _("removed a player")
        PERSONAL_REMOVED = "personal_removed", _("removed personal data that results do not need")
        PLAYER_WITHDRAWN = "player_withdrawn", _("withdrew a player")
        PLAYER_RETURNED = "player_returned", _("took a player back")
        PLAYER_EXPELLED = "player_expelled", _("expelled a player")
        ABSENCE_ANSWERED = "absence_answered", _("decided about an absence")
        ABSENCE_RULES_SET = "absence_rules_set", _("set the rules of half-point byes")
        RATINGS_UPDATED = "ratings_updated", _("took ratings from the rating list")
        NUMBERS_ASSIGNED = "numbers_assigned", _("assigned the pairing numbers anew")
        NUMBERS_DRAWN = "numbers_drawn", _("drew the pairing numbers by lot")
        NUMBERS_SET = "numbers_set", _("gave the pairing numbers by hand")
        NUMBERS_EXCHANGED = "numbers_exchanged", _("exchanged the pairing numbers of equal players")
        CHECK_IN_STARTED = "check_in_started", _("started the check-in")
        CHECK_IN_ABANDONED = "check_in_abandoned", _("gave up the check-in")
        PRESENCE_NOTED = "presence_noted", _("noted who is there")
        LIST_CLOSED = "list_closed", _("closed the list of participants")
        LIST_OPENED = "list_opened", _("opened the list of participants again")
        CATEGORY_ADDED = "category_added", _("added a category")
        CATEGORY_REMOVED = "category_removed", _("removed a category")
        PRIZE_FUND_SET = "prize_fund_set", _("set what holds for all prizes")
        PRIZES_ADDED = "prizes_added", _("announced prizes")
        PRIZES_CHANGED = "prizes_changed", _("changed prizes")
        PRIZES_REMOVED = "prizes_removed", _("took prizes out")
        TAKEN_OUT_OF_PRIZES = "taken_out_of_prizes", _("took a player out of the prizes")
        GIVEN_PRIZES_AGAIN = "given_prizes_again", _("let a player win prizes again")
        BYE_GIVEN = "bye_given", _("gave a bye")
        BYE_CANCELLED = "bye_cancelled", _("cancelled a bye")
        MISSED_CREDITED = "missed_credited", _("said what a late entry has for missed rounds")
        ROUND_PAIRED = "round_paired", _("paired a round")
        MANUAL_BEGUN = "manual_begun", _("began to pair a round by hand")
        MANUAL_PAIRED = "manual_paired", _("paired two players by hand")
        MANUAL_UNPAIRED = "manual_unpaired", _("took boards away by hand")
        MANUAL_SWAPPED = "manual_swapped", _("swapped colours by hand")
        MANUAL_BYE = "manual_bye", _("gave the allocated bye by hand")
        MANUAL_BYE_TAKEN = "manual_bye_taken", _("took the allocated bye back by hand")
        MANUAL_UNDONE = "manual_undone", _("took the pairing by hand back")
        MANUAL_ENDED = "manual_ended", _("ended the pairing by hand")
        DRAFT_DISCARDED = "draft_discarded", _("threw a draft away")
        ROUND_PUBLISHED = "round_published", _("published a round")
        POSITION_DRAWN = "position_drawn", _("drew the start position by lot")
        ROUND_WITHDRAWN = "round_withdrawn", _("withdrew a published pairing")
        RESULT_ENTERED = "result_entered", _("entered a result")
        RESULT_CORRECTED = "result_corrected", _("corrected a result")
        RATING_CORRECTED = "rating_corrected", _("corrected what is reported for rating")
        COLOURS_CORRECTED = "colours_corrected", _("recorded the colours really played")
        OPPONENTS_CORRECTED = "opponents_corrected", _("recorded who really played whom")
        GAMES_ADJOURNED = "games_adjourned", _("took games without a result for adjourned")
        ADJOURNED_RESULT = "adjourned_result", _("entered the result of an adjourned game")
        MATCH_DECIDED = "match_decided", _("entered who goes on from a level match")
        DEADLINE_SET = "deadline_set", _("set the deadline for corrections")
        SCHEDULE_SET = "schedule_set", _("set when rounds are played")
        ARBITERS_NAMED = "arbiters_named", _("named the arbiters for the report")
        FIDE_MODE_LEFT = "fide_mode_left", _("left FIDE mode")
        RESTORED = "restored", _("took back an act that touched the integrity of the pairings")
        FOUND_CHANGED = "found_changed", _("found what is published changed without an act")
        CHAIN_BEGUN = "chain_begun", _("began the chain of publications with what stood then")
        GUARDS_REPAIRED = "guards_repaired", _("found the locks of the database touched, and set them again")
        TAKEN_OVER = "taken_over", _("took over what was noted without a line in the log")
        VALUES_GIVEN = "values_given", _("entered what decides among equals")
        LOTS_DRAWN = "lots_drawn", _("drew lots among equals")
        TOURNAMENT_ENDED = "tournament_ended", _("ended the tournament early")
        TOURNAMENT_FINISHED = "tournament_finished", _("finished the tournament")
        HANDED_OVER = "handed_over", _("handed the event over to another machine")
        HAND_OVER_UNDONE = "hand_over_undone", _("took back that the event was handed over")
        TAKEN_HOME = "taken_home", _("took the event over from another machine")
        EVENT_RESTORED = "event_restored", _("brought the event back from a backup")
        TOURNAMENT_REOPENED = "tournament_reopened", _("reopened the tournament")
        FESTIVAL_SET = "festival_set", _("said which festival the event is part of")
        EVENT_ARCHIVED = "event_archived", _("put the event into the archive")
        EVENT_UNARCHIVED = "event_unarchived", _("took the event out of the archive")
        EVENT_REMOVED = "event_removed", _("removed the event")
        EVENT_RETURNED = "event_returned", _("brought the removed event back")

    # Acts that change nothing the public sees: its pages must not even look as if something had happened,
    # and the log hides these acts from readers who may not see a draft.
    PRIVATE = frozenset(
        {
            Action.ROUND_PAIRED,
            Action.DRAFT_DISCARDED,
            Action.CHECK_IN_STARTED,
            Action.CHECK_IN_ABANDONED,
            Action.PRESENCE_NOTED,
            Action.MANUAL_BEGUN,
            Action.MANUAL_PAIRED,
            Action.MANUAL_UNPAIRED,
            Action.MANUAL_SWAPPED,
            Action.MANUAL_BYE,
            Action.MANUAL_BYE_TAKEN,
            Action.MANUAL_UNDONE,
            Action.MANUAL_ENDED,
            Action.BYE_GIVEN,
            Action.BYE_CANCELLED,
            Action.ARBITER_ADDED,
            Action.ARBITER_REMOVED,
            Action.PERSON_INVITED,
            Action.INVITATION_REVOKED,
            Action.PERSON_JOINED,
            Action.ROLE_CHANGED,
            Action.PERSON_REMOVED,
            Action.RESET_ISSUED,
            Action.WAY_IN_MADE,
            Action.ENTRY_LINK_MADE,
            Action.ENTRY_LINK_REVOKED,
            Action.HELPER_STARTED,
            Action.SCREEN_OPENED,
            Action.SCREEN_CHANGED,
            Action.SCREEN_CLOSED,
            Action.OWN_LINKS_MADE,
            Action.OWN_LINK_REVOKED,
            Action.PERSONAL_REMOVED,
            Action.TAKEN_OUT_OF_PRIZES,
            Action.GIVEN_PRIZES_AGAIN,
            Action.OWN_LINK_RULES_SET,
            Action.BYE_ASKED,
            Action.BYE_TAKEN_BACK,
            Action.BYE_GRANTED,
            Action.BYE_DECLINED,
            Action.RESULT_REPORTED,
            Action.WEBHOOK_ADDED,
            Action.WEBHOOK_CHANGED,
            Action.WEBHOOK_REMOVED,
            Action.WEBHOOK_TESTED,
        }
    )

    # The acts that may be recorded for a closed event: those about accounts and guards of this machine, its
    # removal here, and its return.
    OF_THE_MACHINE = (
        *(Action.RESET_ISSUED, Action.WAY_IN_MADE, Action.GUARDS_REPAIRED),
        *(Action.PERSON_REMOVED, Action.EVENT_REMOVED, Action.EVENT_RETURNED),
    )
    WHILE_ELSEWHERE = (*OF_THE_MACHINE, Action.TAKEN_HOME, Action.HAND_OVER_UNDONE)
    WHILE_ARCHIVED = (*OF_THE_MACHINE, Action.EVENT_UNARCHIVED)

    # The name of each act: Django's own method would go through all of them for every line of the log.
    NAMES = MappingProxyType(dict(Action.choices))

    # The acts that change prizes: after round 1 only with a reason, which the public reads.
    OF_PRIZES = (
        Action.PRIZE_FUND_SET,
        Action.PRIZES_ADDED,
        Action.PRIZES_CHANGED,
        Action.PRIZES_REMOVED,
    )

    # The acts that say whether a player can win prizes; the reason is the arbiters'.
    OF_WHO_WINS = (Action.TAKEN_OUT_OF_PRIZES, Action.GIVEN_PRIZES_AGAIN)

    # The greatest whole number that every reader of JSON keeps; no log gets there line by line.
    GREATEST_ID = 2**53 - 1

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="audit_events")
    at = models.DateTimeField(auto_now_add=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    # The helper who acted by a link, without an account.
    helper = models.ForeignKey(Helper, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    action = models.CharField(max_length=30, choices=Action)
    round_number = models.PositiveSmallIntegerField(null=True, blank=True)
    subject = LineField(max_length=200, blank=True)
    before = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    after = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    reason = LinesField(blank=True)

    class Meta:
        ordering = ("-pk",)
        indexes = (models.Index(fields=("tournament", "-id"), name="audit_latest"),)
        constraints = (
            models.CheckConstraint(
                name="audit_of_one", condition=Q(actor__isnull=True) | Q(helper__isnull=True)
            ),
        )

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.action} {self.subject}"

    def get_action_display(self) -> str:  # type: ignore[no-redef]  # what Django would have put here
        """What was done, in the reader's language."""
        return str(self.NAMES.get(self.action, self.action))

    @property
    def supplied(self) -> list[str]:
        """What the file of an import did not say or was read otherwise; [] for any other line."""
        found = self.after.get("supplied") if isinstance(self.after, dict) else None
        return found if isinstance(found, list) else []

    @property
    def who(self) -> User | Helper | None:
        """The account, or the helper by a link, that did it; None if the program did."""
        return self.helper or self.actor
