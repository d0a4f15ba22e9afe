"""Runs our own commands in separate processes, so that a minute's computation keeps nobody waiting."""

from __future__ import annotations

import os
import subprocess
import sys

from django.conf import settings


def run_apart(*command: str) -> None:
    """Start one of our commands without waiting for its end. Raises OSError if it cannot be started."""
    # By the package, because an installed program has no manage.py; one that runs from source needs its path.
    subprocess.Popen(  # noqa: S603  our own command; no shell reads it
        [sys.executable, "-m", "tournaments", *command],
        env=os.environ | {"PYTHONPATH": str(settings.BASE_DIR)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
