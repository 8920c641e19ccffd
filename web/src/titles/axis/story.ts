/** Battles as they were fought, read from what happened: who fired, who was lost, who holds the ground. */

import type { Entry } from "$lib/net/types";
import type { Shot } from "./view";

export interface VolleyTold {
  key: string;
  what: string;
  space: string;
  shots: Shot[];
}
export interface BattleTold {
  space: string;
  /** Who attacked; nobody yet while ships only bombard. */
  power: string;
  began: number;
  over: boolean;
  winner: string;
  volleys: VolleyTold[];
  /** Power to units as they are written: `2 infantry`. */
  lost: { power: string; what: string; damaged: boolean }[];
  captured: { power: string; loser: string } | null;
}

const fresh = (space: string, version: number): BattleTold => ({ space, power: "", began: version, over: false, winner: "", volleys: [], lost: [], captured: null });

/** The battles of these entries (which must stand, oldest first), the last of which may still go on. */
export function battlesIn(entries: readonly Entry[]): BattleTold[] {
  const told: BattleTold[] = [];
  let open: BattleTold | null = null;
  const at = (space: string, version: number): BattleTold => {
    if (!open || open.space !== space) {
      open = fresh(space, version);
      told.push(open);
    }
    return open;
  };
  for (const entry of entries) {
    entry.events.forEach(({ type, data }, i) => {
      const space = String(data["space"] ?? "");
      if (type === "BattleBegan") at(space, entry.version).power = String(data["power"]);
      else if (type === "Fired") {
        const { what, shots } = data as unknown as { what: string; shots: Shot[] };
        at(space, entry.version).volleys.push({ key: `${entry.version}.${i}`, what, space, shots });
      } else if (type === "Lost" && open?.space === space) {
        open.lost.push({ power: String(data["power"]), what: String(data["what"]), damaged: data["damaged"] === true });
      } else if (type === "BattleEnded" && open?.space === space) {
        open.over = true;
        open.winner = String(data["winner"]);
        open = null;
      } else if (type === "Captured") {
        const last = told.findLast((one) => one.space === space);
        if (last) last.captured = { power: String(data["power"]), loser: String(data["loser"]) };
      } else if (type === "PhaseBegan") open = null;
    });
  }
  return told.filter((one) => one.power);
}

/** Hits beyond what the dice promised, power by power. */
export function luckOf(volleys: readonly VolleyTold[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const shot of volleys.flatMap((one) => one.shots)) {
    sums.set(shot.power, (sums.get(shot.power) ?? 0) + shot.hits - (shot.faces.length * Math.min(6, shot.needed)) / 6);
  }
  return sums;
}

/** `2 infantry` and `1 infantry, 1 tank` are `3 infantry, 1 tank`. */
export function sumUnits(lists: readonly string[]): string {
  const sums = new Map<string, number>();
  for (const [, n, kind] of lists.join(", ").matchAll(/(\d+) (?:[a-z-]+ )??([a-z-]+)(?:\[[^\]]*\])?(?=,|$)/g)) sums.set(kind!, (sums.get(kind!) ?? 0) + Number(n));
  return [...sums].map(([kind, n]) => `${n} ${kind}`).join(", ");
}
