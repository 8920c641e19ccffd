"""Why moves are refused: sentences by code. Each title says which of its rules each code is."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from sandtable.table import Refusal

from .access import Bar

TEXTS: dict[str, str] = {
    # Any step
    "wrong-step": "This cannot be done in this phase; {prompt}",
    "other-phase": "This is the {phase} phase, so {named} cannot be ended now",
    "no-units": "There is no {unit} of yours in {space} that can do this",
    "which-cargo": "Say which ship in {space} you mean: {names}",
    "wrong-power": "{power} does not act now",
    "not-yours": "Only {power}'s own units can do this",
    "count": "A number of at least 1 is needed",
    # Research
    "tokens-money": "{count} researcher tokens cost {cost} {ipc} and {power} has {money}",
    "charts-complete": "{power} owns every advance there is",
    "chart-unknown": "There are only charts 1 and 2",
    "chart-complete": "{power} owns every advance of chart {chart}",
    # Purchase
    "money": "This costs {cost} {ipc} and {power} has {money}",
    "buy-other": "{power}'s {ipc} buy nothing for {other}",
    "buy-confined": "Nothing can be bought for {other}",
    "not-for-sale": "{unit} cannot be bought",
    "repair-purse": "{space} is not repaired with the money of {purse}",
    "place-purse": "{space} takes no units that {purse} has bought",
    "repair-none": "{space} has no factory of {power}'s",
    "repair-which": "{space} has several facilities: name the one to repair",
    "repair-too-much": "The factory in {space} has only {count} damage",
    # Movement in general
    "already-moved": "The {unit} in {space} has already moved or fought this turn",
    "moved-in-combat": "The {unit} in {space} has already made its combat move",
    "too-far": "{goal} is {distance} spaces away and the {unit} can still move {left}",
    "too-far-air": "{goal} is {distance} spaces away and the {unit} can still fly {left}",
    "no-way": "There is no way for the {unit} from {space} to {goal}",
    "closed": "{goal} is neutral and closed to everybody",
    "over-neutral": "Neutral {goal} lies in the way and may not be crossed",
    "immobile": "A {unit} does not move",
    "land-only": "A {unit} cannot go to sea on its own",
    "sea-only": "Ships stay at sea",
    "confined": "{power}'s units may not go to {goal}",
    "confined-place": "{power}'s units enter in land of its own that it holds; {space} is not",
    "confined-air": "{power}'s aircraft may not fly to {goal} or over it",
    "restricted": "{power}'s {unit} may not go to {goal} now",
    "restricted-stop": "{power}'s {unit} may not end its move in {goal} now",
    "restricted-attack": "{power} may not attack {goal} now",
    "unshared": "{owner} does not share its {asset} with {power}",
    "restricted-use": "{power} may not use what belongs to {owner} now",
    "same-space": "Start and goal are the same space",
    "canal": "The {canal} is closed to {power}: its side did not hold {lands} when the turn began",
    "unloaded": "The transport in {space} has put units ashore and does not move any more",
    "blocked": "Enemy warships in {goal} stop the {unit} there",
    "transport-stops": "Enemy warships in {goal} stop the {unit} there for a sea battle",
    "destroyer-stops": "An enemy destroyer in {goal} stops the submarine there",
    # Combat move
    "friendly-stop": "A combat move may not end in friendly {goal}",
    "escort": "Ships may stop in friendly {goal} only for a landing that is declared there",
    "escort-left": (
        "Ships have come to {space} for the landing of this transport, which has to land there"
    ),
    "transport-purpose": (
        "A transport may stop in friendly {goal} in this phase only on the way to an assault"
    ),
    "aa-combat": "An AA gun does not move in the combat move",
    "blitz-blocked": "{goal} is not empty, so the tank must stop there",
    "blitz-not": "Only a tank passes through hostile {goal}",
    "blitz-taken": "{goal} was taken in this phase, and only a blitz goes on through it",
    "blitz-way": "Name the territory to blitz through: {space} > … > {goal}",
    "mechanized": "Each infantry needs a tank that goes the same way with it",
    "no-target": "There is nothing to attack in {goal}",
    "carrier-promised": "Fighters that attack need the carrier to come for them in a later phase",
    "carrier-first": "A carrier has to go now where fighters count on it to be after the battles",
    "battle-promised": (
        "Fighters that attack count on the battle in {zone}: a carrier comes for them by that way"
    ),
    "no-landing": "The {unit} could not land anywhere afterwards",
    "no-landing-yet": (
        "No deck could be there for the {unit} afterwards; "
        "a battle that clears a carrier's way is announced first"
    ),
    "raid-kind": "Only bombers raid factories",
    "raid-escort": "Fighters only go along with bombers that raid there",
    "raid-target": "{goal} has no enemy factory to raid",
    "drop-tech": "{power} has no paratroopers",
    "drop-kind": "Only infantry jump",
    "drop-bombers": "Each infantry needs a bomber that starts in {space} with it",
    "drop-first": "The bomber must stop in {goal}, the first hostile territory it enters",
    "drop-target": "Paratroopers jump into hostile territory; {goal} is not",
    "must-land": "The units loaded in {space} this turn must land in an assault",
    # Transports
    "load-kind": "A {unit} cannot be loaded",
    "load-place": "{space} does not touch {zone}",
    "load-hostile": "Nobody boards in {zone} while enemy warships are there",
    "load-transfer": "Nobody changes from one transport to another at sea",
    "load-unloaded": "The transport in {zone} has put units ashore and loads no more this turn",
    "load-tired": "The {unit} in {space} has moved or fought and cannot board any more this turn",
    "load-moved": "The transport in {zone} has moved, loaded or fought earlier this turn",
    "load-shared": "Enemy warships were in {zone} when the turn began, so nobody boards there",
    "load-full": "No transport in {zone} that can still load has room for the {unit}",
    "load-friendly": "Units board from friendly land, and {space} is not",
    "load-aa": "An AA gun boards only in the noncombat move",
    "load-ally": "An ally's transport is boarded in the noncombat move",
    "load-confined": "{power}'s units never board a transport",
    "load-purpose": "Units loaded now must land this turn, and no coast can be reached from {zone}",
    "unload-none": "No transport in {zone} has such a unit aboard that may go ashore now",
    "unload-ally": "The {unit} aboard is {power}'s and goes ashore only in {power}'s turn",
    "unload-unfought": "Enemy warships hold {zone} and none of your ships is there to fight them",
    "unload-unguarded": "Nobody lands from {zone} past enemy submarines without a warship there",
    "guard-left": "The landing from {space} needs this ship against enemy submarines",
    "unload-place": "{space} does not touch {zone}",
    "unload-friendly": "In the combat move units land only on a hostile coast",
    "unload-hostile": "In the noncombat move units go ashore only in friendly territory",
    "unload-zone": "Nobody goes ashore from {zone} while enemy warships are there",
    "unload-aa": "An AA gun never takes part in an assault",
    "unload-elsewhere": "That transport has already put units ashore in {goal}",
    "unload-split": "All that one transport lands goes to one territory, and that is {goal}",
    "unload-done": "That transport has put units ashore in an assault and keeps the rest",
    "unload-moved": "That transport has moved, loaded or fought earlier this turn",
    "unload-repelled": "A transport that retreated keeps its load this turn",
    "unload-waiting": "The units go ashore in their owner's turn after the transport's owner's",
    # Combat
    "no-battle": "There is no battle to fight in {space} now",
    "must-fight": "The battle in {space} must be fought",
    "reactions-first": "The other side may react first",
    "raids-first": "Raids come first",
    "assaults-first": "Amphibious assaults come before other battles",
    "rocket-tech": "{power} has no rockets",
    "rocket-gun": "{space} has no AA gun of {power}'s ashore",
    "rocket-once": "A rocket was already launched from {space} this turn",
    "rocket-target": "{goal} has no enemy factory",
    "rocket-hit": "{goal} was already hit by a rocket this turn",
    "rocket-range": "{goal} is more than {range} spaces from {space}",
    "bombard-kind": "A {unit} cannot bombard",
    "bombard-absent": "No {unit} of {power}'s lies in {zone} that has not bombarded yet",
    "bombard-limit": "At most {limit} ships may bombard: one for each unit that lands",
    "submerge-kind": "Only submarines submerge",
    "lose-count": "{hits} hits must be taken by units that can take them, not {count}",
    "lose-target": "These hits cannot all fall on those units",
    "lose-transport": "Transports are lost last, when no other unit can take the hit",
    "lose-damage": "There is no undamaged {unit} to take a first hit",
    "retreat-where": "{space} is not a space the attackers came from and may go back to",
    "retreat-none": "Nobody here can retreat",
    "retreat-together": "Aircraft retreat together with the others: name the space to go to",
    "retreat-landed": "Units put ashore by transports cannot retreat",
    # Noncombat move and mobilisation
    "noncombat-hostile": "{goal} is hostile; only friendly spaces may be entered in this phase",
    "noncombat-zone": "{goal} is hostile; in this phase ships stay in friendly zones",
    "noncombat-passing": "Hostile {goal} lies in the way",
    "landing-place": "Aircraft may not end their move in {goal}",
    "landing-new": "{goal} was hostile when the turn began, so no aircraft may land there",
    "landing-deck": "There is no free deck for the fighter in {goal}",
    "landing-bomber": "A {unit} cannot land at sea",
    "landing-carrier": "The carrier is needed where it can take up fighters in the air",
    "landing-landed": "A fighter has landed on that carrier; neither moves again this turn",
    "must-come-down": "The {unit} in {space} can still reach a landing place and must",
    "place-none": "{power} has no {unit} waiting to be placed",
    "place-factory": "{space} has no factory that {power} held when its turn began",
    "place-ally": "{space} has a factory, but it is {owner}'s",
    "place-output": "The factory in {space} can place {left} more",
    "place-land": "A {unit} is placed in {space} itself",
    "place-sea": "Ships are placed in a sea zone beside the factory: {space} > ZONE",
    "place-zone": "{zone} does not touch {space}",
    "place-deck": "There is no free deck of {power}'s own in {zone}",
    "place-deck-ally": "The decks in {zone} are not {power}'s own",
    "place-factory-value": "A {unit} needs a territory worth at least {least} {ipc}",
    "place-factory-held": "{power} has not held {space} since its turn began",
    "place-factory-two": "{space} has a {unit} already",
    "place-island": "A {unit} may not be built on an island",
    "place-original": "A {unit} needs a territory that was {power}'s own from the beginning",
    "place-coast": "A {unit} needs a coast",
    "place-all": "The {unit} can still be placed and must be",
    "place-carrier": "A carrier is needed in {zone}, where fighters wait for it",
    "fly-place": "The fighter finds no place in {goal}",
    # Orders
    "order-unknown": "{unit} is no unit that can be lost",
    # Players
    "players-side": "{player} may hold powers of one side only",
}


class Refuser:
    """Makes refusals for a title: the family's sentence with the title's rule id and its word
    for money (``{ipc}``)."""

    def __init__(
        self, rule_ids: Mapping[str, str], texts: Mapping[str, str], currency: str
    ) -> None:
        self.rule_ids = rule_ids
        self.texts = texts
        self.currency = currency

    def bar(self, bar: Bar) -> Refusal:
        """Why access is refused; a row of the tables may name the rule itself."""
        refusal = self(bar.code, **bar.args)
        return msgspec.structs.replace(refusal, rule=bar.rule) if bar.rule else refusal

    def __call__(self, code: str, **args: object) -> Refusal:
        written = {name: str(value) for name, value in args.items()}
        text = self.texts[code].format(**written, ipc=self.currency)
        return Refusal(code, self.rule_ids.get(code, ""), text, written)
