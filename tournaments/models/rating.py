"""Ratings of players, earlier ones, and rating lists."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.validators import MinValueValidator
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.fields import A_RATING, HIGHEST_RATING, MOST_ROUNDS
from tournaments.models.player import Player
from tournaments.models.tournament import Tournament


class Rating(models.Model):
    """One rating of a player. The tournament says which one counts, but the arbiters' own comes first."""

    class Kind(models.TextChoices):
        """The list that the rating is from."""

        STANDARD = "standard", _("standard")
        RAPID = "rapid", _("rapid")
        BLITZ = "blitz", _("blitz")
        NATIONAL = "national", _("national")
        # Independent of the lists: as it was handed in, or the arbiter's estimate (C.04.2 B.1).
        OWN = "own", _("of this event")

    class Source(models.TextChoices):
        """Where the rating comes from."""

        FIDE_LIST = "fide", _("FIDE rating list")
        UPLOAD = "upload", _("list that was pasted or uploaded")
        REPORT = "report", _("imported file")
        HAND = "hand", _("entered by hand")
        ESTIMATE = "estimate", _("arbiter’s estimate")
        INGO = "ingo", _("converted from Ingo")
        BCF = "bcf", _("converted from BCF")
        # Entered by a release that did not ask for the source.
        UNKNOWN = "", _("unknown")

    CONVERTED = (Source.INGO, Source.BCF)
    OF_FIDE = (Kind.STANDARD, Kind.RAPID, Kind.BLITZ)

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="ratings")
    kind = models.CharField(_("kind"), max_length=8, choices=Kind)
    value = models.PositiveSmallIntegerField(_("rating"), validators=A_RATING)
    source = models.CharField(_("source"), max_length=8, choices=Source, blank=True)
    # The Ingo or BCF number.
    converted_from = models.PositiveSmallIntegerField(null=True, blank=True)
    # The first day of the month of its list.
    month = models.DateField(_("month"), null=True, blank=True)
    # The development coefficient that the list gives with it (B.02 8.3.3).
    k = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=("player", "kind"), name="rating_one_of_a_kind"),
            models.CheckConstraint(
                name="rating_kind", condition=Q(kind__in=["standard", "rapid", "blitz", "national", "own"])
            ),
            models.CheckConstraint(
                name="rating_source",
                condition=Q(source__in=["fide", "upload", "report", "hand", "estimate", "ingo", "bcf", ""]),
            ),
            models.CheckConstraint(name="rating_value", condition=Q(value__gte=1, value__lte=HIGHEST_RATING)),
            models.CheckConstraint(
                name="rating_converted",
                condition=Q(source__in=["ingo", "bcf"], converted_from__isnull=False)
                | (~Q(source__in=["ingo", "bcf"]) & Q(converted_from__isnull=True)),
            ),
        )

    def __str__(self) -> str:
        return f"{self.player}: {self.kind} {self.value}"

    @property
    def is_estimated(self) -> bool:
        """Whether it is the arbiter's estimate or converted from another scale, and so to be marked."""
        return self.source in {self.Source.ESTIMATE, *self.CONVERTED}


class EarlierRating(models.Model):
    """The rating that counted for a player up to a round, after which another one counts."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="earlier_ratings")
    # The last round for which it counted.
    until = models.PositiveSmallIntegerField(validators=[MinValueValidator(1)])
    # Null if the player was unrated.
    value = models.PositiveSmallIntegerField(null=True, blank=True, validators=A_RATING)

    class Meta:
        ordering = ("until",)
        constraints = (
            models.UniqueConstraint(fields=("player", "until"), name="earlier_rating_once"),
            models.CheckConstraint(
                name="earlier_rating_until", condition=Q(until__gte=1, until__lte=MOST_ROUNDS)
            ),
            models.CheckConstraint(
                name="earlier_rating_value",
                condition=Q(value__isnull=True)
                | Q(value__isnull=False, value__gte=1, value__lte=HIGHEST_RATING),
            ),
        )

    def __str__(self) -> str:
        return f"{self.player}: {self.value} until round {self.until}"


class Comparison(models.Model):
    """An event's ratings compared with its lists at the last import: made anew at any time, and no act."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="comparison")
    # The first day of the month of the list that it was made with.
    month = models.DateField()
    # How many players have a different rating or title on the list.
    differing = models.PositiveSmallIntegerField()
    made_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"{self.tournament}: {self.differing} ({self.month:%Y-%m})"


class CodePointField(models.CharField):  # type: ignore[type-arg]  # at run time it takes none
    """Text that every database orders by code points, so that a prefix is a range on all of them."""

    def db_parameters(self, connection: BaseDatabaseWrapper) -> Any:
        """SQLite compares this way by default; PostgreSQL uses the order of the locale unless it is told."""
        collation = {"collation": "C"} if connection.vendor == "postgresql" else {}
        return super().db_parameters(connection) | collation


class RatingList(models.Model):
    """One import of a list: what, of which month, when and by whom; its people are kept while it is used."""

    class Kind(models.TextChoices):
        """FIDE publishes one list for each time control and one with all three; federations have theirs."""

        COMBINED = "combined", _("combined")
        STANDARD = "standard", _("standard")
        RAPID = "rapid", _("rapid")
        BLITZ = "blitz", _("blitz")
        NATIONAL = "national", _("national")

    class State(models.TextChoices):
        """Readers only look at lists in force, and so never at half a list."""

        IMPORTING = "importing", _("being imported")
        IN_FORCE = "in_force", _("in use")
        REPLACED = "replaced", _("replaced")
        FAILED = "failed", _("failed")

    # FIDE's ratings, all of which a combined list brings.
    RATINGS = (Kind.STANDARD, Kind.RAPID, Kind.BLITZ)
    # How many older months of a kind are kept: an event of thirty days is rated by the list of its first day.
    OLDER_KEPT = 2
    # An import that has given no sign of life for this long has died.
    SILENCE = timedelta(minutes=5)

    # Millions of rows repeat this key.
    id = models.SmallAutoField(primary_key=True)
    kind = models.CharField(_("kind of list"), max_length=8, choices=Kind)
    # The name of a national list, by which its columns are known (ColumnMapping); "" for FIDE's.
    name = models.CharField(_("name of the list"), max_length=40, blank=True, default="", db_default="")
    # The first day of the month from which it is valid.
    month = models.DateField(_("month"))
    source = models.CharField(_("file"), max_length=120)
    state = models.CharField(max_length=9, choices=State, default=State.IMPORTING)
    # Replaced as the newest, but still the list of the first day for events that began in its month.
    kept = models.BooleanField(default=False, db_default=False)
    percent = models.PositiveSmallIntegerField(default=0)
    players = models.PositiveIntegerField(default=0)
    # The number of lines of the file that yield no player.
    skipped = models.PositiveIntegerField(default=0)
    # Why it failed, or what is wrong with the first lines that were skipped.
    remark = models.TextField(blank=True)
    started_at = models.DateTimeField(auto_now_add=True)
    # While it is being imported, a sign of life.
    updated_at = models.DateTimeField(auto_now=True)
    imported_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ("-pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("kind", "name"), condition=Q(state="in_force"), name="rating_list_one_of_a_kind"
            ),
            models.CheckConstraint(name="rating_list_kept", condition=Q(kept=False) | Q(state="replaced")),
            models.CheckConstraint(
                name="rating_list_kind",
                condition=Q(kind__in=["combined", "standard", "rapid", "blitz"], name="")
                | (Q(kind="national") & ~Q(name="")),
            ),
            models.CheckConstraint(
                name="rating_list_state",
                condition=Q(state__in=["importing", "in_force", "replaced", "failed"]),
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.month:%Y-%m}"

    @property
    def title(self) -> str:
        """Its name, or else its kind."""
        return self.name or self.get_kind_display()

    @property
    def brings(self) -> tuple[str, ...]:
        """The kinds of rating that the list holds."""
        return self.RATINGS if self.kind == self.Kind.COMBINED else (self.kind,)

    @property
    def is_under_way(self) -> bool:
        """Whether it is being imported at this moment."""
        return self.state == self.State.IMPORTING and abs(timezone.now() - self.updated_at) <= self.SILENCE


class ListedPlayer(models.Model):
    """One line of a list. Ratings and the birth year are 0 if the list has none.

    On a national list, a player without a FIDE ID is listed under N and their number there.
    """

    # Millions of rows that one service writes and sweeps away: checking each against its list would take
    # longer than writing it.
    list = models.ForeignKey(
        RatingList, on_delete=models.DO_NOTHING, db_constraint=False, db_index=False, related_name="listed"
    )
    fide_id = CodePointField(max_length=11)
    pk = models.CompositePrimaryKey("list", "fide_id")
    name = models.CharField(max_length=80)
    federation = models.CharField(max_length=3, blank=True)
    sex = models.CharField(max_length=1, blank=True)
    title = models.CharField(max_length=3, blank=True)
    birth_year = models.PositiveSmallIntegerField(default=0)
    inactive = models.BooleanField(default=False)
    standard = models.PositiveSmallIntegerField(default=0)
    rapid = models.PositiveSmallIntegerField(default=0)
    blitz = models.PositiveSmallIntegerField(default=0)
    # The development coefficient K of each rating; 0 if the list has none.
    standard_k = models.PositiveSmallIntegerField(default=0)
    rapid_k = models.PositiveSmallIntegerField(default=0)
    blitz_k = models.PositiveSmallIntegerField(default=0)
    national = models.PositiveSmallIntegerField(default=0, db_default=0)

    def __str__(self) -> str:
        return f"{self.fide_id} {self.name}"


class ListedName(models.Model):
    """A name starting at one of its words (`names.rotations`); the primary key is the index for searches."""

    list = models.ForeignKey(
        RatingList, on_delete=models.DO_NOTHING, db_constraint=False, db_index=False, related_name="names"
    )
    key = CodePointField(max_length=80)
    fide_id = CodePointField(max_length=11)
    pk = models.CompositePrimaryKey("list", "key", "fide_id")

    def __str__(self) -> str:
        return str(self.key)


class ListSource(models.Model):
    """An address of settings.RATING_LISTS, and what was last found there."""

    address = models.CharField(max_length=500, unique=True)
    # The version of the file that was last imported from there (files.downloads.Version).
    version = models.CharField(max_length=200, blank=True)
    # Since when it is being fetched; null otherwise.
    began_at = models.DateTimeField(null=True, blank=True)
    # When it was last asked for, with or without success, and why it failed.
    asked_at = models.DateTimeField(null=True, blank=True)
    fault = models.TextField(blank=True)

    # A fetch that has lasted longer has died.
    LONGEST = timedelta(hours=1)

    def __str__(self) -> str:
        return self.address

    @property
    def is_under_way(self) -> bool:
        """Whether it is being fetched at this moment."""
        return self.began_at is not None and abs(timezone.now() - self.began_at) <= self.LONGEST


class ColumnMapping(models.Model):
    """The meaning of a national list's columns: asked once, and used for every later file of that name."""

    name = models.CharField(_("name of the list"), max_length=40, unique=True)
    # Field of a player -> the heading of its column (files.national_lists.FIELDS).
    columns = models.JSONField()
    changed_at = models.DateTimeField(auto_now=True)
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        constraints = (models.CheckConstraint(name="column_mapping_has_a_name", condition=~Q(name="")),)

    def __str__(self) -> str:
        return self.name
