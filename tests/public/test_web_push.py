"""What messages to phones depend on: sealing as the standard says, and the server's own key."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from tests.push_service import decoded
from tournaments.public import web_push
from tournaments.settings import secret

pytestmark = pytest.mark.any_database


def test_a_message_is_sealed_as_the_standard_says() -> None:
    """The example of RFC 8291, section 5, byte for byte."""
    own = ec.derive_private_key(
        int.from_bytes(decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")), ec.SECP256R1()
    )
    key = decoded("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
    body = web_push.sealed(
        b"When I grow up, I want to be a watermelon",
        key,
        decoded("BTBZMqHH6r4Tts7J_aSIgg"),
        salt=decoded("DGv6ra1nlYgDCS1FRnbzlw"),
        own=own,
    )
    assert body == decoded(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6"
        "PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_the_servers_key_is_made_once_and_its_owners_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a different key, no phone that had asked could be told of anything."""
    monkeypatch.setattr("tournaments.settings.DATA_DIR", tmp_path)
    made = secret("WEB_PUSH_KEY", "push-key")
    assert len(made) > 40
    assert secret("WEB_PUSH_KEY", "push-key") == made
    assert stat.S_IMODE((tmp_path / "push-key").stat().st_mode) == 0o600
    monkeypatch.setenv("WEB_PUSH_KEY", "given")
    assert secret("WEB_PUSH_KEY", "push-key") == "given"


def test_whom_push_services_write_to_is_an_address(tmp_path: Path) -> None:
    wrong = os.environ | {"DATA_DIR": str(tmp_path), "WEB_PUSH": "me"}
    found = subprocess.run(
        [sys.executable, "-c", "from tournaments import settings"],
        env=wrong,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "WEB_PUSH: expected mailto: or https://" in found.stderr
