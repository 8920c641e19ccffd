import type { Catalogue } from "./catalogue";
import { it as words } from "./it";
import { CARDS_IT, EVENTS_IT, NAVAL_IT } from "./events.it";
import { CITIES, PLACES } from "./places.it";
import { REFUSALS_IT } from "./refusals.it";
import { FORTRESS_IT } from "./refusals.fortress.it";
import { NAVAL_IT as NAVAL_REFUSALS } from "./refusals.naval.it";

export const catalogue: Catalogue = {
  words,
  events: EVENTS_IT,
  refusals: { axis: REFUSALS_IT, fortress: FORTRESS_IT, naval: NAVAL_REFUSALS },
  places: PLACES,
  cities: CITIES,
  partisans: CARDS_IT,
  navalCards: NAVAL_IT,
};
