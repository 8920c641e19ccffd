/** Asks the server's workers for the odds of a battle: the job `odds`, with both sides written as units. */

import { job, Refused } from "$lib/net/api";
import { CLASS_OF } from "$pieces/silhouettes";
import type { OddsBar } from "../kinds";
import type { Group } from "./view";

interface Survivors {
  units: Record<string, number>;
  chance: number;
}
export interface Odds {
  win: number;
  draw: number;
  lose: number;
  /** How often the attacker wins with somebody who can hold the land. */
  take?: number;
  retreat?: number;
  standoff?: number;
  attackers?: Survivors[];
  defenders?: Survivors[];
}
export interface Fight {
  title: string;
  sea: boolean;
  attackers: readonly Group[];
  defenders: readonly Group[];
  attackerTechs?: readonly string[];
  defenderTechs?: readonly string[];
  /** Ships that fire at the coast first, and the troops they cover. */
  bombard?: readonly Group[];
  landed?: readonly Group[];
  /** Ships on either side that have taken the first of two hits. */
  attackersHurt?: readonly Group[];
  defendersHurt?: readonly Group[];
  /** Rounds fought: anti-aircraft fire is over after the first shots. */
  round?: number;
}

/** A server without the odds worker says so once; then we stop asking. */
let offered = true;
/** After "too many" or "too slow" nobody is asked for a moment. */
let quietUntil = 0;
/** Questions we may still ask: fewer than the server allows (120 at once, ten a second), so that it never has to refuse. */
const MOST = 60;
const PER_SECOND = 6;
let allowed = MOST;
let counted = Date.now();
function may(): boolean {
  const now = Date.now();
  allowed = Math.min(MOST, allowed + ((now - counted) / 1000) * PER_SECOND);
  counted = now;
  if (allowed < 1 || now < quietUntil) return false;
  allowed--;
  return true;
}
const kept = new Map<string, Promise<Odds | null>>();

function fights(unit: string, sea: boolean, attacking: boolean, round: number): boolean {
  if (unit === "factory" || (unit === "aa-gun" && (attacking || sea || round > 0))) return false;
  return CLASS_OF[unit] !== (sea ? "land" : "sea");
}

function listed(side: readonly Group[]): string {
  const sums = new Map<string, number>();
  for (const [count, , unit] of side) sums.set(unit, (sums.get(unit) ?? 0) + count);
  return [...sums].map(([unit, count]) => `${count} ${unit}`).join(", ");
}

export function written(side: readonly Group[], sea: boolean, attacking: boolean, round = 0): string {
  return listed(side.filter(([, , unit]) => fights(unit, sea, attacking, round)));
}

/** Null: there is no answer to this. Undefined: not now, ask again later. */
async function ask(args: object): Promise<Odds | null | undefined> {
  try {
    return await job<Odds>("odds", args);
  } catch (error) {
    if (!(error instanceof Refused)) return undefined;
    if (error.status === 429 || error.status === 503) {
      quietUntil = Date.now() + 2500;
      return undefined;
    }
    if (/no work of that kind/.test(error.problem.text)) offered = false;
    return null;
  }
}

export async function oddsOf(fight: Fight): Promise<Odds | null> {
  const attackers = written(fight.attackers, fight.sea, true, fight.round);
  const defenders = written(fight.defenders, fight.sea, false, fight.round);
  if (!offered || !attackers || !defenders) return null;
  const techs = {
    ...(fight.attackerTechs?.length ? { attacker_techs: fight.attackerTechs } : {}),
    ...(fight.defenderTechs?.length ? { defender_techs: fight.defenderTechs } : {}),
  };
  const plain = (name: string, side: readonly Group[] | undefined) => (side?.length ? { [name]: listed(side) } : {});
  const extra = {
    ...plain("bombard", fight.bombard), ...plain("landed", fight.landed),
    ...plain("attacker_hurt", fight.attackersHurt), ...plain("defender_hurt", fight.defendersHurt),
  };
  const args = { title: fight.title, attackers, defenders, sea: fight.sea, ...techs, ...extra };
  const key = JSON.stringify(args);
  const known = kept.get(key);
  if (known) return known;
  if (!may()) return null;
  if (kept.size > 300) kept.clear();
  const found = ask(args).then((answer) => {
    if (answer === undefined) kept.delete(key);
    return answer ?? null;
  });
  kept.set(key, found);
  return found;
}

/** Never "100 %" for what can still go wrong. */
export function percent(p: number): string {
  if (p > 0.9995 && p < 1 - 1e-9) return "> 99.9";
  if (p < 0.0005 && p > 1e-9) return "< 0.1";
  return (p * 100).toFixed((p > 0.99 && p < 0.9995) || (p < 0.01 && p >= 0.0005) ? 1 : 0);
}

const COLUMNS = 12;

/** How many are left of one side, and how often: `n` units in one column, or a span of them. */
function spread(list: readonly Survivors[], side: OddsBar["side"]): OddsBar[] {
  const sums = new Map<number, number>();
  for (const { units, chance } of list) {
    const n = Object.values(units).reduce((sum, one) => sum + one, 0);
    if (n) sums.set(n, (sums.get(n) ?? 0) + chance);
  }
  const most = Math.max(0, ...sums.keys());
  const span = Math.max(1, Math.ceil(most / COLUMNS));
  return Array.from({ length: Math.ceil(most / span) }, (_, i) => {
    const [from, to] = [i * span + 1, Math.min(most, (i + 1) * span)];
    let p = 0;
    for (let n = from; n <= to; n++) p += sums.get(n) ?? 0;
    return { side, label: from === to ? String(from) : `${from}–${to}`, p };
  });
}

/** From the defender's best ending to the attacker's, like a ruler with the draw in the middle. */
export function oddsBars(odds: Odds): OddsBar[] {
  if (!odds.attackers || !odds.defenders) return [];
  const [mine, theirs] = [spread(odds.attackers, "attacker"), spread(odds.defenders, "defender")];
  return [...theirs.reverse(), { side: "none", label: "0", p: odds.draw }, ...mine];
}
