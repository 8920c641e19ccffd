import { describe, expect, it, vi } from "vitest";
import { between, clampCamera, copies, minScale, panBy, toBoard, toScreen, zoomAt, type Stage } from "../src/map/camera";
import { applyPatch } from "../src/lib/net/patch";
import { qrCode } from "../src/lib/qr";
import { readRoute } from "../src/lib/router.svelte";
import { readLosses, writeLosses } from "../src/titles/axis/losses";
import { oddsAt, oddsBars, percent } from "../src/lib/odds";
import { TableApi } from "../src/lib/net/api";
import { narrow, next, open, readWords, settled } from "../src/titles/naval/narrow";

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
  const side = [{ owner: "uk", unit: "infantry" }, { owner: "usa", unit: "infantry" }, { owner: "uk", unit: "battleship" }];
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
  it("asks for the card, then the ship, then the target", () => {
    const shots = actions.filter((action) => action.verb === "fire");
    expect([...next(shots, [])]).toEqual(["heavy-4"]);
    expect([...next(shots, ["heavy-4"])]).toEqual(["yamato"]);
    expect([...next(shots, ["heavy-4", "yamato"])].sort()).toEqual(["bismarck", "t13"]);
    expect([...next(shots, ["yamato"])]).toEqual(["heavy-4"]);
  });
  it("plays at once what can mean nothing else", () => {
    expect(settled(actions, ["heavy-4", "yamato"])).toBeNull();
    expect(settled(actions, ["heavy-4", "yamato", "t13"])?.text).toBe("fire heavy-4 yamato > t13");
    expect(settled(actions, ["base-raid-2", "t13"])).toBeNull();
    expect(settled(actions, ["end"])).toBeNull();
  });
});

describe("odds", () => {
  it("never says certain for what is not", () => {
    expect([percent(1), percent(0.99999), percent(0.993), percent(0.5), percent(0.0001), percent(0)]).toEqual(["100", "> 99.9", "99.3", "50", "< 0.1", "0"]);
  });
  it("draws who is left as columns that add up", () => {
    const bars = oddsBars({
      draw: 0.1,
      attackers: [{ units: { infantry: 2 }, chance: 0.4 }, { units: { infantry: 1 }, chance: 0.2 }, { units: {}, chance: 0.4 }],
      defenders: [{ units: { infantry: 1 }, chance: 0.3 }, { units: {}, chance: 0.7 }],
    });
    expect(bars.map((bar) => `${bar.side} ${bar.label}`)).toEqual(["defender 1", "none 0", "attacker 1", "attacker 2"]);
    expect(bars.reduce((sum, bar) => sum + bar.p, 0)).toBeCloseTo(1);
  });
  it("keeps answers, and asks a busy server again", async () => {
    const odds = { win: 1, draw: 0, lose: 0, take: 1, attackers: [], defenders: [], seas: [] };
    const answers = [new Response("{}", { status: 503 }), Response.json({ version: 4, odds, refusal: null })];
    // Without a kernel in the page every question goes to the server.
    const asked: string[] = [];
    vi.spyOn(globalThis, "fetch").mockImplementation((url, init) => {
      if (!String(url).endsWith("/odds")) return Promise.resolve(new Response("{}", { status: 404 }));
      asked.push(String(init?.body));
      return Promise.resolve(answers.shift()!);
    });
    vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ["setTimeout", "Date"] });
    const view = { title: "", seat: "germany", version: 4, decision: null, asked: true, result: null, game: {} };
    const table = { api: new TableApi("g", ["t"]), view, shown: view, acting: "germany" };
    const moves = ["move 2 tank poland > ukraine"];
    const first = oddsAt(table, "ukraine", moves);
    expect(oddsAt(table, "ukraine", moves), "one question for both").toBe(first);
    for (let i = 0; i < 400 && asked.length < 2; i++) {
      await new Promise((wake) => setImmediate(wake));
      await vi.advanceTimersByTimeAsync(100);
    }
    expect((await first)?.win).toBe(1);
    expect((await oddsAt(table, "ukraine", moves))?.win).toBe(1);
    expect(asked).toHaveLength(2);
    expect(JSON.parse(asked[1]!)).toEqual({ space: "ukraine", version: 4, seat: "germany", actions: moves });
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
});

describe("a QR code", () => {
  it("is the one that readers know", () => {
    const rows = qrCode("hi")!.map((row) => row.map((dark) => (dark ? "#" : ".")).join(""));
    expect(rows).toMatchSnapshot();
  });
  it("has its three finders and grows with the text", () => {
    const code = qrCode("https://example.org/#/continue/abcdefghij/" + "k".repeat(43))!;
    expect(code.length).toBe(17 + 4 * 5);
    for (const [r, c] of [[0, 0], [0, code.length - 7], [code.length - 7, 0]] as const) {
      expect(code[r]!.slice(c, c + 7).every(Boolean)).toBe(true);
      expect(code[r + 3]!.slice(c, c + 7)).toEqual([true, false, true, true, true, false, true]);
    }
    expect(qrCode("x".repeat(200))).toBeNull();
  });
});
