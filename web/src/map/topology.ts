/** TopoJSON to projected rings and borders. No DOM here, so that tests can look at the drawing. */

import { albers, world, type Projection } from "./projection";

export type Kind = "land" | "sea" | "zone" | "void" | "context";
export type Point = readonly [number, number];
export interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

interface RawGeometry {
  type: "Polygon" | "MultiPolygon" | "Point" | "MultiPoint";
  id?: string;
  properties?: Record<string, unknown>;
  arcs?: number[][] | number[][][];
  coordinates?: number[] | number[][];
}
export interface RawTopology {
  transform: { scale: [number, number]; translate: [number, number] };
  arcs: number[][][];
  objects: Record<string, { type: string; geometries?: RawGeometry[]; coordinates?: number[][] }>;
}

export interface Shape {
  readonly id: string;
  readonly kind: Kind;
  /** Closed rings, x and y in turn; fill with the even-odd rule. */
  readonly rings: readonly Float32Array[];
  /** The same with fewer points, for when the eye is far. */
  readonly coarse: readonly Float32Array[];
  readonly box: Box;
  readonly area: number;
  readonly label: Point;
  /** The largest circle inside: where pieces stand. */
  readonly room: { x: number; y: number; r: number };
  readonly city: Point | null;
}

export interface Border {
  readonly points: Float32Array;
  readonly coarse: Float32Array;
  /** Very few points, under broad soft strokes. */
  readonly broad: Float32Array;
  readonly sides: readonly string[];
  readonly box: Box;
}

export interface Geometry {
  readonly width: number;
  readonly height: number;
  readonly wraps: boolean;
  readonly shapes: ReadonlyMap<string, Shape>;
  readonly backdrop: readonly Shape[];
  readonly borders: readonly Border[];
  readonly canals: ReadonlyMap<string, Point>;
  readonly corners: readonly Point[];
  /** Where the world ends, above and below, if its lands are cut there. */
  readonly horizon: readonly [number, number] | null;
  /** How far beyond its frame the board's surroundings are painted. */
  readonly rim: number;
}

/** Surroundings reach as far as a window of another shape than the board can see. */
export const RIM = 420;

/** Board units: half a pixel where the coarse lines are used. */
const COARSE = 0.4;
const BROAD = 1.1;

const KINDS: Readonly<Record<string, Kind>> = {
  land: "land",
  sea: "sea",
  void: "void",
  territory: "land",
  "invasion-zone": "zone",
  context: "context",
};

export function boxOf(rings: readonly Float32Array[]): Box {
  const box = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity };
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i += 2) {
      const x = ring[i]!;
      const y = ring[i + 1]!;
      if (x < box.x0) box.x0 = x;
      if (x > box.x1) box.x1 = x;
      if (y < box.y0) box.y0 = y;
      if (y > box.y1) box.y1 = y;
    }
  }
  return box;
}

export function ringArea(ring: Float32Array): number {
  let sum = 0;
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    sum += ring[j]! * ring[i + 1]! - ring[i]! * ring[j + 1]!;
  }
  return Math.abs(sum) / 2;
}

export function inside(rings: readonly Float32Array[], x: number, y: number): boolean {
  let odd = false;
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
      const yi = ring[i + 1]!;
      const yj = ring[j + 1]!;
      if (yi > y !== yj > y && x < ((ring[j]! - ring[i]!) * (y - yi)) / (yj - yi) + ring[i]!) odd = !odd;
    }
  }
  return odd;
}

function thin(ring: Float32Array, most: number): Float32Array {
  const step = Math.ceil(ring.length / 2 / most);
  if (step <= 1) return ring;
  const out: number[] = [];
  for (let i = 0; i < ring.length / 2; i += step) out.push(ring[2 * i]!, ring[2 * i + 1]!);
  return Float32Array.from(out);
}

function edgeDistance(rings: readonly Float32Array[], x: number, y: number): number {
  let best = Infinity;
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
      const ax = ring[j]!;
      const ay = ring[j + 1]!;
      const dx = ring[i]! - ax;
      const dy = ring[i + 1]! - ay;
      const span = dx * dx + dy * dy;
      const t = span ? Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / span)) : 0;
      const px = x - ax - t * dx;
      const py = y - ay - t * dy;
      const d = px * px + py * py;
      if (d < best) best = d;
    }
  }
  return Math.sqrt(best);
}

/** The pole of inaccessibility: grid search that halves its step around the best point. */
export function largestCircle(rings: readonly Float32Array[], box: Box): { x: number; y: number; r: number } {
  const rough = rings.map((ring) => thin(ring, 140)).filter((ring) => ring.length >= 6);
  let best = { x: (box.x0 + box.x1) / 2, y: (box.y0 + box.y1) / 2, r: 0 };
  const look = (x: number, y: number) => {
    if (!inside(rough, x, y)) return;
    const r = edgeDistance(rough, x, y);
    if (r > best.r) best = { x, y, r };
  };
  const n = 14;
  let step = Math.max(box.x1 - box.x0, box.y1 - box.y0) / n;
  for (let i = 0; i <= n; i++) for (let j = 0; j <= n; j++) {
    look(box.x0 + ((box.x1 - box.x0) * (i + 0.5)) / (n + 1), box.y0 + ((box.y1 - box.y0) * (j + 0.5)) / (n + 1));
  }
  while (step > 0.4) {
    const { x, y } = best;
    step /= 2;
    for (let i = -2; i <= 2; i++) for (let j = -2; j <= 2; j++) look(x + i * step, y + j * step);
  }
  return best;
}

/** Douglas and Peucker: the line with no point further off than the tolerance. */
export function simplify(line: Float32Array, tolerance: number): Float32Array {
  const n = line.length / 2;
  if (n <= 2) return line;
  const keep = new Uint8Array(n);
  keep[0] = keep[n - 1] = 1;
  const stack: [number, number][] = [[0, n - 1]];
  const closed = line[0] === line[2 * n - 2] && line[1] === line[2 * n - 1];
  if (closed) {
    const half = n >> 1;
    keep[half] = 1;
    stack.splice(0, 1, [0, half], [half, n - 1]);
  }
  while (stack.length) {
    const [a, b] = stack.pop()!;
    const [ax, ay] = [line[2 * a]!, line[2 * a + 1]!];
    const [dx, dy] = [line[2 * b]! - ax, line[2 * b + 1]! - ay];
    const length = Math.hypot(dx, dy) || 1e-9;
    let far = tolerance;
    let at = -1;
    for (let i = a + 1; i < b; i++) {
      const off = Math.abs((line[2 * i]! - ax) * dy - (line[2 * i + 1]! - ay) * dx) / length;
      if (off > far) [far, at] = [off, i];
    }
    if (at < 0) continue;
    keep[at] = 1;
    stack.push([a, at], [at, b]);
  }
  const out: number[] = [];
  for (let i = 0; i < n; i++) if (keep[i]) out.push(line[2 * i]!, line[2 * i + 1]!);
  return Float32Array.from(out);
}

function projectArcs(raw: RawTopology, projection: Projection): Float32Array[] {
  const { scale, translate } = raw.transform;
  return raw.arcs.map((arc) => {
    const out = new Float32Array(arc.length * 2);
    let px = 0;
    let py = 0;
    arc.forEach(([dx, dy], i) => {
      px += dx!;
      py += dy!;
      const [x, y] = projection.project(px * scale[0] + translate[0], py * scale[1] + translate[1]);
      out[2 * i] = x;
      out[2 * i + 1] = y;
    });
    return out;
  });
}

function ringOf(indices: readonly number[], arcs: readonly Float32Array[]): Float32Array {
  const out: number[] = [];
  for (const index of indices) {
    const arc = arcs[index < 0 ? ~index : index]!;
    const n = arc.length / 2;
    for (let i = 0; i < n - 1; i++) {
      const at = index < 0 ? n - 1 - i : i;
      out.push(arc[2 * at]!, arc[2 * at + 1]!);
    }
  }
  return Float32Array.from(out);
}

function pair(value: unknown): Point | null {
  return Array.isArray(value) && value.length >= 2 ? [Number(value[0]), Number(value[1])] : null;
}

function shapeOf(geometry: RawGeometry, arcs: Float32Array[], rough: Float32Array[], projection: Projection): Shape {
  const polygons = (
    geometry.type === "Polygon" ? [geometry.arcs as number[][]] : (geometry.arcs as number[][][])
  ) as number[][][];
  const rings = polygons.flat().map((ring) => ringOf(ring, arcs));
  const coarse = polygons.flat().map((ring) => ringOf(ring, rough)).filter((ring) => ring.length >= 6);
  const box = boxOf(rings);
  const own = geometry.properties ?? {};
  const kind = KINDS[String(own["kind"])] ?? "land";
  const area = rings.reduce((sum, ring) => Math.max(sum, ringArea(ring)), 0);
  const inLabel = pair(own["label"]);
  const given = own["room"] as [number, number, number] | undefined;
  let room: Shape["room"];
  if (given) {
    const [x, y] = projection.project(given[0], given[1]);
    room = { x, y, r: given[2] * projection.perKm };
  } else {
    room = kind === "void" || kind === "context" ? { x: 0, y: 0, r: 0 } : largestCircle(rings, box);
  }
  const label = inLabel ? projection.project(inLabel[0], inLabel[1]) : ([room.x, room.y] as const);
  const city = pair(own["city"]);
  return {
    id: String(geometry.id), kind, rings, coarse, box, area, label, room,
    city: city ? projection.project(city[0], city[1]) : null,
  };
}

function bordersOf(raw: RawTopology, arcs: Float32Array[], rough: Float32Array[], names: readonly string[]): Border[] {
  const sides: string[][] = arcs.map(() => []);
  for (const name of names) {
    for (const geometry of raw.objects[name]?.geometries ?? []) {
      for (const index of (geometry.arcs as unknown[]).flat(3) as number[]) {
        const list = sides[index < 0 ? ~index : index]!;
        if (!list.includes(geometry.id!)) list.push(geometry.id!);
      }
    }
  }
  return arcs
    .map((points, i) => ({ points, coarse: rough[i]!, broad: simplify(points, BROAD), sides: sides[i]!, box: boxOf([points]) }))
    .filter((border) => border.sides.length > 0);
}

function pointsOf(raw: RawTopology, name: string, projection: Projection): [string, Point][] {
  const { scale, translate } = raw.transform;
  const at = (c: number[]): Point =>
    projection.project(c[0]! * scale[0] + translate[0], c[1]! * scale[1] + translate[1]);
  const object = raw.objects[name];
  if (!object) return [];
  if (object.coordinates) return object.coordinates.map((c, i) => [String(i), at(c)]);
  return (object.geometries ?? []).map((g) => [String(g.id), at(g.coordinates as number[])]);
}

/** Borders at the seam are stored once for each side, a world apart: join them again. */
function joinSeam(borders: Border[], width: number): void {
  const single = borders.filter((border) => border.sides.length === 1);
  const key = (border: Border, shift: number) => {
    const p = border.points;
    const ends = [
      `${Math.round(p[0]! + shift)},${Math.round(p[1]!)}`,
      `${Math.round(p[p.length - 2]! + shift)},${Math.round(p[p.length - 1]!)}`,
    ].sort();
    return `${ends.join(" ")}`;
  };
  const found = new Map(single.map((border) => [key(border, 0), border]));
  for (const border of single) {
    const twin = found.get(key(border, width));
    if (!twin || twin === border) continue;
    (border.sides as string[]).push(twin.sides[0]!);
    (twin.sides as string[]).push(border.sides[0]!);
  }
}

export function readGeometry(raw: RawTopology, projectionFile: unknown): Geometry {
  const isWorld = "cut_longitude" in (projectionFile as object);
  const projection = isWorld ? world(projectionFile) : albers(projectionFile);
  const arcs = projectArcs(raw, projection);
  const rough = arcs.map((arc) => simplify(arc, COARSE));
  const read = (name: string) =>
    (raw.objects[name]?.geometries ?? []).map((geometry) => shapeOf(geometry, arcs, rough, projection));
  const borders = bordersOf(raw, arcs, rough, ["spaces", "void"]);
  if (isWorld) joinSeam(borders, projection.width);
  // The cut at the top and the bottom of the world is no coast.
  const isCut = ({ sides, box }: Border) => isWorld && sides.length === 1 && box.y1 - box.y0 < 0.5;
  return {
    width: projection.width,
    height: projection.height,
    wraps: isWorld,
    shapes: new Map(read("spaces").map((shape) => [shape.id, shape])),
    backdrop: [...read("void"), ...read("context")],
    borders: borders.filter((border) => !isCut(border)),
    rim: isWorld ? 0 : RIM,
    horizon: isWorld ? [0, projection.height] : null,
    canals: new Map(pointsOf(raw, "canals", projection)),
    corners: pointsOf(raw, "corners", projection).map(([, point]) => point),
  };
}
