"""Lists of fields that are kept by hand: whoever adds a field decides for each of them, or a test fails."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.db.models import Model

from tests import builders
from tests.team_events import event_of
from tests.tournaments.regulation_samples import UNUSUAL, regulations
from tournaments import rulebook
from tournaments.backup import queries as backup
from tournaments.event.forms import HeaderForm, RegulationsForm
from tournaments.event.queries import event
from tournaments.event.services.event import COMPARED_BY, COUNTED_BY
from tournaments.fide import queries as fide
from tournaments.fide import services as fide_services
from tournaments.models import ListedPlayer, Player, Tournament
from tournaments.norms.forms import NormFactsForm
from tournaments.players.queries import identity
from tournaments.ratings.forms import EventListsForm
from tournaments.ratings.services import lists
from tournaments.standings import forms as standings

pytestmark = pytest.mark.any_database

# Every regulation stands in one of these groups, and the group decides.
# What the event is called, where and when it is played.
PLACE = {"name", "slug", "city", "federation", "time_control", "time_control_code"}
DAYS = {"start_date", "end_date"}
# What norms, comparisons with rating lists and pages depend on, but no pairing and no standings.
CONDITIONS = {"correction_minutes", "minutes", "championship", "no_members", "language"}
LISTS = {"list_month", "national_list", "compares_ratings"}
# Which rating counts.
RATINGS = {"rating_kind", "rating_method", "rating_sequence", "highest_counts"}
# What pairs, what ranks, and what is played.
POINTS = {"points_win", "points_draw", "points_loss", "points_pab"}
PLAY = POINTS | {
    *("number_of_rounds", "edition", "own_table", "acceleration", "virtual_groups", "initial_colour"),
    *("colour_origin", "among_equals", "tie_breaks", "tie_break_text", "tie_break_rating"),
    *("chess960", "boards", "team_scores", "colour_type"),
}
# What happens in the course of the event, each by an act of its own.
HAPPENED = {"check_in_at", "list_closed_at", "finished_at", "revision", "public_revision"}


def columns(model: type[Model]) -> set[str]:
    return {field.name for field in model._meta.concrete_fields}


def test_each_regulation_binds_or_may_change_and_counts_for_ratings_or_does_not() -> None:
    assert regulations() == PLACE | DAYS | CONDITIONS | LISTS | RATINGS | PLAY | HAPPENED
    assert {*Tournament.BINDING} == RATINGS | PLAY
    assert COUNTED_BY == RATINGS
    assert COMPARED_BY == RATINGS | LISTS | DAYS


@pytest.mark.django_db
def test_what_binds_is_on_no_form_once_it_does(chief: User) -> None:
    form = RegulationsForm(instance=builders.tournament(chief), bound=True)
    assert not {*form.fields} & {*Tournament.BINDING, "scoring", "win", "draw", "loss", "bye", "bye_points"}
    assert {*form.fields} == {"name", "city", "federation", "start_date", "end_date", "time_control"} | {
        *("correction_minutes", "language")
    }


def test_each_regulation_is_entered_on_some_page() -> None:
    forms = (RegulationsForm, HeaderForm, EventListsForm, NormFactsForm)
    entered = {name for form in forms for name in form.base_fields} | {*standings.SHOWN}
    # Forms ask for points and the sequence in other words; colour and address have pages of their own.
    elsewhere = POINTS | {"rating_sequence", "initial_colour", "colour_origin", "slug"}
    assert regulations() - entered == elsewhere | HAPPENED


@pytest.mark.django_db
def test_each_regulation_is_in_the_report_or_has_no_record_in_it(chief: User) -> None:
    """A backup holds all of them (tests/backup/test_backups_of_everything.py)."""
    without_record = {"chess960", "rating_sequence", "highest_counts", "among_equals"} | {
        *("tie_break_text", "tie_break_rating")
    }
    # The virtual points themselves are written, player by player.
    as_points = {"acceleration", "virtual_groups"}
    lost: set[str] = set()
    for unusual in UNUSUAL:
        told = dict(unusual)
        rounds = told.pop("number_of_rounds")
        if told.pop("boards", None):
            event = event_of(chief, rounds=rounds, **told)
        else:
            event = builders.tournament(chief, players=4, rounds=rounds, **told)
        text = rulebook.report(event, fide.remarks(event))
        copy = fide_services.import_tournament(data=text.encode(), actor=chief)
        lost |= {name for name in unusual if getattr(copy, name) != unusual[name]}
    assert lost == without_record | as_points | CONDITIONS | (LISTS - {"list_month"})


def test_each_column_of_a_player_is_of_the_person_or_of_the_event() -> None:
    """The first are copied into other events and given in lists; an expulsion, say, stays where it was."""
    of_event = {
        *("id", "tournament", "key", "number", "first_round", "presence", "among_equals", "withdrawn_from"),
        *("identity_audit", "expelled", "no_half_point_bye", "virtual_points", "without_prizes", "salt"),
    }
    assert {*event.OF_PERSON, "rating"} == columns(Player) - of_event


def test_each_column_about_a_player_is_told_or_secret() -> None:
    """What is told to the person concerned, or to a member of the team (GDPR, article 15)."""
    told: dict[str, set[str]] = {
        "player": {
            *("id", "tournament", "key", "number", "name", "title", "sex", "rating", "federation", "fide_id"),
            *("club", "birth", "first_round", "presence", "among_equals", "withdrawn_from"),
            *("identity_audit", "expelled", "no_half_point_bye", "virtual_points", "without_prizes", "salt"),
        },
        "seat": {"id", "round", "player", "kind", "game", "colour"},
        "absence": {"id", "round", "player", "answer", "reason"},
        "correction": {
            *("id", "kind", "case", "counts_from", "game", "before", "before_rated", "after"),
            *("after_rated", "before_boards", "after_boards", "player", "colour", "other_player"),
            *("other_game", "other_colour", "done", "audit"),
        },
        "decision": {"id", "game", "player", "how", "score", "audit"},
        "earlierrating": {"id", "player", "until", "value"},
        "givenvalue": {"id", "tournament", "player", "tie_break", "value"},
        "playerlink": {"id", "player", "made_by", "made_at", "revoked_at"},
        "byerequest": {"id", "player", "round", "kind", "answer", "asked_at"},
        "resultreport": {"id", "game", "player", "result", "times", "reported_at"},
        "prohibition_players": {"id", "prohibition", "player"},
        "pushsubscription": {
            "id",
            "player",
            "language",
            "told_until",
            "told_round",
            "tried_at",
        },
        "rating": {"id", "player", "kind", "value", "source", "converted_from", "month", "k"},
        "member": {"id", "team", "place", "name", "title", "rating", "federation", "fide_id"}
        | {"sex", "uncounted_fide_rating"},
    }
    about = {
        str(model._meta.model_name): columns(model) for model, _theirs in identity._sources(Player(pk=1))
    }
    secret = {
        name: {column.partition(".")[2] for column in identity.SECRET if column.startswith(f"{name}.")}
        for name in about
    }
    assert {name: found - secret[name] for name, found in about.items()} == told


def test_each_table_is_taken_back_with_an_act_or_stays() -> None:
    """Regulations beside the event's row, people and links are no part of what an act with a note changes."""
    stay = {
        *("absencerules", "announcement", "arbiter", "category", "comparison", "entrylink", "helper"),
        *("auditevent", "integrityevent", "invitation", "otherrecords", "ownlinkrules", "earlierrating"),
        *("givenvalue", "member", "prizefund", "prizelist", "publication", "rating", "absence"),
        *("byerequest", "decision", "resultreport", "lineup"),
    }
    back = {str(model._meta.model_name) for model in backup.TABLES.values()}
    assert back | stay == {str(model._meta.model_name) for model in backup.models()}
    assert not back & stay


def test_each_column_of_a_listed_player_is_imported() -> None:
    assert {*lists.PLAYER_COLUMNS} == columns(ListedPlayer) - {"pk", "list"} | {"list_id"}
