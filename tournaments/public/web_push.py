"""Web Push: a message sealed for one phone (RFC 8291), signed by this server (RFC 8292), sent (RFC 8030).

The subscriber chooses the address to which the server then sends. So nothing is sent unless it is one of the
known push services, over HTTPS, and at a public address of the internet.
"""

from __future__ import annotations

import hashlib
import json
import re
import ssl
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from functools import cache
from http.client import HTTPConnection, HTTPSConnection
from ipaddress import ip_address
from secrets import token_bytes
from time import time
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings

# The push services of Chrome, Firefox, Edge on Windows and Safari: these hosts, or hosts under them.
SERVICES = (
    "fcm.googleapis.com",
    "push.services.mozilla.com",
    "notify.windows.com",
    "web.push.apple.com",
)
# A part of a host's name, and an address that can be sent in HTTP: printable ASCII without blanks.
NAME = re.compile("[a-z0-9-]{1,63}")
SENDABLE = re.compile("[!-~]+")
CURVE = ec.SECP256R1()
# The order of P-256: one more than the number of its private keys.
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
# Bytes of a key of P-256, of a phone's secret, and of a record; a message is one record.
KEY, SECRET, RECORD = 65, 16, 4096
# Seconds: how long a push service keeps a message for a phone that is away, how long our signature is good,
# and how long the service may be silent.
LASTS, SIGNED_FOR, SILENCE = 4 * 3600, 12 * 3600, 10


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone's endpoint, and what its messages are encrypted with; all as its browser writes them."""

    endpoint: str
    key: str
    secret: str


def is_permitted(endpoint: str) -> bool:
    """Whether it is an address of a known push service, in a form that can be requested."""
    if settings.WEB_PUSH_HERE and endpoint.startswith(f"{settings.WEB_PUSH_HERE}/"):
        return True
    try:
        parts = urlsplit(endpoint)
    except ValueError:
        return False
    host = parts.netloc
    known = any(host == service or host.endswith(f".{service}") for service in SERVICES)
    is_name = all(NAME.fullmatch(label) for label in host.split("."))
    return parts.scheme == "https" and known and is_name and SENDABLE.fullmatch(endpoint) is not None


def service_of(endpoint: str) -> str:
    """The beginning that all addresses of a push service share."""
    parts = urlsplit(endpoint)
    return f"{parts.scheme}://{parts.netloc}/"


def decoded(text: str, length: int) -> bytes:
    """That many bytes from base64url without padding; raises ValueError if the text is anything else."""
    found = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if len(found) != length:
        message = f"expected {length} bytes, found {len(found)}"
        raise ValueError(message)
    return found


def point(key: bytes) -> ec.EllipticCurvePublicKey:
    """A phone's key; raises ValueError if it is invalid."""
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, key)


def _encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def _bytes_of(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


@cache
def _server_key(secret: str) -> ec.EllipticCurvePrivateKey:
    """The key that is derived from this server's secret."""
    number = int.from_bytes(hashlib.sha512(secret.encode()).digest())
    return ec.derive_private_key(number % (ORDER - 1) + 1, CURVE)


def public_key() -> str:
    """The key by which phones and push services know this server; "" if Web Push is not set up."""
    return _encoded(_bytes_of(_server_key(settings.WEB_PUSH_KEY).public_key())) if settings.WEB_PUSH else ""


def sealed(text: bytes, key: bytes, secret: bytes, *, salt: bytes, own: ec.EllipticCurvePrivateKey) -> bytes:
    """The message encrypted for the phone with this key and secret (RFC 8291, 3.4; RFC 8188, 2).

    `salt` and the key `own` must be made for this message only. Raises ValueError if the phone's key is
    invalid.
    """
    public = _bytes_of(own.public_key())
    shared = own.exchange(ec.ECDH(), point(key))

    def derived(length: int, salt: bytes, info: bytes, material: bytes) -> bytes:
        return HKDF(SHA256(), length, salt, info).derive(material)

    material = derived(32, secret, b"WebPush: info\0" + key + public, shared)
    cipher = AESGCM(derived(16, salt, b"Content-Encoding: aes128gcm\0", material))
    nonce = derived(12, salt, b"Content-Encoding: nonce\0", material)
    # The byte 2 after the text says that no other record follows.
    record = cipher.encrypt(nonce, text + b"\x02", None)
    return salt + RECORD.to_bytes(4) + len(public).to_bytes(1) + public + record


def signature(endpoint: str, now: int) -> str:
    """The sender's proof, valid only for the endpoint's service (RFC 8292); `now` in seconds since 1970."""
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": now + SIGNED_FOR,
        "sub": settings.WEB_PUSH,
    }
    kind = {"typ": "JWT", "alg": "ES256"}
    token = ".".join(_encoded(json.dumps(part, separators=(",", ":")).encode()) for part in (kind, claims))
    signed = _server_key(settings.WEB_PUSH_KEY).sign(token.encode(), ec.ECDSA(SHA256()))
    both = b"".join(number.to_bytes(32) for number in decode_dss_signature(signed))
    return f"vapid t={token}.{_encoded(both)}, k={public_key()}"


class _Public(HTTPSConnection):
    """A connection that is closed before anything is sent if the name leads into a private network."""

    def connect(self) -> None:
        HTTPConnection.connect(self)
        address = self.sock.getpeername()[0]
        if not ip_address(address).is_global:
            self.close()
            message = f"{self.host} is at {address}, which is not in the internet"
            raise OSError(message)
        self.sock = ssl.create_default_context().wrap_socket(self.sock, server_hostname=self.host)


def send(phone: Phone, message: dict[str, str], *, topic: str) -> int:
    """Send a message; returns the push service's HTTP status: 201 for accepted, 404 and 410 for gone.

    It replaces a message with the same topic that waits for the phone. Raises OSError or HTTPException if the
    service is not reached, and PermissionError for an endpoint that is not permitted.
    """
    if not is_permitted(phone.endpoint):
        raise PermissionError
    parts = urlsplit(phone.endpoint)
    kind = _Public if parts.scheme == "https" else HTTPConnection
    body = sealed(
        json.dumps(message, ensure_ascii=False).encode(),
        decoded(phone.key, KEY),
        decoded(phone.secret, SECRET),
        salt=token_bytes(16),
        own=ec.generate_private_key(CURVE),
    )
    headers = {
        "Authorization": signature(phone.endpoint, int(time())),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(LASTS),
        "Urgency": "high",
        "Topic": topic,
    }
    connection = kind(parts.netloc, timeout=SILENCE)
    try:
        connection.request(
            "POST", f"{parts.path}?{parts.query}" if parts.query else parts.path, body, headers
        )
        return connection.getresponse().status
    finally:
        connection.close()
