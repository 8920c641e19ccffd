/** Landings from the sea: who is to storm which coast, and which ships fire before they do. */

import type { Entry } from "$lib/net/types";
import type { TableStore } from "$lib/table.svelte";
import { CLASS_OF } from "$pieces/silhouettes";
import { powerOf, type AxisView, type Group } from "./view";

/** What happened in this turn and stands, newest first. */
function thisTurn(store: TableStore): Entry[] {
  const out: Entry[] = [];
  for (const entry of store.entries.toReversed()) {
    if (entry.undone) continue;
    out.push(entry);
    if (entry.events.some((event) => event.type === "TurnBegan")) break;
  }
  return out;
}

/** `2 infantry, 1 tank`, as events write units. */
export function readUnits(text: string): [count: number, unit: string][] {
  return text.split(",").flatMap((part): [number, string][] => {
    const found = /^\s*(\d+) (?:[a-z-]+ )?([a-z-]+)/.exec(part);
    return found ? [[Number(found[1]), found[2]!]] : [];
  });
}

/** Those who were told to storm a coast and are still aboard: not all that a transport carries must land. */
export function ashore(store: TableStore, view: AxisView, coast: string): Group[] {
  const aboard = new Map<string, number>();
  for (const unit of view.spaces.flatMap((space) => space.units)) {
    if (unit.landing !== coast || unit.owner !== view.turn) continue;
    for (const load of unit.cargo) {
      const kind = load.split(" ").at(-1)!;
      aboard.set(kind, (aboard.get(kind) ?? 0) + unit.count);
    }
  }
  const told = new Map<string, number>();
  for (const event of thisTurn(store).flatMap((entry) => entry.events)) {
    if (event.type !== "WentAshore" || event.data["space"] !== coast || !event.data["assault"]) continue;
    for (const [count, unit] of readUnits(String(event.data["what"]))) told.set(unit, (told.get(unit) ?? 0) + count);
  }
  return [...told].flatMap(([unit, count]): Group[] => {
    const left = Math.min(count, aboard.get(unit) ?? 0);
    return left ? [[left, view.turn, unit]] : [];
  });
}

/** Sea zones where a battle was fought this turn: ships that fought there no longer bombard. */
export function fleetMet(store: TableStore): Set<string> {
  const battles = thisTurn(store).flatMap((entry) => entry.events).filter((event) => event.type === "BattleBegan");
  return new Set(battles.map((event) => String(event.data["space"])));
}

const GUNS = ["battleship", "cruiser"] as const;
const HARMLESS = new Set(["submarine", "transport"]);

/** One ship for each unit put ashore, the strongest first, from zones in which no fleet is to be fought. */
export function bombarding(view: AxisView, coast: string, landed: readonly Group[], from: string | null, met: ReadonlySet<string>): Group[] {
  const side = powerOf(view, view.turn)?.side;
  let left = landed.reduce((sum, [count]) => sum + count, 0);
  const ships = new Map<string, number>();
  for (const zone of view.spaces) {
    if (!zone.id.startsWith("sz-") || met.has(zone.id)) continue;
    if (zone.id !== from && !zone.units.some((unit) => unit.landing === coast && unit.owner === view.turn)) continue;
    const enemy = zone.units.some((unit) => powerOf(view, unit.owner)?.side !== side && CLASS_OF[unit.unit] === "sea" && !HARMLESS.has(unit.unit));
    if (enemy) continue;
    for (const unit of zone.units) {
      if (unit.owner === view.turn && GUNS.some((kind) => kind === unit.unit)) ships.set(unit.unit, (ships.get(unit.unit) ?? 0) + unit.count);
    }
  }
  return GUNS.flatMap((kind): Group[] => {
    const count = Math.min(left, ships.get(kind) ?? 0);
    left -= count;
    return count ? [[count, view.turn, kind]] : [];
  });
}

/** The coast that ships are asked to bombard now. */
export function coastUnderFire(store: TableStore, view: AxisView): string | null {
  const coasts = new Set(view.spaces.flatMap((space) => space.units.map((unit) => unit.landing)).filter(Boolean));
  if (coasts.size < 2) return [...coasts][0] ?? null;
  // With several landings the player has just said which comes next.
  for (const { action } of thisTurn(store)) {
    const chosen = /^fight (\S+)$/.exec(action ?? "")?.[1];
    if (chosen && coasts.has(chosen)) return chosen;
  }
  return null;
}
