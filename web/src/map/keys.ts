/** The keyboard on the map: arrows go from space to space, with Shift they move the eye. */

import type { MapEngine } from "./engine";

/** Keys that move the eye; returns whether it was one. */
export function steer(engine: MapEngine, event: KeyboardEvent): boolean {
  if (event.key === "+" || event.key === "=") engine.zoomSmooth(1.5);
  else if (event.key === "-") engine.zoomSmooth(1 / 1.5);
  else if (event.key === "0") engine.fit();
  else if (event.shiftKey && event.key.startsWith("Arrow")) {
    const step = 120;
    engine.pan(
      event.key === "ArrowLeft" ? step : event.key === "ArrowRight" ? -step : 0,
      event.key === "ArrowUp" ? step : event.key === "ArrowDown" ? -step : 0,
    );
  } else return false;
  return true;
}

/** The neighbouring space that lies best in a direction; without a start, the one in the middle. */
export function nearestInDirection(engine: MapEngine, from: string | null, dx: number, dy: number): string | null {
  if (!from) return engine.hit(engine.stage.width / 2, engine.stage.height / 2);
  const { geometry } = engine.board.painted;
  const home = geometry.shapes.get(from);
  if (!home) return null;
  let best: string | null = null;
  let bestScore = Infinity;
  for (const id of engine.board.neighbours.get(from) ?? []) {
    const room = geometry.shapes.get(id)?.room;
    if (!room) continue;
    let x = room.x - home.room.x;
    if (geometry.wraps) x -= geometry.width * Math.round(x / geometry.width);
    const y = room.y - home.room.y;
    const along = x * dx + y * dy;
    const across = Math.abs(x * dy - y * dx);
    if (along <= 0) continue;
    const score = along + across * 2;
    if (score < bestScore) [best, bestScore] = [id, score];
  }
  return best ?? from;
}
