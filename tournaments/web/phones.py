"""Addresses for phones in the hall: as text, as a QR code, and the command that makes them reachable."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO

import segno
from django.conf import settings
from django.http import HttpRequest
from django.utils.http import is_same_domain

from tournaments.hall import lan

THIS_MACHINE = ("localhost", "127.0.0.1", "[::1]")
BORDER, LIGHT, DARK = 4, "#fff", "#000"


@dataclass(frozen=True, slots=True)
class Address:
    """A page's address, as other machines can reach it."""

    url: str
    # The command that makes it reachable, to be typed where Board One runs; empty if it is reachable already.
    command: str = ""
    # Whether this machine is in a network at all.
    in_network: bool = True

    @property
    def image(self) -> str:
        """The address as a QR code, as a data URI of an image."""
        return self._code.svg_data_uri(border=BORDER, light=LIGHT, dark=DARK)

    @property
    def drawing(self) -> bytes:
        """The same QR code as an SVG file."""
        image = BytesIO()
        self._code.save(image, kind="svg", border=BORDER, light=LIGHT, dark=DARK)
        return image.getvalue()

    @property
    def _code(self) -> segno.QRCode:
        return segno.make(self.url, error="m", micro=False)


def address_for_phones(request: HttpRequest, path: str) -> Address:
    """The whole address of a path.

    If the request came by a name that means this machine itself, another one is used: the first that the
    server answers to, or the address that it probably has in the hall, at which it does not answer yet.
    """
    host, colon, port = request.get_host().rpartition(":")
    if not colon or not port.isdecimal():
        host, colon, port = request.get_host(), "", ""

    def url(host: str) -> str:
        return f"{request.scheme}://{host}{colon}{port}{path}"

    if not _is_local(host):
        return Address(url(host))
    if named := [name for name in settings.ALLOWED_HOSTS if not _is_local(name) and name[0] not in ".*"]:
        return Address(url(named[0]))
    command = lan.command(int(port or lan.USUAL_PORT), hall=True)
    found = lan.addresses()
    return Address(url(found[0] if found else host), command, in_network=bool(found))


def _is_local(host: str) -> bool:
    """Whether this name always means the machine on which it is used."""
    return any(is_same_domain(host, name) for name in THIS_MACHINE)
