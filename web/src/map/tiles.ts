/** Keeps the painted board as tiles, so that panning only copies pictures and zooming stretches them. */

import type { Drawing } from "./board";
import type { Camera, Stage } from "./camera";
import { MAP, wardrobe, type Theme } from "./palette";
import type { Owners } from "./paint";
import type { FromWorker, ToWorker } from "./tile.worker";

const TILE = 384;
/** Tiles asked for and not yet painted: few, so that the worker is never busy with what has gone by. */
const AT_ONCE = 3;

interface Level {
  id: number;
  /** Device pixels per board unit. */
  scale: number;
  tiles: Map<string, ImageBitmap>;
  asked: Set<string>;
}

export class TileLayer {
  private level: Level | null = null;
  private before: Level | null = null;
  private count = 0;
  private readonly worker: Worker;
  /** The whole board, small: shown where nothing better is ready, and in the mini-map. */
  overview: ImageBitmap | null = null;

  constructor(
    drawing: Drawing,
    private readonly board: { width: number; height: number; rim: number },
    owners: Owners,
    private theme: Theme,
    private readonly dpr: number,
    private readonly ready: () => void,
  ) {
    this.worker = new Worker(new URL("./tile.worker.ts", import.meta.url), { type: "module" });
    this.worker.onmessage = (event: MessageEvent<FromWorker>) => this.receive(event.data);
    this.send({ type: "board", drawing, wardrobe: wardrobe() });
    this.reskin(owners, theme);
  }

  private send(message: ToWorker): void {
    this.worker.postMessage(message);
  }

  private receive({ key, level, image }: FromWorker): void {
    if (key === "overview") this.overview = image;
    else if (this.level?.id === level) {
      this.level.asked.delete(key);
      this.level.tiles.set(key, image);
    } else image.close();
    this.ready();
  }

  /** Other owners or another theme: repaint, showing the old picture until the new one is ready. */
  reskin(owners: Owners, theme: Theme): void {
    this.theme = theme;
    const skin = new Map([...owners].map(([id, { controller, blocked, shade }]) => [id, { controller, blocked, shade: shade ?? 0 }]));
    this.send({ type: "skin", owners: skin, theme });
    if (this.level) this.turn(this.level.scale);
    const { width, height, rim } = this.board;
    const scale = 1600 / width;
    this.send({
      type: "tile", key: "overview", level: 0, scale, dpr: 1, x: -rim, y: -rim,
      width: Math.round((width + 2 * rim) * scale), height: Math.round((height + 2 * rim) * scale),
    });
  }

  private turn(scale: number): void {
    if (this.level && (!this.before || this.level.tiles.size > 0)) this.before = this.level;
    this.level = { id: ++this.count, scale, tiles: new Map(), asked: new Set() };
  }

  /** Draw what there is and ask for what is missing. `moving`: the eye is not at rest. */
  draw(ctx: CanvasRenderingContext2D, camera: Camera, stage: Stage, moving: boolean): boolean {
    const scale = camera.k * this.dpr;
    const far = this.level ? Math.max(scale / this.level.scale, this.level.scale / scale) : Infinity;
    if (!this.level || (far > 1.0005 && !moving) || far > 2.2) this.turn(scale);
    const level = this.level!;
    const missing = this.wanted(level, camera, stage, 0);
    this.ask(level, missing.length || moving ? missing : this.wanted(level, camera, stage, 1));
    // From below: each picture only where the one above it has gaps.
    if (!missing.length) this.before = null;
    const gaps = missing.length > 0 && (!this.before || this.wanted(this.before, camera, stage, 0).length > 0);
    this.drawOverview(ctx, camera, stage, gaps);
    if (this.before) this.drawLevel(ctx, this.before, camera, stage);
    this.drawLevel(ctx, level, camera, stage);
    if (level.tiles.size > 160) this.forget(level, camera, stage);
    return far > 1.0005 && moving;
  }

  private ask(level: Level, keys: string[]): void {
    for (const key of keys) {
      if (level.asked.size >= AT_ONCE) return;
      if (level.asked.has(key)) continue;
      level.asked.add(key);
      const [i, j] = key.split(",").map(Number) as [number, number];
      const size = TILE / level.scale;
      this.send({
        type: "tile", key, level: level.id, scale: level.scale, dpr: this.dpr,
        x: i * size, y: j * size, width: TILE, height: TILE,
      });
    }
  }

  private range(level: Level, camera: Camera, stage: Stage) {
    const halfX = stage.width / 2 / camera.k;
    const halfY = stage.height / 2 / camera.k;
    const at = (value: number) => Math.floor((value * level.scale) / TILE);
    const { first, last } = this.rows(level);
    return {
      i0: at(camera.x - halfX), i1: at(camera.x + halfX),
      j0: Math.max(first, at(camera.y - halfY)), j1: Math.min(last, at(camera.y + halfY)),
    };
  }

  /** Rows of tiles that have anything on them. */
  private rows(level: Level): { first: number; last: number } {
    const { height, rim } = this.board;
    return { first: Math.floor((-rim * level.scale) / TILE), last: Math.ceil(((height + rim) * level.scale) / TILE) - 1 };
  }

  /** Tiles in the window (and a rim around it) that are not painted, from the middle outwards. */
  private wanted(level: Level, camera: Camera, stage: Stage, rim: number): string[] {
    const { i0, i1, j0, j1 } = this.range(level, camera, stage);
    const { first, last } = this.rows(level);
    const [ci, cj] = [(i0 + i1) / 2, (j0 + j1) / 2];
    const out: { key: string; reach: number }[] = [];
    for (let j = Math.max(first, j0 - rim); j <= Math.min(last, j1 + rim); j++) {
      for (let i = i0 - rim; i <= i1 + rim; i++) {
        const key = `${i},${j}`;
        if (!level.tiles.has(key)) out.push({ key, reach: Math.hypot(i - ci, j - cj) });
      }
    }
    return out.sort((a, b) => a.reach - b.reach).map(({ key }) => key);
  }

  private forget(level: Level, camera: Camera, stage: Stage): void {
    const { i0, i1, j0, j1 } = this.range(level, camera, stage);
    for (const [key, tile] of level.tiles) {
      const [i, j] = key.split(",").map(Number) as [number, number];
      if (i >= i0 - 2 && i <= i1 + 2 && j >= j0 - 2 && j <= j1 + 2) continue;
      tile.close();
      level.tiles.delete(key);
    }
  }

  private drawLevel(ctx: CanvasRenderingContext2D, level: Level, camera: Camera, stage: Stage): void {
    const stretch = (camera.k * this.dpr) / level.scale;
    const size = TILE * stretch;
    const ox = (stage.width / 2) * this.dpr - camera.x * camera.k * this.dpr;
    const oy = (stage.height / 2) * this.dpr - camera.y * camera.k * this.dpr;
    const { i0, i1, j0, j1 } = this.range(level, camera, stage);
    for (let j = j0; j <= j1; j++) for (let i = i0; i <= i1; i++) {
      const tile = level.tiles.get(`${i},${j}`);
      if (!tile) continue;
      const x = Math.round(ox + i * size);
      const y = Math.round(oy + j * size);
      ctx.drawImage(tile, x, y, Math.round(ox + (i + 1) * size) - x, Math.round(oy + (j + 1) * size) - y);
    }
  }

  private drawOverview(ctx: CanvasRenderingContext2D, camera: Camera, stage: Stage, gaps: boolean): void {
    ctx.fillStyle = MAP[this.theme].sea[0]!;
    ctx.fillRect(0, 0, ctx.canvas.width, ctx.canvas.height);
    if (!this.overview || !gaps) return;
    const { width, height, wraps } = stage.board;
    const { rim } = this.board;
    const k = camera.k * this.dpr;
    const oy = (stage.height / 2) * this.dpr - camera.y * k;
    const half = stage.width / 2 / camera.k;
    const first = wraps ? Math.floor((camera.x - half) / width) : 0;
    const last = wraps ? Math.floor((camera.x + half) / width) : 0;
    for (let copy = first; copy <= last; copy++) {
      const ox = (stage.width / 2) * this.dpr + (copy * width - camera.x) * k;
      ctx.drawImage(this.overview, ox - rim * k, oy - rim * k, (width + 2 * rim) * k, (height + 2 * rim) * k);
    }
  }

  destroy(): void {
    this.worker.terminate();
  }
}
