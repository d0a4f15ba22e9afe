"""Addresses for phones in the hall: as text, for the camera, and what lets the phones in."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING

import segno
from django.conf import settings
from django.utils.http import is_same_domain

from tournaments import hall

if TYPE_CHECKING:
    from django.http import HttpRequest

THIS_MACHINE = ("localhost", "127.0.0.1", "[::1]")
BORDER, LIGHT, DARK = 4, "#fff", "#000"


@dataclass(frozen=True, slots=True)
class Address:
    """A page's address, as other machines reach this one."""

    url: str
    # What has to be typed where Board One runs before they do; empty where they reach it already.
    command: str = ""
    # Whether there is a network at all through which they could.
    in_network: bool = True

    @property
    def image(self) -> str:
        """The address for a phone's camera, as the address of an image."""
        return self._code.svg_data_uri(border=BORDER, light=LIGHT, dark=DARK)

    @property
    def drawing(self) -> bytes:
        """The same as an image of its own."""
        image = BytesIO()
        self._code.save(image, kind="svg", border=BORDER, light=LIGHT, dark=DARK)
        return image.getvalue()

    @property
    def _code(self) -> segno.QRCode:
        return segno.make(self.url, error="m", micro=False)


def address_for_phones(request: HttpRequest, path: str) -> Address:
    """The whole address of a path.

    Whoever has come by a name that means this machine itself is told another one: the first that the server
    answers to, else the one that it probably has in the hall, where it does not answer yet.
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
    command = hall.command(int(port or hall.USUAL_PORT), hall=True)
    found = hall.addresses()
    return Address(url(found[0] if found else host), command, in_network=bool(found))


def _is_local(host: str) -> bool:
    """Whether this name leads to the same machine wherever it is used."""
    return any(is_same_domain(host, name) for name in THIS_MACHINE)
