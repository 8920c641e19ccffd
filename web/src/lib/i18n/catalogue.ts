/** All that is said in one language. English is at hand; the others are fetched when they are wanted. */

import { en, type Words } from "./en";
import { FORTRESS_EN } from "./events.en";

export type Family = "axis" | "fortress" | "naval";
export type Table = Readonly<Record<string, string>>;
export interface Catalogue {
  words: Words;
  /** What happened, by family and kind of event. */
  events: Readonly<Record<Family, Table>>;
  /** Why not, by family and code: titles share codes but not their meaning. */
  refusals: Readonly<Record<Family, Table>>;
  /** Spaces by id, and victory cities by the name they have on the boards. */
  places: Table;
  cities: Table;
  /** Titles of the partisan cards, and what naval cards do. */
  partisans: Table;
  navalCards: Table;
}

/** In English the rules' own sentences and names are used, but for what reads better in ours. */
export const ENGLISH: Catalogue = {
  words: en,
  events: {
    axis: {
      PhaseBegan: "{power}: {phase}", Submerged: "{power}: {count} × submarine submerges in {space}", Bought: "{power} buys {what} for {cost} {ipc}",
      Repaired: "{power} repairs {markers} damage in {space} for {cost} {ipc}", Moved: "{power}: {what} {route}", Loaded: "{power}: {what} from {space} aboard in {zone}",
      WentAshore: "{power}: {what} goes ashore in {space} from {zone}", "WentAshore.assault": "{power}: {what} will storm {space} from {zone}", Placed: "{power} places {what} in {space}",
    },
    fortress: FORTRESS_EN,
    naval: {
      HandDrawn: "You draw {cards}", Discarded: "{seat} discards {cards}", PreparedExpired: "At the end of the turn {seat} discards {cards}",
      CardPrepared: "{ship} of {seat} prepares {card}", AttackStopped: "Attack {number} on {target} is stopped: {seat}, {by}", "AttackStopped.cover": "Attack {number} on {target} is stopped: {seat}, air cover of {cover}",
      Surprised: "{seat} surprises {victim}, who discards {cards}",
    },
  },
  refusals: { axis: {}, fortress: {}, naval: {} },
  places: {},
  cities: {},
  partisans: {},
  navalCards: {
    heavy: "A main battery of a listed calibre hits unless the attack is stopped.",
    medium: "A main battery of a listed calibre hits unless the attack is stopped.",
    light: "A secondary battery of a listed calibre hits unless the attack is stopped.",
    cruiser: "A secondary battery of a listed calibre hits unless the attack is stopped.",
    "paired-light": "Two different first-line ships fire their secondary batteries together; hits unless stopped.",
    "paired-cruiser": "Two different first-line ships fire their secondary batteries together; hits unless stopped.",
    torpedo: "Die plus torpedo value; a submarine may fire it at any line.",
    "depth-charge": "A first-line ship with a torpedo mount hits a submarine unless the attack is stopped.",
    "base-raid": "One die a raid, each at a target of your choice; success sinks.",
    missed: "Stops one primary attack; prepared, one in each opposing turn.",
    armour: "Stops one secondary attack; prepared, one in each opposing turn.",
    escort: "Moves an attack to another ship of the same line; prepared, one in each opposing turn.",
    "light-target": "Stops one attack on a ship card of small printed hull.",
    diversion: "Stops any one attack.",
    retreat: "Repair damage cards; no attack phase; the fleet is out of reach until your next turn.",
    reinforcements: "Bring in reserve ship cards up to this many points.",
    "surprise-attack": "One opponent discards all reorganise and prepare cards he has in play.",
    planning: "+1 to one of your dice in your turn and in each opposing turn.",
  },
};

export type Language = "en" | "it" | "de";
export const LANGUAGES: Readonly<Record<Language, string>> = { en: "English", it: "Italiano", de: "Deutsch" };

export async function fetchCatalogue(wanted: Language): Promise<Catalogue> {
  if (wanted === "it") return (await import("./catalogue.it")).catalogue;
  if (wanted === "de") return (await import("./catalogue.de")).catalogue;
  return ENGLISH;
}
