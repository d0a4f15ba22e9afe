"""Players, who must not meet, and categories."""

from __future__ import annotations

import re
import secrets
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from datetime import date
from enum import Enum
from typing import ClassVar, NamedTuple

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.fields import A_FEDERATION, A_FIDE_ID, A_RATING, LineField, about, names_about
from tournaments.models.tournament import Tournament
from tournaments.persons import Person

# Nobody has played a tournament at this age.
OLDEST = 120


def require_birth(text: str) -> None:
    """Raise ValidationError unless the text is a year or a day that exists in the calendar."""
    if not re.fullmatch(r"[0-9]{4}(/[0-9]{2}/[0-9]{2})?", text):
        raise ValidationError(_("Expected a year or YYYY/MM/DD."))
    try:
        date.fromisoformat(f"{text}/01/01"[:10].replace("/", "-"))
    except ValueError as error:
        raise ValidationError(_("There is no such day.")) from error


def new_key() -> str:
    """A new key for an entry, by which publications identify it."""
    return secrets.token_hex(8)


def new_salt() -> str:
    """A new salt for what an end states about births."""
    return secrets.token_hex(16)


class Participation:
    """From when to when a player takes part; shared by an entry and by rows that were read from it."""

    __slots__ = ()

    first_round: int
    withdrawn_from: int | None

    @property
    def is_missing(self) -> bool:
        """Whether there was a check-in and they have not been seen at it.

        Abstract: an entry looks at its event, a row was read together with the answer.
        """
        raise NotImplementedError

    def takes_part_in(self, round_number: int) -> bool:
        """Whether they have arrived by that round and not withdrawn (C.04.2 C.1, C.2, D.3)."""
        entered = round_number >= self.first_round and not self.has_withdrawn_by(round_number)
        return entered and not self.is_missing

    def misses(self, round_number: int) -> bool:
        """Whether they enter after that round (C.04.2 C.2, 2026: 2.4)."""
        return round_number < self.first_round and not self.has_withdrawn_by(round_number)

    def has_withdrawn_by(self, round_number: int) -> bool:
        """Whether they are out of the tournament in that round."""
        return self.withdrawn_from is not None and round_number >= self.withdrawn_from


class PlayerMatter(Enum):
    """What a column of a player is about."""

    IDENTITY = "who they are"
    PERSON = "what else they bring with them from event to event"
    RATING = "the rating that counts in this event"
    COURSE = "in which rounds they play"
    EVENT = "what only this event knows of them"


class Player(Participation, models.Model):
    """One entry: the player's identity, their pairing number, and from when to when they take part."""

    class Title(models.TextChoices):
        """FIDE's titles in the order of C.04.2 B.2."""

        GM = "GM", "GM"
        IM = "IM", "IM"
        WGM = "WGM", "WGM"
        FM = "FM", "FM"
        WIM = "WIM", "WIM"
        CM = "CM", "CM"
        WFM = "WFM", "WFM"
        WCM = "WCM", "WCM"

    class Sex(models.TextChoices):
        """As TRF16 writes it."""

        MALE = "m", _("male")
        FEMALE = "w", _("female")

    class Presence(models.TextChoices):
        """Whether they have confirmed that they are there, before round 1 (C.04.2 C.1, 2026: 4.1)."""

        MISSING = "", _("missing")
        PRESENT = "present", _("present")
        EXPECTED = "expected", _("paired though not there yet")

    tournament = about(
        PlayerMatter.EVENT, models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="players")
    )
    # Stays the same when number and name change (tournaments.chain.texts).
    key = about(PlayerMatter.EVENT, models.CharField(max_length=16, default=new_key, editable=False))
    # Null only while a service renumbers, inside its transaction.
    number = about(PlayerMatter.EVENT, models.PositiveSmallIntegerField(_("pairing number"), null=True))
    name = about(
        PlayerMatter.IDENTITY, LineField(_("name"), max_length=80, help_text=_("Family name, first name"))
    )
    title = about(PlayerMatter.PERSON, models.CharField(_("title"), max_length=3, choices=Title, blank=True))
    sex = about(PlayerMatter.PERSON, models.CharField(_("sex"), max_length=1, choices=Sex, blank=True))
    # The rating that counts here, by the tournament's method; all known ratings are in `ratings`.
    rating = about(
        PlayerMatter.RATING,
        models.PositiveSmallIntegerField(_("rating"), null=True, blank=True, validators=A_RATING),
    )
    federation = about(
        PlayerMatter.PERSON,
        LineField(
            _("federation"),
            max_length=3,
            blank=True,
            validators=[A_FEDERATION],
        ),
    )
    fide_id = about(
        PlayerMatter.IDENTITY,
        LineField(
            _("FIDE ID"),
            max_length=11,
            blank=True,
            validators=[A_FIDE_ID],
        ),
    )
    club = about(PlayerMatter.PERSON, LineField(_("club"), max_length=80, blank=True))
    # FIDE only gives the year of birth, so this is text: YYYY or YYYY/MM/DD.
    birth = about(
        PlayerMatter.IDENTITY,
        LineField(
            _("born"),
            max_length=10,
            blank=True,
            validators=[require_birth],
            help_text=_("A year, or YYYY/MM/DD"),
        ),
    )
    first_round = about(
        PlayerMatter.COURSE,
        models.PositiveSmallIntegerField(_("plays from round"), default=1, validators=[MinValueValidator(1)]),
    )
    presence = about(
        PlayerMatter.EVENT,
        models.CharField(max_length=8, choices=Presence, blank=True, default=Presence.MISSING),
    )
    # What ranks them among players of equal rating and title if it is not their own name: a lot, or the
    # name of a player with whom they have exchanged numbers.
    among_equals = about(PlayerMatter.EVENT, models.CharField(max_length=100, blank=True))
    # The first round they no longer play; null while they take part (C.04.2 D.3).
    withdrawn_from = about(PlayerMatter.COURSE, models.PositiveSmallIntegerField(null=True, blank=True))
    # The act that last corrected this player's name, FIDE ID or birth when they were in a published round.
    identity_audit = about(
        PlayerMatter.EVENT,
        models.ForeignKey(
            "AuditEvent", on_delete=models.PROTECT, null=True, blank=True, editable=False, related_name="+"
        ),
    )
    # The FIDE ID that is theirs, an arbiter says, whatever the rating list has under it. Another ID is not
    # confirmed by it.
    confirmed_id = about(
        PlayerMatter.EVENT,
        LineField(
            max_length=11, blank=True, default="", db_default="", editable=False, validators=[A_FIDE_ID]
        ),
    )
    # Expelled: no longer paired, and in no standings; the results stay for the opponents.
    expelled = about(PlayerMatter.COURSE, models.BooleanField(default=False, db_default=False))
    # Can win no prize: the house player, a guest, an arbiter's helper. The standings take no notice.
    without_prizes = about(PlayerMatter.EVENT, models.BooleanField(default=False, db_default=False))
    no_half_point_bye = about(
        PlayerMatter.EVENT, models.BooleanField(_("gets no half-point bye"), default=False, db_default=False)
    )
    # Tenths of a point by round, if an imported file gave the acceleration player by player.
    virtual_points = about(PlayerMatter.EVENT, models.JSONField(default=list, blank=True))

    # Without it nobody can tell from an end the day of birth, or those of a team's members
    # (tournaments.chain.texts.commitment). "" once the day is removed, and for entries of an older release.
    salt = about(
        PlayerMatter.EVENT,
        models.CharField(max_length=32, blank=True, default=new_salt, db_default="", editable=False),
    )

    # A player's identity, as far as published lists state it.
    IDENTITY: ClassVar[tuple[str, ...]]
    # Public data besides it that decide standings, categories and prizes: the end of the event states them.
    AT_THE_END: ClassVar[tuple[str, ...]]

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("tournament", "key"), name="player_key_once"),
            models.UniqueConstraint(fields=("tournament", "number"), name="player_number_once"),
            models.UniqueConstraint(
                fields=("tournament", "fide_id"), name="player_fide_id_once", condition=~Q(fide_id="")
            ),
            models.CheckConstraint(
                name="player_number_positive", condition=Q(number__isnull=True) | Q(number__gte=1)
            ),
            models.CheckConstraint(name="player_has_a_name", condition=~Q(name="")),
            models.CheckConstraint(name="player_first_round", condition=Q(first_round__gte=1)),
            models.CheckConstraint(
                name="player_presence", condition=Q(presence__in=["", "present", "expected"])
            ),
        )

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The public card of the player."""
        return reverse("player", args=[self.tournament.slug, self.number])

    def clean_fields(self, exclude: Collection[str] | None = None) -> None:
        """Check each field by itself; refuse births after the event or more than OLDEST years before it."""
        super().clean_fields(exclude)
        today = timezone.localdate()
        last = min(self.tournament.end_date or today, today)
        first = last.year - OLDEST
        if self.birth and not f"{first}" <= self.birth <= f"{last:%Y/%m/%d}":
            raise ValidationError(
                {
                    "birth": _("Expected a birth from %(first)d to %(last)s.")
                    % {"first": first, "last": f"{last:%Y/%m/%d}"}
                }
            )

    def is_same_entry(self, other: Player) -> bool:
        """Whether both have one FIDE ID, or one name and day of birth: an event has nobody else with them."""
        if self.fide_id and self.fide_id == other.fide_id:
            return True
        return self._has_name_of(other) and self.has_birthday and self.birth == other.birth

    def is_same_person(self, other: Player) -> bool:
        """Whether both are one person unless an arbiter says otherwise: by name, if nothing contradicts it.

        Different births do, and so do two FIDE IDs.
        """
        if self.is_same_entry(other):
            return True
        agree = self.birth.startswith(other.birth) or other.birth.startswith(self.birth)
        return self._has_name_of(other) and agree and not (self.fide_id and other.fide_id)

    def _has_name_of(self, other: Player) -> bool:
        # Not the database's own comparison: SQLite only knows the capital letters of English.
        return self.name.casefold() == other.name.casefold()

    @property
    def person(self) -> Person:
        """Who they are, to be compared with what others know of people."""
        return Person(self.name, self.birth, self.federation, self.sex, self.fide_id)

    @property
    def has_confirmed_id(self) -> bool:
        """Whether an arbiter has said that their present FIDE ID is theirs."""
        return bool(self.fide_id) and self.confirmed_id == self.fide_id

    @property
    def as_twin(self) -> str:
        """What is said of somebody who is probably this player."""
        known_as = {"number": self.number or 0, "name": self.name}
        return _("Probably the same person as no. %(number)d, %(name)s.") % known_as

    @property
    def has_birthday(self) -> bool:
        """Whether the day of birth is known, not only the year."""
        return len(self.birth) > 4

    @property
    def birth_year(self) -> str:
        """Only the year of birth; "" if it is not known."""
        return self.birth[:4]

    @property
    def is_missing(self) -> bool:
        """Whether there was a check-in and they have not been seen at it."""
        return self.presence == self.Presence.MISSING and self.tournament.check_in_at is not None


Player.IDENTITY = names_about(Player, PlayerMatter.IDENTITY)
Player.AT_THE_END = names_about(Player, PlayerMatter.PERSON, PlayerMatter.RATING, PlayerMatter.COURSE)


class Registered(NamedTuple):
    """A player, and the line of the list with their name; 0 if it is on no list."""

    player: Player
    line: int


class Register:
    """Players indexed by name and FIDE ID: to compare every newcomer with everybody would take minutes."""

    def __init__(self, players: Iterable[Player] = ()) -> None:
        self._found: defaultdict[str, list[Registered]] = defaultdict(list)
        for player in players:
            self.add(player)

    @staticmethod
    def _keys(player: Player) -> list[str]:
        # Players who share none of these are not the same person; for others Player.is_same_person decides.
        return [key for key in (player.fide_id, player.name.casefold()) if key]

    def add(self, player: Player, line: int = 0) -> None:
        """Enter a player."""
        for key in self._keys(player):
            self._found[key].append(Registered(player, line))

    def _near(self, player: Player) -> Iterator[Registered]:
        return (found for key in self._keys(player) for found in self._found.get(key, ()))

    def entry_of(self, player: Player) -> Registered | None:
        """The entry with the player's FIDE ID, or name and day of birth; None if there is none."""
        return next((found for found in self._near(player) if player.is_same_entry(found.player)), None)

    def twin_of(self, player: Player) -> Registered | None:
        """The entry of the same person; None if there is none."""
        return next((found for found in self._near(player) if player.is_same_person(found.player)), None)


class Prohibition(models.Model):
    """A group of players no two of whom may be paired: announced before round 1 (C.05 5.2), then fixed."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="prohibitions")
    players = models.ManyToManyField(Player, through="Prohibition_players", related_name="prohibitions")
    first_round = models.PositiveSmallIntegerField(
        _("from round"), default=1, validators=[MinValueValidator(1)]
    )
    # Null if it applies until the end.
    last_round = models.PositiveSmallIntegerField(_("to round"), null=True, blank=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(
                name="prohibition_rounds_in_order",
                condition=Q(first_round__gte=1)
                & (Q(last_round__isnull=True) | Q(last_round__gte=F("first_round"))),
            ),
        )

    def __str__(self) -> str:
        return f"{self.tournament}: {self.first_round}–{self.last_round or ''}"


# The name of the class is that of its section in backups.
class Prohibition_players(models.Model):  # noqa: N801
    """A player of such a group."""

    prohibition = models.ForeignKey(Prohibition, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")

    class Meta:
        # As Django itself makes it for such a table: the table was there before this class.
        unique_together = ("prohibition", "player")

    def __str__(self) -> str:
        return f"{self.prohibition}: {self.player}"


class TwoPeople(models.Model):
    """Two players who are two people, an arbiter says, however alike their entries are."""

    one = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = (models.UniqueConstraint(fields=("one", "other"), name="two_people_once"),)

    def __str__(self) -> str:
        return f"{self.one} – {self.other}"


class Category(models.Model):
    """A category of one tournament. Who belongs to it follows from the players' data."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="categories")
    name = LineField(_("name"), max_length=30)
    sex = models.CharField(_("sex"), max_length=1, choices=Player.Sex, blank=True)
    under_age = models.PositiveSmallIntegerField(
        _("under the age of"), null=True, blank=True, validators=[MinValueValidator(4), MaxValueValidator(99)]
    )
    from_age = models.PositiveSmallIntegerField(
        _("from the age of"), null=True, blank=True, validators=[MinValueValidator(4), MaxValueValidator(99)]
    )
    under_rating = models.PositiveSmallIntegerField(
        _("rating below"), null=True, blank=True, validators=A_RATING
    )
    from_rating = models.PositiveSmallIntegerField(
        _("rating from"), null=True, blank=True, validators=A_RATING
    )
    unrated = models.BooleanField(_("unrated players only"), default=False, db_default=False)
    club = LineField(_("club"), max_length=80, blank=True)
    federation = LineField(_("federation"), max_length=3, blank=True, validators=[A_FEDERATION])

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=("tournament", "name"), name="category_name_once"),
            models.CheckConstraint(name="category_has_a_name", condition=~models.Q(name="")),
        )

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """Require at least one condition, and conditions that a player can meet."""
        conditions = (self.sex, self.under_age, self.from_age, self.under_rating, self.from_rating)
        if not any((*conditions, self.unrated, self.club, self.federation)):
            raise ValidationError(_("Say who belongs to it: by age, rating, sex, club or federation."))
        if self.under_age and self.from_age and self.under_age < self.from_age:
            raise ValidationError({"from_age": _("No player can be that old and that young.")})
        if self.under_rating and self.from_rating and self.under_rating <= self.from_rating:
            raise ValidationError({"from_rating": _("Nobody has such a rating.")})
        if self.unrated and self.from_rating:
            raise ValidationError({"from_rating": _("An unrated player has no such rating.")})

    @property
    def asks_for_ratings(self) -> bool:
        """Whether it depends on ratings who belongs to it."""
        return self.unrated or bool(self.from_rating or self.under_rating)

    def holds(self, player: Player, year: int, *, estimated: bool = False) -> bool:
        """Whether the player belongs to it in an event of that year.

        Ages are counted as FIDE does: a player is under 18 if they do not reach 18 before the year begins,
        and from 65 if they reach 65 before it ends. A player without a rating is below every limit; so is one
        whose rating is `estimated`, except below limits that the estimate reaches. A player whose birth, sex,
        club or federation is not known belongs to no category that asks for it. The case of letters does not
        matter in the name of a club.
        """
        born = int(player.birth_year) if player.birth else None
        strength, rating = player.rating or 0, 0 if estimated else player.rating or 0
        return (
            (not self.sex or player.sex == self.sex)
            and (self.under_age is None or (born is not None and year - born <= self.under_age))
            and (self.from_age is None or (born is not None and year - born >= self.from_age))
            and (self.under_rating is None or strength < self.under_rating)
            and (self.from_rating is None or rating >= self.from_rating)
            and not (self.unrated and rating)
            and (not self.club or player.club.casefold() == self.club.casefold())
            and (not self.federation or player.federation == self.federation)
        )
