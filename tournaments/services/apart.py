"""Our own commands, run in a process of their own: what computes for a minute keeps nobody waiting."""

from __future__ import annotations

import os
import subprocess
import sys

from django.conf import settings


def run_apart(*command: str) -> None:
    """Start a command of ours and go on; it ends by itself. Raises OSError where it cannot be started."""
    # By the package, because an installed program has no manage.py; where the source is, it must be found.
    subprocess.Popen(  # noqa: S603  our own command; no shell reads it
        [sys.executable, "-m", "tournaments", *command],
        env=os.environ | {"PYTHONPATH": str(settings.BASE_DIR)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
