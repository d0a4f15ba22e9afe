"""Sending to an address that somebody has typed: only to public ones, signed, limited, without any trust.

The name is resolved once, all its addresses are checked, and the connection goes to a checked address: if the
name resolves differently later, it leads nowhere else. No redirect is followed, and only the status of the
answer is read.
"""

from __future__ import annotations

import base64
import hmac
import re
import socket
import ssl
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from time import monotonic
from typing import NamedTuple
from urllib.parse import SplitResult, quote, urlsplit

from tournaments.models import Delivery

Fault = Delivery.Fault

type Address = IPv4Address | IPv6Address
type Network = IPv4Network | IPv6Network

# Seconds that everything may take once the name is resolved.
LONGEST = 10
# The most bytes of an answer that are read to find its status.
MOST_BYTES = 1024
STATUS = re.compile(rb"HTTP/1\.[01] ([1-5][0-9]{2})[ \r]")
PORTS = {"https": 443, "http": 80}
# What Python takes for public and is not: IPv4 addresses written as IPv6, which lead past the rules for IPv4,
# and networks that are reserved for local use, for documents, or for routers alone.
REFUSED = [
    IPv6Network(network)
    for network in (
        *("::/96", "::ffff:0:0/96", "::ffff:0:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48"),
        *("2001::/32", "2002::/16", "fec0::/10", "3fff::/20", "5f00::/16"),
    )
]


class Answer(NamedTuple):
    """The status of the answer, or why there is none."""

    status: int | None = None
    fault: str = ""

    @property
    def is_good(self) -> bool:
        """Whether the delivery was accepted."""
        return self.status is not None and 200 <= self.status < 300


class RefusedError(Exception):
    """Nothing may be sent to the address."""


def signature(secret: bytes, key: str, moment: int, body: bytes) -> str:
    """The proof of sender and time (seconds since 1970): HMAC-SHA256 over key, time and body, in base64."""
    signed = b".".join((key.encode(), str(moment).encode(), body))
    return base64.b64encode(hmac.digest(secret, signed, "sha256")).decode()


def post(address: str, headers: Mapping[str, str], body: bytes, networks: Sequence[Network]) -> Answer:
    """Send the body there. Besides public addresses, `networks` are allowed, and these even without TLS."""
    parts = urlsplit(address)
    try:
        with _connected(parts, networks) as (channel, end):
            channel.settimeout(_left(end))
            channel.sendall(_head(parts, headers, len(body)) + body)
            return _answer(channel, end)
    except RefusedError:
        return Answer(fault=Fault.ADDRESS)
    except (socket.gaierror, UnicodeError):
        return Answer(fault=Fault.NAME)
    except TimeoutError:
        return Answer(fault=Fault.TIME)
    except ssl.SSLError:
        return Answer(fault=Fault.CERTIFICATE)
    except OSError:
        return Answer(fault=Fault.UNREACHABLE)


def may_be_sent_to(found: Address, networks: Sequence[Network], *, encrypted: bool) -> bool:
    """Whether an address is public, or in one of the other networks that the server's settings allow."""
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    if any((mapped or found) in network for network in networks):
        return True
    if any(found in network for network in REFUSED):
        return False
    return encrypted and found.is_global and not found.is_multicast


@contextmanager
def _connected(parts: SplitResult, networks: Sequence[Network]) -> Iterator[tuple[socket.socket, float]]:
    """A connection to the address, and the time until which it may be used."""
    encrypted = parts.scheme == "https"
    host, port = parts.hostname or "", parts.port or PORTS[parts.scheme]
    found = [str(place[0]) for *_kind, place in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if not all(may_be_sent_to(ip_address(one), networks, encrypted=encrypted) for one in found):
        raise RefusedError
    end = monotonic() + LONGEST
    with socket.create_connection((found[0], port), timeout=_left(end)) as channel:
        if not encrypted:
            yield channel, end
            return
        channel.settimeout(_left(end))
        with ssl.create_default_context().wrap_socket(channel, server_hostname=host) as secured:
            yield secured, end


def _left(end: float) -> float:
    """Seconds until `end`; raises TimeoutError if it is past."""
    left = end - monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _head(parts: SplitResult, headers: Mapping[str, str], length: int) -> bytes:
    """The request without its body."""
    place = quote(parts.path or "/", safe="/%:@!$&'()*+,;=~")
    query = f"?{quote(parts.query, safe="/%:@!$&'()*+,;=~?")}" if parts.query else ""
    # As in the address, with its port; a name in non-ASCII letters is encoded as for the resolver.
    host = parts.netloc.encode("idna").decode()
    lines = {"Host": host, "Connection": "close", "Content-Length": str(length), **headers}
    head = "\r\n".join(f"{name}: {value}" for name, value in lines.items())
    return f"POST {place}{query} HTTP/1.1\r\n{head}\r\n\r\n".encode("ascii")


def _answer(channel: socket.socket, end: float) -> Answer:
    """The status at the beginning of the answer; its body is ignored."""
    begun = b""
    while b"\n" not in begun and len(begun) < MOST_BYTES:
        channel.settimeout(_left(end))
        more = channel.recv(MOST_BYTES)
        if not more:
            break
        begun += more
    status = STATUS.match(begun)
    return Answer(int(status[1])) if status else Answer(fault=Fault.ANSWER)
