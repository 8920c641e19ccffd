/** A part of a world that goes round, as a board of its own: its spaces, and the rest as what lies around them. */

import { boxOf, RIM, type Border, type Box, type Geometry, type Point, type Shape } from "./topology";

/** Room between a space and the frame, in board units. */
const MARGIN = 26;

/** Where a board may begin so that it is narrowest: behind the widest gap between its spaces. */
function leftEdge(boxes: readonly Box[], turn: number): number {
  const spans = boxes.map(({ x0, x1 }) => ({ from: ((x0 % turn) + turn) % turn, size: x1 - x0 })).sort((a, b) => a.from - b.from);
  let reach = Math.max(...spans.map(({ from, size }) => from + size - turn));
  let best = { gap: -Infinity, from: 0 };
  for (const { from, size } of spans) {
    if (from - reach > best.gap) best = { gap: from - reach, from };
    reach = Math.max(reach, from + size);
  }
  return best.from;
}

function moved(line: Float32Array, dx: number, dy: number): Float32Array {
  return line.map((value, i) => value + (i % 2 ? dy : dx));
}

export function cutOut(whole: Geometry, ids: ReadonlySet<string>): Geometry {
  const turn = whole.width;
  const own = [...whole.shapes.values()].filter((shape) => ids.has(shape.id));
  const left = leftEdge(own.map((shape) => shape.box), turn) - MARGIN;
  const top = Math.min(...own.map((shape) => shape.box.y0)) - MARGIN;
  /** How far to the right something goes, to lie beyond the left edge. */
  const shift = (x0: number) => -left - turn * Math.floor((x0 - left) / turn);
  const shapeAt = (shape: Shape, kind = shape.kind, dx = shift(shape.box.x0)): Shape => {
    const rings = shape.rings.map((ring) => moved(ring, dx, -top));
    const point = ([x, y]: Point): Point => [x + dx, y - top];
    return {
      ...shape, kind, rings, coarse: shape.coarse.map((ring) => moved(ring, dx, -top)), box: boxOf(rings),
      label: point(shape.label), room: { ...shape.room, x: shape.room.x + dx, y: shape.room.y - top },
      city: shape.city ? point(shape.city) : null,
    };
  };
  const borderAt = (border: Border): Border => {
    const mine = whole.shapes.get(border.sides.find((id) => ids.has(id))!)!;
    // A border lies at its space, which may be stored on the other side of the seam.
    const turns = Math.round(((mine.box.x0 + mine.box.x1) / 2 - (border.box.x0 + border.box.x1) / 2) / turn);
    const dx = shift(mine.box.x0) + turns * turn;
    const points = moved(border.points, dx, -top);
    return { ...border, points, coarse: moved(border.coarse, dx, -top), broad: moved(border.broad, dx, -top), box: boxOf([points]) };
  };
  const shapes = own.map((shape) => shapeAt(shape));
  const width = Math.max(...shapes.map((shape) => shape.box.x1)) + MARGIN;
  const height = Math.max(...shapes.map((shape) => shape.box.y1)) + MARGIN;
  // What lies around may look in from both ends.
  const around = [...whole.shapes.values(), ...whole.backdrop].filter((shape) => !ids.has(shape.id)).flatMap((shape) => {
    const dx = shift(shape.box.x0);
    const kind = shape.kind === "land" ? "context" : "void";
    return [dx, dx - turn].filter((at) => shape.box.x0 + at < width + RIM && shape.box.x1 + at > -RIM).map((at) => shapeAt(shape, kind, at));
  });
  const within = ([x, y]: Point): Point[] => {
    const at: Point = [x + shift(x), y - top];
    return at[0] < width && at[1] > 0 && at[1] < height ? [at] : [];
  };
  return {
    width, height, wraps: false,
    shapes: new Map(shapes.map((shape) => [shape.id, shape])),
    backdrop: around,
    borders: whole.borders.filter((border) => border.sides.some((id) => ids.has(id))).map(borderAt),
    canals: new Map([...whole.canals].flatMap(([id, point]) => within(point).map((at): [string, Point] => [id, at]))),
    corners: whole.corners.flatMap(within),
    rim: RIM,
    horizon: whole.horizon ? [whole.horizon[0] - top, whole.horizon[1] - top] : null,
  };
}
