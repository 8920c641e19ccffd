/** The view of Fortress America, as the server's own types write it. */

import type { FortressReference, FortressView } from "$lib/net/generated/fortress";

export type { AttackView, BattleView, FortressReference, FortressView, ForceView, SpaceView } from "$lib/net/generated/fortress";
export const asFortress = (game: unknown) => game as FortressView;
export const asReference = (reference: unknown) => reference as FortressReference;
