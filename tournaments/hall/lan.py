"""How phones in the playing hall reach this machine."""

from __future__ import annotations

import io
import socket
from contextlib import suppress
from ipaddress import ip_address

import segno
from django.conf import settings

# The default port, which commands may leave out.
USUAL_PORT = 8000

# First a host that does not exist (a documentation address), which is routed like the rest of the Internet;
# then hosts in the networks that a machine makes as the hall's hot spot (Linux, macOS, Windows).
SOMEWHERE = ("192.0.2.1", "10.42.0.254", "192.168.2.254", "192.168.137.254")


def addresses() -> list[str]:
    """The addresses at which other machines can probably reach this one, the likeliest first.

    Nothing is sent: the system only says from which of its own addresses it would send.
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
    """The text to type before the name of a command: from the source, or as installed."""
    return ".venv/bin/python -m tournaments" if settings.FROM_SOURCE else "board-one"


def command(port: int, *, hall: bool, address: str = "") -> str:
    """The command that serves this machine, or the hall, on a port: from the source, or as installed."""
    if settings.FROM_SOURCE:
        name, place, door = "make hall" if hall else "make run", "ADDRESS=", "PORT="
    else:
        name, place, door = "board-one --hall" if hall else "board-one", "", "--port "
    where = f" {place}{address}" if address else ""
    return f"{name}{where} {door}{port}" if port != USUAL_PORT else f"{name}{where}"


def drawn(address: str) -> str:
    """A QR code of the address, drawn in terminal characters, for phone cameras."""
    code = io.StringIO()
    segno.make(address, micro=False).terminal(code, compact=True)
    return code.getvalue()
