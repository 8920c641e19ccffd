"""Our ids and TripleA's names for the same things (Anniversary Edition, WW2v3 map files)."""

from __future__ import annotations

from sandtable.games.axis.world import World

POWERS = {
    "germany": "Germans",
    "ussr": "Russians",
    "japan": "Japanese",
    "uk": "British",
    "italy": "Italians",
    "usa": "Americans",
    "china": "Chinese",
}
KINDS = {
    "infantry": "infantry",
    "artillery": "artillery",
    "tank": "armour",
    "aa-gun": "aaGun",
    "factory": "factory",
    "fighter": "fighter",
    "bomber": "bomber",
    "submarine": "submarine",
    "transport": "transport",
    "destroyer": "destroyer",
    "cruiser": "cruiser",
    "carrier": "carrier",
    "battleship": "battleship",
}
POWER_OF = {theirs: ours for ours, theirs in POWERS.items()}
KIND_OF = {theirs: ours for ours, theirs in KINDS.items()}


class Names:
    """Space names both ways."""

    def __init__(self, world: World) -> None:
        self.theirs = [
            f"{int(space.id.removeprefix('sz-'))} Sea Zone"
            if world.is_sea[space.index]
            else space.name.replace("/", " ")
            for space in world.spaces
        ]
        self.ours = {name: world.spaces[i].id for i, name in enumerate(self.theirs)}
