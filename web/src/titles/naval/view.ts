/** The view of Naval Battles, as the server's own types write it. */

import type { NavalView, ShipView } from "$lib/net/generated/naval";

export type { AttackView, CardView, NavalView, SeatView, ShipView, SideView } from "$lib/net/generated/naval";
export const asNaval = (game: unknown) => game as NavalView;

const FACES: Readonly<Record<string, string>> = {
  battleship: "battleship", battlecruiser: "battleship", "heavy cruiser": "cruiser", "light cruiser": "cruiser",
  destroyer: "destroyer", "torpedo boat": "destroyer", submarine: "submarine", carrier: "carrier",
  "light carrier": "carrier", "escort carrier": "carrier", "motor torpedo boat": "destroyer", corvette: "destroyer",
};
export function shipFace(ship: ShipView): string {
  return FACES[ship.klass] ?? (ship.kind === "submarine" ? "submarine" : ship.kind === "carrier" ? "carrier" : "cruiser");
}
