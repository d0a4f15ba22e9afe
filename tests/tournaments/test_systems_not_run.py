"""Systems that the rule book knows and by which no event can be run yet: offered nowhere, and refused."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.urls import reverse

from pairing.editions import EDITIONS
from tournaments import engine
from tournaments.models import Tournament
from tournaments.services import tournaments as services

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from django.test import Client

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

DATA = Path(__file__).parents[1] / "data"
NOT_RUN = [edition for edition in EDITIONS.values() if not edition.at_the_desk]


def test_there_are_such() -> None:
    assert {edition.code for edition in NOT_RUN} == {"swiss-team-2026"}
    assert not {edition.code for edition in engine.all_editions()} & {edition.code for edition in NOT_RUN}


def test_no_form_offers_them(chief_client: Client) -> None:
    page = chief_client.get(reverse("tournament-new")).content.decode()
    assert not any(edition.name in page or edition.code in page for edition in NOT_RUN)


@pytest.mark.parametrize("edition", NOT_RUN, ids=lambda edition: edition.code)
def test_no_event_is_made_by_them(chief: User, edition: engine.Edition) -> None:
    with pytest.raises(ValidationError, match=f"Events by the rules {edition.code} cannot be run here yet"):
        services.create_tournament(name="Cup", number_of_rounds=5, edition=edition.code, actor=chief)


def test_their_files_are_refused_with_a_sentence(chief_client: Client) -> None:
    data = next((DATA / "swiss-team").glob("*.trf")).read_bytes()
    answer = chief_client.post(reverse("tournament-import"), {"file": ContentFile(data, "cup.trf")})
    page = " ".join(answer.content.decode().split())
    assert "cannot be run here yet. The command line pairs, checks and explains their files" in page
    assert not Tournament.objects.exists()


def test_in_french_too(chief_client: Client) -> None:
    data = next((DATA / "swiss-team").glob("*.trf")).read_bytes()
    answer = chief_client.post(
        reverse("tournament-import"),
        {"file": ContentFile(data, "cup.trf")},
        headers={"accept-language": "fr"},
    )
    assert "ne peuvent pas encore être gérés ici" in answer.content.decode()
