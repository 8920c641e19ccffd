import { describe, expect, it } from "vitest";
import type { Entry } from "../src/lib/net/types";
import type { TableStore } from "../src/lib/table.svelte";
import { ashore, bombarding, coastUnderFire, fleetMet, readUnits } from "../src/titles/axis/landing";
import type { AxisView, Group, UnitView } from "../src/titles/axis/view";

const unit = (owner: string, kind: string, count: number, more: Partial<UnitView> = {}): UnitView => ({
  owner, unit: kind, count, left: 0, moved: false, hurt: false, raiding: false, cargo: [], landing: "", ...more,
});
const view = (zones: Record<string, UnitView[]>) =>
  ({
    turn: "germany", phase: "CombatMove",
    powers: [{ id: "germany", side: "axis" }, { id: "italy", side: "axis" }, { id: "uk", side: "allies" }],
    spaces: Object.entries(zones).map(([id, units]) => ({ id, units, owner: "", factory: false, damage: 0, output: 0 })),
  }) as unknown as AxisView;
const entry = (version: number, action: string, events: Entry["events"], undone = false) => ({ version, action, events, undone }) as unknown as Entry;
const landed = (what: string, space: string) => ({ type: "WentAshore", text: "", data: { what, space, assault: true } });
const table = (...entries: Entry[]) => ({ entries }) as unknown as TableStore;
const TWO: Group[] = [[2, "germany", "infantry"]];

describe("landings", () => {
  it("reads units as events write them", () => {
    expect(readUnits("2 infantry, 1 uk tank")).toEqual([[2, "infantry"], [1, "tank"]]);
  });
  it("counts only those who were told to land and are still aboard", () => {
    const seen = view({ "sz-5": [unit("germany", "transport", 1, { cargo: ["infantry", "tank"], landing: "karelia-ssr" })] });
    const store = table(
      entry(1, "land", [landed("1 tank", "karelia-ssr")]),
      entry(2, "end", [{ type: "TurnBegan", text: "", data: {} }]),
      entry(3, "land", [landed("1 tank", "karelia-ssr")], true),
      entry(4, "land", [landed("1 infantry", "karelia-ssr")]),
      entry(5, "land", [landed("1 infantry", "norway")]),
    );
    expect(ashore(store, seen, "karelia-ssr")).toEqual([[1, "germany", "infantry"]]);
    expect(ashore(store, view({ "sz-5": [] }), "karelia-ssr")).toEqual([]);
  });
});

describe("bombardment", () => {
  const fleet = [unit("germany", "transport", 1, { cargo: ["infantry"], landing: "uk" }), unit("germany", "cruiser", 2), unit("germany", "battleship", 1), unit("italy", "battleship", 3)];
  it("is by one ship for each unit that lands, the strongest first, and only by one's own", () => {
    expect(bombarding(view({ "sz-6": fleet }), "uk", TWO, null, new Set())).toEqual([[1, "germany", "battleship"], [1, "germany", "cruiser"]]);
  });
  it("does not happen where a fleet is to be met or has been met", () => {
    const hostile = view({ "sz-6": [...fleet, unit("uk", "destroyer", 1)] });
    expect(bombarding(hostile, "uk", TWO, null, new Set())).toEqual([]);
    expect(bombarding(view({ "sz-6": fleet }), "uk", TWO, null, new Set(["sz-6"]))).toEqual([]);
    const lurking = view({ "sz-6": [...fleet, unit("uk", "submarine", 1), unit("uk", "transport", 1)] });
    expect(bombarding(lurking, "uk", TWO, null, new Set())).toHaveLength(2);
  });
  it("counts the zone that troops would come from", () => {
    const alone = view({ "sz-6": [unit("germany", "cruiser", 1)] });
    expect(bombarding(alone, "uk", TWO, null, new Set())).toEqual([]);
    expect(bombarding(alone, "uk", TWO, "sz-6", new Set())).toEqual([[1, "germany", "cruiser"]]);
  });
  it("knows the battles of this turn, not of the last", () => {
    const battle = (space: string) => ({ type: "BattleBegan", text: "", data: { space } });
    const store = table(entry(1, "fight sz-2", [battle("sz-2")]), entry(2, "end", [{ type: "TurnBegan", text: "", data: {} }]), entry(3, "fight sz-6", [battle("sz-6")]));
    expect([...fleetMet(store)]).toEqual(["sz-6"]);
  });
  it("names the coast: the only one, or the one just chosen", () => {
    const one = view({ "sz-6": fleet });
    expect(coastUnderFire(table(), one)).toBe("uk");
    const two = view({ "sz-6": fleet, "sz-5": [unit("germany", "transport", 1, { cargo: ["tank"], landing: "norway" })] });
    expect(coastUnderFire(table(), two)).toBeNull();
    expect(coastUnderFire(table(entry(1, "fight norway", [])), two)).toBe("norway");
  });
});
