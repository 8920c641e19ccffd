/** What is drawn over the board every frame: glows, arrows, pieces, names, canals. */

import { copies, type Camera, type Stage } from "./camera";
import type { PlacedSpace } from "./layout";
import type { BoardModel, Highlights } from "./model";
import { MAP, powerStyle } from "./palette";
import type { Painted } from "./paint";
import { Sprites, star, type Sprite } from "./sprites";

export interface Scene {
  painted: Painted;
  model: BoardModel;
  placed: readonly PlacedSpace[];
  highlights: Highlights;
  hover: string | null;
  cursor: string | null;
  sprites: Sprites;
  /** The eye is not at rest: soft edges can wait. */
  moving: boolean;
}

export function drawOverlay(ctx: CanvasRenderingContext2D, scene: Scene, camera: Camera, stage: Stage, dpr: number) {
  for (const shift of copies(camera, stage)) {
    ctx.save();
    const ox = stage.width / 2 + (shift - camera.x) * camera.k;
    const oy = stage.height / 2 - camera.y * camera.k;
    drawGlows(ctx, scene, camera.k * dpr, ox * dpr, oy * dpr, dpr, stage);
    ctx.setTransform(dpr, 0, 0, dpr, 0, 0);
    drawPoints(ctx, scene, camera.k, ox, oy, stage);
    drawArrows(ctx, scene, camera.k, ox, oy, stage);
    drawItems(ctx, scene, camera.k, ox, oy, stage, dpr);
    ctx.restore();
  }
}

const RINGS = [[18, 0.2], [10, 0.3], [5, 0.85]] as const;
const SOFT = [[16, 0.22], [8, 0.3], [2.4, 0.9]] as const;

function drawGlows(
  ctx: CanvasRenderingContext2D, scene: Scene, scale: number, ox: number, oy: number, dpr: number, stage: Stage,
): void {
  const colours = MAP[scene.sprites.theme];
  const { sources, targets, selected, marked, contested } = scene.highlights;
  const seen = (id: string) => {
    const box = scene.painted.geometry.shapes.get(id)?.box;
    if (!box) return false;
    return box.x0 * scale + ox < stage.width * dpr && box.x1 * scale + ox > 0 &&
      box.y0 * scale + oy < stage.height * dpr && box.y1 * scale + oy > 0;
  };
  ctx.setTransform(scale, 0, 0, scale, ox, oy);
  ctx.lineJoin = "round";
  const px = dpr / scale;
  const glow = (id: string, colour: string, strength: number, rings: readonly (readonly [number, number])[] = RINGS) => {
    if (!seen(id)) return;
    const path = scene.painted.coarse.shapes.get(id)!;
    ctx.strokeStyle = ctx.fillStyle = colour;
    if (scene.moving) {
      ctx.globalAlpha = 0.25 * strength;
      ctx.fill(path, "evenodd");
      ctx.globalAlpha = 1;
      return;
    }
    ctx.save();
    ctx.clip(path, "evenodd");
    ctx.globalAlpha = 0.1 * strength;
    ctx.fill(path, "evenodd");
    for (const [width, alpha] of rings) {
      ctx.lineWidth = width * px;
      ctx.globalAlpha = alpha * strength;
      ctx.stroke(path);
    }
    ctx.restore();
  };
  for (const id of contested ?? []) {
    if (!seen(id)) continue;
    ctx.save();
    ctx.clip(scene.painted.coarse.shapes.get(id)!, "evenodd");
    ctx.strokeStyle = colours.contest;
    ctx.lineWidth = 7 * px;
    ctx.setLineDash([9 * px, 6 * px]);
    ctx.lineCap = "butt";
    ctx.stroke(scene.painted.coarse.shapes.get(id)!);
    ctx.restore();
  }
  // Once something is chosen, only where it can go matters.
  if (!targets.size) for (const id of sources) if (id !== selected && !marked?.size) glow(id, colours.glow, 0.8, SOFT);
  if (!targets.size) for (const id of marked ?? []) if (id !== selected) glow(id, colours.glow, 1.6);
  for (const id of targets) glow(id, colours.target, 1);
  if (selected) glow(selected, colours.select, 1.15);
  for (const id of [scene.hover, scene.cursor]) {
    if (!id || !seen(id)) continue;
    ctx.strokeStyle = colours.select;
    ctx.globalAlpha = id === scene.cursor ? 1 : 0.75;
    ctx.lineWidth = (id === scene.cursor ? 3 : 1.8) * px;
    ctx.stroke(scene.painted.coarse.shapes.get(id)!);
    ctx.globalAlpha = 1;
  }
}

function drawPoints(ctx: CanvasRenderingContext2D, scene: Scene, k: number, ox: number, oy: number, stage: Stage): void {
  const colours = MAP[scene.sprites.theme];
  const { geometry } = scene.painted;
  const off = (x: number, y: number) => x < -20 || y < -20 || x > stage.width + 20 || y > stage.height + 20;
  for (const [bx, by] of geometry.canals.values()) {
    const [x, y] = [bx * k + ox, by * k + oy];
    if (off(x, y)) continue;
    ctx.beginPath();
    ctx.arc(x, y, Math.min(8, 3.5 + k), 0, 7);
    ctx.fillStyle = colours.shallow;
    ctx.fill();
    ctx.lineWidth = 1.4;
    ctx.strokeStyle = colours.seaInk;
    ctx.stroke();
    ctx.beginPath();
    ctx.moveTo(x - 2, y - 3.5);
    ctx.lineTo(x - 2, y + 3.5);
    ctx.moveTo(x + 2, y - 3.5);
    ctx.lineTo(x + 2, y + 3.5);
    ctx.stroke();
  }
  ctx.fillStyle = colours.halo;
  ctx.strokeStyle = colours.frontier;
  ctx.lineWidth = 1;
  for (const [bx, by] of geometry.corners) {
    const [x, y] = [bx * k + ox, by * k + oy];
    if (off(x, y)) continue;
    ctx.beginPath();
    ctx.arc(x, y, Math.min(3.4, 1.5 + k * 0.7), 0, 7);
    ctx.fill();
    ctx.stroke();
  }
  for (const shape of geometry.shapes.values()) {
    if (!shape.city) continue;
    const [x, y] = [shape.city[0] * k + ox, shape.city[1] * k + oy];
    if (off(x, y)) continue;
    star(ctx, x, y, Math.min(9, 4 + k * 1.6));
    ctx.lineWidth = 2.5;
    ctx.strokeStyle = colours.halo;
    ctx.stroke();
    ctx.fillStyle = scene.sprites.theme === "light" ? "#a3271a" : "#ff8a70";
    ctx.fill();
  }
}

function blit(ctx: CanvasRenderingContext2D, sprite: Sprite | null, x: number, y: number, dpr: number): void {
  if (!sprite) return;
  const px = Math.round((x - sprite.pad) * dpr) / dpr;
  const py = Math.round((y - sprite.pad) * dpr) / dpr;
  ctx.drawImage(sprite.image, px, py, sprite.image.width / dpr, sprite.image.height / dpr);
}

function drawItems(
  ctx: CanvasRenderingContext2D, scene: Scene, k: number, ox: number, oy: number, stage: Stage, dpr: number,
): void {
  const seen = scene.placed.filter((item) => {
    const x = item.x * k + ox;
    const y = item.y * k + oy;
    return x > -160 && x < stage.width + 160 && y > -120 && y < stage.height + 120;
  });
  for (const { x, y, label } of seen) {
    if (!label) continue;
    blit(ctx, scene.sprites.label(label), x * k + ox + label.dx - label.width / 2, y * k + oy + label.dy - label.height / 2, dpr);
  }
  for (const item of seen) {
    for (const token of item.tokens) {
      blit(ctx, scene.sprites.token(token), item.x * k + ox + token.dx, item.y * k + oy + token.dy, dpr);
    }
  }
}

/** An arrow goes through every space of its way, bent a little so that there and back are told apart. */
function drawArrows(ctx: CanvasRenderingContext2D, scene: Scene, k: number, ox: number, oy: number, stage: Stage): void {
  const { geometry } = scene.painted;
  for (const arrow of scene.highlights.arrows) {
    const rooms = arrow.path.flatMap((id) => geometry.shapes.get(id)?.room ?? []);
    if (rooms.length < 2) continue;
    let x = rooms[0]!.x;
    const points = rooms.map((room, n) => {
      if (n) {
        const dx = room.x - rooms[n - 1]!.x;
        x += stage.board.wraps ? dx - geometry.width * Math.round(dx / geometry.width) : dx;
      }
      return [x * k + ox, room.y * k + oy] as const;
    });
    drawArrow(ctx, points, powerStyle(arrow.power).plate, arrow.kind === "attack");
  }
}

type Spot = readonly [x: number, y: number];

function drawArrow(ctx: CanvasRenderingContext2D, points: readonly Spot[], colour: string, attack: boolean): void {
  const [x1, y1] = points.at(-1)!;
  const [px, py] = points.at(-2)!;
  const length = Math.hypot(x1 - px, y1 - py);
  if (points.length === 2 && length < 12) return;
  const bend = points.length > 2 ? 0 : Math.min(34, length * 0.16);
  const [mx, my] = [(px + x1) / 2 + ((y1 - py) / (length || 1)) * bend, (py + y1) / 2 - ((x1 - px) / (length || 1)) * bend];
  const angle = Math.atan2(y1 - my, x1 - mx);
  const head = attack ? 13 : 10;
  const [tx, ty] = [x1 - Math.cos(angle) * head * 0.8, y1 - Math.sin(angle) * head * 0.8];
  for (const [width, style] of [[attack ? 7 : 5, "rgb(255 250 236 / 85%)"], [attack ? 4.2 : 2.6, colour]] as const) {
    ctx.beginPath();
    ctx.moveTo(points[0]![0], points[0]![1]);
    // Rounded through the middle of each space on the way.
    for (let n = 1; n < points.length - 1; n++) {
      const [[ax, ay], [bx, by]] = [points[n]!, points[n + 1]!];
      const last = n === points.length - 2;
      ctx.quadraticCurveTo(ax, ay, last ? tx : (ax + bx) / 2, last ? ty : (ay + by) / 2);
    }
    if (points.length === 2) ctx.quadraticCurveTo(mx, my, tx, ty);
    ctx.lineWidth = width;
    ctx.strokeStyle = style;
    ctx.lineCap = "round";
    ctx.stroke();
  }
  ctx.beginPath();
  ctx.moveTo(x1, y1);
  ctx.lineTo(x1 - Math.cos(angle - 0.45) * head, y1 - Math.sin(angle - 0.45) * head);
  ctx.lineTo(x1 - Math.cos(angle + 0.45) * head, y1 - Math.sin(angle + 0.45) * head);
  ctx.closePath();
  ctx.lineWidth = 2.4;
  ctx.strokeStyle = "rgb(255 250 236 / 85%)";
  ctx.stroke();
  ctx.fillStyle = colour;
  ctx.fill();
}
