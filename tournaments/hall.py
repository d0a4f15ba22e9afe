"""How phones in the playing hall reach this machine."""

from __future__ import annotations

import io
import socket
from contextlib import suppress
from ipaddress import ip_address

import segno
from django.conf import settings

# The port that need not be named.
USUAL_PORT = 8000

# Hosts in the networks that machines make when they are the hall's hot spot (Linux, macOS, Windows); before
# them one that is nowhere, to which the way to all the rest leads.
SOMEWHERE = ("192.0.2.1", "10.42.0.254", "192.168.2.254", "192.168.137.254")


def addresses() -> list[str]:
    """The addresses under which other machines probably reach this one, the likeliest first.

    Nothing is sent: the system is asked from which of its addresses it would.
    """
    found: list[str] = []
    for there in SOMEWHERE:
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((there, 9))
            found.append(probe.getsockname()[0])
    with suppress(OSError):
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    return [address for address in dict.fromkeys(found) if not ip_address(address).is_loopback]


def program() -> str:
    """What one types before the name of a command: from the source, or as installed."""
    return ".venv/bin/python -m tournaments" if settings.FROM_SOURCE else "board-one"


def command(port: int, *, hall: bool, address: str = "") -> str:
    """What one types to serve this machine, or the hall, on a port: from the source, or as installed."""
    if settings.FROM_SOURCE:
        name, place, door = "make hall" if hall else "make run", "ADDRESS=", "PORT="
    else:
        name, place, door = "board-one --hall" if hall else "board-one", "", "--port "
    where = f" {place}{address}" if address else ""
    return f"{name}{where} {door}{port}" if port != USUAL_PORT else f"{name}{where}"


def drawn(address: str) -> str:
    """The code of an address for the cameras of phones, in characters of a terminal."""
    code = io.StringIO()
    segno.make(address, micro=False).terminal(code, compact=True)
    return code.getvalue()
