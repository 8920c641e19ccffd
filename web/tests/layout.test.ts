import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { BoardData } from "../src/map/board";
import { arranging, type LabelSpec, type PlacedSpace } from "../src/map/layout";
import type { BoardModel, SpaceModel } from "../src/map/model";
import { readGeometry, type Geometry, type RawTopology } from "../src/map/topology";

const read = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../public/maps/${name}.json`, import.meta.url), "utf8")) as T;
const measure = (spec: LabelSpec) => ({
  width: Math.max(...spec.lines.map((line) => line.length)) * spec.size * 0.47 + 4,
  height: spec.lines.length * spec.size * 1.06 + 3,
});

function layout(geometry: Geometry, model: BoardModel, k: number): PlacedSpace[] {
  const work = arranging(geometry, model, k, measure);
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

const geometryAt = (board: string) => readGeometry(read<RawTopology>(`${board}.topo`), read<unknown>("world.projection"));
const modelOf = (board: string): BoardModel => new Map(
  read<BoardData>(`${board}.board`).spaces.map((space, i): [string, SpaceModel] => [
    space.id,
    {
      ...space, controller: space.original, facilities: [],
      stacks: i % 3 ? [] : [{ power: "germany", pieces: ["infantry", "tank", "fighter"].map((kind) => ({ kind, class: kind === "fighter" ? ("air" as const) : ("land" as const), count: 1 + (i % 4) })) }],
    },
  ]),
);

interface Rect { id: string; x0: number; y0: number; x1: number; y1: number }
const labelRects = (placed: PlacedSpace[], k: number): Rect[] =>
  placed.flatMap(({ id, x, y, label }) =>
    label ? [{ id, x0: x * k + label.dx - label.width / 2, x1: x * k + label.dx + label.width / 2, y0: y * k + label.dy - label.height / 2 + 1, y1: y * k + label.dy + label.height / 2 - 1 }] : [],
  );

const BOARDS = ["anniversary", "global-1940"].map((name) => ({ name, geometry: geometryAt(name), model: modelOf(name) }));
const SCALES = [0.9, 1.4, 2.2, 3.5, 6];

describe.each(BOARDS.flatMap((board) => SCALES.map((k) => ({ ...board, k }))))("names of $name at scale $k", ({ geometry, model, k }) => {
  const placed = layout(geometry, model, k);
  it("never overlap each other", () => {
    const rects = labelRects(placed, k);
    const hits = rects.flatMap((a, i) =>
      rects.slice(i + 1).filter((b) => a.x0 < b.x1 && a.x1 > b.x0 && a.y0 < b.y1 && a.y1 > b.y0).map((b) => `${a.id} ${b.id}`),
    );
    expect(hits).toEqual([]);
  });
  it("lie in or beside their space", () => {
    for (const { id, x, y, label } of placed) {
      if (!label) continue;
      const { box } = geometry.shapes.get(id)!;
      const reach = 26 / k;
      expect(x + label.dx / k, id).toBeGreaterThan(box.x0 - reach - label.width / 2 / k);
      expect(x + label.dx / k, id).toBeLessThan(box.x1 + reach + label.width / 2 / k);
      expect(y + label.dy / k, id).toBeGreaterThan(box.y0 - reach - 20 / k);
      expect(y + label.dy / k, id).toBeLessThan(box.y1 + reach + 20 / k);
    }
  });
  it("name more as the eye comes near", () => {
    const named = placed.filter((item) => item.label).length;
    expect(named / model.size).toBeGreaterThan(k < 1 ? 0.55 : k < 2 ? 0.74 : 0.92);
  });
});

describe.each(BOARDS)("pieces on $name", ({ geometry, model }) => {
  it("show every kind when near and one pill when far", () => {
    const near = layout(geometry, model, 5).filter((item) => item.tokens.length);
    expect(near.filter((item) => item.detail === "near").length / near.length).toBeGreaterThan(0.85);
    const far = layout(geometry, model, 0.6).filter((item) => item.tokens.length);
    expect(far.some((item) => item.detail === "far" && item.tokens.length === 1)).toBe(true);
  });
});
