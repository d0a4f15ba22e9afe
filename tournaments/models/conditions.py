"""The constraints that every tournament must meet in the database, whoever writes it."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from tournaments.models.fields import MOST_ROUNDS

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
