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
      PhaseBegan: "{power}: {phase}", Submerged: "{power}: {count} × submarine submerges in {space}", Bought: "{power} buys {what} for {cost} IPC",
      Repaired: "{power} repairs {markers} damage in {space} for {cost} IPC", Moved: "{power}: {what} {route}", Loaded: "{power}: {what} from {space} aboard in {zone}",
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
  navalCards: {},
};

export type Language = "en" | "it" | "de";
export const LANGUAGES: Readonly<Record<Language, string>> = { en: "English", it: "Italiano", de: "Deutsch" };

export async function fetchCatalogue(wanted: Language): Promise<Catalogue> {
  if (wanted === "it") return (await import("./catalogue.it")).catalogue;
  if (wanted === "de") return (await import("./catalogue.de")).catalogue;
  return ENGLISH;
}
