"""A push service on this machine, and a phone that it knows, which decrypts its messages."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

SECRET = b"sixteen letters!"


def encoded(data: bytes) -> str:
    """The bytes as browsers encode them."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """The bytes that a browser encoded so."""
    return urlsafe_b64decode(text + "==")


class Sent(NamedTuple):
    """A request that the service received."""

    path: str
    headers: dict[str, str]
    body: bytes


class Service:
    """The service's address, its answers by path, and the requests it received; and the phone's keys."""

    def __init__(self) -> None:
        self.address = ""
        self.answers: dict[str, int] = {}
        self.sent: list[Sent] = []
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.key = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def asks(self, player: str, phone: str = "phone", act: str = "tell") -> dict[str, str]:
        """The form that a phone sends to subscribe to a player's boards."""
        endpoint = f"{self.address}/{phone}"
        keys = {"key": encoded(self.key), "secret": encoded(SECRET)}
        return {"act": act, "player": player, "endpoint": endpoint} | keys

    def opened(self, sent: Sent) -> dict[str, str]:
        """The message, as the phone reads it (RFC 8291, 3.4)."""
        salt, size, theirs = sent.body[:16], sent.body[20], sent.body[21:]
        public, record = theirs[:size], theirs[size:]
        shared = self.private.exchange(
            ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), public)
        )
        material = HKDF(SHA256(), 32, SECRET, b"WebPush: info\0" + self.key + public).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(material)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(material)
        text = AESGCM(key).decrypt(nonce, record, None)
        assert text[-1:] == b"\x02"
        found: dict[str, str] = json.loads(text[:-1])
        return found


@contextmanager
def serving() -> Iterator[Service]:
    """A service that answers 201, or the status in `answers` for a path."""
    found = Service()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            found.sent.append(Sent(self.path, dict(self.headers), body))
            self.send_response(found.answers.get(self.path, 201))
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_arguments: Any) -> None:
            """Log nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    found.address = f"http://127.0.0.1:{server.server_port}"
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield found
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
