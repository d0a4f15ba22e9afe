"""The addresses under which phones probably reach this machine."""

from __future__ import annotations

import socket
from ipaddress import ip_address
from types import SimpleNamespace

import pytest

from tournaments.hall import lan

pytestmark = pytest.mark.any_database


def machine(routes: dict[str, str], names: list[str]) -> SimpleNamespace:
    """The `socket` module that `hall` sees on a machine with these routes, whose name has these addresses."""

    class Probe:
        def __init__(self, *_kind: int) -> None:
            self.address = ""

        def __enter__(self) -> Probe:
            return self

        def __exit__(self, *_error: object) -> None:
            pass

        def connect(self, there: tuple[str, int]) -> None:
            if there[0] not in routes:
                raise OSError("Network is unreachable")
            self.address = routes[there[0]]

        def getsockname(self) -> tuple[str, int]:
            return self.address, 0

    return SimpleNamespace(
        AF_INET=socket.AF_INET,
        SOCK_DGRAM=socket.SOCK_DGRAM,
        socket=Probe,
        gethostname=lambda: "laptop",
        gethostbyname_ex=lambda name: (name, [], names),
    )


@pytest.mark.parametrize(
    ("routes", "names", "found"),
    [
        pytest.param(
            dict.fromkeys(lan.SOMEWHERE, "192.168.1.20"),
            ["127.0.1.1"],
            ["192.168.1.20"],
            id="the hall's network",
        ),
        pytest.param({"10.42.0.254": "10.42.0.1"}, ["127.0.1.1"], ["10.42.0.1"], id="a hot spot of its own"),
        pytest.param(
            {"192.0.2.1": "10.0.0.5"},
            ["172.16.0.1", "10.0.0.5"],
            ["10.0.0.5", "172.16.0.1"],
            id="two networks",
        ),
        pytest.param({}, ["127.0.1.1"], [], id="no network"),
    ],
)
def test_the_likeliest_address_comes_first(
    monkeypatch: pytest.MonkeyPatch, routes: dict[str, str], names: list[str], found: list[str]
) -> None:
    monkeypatch.setattr(lan, "socket", machine(routes, names))
    assert lan.addresses() == found


def test_on_this_machine_none_leads_back_to_itself() -> None:
    assert not any(ip_address(address).is_loopback for address in lan.addresses())
