/** Asks the server's workers for the odds of a battle: `odds` with both sides written as units. */

import { job, Refused } from "$lib/net/api";
import type { Group } from "./view";

export interface Odds {
  win: number;
  draw: number;
  lose: number;
}

/** A server without the odds worker says so once; then we stop asking. */
let offered = true;
const kept = new Map<string, Promise<Odds | null>>();

export function written(side: readonly Group[]): string {
  const sums = new Map<string, number>();
  for (const [count, , unit] of side) {
    if (unit !== "factory") sums.set(unit, (sums.get(unit) ?? 0) + count);
  }
  return [...sums].map(([unit, count]) => `${count} ${unit}`).join(", ");
}

async function ask(args: object): Promise<Odds | null> {
  try {
    return await job<Odds>("odds", args);
  } catch (error) {
    if (error instanceof Refused && error.problem.code === "malformed") offered = false;
    return null;
  }
}

export function oddsOf(title: string, sea: boolean, attack: readonly Group[], defence: readonly Group[]): Promise<Odds | null> {
  const [attackers, defenders] = [written(attack), written(defence)];
  if (!offered || !attackers || !defenders) return Promise.resolve(null);
  const key = `${title}|${sea}|${attackers}|${defenders}`;
  let found = kept.get(key);
  if (!found) {
    if (kept.size > 300) kept.clear();
    found = ask({ title, attackers, defenders, sea });
    kept.set(key, found);
  }
  return found;
}
