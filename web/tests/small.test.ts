import { describe, expect, it } from "vitest";
import { between, clampCamera, copies, minScale, panBy, toBoard, toScreen, zoomAt, type Stage } from "../src/map/camera";
import { applyPatch } from "../src/lib/net/patch";
import { readRoute } from "../src/lib/router.svelte";
import { readLosses, writeLosses } from "../src/titles/axis/losses";
import type { Group } from "../src/titles/axis/view";
import { narrow, open, readWords } from "../src/titles/naval/narrow";

const world: Stage = { width: 1000, height: 800, board: { width: 1600, height: 900, wraps: true } };
const usa: Stage = { width: 1000, height: 800, board: { width: 1600, height: 1000, wraps: false } };

describe("the camera", () => {
  it("keeps the point under the pointer when it zooms", () => {
    const camera = { x: 700, y: 450, k: 1.2 };
    const before = toBoard(camera, world, 300, 420);
    const after = toScreen(zoomAt(camera, world, 300, 420, 1.7), world, ...before);
    expect(after[0]).toBeCloseTo(300, 6);
    expect(after[1]).toBeCloseTo(420, 6);
  });
  it("never shows what lies above or below the board", () => {
    const camera = panBy({ x: 0, y: 450, k: 2 }, world, 0, 5000);
    expect(camera.y).toBe(200);
    expect(clampCamera({ x: 0, y: 0, k: 0.01 }, usa)).toEqual({ x: 800, y: 500, k: minScale(usa) });
  });
  it("goes round the world and flies the short way", () => {
    expect(panBy({ x: 10, y: 450, k: 1 }, world, 500, 0).x).toBe(-490);
    expect(between({ x: 1550, y: 450, k: 1 }, { x: 50, y: 450, k: 1 }, 1, world).x).toBe(1650);
    expect(copies({ x: 0, y: 450, k: 1 }, world)).toContain(-1600);
    expect(copies({ x: 0, y: 450, k: 1 }, usa)).toEqual([0]);
  });
});

describe("patches of a view", () => {
  const head = { title: "x", seat: null, version: 2, decision: null, asked: false, result: null };
  it("set and delete, and leave the old view alone", () => {
    const view = { ...head, version: 1, game: { a: { b: 1, c: 2 }, list: [1, 2, 3] } };
    const next = applyPatch(view, { base: 1, head, game: [[["a", "b"], 5], [["a", "c"]], [["list", "1"], 9]] });
    expect(next.game).toEqual({ a: { b: 5 }, list: [1, 9, 3] });
    expect(next.version).toBe(2);
    expect(view.game).toEqual({ a: { b: 1, c: 2 }, list: [1, 2, 3] });
  });
  it("may set null", () => {
    const view = { ...head, version: 1, game: { battle: { round: 1 } } };
    expect(applyPatch(view, { base: 1, head, game: [[["battle"], null]] }).game).toEqual({ battle: null });
  });
});

describe("addresses", () => {
  it("carry the game and its tokens behind the #", () => {
    expect(readRoute("#/table/abc/t1,t2")).toEqual({ page: "table", id: "abc", tokens: ["t1", "t2"] });
    expect(readRoute("#/table/abc")).toEqual({ page: "table", id: "abc", tokens: [] });
    expect(readRoute("#/rules/anniversary/AN-101")).toEqual({ page: "rules", ledger: "anniversary", rule: "AN-101" });
    expect(readRoute("")).toEqual({ page: "home" });
  });
});

describe("losses", () => {
  const side: Group[] = [[3, "uk", "infantry"], [1, "usa", "infantry"], [1, "uk", "battleship"]];
  it("are read and written", () => {
    expect(readLosses("lose 2 infantry, damage 1 battleship")).toEqual([
      { count: 2, kind: "infantry", owner: "", damage: false },
      { count: 1, kind: "battleship", owner: "", damage: true },
    ]);
    const text = writeLosses(side, { "uk|infantry": 2, "usa|infantry": 1 }, { "uk|battleship": 1 }, true);
    expect(text).toBe("lose 2 uk infantry, 1 usa infantry, damage 1 uk battleship");
    expect(readLosses(text)[1]).toEqual({ count: 1, kind: "infantry", owner: "usa", damage: false });
  });
});

describe("pointing at cards and ships", () => {
  const actions = [
    "fire heavy-4 yamato > bismarck", "fire heavy-4 yamato > t13", "raid base-raid-2 > t13, t13", "raid base-raid-2 > t13, bismarck",
    "line 2 yamato", "defend missed 2", "end",
  ].map(readWords);
  it("narrows the list", () => {
    expect(narrow(actions, ["heavy-4", "t13"]).map((a) => a.text)).toEqual(["fire heavy-4 yamato > t13"]);
    expect(narrow(actions, ["t13", "t13"]).map((a) => a.text)).toEqual(["raid base-raid-2 > t13, t13"]);
  });
  it("knows what may be pointed at next", () => {
    expect([...open(actions, ["heavy-4", "yamato"])].sort()).toEqual(["bismarck", "t13"]);
    expect(open(actions, []).has("attack:2")).toBe(true);
    expect(open(actions, []).has("line:2")).toBe(true);
  });
});
