"""What becomes of a field: whoever adds one says what it is about, or a test fails."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.db.models import Model

from tests import builders
from tests.team_events import event_of
from tests.tournaments.regulation_samples import REGULATIONS, UNUSUAL, WITHOUT_RECORD, regulations
from tournaments import rulebook
from tournaments.backup import queries as backup
from tournaments.event.forms import HeaderForm, RegulationsForm
from tournaments.event.services.event import COMPARED_BY, COUNTED_BY
from tournaments.fide import queries as fide
from tournaments.fide import services as fide_services
from tournaments.models import ListedPlayer, Player, Tournament
from tournaments.models.fields import Here, matter_of
from tournaments.models.tournament import Matter
from tournaments.norms.forms import NormFactsForm
from tournaments.players.queries import identity
from tournaments.ratings.forms import EventListsForm
from tournaments.ratings.services import lists
from tournaments.standings import forms as standings

pytestmark = pytest.mark.any_database


def columns(model: type[Model]) -> set[str]:
    return {field.name for field in model._meta.concrete_fields}


def test_each_column_of_an_event_says_what_it_is_about() -> None:
    """The regulations as the list of the tests has them; the others are no regulations."""
    matters = {field.name: matter_of(field) for field in Tournament._meta.concrete_fields}
    others = {
        None: {"id"},
        Matter.END: {"ended_after"},
        Matter.LOTS: {"lot_seed", "number_seed"},
        Matter.COURSE: {"fide_mode_left_at", "fide_mode_left_in", "created_at"},
        Here.HERE: {"handed_over_at", "set_aside_for", "archived_at", "removed_at", "nonce"},
    }
    wanted = {name: matter for matter, names in others.items() for name in names}
    wanted |= {name: matter for matter, names in REGULATIONS.items() for name in names}
    assert matters == wanted
    assert wanted.keys() - {name for names in others.values() for name in names} == regulations()


def test_what_a_column_of_an_event_is_about_decides_what_becomes_of_it() -> None:
    points, ratings = {*REGULATIONS[Matter.POINTS]}, {*REGULATIONS[Matter.RATINGS]}
    free = (Matter.DAYS, Matter.PLACE, Matter.CONDITIONS, Matter.LISTS, Matter.COURSE, Matter.COPY)
    binding = regulations() - {name for matter in free for name in REGULATIONS[matter]}
    assert points | ratings | {"number_of_rounds", "edition", "tie_breaks", "boards", "chess960"} < binding
    assert {*Tournament.BINDING} == binding
    # A finished event states these, in this order, in each end there ever was.
    assert Tournament.AT_THE_END[:2] == ("number_of_rounds", "edition")
    assert (
        *Tournament.BINDING,
        *("ended_after", "start_date", "end_date", "lot_seed", "number_seed"),
    ) == Tournament.AT_THE_END
    assert ratings == COUNTED_BY
    assert ratings | {*REGULATIONS[Matter.LISTS], *REGULATIONS[Matter.DAYS]} == COMPARED_BY


def test_what_stays_on_this_machine_is_in_no_backup() -> None:
    """Secrets of links and forms, what each machine decides for itself, and what depends on its keys."""
    stays = {
        f"{model._meta.model_name}.{field.name}"
        for model in backup.all_models()
        for field in model._meta.concrete_fields
        if matter_of(field) is Here.HERE
    }
    of_the_event = {"handed_over_at", "set_aside_for", "archived_at", "removed_at", "nonce"}
    assert stays == {f"tournament.{name}" for name in of_the_event} | {
        *("entrylink.token_hash", "entrylink.nonce", "invitation.token_hash", "invitation.nonce"),
        *("playerlink.token_hash", "screen.token_hash", "round.fingerprint"),
        *("pushsubscription.endpoint", "pushsubscription.key", "pushsubscription.secret"),
    }
    held = {(model, field.name) for model in backup.models() for field in backup.columns(model)}
    assert not {f"{model._meta.model_name}.{name}" for model, name in held} & stays


@pytest.mark.django_db
def test_what_binds_is_on_no_form_once_it_does(chief: User) -> None:
    form = RegulationsForm(instance=builders.tournament(chief), bound=True)
    assert not {*form.fields} & {*Tournament.BINDING, "scoring", "win", "draw", "loss", "bye", "bye_points"}
    assert {*form.fields} == {*RegulationsForm.Meta.fields} - {*Tournament.BINDING}
    assert {"name", "city", "start_date", "language"} < {*form.fields}


def test_each_regulation_is_entered_on_some_page() -> None:
    forms = (RegulationsForm, HeaderForm, EventListsForm, NormFactsForm)
    entered = {name for form in forms for name in form.base_fields} | {*standings.SHOWN}
    # Forms ask for points and the sequence in other words; colour and address have pages of their own.
    elsewhere = {*REGULATIONS[Matter.POINTS], *REGULATIONS[Matter.COLOUR], "rating_sequence", "slug"}
    happened = {*REGULATIONS[Matter.COURSE], "revision", "public_revision"}
    assert regulations() - entered == elsewhere | happened


@pytest.mark.django_db
def test_each_regulation_is_in_the_report_or_has_no_record_in_it(chief: User) -> None:
    """A backup holds all of them (tests/backup/test_backups_of_everything.py)."""
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
    assert lost == WITHOUT_RECORD | as_points


def test_each_column_of_a_player_is_of_the_person_or_of_the_event() -> None:
    """The first are copied into other events and given in lists; an expulsion, say, stays where it was."""
    of_event = {
        *("id", "tournament", "key", "number", "first_round", "presence", "among_equals", "withdrawn_from"),
        *(
            "identity_audit",
            "expelled",
            "no_half_point_bye",
            "virtual_points",
            "without_prizes",
            "confirmed_id",
            "salt",
        ),
    }
    assert {*identity.OF_PERSON, "rating"} == columns(Player) - of_event


def test_each_column_about_a_player_is_told_or_secret() -> None:
    """What is told to the person concerned, or to a member of the team (GDPR, article 15)."""
    told: dict[str, set[str]] = {
        "player": {
            *("id", "tournament", "key", "number", "name", "title", "sex", "rating", "federation", "fide_id"),
            *("club", "birth", "first_round", "presence", "among_equals", "withdrawn_from"),
            *(
                "identity_audit",
                "expelled",
                "no_half_point_bye",
                "virtual_points",
                "without_prizes",
                "confirmed_id",
                "salt",
            ),
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
        "twopeople": {"id", "one", "other"},
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
        str(model._meta.model_name): {field.name for field in identity.fields_shown(model)}
        for model, _theirs in identity._sources(Player(pk=1))
    }
    assert about == told
    of_team = {field.name for field in identity.fields_shown(Player, identity.SECRET_OF_TEAMS)}
    assert of_team == told["player"] - {"salt"}


def test_each_table_is_taken_back_with_an_act_or_stays() -> None:
    """Regulations beside the event's row, people and links are no part of what an act with a note changes."""
    stay = {
        *("absencerules", "announcement", "arbiter", "category", "comparison", "entrylink", "helper"),
        *("auditevent", "integrityevent", "invitation", "otherrecords", "ownlinkrules", "earlierrating"),
        *("givenvalue", "member", "prizefund", "prizelist", "publication", "rating", "absence"),
        *("byerequest", "decision", "resultreport", "lineup", "twopeople"),
    }
    back = {str(model._meta.model_name) for model in backup.TABLES.values()}
    assert back | stay == {str(model._meta.model_name) for model in backup.models()}
    assert not back & stay


def test_each_column_of_a_listed_player_is_imported() -> None:
    assert {*lists.PLAYER_COLUMNS} == columns(ListedPlayer) - {"pk", "list"} | {"list_id"}
