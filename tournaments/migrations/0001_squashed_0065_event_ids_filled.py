"""The tables as they stand after 0065_event_ids_filled.

The steps up to there are gone, so a database has all of them or none: `tournaments.releases`.
"""

import datetime
import uuid

import django.core.serializers.json
import django.core.validators
import django.db.models.deletion
import django.db.models.expressions
import django.utils.timezone
from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

import tournaments.models.outside
import tournaments.models.player
import tournaments.models.rating


def complete(_apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Make the keys and indexes that Django would make last, so that it records the steps in their transaction.

    It would record them one by one afterwards, and a database with some of them is as good as an old one.
    """
    while schema_editor.deferred_sql:
        schema_editor.execute(schema_editor.deferred_sql.pop(0))


class Migration(migrations.Migration):
    replaces = [
        ("tournaments", "0001_initial"),
        ("tournaments", "0002_regulations"),
        ("tournaments", "0003_roles"),
        ("tournaments", "0004_rating_lists"),
        ("tournaments", "0005_people"),
        ("tournaments", "0006_absences"),
        ("tournaments", "0007_integrity"),
        ("tournaments", "0008_registration"),
        ("tournaments", "0009_corrections"),
        ("tournaments", "0010_languages"),
        ("tournaments", "0011_missed_rounds"),
        ("tournaments", "0012_integrity_kinds"),
        ("tournaments", "0013_publications"),
        ("tournaments", "0014_lock"),
        ("tournaments", "0015_identity"),
        ("tournaments", "0016_schedule"),
        ("tournaments", "0017_acts"),
        ("tournaments", "0018_acts_of_notes"),
        ("tournaments", "0019_reasons_stand_once"),
        ("tournaments", "0020_tie_breaks"),
        ("tournaments", "0021_among_equals"),
        ("tournaments", "0022_other_records"),
        ("tournaments", "0024_prizes"),
        ("tournaments", "0026_coefficients"),
        ("tournaments", "0027_norms"),
        ("tournaments", "0028_event_lists"),
        ("tournaments", "0029_national_lists"),
        ("tournaments", "0030_restored_events"),
        ("tournaments", "0032_chess960"),
        ("tournaments", "0033_earlier_ratings"),
        ("tournaments", "0034_screens"),
        ("tournaments", "0036_round_robins"),
        ("tournaments", "0039_own_links"),
        ("tournaments", "0040_push_subscriptions"),
        ("tournaments", "0041_webhooks"),
        ("tournaments", "0049_german"),
        ("tournaments", "0050_told_round"),
        ("tournaments", "0053_teams"),
        ("tournaments", "0001_squashed_0053_teams"),
        ("tournaments", "0054_team_regulations"),
        ("tournaments", "0056_privacy"),
        ("tournaments", "0057_handed_over"),
        ("tournaments", "0058_server_administration"),
        ("tournaments", "0059_knock_out"),
        ("tournaments", "0060_own_tables"),
        ("tournaments", "0061_put_away"),
        ("tournaments", "0062_rating_of_each_round"),
        ("tournaments", "0063_screens_of_all_groups"),
        ("tournaments", "0064_event_ids"),
        ("tournaments", "0065_event_ids_filled"),
    ]

    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="Attempts",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=64, unique=True)),
                ("wrong", models.PositiveIntegerField(default=0)),
                ("last_at", models.DateTimeField(db_index=True)),
            ],
            options={
                "verbose_name_plural": "attempts",
            },
        ),
        migrations.CreateModel(
            name="ColumnMapping",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=40, unique=True, verbose_name="name of the list")),
                ("columns", models.JSONField()),
                ("changed_at", models.DateTimeField(auto_now=True)),
                (
                    "changed_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True), name="column_mapping_has_a_name"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Festival",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.SlugField(max_length=60, unique=True, verbose_name="address")),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="festivals",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("name", "pk"),
            },
        ),
        migrations.CreateModel(
            name="InstalledGuard",
            fields=[
                ("name", models.CharField(max_length=63, primary_key=True, serialize=False)),
                ("digest", models.CharField(max_length=64)),
            ],
        ),
        migrations.CreateModel(
            name="ListSource",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("address", models.CharField(max_length=500, unique=True)),
                ("version", models.CharField(blank=True, max_length=200)),
                ("began_at", models.DateTimeField(blank=True, null=True)),
                ("asked_at", models.DateTimeField(blank=True, null=True)),
                ("fault", models.TextField(blank=True)),
            ],
        ),
        migrations.CreateModel(
            name="OwnLanguage",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="own_language",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "language",
                    models.CharField(
                        choices=[("en", "English"), ("de", "Deutsch"), ("fr", "Français")],
                        max_length=2,
                        verbose_name="language",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("language__in", ["en", "de", "fr"])), name="own_language"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="RatingList",
            fields=[
                ("id", models.SmallAutoField(primary_key=True, serialize=False)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("combined", "combined"),
                            ("standard", "standard"),
                            ("rapid", "rapid"),
                            ("blitz", "blitz"),
                            ("national", "national"),
                        ],
                        max_length=8,
                        verbose_name="kind of list",
                    ),
                ),
                ("month", models.DateField(verbose_name="month")),
                ("source", models.CharField(max_length=120, verbose_name="file")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("importing", "being imported"),
                            ("in_force", "in use"),
                            ("replaced", "replaced"),
                            ("failed", "failed"),
                        ],
                        default="importing",
                        max_length=9,
                    ),
                ),
                ("percent", models.PositiveSmallIntegerField(default=0)),
                ("players", models.PositiveIntegerField(default=0)),
                ("skipped", models.PositiveIntegerField(default=0)),
                ("remark", models.TextField(blank=True)),
                ("started_at", models.DateTimeField(auto_now_add=True)),
                ("updated_at", models.DateTimeField(auto_now=True)),
                (
                    "imported_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("kept", models.BooleanField(db_default=False, default=False)),
                (
                    "name",
                    models.CharField(
                        blank=True, db_default="", default="", max_length=40, verbose_name="name of the list"
                    ),
                ),
            ],
            options={
                "ordering": ("-pk",),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["importing", "in_force", "replaced", "failed"])),
                        name="rating_list_state",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kept", False), ("state", "replaced"), _connector="OR"),
                        name="rating_list_kept",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("state", "in_force")),
                        fields=("kind", "name"),
                        name="rating_list_one_of_a_kind",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind__in", ["combined", "standard", "rapid", "blitz"]), ("name", "")),
                            models.Q(("kind", "national"), models.Q(("name", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="rating_list_kind",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ListedName",
            fields=[
                ("key", tournaments.models.rating.CodePointField(max_length=80)),
                ("fide_id", tournaments.models.rating.CodePointField(max_length=11)),
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "list",
                        "key",
                        "fide_id",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "list",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="names",
                        to="tournaments.ratinglist",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ListedPlayer",
            fields=[
                ("fide_id", tournaments.models.rating.CodePointField(max_length=11)),
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "list", "fide_id", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("name", models.CharField(max_length=80)),
                ("federation", models.CharField(blank=True, max_length=3)),
                ("sex", models.CharField(blank=True, max_length=1)),
                ("title", models.CharField(blank=True, max_length=3)),
                ("birth_year", models.PositiveSmallIntegerField(default=0)),
                ("inactive", models.BooleanField(default=False)),
                ("standard", models.PositiveSmallIntegerField(default=0)),
                ("rapid", models.PositiveSmallIntegerField(default=0)),
                ("blitz", models.PositiveSmallIntegerField(default=0)),
                (
                    "list",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="listed",
                        to="tournaments.ratinglist",
                    ),
                ),
                ("standard_k", models.PositiveSmallIntegerField(default=0)),
                ("rapid_k", models.PositiveSmallIntegerField(default=0)),
                ("blitz_k", models.PositiveSmallIntegerField(default=0)),
                ("national", models.PositiveSmallIntegerField(db_default=0, default=0)),
            ],
        ),
        migrations.CreateModel(
            name="SecondFactor",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("secret", models.CharField(max_length=64)),
                ("taken", models.PositiveBigIntegerField(default=0)),
                ("spare", models.JSONField(default=list)),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="second_factor",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ServerAct",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("actor", models.CharField(blank=True, max_length=150)),
                (
                    "action",
                    models.CharField(
                        choices=[
                            ("account_made", "made an account"),
                            ("account_closed", "closed an account"),
                            ("password_given", "gave a new password"),
                            ("reset_issued", "made a link for a new password"),
                            ("code_asked", "has the login ask for a code"),
                            ("code_ended", "has the login ask for the password alone"),
                            ("list_imported", "imported a rating list"),
                            ("copy_restored", "put back a copy of the database"),
                            ("event_removed", "removed an event"),
                            ("event_returned", "brought a removed event back"),
                            ("event_purged", "deleted a removed event for good"),
                        ],
                        max_length=20,
                    ),
                ),
                ("subject", models.CharField(blank=True, max_length=200)),
            ],
            options={
                "ordering": ("-pk",),
            },
        ),
        migrations.CreateModel(
            name="Tournament",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.SlugField(max_length=60, unique=True, verbose_name="address")),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                ("city", models.CharField(blank=True, max_length=80, verbose_name="city")),
                (
                    "federation",
                    models.CharField(
                        blank=True,
                        max_length=3,
                        validators=[
                            django.core.validators.RegexValidator(
                                "^[A-Z]{3}$", "Expected FIDE's code of three capital letters, such as SCO."
                            )
                        ],
                        verbose_name="federation",
                    ),
                ),
                ("start_date", models.DateField(blank=True, null=True, verbose_name="first day")),
                ("end_date", models.DateField(blank=True, null=True, verbose_name="last day")),
                ("time_control", models.CharField(blank=True, max_length=120, verbose_name="time control")),
                (
                    "number_of_rounds",
                    models.PositiveSmallIntegerField(
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(30),
                        ],
                        verbose_name="rounds",
                    ),
                ),
                ("edition", models.CharField(max_length=30, verbose_name="pairing rules")),
                (
                    "initial_colour",
                    models.CharField(
                        blank=True,
                        choices=[("w", "White"), ("b", "Black")],
                        max_length=1,
                        verbose_name="initial colour",
                    ),
                ),
                (
                    "colour_origin",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("lot", "drawn by lot"),
                            ("set", "set by the arbiter"),
                            ("imported", "taken from the imported file"),
                        ],
                        max_length=10,
                    ),
                ),
                ("points_win", models.PositiveSmallIntegerField(default=10, verbose_name="points for a win")),
                (
                    "points_draw",
                    models.PositiveSmallIntegerField(default=5, verbose_name="points for a draw"),
                ),
                (
                    "points_loss",
                    models.PositiveSmallIntegerField(default=0, verbose_name="points for a loss"),
                ),
                (
                    "points_pab",
                    models.PositiveSmallIntegerField(
                        default=10, verbose_name="the pairing-allocated bye is worth"
                    ),
                ),
                ("revision", models.PositiveIntegerField(default=0)),
                ("public_revision", models.PositiveIntegerField(default=0)),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "acceleration",
                    models.CharField(
                        choices=[
                            ("none", "none"),
                            ("baku", "Baku"),
                            ("declared", "by declared virtual points"),
                            ("given", "by the virtual points of the imported file"),
                        ],
                        default="none",
                        max_length=10,
                        verbose_name="acceleration",
                    ),
                ),
                ("nonce", models.UUIDField(blank=True, editable=False, null=True, unique=True)),
                ("fide_mode_left_at", models.DateTimeField(blank=True, editable=False, null=True)),
                (
                    "fide_mode_left_in",
                    models.PositiveSmallIntegerField(blank=True, editable=False, null=True),
                ),
                (
                    "among_equals",
                    models.CharField(
                        choices=[
                            ("name", "alphabetical"),
                            ("birth", "the older player"),
                            ("fide_id", "the lower FIDE ID"),
                            ("lot", "by lot"),
                        ],
                        default="name",
                        max_length=7,
                        verbose_name="players of equal rating and title",
                    ),
                ),
                ("check_in_at", models.DateTimeField(blank=True, null=True, verbose_name="check-in")),
                ("list_closed_at", models.DateTimeField(blank=True, null=True, verbose_name="list closed")),
                (
                    "rating_kind",
                    models.CharField(
                        choices=[
                            ("standard", "standard"),
                            ("rapid", "rapid, else standard"),
                            ("blitz", "blitz, else standard"),
                        ],
                        default="standard",
                        max_length=8,
                        verbose_name="ratings",
                    ),
                ),
                (
                    "rating_method",
                    models.CharField(
                        choices=[
                            ("FIDE", "FIDE’s rating"),
                            ("NRO", "the national rating"),
                            ("FIDON", "FIDE’s rating, else the national one"),
                            ("NIDOF", "the national rating, else FIDE’s"),
                            ("HBFN", "the higher of both"),
                            ("OTHER", "what the arbiters enter, or a sequence of lists"),
                        ],
                        default="FIDE",
                        max_length=5,
                        verbose_name="which rating counts",
                    ),
                ),
                (
                    "correction_minutes",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[django.core.validators.MaxValueValidator(10080)],
                        verbose_name="minutes to report an error",
                    ),
                ),
                (
                    "language",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "what each visitor’s browser asks for"),
                            ("en", "English"),
                            ("de", "Deutsch"),
                            ("fr", "Français"),
                        ],
                        default="",
                        max_length=2,
                        verbose_name="language",
                    ),
                ),
                (
                    "tie_break_text",
                    models.CharField(
                        choices=[("2026", "C.07 of March 2026"), ("2024", "C.07 of August 2024")],
                        db_default="2026",
                        default="2026",
                        max_length=4,
                        verbose_name="text of the tie-breaks",
                    ),
                ),
                (
                    "tie_breaks",
                    models.CharField(
                        blank=True,
                        db_default="BH/C1,BH,SB",
                        default="BH/C1,BH,SB",
                        max_length=200,
                        verbose_name="tie-breaks",
                    ),
                ),
                (
                    "lot_seed",
                    models.CharField(blank=True, db_default="", default="", editable=False, max_length=32),
                ),
                (
                    "time_control_code",
                    models.CharField(
                        blank=True,
                        max_length=60,
                        validators=[
                            django.core.validators.RegexValidator(
                                "^(?:(?:[0-9]+/)?[0-9]+(?:\\+[0-9]+)?(?::(?:[0-9]+/)?[0-9]+(?:\\+[0-9]+)?)*|W(?:[0-9]+/)?[0-9]+(?:\\+[0-9]+)?(?::(?:[0-9]+/)?[0-9]+(?:\\+[0-9]+)?)*-B(?:[0-9]+/)?[0-9]+(?:\\+[0-9]+)?(?::(?:[0-9]+/)?[0-9]+(?:\\+[0-9]+)?)*)$",
                                "Expected seconds and increment as 5400+30, or 40/6000+30:900+30 for several periods.",
                            )
                        ],
                        verbose_name="code of the time control",
                    ),
                ),
                (
                    "championship",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("national", "final of a national championship (1.4.3a)"),
                            ("national-team", "national team championship (1.4.3b)"),
                            ("zonal", "zonal or sub-zonal (1.4.3c)"),
                            ("team", "world or continental championship of teams or clubs (1.4.1b)"),
                            ("world-cup", "World Cup (1.4.1b)"),
                        ],
                        default="",
                        max_length=13,
                        verbose_name="kind of championship",
                    ),
                ),
                (
                    "minutes",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(999),
                        ],
                        verbose_name="minutes for 60 moves",
                    ),
                ),
                (
                    "no_members",
                    models.CharField(
                        blank=True,
                        default="",
                        max_length=60,
                        validators=[
                            django.core.validators.RegexValidator(
                                "^[A-Z]{3}( [A-Z]{3})*$",
                                "Expected FIDE’s codes of three capital letters, with blanks between them.",
                            )
                        ],
                        verbose_name="federations that are no members of FIDE",
                    ),
                ),
                (
                    "compares_ratings",
                    models.BooleanField(
                        db_default=True, default=True, verbose_name="compared after each new rating list"
                    ),
                ),
                ("list_month", models.DateField(blank=True, null=True, verbose_name="rating list")),
                (
                    "highest_counts",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        verbose_name="the highest rating of the sequence counts",
                    ),
                ),
                (
                    "national_list",
                    models.CharField(
                        blank=True, db_default="", default="", max_length=40, verbose_name="national list"
                    ),
                ),
                (
                    "rating_sequence",
                    models.CharField(
                        blank=True, db_default="", default="", max_length=40, verbose_name="sequence of lists"
                    ),
                ),
                ("chess960", models.BooleanField(db_default=False, default=False, verbose_name="Chess960")),
                (
                    "tie_break_rating",
                    models.CharField(
                        choices=[
                            ("first", "the one at the start of the event"),
                            ("present", "the present one"),
                            ("each", "the one of each round"),
                        ],
                        db_default="first",
                        default="first",
                        max_length=7,
                        verbose_name="rating in tie-breaks",
                    ),
                ),
                (
                    "number_seed",
                    models.CharField(blank=True, db_default="", default="", editable=False, max_length=32),
                ),
                (
                    "boards",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(2),
                            django.core.validators.MaxValueValidator(20),
                        ],
                        verbose_name="boards of a match",
                    ),
                ),
                (
                    "colour_type",
                    models.CharField(
                        choices=[
                            ("A", "type A (simple preferences)"),
                            ("B", "type B (strong and mild preferences)"),
                            ("none", "none"),
                        ],
                        db_default="A",
                        default="A",
                        max_length=4,
                        verbose_name="colour preferences of teams",
                    ),
                ),
                (
                    "team_scores",
                    models.CharField(
                        choices=[
                            ("MP_GP", "match points, and game points for colours"),
                            ("GP_MP", "game points, and match points for colours"),
                            ("MP", "match points alone"),
                            ("GP", "game points alone"),
                        ],
                        db_default="MP_GP",
                        default="MP_GP",
                        max_length=5,
                        verbose_name="paired and ranked by",
                    ),
                ),
                ("handed_over_at", models.DateTimeField(blank=True, editable=False, null=True)),
                (
                    "set_aside_for",
                    models.CharField(blank=True, db_default="", default="", editable=False, max_length=60),
                ),
                (
                    "own_table",
                    models.TextField(
                        blank=True, db_default="", default="", max_length=4000, verbose_name="own table"
                    ),
                ),
                (
                    "virtual_groups",
                    models.TextField(
                        blank=True, db_default="", default="", max_length=2000, verbose_name="virtual points"
                    ),
                ),
                ("archived_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("removed_at", models.DateTimeField(blank=True, editable=False, null=True)),
            ],
            options={
                "ordering": (
                    models.OrderBy(models.F("start_date"), descending=True, nulls_last=True),
                    "name",
                ),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("number_of_rounds__gte", 1), ("number_of_rounds__lte", 30)),
                        name="tournament_has_rounds",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("initial_colour__in", ["", "w", "b"])),
                        name="tournament_initial_colour",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("start_date__isnull", True),
                            ("end_date__isnull", True),
                            ("end_date__gte", models.F("start_date")),
                            _connector="OR",
                        ),
                        name="tournament_ends_after_it_starts",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("points_win__gt", models.F("points_loss")),
                            ("points_draw__gte", models.F("points_loss")),
                            ("points_win__gte", models.F("points_draw")),
                            (
                                "points_win__gte",
                                django.db.models.expressions.CombinedExpression(
                                    django.db.models.expressions.CombinedExpression(
                                        models.F("points_draw"), "*", models.Value(2)
                                    ),
                                    "-",
                                    models.F("points_loss"),
                                ),
                            ),
                            ("points_pab__lte", models.F("points_win")),
                        ),
                        name="tournament_scoring_is_sane",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("edition", ""), _negated=True), name="tournament_has_an_edition"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("fide_mode_left_at__isnull", True), ("fide_mode_left_in__isnull", True)
                            ),
                            models.Q(
                                ("fide_mode_left_at__isnull", False),
                                ("fide_mode_left_in__gte", 1),
                                ("fide_mode_left_in__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="tournament_fide_mode",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("rating_kind__in", ["standard", "rapid", "blitz"]),
                            ("rating_method__in", ["FIDE", "NRO", "FIDON", "NIDOF", "HBFN", "OTHER"]),
                            ("among_equals__in", ["name", "birth", "fide_id", "lot"]),
                        ),
                        name="tournament_initial_order",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "championship__in",
                                ["", "national", "national-team", "zonal", "team", "world-cup"],
                            )
                        ),
                        name="tournament_championship",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("language__in", ["", "en", "de", "fr"])),
                        name="tournament_language",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("boards__isnull", True),
                            models.Q(("boards__gte", 2), ("boards__lte", 20)),
                            _connector="OR",
                        ),
                        name="tournament_boards",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("boards__isnull", True), ("colour_type", "A"), ("team_scores", "MP_GP")
                            ),
                            models.Q(
                                ("boards__isnull", False),
                                ("colour_type__in", ["A", "B", "none"]),
                                ("team_scores__in", ["MP_GP", "MP"]),
                            ),
                            models.Q(
                                ("boards__isnull", False),
                                ("colour_type__in", ["A", "B", "none"]),
                                ("team_scores__in", ["GP_MP", "GP"]),
                                models.Q(("acceleration__in", ["baku", "declared"]), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="tournament_scores_of_teams",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("acceleration__in", ["none", "given"]), ("virtual_groups", "")),
                            models.Q(
                                ("acceleration", "declared"), models.Q(("virtual_groups", ""), _negated=True)
                            ),
                            models.Q(
                                ("acceleration", "baku"),
                                ("points_loss", 0),
                                (
                                    "points_win",
                                    django.db.models.expressions.CombinedExpression(
                                        models.F("points_draw"), "*", models.Value(2)
                                    ),
                                ),
                                ("virtual_groups", ""),
                            ),
                            _connector="OR",
                        ),
                        name="tournament_acceleration",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("tie_break_text__in", ["2026", "2024"]),
                            ("tie_break_rating__in", ["first", "present", "each"]),
                        ),
                        name="tournament_tie_break_text",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="AbsenceRules",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "half_point_byes",
                    models.PositiveSmallIntegerField(
                        default=1,
                        validators=[django.core.validators.MaxValueValidator(30)],
                        verbose_name="half-point byes a player may have",
                    ),
                ),
                (
                    "last_rounds",
                    models.PositiveSmallIntegerField(
                        default=0,
                        validators=[django.core.validators.MaxValueValidator(30)],
                        verbose_name="none in the last … rounds",
                    ),
                ),
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="absence_rules",
                        to="tournaments.tournament",
                    ),
                ),
                (
                    "missed_rounds",
                    models.PositiveSmallIntegerField(
                        db_default=0,
                        default=0,
                        validators=[django.core.validators.MaxValueValidator(30)],
                        verbose_name="missed rounds that bring a late entry half a point",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Announcement",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.TextField(max_length=300, verbose_name="announcement")),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("ended_at", models.DateTimeField(blank=True, editable=False, null=True)),
                (
                    "made_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="announcements",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ("-pk",),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("text", ""), _negated=True), name="announcement_says_something"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Arbiter",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("place", models.PositiveSmallIntegerField()),
                (
                    "title",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("IA", "International Arbiter"),
                            ("FA", "FIDE Arbiter"),
                            ("NA", "National Arbiter"),
                        ],
                        max_length=2,
                        verbose_name="title",
                    ),
                ),
                ("name", models.CharField(max_length=200, verbose_name="name")),
                (
                    "fide_id",
                    models.CharField(
                        blank=True,
                        max_length=11,
                        validators=[
                            django.core.validators.RegexValidator("^[0-9]+$", "Expected digits only.")
                        ],
                        verbose_name="FIDE ID",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="named_arbiters",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ("place",),
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "place"), name="arbiter_place_once"),
                    models.CheckConstraint(
                        condition=models.Q(("place__gte", 1)), name="arbiter_place_positive"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True), name="arbiter_has_a_name"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Category",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=30, verbose_name="name")),
                (
                    "sex",
                    models.CharField(
                        blank=True, choices=[("m", "male"), ("w", "female")], max_length=1, verbose_name="sex"
                    ),
                ),
                (
                    "under_age",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(4),
                            django.core.validators.MaxValueValidator(99),
                        ],
                        verbose_name="under the age of",
                    ),
                ),
                (
                    "from_age",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(4),
                            django.core.validators.MaxValueValidator(99),
                        ],
                        verbose_name="from the age of",
                    ),
                ),
                (
                    "under_rating",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(3999),
                        ],
                        verbose_name="rating below",
                    ),
                ),
                (
                    "from_rating",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(3999),
                        ],
                        verbose_name="rating from",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="categories",
                        to="tournaments.tournament",
                    ),
                ),
                ("club", models.CharField(blank=True, max_length=80, verbose_name="club")),
                (
                    "federation",
                    models.CharField(
                        blank=True,
                        max_length=3,
                        validators=[
                            django.core.validators.RegexValidator(
                                "^[A-Z]{3}$", "Expected FIDE's code of three capital letters, such as SCO."
                            )
                        ],
                        verbose_name="federation",
                    ),
                ),
                (
                    "unrated",
                    models.BooleanField(db_default=False, default=False, verbose_name="unrated players only"),
                ),
            ],
            options={
                "ordering": ("pk",),
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "name"), name="category_name_once"),
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True), name="category_has_a_name"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Comparison",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("month", models.DateField()),
                ("differing", models.PositiveSmallIntegerField()),
                ("made_at", models.DateTimeField(auto_now=True)),
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="comparison",
                        to="tournaments.tournament",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="EntryLink",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("label", models.CharField(max_length=40, verbose_name="label")),
                ("token_hash", models.CharField(editable=False, max_length=64, unique=True)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("expires_at", models.DateTimeField(verbose_name="ends")),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                ("nonce", models.UUIDField(editable=False, unique=True)),
                (
                    "made_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(class)ss",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ("-pk",),
            },
        ),
        migrations.CreateModel(
            name="Helper",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("initials", models.CharField(max_length=12, verbose_name="your initials")),
                ("started_at", models.DateTimeField(auto_now_add=True)),
                (
                    "link",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="helpers",
                        to="tournaments.entrylink",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
            },
        ),
        migrations.CreateModel(
            name="AuditEvent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "action",
                    models.CharField(
                        choices=[
                            ("tournament_created", "created the tournament"),
                            ("tournament_imported", "imported the tournament"),
                            ("regulations_changed", "changed the regulations"),
                            ("kept_apart", "kept players apart"),
                            ("let_meet", "let players meet"),
                            ("lot_drawn", "drew the initial colour by lot"),
                            ("colour_set", "set the initial colour"),
                            ("arbiter_added", "added an arbiter"),
                            ("arbiter_removed", "removed an arbiter"),
                            ("person_invited", "made an invitation"),
                            ("invitation_revoked", "revoked an invitation"),
                            ("person_joined", "accepted an invitation"),
                            ("role_changed", "changed a role"),
                            ("person_removed", "took a role away"),
                            ("reset_issued", "made a link for a new password"),
                            ("way_in_made", "made a link past the wait for wrong passwords"),
                            ("entry_link_made", "made a link for entering results"),
                            ("entry_link_revoked", "revoked a link for entering results"),
                            ("helper_started", "opened a link for entering results"),
                            ("screen_opened", "opened a screen in the hall"),
                            ("screen_changed", "changed what a screen shows"),
                            ("screen_closed", "closed a screen"),
                            ("announced", "announced"),
                            ("announcement_ended", "took an announcement down"),
                            ("own_links_made", "made links of players’ own"),
                            ("own_link_revoked", "revoked a player’s own link"),
                            ("own_link_rules_set", "set what players may do by their own links"),
                            ("bye_asked", "by their own link: asks for a bye"),
                            ("bye_taken_back", "by their own link: takes a request for a bye back"),
                            ("bye_granted", "granted a request for a bye"),
                            ("bye_declined", "declined a request for a bye"),
                            ("result_reported", "by their own link: reports a result"),
                            ("webhook_added", "set up a webhook"),
                            ("webhook_changed", "changed what a webhook tells"),
                            ("webhook_removed", "removed a webhook"),
                            ("webhook_tested", "sent a test by a webhook"),
                            ("player_added", "added a player"),
                            ("players_imported", "imported players"),
                            ("player_changed", "changed a player's data"),
                            ("player_identity_corrected", "corrected who a player is"),
                            ("members_set", "said who plays for a team"),
                            ("line_up_set", "entered a line-up"),
                            ("player_removed", "removed a player"),
                            ("personal_removed", "removed personal data that results do not need"),
                            ("player_withdrawn", "withdrew a player"),
                            ("player_returned", "took a player back"),
                            ("player_expelled", "expelled a player"),
                            ("absence_answered", "decided about an absence"),
                            ("absence_rules_set", "set the rules of half-point byes"),
                            ("ratings_updated", "took ratings from the rating list"),
                            ("numbers_assigned", "assigned the pairing numbers anew"),
                            ("numbers_drawn", "drew the pairing numbers by lot"),
                            ("numbers_set", "gave the pairing numbers by hand"),
                            ("numbers_exchanged", "exchanged the pairing numbers of equal players"),
                            ("check_in_started", "started the check-in"),
                            ("check_in_abandoned", "gave up the check-in"),
                            ("presence_noted", "noted who is there"),
                            ("list_closed", "closed the list of participants"),
                            ("list_opened", "opened the list of participants again"),
                            ("category_added", "added a category"),
                            ("category_removed", "removed a category"),
                            ("prize_fund_set", "set what holds for all prizes"),
                            ("prizes_added", "announced prizes"),
                            ("prizes_changed", "changed prizes"),
                            ("prizes_removed", "took prizes out"),
                            ("bye_given", "gave a bye"),
                            ("bye_cancelled", "cancelled a bye"),
                            ("missed_credited", "said what a late entry has for missed rounds"),
                            ("round_paired", "paired a round"),
                            ("manual_begun", "began to pair a round by hand"),
                            ("manual_paired", "paired two players by hand"),
                            ("manual_unpaired", "took boards away by hand"),
                            ("manual_swapped", "swapped colours by hand"),
                            ("manual_bye", "gave the allocated bye by hand"),
                            ("manual_bye_taken", "took the allocated bye back by hand"),
                            ("manual_undone", "took the pairing by hand back"),
                            ("manual_ended", "ended the pairing by hand"),
                            ("draft_discarded", "threw a draft away"),
                            ("round_published", "published a round"),
                            ("position_drawn", "drew the start position by lot"),
                            ("round_withdrawn", "withdrew a published pairing"),
                            ("result_entered", "entered a result"),
                            ("result_corrected", "corrected a result"),
                            ("rating_corrected", "corrected what is reported for rating"),
                            ("colours_corrected", "recorded the colours really played"),
                            ("opponents_corrected", "recorded who really played whom"),
                            ("games_adjourned", "took games without a result for adjourned"),
                            ("adjourned_result", "entered the result of an adjourned game"),
                            ("match_decided", "entered who goes on from a level match"),
                            ("deadline_set", "set the deadline for corrections"),
                            ("schedule_set", "set when rounds are played"),
                            ("arbiters_named", "named the arbiters for the report"),
                            ("fide_mode_left", "left FIDE mode"),
                            ("restored", "took back an act that touched the integrity of the pairings"),
                            ("found_changed", "found what is published changed without an act"),
                            ("chain_begun", "began the chain of publications with what stood then"),
                            (
                                "guards_repaired",
                                "found the locks of the database touched, and set them again",
                            ),
                            ("taken_over", "took over what was noted without a line in the log"),
                            ("values_given", "entered what decides among equals"),
                            ("lots_drawn", "drew lots among equals"),
                            ("tournament_finished", "finished the tournament"),
                            ("handed_over", "handed the event over to another machine"),
                            ("hand_over_undone", "took back that the event was handed over"),
                            ("taken_home", "took the event over from another machine"),
                            ("event_restored", "brought the event back from a backup"),
                            ("tournament_reopened", "reopened the tournament"),
                            ("festival_set", "said which festival the event is part of"),
                            ("event_archived", "put the event into the archive"),
                            ("event_unarchived", "took the event out of the archive"),
                            ("event_removed", "removed the event"),
                            ("event_returned", "brought the removed event back"),
                        ],
                        max_length=30,
                    ),
                ),
                ("round_number", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("subject", models.CharField(blank=True, max_length=200)),
                (
                    "before",
                    models.JSONField(default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder),
                ),
                (
                    "after",
                    models.JSONField(default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder),
                ),
                ("reason", models.TextField(blank=True)),
                (
                    "actor",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="audit_events",
                        to="tournaments.tournament",
                    ),
                ),
                (
                    "helper",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournaments.helper",
                    ),
                ),
            ],
            options={
                "ordering": ("-pk",),
                "indexes": [models.Index(fields=["tournament", "-id"], name="audit_latest")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("actor__isnull", True), ("helper__isnull", True), _connector="OR"
                        ),
                        name="audit_of_one",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="IntegrityEvent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("manual", "manual pairing"),
                            ("import", "imported round that differs from the rules"),
                            ("re-pairing", "published pairing withdrawn"),
                            ("correction", "correction"),
                            ("rating-correction", "correction for the rating report only"),
                            ("adjournment", "adjourned game"),
                            ("renumbering", "new pairing numbers"),
                            ("exchange", "exchanged pairing numbers"),
                            ("full-point-bye", "full-point bye"),
                            ("prohibition", "players kept apart"),
                            ("identity", "corrected name, FIDE ID or birth"),
                            ("fide-mode", "FIDE mode left"),
                        ],
                        max_length=20,
                    ),
                ),
                ("round_number", models.PositiveSmallIntegerField()),
                (
                    "before",
                    models.JSONField(default=list, encoder=django.core.serializers.json.DjangoJSONEncoder),
                ),
                (
                    "after",
                    models.JSONField(default=list, encoder=django.core.serializers.json.DjangoJSONEncoder),
                ),
                (
                    "changes",
                    models.JSONField(
                        default=list, editable=False, encoder=django.core.serializers.json.DjangoJSONEncoder
                    ),
                ),
                ("lifted_at", models.DateTimeField(blank=True, null=True)),
                ("lifted_reason", models.TextField(blank=True)),
                (
                    "lifted_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="integrity_events",
                        to="tournaments.tournament",
                    ),
                ),
                (
                    "audit",
                    models.ForeignKey(
                        editable=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="notes",
                        to="tournaments.auditevent",
                    ),
                ),
                ("remark", models.TextField(blank=True)),
            ],
            options={
                "ordering": ("pk",),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("round_number__gte", 1)), name="integrity_round"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(
                            ("kind__in", ["manual", "import", "fide-mode"]), ("lifted_at__isnull", True)
                        ),
                        fields=("tournament", "round_number", "kind"),
                        name="integrity_one_a_round",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("label", models.CharField(max_length=40, verbose_name="label")),
                ("token_hash", models.CharField(editable=False, max_length=64, unique=True)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("expires_at", models.DateTimeField(verbose_name="ends")),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                ("nonce", models.UUIDField(editable=False, unique=True)),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("owner", "owner"),
                            ("chief", "chief arbiter"),
                            ("deputy", "deputy arbiter"),
                            ("clerk", "result clerk"),
                            ("reader", "read-only"),
                        ],
                        max_length=10,
                        verbose_name="role",
                    ),
                ),
                ("uses", models.PositiveSmallIntegerField(default=1, verbose_name="for how many people")),
                ("used", models.PositiveSmallIntegerField(default=0)),
                (
                    "made_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(class)ss",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ("-pk",),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("role__in", ["owner", "chief", "deputy", "clerk", "reader"])),
                        name="invitation_role",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("uses__gte", 1), ("used__gte", 0), ("used__lte", models.F("uses"))
                        ),
                        name="invitation_uses",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("owner", "owner"),
                            ("chief", "chief arbiter"),
                            ("deputy", "deputy arbiter"),
                            ("clerk", "result clerk"),
                            ("reader", "read-only"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "user"), name="membership_once"),
                    models.CheckConstraint(
                        condition=models.Q(("role__in", ["owner", "chief", "deputy", "clerk", "reader"])),
                        name="membership_role",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="OtherRecords",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.TextField(blank=True)),
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="other_records",
                        to="tournaments.tournament",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="OwnLinkRules",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "byes",
                    models.BooleanField(
                        default=False, verbose_name="players ask for byes by their own links"
                    ),
                ),
                (
                    "minutes",
                    models.PositiveSmallIntegerField(
                        default=0,
                        help_text="Where the round’s time is known; else until its pairing is published.",
                        validators=[django.core.validators.MaxValueValidator(10080)],
                        verbose_name="minutes before the round until which they ask",
                    ),
                ),
                (
                    "results",
                    models.BooleanField(
                        default=False, verbose_name="players report results by their own links"
                    ),
                ),
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="own_link_rules",
                        to="tournaments.tournament",
                    ),
                ),
                (
                    "line_up_minutes",
                    models.PositiveSmallIntegerField(
                        db_default=0,
                        default=0,
                        help_text="Where the round’s time is known; else until the match has a result.",
                        validators=[django.core.validators.MaxValueValidator(10080)],
                        verbose_name="minutes before the round until which line-ups are entered",
                    ),
                ),
                (
                    "line_ups",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        verbose_name="captains enter line-ups by the own links of their teams",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Part",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("label", models.CharField(max_length=40, verbose_name="name within the festival")),
                (
                    "festival",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="parts",
                        to="tournaments.festival",
                    ),
                ),
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="part",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ("label", "pk"),
            },
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(null=True, verbose_name="pairing number")),
                (
                    "name",
                    models.CharField(help_text="Family name, first name", max_length=80, verbose_name="name"),
                ),
                (
                    "title",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("GM", "GM"),
                            ("IM", "IM"),
                            ("WGM", "WGM"),
                            ("FM", "FM"),
                            ("WIM", "WIM"),
                            ("CM", "CM"),
                            ("WFM", "WFM"),
                            ("WCM", "WCM"),
                        ],
                        max_length=3,
                        verbose_name="title",
                    ),
                ),
                (
                    "sex",
                    models.CharField(
                        blank=True, choices=[("m", "male"), ("w", "female")], max_length=1, verbose_name="sex"
                    ),
                ),
                (
                    "rating",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(3999),
                        ],
                        verbose_name="rating",
                    ),
                ),
                (
                    "federation",
                    models.CharField(
                        blank=True,
                        max_length=3,
                        validators=[
                            django.core.validators.RegexValidator(
                                "^[A-Z]{3}$", "Expected FIDE's code of three capital letters, such as SCO."
                            )
                        ],
                        verbose_name="federation",
                    ),
                ),
                (
                    "fide_id",
                    models.CharField(
                        blank=True,
                        max_length=11,
                        validators=[
                            django.core.validators.RegexValidator(
                                "^[1-9][0-9]*$", "Expected digits only, and no 0 before them."
                            )
                        ],
                        verbose_name="FIDE ID",
                    ),
                ),
                (
                    "birth",
                    models.CharField(
                        blank=True,
                        help_text="A year, or YYYY/MM/DD",
                        max_length=10,
                        validators=[tournaments.models.player.require_birth],
                        verbose_name="born",
                    ),
                ),
                (
                    "first_round",
                    models.PositiveSmallIntegerField(
                        default=1,
                        validators=[django.core.validators.MinValueValidator(1)],
                        verbose_name="plays from round",
                    ),
                ),
                ("withdrawn_from", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="players",
                        to="tournaments.tournament",
                    ),
                ),
                ("virtual_points", models.JSONField(blank=True, default=list)),
                ("expelled", models.BooleanField(db_default=False, default=False)),
                (
                    "no_half_point_bye",
                    models.BooleanField(
                        db_default=False, default=False, verbose_name="gets no half-point bye"
                    ),
                ),
                ("among_equals", models.CharField(blank=True, max_length=100)),
                ("club", models.CharField(blank=True, max_length=80, verbose_name="club")),
                (
                    "presence",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "missing"),
                            ("present", "present"),
                            ("expected", "paired though not there yet"),
                        ],
                        default="",
                        max_length=8,
                    ),
                ),
                (
                    "key",
                    models.CharField(
                        default=tournaments.models.player.new_key, editable=False, max_length=16
                    ),
                ),
                (
                    "identity_audit",
                    models.ForeignKey(
                        blank=True,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournaments.auditevent",
                    ),
                ),
            ],
            options={
                "ordering": ("number",),
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number"), name="player_number_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("fide_id", ""), _negated=True),
                        fields=("tournament", "fide_id"),
                        name="player_fide_id_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("number__isnull", True), ("number__gte", 1), _connector="OR"),
                        name="player_number_positive",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True), name="player_has_a_name"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("first_round__gte", 1)), name="player_first_round"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("presence__in", ["", "present", "expected"])),
                        name="player_presence",
                    ),
                    models.UniqueConstraint(fields=("tournament", "key"), name="player_key_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="EarlierRating",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "until",
                    models.PositiveSmallIntegerField(
                        validators=[django.core.validators.MinValueValidator(1)]
                    ),
                ),
                (
                    "value",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(3999),
                        ],
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="earlier_ratings",
                        to="tournaments.player",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ("until",),
                "constraints": [
                    models.UniqueConstraint(fields=("player", "until"), name="earlier_rating_once"),
                    models.CheckConstraint(
                        condition=models.Q(("until__gte", 1), ("until__lte", 30)), name="earlier_rating_until"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("value__isnull", True),
                            models.Q(("value__gte", 1), ("value__isnull", False), ("value__lte", 3999)),
                            _connector="OR",
                        ),
                        name="earlier_rating_value",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="GivenValue",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "tie_break",
                    models.CharField(
                        choices=[
                            ("OTHER_PO", "place in the play-off"),
                            ("OTHER_VALUE", "value computed elsewhere"),
                        ],
                        max_length=12,
                    ),
                ),
                (
                    "value",
                    models.PositiveIntegerField(
                        validators=[django.core.validators.MaxValueValidator(9999999)]
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="given_values",
                        to="tournaments.player",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="given_values",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("player", "tie_break"), name="given_value_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("tie_break", "OTHER_VALUE"),
                            models.Q(("tie_break", "OTHER_PO"), ("value__gte", 1)),
                            _connector="OR",
                        ),
                        name="given_value_of_a_tie_break",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Member",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("place", models.PositiveSmallIntegerField()),
                ("name", models.CharField(max_length=80, verbose_name="name")),
                (
                    "title",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("GM", "GM"),
                            ("IM", "IM"),
                            ("WGM", "WGM"),
                            ("FM", "FM"),
                            ("WIM", "WIM"),
                            ("CM", "CM"),
                            ("WFM", "WFM"),
                            ("WCM", "WCM"),
                        ],
                        max_length=3,
                        verbose_name="title",
                    ),
                ),
                (
                    "rating",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(3999),
                        ],
                        verbose_name="rating",
                    ),
                ),
                (
                    "federation",
                    models.CharField(
                        blank=True,
                        max_length=3,
                        validators=[
                            django.core.validators.RegexValidator(
                                "^[A-Z]{3}$", "Expected FIDE's code of three capital letters, such as SCO."
                            )
                        ],
                        verbose_name="federation",
                    ),
                ),
                (
                    "fide_id",
                    models.CharField(
                        blank=True,
                        max_length=11,
                        validators=[
                            django.core.validators.RegexValidator(
                                "^[1-9][0-9]*$", "Expected digits only, and no 0 before them."
                            )
                        ],
                        verbose_name="FIDE ID",
                    ),
                ),
                (
                    "birth",
                    models.CharField(
                        blank=True,
                        max_length=10,
                        validators=[tournaments.models.player.require_birth],
                        verbose_name="born",
                    ),
                ),
                (
                    "sex",
                    models.CharField(
                        blank=True, choices=[("m", "male"), ("w", "female")], max_length=1, verbose_name="sex"
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="members",
                        to="tournaments.player",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ("team", "place"),
                "constraints": [
                    models.UniqueConstraint(fields=("team", "place"), name="member_place_once"),
                    models.CheckConstraint(
                        condition=models.Q(("place__gte", 1), ("place__lte", 40)), name="member_place"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True), name="member_has_a_name"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PlayerLink",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("token_hash", models.CharField(editable=False, max_length=64, unique=True)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "made_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="own_links",
                        to="tournaments.player",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("revoked_at__isnull", True)),
                        fields=("player",),
                        name="own_link_stands_once",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PrizeFund",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "currency",
                    models.CharField(
                        default="EUR",
                        max_length=3,
                        validators=[
                            django.core.validators.RegexValidator(
                                "^[A-Z]{3}$", "Expected a code of three capital letters, such as EUR."
                            )
                        ],
                        verbose_name="currency",
                    ),
                ),
                (
                    "step",
                    models.PositiveIntegerField(
                        default=1,
                        validators=[django.core.validators.MinValueValidator(1)],
                        verbose_name="shares rounded to",
                    ),
                ),
                (
                    "one_each",
                    models.BooleanField(
                        default=True, verbose_name="one prize each, the one of the greatest value"
                    ),
                ),
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="prize_fund",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("step__gte", 1)), name="prize_fund_step")
                ],
            },
        ),
        migrations.CreateModel(
            name="PrizeList",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "place",
                    models.PositiveSmallIntegerField(
                        validators=[django.core.validators.MinValueValidator(1)],
                        verbose_name="place in the fund",
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=60, verbose_name="name")),
                ("amounts", models.JSONField(default=list, verbose_name="prizes")),
                (
                    "sharing",
                    models.CharField(
                        choices=[
                            ("equally", "shared equally"),
                            ("hort", "by Hort’s system"),
                            ("tie-break", "by tie-break"),
                        ],
                        default="equally",
                        max_length=9,
                        verbose_name="level on points",
                    ),
                ),
                (
                    "needed",
                    models.PositiveSmallIntegerField(
                        default=0,
                        validators=[django.core.validators.MaxValueValidator(9999)],
                        verbose_name="starters needed",
                    ),
                ),
                (
                    "unawarded",
                    models.CharField(
                        choices=[
                            ("stays", "stays with the organiser"),
                            ("rolls-over", "raises the first list"),
                        ],
                        default="stays",
                        max_length=10,
                        verbose_name="what is not awarded",
                    ),
                ),
                ("besides", models.BooleanField(default=False, verbose_name="had besides another prize")),
                (
                    "team_by",
                    models.CharField(
                        blank=True,
                        choices=[("club", "of one club"), ("federation", "of one federation")],
                        max_length=10,
                        verbose_name="best team",
                    ),
                ),
                (
                    "team_of",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(2),
                            django.core.validators.MaxValueValidator(20),
                        ],
                        verbose_name="players of a team",
                    ),
                ),
                (
                    "category",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="prize_lists",
                        to="tournaments.category",
                        verbose_name="for",
                    ),
                ),
                (
                    "fund",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lists",
                        to="tournaments.prizefund",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ("place", "pk"),
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("place__gte", 1)), name="prize_list_place"),
                    models.CheckConstraint(
                        condition=models.Q(("sharing__in", ["equally", "hort", "tie-break"])),
                        name="prize_list_sharing",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("unawarded__in", ["stays", "rolls-over"])),
                        name="prize_list_unawarded",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("team_by", ""), ("team_of__isnull", True)),
                            models.Q(
                                ("team_by__in", ["club", "federation"]),
                                ("team_of__gte", 2),
                                ("team_of__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="prize_list_team",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Prohibition",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "first_round",
                    models.PositiveSmallIntegerField(
                        default=1,
                        validators=[django.core.validators.MinValueValidator(1)],
                        verbose_name="from round",
                    ),
                ),
                (
                    "last_round",
                    models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="to round"),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="prohibitions",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("first_round__gte", 1),
                            models.Q(
                                ("last_round__isnull", True),
                                ("last_round__gte", models.F("first_round")),
                                _connector="OR",
                            ),
                        ),
                        name="prohibition_rounds_in_order",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Prohibition_players",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.player"
                    ),
                ),
                (
                    "prohibition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.prohibition",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "unique_together": {("prohibition", "player")},
            },
        ),
        migrations.CreateModel(
            name="Publication",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("place", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("pairing", "pairings published"),
                            ("withdrawn", "published pairing withdrawn"),
                            ("results", "results of the round"),
                            ("change", "corrected"),
                            ("identity", "a player’s data corrected"),
                            ("found", "found changed without an act"),
                        ],
                        max_length=10,
                    ),
                ),
                ("round_number", models.PositiveSmallIntegerField()),
                ("at", models.DateTimeField()),
                ("text", models.TextField()),
                ("previous", models.CharField(blank=True, max_length=64)),
                ("fingerprint", models.CharField(max_length=64)),
                (
                    "audit",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="publications",
                        to="tournaments.auditevent",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="publications",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ("tournament", "place"),
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "place"), name="publication_place_once"),
                    models.UniqueConstraint(
                        fields=("audit", "round_number", "kind"), name="publication_once_an_act"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("place__gte", 1)), name="publication_place_positive"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("kind__in", ["pairing", "withdrawn", "results", "change", "identity", "found"])
                        ),
                        name="publication_kind",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PushSubscription",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("endpoint", models.CharField(max_length=1000)),
                ("key", models.CharField(max_length=90)),
                ("secret", models.CharField(max_length=24)),
                (
                    "language",
                    models.CharField(
                        choices=[("en", "English"), ("de", "Deutsch"), ("fr", "Français")], max_length=7
                    ),
                ),
                ("told_until", models.DateTimeField(default=django.utils.timezone.now)),
                ("tried_at", models.DateTimeField(blank=True, null=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="push_subscriptions",
                        to="tournaments.player",
                    ),
                ),
                ("told_round", models.PositiveSmallIntegerField(default=0)),
                (
                    "tournament",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
                "constraints": [
                    models.UniqueConstraint(fields=("player", "endpoint"), name="push_subscription_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("standard", "standard"),
                            ("rapid", "rapid"),
                            ("blitz", "blitz"),
                            ("national", "national"),
                            ("own", "of this event"),
                        ],
                        max_length=8,
                        verbose_name="kind",
                    ),
                ),
                (
                    "value",
                    models.PositiveSmallIntegerField(
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(3999),
                        ],
                        verbose_name="rating",
                    ),
                ),
                (
                    "source",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("fide", "FIDE rating list"),
                            ("upload", "list that was pasted or uploaded"),
                            ("report", "imported file"),
                            ("hand", "entered by hand"),
                            ("estimate", "arbiter’s estimate"),
                            ("ingo", "converted from Ingo"),
                            ("bcf", "converted from BCF"),
                            ("", "unknown"),
                        ],
                        max_length=8,
                        verbose_name="source",
                    ),
                ),
                ("converted_from", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("month", models.DateField(blank=True, null=True, verbose_name="month")),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ratings",
                        to="tournaments.player",
                    ),
                ),
                ("k", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "tournament",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
                "constraints": [
                    models.UniqueConstraint(fields=("player", "kind"), name="rating_one_of_a_kind"),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["standard", "rapid", "blitz", "national", "own"])),
                        name="rating_kind",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "source__in",
                                ["fide", "upload", "report", "hand", "estimate", "ingo", "bcf", ""],
                            )
                        ),
                        name="rating_source",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("value__gte", 1), ("value__lte", 3999)), name="rating_value"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("converted_from__isnull", False), ("source__in", ["ingo", "bcf"])),
                            models.Q(
                                models.Q(("source__in", ["ingo", "bcf"]), _negated=True),
                                ("converted_from__isnull", True),
                            ),
                            _connector="OR",
                        ),
                        name="rating_converted",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("planned", "planned"),
                            ("draft", "draft"),
                            ("published", "published"),
                            ("finished", "finished"),
                        ],
                        default="planned",
                        max_length=10,
                    ),
                ),
                ("fingerprint", models.CharField(blank=True, max_length=64)),
                ("drafted_at", models.DateTimeField(blank=True, null=True)),
                ("published_at", models.DateTimeField(blank=True, null=True)),
                ("imported", models.BooleanField(default=False)),
                ("repair_reason", models.TextField(blank=True)),
                (
                    "published_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rounds",
                        to="tournaments.tournament",
                    ),
                ),
                ("repair_ground", models.CharField(blank=True, max_length=20)),
                ("by_hand_from", models.JSONField(blank=True, editable=False, null=True)),
                ("correction_deadline", models.DateTimeField(blank=True, null=True)),
                ("results_at", models.DateTimeField(blank=True, null=True)),
                (
                    "day",
                    models.DateField(
                        blank=True,
                        null=True,
                        validators=[
                            django.core.validators.MinValueValidator(datetime.date(1970, 1, 1)),
                            django.core.validators.MaxValueValidator(datetime.date(2069, 12, 31)),
                        ],
                        verbose_name="day",
                    ),
                ),
                ("time", models.TimeField(blank=True, null=True, verbose_name="time")),
                ("start_position", models.PositiveSmallIntegerField(blank=True, editable=False, null=True)),
            ],
            options={
                "ordering": ("number",),
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "number"), name="round_number_once"),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)), name="round_number_positive"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["planned", "draft", "published", "finished"])),
                        name="round_state",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("state__in", ["planned", "draft"]),
                            ("published_at__isnull", False),
                            _connector="OR",
                        ),
                        name="round_published_has_time",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("by_hand_from__isnull", True), ("state", "draft"), _connector="OR"
                        ),
                        name="round_by_hand_is_a_draft",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("time__isnull", True), ("day__isnull", False), _connector="OR"),
                        name="round_time_has_a_day",
                        violation_error_message="Expected a day for this time.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("start_position__isnull", True),
                            models.Q(("start_position__gte", 0), ("start_position__lte", 959)),
                            _connector="OR",
                        ),
                        name="round_start_position",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Absence",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "answer",
                    models.CharField(
                        choices=[
                            ("explained", "explained: is paired"),
                            ("bye", "absent from the next round too"),
                            ("withdrawn", "considered withdrawn"),
                        ],
                        max_length=10,
                    ),
                ),
                ("reason", models.TextField(blank=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="absences",
                        to="tournaments.player",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="absences",
                        to="tournaments.round",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("round", "player"), name="absence_answered_once"),
                    models.CheckConstraint(
                        condition=models.Q(("answer__in", ["explained", "bye", "withdrawn"])),
                        name="absence_answer",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("answer", "explained"), _negated=True),
                            models.Q(("reason", ""), _negated=True),
                            _connector="OR",
                        ),
                        name="absence_explained_has_a_reason",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ByeRequest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("half", "half-point bye"), ("zero", "zero-point bye")], max_length=5
                    ),
                ),
                (
                    "answer",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "waits for an arbiter"),
                            ("granted", "granted"),
                            ("declined", "declined"),
                            ("taken_back", "taken back"),
                        ],
                        default="",
                        max_length=10,
                    ),
                ),
                ("asked_at", models.DateTimeField(auto_now_add=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="bye_requests",
                        to="tournaments.player",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="bye_requests",
                        to="tournaments.round",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ("round", "pk"),
                "constraints": [
                    models.UniqueConstraint(fields=("player", "round"), name="bye_asked_once_a_round"),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["half", "zero"])), name="bye_request_kind"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("answer__in", ["", "granted", "declined", "taken_back"])),
                        name="bye_request_answer",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Game",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("board", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "result",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "not yet"),
                            ("1-0", "1-0"),
                            ("1/2-1/2", "½-½"),
                            ("0-1", "0-1"),
                            ("1F-0F", "+/-"),
                            ("0F-1F", "-/+"),
                            ("0F-0F", "-/-"),
                            ("1/2-0", "½-0"),
                            ("0-1/2", "0-½"),
                            ("0-0", "0-0"),
                            ("adj", "adjourned"),
                        ],
                        default="",
                        max_length=8,
                    ),
                ),
                ("rated", models.BooleanField(default=True)),
                ("version", models.PositiveIntegerField(default=0)),
                ("changed_in", models.PositiveIntegerField(default=0)),
                (
                    "entered_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="games",
                        to="tournaments.round",
                    ),
                ),
                (
                    "helper",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournaments.helper",
                    ),
                ),
                ("boards", models.CharField(blank=True, db_default="", default="", max_length=160)),
                (
                    "tournament",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ("round", "board", "pk"),
                "constraints": [
                    models.UniqueConstraint(fields=("round", "board"), name="game_board_once"),
                    models.CheckConstraint(
                        condition=models.Q(("board__isnull", True), ("board__gte", 1), _connector="OR"),
                        name="game_board_positive",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("entered_by__isnull", True), ("helper__isnull", True), _connector="OR"
                        ),
                        name="game_entered_by_one",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "result__in",
                                [
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
                                ],
                            )
                        ),
                        name="game_result_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Correction",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("result", "the result was written down incorrectly"),
                            ("colours", "the game was played with the wrong colours"),
                            ("opponents", "the players sat down at the wrong boards"),
                            ("adjourned", "an adjourned game was finished"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "case",
                    models.CharField(
                        choices=[
                            ("next", "for the standings and the next pairing"),
                            ("following", "for the standings and the pairing after the next"),
                            ("rating", "for the rating report only"),
                        ],
                        max_length=10,
                    ),
                ),
                ("counts_from", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "before",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "not yet"),
                            ("1-0", "1-0"),
                            ("1/2-1/2", "½-½"),
                            ("0-1", "0-1"),
                            ("1F-0F", "+/-"),
                            ("0F-1F", "-/+"),
                            ("0F-0F", "-/-"),
                            ("1/2-0", "½-0"),
                            ("0-1/2", "0-½"),
                            ("0-0", "0-0"),
                            ("adj", "adjourned"),
                        ],
                        max_length=8,
                    ),
                ),
                ("before_rated", models.BooleanField(default=True)),
                (
                    "after",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "not yet"),
                            ("1-0", "1-0"),
                            ("1/2-1/2", "½-½"),
                            ("0-1", "0-1"),
                            ("1F-0F", "+/-"),
                            ("0F-1F", "-/+"),
                            ("0F-0F", "-/-"),
                            ("1/2-0", "½-0"),
                            ("0-1/2", "0-½"),
                            ("0-0", "0-0"),
                            ("adj", "adjourned"),
                        ],
                        max_length=8,
                    ),
                ),
                ("after_rated", models.BooleanField(default=True)),
                (
                    "colour",
                    models.CharField(blank=True, choices=[("w", "White"), ("b", "Black")], max_length=1),
                ),
                (
                    "other_colour",
                    models.CharField(blank=True, choices=[("w", "White"), ("b", "Black")], max_length=1),
                ),
                ("done", models.BooleanField(default=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="corrections",
                        to="tournaments.game",
                    ),
                ),
                (
                    "other_game",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.game",
                    ),
                ),
                (
                    "other_player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournaments.player",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournaments.player",
                    ),
                ),
                (
                    "audit",
                    models.OneToOneField(
                        editable=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="correction",
                        to="tournaments.auditevent",
                    ),
                ),
                ("after_boards", models.CharField(blank=True, db_default="", default="", max_length=160)),
                ("before_boards", models.CharField(blank=True, db_default="", default="", max_length=160)),
                (
                    "tournament",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("case", "rating"), ("counts_from__isnull", True)),
                            models.Q(("case__in", ["next", "following"]), ("counts_from__isnull", False)),
                            _connector="OR",
                        ),
                        name="correction_counts_or_not",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                (
                                    "after__in",
                                    [
                                        "1-0",
                                        "1/2-1/2",
                                        "0-1",
                                        "1F-0F",
                                        "0F-1F",
                                        "0F-0F",
                                        "1/2-0",
                                        "0-1/2",
                                        "0-0",
                                    ],
                                ),
                                ("done", True),
                                ("kind__in", ["result", "adjourned"]),
                                ("other_game__isnull", True),
                                ("other_player__isnull", True),
                                ("player__isnull", True),
                            ),
                            models.Q(
                                ("after", ""),
                                ("before", ""),
                                ("colour__in", ["w", "b"]),
                                ("kind__in", ["colours", "opponents"]),
                                ("other_colour__in", ["w", "b"]),
                                ("other_game__isnull", False),
                                ("other_player__isnull", False),
                                ("player__isnull", False),
                                models.Q(("player", models.F("other_player")), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="correction_result_or_seats",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("kind__in", ["result", "adjourned"]),
                            models.Q(("kind", "colours"), ("other_game", models.F("game"))),
                            models.Q(
                                ("kind", "opponents"),
                                models.Q(("other_game", models.F("game")), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="correction_of_one_board_or_two",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Decision",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "how",
                    models.CharField(
                        choices=[
                            ("rapid", "rapid games"),
                            ("blitz", "blitz games"),
                            ("armageddon", "Armageddon game"),
                            ("lot", "lot"),
                            ("other", "decided otherwise"),
                        ],
                        max_length=10,
                    ),
                ),
                ("score", models.CharField(blank=True, max_length=20)),
                (
                    "audit",
                    models.ForeignKey(
                        editable=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournaments.auditevent",
                    ),
                ),
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="decision",
                        to="tournaments.game",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournaments.player"
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("how__in", ["rapid", "blitz", "armageddon", "lot", "other"])),
                        name="decision_how_known",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ResultReport",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "result",
                    models.CharField(
                        choices=[("1-0", "1-0"), ("1/2-1/2", "½-½"), ("0-1", "0-1")], max_length=8
                    ),
                ),
                ("times", models.PositiveSmallIntegerField(default=1)),
                ("reported_at", models.DateTimeField(auto_now=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reports",
                        to="tournaments.game",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="result_reports",
                        to="tournaments.player",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ("game", "pk"),
                "constraints": [
                    models.UniqueConstraint(fields=("game", "player"), name="result_report_once"),
                    models.CheckConstraint(
                        condition=models.Q(("result__in", ["1-0", "1/2-1/2", "0-1"])),
                        name="result_report_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("times__gte", 1), ("times__lte", 3)), name="result_report_times"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Screen",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=40, verbose_name="name")),
                ("token_hash", models.CharField(editable=False, max_length=64, unique=True)),
                ("code", models.CharField(blank=True, editable=False, max_length=6)),
                ("asked_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("opened_at", models.DateTimeField(blank=True, editable=False, null=True)),
                (
                    "parts",
                    models.CharField(
                        default="boards,names,results,standings,announcements,countdown",
                        max_length=80,
                        verbose_name="what it shows",
                    ),
                ),
                (
                    "held",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("boards", "pairings by board"),
                            ("names", "pairings by name"),
                            ("results", "results coming in"),
                            ("standings", "standings"),
                            ("prizes", "prizes"),
                            ("announcements", "announcements"),
                            ("countdown", "countdown"),
                        ],
                        max_length=13,
                        verbose_name="shown now",
                    ),
                ),
                (
                    "seconds",
                    models.PositiveSmallIntegerField(
                        default=15,
                        validators=[
                            django.core.validators.MinValueValidator(5),
                            django.core.validators.MaxValueValidator(120),
                        ],
                        verbose_name="seconds a page",
                    ),
                ),
                ("dark", models.BooleanField(default=False, verbose_name="white on black")),
                ("seen_at", models.DateTimeField(blank=True, editable=False, null=True)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="screens",
                        to="tournaments.tournament",
                    ),
                ),
                (
                    "all_groups",
                    models.BooleanField(
                        db_default=False, default=False, verbose_name="the other groups of the festival, too"
                    ),
                ),
            ],
            options={
                "ordering": ("name", "pk"),
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("code", ""), _negated=True),
                        fields=("tournament", "code"),
                        name="screen_code_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("code", ""), ("opened_at__isnull", False)),
                            models.Q(models.Q(("code", ""), _negated=True), ("opened_at__isnull", True)),
                            _connector="OR",
                        ),
                        name="screen_waits_or_is_open",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("held__in", ["", "boards", "names", "results", "standings", "prizes"]),
                            ("held__in", ["announcements", "countdown"]),
                            _connector="OR",
                        ),
                        name="screen_held",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("seconds__gte", 5), ("seconds__lte", 120)), name="screen_seconds"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("game", "game"),
                            ("pab", "pairing-allocated bye"),
                            ("full", "full-point bye"),
                            ("half", "half-point bye"),
                            ("zero", "zero-point bye"),
                        ],
                        max_length=5,
                    ),
                ),
                (
                    "colour",
                    models.CharField(
                        blank=True, choices=[("w", "White"), ("b", "Black")], max_length=1, null=True
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="tournaments.game",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to="tournaments.player",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="tournaments.round",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ("round", "player"),
                "constraints": [
                    models.UniqueConstraint(fields=("round", "player"), name="seat_once_a_round"),
                    models.UniqueConstraint(fields=("game", "colour"), name="seat_colour_once_a_game"),
                    models.UniqueConstraint(
                        condition=models.Q(("kind", "pab")), fields=("round",), name="seat_one_pab_a_round"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("colour__in", ["w", "b"]),
                                ("colour__isnull", False),
                                ("game__isnull", False),
                                ("kind", "game"),
                            ),
                            models.Q(
                                ("colour__isnull", True),
                                ("game__isnull", True),
                                ("kind__in", ["pab", "full", "half", "zero"]),
                            ),
                            _connector="OR",
                        ),
                        name="seat_game_or_bye",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="LineUp",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("board", models.PositiveSmallIntegerField()),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="line_up",
                        to="tournaments.seat",
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournaments.member",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ("seat", "board"),
                "constraints": [
                    models.UniqueConstraint(fields=("seat", "board"), name="line_up_board_once"),
                    models.UniqueConstraint(fields=("seat", "member"), name="line_up_member_once"),
                    models.CheckConstraint(
                        condition=models.Q(("board__gte", 1), ("board__lte", 20)), name="line_up_board"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("address", models.URLField(max_length=500, verbose_name="address")),
                (
                    "salt",
                    models.CharField(
                        default=tournaments.models.outside.new_salt, editable=False, max_length=32
                    ),
                ),
                ("rounds", models.BooleanField(default=False, verbose_name="published rounds")),
                ("results", models.BooleanField(default=False, verbose_name="results")),
                ("corrections", models.BooleanField(default=False, verbose_name="corrections")),
                ("finish", models.BooleanField(default=False, verbose_name="the end of the event")),
                ("due_at", models.DateTimeField(blank=True, null=True)),
                ("leased_until", models.DateTimeField(blank=True, null=True)),
                ("given_up_at", models.DateTimeField(blank=True, null=True)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="webhooks",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "address"), name="webhook_address_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("round.published", "round published"),
                            ("round.withdrawn", "pairing withdrawn"),
                            ("result.entered", "result entered"),
                            ("result.corrected", "result corrected"),
                            ("event.finished", "event finished"),
                            ("event.reopened", "event reopened"),
                            ("test", "test"),
                        ],
                        max_length=20,
                    ),
                ),
                ("round_number", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("boards", models.JSONField(default=list)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("status", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "fault",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("address", "this address may not be sent to"),
                            ("name", "its name is not known"),
                            ("unreachable", "nobody is there"),
                            ("time", "no answer in time"),
                            ("certificate", "no secure connection"),
                            ("answer", "what answers does not speak HTTP"),
                        ],
                        max_length=12,
                    ),
                ),
                ("sent_at", models.DateTimeField(blank=True, null=True)),
                ("given_up_at", models.DateTimeField(blank=True, null=True)),
                (
                    "webhook",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="tournaments.webhook",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
                "indexes": [
                    models.Index(
                        models.F("webhook"),
                        condition=models.Q(("sent_at__isnull", True), ("given_up_at__isnull", True)),
                        name="delivery_waiting",
                    )
                ],
            },
        ),
        migrations.AddField(
            model_name="tournament",
            name="arbiters",
            field=models.ManyToManyField(
                related_name="tournaments", through="tournaments.Membership", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="prohibition",
            name="players",
            field=models.ManyToManyField(
                related_name="prohibitions",
                through="tournaments.Prohibition_players",
                to="tournaments.player",
            ),
        ),
        migrations.RunPython(complete, migrations.RunPython.noop),
    ]
