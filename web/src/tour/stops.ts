/** What a tour is made of. */

import type { Key } from "$lib/i18n/en";

export interface Stop {
  say: Key;
  /** The questions in which it makes sense; when the game has gone beyond them, so does the tour. */
  during?: readonly string[];
  /** Done when one of my actions begins with one of these words; without any, when the questions are behind. */
  played?: readonly string[];
  /** Done when this space is chosen. */
  chosen?: string;
  /** Where to look: a place on the page, spaces on the map. */
  point?: string;
  spaces?: readonly string[];
}
export interface Tour {
  seat: string;
  /** Where all play a phase before anybody plays the next, what the tour shows takes a whole round. */
  rounds?: true;
  others: readonly string[];
  /** Edit lines that set up the position. */
  position: readonly string[];
  stops: readonly Stop[];
}

export const MAIN = "[data-testid=main]";
export const FIGHT = ["ConductCombat", "Casualties", "Retreat", "Submerge", "Bombard"];
