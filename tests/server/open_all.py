"""Opens every game of a database at once, as many people do right after a start."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from sandtable.server.app import make_house, make_store
from sandtable.server.settings import Settings


async def main(database: Path, games: list[str]) -> None:
    settings = Settings(database=database, workers=1)
    store = make_store(settings)
    hall = make_house(settings, store).hall
    desks = await asyncio.gather(*(hall.desk(game) for game in games))
    print(sum(desk.table.version >= 0 for desk in desks))
    await store.close()


if __name__ == "__main__":
    # Threads take turns as often as possible: what can go wrong between them does.
    sys.setswitchinterval(1e-6)
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2:]))
