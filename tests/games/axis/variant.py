"""A title that does not exist: Anniversary's board with units of the 1940 rulebooks.

It shows that what differs between titles of the family is a table or a swapped entry.
"""

from __future__ import annotations

import csv

from sandtable.games.anniversary import Anniversary1941
from sandtable.games.axis.tables import Tables
from sandtable.games.axis.world import World

UNITS = """\
unit,cost,attack,defence,move,hit_points,flags
infantry,3,1,2,1,1,land;takes-land;artillery-boost:attack=2:pair=1
artillery,4,2,2,1,1,land;takes-land;boosts-infantry:1
mech,4,1,2,2,1,land;takes-land;artillery-boost:attack=2:pair=1;blitz-with-tank:1
tank,6,3,3,2,1,land;takes-land;blitz;boosts-tactical:1
aa-gun,5,,,1,1,land;noncombat-move-only;fires-first-round-only;\
die-per-attacking-plane:hit=1:per-gun=3;lost-with-land
minor,12,,,,,land;immobile;facility;capturable;one-per-space:factory;mobilises:3;min-ipc:2;\
no-islands;damage-max:6;built-in-aa:hit=1;repair:1;upgrade-to:factory:cost=20
factory,30,,,,,land;immobile;facility;capturable;one-per-space:factory;mobilises:10;min-ipc:3;\
original-owner-only;no-islands;captured-becomes:minor;damage-max:20;built-in-aa:hit=1;repair:1
airbase,15,,,,,land;immobile;facility;capturable;one-per-space;air-range:1;scramble-base:3;\
damage-max:6;off-at-damage:3;built-in-aa:hit=1;repair:1
fighter,10,3,4,4,1,air;carrier-capable;escort;intercept;scramble;air-battle:1;boosts-tactical:1;\
no-hit-on-submarine-without-destroyer
tactical,11,3,3,4,1,air;carrier-capable;scramble;air-battle:1;tactical-boost:attack=4:pair=1;\
tactical-raid:1d6;no-hit-on-submarine-without-destroyer
bomber,12,4,1,6,1,air;air-battle:1;strategic-raid:1d6+2;no-hit-on-submarine-without-destroyer
submarine,6,2,1,2,1,sea;warship;surprise-strike;submerge;passes-hostile-zones;blocks-nothing;\
cannot-hit-air;checked-by-destroyer
transport,7,0,0,2,1,sea;not-warship;carries:any-land+infantry;chosen-last;lone-destroyed;\
blocks-nothing
destroyer,8,2,2,2,1,sea;surface-warship;anti-submarine
cruiser,12,3,3,2,1,sea;surface-warship;shore-bombard:3
carrier,16,0,2,2,2,sea;surface-warship;capital-ship;holds-fighters:2;no-air-ops-when-damaged
battleship,20,4,4,2,2,sea;surface-warship;capital-ship;shore-bombard:4
"""

TECHS = """\
chart,face,id,name,effects
1,1,advanced-artillery,Advanced Artillery,support=2
1,2,mechanized,Improved Mechanized Infantry,attack-with-tank:mech=2;blitz:mech
1,3,heavy-bombers,Heavy Bombers,best-of:bomber=2
1,4,production,Increased Production,output:factory=12;output:minor=4;repair:factory=2
"""


class VariantTables(Tables):
    def rows(self, name: str, *, optional: bool = False) -> list[dict[str, str]]:
        texts = {"units.csv": UNITS, "techs.csv": TECHS}
        if name not in texts:
            return super().rows(name, optional=optional)
        return list(csv.DictReader(texts[name].splitlines()))


class VariantWorld(World):
    tables_type = VariantTables


class Variant(Anniversary1941):
    id = "variant"
    name = "Variant"
    world_type = VariantWorld
