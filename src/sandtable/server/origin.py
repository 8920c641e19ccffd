"""Whether a request that changes something comes from our own page, or from no page at all.

A browser says which page a request comes from, and which host it believes to talk to. A page of
another origin is never heard. Nor is one that points a host name of its own at this machine
(DNS rebinding): a name counts only when it is this machine's or the owner has named it; numeric
addresses cannot be pointed elsewhere. Programs send no origin and are welcome.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Mapping
from functools import cache
from urllib.parse import urlsplit

from .problems import Problem

ANY = "*"
LOCAL = (".localhost", ".local")


class Origins:
    """``hosts`` are the names under which the server is reached; ``*`` takes any."""

    def __init__(self, hosts: tuple[str, ...]) -> None:
        self.hosts = frozenset(host.lower() for host in hosts)

    def check(self, headers: Mapping[str, str]) -> None:
        """Raises 403 for a page of another origin, 421 for a host that is not this one."""
        host = headers.get("host", "")
        if not self.is_ours(host):
            text = "this server does not go by that name; its owner can add it (--name)"
            raise Problem(421, "other-host", text, args={"host": host[:100]})
        origin = headers.get("origin")
        if origin is not None and not _same(origin, host):
            raise Problem(403, "other-origin", "another page cannot do anything here")
        if origin is None and headers.get("sec-fetch-site") in ("cross-site", "same-site"):
            raise Problem(403, "other-origin", "another page cannot do anything here")

    def is_ours(self, host: str) -> bool:
        if ANY in self.hosts:
            return True
        try:
            name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
        except ValueError:
            return False
        return name in self.hosts or name in _own_names() or name.endswith(LOCAL) or _numeric(name)


@cache
def _own_names() -> frozenset[str]:
    return frozenset({"localhost", socket.gethostname().lower()})


def _numeric(name: str) -> bool:
    try:
        ipaddress.ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return True


def _same(origin: str, host: str) -> bool:
    try:
        page = urlsplit(origin)
        there = urlsplit(f"//{host}")
        ports = {"http": 80, "https": 443}
        usual = ports.get(page.scheme)
        return (page.hostname, page.port or usual) == (there.hostname, there.port or usual)
    except ValueError:
        return False
