/** Paints the board itself (sea, land, hatches, borders) into any part of any canvas. */

import { bandTint, landTint, MAP, mix, powerStyle, type Hatch, type Theme } from "./palette";
import type { Border, Box, Geometry, Kind, Shape } from "./topology";

type Pen = OffscreenCanvasRenderingContext2D;

/** What the colours of the board depend on: who holds each space, and which are closed. */
export type Owners = ReadonlyMap<string, { controller: string | null; blocked: boolean; shade?: number }>;

export interface Painted {
  readonly geometry: Geometry;
  readonly shapes: ReadonlyMap<string, Path2D>;
  readonly backdrop: readonly Path2D[];
  /** What is drawn around the board, by id. */
  readonly around: ReadonlyMap<string, Kind>;
  readonly fine: Lines;
  /** Fewer points: for when the eye is far, and for broad strokes always. */
  readonly coarse: Lines;
  readonly broad: readonly Path2D[];
}
interface Lines {
  readonly shapes: ReadonlyMap<string, Path2D>;
  readonly borders: readonly Path2D[];
}

/** From this many device pixels per board unit on the fine lines are drawn. */
const FINE_FROM = 1.7;

function pathOf(rings: readonly Float32Array[]): Path2D {
  const path = new Path2D();
  for (const ring of rings) {
    path.moveTo(ring[0]!, ring[1]!);
    for (let i = 2; i < ring.length; i += 2) path.lineTo(ring[i]!, ring[i + 1]!);
    path.closePath();
  }
  return path;
}

function lineOf(p: Float32Array): Path2D {
  const path = new Path2D();
  path.moveTo(p[0]!, p[1]!);
  for (let i = 2; i < p.length; i += 2) path.lineTo(p[i]!, p[i + 1]!);
  return path;
}

export function preparePaths(geometry: Geometry): Painted {
  const shapes = new Map([...geometry.shapes].map(([id, shape]) => [id, pathOf(shape.rings)]));
  return {
    geometry,
    shapes,
    backdrop: geometry.backdrop.map((shape) => pathOf(shape.rings)),
    around: new Map(geometry.backdrop.map((shape) => [shape.id, shape.kind])),
    fine: { shapes, borders: geometry.borders.map((border) => lineOf(border.points)) },
    coarse: {
      shapes: new Map([...geometry.shapes].map(([id, shape]) => [id, pathOf(shape.coarse)])),
      borders: geometry.borders.map((border) => lineOf(border.coarse)),
    },
    broad: geometry.borders.map((border) => lineOf(border.broad)),
  };
}

const HATCH_SIZE = 8;

function hatchTile(hatch: Hatch, colour: string, dpr: number): OffscreenCanvas {
  const size = Math.round(HATCH_SIZE * dpr);
  const canvas = new OffscreenCanvas(size, size);
  const ctx = canvas.getContext("2d")!;
  ctx.scale(size / HATCH_SIZE, size / HATCH_SIZE);
  ctx.strokeStyle = ctx.fillStyle = colour;
  ctx.lineWidth = 1;
  const line = (...p: number[]) => {
    ctx.beginPath();
    ctx.moveTo(p[0]!, p[1]!);
    for (let i = 2; i < p.length; i += 2) ctx.lineTo(p[i]!, p[i + 1]!);
    ctx.stroke();
  };
  const dot = (x: number, y: number) => {
    ctx.beginPath();
    ctx.arc(x, y, 0.95, 0, 7);
    ctx.fill();
  };
  const draw: Record<Hatch, () => void> = {
    none: () => undefined,
    diagonal: () => [-8, 0, 8].forEach((d) => line(d - 1, 9, d + 9, -1)),
    back: () => [-8, 0, 8].forEach((d) => line(d - 1, -1, d + 9, 9)),
    level: () => line(0, 2, 8, 2),
    upright: () => line(2, 0, 2, 8),
    cross: () => (line(0, 2, 8, 2), line(2, 0, 2, 8)),
    dots: () => (dot(2, 2), dot(6, 6)),
    waves: () => line(0, 3, 2, 1.5, 4, 3, 6, 4.5, 8, 3),
    dash: () => (line(0, 2, 3.5, 2), line(4, 6, 7.5, 6)),
  };
  draw[hatch]();
  return canvas;
}

const hatches = new Map<string, OffscreenCanvas>();

function hatchPattern(ctx: Pen, hatch: Hatch, theme: Theme, scale: number, dpr: number) {
  const key = `${hatch} ${theme} ${dpr}`;
  let tile = hatches.get(key);
  if (!tile) {
    tile = hatchTile(hatch, theme === "light" ? "rgb(40 28 8 / 17%)" : "rgb(0 0 0 / 28%)", dpr);
    hatches.set(key, tile);
  }
  const pattern = ctx.createPattern(tile, "repeat")!;
  pattern.setTransform(new DOMMatrix().scaleSelf(1 / scale));
  return pattern;
}

function meets(a: Box, b: Box, shift: number, slack: number): boolean {
  return (
    a.x0 + shift <= b.x1 + slack && a.x1 + shift >= b.x0 - slack && a.y0 <= b.y1 + slack && a.y1 >= b.y0 - slack
  );
}

interface Job {
  ctx: Pen;
  painted: Painted;
  model: Owners;
  theme: Theme;
  /** Device pixels per board unit. */
  scale: number;
  dpr: number;
  view: Box;
}

function seaTone(id: string): number {
  let sum = 0;
  for (const letter of id) sum = sum * 7 + letter.charCodeAt(0);
  return sum % 4;
}

/** What a border separates, seen from the rules: it decides how it is inked. */
function borderKind(border: Border, job: Job): "coast" | "sea" | "land" | "frontier" | "none" {
  const { shapes } = job.painted.geometry;
  const kinds = border.sides.map((id) => shapes.get(id)?.kind ?? job.painted.around.get(id) ?? "void");
  const land = kinds.filter((kind) => kind === "land").length;
  if (land === 0) return kinds.every((kind) => kind === "sea" || kind === "zone") ? "sea" : "none";
  if (land === 1) return kinds.includes("context") ? "land" : "coast";
  const [a, b] = border.sides.map((id) => job.model.get(id)?.controller ?? null);
  return a === b ? "land" : "frontier";
}

/** Paint a part of the board. The context's origin is the view's top left corner. */
export function paintBoard(job: Job): void {
  const { ctx, painted, view, scale } = job;
  const { geometry } = painted;
  const colours = MAP[job.theme];
  const px = job.dpr / scale;
  ctx.save();
  ctx.fillStyle = colours.sea[0]!;
  ctx.fillRect(0, 0, ctx.canvas.width, ctx.canvas.height);
  const first = geometry.wraps ? Math.floor(view.x0 / geometry.width) - 1 : 0;
  const last = geometry.wraps ? Math.floor(view.x1 / geometry.width) + 1 : 0;
  for (let copy = first; copy <= last; copy++) {
    const shift = copy * geometry.width;
    ctx.setTransform(scale, 0, 0, scale, (shift - view.x0) * scale, -view.y0 * scale);
    paintCopy(job, shift, px);
  }
  ctx.restore();
}

function paintCopy(job: Job, shift: number, px: number): void {
  const { ctx, painted, model, theme, view } = job;
  const { geometry } = painted;
  const colours = MAP[theme];
  const detail = job.scale >= FINE_FROM ? painted.fine : painted.coarse;
  const broad = job.scale >= FINE_FROM ? painted.coarse.borders : painted.broad;
  const seen = [...geometry.shapes.values()].filter((shape) => meets(shape.box, view, shift, 16 * px));
  const lines = geometry.borders
    .map((border, i) => ({
      border, path: detail.borders[i]!, broad: broad[i]!, kind: borderKind(border, job),
    }))
    .filter((line) => meets(line.border.box, view, shift, 16 * px));
  ctx.lineJoin = ctx.lineCap = "round";
  geometry.backdrop.forEach((shape, i) => {
    if (!meets(shape.box, view, shift, 2 * px)) return;
    // Lakes, inland seas and the polar sea are water that nobody enters.
    ctx.fillStyle = shape.kind === "void" ? colours.sea[0]! : colours.context;
    ctx.fill(painted.backdrop[i]!, "evenodd");
  });
  fadeEdges(job);
  for (const shape of seen) {
    if (shape.kind === "land") continue;
    const owner = model.get(shape.id)?.controller;
    ctx.fillStyle = shape.kind === "zone" && owner ? landTint(owner, theme) : colours.sea[seaTone(shape.id)]!;
    ctx.globalAlpha = shape.kind === "zone" ? 0.55 : 1;
    ctx.fill(detail.shapes.get(shape.id)!, "evenodd");
    ctx.globalAlpha = 1;
  }
  shallows(job, lines.filter((line) => line.kind === "coast").map((line) => line.broad), px);
  stroke(ctx, lines, "sea", colours.seaLine, 1.1 * px, [5 * px, 3.5 * px]);
  for (const shape of seen) if (shape.kind === "land") paintLand(job, shape, lines, px);
  stroke(ctx, lines, "land", colours.border, 0.8 * px);
  stroke(ctx, lines, "frontier", colours.frontier, 1.5 * px);
  stroke(ctx, lines, "coast", colours.coast, 1.1 * px);
  if (geometry.horizon) fadeHorizon(job, geometry.horizon);
}

/** In board units: how far the haze reaches at the top and the bottom of the world. */
const HAZE = 16;

/** Lands that reach beyond the world's edge end in haze. */
function fadeHorizon({ ctx, painted, theme, view }: Job, horizon: readonly [number, number]): void {
  const { width, rim } = painted.geometry;
  const sea = MAP[theme].sea[0]!;
  for (const [edge, inward] of [[horizon[0], HAZE], [horizon[1], -HAZE]] as const) {
    if (edge < view.y0 - HAZE || edge > view.y1 + HAZE) continue;
    const haze = ctx.createLinearGradient(0, edge, 0, edge + inward);
    haze.addColorStop(0, sea);
    haze.addColorStop(1, `${sea}00`);
    ctx.fillStyle = haze;
    ctx.fillRect(-rim, edge, width + 2 * rim, inward);
  }
}

const FADE = 90;

/** What lies around the board ends in haze, far out, not in a straight cut. */
function fadeEdges({ ctx, painted, theme }: Job): void {
  const { width, height, wraps, rim } = painted.geometry;
  if (wraps) return;
  const sea = MAP[theme].sea[0]!;
  const [x0, y0, x1, y1] = [-rim, -rim, width + rim, height + rim];
  const edges: [x: number, y: number, w: number, h: number, from: [number, number], to: [number, number]][] = [
    [x0, y0, x1 - x0, FADE, [0, y0], [0, y0 + FADE]], [x0, y1 - FADE, x1 - x0, FADE, [0, y1], [0, y1 - FADE]],
    [x0, y0, FADE, y1 - y0, [x0, 0], [x0 + FADE, 0]], [x1 - FADE, y0, FADE, y1 - y0, [x1, 0], [x1 - FADE, 0]],
  ];
  for (const [x, y, w, h, from, to] of edges) {
    const haze = ctx.createLinearGradient(...from, ...to);
    haze.addColorStop(0, sea);
    haze.addColorStop(1, `${sea}00`);
    ctx.fillStyle = haze;
    ctx.fillRect(x, y, w, h);
  }
  // Further out there is only water.
  ctx.fillStyle = sea;
  const far = 2 * (width + height);
  ctx.fillRect(x0 - far, y0 - far, x1 - x0 + 2 * far, far);
  ctx.fillRect(x0 - far, y1, x1 - x0 + 2 * far, far);
  ctx.fillRect(x0 - far, y0, far, y1 - y0);
  ctx.fillRect(x1, y0, far, y1 - y0);
}

interface Line {
  border: Border;
  path: Path2D;
  broad: Path2D;
  kind: string;
}

function stroke(
  ctx: Pen, lines: Line[], kind: string, colour: string, width: number, dash: number[] = [],
): void {
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.setLineDash(dash);
  for (const line of lines) if (line.kind === kind) ctx.stroke(line.path);
  ctx.setLineDash([]);
}

/** The engraver's water lines along the coast. */
function shallows(job: Job, coasts: Path2D[], px: number): void {
  const { ctx } = job;
  ctx.lineJoin = "bevel";
  ctx.strokeStyle = MAP[job.theme].shallow;
  for (const [width, alpha] of [[13, 0.24], [5.5, 0.4]] as const) {
    ctx.lineWidth = width * px;
    ctx.globalAlpha = alpha;
    for (const path of coasts) ctx.stroke(path);
  }
  ctx.lineJoin = "round";
  ctx.globalAlpha = 1;
}

function shaded(colour: string, shade: number): string {
  return shade === 0 ? colour : mix(colour, shade < 0 ? "#2a2418" : "#fff3d0", Math.abs(shade) * 0.11);
}

function paintLand(job: Job, shape: Shape, lines: Line[], px: number): void {
  const { ctx, painted, model, theme, scale, dpr } = job;
  const colours = MAP[theme];
  const path = (scale >= FINE_FROM ? painted.fine : painted.coarse).shapes.get(shape.id)!;
  const space = model.get(shape.id);
  const power = space?.controller ?? null;
  ctx.fillStyle = power ? shaded(landTint(power, theme), space?.shade ?? 0) : space?.blocked ? colours.blocked : colours.paper;
  ctx.fill(path, "evenodd");
  const hatch: Hatch = power ? powerStyle(power).hatch : space?.blocked ? "cross" : "none";
  if (hatch !== "none") {
    ctx.globalAlpha = power ? 1 : 0.45;
    ctx.fillStyle = hatchPattern(ctx, hatch, theme, scale, dpr);
    ctx.fill(path, "evenodd");
    ctx.globalAlpha = 1;
  }
  if (!power) return;
  const edge = lines.filter(
    (line) => (line.kind === "frontier" || line.kind === "coast") && line.border.sides.includes(shape.id),
  );
  if (!edge.length) return;
  ctx.save();
  ctx.clip(path, "evenodd");
  ctx.lineJoin = "bevel";
  ctx.strokeStyle = bandTint(power, theme);
  ctx.lineWidth = 10 * px;
  ctx.globalAlpha = 0.55;
  for (const line of edge) ctx.stroke(line.broad);
  ctx.restore();
}
