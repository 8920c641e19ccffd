/** The map as a machine: camera, frames, pointer. The Svelte component gives it a canvas and listens. */

import { between, clampCamera, minScale, panBy, toBoard, toScreen, zoomAt, type Camera, type Stage } from "./camera";
import type { Board } from "./board";
import { arranging, type PlacedSpace } from "./layout";
import { NO_HIGHLIGHTS, type BoardModel, type Highlights } from "./model";
import { drawOverlay } from "./overlay";
import type { Theme } from "./palette";
import { Sprites } from "./sprites";
import { TileLayer } from "./tiles";

/** Milliseconds of a frame in motion that may go into arranging pieces and names and into drawing new ones. */
const SLICE = 3;
/** Scales that differ by less share an arrangement while the eye moves. */
const STEP = Math.log(1.25);

export class MapEngine {
  camera: Camera;
  stage: Stage;
  placed: PlacedSpace[] = [];
  hover: string | null = null;
  cursor: string | null = null;
  highlights: Highlights = NO_HIGHLIGHTS;
  readonly dpr = Math.min(window.devicePixelRatio || 1, 2.5);
  /** Called after every frame in which the camera moved. */
  onmove: () => void = () => undefined;
  readonly stats = { frames: 0, worst: 0, total: 0 };

  private readonly ctx: CanvasRenderingContext2D;
  private readonly tiles: TileLayer;
  private sprites: Sprites;
  private layoutKey = "";
  /** The next arrangement, as far as it has come. */
  private draft: { key: string; work: Generator<void, PlacedSpace[]> } | null = null;
  private request = 0;
  private movedAt = 0;
  private flight: { from: Camera; to: Camera; start: number; span: number } | null = null;
  private readonly calm = matchMedia("(prefers-reduced-motion: reduce)");

  constructor(
    readonly canvas: HTMLCanvasElement,
    readonly board: Board,
    private model: BoardModel,
    private theme: Theme,
  ) {
    const { geometry } = board.painted;
    this.ctx = canvas.getContext("2d", { alpha: false })!;
    this.stage = { width: 1, height: 1, board: geometry };
    this.camera = { x: geometry.width / 2, y: geometry.height / 2, k: 0 };
    this.tiles = new TileLayer(board.raw, geometry, model, theme, this.dpr, () => this.draw());
    this.sprites = new Sprites(theme, this.dpr);
    const cuts = ["500", "600", "italic 500"].map((cut) => document.fonts.load(`${cut} 12px "Fira Sans Condensed"`));
    void Promise.allSettled(cuts).then(() => {
      this.freshSprites();
      this.draw();
    });
  }

  get overview(): ImageBitmap | null {
    return this.tiles.overview;
  }
  /** On a wall screen names and pieces grow with it. */
  private get size(): number {
    return Math.round(Math.max(1, Math.min(1.8, Math.min(this.stage.width / 1500, this.stage.height / 900))) * 10) / 10;
  }
  get moving(): boolean {
    return this.flight !== null || performance.now() - this.movedAt < 140;
  }

  resize(width: number, height: number): void {
    if (width < 2 || height < 2) return;
    const first = this.stage.width === 1;
    this.stage = { ...this.stage, width, height };
    this.canvas.width = Math.round(width * this.dpr);
    this.canvas.height = Math.round(height * this.dpr);
    this.freshSprites();
    if (first) this.camera.k = minScale(this.stage);
    this.camera = clampCamera(this.camera, this.stage);
    this.frame();
  }

  show(model: BoardModel, theme: Theme): void {
    const owners = theme !== this.theme || ownersDiffer(this.model, model);
    const repaint = theme !== this.theme;
    this.model = model;
    this.theme = theme;
    this.layoutKey = "";
    if (repaint) this.freshSprites();
    if (owners) this.tiles.reskin(model, theme);
    this.draw();
  }

  light(highlights: Highlights): void {
    this.highlights = highlights;
    this.draw();
  }

  point(hover: string | null, cursor = this.cursor): void {
    if (hover === this.hover && cursor === this.cursor) return;
    this.hover = hover;
    this.cursor = cursor;
    this.draw();
  }

  private freshSprites(): void {
    this.sprites.forget();
    this.sprites = new Sprites(this.theme, this.dpr * this.size);
    this.layoutKey = "";
  }

  draw(): void {
    if (!this.request) this.request = requestAnimationFrame(() => this.frame());
  }

  private frame(): void {
    cancelAnimationFrame(this.request);
    this.request = 0;
    if (this.camera.k <= 0) return;
    const start = performance.now();
    if (this.flight) this.advance(start);
    // Asked once: a frame that takes long must not find the map at rest that it drew in motion.
    const { moving } = this;
    const more = this.tiles.draw(this.ctx, this.camera, this.stage, moving);
    this.sprites.allow(moving ? SLICE : Infinity);
    this.arrange(moving);
    const { size } = this;
    // Pieces come with the land they stand on, never before it.
    if (this.overview) drawOverlay(
      this.ctx,
      {
        painted: this.board.painted, model: this.model, placed: this.placed, highlights: this.highlights,
        hover: this.hover, cursor: this.cursor, sprites: this.sprites, moving,
      },
      { ...this.camera, k: this.camera.k / size },
      { ...this.stage, width: this.stage.width / size, height: this.stage.height / size },
      this.dpr * size,
    );
    const took = performance.now() - start;
    this.stats.frames++;
    this.stats.total += took;
    this.stats.worst = Math.max(this.stats.worst, took);
    if (more || moving) this.draw();
    this.onmove();
  }

  /** While the eye moves, pieces and names keep their place until there was time to find new ones. */
  private arrange(moving: boolean): void {
    const key = moving ? String(Math.round(Math.log(this.camera.k) / STEP)) : this.camera.k.toFixed(4);
    if (key === this.layoutKey) return;
    if (!moving || !this.layoutKey) this.draft = null;
    const start = performance.now();
    this.draft ??= { key, work: this.arranging() };
    for (;;) {
      const next = this.draft.work.next();
      if (next.done) {
        [this.placed, this.layoutKey, this.draft] = [next.value, this.draft.key, null];
        return;
      }
      if (moving && this.layoutKey && performance.now() - start > SLICE) return;
    }
  }

  /** Where everything goes at this scale; what is in the window is drawn before it is needed. */
  private *arranging(): Generator<void, PlacedSpace[]> {
    const placed = yield* arranging(this.board.painted.geometry, this.model, this.camera.k / this.size, this.sprites.measure);
    for (const item of placed) {
      const at = this.locate(item.id);
      if (!at || at.x < 0 || at.y < 0 || at.x > this.stage.width || at.y > this.stage.height) continue;
      if (item.label) this.sprites.label(item.label);
      for (const token of item.tokens) this.sprites.token(token);
      yield;
    }
    return placed;
  }

  private advance(now: number): void {
    const { from, to, start, span } = this.flight!;
    const t = Math.min(1, (now - start) / span);
    this.camera = between(from, to, t, this.stage);
    this.movedAt = now;
    if (t >= 1) this.flight = null;
  }

  // Moving the eye

  private move(camera: Camera): void {
    this.flight = null;
    this.camera = camera;
    this.movedAt = performance.now();
    this.draw();
  }
  pan(dx: number, dy: number): void {
    this.move(panBy(this.camera, this.stage, dx, dy));
  }
  zoom(factor: number, px = this.stage.width / 2, py = this.stage.height / 2): void {
    this.move(zoomAt(this.camera, this.stage, px, py, factor));
  }
  fly(to: Camera): void {
    // Before the window has a size there is no scale to go to.
    if (this.stage.width < 2) return;
    const target = clampCamera(to, this.stage);
    if (this.calm.matches) return this.move(target);
    this.flight = { from: { ...this.camera }, to: target, start: performance.now(), span: 240 };
    this.draw();
  }
  fit(closer = 1): void {
    const { width, height } = this.stage.board;
    this.fly({ x: this.camera.x + (this.stage.board.wraps ? 0 : width / 2 - this.camera.x), y: height / 2, k: minScale(this.stage) * closer });
  }
  zoomSmooth(factor: number): void {
    const goal = this.flight?.to ?? this.camera;
    this.fly({ ...goal, k: goal.k * factor });
  }
  flyTo(id: string, atLeast = 2.2): void {
    const shape = this.board.painted.geometry.shapes.get(id);
    if (!shape) return;
    const most = Math.min(this.stage.width / (shape.box.x1 - shape.box.x0), this.stage.height / (shape.box.y1 - shape.box.y0)) * 0.8;
    const k = Math.max(this.camera.k, Math.min(atLeast, Math.max(most, minScale(this.stage))));
    this.fly({ x: shape.room.x, y: shape.room.y, k });
  }
  /** Show a set of spaces together. */
  frameSpaces(ids: readonly string[]): void {
    const boxes = ids.flatMap((id) => this.board.painted.geometry.shapes.get(id)?.box ?? []);
    if (!boxes.length) return;
    const x0 = Math.min(...boxes.map((b) => b.x0));
    const x1 = Math.max(...boxes.map((b) => b.x1));
    const y0 = Math.min(...boxes.map((b) => b.y0));
    const y1 = Math.max(...boxes.map((b) => b.y1));
    const k = Math.min(this.stage.width / (x1 - x0 + 30), this.stage.height / (y1 - y0 + 30), 4);
    this.fly({ x: (x0 + x1) / 2, y: (y0 + y1) / 2, k });
  }

  // Asking the map

  hit(px: number, py: number): string | null {
    const token = this.tokenAt(px, py);
    if (token) return token;
    const { geometry, shapes } = this.board.painted;
    const [bx, by] = toBoard(this.camera, this.stage, px, py);
    const turns = geometry.wraps ? [0, 1, -1].map((d) => bx - geometry.width * (Math.floor(bx / geometry.width) + d)) : [bx];
    let best: string | null = null;
    this.ctx.save();
    this.ctx.setTransform(1, 0, 0, 1, 0, 0);
    for (const x of turns) {
      for (const shape of geometry.shapes.values()) {
        const { x0, y0, x1, y1 } = shape.box;
        if (x < x0 || x > x1 || by < y0 || by > y1) continue;
        if (!this.ctx.isPointInPath(shapes.get(shape.id)!, x, by, "evenodd")) continue;
        if (!best || shape.kind === "land") best = shape.id;
      }
      if (best) break;
    }
    this.ctx.restore();
    return best;
  }

  /** Pieces of a small island reach over the sea: pointing at them means the island. */
  private tokenAt(px: number, py: number): string | null {
    const turn = this.stage.board.wraps ? this.stage.board.width * this.camera.k : 0;
    const { size } = this;
    for (const item of this.placed) {
      const [x, y] = toScreen(this.camera, this.stage, item.x, item.y);
      let dx = px - x;
      if (turn) dx -= turn * Math.round(dx / turn);
      dx /= size;
      const dy = (py - y) / size;
      const { w, h, dx: ox, dy: oy } = item.block;
      if (h && Math.abs(dx - ox) <= w / 2 && Math.abs(dy - oy) <= h / 2) return item.id;
      const label = item.label;
      if (label && Math.abs(dx - label.dx) <= label.width / 2 && Math.abs(dy - label.dy) <= label.height / 2) return item.id;
    }
    return null;
  }

  /** Where a space's anchor is in the window: the copy nearest to the middle. */
  locate(id: string): { x: number; y: number } | null {
    const shape = this.board.painted.geometry.shapes.get(id);
    if (!shape) return null;
    let [x, y] = toScreen(this.camera, this.stage, shape.room.x, shape.room.y);
    if (this.stage.board.wraps) {
      const turn = this.stage.board.width * this.camera.k;
      x -= turn * Math.round((x - this.stage.width / 2) / turn);
    }
    return { x, y };
  }

  destroy(): void {
    cancelAnimationFrame(this.request);
    this.tiles.destroy();
    this.onmove = () => undefined;
  }
}

function ownersDiffer(a: BoardModel, b: BoardModel): boolean {
  if (a.size !== b.size) return true;
  for (const [id, space] of a) if (b.get(id)?.controller !== space.controller) return true;
  return false;
}
