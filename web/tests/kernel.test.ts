/** The kernel in the browser says what the program says; tests/odds/browser_fixture.py writes what that is. */

import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { fought, joining, question } from "../src/lib/kernel/battle";
import { start, type Kernel } from "../src/lib/kernel/kernel";
import type { BattleOdds, Fields } from "../src/lib/net/generated/api";

vi.mock("../../../../src/sandtable/odds/kernel.wasm?url", () => ({ default: "" }));

interface Fixture {
  fields: Fields;
  plans: { space: string; actions: string[]; odds: BattleOdds }[];
}
const here = (path: string) => new URL(path, import.meta.url);
const { fields, plans } = JSON.parse(readFileSync(here("kernel.json"), "utf8")) as Fixture;
let kernel: Kernel;
beforeAll(async () => {
  kernel = await start(readFileSync(here("../../src/sandtable/odds/kernel.wasm")));
});

describe("odds computed in the page", () => {
  it.each(plans)("$space", ({ space, actions, odds }) => {
    const found = fought(kernel, fields, space, joining(space, actions)!)!;
    for (const name of ["win", "draw", "lose", "take"] as const) expect(found[name]).toBeCloseTo(odds[name], 12);
    const key = (units: Record<string, number>) => JSON.stringify(Object.entries(units).sort());
    for (const side of ["attackers", "defenders"] as const) {
      const known = new Map(found[side].map((end) => [key(end.units), end.chance]));
      for (const end of odds[side]) expect(known.get(key(end.units)) ?? 0).toBeCloseTo(end.chance, 12);
    }
  });

  it("says nothing where nobody fights, and leaves to the server what is more than numbers", () => {
    expect(fought(kernel, fields, "germany", new Map([["infantry", 1]]))).toBeNull();
    expect(fought(kernel, fields, "ukraine", new Map())).toBeNull();
    expect(fought(kernel, fields, "ukraine", new Map([["cavalry", 1]]))).toBeUndefined();
    expect(fought(kernel, { ...fields, fields: {}, others: ["ukraine"] }, "ukraine", new Map())).toBeUndefined();
    expect(joining("ukraine", ["move 1 infantry sz-16 > ukraine from transport"])).toBeNull();
    expect(joining("sz-5", ["move 1 transport[infantry] sz-6 > sz-5"])).toBeNull();
    expect(joining("ukraine", ["end"])).toBeNull();
  });

  it("keeps more tables than the kernel can", () => {
    const field = fields.fields["ukraine"]!;
    const groups = [fields.groups[field.attacker]!, fields.groups[field.defender]!] as const;
    const ask = (numbers: number[], rows: number[][]) => kernel.solve(numbers, rows, groups[1].rows)!.win;
    const numbers = question(field, field.attackers.map((_, i) => (i ? 0 : 3)));
    const first = ask(numbers, groups[0].rows);
    for (let i = 0; i < 200; i++) ask(numbers, groups[0].rows.map((row) => [...row]));
    expect(ask(numbers, groups[0].rows)).toBe(first);
  });
});
