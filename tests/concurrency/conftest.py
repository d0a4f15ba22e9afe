"""Users who act at the same moment, in a database with real transactions."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from tests import builders


@pytest.fixture
def chief(guarded_db: None) -> User:
    """The owner of `event`, whom every thread sees."""
    return builders.user("chief")


@pytest.fixture
def other(chief: User) -> User:
    """Another user, who acts at the same moment."""
    return builders.user("other")
