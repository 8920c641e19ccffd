"""A server in a process of its own, to be killed: prints its address and serves.

A second argument, JSON, changes the settings.
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from sandtable.server.app import create_app
from sandtable.server.run import Address, bind, run
from sandtable.server.settings import Settings


def main() -> None:
    changes = msgspec.json.decode(sys.argv[2]) if len(sys.argv) > 2 else {}
    plain = Settings(
        database=Path(sys.argv[1]),
        static=Path("nowhere"),
        workers=1,
        requests_burst=10**6,
        games_burst=1000,
        games_per_address=10**6,
        messages_burst=10**6,
        sockets_per_address=4096,
        connections_burst=10**6,
        answers_burst=10**9,
        snapshot_every=8,
    )
    settings = msgspec.structs.replace(plain, **changes)

    def ready(address: Address) -> None:
        print(address.url, flush=True)

    with bind("127.0.0.1", 0) as listener:
        run(create_app(settings), settings, listener, ready)


if __name__ == "__main__":
    main()
