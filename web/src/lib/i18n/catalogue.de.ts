import type { Catalogue } from "./catalogue";
import { de as words } from "./de";
import { CARDS_DE, EVENTS_DE, NAVAL_DE } from "./events.de";
import { CITIES, PLACES } from "./places.de";
import { REFUSALS_DE } from "./refusals.de";
import { FORTRESS_DE } from "./refusals.fortress.de";
import { NAVAL_DE as NAVAL_REFUSALS } from "./refusals.naval.de";

export const catalogue: Catalogue = {
  words,
  events: EVENTS_DE,
  refusals: { axis: REFUSALS_DE, fortress: FORTRESS_DE, naval: NAVAL_REFUSALS },
  places: PLACES,
  cities: CITIES,
  partisans: CARDS_DE,
  navalCards: NAVAL_DE,
};
