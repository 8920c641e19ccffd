/** What a battle on this table promises. The server knows the rules: it says once who would fight where, and the
 * compiled kernel here says what planned moves make of that. Where more than numbers counts, the server is asked. */

import { Refused } from "./net/api";
import { fought, joining } from "./kernel/battle";
import { kernel, type Kernel } from "./kernel/kernel";
import type { BattleOdds, Ending, Fields, RaidOutlook } from "./net/generated/api";
import type { TableStore } from "./table.svelte";

export type { BattleOdds } from "./net/generated/api";

/** One column of "how many are left": whose they are, how many, how likely. */
export interface OddsBar {
  side: "attacker" | "defender" | "none";
  label: string;
  p: number;
}

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
const kept = new Map<string, Promise<BattleOdds | null>>();

type Table = Pick<TableStore, "api" | "view" | "shown" | "acting">;

/** The odds of the battle in a space after these actions, in the position that is shown. */
export function oddsAt(store: Table, space: string, actions: readonly string[] = []): Promise<BattleOdds | null> {
  const { version, seat } = store.shown!;
  const key = JSON.stringify([store.api.id, version, space, actions]);
  const known = kept.get(key);
  if (known) return known;
  if (kept.size > 300) kept.clear();
  const found = prepareOdds(store)
    .then(() => oddsNow(store, space, actions))
    .then((answer) => (answer === undefined ? ask(store, { space, version, ...(seat ? { seat } : {}), actions: [...actions] }) : answer))
    .then((answer) => {
      if (answer === undefined) kept.delete(key);
      return answer ?? null;
    });
  kept.set(key, found);
  return found;
}

/** The answer of the kernel here, at once; undefined where the server has to be asked, or has not yet said who would fight. */
export function oddsNow(store: Table, space: string, actions: readonly string[] = []): BattleOdds | null | undefined {
  const joins = joining(space, actions);
  if (!joins || !ready || ready.key !== position(store)) return undefined;
  return fought(ready.engine, ready.fields, space, joins);
}

/** What a raid over a territory will probably do, after these actions. */
export async function raidAt(store: Table, space: string, actions: readonly string[] = []): Promise<RaidOutlook | null> {
  if (!may()) return null;
  const { version, seat } = store.shown!;
  const answer = await store.api.odds({ space, version, ...(seat ? { seat } : {}), actions: [...actions] }).catch(() => null);
  return answer?.raid ?? null;
}

/** What the server said of the last position we asked about, and the kernel that counts with it. */
let ready: { key: string; engine: Kernel; fields: Fields } | undefined;
let asked: { key: string; answer: Promise<void> } | undefined;
const position = (store: Table) => JSON.stringify([store.api.id, store.shown!.version, store.shown!.seat]);

/** Ask once for each position who would fight where, so that no plan needs a question of its own. */
export function prepareOdds(store: Table): Promise<void> {
  const { version, seat } = store.shown!;
  const key = position(store);
  if (asked?.key === key) return asked.answer;
  if (version !== store.view?.version) return Promise.resolve();
  const fields = store.api.fields(seat ?? undefined).then(
    (answer) => (answer.version === version ? answer.fields : null),
    () => null,
  );
  const answer = Promise.all([kernel(), fields]).then(([engine, found]) => {
    if (engine && found && asked?.key === key) ready = { key, engine, fields: found };
  });
  asked = { key, answer };
  return answer;
}

/** Null: there is no answer to this. Undefined: not now; a busy server is asked again a little later. */
async function ask(store: Table, question: Parameters<TableStore["api"]["odds"]>[0]): Promise<BattleOdds | null | undefined> {
  if (!may()) return undefined;
  for (let attempt = 1; ; attempt++) {
    try {
      return (await store.api.odds(question)).odds;
    } catch (error) {
      if (!(error instanceof Refused)) return undefined;
      if (error.status !== 429 && error.status !== 503) return null;
      quietUntil = Date.now() + 2500;
      if (attempt === 3) return undefined;
      await new Promise((wake) => setTimeout(wake, 1500 * attempt));
    }
  }
}

/** Never "100 %" for what can still go wrong. */
export function percent(p: number): string {
  if (p > 0.9995 && p < 1 - 1e-9) return "> 99.9";
  if (p < 0.0005 && p > 1e-9) return "< 0.1";
  return (p * 100).toFixed((p > 0.99 && p < 0.9995) || (p < 0.01 && p >= 0.0005) ? 1 : 0);
}

const COLUMNS = 12;

/** How many are left of one side, and how often: `n` units in one column, or a span of them. */
function spread(list: readonly Ending[], side: OddsBar["side"]): OddsBar[] {
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
export function oddsBars(odds: Pick<BattleOdds, "attackers" | "defenders" | "draw">): OddsBar[] {
  if (!odds.attackers.length || !odds.defenders.length) return [];
  const [mine, theirs] = [spread(odds.attackers, "attacker"), spread(odds.defenders, "defender")];
  return [...theirs.reverse(), { side: "none", label: "0", p: odds.draw }, ...mine];
}
