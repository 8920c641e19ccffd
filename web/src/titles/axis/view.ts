/** The family's view, as the server's own types write it. */

import type { AxisReference, AxisView, PowerView } from "$lib/net/generated/axis";

export type { AxisReference, AxisView, BattleView, GroupView, Orders, PowerView, Prospect, SpaceView, UnitReference, UnitView } from "$lib/net/generated/axis";

/** A volley of equal dice, as the event `Fired` tells it. */
export interface Shot {
  power: string;
  unit: string;
  needed: number;
  faces: number[];
  hits: number;
}

export const asAxis = (game: unknown) => game as AxisView;
export const asReference = (reference: unknown) => reference as AxisReference;
export const powerOf = (view: AxisView, id: string): PowerView | undefined => view.powers.find((power) => power.id === id);
/** The powers that a seat plays, its own first. */
export const powersOf = (view: AxisView, seat: string): PowerView[] =>
  view.powers.filter((power) => power.seat === seat).sort((a, b) => Number(b.id === seat) - Number(a.id === seat));
