import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { geometryOf, type BoardData } from "../src/map/board";
import { inside, readGeometry, type Geometry, type RawTopology } from "../src/map/topology";

const read = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../public/maps/${name}.json`, import.meta.url), "utf8")) as T;

const BOARDS = [
  ["anniversary", "anniversary", "world.projection"],
  ["global-1940", "global-1940", "world.projection"],
  ["europe-1940", "global-1940", "world.projection"],
  ["pacific-1940", "global-1940", "world.projection"],
  ["fortress-america", "fortress-america", "projection-fortress"],
] as const;

/** Length of the border that two spaces share on the drawing, in map units (the map is 1600 wide). */
function sharedBorders(geometry: Geometry): Map<string, number> {
  const out = new Map<string, number>();
  for (const { points, sides } of geometry.borders) {
    if (sides.length !== 2) continue;
    let length = 0;
    for (let i = 2; i < points.length; i += 2) {
      length += Math.hypot(points[i]! - points[i - 2]!, points[i + 1]! - points[i - 1]!);
    }
    const key = [...sides].sort().join(" ");
    out.set(key, (out.get(key) ?? 0) + length);
  }
  return out;
}

describe.each(BOARDS)("the drawing of %s", (id, drawing, projection) => {
  const board = read<BoardData>(`${id}.board`);
  const part = id === drawing ? null : board.spaces.map((space) => space.id);
  const geometry = geometryOf({ topology: read<RawTopology>(`${drawing}.topo`), projection: read<unknown>(projection), part });
  const drawn = sharedBorders(geometry);
  const rules = new Set(board.borders.map((pair) => [...pair].sort().join(" ")));

  it("has a shape for every space, and no other", () => {
    expect([...geometry.shapes.keys()].sort()).toEqual(board.spaces.map((space) => space.id).sort());
  });
  it("lets spaces touch that are adjacent in the rules", () => {
    expect([...rules].filter((pair) => (drawn.get(pair) ?? 0) < 3)).toEqual([]);
  });
  it("keeps apart what is not adjacent", () => {
    const joined = [...drawn].filter(([pair, length]) => length >= 3 && !rules.has(pair));
    expect(joined.filter(([pair]) => pair.split(" ").every((space) => geometry.shapes.has(space)))).toEqual([]);
  });
  it("puts every label and every stack of pieces inside its space", () => {
    const outside = [...geometry.shapes.values()].filter(
      ({ rings, label, room }) => !inside(rings, label[0], label[1]) || !inside(rings, room.x, room.y),
    );
    expect(outside.map((shape) => shape.id)).toEqual([]);
  });
  it("lies within its frame", () => {
    const { width, height, wraps } = geometry;
    const out = [...geometry.shapes.values()].filter(({ box }) => box.y0 < -0.1 || box.y1 > height + 0.1 || (!wraps && (box.x0 < -1 || box.x1 > width + 1)));
    expect(out.map((shape) => shape.id)).toEqual([]);
  });
  it("puts every city inside its space", () => {
    for (const { id: space, rings, city } of geometry.shapes.values()) {
      if (city) expect(inside(rings, city[0], city[1]), space).toBe(true);
    }
  });
});

describe("the seam of the world", () => {
  it("joins borders that are stored on both sides of it", () => {
    const geometry = readGeometry(read<RawTopology>("anniversary.topo"), read<unknown>("world.projection"));
    const alaska = geometry.borders.filter((border) => border.sides.includes("alaska")).flatMap((border) => border.sides);
    expect(alaska).toContain("western-canada");
    expect(geometry.wraps).toBe(true);
  });
});
