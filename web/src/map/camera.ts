/** Where the eye is: a point of the board and a scale. Pure, so that it can be tested. */

export interface Camera {
  x: number;
  y: number;
  k: number;
}
export interface Stage {
  /** Size of the window on the board, in CSS pixels. */
  width: number;
  height: number;
  board: { width: number; height: number; wraps: boolean };
}

export const MAX_SCALE = 9;

/** The whole board in the window, whatever its shape; a board that wraps goes on beyond its ends. */
export function minScale(stage: Stage): number {
  return Math.min(stage.height / stage.board.height, stage.width / stage.board.width);
}

export function clampCamera(camera: Camera, stage: Stage): Camera {
  const k = Math.min(MAX_SCALE, Math.max(minScale(stage), camera.k));
  const { width, height, wraps } = stage.board;
  const half = (size: number) => size / 2 / k;
  const hold = (value: number, size: number, window: number) => {
    const edge = half(window);
    return edge * 2 >= size ? size / 2 : Math.min(size - edge, Math.max(edge, value));
  };
  const x = wraps ? camera.x : hold(camera.x, width, stage.width);
  return { x, y: hold(camera.y, height, stage.height), k };
}

export function toScreen(camera: Camera, stage: Stage, x: number, y: number): [number, number] {
  return [(x - camera.x) * camera.k + stage.width / 2, (y - camera.y) * camera.k + stage.height / 2];
}

export function toBoard(camera: Camera, stage: Stage, px: number, py: number): [number, number] {
  return [(px - stage.width / 2) / camera.k + camera.x, (py - stage.height / 2) / camera.k + camera.y];
}

/** Zoom so that the board's point under the pointer stays under it. */
export function zoomAt(camera: Camera, stage: Stage, px: number, py: number, factor: number): Camera {
  const [bx, by] = toBoard(camera, stage, px, py);
  const k = Math.min(MAX_SCALE, Math.max(minScale(stage), camera.k * factor));
  return clampCamera(
    { x: bx - (px - stage.width / 2) / k, y: by - (py - stage.height / 2) / k, k },
    stage,
  );
}

export function panBy(camera: Camera, stage: Stage, dx: number, dy: number): Camera {
  return clampCamera({ x: camera.x - dx / camera.k, y: camera.y - dy / camera.k, k: camera.k }, stage);
}

/** How often and where the board repeats in the window. */
export function copies(camera: Camera, stage: Stage): number[] {
  if (!stage.board.wraps) return [0];
  const { width } = stage.board;
  const half = stage.width / 2 / camera.k;
  const first = Math.floor((camera.x - half) / width) - 1;
  const last = Math.floor((camera.x + half) / width) + 1;
  const out: number[] = [];
  for (let i = first; i <= last; i++) out.push(i * width);
  return out;
}

/** A flight between two cameras, the short way round a board that wraps; t from 0 to 1. */
export function between(a: Camera, b: Camera, t: number, stage: Stage): Camera {
  const s = t * t * (3 - 2 * t);
  let dx = b.x - a.x;
  const { width, wraps } = stage.board;
  if (wraps) dx -= width * Math.round(dx / width);
  const k = Math.exp(Math.log(a.k) + (Math.log(b.k) - Math.log(a.k)) * s);
  return clampCamera({ x: a.x + dx * s, y: a.y + (b.y - a.y) * s, k }, stage);
}
