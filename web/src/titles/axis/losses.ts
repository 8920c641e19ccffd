/** The text of casualties: `lose 2 infantry, damage 1 battleship`. */

import type { GroupView } from "./view";

export interface Loss {
  count: number;
  kind: string;
  owner: string;
  damage: boolean;
}

export function readLosses(text: string): Loss[] {
  const list = text.replace(/^lose /, "");
  if (!list || list === text) return [];
  return list.split(",").flatMap((part) => {
    const match = /^(damage )?(\d+) (?:([a-z][a-z0-9-]*) )?([a-z][a-z0-9-]*)$/.exec(part.trim());
    return match ? [{ damage: Boolean(match[1]), count: Number(match[2]), owner: match[3] ?? "", kind: match[4]! }] : [];
  });
}

type Side = Pick<GroupView, "owner" | "unit">;
type Counts = Readonly<Record<string, number>>;

/** Owners are named only when the side has units of several powers. */
export function writeLosses(side: readonly Side[], lost: Counts, hurt: Counts, several: boolean): string {
  const part = (group: Side, count: number) => `${count} ${several ? `${group.owner} ` : ""}${group.unit}`;
  const key = (group: Side) => `${group.owner}|${group.unit}`;
  const down = side.filter((group) => lost[key(group)]).map((group) => part(group, lost[key(group)]!));
  const hit = side.filter((group) => hurt[key(group)]).map((group) => `damage ${part(group, hurt[key(group)]!)}`);
  return `lose ${[...down, ...hit].join(", ")}`;
}
