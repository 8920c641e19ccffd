/** Decides what each space shows at a scale and where: pieces first, then names that do not collide. */

import { byKind, classFace } from "$pieces/silhouettes";
import { unitCount, type Aboard, type BoardModel, type Facility, type SpaceModel } from "./model";
import type { Geometry, Shape } from "./topology";

export interface TokenSpec {
  kind: string;
  power: string;
  count: number;
  dim: boolean;
  damaged: boolean;
  /** A pill shows only a number: the far distance. */
  pill: boolean;
  /** Who is aboard: drawn on the ship, or as a number where ships of several kinds share a plate. */
  cargo: readonly Aboard[];
  /** Size of the token: it grows a little as the eye comes near. */
  grow: number;
}
export interface PlacedToken extends TokenSpec {
  /** Offset from the space's anchor in CSS pixels. */
  dx: number;
  dy: number;
}
export interface LabelSpec {
  lines: string[];
  size: number;
  sea: boolean;
  star: "none" | "city" | "capital";
  strong: boolean;
  production: number;
  facilities: readonly Facility[];
  signs: string[];
}
export interface PlacedLabel extends LabelSpec {
  dx: number;
  dy: number;
  width: number;
  height: number;
}
export interface PlacedSpace {
  id: string;
  /** Anchor on the board. */
  x: number;
  y: number;
  detail: "near" | "middle" | "far";
  tokens: PlacedToken[];
  label: PlacedLabel | null;
  /** Size of the token block and where its middle is, for hit tests and collisions. */
  block: { w: number; h: number; dx: number; dy: number };
}

export const TOKEN = { w: 26, h: 23, gap: 3, rowGap: 5 };
export const PILL = { w: 24, h: 16, gap: 2 };

/** Under this a silhouette is no longer told from another. */
const SMALLEST = 0.72;

function growth(k: number): number {
  return k < 2 ? 1 : k < 3.2 ? 1.2 : 1.4;
}

export type Measure = (spec: LabelSpec) => { width: number; height: number };

type Bare = Omit<TokenSpec, "grow">;

function nearTokens(space: SpaceModel): Bare[][] {
  return space.stacks.map((stack) =>
    [...stack.pieces].sort(byKind).flatMap((piece) => {
      const moved = Math.min(piece.moved ?? 0, piece.count);
      const base = { kind: piece.kind, power: stack.power, pill: false, damaged: (piece.damaged ?? 0) > 0, cargo: piece.cargo ?? [] };
      const out: Bare[] = [];
      if (piece.count - moved > 0) out.push({ ...base, count: piece.count - moved, dim: false });
      if (moved > 0) out.push({ ...base, count: moved, dim: true });
      return out;
    }),
  );
}

function middleTokens(space: SpaceModel): Bare[][] {
  return space.stacks.map((stack) => {
    const classes = (["land", "air", "sea"] as const).map((group) => ({ group, pieces: stack.pieces.filter((piece) => piece.class === group) }));
    return classes.filter(({ pieces }) => pieces.length).map(({ group, pieces }) => ({
      // Pieces of several kinds share a plate that is no unit: a picture never shows who is not there.
      kind: pieces.length === 1 ? pieces[0]!.kind : classFace(group),
      power: stack.power, count: pieces.reduce((sum, piece) => sum + piece.count, 0), dim: false, damaged: false, pill: false,
      cargo: pieces.flatMap((piece) => (pieces.length === 1 ? (piece.cargo ?? []) : Array.from({ length: piece.count }, () => piece.cargo ?? []).flat())),
    }));
  });
}

function farTokens(space: SpaceModel): Bare[][] {
  return space.stacks
    .map((stack) => ({ stack, count: unitCount(stack) }))
    .filter(({ count }) => count > 0)
    .map(({ stack, count }) => [
      { kind: "pill", power: stack.power, count, dim: false, damaged: false, pill: true, cargo: [] },
    ]);
}

interface Block {
  tokens: PlacedToken[];
  w: number;
  h: number;
}

/** Rows of tokens, powers one after another, as near a square as their sizes allow. */
function pack(groups: Bare[][], wide: number, grow: number): Block {
  const all = groups.flat();
  if (!all.length) return { tokens: [], w: 0, h: 0 };
  const pill = all[0]!.pill;
  const w = (pill ? PILL.w : TOKEN.w) * grow;
  const h = (pill ? PILL.h : TOKEN.h) * grow;
  const gap = pill ? PILL.gap : TOKEN.gap;
  const rowGap = pill ? PILL.gap : TOKEN.rowGap;
  const most = Math.max(1, Math.floor((wide + gap) / (w + gap)));
  const columns = Math.min(most, Math.max(1, Math.ceil(Math.sqrt(all.length * 1.7))));
  const rows: Bare[][] = [];
  for (const group of groups) {
    for (let i = 0; i < group.length; i += columns) rows.push(group.slice(i, i + columns));
  }
  const merged: Bare[][] = [];
  for (const row of rows) {
    const last = merged.at(-1);
    if (last && last.length + row.length <= columns) last.push(...row);
    else merged.push([...row]);
  }
  const height = merged.length * (h + rowGap) - rowGap;
  const width = Math.max(...merged.map((row) => row.length * (w + gap) - gap));
  const tokens = merged.flatMap((row, r) =>
    row.map((token, c) => ({
      ...token,
      grow,
      dx: c * (w + gap) - (row.length * (w + gap) - gap) / 2,
      dy: r * (h + rowGap) - height / 2,
    })),
  );
  return { tokens, w: width, h: height };
}

/** The richest block that has room in the space. */
function blockFor(space: SpaceModel, shape: Shape, k: number): { block: Block; detail: PlacedSpace["detail"] } {
  const r = shape.room.r * k;
  const wide = Math.max(r * 2.1, 24);
  const tall = r * 1.75;
  const grow = growth(k);
  // Every kind as itself as long as it can be told apart, smaller and smaller; then a plate for each class; then a number.
  const near = nearTokens(space);
  const options: [PlacedSpace["detail"], Bare[][], number, number][] = [
    ["near", near, grow, k >= 2.6 ? 1.5 : 1],
    ["near", near, Math.max(SMALLEST, grow * 0.8), k >= 1.5 ? 1.5 : 1.1],
    ...(k >= 1.5 ? [["near", near, SMALLEST, k >= 2.2 ? 1.9 : 1.4] as [PlacedSpace["detail"], Bare[][], number, number]] : []),
    ["middle", middleTokens(space), grow, k >= 1.5 ? 1.6 : 1],
    ["middle", middleTokens(space), SMALLEST, k >= 1.2 ? 1.4 : 1.1],
  ];
  for (const [detail, groups, size, slack] of options) {
    const block = pack(groups, wide * slack, size);
    if (block.w <= wide * slack && block.h <= tall * slack) return { block, detail };
  }
  return { block: pack(farTokens(space), Math.max(wide, PILL.w * 2 + PILL.gap), 1), detail: "far" };
}

export function labelSize(shape: Shape, k: number): number {
  const room = Math.sqrt(shape.area) * k;
  return Math.round(Math.max(10.5, Math.min(17, 6.5 + room / 22)));
}

function splitName(name: string, most: number, size: number): string[] {
  const wide = name.length * size * 0.46;
  if (wide <= most || !/[ /-]/.test(name)) return [name];
  const cuts = [...name.matchAll(/[ /-]/g)].map((match) => match.index);
  const cut = cuts.reduce((a, b) => (Math.abs(b - name.length / 2) < Math.abs(a - name.length / 2) ? b : a));
  const keep = name[cut] === " " ? 0 : 1;
  return [name.slice(0, cut + keep), name.slice(cut + 1)];
}

function labelFor(space: SpaceModel, shape: Shape, k: number): LabelSpec {
  const sea = space.kind !== "land";
  const size = sea ? Math.round(Math.max(11, Math.min(15, 9 + k * 1.4))) : labelSize(shape, k);
  const width = (shape.box.x1 - shape.box.x0) * k;
  return {
    lines: splitName(space.name, Math.max(width * 0.82, 46), size),
    size,
    sea,
    // A city that has its own star on the map needs none beside its name.
    star: space.capital ? "capital" : space.city && !shape.city ? "city" : "none",
    strong: space.city !== null,
    production: sea ? 0 : space.production,
    facilities: space.facilities,
    signs: space.signs,
  };
}

/** The name alone, for where its marks have no room. */
function bare(spec: LabelSpec): LabelSpec {
  return { ...spec, production: 0, facilities: [], signs: [] };
}

interface Rect {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}
const hits = (a: Rect, b: Rect) => a.x0 < b.x1 && a.x1 > b.x0 && a.y0 < b.y1 && a.y1 > b.y0;

class Grid {
  private readonly cells = new Map<number, Rect[]>();
  constructor(private readonly turn: number) {}
  private each(rect: Rect, use: (key: number) => void): void {
    for (let i = Math.floor(rect.x0 / 64); i <= Math.floor(rect.x1 / 64); i++)
      for (let j = Math.floor(rect.y0 / 64); j <= Math.floor(rect.y1 / 64); j++) use(i * 4096 + j);
  }
  private spread(rect: Rect): Rect[] {
    if (!this.turn) return [rect];
    return [0, -this.turn, this.turn].map((d) => ({ ...rect, x0: rect.x0 + d, x1: rect.x1 + d }));
  }
  free(rect: Rect): boolean {
    let free = true;
    this.each(rect, (key) => {
      if (free && this.cells.get(key)?.some((other) => hits(rect, other))) free = false;
    });
    return free;
  }
  add(rect: Rect): void {
    for (const one of this.spread(rect)) {
      this.each(one, (key) => {
        const cell = this.cells.get(key);
        if (cell) cell.push(one);
        else this.cells.set(key, [one]);
      });
    }
  }
}

function priority(space: SpaceModel, shape: Shape): number {
  const base = Math.sqrt(shape.area);
  return base + (space.capital ? 400 : 0) + (space.city ? 200 : 0) - (space.kind === "land" ? 0 : 150);
}

function rectAt(x: number, y: number, dx: number, dy: number, w: number, h: number): Rect {
  return { x0: x + dx - w / 2, y0: y + dy - h / 2, x1: x + dx + w / 2, y1: y + dy + h / 2 };
}

/** Steps aside, the shortest first: no further than pieces are big, so that they still stand with their land. */
const ASIDE: readonly [number, number][] = [-2, -1, 0, 1, 2]
  .flatMap((x) => [-2, -1, 0, 1, 2].map((y): [number, number] => [x * 7, y * 6]))
  .sort((a, b) => Math.hypot(...a) - Math.hypot(...b));

/** Where pieces go that would lie on others: the nearest free place, or where they are. */
function aside(grid: Grid, x: number, y: number, block: Block, dy: number): [number, number] {
  if (!block.h) return [0, dy];
  const free = ASIDE.find(([sx, sy]) => grid.free(rectAt(x, y, sx, dy + sy, block.w + 2, block.h)));
  return free ? [free[0], dy + free[1]] : [0, dy];
}

/** Everything on the board at scale k, space by space for whoever has only a moment at a time;
 * positions do not depend on where the eye is. */
export function* arranging(geometry: Geometry, model: BoardModel, k: number, measure: Measure): Generator<void, PlacedSpace[]> {
  const grid = new Grid(geometry.wraps ? geometry.width * k : 0);
  const work = [...model.values()]
    .flatMap((space) => {
      const shape = geometry.shapes.get(space.id);
      return shape ? [{ space, shape }] : [];
    })
    .sort((a, b) => priority(b.space, b.shape) - priority(a.space, a.shape));
  const placed = [];
  for (const { space, shape } of work) {
    placed.push(placePieces(grid, space, shape, k, measure));
    yield;
  }
  for (const { item, space, shape, spec, size } of placed) {
    const plain = bare(spec);
    item.label = placeLabel(grid, item, space, shape, spec, size, k) ?? placeLabel(grid, item, space, shape, plain, measure(plain), k);
    yield;
  }
  return placed.map(({ item }) => item);
}

function placePieces(grid: Grid, space: SpaceModel, shape: Shape, k: number, measure: Measure) {
  const { block, detail } = blockFor(space, shape, k);
  const spec = labelFor(space, shape, k);
  const size = measure(spec);
  const { x, y, r } = shape.room;
  const stacked = block.h > 0 ? block.h + 3 + size.height : size.height;
  // Name above, pieces below, the two together in the middle of the room when it can hold both.
  const together = stacked <= r * 2.3 * k;
  const [dx, dy] = aside(grid, x * k, y * k, block, block.h > 0 && together ? (size.height + 3) / 2 : 0);
  const item: PlacedSpace = {
    id: space.id, x, y, detail, label: null,
    tokens: block.tokens.map((token) => ({ ...token, dx: token.dx + dx, dy: token.dy + dy })),
    block: { w: block.w, h: block.h, dx, dy },
  };
  if (block.h > 0) grid.add(rectAt(x * k, y * k, dx, dy, block.w + 4, block.h + 2));
  return { item, space, shape, spec, size };
}

function placeLabel(
  grid: Grid, item: PlacedSpace, space: SpaceModel, shape: Shape, spec: LabelSpec,
  size: { width: number; height: number }, k: number,
): PlacedLabel | null {
  const { block } = item;
  const gap = 3 + size.height / 2;
  const wide = (shape.box.x1 - shape.box.x0) * k;
  const small = wide < 44 * Math.max(1, k * 0.6);
  const fits = size.width <= wide * 1.08 || spec.sea;
  if (!fits && !(small && k > 1.15) && !spec.strong) return null;
  const above = block.h > 0 ? block.dy - block.h / 2 - gap : 0;
  const below = block.h > 0 ? block.dy + block.h / 2 + gap : 0;
  const side = block.h > 0 ? (block.w + size.width) / 2 + 4 : 0;
  const labelDx = (shape.label[0] - item.x) * k;
  const labelDy = (shape.label[1] - item.y) * k;
  const { dx: at } = block;
  const tries: [number, number][] =
    small && space.kind === "land"
      ? [[at, above || -2], [at, below || 12], [at + (side || size.width / 2 + 8), 0], [at - (side || size.width / 2 + 8), 0]]
      : [[at, above], [at, below], [labelDx, labelDy], [at + side, block.dy], [at - side, block.dy]];
  for (const [dx, dy] of tries) {
    const rect = rectAt(item.x * k, item.y * k, dx, dy, size.width, size.height - 2);
    if (!grid.free(rect)) continue;
    grid.add(rect);
    return { ...spec, dx, dy, width: size.width, height: size.height };
  }
  return null;
}
