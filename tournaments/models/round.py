"""Rounds, their boards and teams, and what was decided or corrected about them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import ClassVar

from django.conf import settings
from django.contrib.auth.models import User
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.models.fields import (
    A_FEDERATION,
    A_FIDE_ID,
    A_RATING,
    LineField,
    LinesField,
    about,
    here,
    names_about,
)
from tournaments.models.log import AuditEvent
from tournaments.models.people import Helper
from tournaments.models.player import Player, PlayerMatter, require_birth
from tournaments.models.tournament import MOST_BOARDS, Tournament
from tournaments.texts import as_text, game_points

# Record 132 of a report writes years in two digits: 70 to 99 are those of the last century.
FIRST_DAY, LAST_DAY = date(1970, 1, 1), date(2069, 12, 31)

# The start positions of Chess960 are numbered from 0.
LAST_POSITION = 959


class Round(models.Model):
    """One round. A draft is private and may be thrown away; a published round is locked (C.04.2 D.10)."""

    class State(models.TextChoices):
        """A round only moves forward, unless a draft is thrown away or the edition allows a withdrawal."""

        PLANNED = "planned", _("planned")
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("published")
        FINISHED = "finished", _("finished")

    LOCKED = (State.PUBLISHED, State.FINISHED)

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.PLANNED)
    # When it is to be played, by the clock of the hall (settings.TIME_ZONE). The time may still be unknown.
    day = models.DateField(
        _("day"),
        null=True,
        blank=True,
        validators=[MinValueValidator(FIRST_DAY), MaxValueValidator(LAST_DAY)],
    )
    time = models.TimeField(_("time"), null=True, blank=True)
    # Of what the draft was computed from; once the present one differs, the draft is out of date.
    fingerprint = here(models.CharField(max_length=64, blank=True))
    drafted_at = models.DateTimeField(null=True, blank=True)
    published_at = models.DateTimeField(null=True, blank=True)
    published_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    # Paired elsewhere and imported as it was; False for a round that was paired here.
    imported = models.BooleanField(default=False)
    # While it is being paired by hand: its rows as they were when that began, in the form that
    # tournaments.log.services reads. Null outside of that phase.
    by_hand_from = models.JSONField(null=True, blank=True, editable=False)
    # Why a published pairing was withdrawn: one of the grounds that the edition allows, and the arbiter's
    # words.
    repair_ground = models.CharField(max_length=20, blank=True)
    repair_reason = LinesField(blank=True)
    # When the last result came in, which published the results of the round (C.04.2 D.7, 2026 4.2).
    results_at = models.DateTimeField(null=True, blank=True)
    # Until when errors are to be reported, if not for the event's usual time after that (D.8, 2026 4.3).
    correction_deadline = models.DateTimeField(null=True, blank=True)

    # In Chess960: the number of the position that was drawn for all its boards; null until then.
    start_position = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.CheckConstraint(
                name="round_start_position",
                condition=Q(start_position__isnull=True)
                | Q(start_position__gte=0, start_position__lte=LAST_POSITION),
            ),
            models.UniqueConstraint(fields=("tournament", "number"), name="round_number_once"),
            models.CheckConstraint(name="round_number_positive", condition=Q(number__gte=1)),
            models.CheckConstraint(
                name="round_state", condition=Q(state__in=["planned", "draft", "published", "finished"])
            ),
            models.CheckConstraint(
                name="round_published_has_time",
                condition=Q(state__in=["planned", "draft"]) | Q(published_at__isnull=False),
            ),
            models.CheckConstraint(
                name="round_by_hand_is_a_draft", condition=Q(by_hand_from__isnull=True) | Q(state="draft")
            ),
            models.CheckConstraint(
                name="round_time_has_a_day",
                condition=Q(time__isnull=True) | Q(day__isnull=False),
                violation_error_message=_("Expected a day for this time."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.tournament} {self.number}"

    def get_absolute_url(self) -> str:
        """The public pairing list."""
        return reverse("round", args=[self.tournament.slug, self.number])

    @property
    def is_draft(self) -> bool:
        """Whether only arbiters may see it."""
        return self.state == self.State.DRAFT

    @property
    def is_by_hand(self) -> bool:
        """Whether it is being paired by hand now: its boards come and go, and nothing else touches them."""
        return self.by_hand_from is not None

    @property
    def is_public(self) -> bool:
        """Whether it has been published, and so is locked."""
        return self.state in self.LOCKED

    @property
    def starts_at(self) -> datetime | None:
        """When it is to begin; None while its day or its time is not known. Nothing waits for it."""
        if self.day is None or self.time is None:
            return None
        return timezone.make_aware(datetime.combine(self.day, self.time))

    @property
    def deadline(self) -> datetime | None:
        """Until when errors are to be reported (C.04.2 D.8, 2026 4.3); None while no time is fixed."""
        minutes = self.tournament.correction_minutes
        if self.correction_deadline or self.results_at is None or minutes is None:
            return self.correction_deadline
        return self.results_at + timedelta(minutes=minutes)

    @property
    def deadline_is_over(self) -> bool:
        """Whether errors of the round are reported too late to claim the next pairing."""
        return self.results_at is not None and self.deadline is not None and self.deadline <= timezone.now()

    @property
    def deadline_runs(self) -> bool:
        """Whether results are out, and errors can still be reported in time."""
        return self.results_at is not None and self.deadline is not None and not self.deadline_is_over

    @property
    def is_settled(self) -> bool:
        """Whether its results can no longer simply be overwritten, but are corrected."""
        return self.state == self.State.FINISHED or self.deadline_is_over


class Game(models.Model):
    """Two seats at a board, and the result. Publishing locks everything but the result."""

    class Result(models.TextChoices):
        """The results FIDE knows, White's score first; F marks a game that was not played."""

        NOT_YET = "", _("not yet")
        WHITE_WINS = "1-0", "1-0"
        DRAW = "1/2-1/2", "½-½"
        BLACK_WINS = "0-1", "0-1"
        WHITE_WINS_FORFEIT = "1F-0F", "+/-"
        BLACK_WINS_FORFEIT = "0F-1F", "-/+"
        BOTH_FORFEIT = "0F-0F", "-/-"
        HALF_ZERO = "1/2-0", "½-0"
        ZERO_HALF = "0-1/2", "0-½"
        BOTH_LOSE = "0-0", "0-0"
        # A draw for the pairing, and for nothing else (C.04.2 D.1, 2026 3.1).
        ADJOURNED = "adj", _("adjourned")

        @property
        def mirrored(self) -> Game.Result:
            """The same result after the two players change colours and keep their points."""
            return Game.Result("-".join(reversed(self.value.split("-"))))

    # The results with which neither the round nor the tournament is complete.
    OPEN = (Result.NOT_YET, Result.ADJOURNED)
    PLAYED = (
        Result.WHITE_WINS,
        Result.DRAW,
        Result.BLACK_WINS,
        Result.HALF_ZERO,
        Result.ZERO_HALF,
        Result.BOTH_LOSE,
        Result.ADJOURNED,
    )

    # The results of a game shorter than one move (TRF16 W, D, L), and what a form adds to such a result.
    MAY_BE_UNRATED = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
    UNRATED = " unrated"

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="games")
    # Assigned on publication, after the sort of C.04.2 D.9; a draft has no boards yet.
    board = models.PositiveSmallIntegerField(null=True, blank=True)
    result = models.CharField(max_length=8, choices=Result, blank=True, default=Result.NOT_YET)
    # False for a game shorter than one move: it counts, but not for rating (TRF16 W, D, L).
    rated = models.BooleanField(default=True)
    # In a team match: the results of its boards with commas between them, seen from the team with White on
    # board 1, with "" for a board still to come; "" before the first result, and in all other games.
    boards = models.CharField(max_length=160, blank=True, default="", db_default="")
    # What an imported file left open about a forfeited game: "-" its colours, "0" its opponents too, "."
    # nothing. One letter for each board of a match; "" for every game about which the file said all.
    left_open = models.CharField(max_length=MOST_BOARDS, blank=True, default="", db_default="")
    # Raised by every change of the result, so that nobody overwrites a newer one unawares.
    version = models.PositiveIntegerField(default=0)
    # The tournament's revision at the last change, for the page that asks what is new.
    changed_in = models.PositiveIntegerField(default=0)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    # The helper who entered it by a link, without an account.
    helper = models.ForeignKey(Helper, on_delete=models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ("round", "board", "pk")
        constraints = (
            models.UniqueConstraint(fields=("round", "board"), name="game_board_once"),
            models.CheckConstraint(
                name="game_board_positive", condition=Q(board__isnull=True) | Q(board__gte=1)
            ),
            models.CheckConstraint(
                name="game_entered_by_one",
                condition=Q(entered_by__isnull=True) | Q(helper__isnull=True),
            ),
            models.CheckConstraint(
                name="game_result_known",
                condition=Q(
                    result__in=[
                        "",
                        "1-0",
                        "1/2-1/2",
                        "0-1",
                        "1F-0F",
                        "0F-1F",
                        "0F-0F",
                        "1/2-0",
                        "0-1/2",
                        "0-0",
                        "adj",
                    ]
                ),
            ),
        )

    def __str__(self) -> str:
        return f"{self.round} · {self.board}"

    @property
    def who(self) -> User | Helper | None:
        """The account, or the helper by a link, that entered the result; None if there is none."""
        return self.helper or self.entered_by

    @property
    def entered(self) -> str:
        """The result as a form sends it."""
        return self.result if self.rated else f"{self.result}{self.UNRATED}"

    # Django does not replace a method that the model defines itself.
    def get_result_display(self) -> str:  # type: ignore[no-redef]
        """The result as pages show it; in a team match, the game points of both teams."""
        return self.in_print(self.result, self.boards)

    @classmethod
    def in_print(cls, result: str, boards: str) -> str:
        """A result with those of its boards, if any, as pages show it."""
        if result and boards:
            return "–".join(map(as_text, game_points(boards)))
        return str(cls.Result(result).label)

    @property
    def is_open(self) -> bool:
        """Whether its result is still to come."""
        return self.result in self.OPEN

    @property
    def is_adjourned(self) -> bool:
        """Whether it goes on later."""
        return self.result == self.Result.ADJOURNED

    @property
    def is_forfeit(self) -> bool:
        """Whether there is a result, but no game was played for it."""
        return bool(self.result) and self.result not in self.PLAYED


class Seat(models.Model):
    """Where one player is in one round: a board with a colour, or a bye with its kind."""

    class Kind(models.TextChoices):
        """A game, or why there is none."""

        GAME = "game", _("game")
        PAIRING_ALLOCATED_BYE = "pab", _("pairing-allocated bye")
        FULL_POINT_BYE = "full", _("full-point bye")
        HALF_POINT_BYE = "half", _("half-point bye")
        ZERO_POINT_BYE = "zero", _("zero-point bye")

    class Colour(models.TextChoices):
        """White or Black."""

        WHITE = "w", _("White")
        BLACK = "b", _("Black")

    # Byes that are asked for and given before the round is paired.
    REQUESTED = (Kind.FULL_POINT_BYE, Kind.HALF_POINT_BYE, Kind.ZERO_POINT_BYE)

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    kind = models.CharField(max_length=5, choices=Kind)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, blank=True, related_name="seats")
    colour = models.CharField(max_length=1, choices=Colour, null=True, blank=True)  # noqa: DJ001  null keeps byes out of "one White a game"

    class Meta:
        ordering = ("round", "player")
        constraints = (
            # No player has two seats in a round, so nobody plays against themselves either.
            models.UniqueConstraint(fields=("round", "player"), name="seat_once_a_round"),
            models.UniqueConstraint(fields=("game", "colour"), name="seat_colour_once_a_game"),
            models.UniqueConstraint(fields=("round",), name="seat_one_pab_a_round", condition=Q(kind="pab")),
            models.CheckConstraint(
                name="seat_game_or_bye",
                # A CHECK lets NULL pass, so the colour needs a condition of its own.
                condition=Q(kind="game", game__isnull=False, colour__isnull=False, colour__in=["w", "b"])
                | Q(kind__in=["pab", "full", "half", "zero"], game__isnull=True, colour__isnull=True),
            ),
        )

    def __str__(self) -> str:
        return f"{self.round}: {self.player} ({self.kind})"


class Correction(models.Model):
    """One corrected error of a published round (C.04.2 D.8; 2026: 4.3), or a late result (D.1; 3.1).

    The rows of the round say what happened, as far as it counts; a correction keeps what they said before,
    and the first pairing that may take it into account. So every earlier pairing can be computed again from
    what was known then. A correction that no pairing may take into account changes no row: only the rating
    report shows it.
    """

    class Kind(models.TextChoices):
        """What was wrong, or late."""

        RESULT = "result", gettext_lazy("the result was written down incorrectly")
        COLOURS = "colours", gettext_lazy("the game was played with the wrong colours")
        OPPONENTS = "opponents", gettext_lazy("the players sat down at the wrong boards")
        ADJOURNED = "adjourned", gettext_lazy("an adjourned game was finished")

    class Case(models.TextChoices):
        """The three cases of D.8 (2026: 4.3): when the error was reported."""

        NEXT = "next", gettext_lazy("for the standings and the next pairing")
        FOLLOWING = "following", gettext_lazy("for the standings and the pairing after the next")
        RATING = "rating", gettext_lazy("for the rating report only")

    # The kinds that exchange two players. Two boards keep their results; at one the players keep theirs.
    SEATING = (Kind.COLOURS, Kind.OPPONENTS)

    kind = models.CharField(max_length=10, choices=Kind)
    case = models.CharField(max_length=10, choices=Case)
    # The first round whose pairing may take it into account; beyond the last round only the standings do.
    counts_from = models.PositiveSmallIntegerField(null=True, blank=True)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="corrections")
    before = models.CharField(max_length=8, choices=Game.Result, blank=True)
    before_rated = models.BooleanField(default=True)
    after = models.CharField(max_length=8, choices=Game.Result, blank=True)
    after_rated = models.BooleanField(default=True)
    # In a team match: the results of its boards before and after (`Game.boards`).
    before_boards = models.CharField(max_length=160, blank=True, default="", db_default="")
    after_boards = models.CharField(max_length=160, blank=True, default="", db_default="")
    # The two players who exchange their places, and where each of them sat until then.
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    colour = models.CharField(max_length=1, choices=Seat.Colour, blank=True)
    other_player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    other_game = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    other_colour = models.CharField(max_length=1, choices=Seat.Colour, blank=True)
    # Written as False to exchange seats: the database then exchanges them and sets it to True
    # (`tournaments.guards.rounds`). Setting it to False again exchanges them back and deletes the row.
    done = models.BooleanField(default=True)
    # Its line in the trail, written before it: who, when and why.
    audit = models.OneToOneField(
        AuditEvent, on_delete=models.PROTECT, editable=False, related_name="correction"
    )

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(
                name="correction_counts_or_not",
                condition=Q(case="rating", counts_from__isnull=True)
                | Q(case__in=["next", "following"], counts_from__isnull=False),
            ),
            models.CheckConstraint(
                name="correction_result_or_seats",
                condition=Q(
                    kind__in=["result", "adjourned"],
                    after__in=["1-0", "1/2-1/2", "0-1", "1F-0F", "0F-1F", "0F-0F", "1/2-0", "0-1/2", "0-0"],
                    player__isnull=True,
                    other_player__isnull=True,
                    other_game__isnull=True,
                    done=True,
                )
                | (
                    Q(
                        kind__in=["colours", "opponents"],
                        before="",
                        after="",
                        player__isnull=False,
                        other_player__isnull=False,
                        other_game__isnull=False,
                        colour__in=["w", "b"],
                        other_colour__in=["w", "b"],
                    )
                    & ~Q(player=F("other_player"))
                ),
            ),
            models.CheckConstraint(
                name="correction_of_one_board_or_two",
                condition=Q(kind__in=["result", "adjourned"])
                | Q(kind="colours", other_game=F("game"))
                | (Q(kind="opponents") & ~Q(other_game=F("game"))),
            ),
        )

    def __str__(self) -> str:
        return f"{self.game}: {self.kind}"

    @property
    def in_words(self) -> str:
        """What was corrected, in a phrase."""
        match self.kind:
            case self.Kind.COLOURS:
                what = gettext("played with the other colours")
            case self.Kind.OPPONENTS:
                what = gettext("opponents other than paired")
            case self.Kind.ADJOURNED:
                what = gettext("adjourned, finished later")
            case _other:
                before = Game.in_print(self.before, self.before_boards)
                facts = {"before": before, "after": Game.in_print(self.after, self.after_boards)}
                what = gettext("%(before)s corrected to %(after)s") % facts
        if self.case == self.Case.RATING:
            return gettext("for the rating report only: %(what)s") % {"what": what}
        return what

    @property
    def games(self) -> Sequence[int]:
        """The keys of the games that it is about."""
        return [self.game_id] if self.other_game_id is None else [self.game_id, self.other_game_id]


class Decision(models.Model):
    """The player who goes on from a level match of a knock-out, and how that was decided.

    An arbiter enters it. It is not a game of the event: it only counts for who goes on. In a match of two
    games it belongs to the second one.
    """

    class How(models.TextChoices):
        """What was played or drawn after a level match."""

        RAPID = "rapid", _("rapid games")
        BLITZ = "blitz", _("blitz games")
        ARMAGEDDON = "armageddon", _("Armageddon game")
        LOT = "lot", _("lot")
        OTHER = "other", _("decided otherwise")

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="decision")
    # The player who goes on.
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    how = models.CharField(max_length=10, choices=How)
    # The score of the tie-break, as the arbiter writes it: 1½–½.
    score = models.CharField(max_length=20, blank=True)
    # Its line in the trail, written before it: who and when.
    audit = models.ForeignKey(AuditEvent, on_delete=models.PROTECT, editable=False, related_name="+")

    class Meta:
        constraints = (
            models.CheckConstraint(
                name="decision_how_known",
                condition=models.Q(how__in=["rapid", "blitz", "armageddon", "lot", "other"]),
            ),
        )

    def __str__(self) -> str:
        return f"{self.game}: {self.player}"

    @property
    def in_words(self) -> str:
        """How it was decided, as pages show it: `Armageddon game, 1–0`."""
        return ", ".join(filter(None, (str(self.How(self.how).label), self.score)))


class GivenValue(models.Model):
    """A player's value in a tie-break that no round yields; the chief arbiter enters it after the last."""

    class TieBreak(models.TextChoices):
        """The codes of these tie-breaks in the event's list."""

        PLAY_OFF = "OTHER_PO", _("place in the play-off")
        ELSEWHERE = "OTHER_VALUE", _("value computed elsewhere")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="given_values")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="given_values")
    tie_break = models.CharField(max_length=12, choices=TieBreak)
    # A place from 1, or hundredths of the value that was computed elsewhere.
    value = models.PositiveIntegerField(validators=[MaxValueValidator(9_999_999)])

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("player", "tie_break"), name="given_value_once"),
            models.CheckConstraint(
                name="given_value_of_a_tie_break",
                condition=Q(tie_break="OTHER_VALUE") | Q(tie_break="OTHER_PO", value__gte=1),
            ),
        )

    def __str__(self) -> str:
        return f"{self.player}: {self.tie_break} {self.value}"

    @property
    def written(self) -> str:
        """The value as it is typed: a place, or a number with its decimals."""
        if self.tie_break == self.TieBreak.PLAY_OFF:
            return str(self.value)
        whole, rest = divmod(self.value, 100)
        return f"{whole}.{rest:02}".rstrip("0") if rest else str(whole)


# The boards of a match, and as many reserves.
MOST_MEMBERS = 2 * MOST_BOARDS


class Member(models.Model):
    """One person of a team, with their place in its order: the boards first, then the reserves."""

    # The fields of each member in a team's list of members, which can be read back.
    ENTERED: ClassVar[tuple[str, ...]]

    team = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="members")
    # From 1. The order is announced, and is fixed once the team sits in a published round.
    place = models.PositiveSmallIntegerField()
    name = about(PlayerMatter.IDENTITY, LineField(_("name"), max_length=80))
    title = about(
        PlayerMatter.PERSON, models.CharField(_("title"), max_length=3, choices=Player.Title, blank=True)
    )
    # The rating that counts in the event (C.04.2 B.1; 2026: 2.1).
    rating = about(
        PlayerMatter.RATING,
        models.PositiveSmallIntegerField(_("rating"), null=True, blank=True, validators=A_RATING),
    )
    # FIDE's where another one counts, 0 for a member without it; null where FIDE's counts.
    uncounted_fide_rating = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    federation = about(
        PlayerMatter.PERSON, LineField(_("federation"), max_length=3, blank=True, validators=[A_FEDERATION])
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
    birth = about(
        PlayerMatter.IDENTITY, LineField(_("born"), max_length=10, blank=True, validators=[require_birth])
    )
    sex = about(PlayerMatter.PERSON, models.CharField(_("sex"), max_length=1, choices=Player.Sex, blank=True))

    class Meta:
        ordering = ("team", "place")
        constraints = (
            models.UniqueConstraint(fields=("team", "place"), name="member_place_once"),
            models.CheckConstraint(
                name="member_place", condition=Q(place__gte=1) & Q(place__lte=MOST_MEMBERS)
            ),
            models.CheckConstraint(name="member_has_a_name", condition=~Q(name="")),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def fide_rating(self) -> int | None:
        """FIDE's rating, whichever counts; None for a member without it."""
        return self.rating if self.uncounted_fide_rating is None else self.uncounted_fide_rating or None


Member.ENTERED = names_about(Member, PlayerMatter.IDENTITY, PlayerMatter.PERSON, PlayerMatter.RATING)


class LineUp(models.Model):
    """The member who plays for a team at one board of a match. Without any, the first of its order play."""

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="line_up")
    board = models.PositiveSmallIntegerField()
    # Null for a board that stays empty.
    member = models.ForeignKey(Member, on_delete=models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ("seat", "board")
        constraints = (
            models.UniqueConstraint(fields=("seat", "board"), name="line_up_board_once"),
            models.UniqueConstraint(fields=("seat", "member"), name="line_up_member_once"),
            models.CheckConstraint(
                name="line_up_board", condition=Q(board__gte=1) & Q(board__lte=MOST_BOARDS)
            ),
        )

    def __str__(self) -> str:
        return f"{self.seat}: {self.board}"
