/** A battle to be computed, and how it is written into a link. */

import type { AxisReference } from "$lib/net/generated/axis";
import type { FortressReference } from "$lib/net/generated/fortress";
import type { NavalReference } from "$lib/net/generated/naval";

export interface Battle {
  /** How many of each kind; of attack cards at sea. */
  attackers: Record<string, number>;
  defenders: Record<string, number>;
  /** At sea (Axis), in a city or mountains (Fortress America). */
  sea: boolean;
  rough: boolean;
  /** The ship that is attacked, its line and the damage it has. */
  target: string;
  line: number;
  damaged: number;
}
export const EMPTY: Battle = { attackers: {}, defenders: {}, sea: false, rough: false, target: "", line: 1, damaged: 0 };

const list = (units: Readonly<Record<string, number>>) => Object.entries(units).filter(([, n]) => n > 0).map(([kind, n]) => `${n} ${kind}`).join(", ");
function read(text: string): Record<string, number> {
  return Object.fromEntries([...text.matchAll(/(\d+) ([a-z0-9-]+)/g)].map(([, n, kind]) => [kind!, Number(n)]));
}

/** `a=3 infantry, 1 tank&d=2 infantry&sea=1`. */
export function writeBattle(battle: Battle): string {
  const parts = new URLSearchParams({ a: list(battle.attackers) });
  if (battle.target) {
    parts.set("t", battle.target);
    if (battle.line !== 1) parts.set("line", String(battle.line));
    if (battle.damaged) parts.set("hurt", String(battle.damaged));
  } else parts.set("d", list(battle.defenders));
  if (battle.sea) parts.set("sea", "1");
  if (battle.rough) parts.set("rough", "1");
  return parts.toString();
}
export function readBattle(text: string): Battle {
  const parts = new URLSearchParams(text);
  const number = (name: string, otherwise: number) => Number(parts.get(name) ?? otherwise) || otherwise;
  return {
    attackers: read(parts.get("a") ?? ""), defenders: read(parts.get("d") ?? ""), sea: parts.has("sea"), rough: parts.has("rough"),
    target: parts.get("t") ?? "", line: number("line", 1), damaged: number("hurt", 0),
  };
}

/** What the server is asked; null while one side is missing. */
export function question(title: string, family: string, battle: Battle): Record<string, unknown> | null {
  const attackers = list(battle.attackers);
  const defenders = family === "naval" ? battle.target : list(battle.defenders);
  if (!attackers || !defenders) return null;
  if (family === "naval") return { title, attackers, defenders, line: battle.line, damaged: battle.damaged };
  return { title, attackers, defenders, ...(family === "fortress" ? { rough: battle.rough } : { sea: battle.sea }) };
}

/** The kinds that can fight on each side. */
export function kindsOf(family: string, reference: unknown, sea: boolean): { attackers: string[]; defenders: string[] } {
  if (family === "fortress") {
    const kinds = (reference as FortressReference).units.map((unit) => unit.id).filter((id) => id !== "laser");
    return { attackers: kinds.filter((id) => id !== "partisan"), defenders: kinds };
  }
  if (family === "naval") return { attackers: (reference as NavalReference).attacks.map((card) => card.id), defenders: [] };
  const units = (reference as AxisReference).units.filter((unit) => !unit.building && (unit.domain === "air" || unit.domain === (sea ? "sea" : "land")));
  const guns = (id: string) => units.find((unit) => unit.id === id)!.abilities.some(([word]) => word === "die-per-attacking-plane");
  return { attackers: units.map((unit) => unit.id).filter((id) => !guns(id)), defenders: units.map((unit) => unit.id) };
}
