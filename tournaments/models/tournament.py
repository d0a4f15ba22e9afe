"""The event: its regulations, its festival, its arbiters, and where its records are."""

from __future__ import annotations

import re
from collections.abc import Collection
from enum import Enum
from typing import ClassVar, Self

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournaments.models.fields import (
    A_FEDERATION,
    A_TIME_CONTROL,
    FEDERATIONS,
    MOST_ROUNDS,
    UP_TO_ALL_ROUNDS,
    LineField,
    about,
    here,
    names_about,
)


class EventQuerySet[T: models.Model](models.QuerySet[T]):
    """Events, filtered by whether they are removed or set aside."""

    def active(self) -> Self:
        """The events that are not removed."""
        return self.filter(removed_at=None)

    def listed(self) -> Self:
        """The events that lists show: neither removed nor set aside."""
        return self.active().filter(set_aside_for="")


MOST_BOARDS = 20

CONDITIONS = (
    models.CheckConstraint(
        name="tournament_ended_after",
        condition=Q(ended_after__isnull=True) | Q(ended_after__gte=1, ended_after__lt=F("number_of_rounds")),
    ),
    models.CheckConstraint(
        name="tournament_has_rounds",
        condition=Q(number_of_rounds__gte=1) & Q(number_of_rounds__lte=MOST_ROUNDS),
    ),
    models.CheckConstraint(name="tournament_initial_colour", condition=Q(initial_colour__in=["", "w", "b"])),
    models.CheckConstraint(
        name="tournament_ends_after_it_starts",
        condition=Q(start_date__isnull=True) | Q(end_date__isnull=True) | Q(end_date__gte=F("start_date")),
    ),
    # C.04.1 c and common sense: two draws are not worth more than a win and a loss, the
    # bye not more than a win.
    models.CheckConstraint(
        name="tournament_scoring_is_sane",
        condition=Q(points_win__gt=F("points_loss"))
        & Q(points_draw__gte=F("points_loss"))
        & Q(points_win__gte=F("points_draw"))
        & Q(points_win__gte=F("points_draw") * 2 - F("points_loss"))
        & Q(points_pab__lte=F("points_win")),
    ),
    models.CheckConstraint(
        name="tournament_language",
        condition=Q(language__in=["", *(code for code, _name in settings.LANGUAGES)]),
    ),
    models.CheckConstraint(
        name="tournament_tie_break_text",
        condition=Q(tie_break_text__in=["2026", "2024"])
        & Q(tie_break_rating__in=["first", "present", "each"]),
    ),
    models.CheckConstraint(name="tournament_has_an_edition", condition=~Q(edition="")),
    models.CheckConstraint(
        name="tournament_boards",
        condition=Q(boards__isnull=True) | Q(boards__gte=2, boards__lte=MOST_BOARDS),
    ),
    # Only events of teams set either; and game points are not accelerated (C.04.7 1.4.4).
    models.CheckConstraint(
        name="tournament_scores_of_teams",
        condition=Q(team_scores="MP_GP", colour_type="A", boards__isnull=True)
        | Q(team_scores__in=["MP_GP", "MP"], colour_type__in=["A", "B", "none"], boards__isnull=False)
        | Q(team_scores__in=["GP_MP", "GP"], colour_type__in=["A", "B", "none"], boards__isnull=False)
        & ~Q(acceleration__in=["baku", "declared"]),
    ),
    models.CheckConstraint(
        name="tournament_championship",
        condition=Q(championship__in=["", "national", "national-team", "zonal", "team", "world-cup"]),
    ),
    models.CheckConstraint(
        name="tournament_initial_order",
        condition=Q(rating_kind__in=["standard", "rapid", "blitz"])
        & Q(rating_method__in=["FIDE", "NRO", "FIDON", "NIDOF", "HBFN", "LBFN", "OTHER"])
        & Q(among_equals__in=["name", "birth", "fide_id", "lot"]),
    ),
    models.CheckConstraint(
        name="tournament_fide_mode",
        condition=Q(fide_mode_left_at__isnull=True, fide_mode_left_in__isnull=True)
        # A CHECK lets NULL pass, so the round needs a condition of its own.
        | Q(
            fide_mode_left_at__isnull=False,
            fide_mode_left_in__isnull=False,
            fide_mode_left_in__gte=1,
        ),
    ),
    # C.04.7: a win is worth two draws, a loss nothing.
    models.CheckConstraint(
        name="tournament_acceleration",
        condition=Q(acceleration__in=["none", "given"], virtual_groups="")
        | Q(acceleration="declared") & ~Q(virtual_groups="")
        | Q(acceleration="baku", points_win=F("points_draw") * 2, points_loss=0, virtual_groups=""),
    ),
)


LONGEST = 30  # days


class Matter(Enum):
    """What a column of an event is about; `fields.here` is for those that stay on this machine."""

    SYSTEM = "how many rounds there are, and by which rules they are paired"
    OWN_TABLE = "the organiser's own table of pairings"
    ACCELERATION = "virtual points"
    COLOUR = "the initial colour"
    POINTS = "what results and byes are worth, in tenths of a point"
    RATINGS = "which rating of a player counts"
    EQUALS = "what ranks players of equal rating and title"
    TIE_BREAKS = "what decides among equal points"
    GAMES = "what is played (Laws of Chess, Guidelines II)"
    TEAMS = "boards, scores and colours of teams"
    END = "when it ended, if that was early"
    DAYS = "its days"
    LOTS = "the seeds of lots"
    PLACE = "what it is called, where it is played and with how much time"
    CONDITIONS = "what norms, deadlines and pages depend on, but no pairing and no standings"
    LISTS = "the rating lists that it is compared with"
    COURSE = "what has happened, each by an act of its own"
    COPY = "what each copy of the event has for itself: its address and its revision"


# The regulations for pairings, fixed once round 1 is paired (C.04.1 a, C.04.2 A.3; 2026 1 and 1.3), and those
# for the standings, announced before the start (C.07 4.1).
BINDING = (
    *(Matter.SYSTEM, Matter.OWN_TABLE, Matter.ACCELERATION, Matter.COLOUR, Matter.POINTS, Matter.RATINGS),
    *(Matter.EQUALS, Matter.TIE_BREAKS, Matter.GAMES, Matter.TEAMS),
)
# Regulations, and what else the final standings and prizes follow from, in the order in which the end of the
# event states them.
AT_THE_END = (*BINDING, Matter.END, Matter.DAYS, Matter.LOTS)


class Tournament(models.Model):
    """One event with the regulations that are fixed before round 1 is paired."""

    class Acceleration(models.TextChoices):
        """Where the virtual points of the first rounds come from."""

        NONE = "none", _("none")
        BAKU = "baku", _("Baku")
        DECLARED = "declared", _("by declared virtual points")
        GIVEN = "given", _("by the virtual points of the imported file")

    class InitialColour(models.TextChoices):
        """The colour that the top seed's parity receives (C.04.3 E)."""

        WHITE = "w", _("White")
        BLACK = "b", _("Black")

    class ColourOrigin(models.TextChoices):
        """How the initial colour came about."""

        LOT = "lot", _("drawn by lot")
        SET = "set", _("set by the arbiter")
        IMPORTED = "imported", _("taken from the imported file")

    class RatingKind(models.TextChoices):
        """Which of FIDE's ratings the event uses."""

        STANDARD = "standard", _("standard")
        RAPID = "rapid", _("rapid, else standard")
        BLITZ = "blitz", _("blitz, else standard")

    class RatingMethod(models.TextChoices):
        """Which rating counts, under the names of TRF26 (record 172)."""

        FIDE = "FIDE", _("FIDE’s rating")
        NRO = "NRO", _("the national rating")
        FIDON = "FIDON", _("FIDE’s rating, else the national one")
        NIDOF = "NIDOF", _("the national rating, else FIDE’s")
        HBFN = "HBFN", _("the higher of both")
        LBFN = "LBFN", _("the lower of both")
        OTHER = "OTHER", _("what the arbiters enter, or a sequence of lists")

    class AmongEquals(models.TextChoices):
        """What ranks players with the same rating and title (C.04.2 B.2 c, 2026: 2.2)."""

        NAME = "name", _("alphabetical")
        BIRTH = "birth", _("the older player")
        FIDE_ID = "fide_id", _("the lower FIDE ID")
        LOT = "lot", _("by lot")

    class Championship(models.TextChoices):
        """Events for which B.01 has exceptions."""

        NATIONAL = "national", _("final of a national championship (1.4.3a)")
        NATIONAL_TEAM = "national-team", _("national team championship (1.4.3b)")
        ZONAL = "zonal", _("zonal or sub-zonal (1.4.3c)")
        TEAM = "team", _("world or continental championship of teams or clubs (1.4.1b)")
        WORLD_CUP = "world-cup", _("World Cup (1.4.1b)")

    class TieBreakText(models.TextChoices):
        """The text of C.07 by which tie-breaks are computed."""

        MARCH_2026 = "2026", _("C.07 of March 2026")
        AUGUST_2024 = "2024", _("C.07 of August 2024")

    class TieBreakRating(models.TextChoices):
        """Which rating tie-breaks use for players who have had several in a long event (C.07 10)."""

        FIRST = "first", _("the one at the start of the event")
        PRESENT = "present", _("the present one")
        EACH = "each", _("the one of each round")

    class ColourType(models.TextChoices):
        """Which colour preferences teams have (C.04.6 1.7)."""

        TYPE_A = "A", _("type A (simple preferences)")
        TYPE_B = "B", _("type B (strong and mild preferences)")
        NONE = "none", _("none")

    class TeamScores(models.TextChoices):
        """The score by which teams are paired and ranked, and the second one, for colours (C.04.6 1.2).

        Under the names of record 192 of TRF26.
        """

        MATCH_POINTS = "MP_GP", _("match points, and game points for colours")
        GAME_POINTS = "GP_MP", _("game points, and match points for colours")
        MATCH_POINTS_ALONE = "MP", _("match points alone")
        GAME_POINTS_ALONE = "GP", _("game points alone")

    BINDING: ClassVar[tuple[str, ...]]
    AT_THE_END: ClassVar[tuple[str, ...]]

    slug = about(Matter.COPY, models.SlugField(_("address"), max_length=60, unique=True))
    name = about(Matter.PLACE, LineField(_("name"), max_length=120))
    city = about(Matter.PLACE, LineField(_("city"), max_length=80, blank=True))
    federation = about(
        Matter.PLACE, LineField(_("federation"), max_length=3, blank=True, validators=[A_FEDERATION])
    )
    start_date = about(Matter.DAYS, models.DateField(_("first day"), null=True, blank=True))
    end_date = about(Matter.DAYS, models.DateField(_("last day"), null=True, blank=True))
    time_control = about(Matter.PLACE, LineField(_("time control"), max_length=120, blank=True))
    time_control_code = about(
        Matter.PLACE,
        LineField(_("code of the time control"), max_length=60, blank=True, validators=[A_TIME_CONTROL]),
    )
    number_of_rounds = about(
        Matter.SYSTEM,
        models.PositiveSmallIntegerField(_("rounds"), validators=[MinValueValidator(1), UP_TO_ALL_ROUNDS]),
    )
    # The code of one of the editions that the rule book lists (tournaments.rulebook, checks).
    edition = about(Matter.SYSTEM, models.CharField(_("pairing rules"), max_length=30))
    initial_colour = about(
        Matter.COLOUR, models.CharField(_("initial colour"), max_length=1, choices=InitialColour, blank=True)
    )
    colour_origin = about(Matter.COLOUR, models.CharField(max_length=10, choices=ColourOrigin, blank=True))
    # Tenths of a point.
    points_win = about(Matter.POINTS, models.PositiveSmallIntegerField(_("points for a win"), default=10))
    points_draw = about(Matter.POINTS, models.PositiveSmallIntegerField(_("points for a draw"), default=5))
    points_loss = about(Matter.POINTS, models.PositiveSmallIntegerField(_("points for a loss"), default=0))
    points_pab = about(
        Matter.POINTS, models.PositiveSmallIntegerField(_("the pairing-allocated bye is worth"), default=10)
    )
    acceleration = about(
        Matter.ACCELERATION,
        models.CharField(_("acceleration"), max_length=10, choices=Acceleration, default=Acceleration.NONE),
    )
    # The declared virtual points, one group per line: rounds, pairing numbers, points.
    virtual_groups = about(
        Matter.ACCELERATION,
        models.TextField(_("virtual points"), max_length=2000, blank=True, default="", db_default=""),
    )
    # The organiser's own table of pairings, one round per line; "" for the usual one.
    own_table = about(
        Matter.OWN_TABLE,
        models.TextField(_("own table"), max_length=4000, blank=True, default="", db_default=""),
    )
    # In events of teams: how many boards a match has. Null if all players play for themselves.
    boards = about(
        Matter.TEAMS,
        models.PositiveSmallIntegerField(
            _("boards of a match"),
            null=True,
            blank=True,
            validators=[MinValueValidator(2), MaxValueValidator(MOST_BOARDS)],
        ),
    )
    team_scores = about(
        Matter.TEAMS,
        models.CharField(
            _("paired and ranked by"),
            max_length=5,
            choices=TeamScores,
            default=TeamScores.MATCH_POINTS,
            db_default=TeamScores.MATCH_POINTS.value,
        ),
    )
    colour_type = about(
        Matter.TEAMS,
        models.CharField(
            _("colour preferences of teams"),
            max_length=4,
            choices=ColourType,
            default=ColourType.TYPE_A,
            db_default=ColourType.TYPE_A.value,
        ),
    )
    # Each round begins from a position that is drawn for it; no game is rated by FIDE.
    chess960 = about(Matter.GAMES, models.BooleanField(_("Chess960"), default=False, db_default=False))
    # Minutes after a round's results are out in which errors are to be reported (C.04.2 D.8, 2026 4.3).
    correction_minutes = about(
        Matter.CONDITIONS,
        models.PositiveSmallIntegerField(
            _("minutes to report an error"), null=True, blank=True, validators=[MaxValueValidator(10080)]
        ),
    )
    # What norms depend on (B.01 1.1.3, 1.4.1b, 1.4.3, 1.4.2a).
    minutes = about(
        Matter.CONDITIONS,
        models.PositiveSmallIntegerField(
            _("minutes for 60 moves"),
            null=True,
            blank=True,
            validators=[MinValueValidator(1), MaxValueValidator(999)],
        ),
    )
    championship = about(
        Matter.CONDITIONS,
        models.CharField(
            _("kind of championship"), max_length=13, choices=Championship, blank=True, default=""
        ),
    )
    no_members = about(
        Matter.CONDITIONS,
        LineField(
            _("federations that are no members of FIDE"),
            max_length=60,
            blank=True,
            default="",
            validators=[FEDERATIONS],
        ),
    )
    # How the strength of the players is measured and the initial order made (C.04.2 B, 2026: 2.1, 2.2).
    rating_kind = about(
        Matter.RATINGS,
        models.CharField(_("ratings"), max_length=8, choices=RatingKind, default=RatingKind.STANDARD),
    )
    rating_method = about(
        Matter.RATINGS,
        models.CharField(
            _("which rating counts"), max_length=5, choices=RatingMethod, default=RatingMethod.FIDE
        ),
    )
    among_equals = about(
        Matter.EQUALS,
        models.CharField(
            _("players of equal rating and title"),
            max_length=7,
            choices=AmongEquals,
            default=AmongEquals.NAME,
        ),
    )
    # What decides among players with equal points: the rule book's codes of tie-breaks as in record 202, the
    # most important first, with commas between them (C.07 4.2).
    tie_breaks = about(
        Matter.TIE_BREAKS,
        models.CharField(
            _("tie-breaks"), max_length=200, blank=True, default="BH/C1,BH,SB", db_default="BH/C1,BH,SB"
        ),
    )
    tie_break_text = about(
        Matter.TIE_BREAKS,
        models.CharField(
            _("text of the tie-breaks"),
            max_length=4,
            choices=TieBreakText,
            default=TieBreakText.MARCH_2026,
            db_default=TieBreakText.MARCH_2026.value,
        ),
    )
    tie_break_rating = about(
        Matter.TIE_BREAKS,
        models.CharField(
            _("rating in tie-breaks"),
            max_length=7,
            choices=TieBreakRating,
            default=TieBreakRating.FIRST,
            db_default=TieBreakRating.FIRST.value,
        ),
    )
    # The first day of the month whose lists count; null: what the regulations say (selectors.event_lists).
    list_month = about(Matter.LISTS, models.DateField(_("rating list"), null=True, blank=True))
    # With OTHER: the kinds of ratings to look at, in this order; "" for what the arbiters enter.
    rating_sequence = about(
        Matter.RATINGS,
        models.CharField(_("sequence of lists"), max_length=40, blank=True, default="", db_default=""),
    )
    highest_counts = about(
        Matter.RATINGS,
        models.BooleanField(_("the highest rating of the sequence counts"), default=False, db_default=False),
    )
    # The national list to use; "" for the only one that there is.
    national_list = about(
        Matter.LISTS, LineField(_("national list"), max_length=40, blank=True, default="", db_default="")
    )
    compares_ratings = about(
        Matter.LISTS,
        models.BooleanField(_("compared after each new rating list"), default=True, db_default=True),
    )
    # The seed of the lots among equals (C.07 4.2); "" until they are drawn, once.
    lot_seed = about(
        Matter.LOTS, models.CharField(max_length=32, blank=True, default="", db_default="", editable=False)
    )
    # The seed from which the pairing numbers of a round robin were drawn (C.05 Annexes 1, 2); "" until they
    # are, and if they were given by hand.
    number_seed = about(
        Matter.LOTS, models.CharField(max_length=32, blank=True, default="", db_default="", editable=False)
    )
    # The language of the event's pages and printouts for readers who chose none (tournaments.web.requests).
    language = about(
        Matter.CONDITIONS,
        models.CharField(
            _("language"),
            max_length=2,
            choices=[("", _("what each visitor’s browser asks for")), *settings.LANGUAGES],
            blank=True,
            default="",
        ),
    )
    # From then on only players who have been seen, or whom the arbiter expects, are paired (C.04.2 C.1).
    check_in_at = about(Matter.COURSE, models.DateTimeField(_("check-in"), null=True, blank=True))
    # The list of participants is closed: its pairing numbers are definitive (C.04.2 C.3, 2026: 2.5).
    list_closed_at = about(Matter.COURSE, models.DateTimeField(_("list closed"), null=True, blank=True))
    # When FIDE mode was left, and in which round; null while it holds. There is no way back.
    fide_mode_left_at = about(Matter.COURSE, models.DateTimeField(null=True, blank=True, editable=False))
    fide_mode_left_in = about(
        Matter.COURSE, models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    )
    # Raised by every act, so that readers can tell that what they have is out of date.
    revision = about(Matter.COPY, models.PositiveIntegerField(default=0))
    # The revision of the last act that the public may know of; drafts and coming byes are not public.
    public_revision = about(Matter.COPY, models.PositiveIntegerField(default=0))
    finished_at = about(Matter.COURSE, models.DateTimeField(null=True, blank=True))
    # The round after which it ended, if that was before the last one announced: the rounds after it are not
    # played, and `number_of_rounds` stays what was announced.
    ended_after = about(Matter.END, models.PositiveSmallIntegerField(null=True, blank=True, editable=False))
    # Since when the event continues on another machine, and nothing of it changes here.
    handed_over_at = here(models.DateTimeField(null=True, blank=True, editable=False))
    # The address of the event that came back and continues here; this row is the event as it was before.
    set_aside_for = here(
        models.CharField(max_length=60, blank=True, default="", db_default="", editable=False)
    )
    # Since when it is in the archive, read-only; and since when it is removed, and shown only to people who
    # may bring it back.
    archived_at = here(models.DateTimeField(null=True, blank=True, editable=False))
    removed_at = here(models.DateTimeField(null=True, blank=True, editable=False))
    created_at = about(Matter.COURSE, models.DateTimeField(auto_now_add=True))
    # Taken from the form that made it: the same form sent twice makes one tournament.
    nonce = here(models.UUIDField(null=True, blank=True, unique=True, editable=False))
    arbiters = models.ManyToManyField(
        settings.AUTH_USER_MODEL, through="Membership", related_name="tournaments"
    )

    objects = EventQuerySet["Tournament"].as_manager()

    class Meta:
        ordering = (F("start_date").desc(nulls_last=True), "name")
        constraints = CONDITIONS

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The public page of the event."""
        return reverse("event", args=[self.slug])

    def validate_constraints(self, exclude: Collection[str] | None = None) -> None:
        """Ask the database about all conditions at once, and one by one only to find which are broken.

        Raises ValidationError, as Django does, which asks one by one.
        """
        left_out = set(exclude or ())
        conditions = [Q(c.condition) for c in self._meta.constraints if isinstance(c, models.CheckConstraint)]
        asked = [condition for condition in conditions if not condition.referenced_base_fields & left_out]
        try:
            models.CheckConstraint(condition=Q(*asked), name="all").validate(type(self), self, left_out)
        except ValidationError:
            super().validate_constraints(exclude=left_out)

    @property
    def tie_break_codes(self) -> tuple[str, ...]:
        """The codes of the tie-breaks, the most important first."""
        return tuple(filter(None, self.tie_breaks.split(",")))

    @property
    def by_game_points(self) -> bool:
        """Whether teams are paired and ranked by game points."""
        return self.team_scores.startswith("GP")

    @property
    def is_finished(self) -> bool:
        """Whether the arbiters have closed the event."""
        return self.finished_at is not None

    @property
    def last_round(self) -> int:
        """The number of the last round that counts: that after which it ended, or the last one announced."""
        return self.number_of_rounds if self.ended_after is None else self.ended_after

    @property
    def is_elsewhere(self) -> bool:
        """Whether it continues on another machine or at another address: nothing of it changes here."""
        return self.handed_over_at is not None

    @property
    def is_archived(self) -> bool:
        """Whether it is in the archive: everybody may read it, and nothing of it changes."""
        return self.archived_at is not None

    @property
    def is_removed(self) -> bool:
        """Whether it is removed: its owners and the server's administrators may still bring it back."""
        return self.removed_at is not None

    @property
    def is_long(self) -> bool:
        """Whether it lasts more than 30 days: each game is then rated by the list of its day (B.02)."""
        first, last = self.start_date, self.end_date
        return first is not None and last is not None and (last - first).days > LONGEST

    @property
    def in_fide_mode(self) -> bool:
        """Whether the program refuses what FIDE's regulations prohibit: until the event leaves FIDE mode."""
        return self.fide_mode_left_at is None


Tournament.BINDING = tuple(name for matter in BINDING for name in names_about(Tournament, matter))
Tournament.AT_THE_END = tuple(name for matter in AT_THE_END for name in names_about(Tournament, matter))


class Festival(models.Model):
    """A festival, of which events are parts. It holds none of their data and decides nothing in them."""

    slug = models.SlugField(_("address"), max_length=60, unique=True)
    name = LineField(_("name"), max_length=120)
    # The account that puts events into it.
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="festivals")

    class Meta:
        ordering = ("name", "pk")

    def __str__(self) -> str:
        return self.name


@here
class Part(models.Model):
    """An event in a festival, with its name there: Group A."""

    festival = models.ForeignKey(Festival, on_delete=models.PROTECT, related_name="parts")
    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="part")
    label = LineField(_("name within the festival"), max_length=40)

    class Meta:
        ordering = ("label", "pk")

    def __str__(self) -> str:
        return self.label


CHIEF = 1


class Arbiter(models.Model):
    """The chief arbiter (record 102 of a report) or one of the deputies (112, a line each)."""

    class Title(models.TextChoices):
        """The titles that FIDE and the federations give to arbiters."""

        INTERNATIONAL = "IA", _("International Arbiter")
        FIDE = "FA", _("FIDE Arbiter")
        NATIONAL = "NA", _("National Arbiter")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="named_arbiters")
    # The chief arbiter's is 1, the deputies follow in their order.
    place = models.PositiveSmallIntegerField()
    title = models.CharField(_("title"), max_length=2, choices=Title, blank=True)
    name = LineField(_("name"), max_length=200)
    fide_id = models.CharField(
        _("FIDE ID"),
        max_length=11,
        blank=True,
        validators=[RegexValidator(r"^[0-9]+$", _("Expected digits only."))],
    )

    class Meta:
        ordering = ("place",)
        constraints = (
            models.UniqueConstraint(fields=("tournament", "place"), name="arbiter_place_once"),
            models.CheckConstraint(name="arbiter_place_positive", condition=Q(place__gte=1)),
            models.CheckConstraint(name="arbiter_has_a_name", condition=~Q(name="")),
        )

    def __str__(self) -> str:
        """As reports write it: `IA Grant, Iain (2400001)`."""
        return " ".join(filter(None, (self.title, self.name, self.fide_id and f"({self.fide_id})")))

    @property
    def is_chief(self) -> bool:
        """Whether this is the chief arbiter."""
        return self.place == CHIEF

    @classmethod
    def from_line(cls, text: str) -> Arbiter:
        """The arbiter whom a line of a report names; everything but title and FIDE ID is the name."""
        words = re.fullmatch(r"(?:(IA|FA|NA) )?(\S|\S.*?\S)(?: \(([0-9]{1,11})\))?", text.strip())
        title, name, fide_id = words.groups("") if words else ("", text.strip(), "")
        return cls(title=title, name=name[:200], fide_id=fide_id)


class OtherRecords(models.Model):
    """The records of a report file that this program does not read, one line each, just as in the file.

    They are written into every file for arbiters again. Columns matter in them, so nothing is tidied.
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="other_records")
    text = models.TextField(blank=True)

    def __str__(self) -> str:
        return f"{self.tournament}: {len(self.lines)}"

    @property
    def lines(self) -> list[str]:
        """The records."""
        return self.text.split("\n") if self.text else []
