"""The log of an event and of the server, notes and their items, installed guards, the chain of publications.

An item of a note refers to a player by primary key, and so is shown with today's pairing numbers and names.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from django.conf import settings
from django.contrib.auth.models import User
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from tournaments.chain.texts import Link, ServerLine, short
from tournaments.models.fields import LineField, LinesField
from tournaments.models.people import Helper
from tournaments.models.tournament import Tournament

if TYPE_CHECKING:
    JSONField = models.JSONField[Sequence["Item"], list["Item"]]
else:
    JSONField = models.JSONField


class Board(NamedTuple):
    """White and Black, with the result if the event is about that."""

    white: int
    black: int
    result: str = ""


class Bye(NamedTuple):
    """A player with a bye of this kind."""

    player: int
    kind: str


class Number(NamedTuple):
    """A player with a pairing number that they had or have."""

    player: int
    number: int | None


class Identity(NamedTuple):
    """A player with their identity as a list states or stated it."""

    player: int
    said: str


class Apart(NamedTuple):
    """Players who are kept apart."""

    players: Sequence[int]


class Text(NamedTuple):
    """Text that names no player: a row that no service has written is shown as it is."""

    text: str


type Item = Board | Bye | Number | Identity | Apart | Text

KINDS: dict[str, type[Item]] = {
    kind.__name__.lower(): kind for kind in (Board, Bye, Number, Identity, Apart, Text)
}


def as_item(stored: Any) -> Item:
    """The item that a column holds as its kind and its facts."""
    try:
        kind, *facts = stored
        return KINDS[kind](*facts)
    except (KeyError, TypeError, ValueError):
        return Text(str(stored))


def as_stored(item: Item) -> list[Any]:
    """The item as a column holds it: its kind before its facts."""
    return [type(item).__name__.lower(), *item]


class ItemsField(JSONField):
    """A column of items."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"default": list, "encoder": DjangoJSONEncoder, **options})

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> list[Item]:
        """The items as a service has written them."""
        stored = super().from_db_value(value, expression, connection)
        return [as_item(item) for item in (stored if isinstance(stored, list) else [stored])]

    def get_prep_value(self, value: Any) -> Any:
        """Each item with its kind before it."""
        return super().get_prep_value([as_stored(item) for item in value])

    def deconstruct(self) -> Any:
        """The column is that of any JSONField, so migrations see no difference."""
        name, _path, arguments, options = super().deconstruct()
        return name, "django.db.models.JSONField", arguments, options


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
        PLAYERS_CHANGED = "players_changed", _("changed the data of players")
        PLAYER_IDENTITY_CORRECTED = "player_identity_corrected", _("corrected who a player is")
        ID_CONFIRMED = "id_confirmed", _("said that a FIDE ID is right")
        TOLD_APART = "told_apart", _("said that two entries are two people")
        ENTRIES_MERGED = "entries_merged", _("made one player of two entries")
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
            Action.ID_CONFIRMED,
            Action.TOLD_APART,
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


class IntegrityEvent(models.Model):
    """One act that touched the integrity of the pairings: written by the service, in its transaction.

    It holds until it is undone or no longer true, and so does its line in the report.
    """

    class Kind(models.TextChoices):
        """What was touched."""

        MANUAL_PAIRING = "manual", _("manual pairing")
        IMPORT = "import", _("imported round that differs from the rules")
        RE_PAIRING = "re-pairing", _("published pairing withdrawn")
        CORRECTION = "correction", _("correction")
        RATING_CORRECTION = "rating-correction", _("correction for the rating report only")
        ADJOURNMENT = "adjournment", _("adjourned game")
        RENUMBERING = "renumbering", _("new pairing numbers")
        EXCHANGE = "exchange", _("exchanged pairing numbers")
        FULL_POINT_BYE = "full-point-bye", _("full-point bye")
        PROHIBITION = "prohibition", _("players kept apart")
        IDENTITY = "identity", _("corrected name, FIDE ID or birth")
        FIDE_MODE = "fide-mode", _("FIDE mode left")
        ROUNDS = "rounds", _("tournament ended early")
        CONFIGURATION = "configuration", _("last round that was not paired as the last")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="integrity_events")
    kind = models.CharField(max_length=20, choices=Kind)
    round_number = models.PositiveSmallIntegerField()
    # Its line in the trail: who, when and why.
    audit = models.ForeignKey(AuditEvent, on_delete=models.PROTECT, editable=False, related_name="notes")
    # Anything else to be said, such as why the rules had no pairing. For an older import, also its reason,
    # which its line in the trail did not keep.
    remark = LinesField(blank=True)
    # How it was and how it is.
    before = ItemsField()
    after = ItemsField()
    # The restore point: the rows that the act changed, as tournaments.log.services reads them.
    changes = models.JSONField(default=list, encoder=DjangoJSONEncoder, editable=False)
    # When it was undone, or ceased to be true.
    lifted_at = models.DateTimeField(null=True, blank=True)
    lifted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    lifted_reason = LinesField(blank=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(name="integrity_round", condition=Q(round_number__gte=1)),
            models.UniqueConstraint(
                fields=("tournament", "round_number", "kind"),
                condition=Q(kind__in=["manual", "import", "fide-mode"], lifted_at__isnull=True),
                name="integrity_one_a_round",
            ),
        )

    def __str__(self) -> str:
        return f"{self.tournament} {self.round_number}: {self.kind}"

    @property
    def reason(self) -> str:
        """Why it was done, and the program's remark on it."""
        return " · ".join(filter(None, (self.audit.reason, self.remark)))

    @property
    def sides(self) -> tuple[list[Item], list[Item]]:
        """How it was and how it is."""
        return self.before, self.after

    @property
    def stands(self) -> bool:
        """Whether it still holds."""
        return self.lifted_at is None


class ServerAct(models.Model):
    """One line of that log, which only grows, and whose lines are a chain (tournaments.chain.texts)."""

    class Action(models.TextChoices):
        """What was done."""

        ACCOUNT_MADE = "account_made", _("made an account")
        ACCOUNT_CLOSED = "account_closed", _("closed an account")
        PASSWORD_GIVEN = "password_given", _("gave a new password")
        RESET_ISSUED = "reset_issued", _("made a link for a new password")
        CODE_ASKED = "code_asked", _("has the login ask for a code")
        CODE_ENDED = "code_ended", _("has the login ask for the password alone")
        LIST_IMPORTED = "list_imported", _("imported a rating list")
        COPY_RESTORED = "copy_restored", _("put back a copy of the database")
        EVENT_ADDED = "event_added", _("added an event")
        EVENT_REMOVED = "event_removed", _("removed an event")
        EVENT_RETURNED = "event_returned", _("brought a removed event back")
        EVENT_PURGED = "event_purged", _("deleted a removed event for good")

    at = models.DateTimeField(default=timezone.now, editable=False)
    # The name of the account; "" for an act at the machine itself. A name, because the log outlives accounts.
    actor = models.CharField(max_length=150, blank=True)
    action = models.CharField(max_length=20, choices=Action)
    subject = models.CharField(max_length=200, blank=True)
    # The key of the event that it is about; no foreign key, because the log outlives events.
    event = models.BigIntegerField(null=True, blank=True, editable=False)
    # Of the link before, and of this one. A line that the previous release wrote has neither while both
    # releases serve; the next line takes it in.
    previous = models.CharField(max_length=64, blank=True, default="", db_default="", editable=False)
    fingerprint = models.CharField(max_length=64, blank=True, default="", db_default="", editable=False)

    class Meta:
        ordering = ("-pk",)
        constraints = (
            # So the chain never forks, whoever writes.
            models.UniqueConstraint(
                fields=("previous",), condition=~Q(fingerprint=""), name="server_act_previous"
            ),
        )

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.actor or '-'} {self.action} {self.subject}"

    @property
    def line(self) -> ServerLine:
        """What the chain keeps of it."""
        event = "" if self.event is None else str(self.event)
        return ServerLine(
            self.at.astimezone(UTC).isoformat(), self.actor, str(self.action), event, self.subject
        )


class InstalledGuard(models.Model):
    """One guard of `tournaments.guards`, with a digest of its definition in the database at that time.

    It tells a guard of an older release from one that somebody has changed. The owner of the database can
    change this too, so it proves nothing against them.
    """

    name = models.CharField(max_length=63, primary_key=True)
    digest = models.CharField(max_length=64)

    def __str__(self) -> str:
        return self.name


Action = AuditEvent.Action


class Publication(models.Model):
    """One link: what was published or lawfully changed, hashed with the one before (tournaments.chain.texts).

    Append-only. `text` is the canonical text and `fingerprint` its SHA-256; the other columns repeat what the
    text says, for searches and for the guards.
    """

    class Kind(models.TextChoices):
        """What the link records."""

        PAIRING = "pairing", _("pairings published")
        WITHDRAWN = "withdrawn", _("published pairing withdrawn")
        # The results at the end of the round, from which the next pairing was made.
        RESULTS = "results", _("results of the round")
        CHANGE = "change", _("corrected")
        IDENTITY = "identity", _("a player’s data corrected")
        # The final standings and what they rest on; and what still stood so when it was reopened.
        END = "end", _("end of the event")
        REOPENED = "reopened", _("event reopened")
        # A change that no act explains; a later act found it before it changed anything itself.
        FOUND = "found", _("found changed without an act")

    # The acts that create links of each kind; `chain_begun` took over what was there before the chain.
    ACTS: ClassVar[dict[Kind, tuple[AuditEvent.Action, ...]]] = {
        Kind.PAIRING: (Action.ROUND_PUBLISHED, Action.TOURNAMENT_IMPORTED),
        Kind.WITHDRAWN: (Action.ROUND_WITHDRAWN,),
        Kind.RESULTS: (Action.ROUND_PUBLISHED, Action.TOURNAMENT_FINISHED, Action.TOURNAMENT_IMPORTED),
        Kind.CHANGE: (
            *(Action.RESULT_ENTERED, Action.RESULT_CORRECTED, Action.ADJOURNED_RESULT),
            *(Action.COLOURS_CORRECTED, Action.OPPONENTS_CORRECTED, Action.RESTORED),
            *(Action.MISSED_CREDITED, Action.PRESENCE_NOTED, Action.PLAYER_ADDED, Action.PLAYERS_IMPORTED),
            *(Action.PLAYER_CHANGED, Action.PLAYER_IDENTITY_CORRECTED, Action.PLAYER_REMOVED),
            Action.MATCH_DECIDED,
        ),
        Kind.IDENTITY: (Action.PLAYER_IDENTITY_CORRECTED, Action.MEMBERS_SET),
        Kind.END: (Action.TOURNAMENT_FINISHED,),
        Kind.REOPENED: (Action.TOURNAMENT_REOPENED,),
    }
    # The kinds that say how a round is, and those that say how the event ended.
    OF_ROUND = (Kind.PAIRING, Kind.WITHDRAWN, Kind.RESULTS, Kind.CHANGE, Kind.FOUND)
    OF_END = (Kind.END, Kind.REOPENED)

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="publications")
    place = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    round_number = models.PositiveSmallIntegerField()
    at = models.DateTimeField()
    # The act that created the link; it knows who acted, and why.
    audit = models.ForeignKey(AuditEvent, on_delete=models.CASCADE, related_name="publications")
    text = models.TextField()
    previous = models.CharField(max_length=64, blank=True)
    fingerprint = models.CharField(max_length=64)

    class Meta:
        ordering = ("tournament", "place")
        constraints = (
            models.UniqueConstraint(fields=("tournament", "place"), name="publication_place_once"),
            # Each withdrawal needs an act of its own, and so on.
            models.UniqueConstraint(fields=("audit", "round_number", "kind"), name="publication_once_an_act"),
            models.CheckConstraint(name="publication_place_positive", condition=Q(place__gte=1)),
            models.CheckConstraint(
                name="publication_kind",
                condition=Q(
                    kind__in=[
                        *("pairing", "withdrawn", "results", "change", "identity", "found"),
                        *("end", "reopened"),
                    ]
                ),
            ),
        )

    def __str__(self) -> str:
        return f"{self.tournament} {self.place}: {self.kind} {self.round_number}"

    @cached_property
    def said(self) -> Link:
        """The link as read from its text. A malformed text is read as an empty link."""
        try:
            return Link.read(self.text)
        except ValueError:
            return Link(
                place=self.place,
                event="",
                name="",
                round_number=self.round_number,
                kind=self.kind,
                edition="",
                at="",
                previous=self.previous,
            )

    @property
    def short(self) -> str:
        """The fingerprint in the form that people compare by eye."""
        return short(self.fingerprint)
