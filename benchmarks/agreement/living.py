"""A Python program that runs as long as this process, and is asked many times: starting it takes long."""

from __future__ import annotations

import json
import shlex
import subprocess
from pathlib import Path

_DRIVER = Path(__file__).with_name("one_process.py")


# By its command.
_living: dict[str, subprocess.Popen[str]] = {}


def answer(program: str, *arguments: str) -> str | None:
    """The output of `program`, its Python and its file, for these arguments; None if it broke down."""
    process = _living.get(program) or _started(program)
    if process.stdin is None or process.stdout is None:
        raise RuntimeError("the pipes are open")
    process.stdin.write(json.dumps(arguments) + "\n")
    process.stdin.flush()
    printed = process.stdout.readline()
    if not printed:
        _living.pop(program).communicate()
        return None
    return str(json.loads(printed))


def stop() -> None:
    """End all programs that were started."""
    while _living:
        _living.popitem()[1].communicate()


def _started(program: str) -> subprocess.Popen[str]:
    python, file = shlex.split(program)
    _living[program] = subprocess.Popen(
        [python, str(_DRIVER), file],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    return _living[program]
