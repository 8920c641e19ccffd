/** Small pictures drawn once and copied every frame: tokens and names. */

import { silhouette } from "$pieces/silhouettes";
import type { LabelSpec, TokenSpec } from "./layout";
import { PILL, TOKEN } from "./layout";
import type { Facility } from "./model";
import { CHALK, glyphOn, INK, MAP, powerStyle, type Theme } from "./palette";

const NARROW = '"Fira Sans Condensed", "Arial Narrow", sans-serif';
const PAD = 7;

type Pen = OffscreenCanvasRenderingContext2D;

export interface Sprite {
  image: ImageBitmap;
  /** CSS pixels; the picture reaches `pad` beyond on every side. */
  width: number;
  height: number;
  pad: number;
}

export class Sprites {
  private readonly kept = new Map<string, Sprite>();
  /** One pen for all: a canvas for each picture would cost more than the drawing. */
  private readonly pen = new OffscreenCanvas(1, 1).getContext("2d")!;
  private readonly sizes = new Map<string, { width: number; height: number }>();
  private deadline = Infinity;

  constructor(
    readonly theme: Theme,
    readonly dpr: number,
  ) {}

  /** So many milliseconds for new pictures from now on; what has none then is left out until there is time. */
  allow(ms: number): void {
    this.deadline = performance.now() + ms;
  }

  private make(key: string, width: number, height: number, draw: (ctx: Pen) => void): Sprite | null {
    const known = this.kept.get(key);
    if (known) return known;
    if (performance.now() > this.deadline) return null;
    const { pen } = this;
    pen.canvas.width = Math.ceil((width + 2 * PAD) * this.dpr);
    pen.canvas.height = Math.ceil((height + 2 * PAD) * this.dpr);
    pen.scale(this.dpr, this.dpr);
    pen.translate(PAD, PAD);
    draw(pen);
    const sprite = { image: pen.canvas.transferToImageBitmap(), width, height, pad: PAD };
    if (this.kept.size > 3000) this.forget();
    this.kept.set(key, sprite);
    return sprite;
  }

  forget(): void {
    for (const { image } of this.kept.values()) image.close();
    this.kept.clear();
  }

  token(spec: TokenSpec): Sprite | null {
    const key = `${spec.kind}|${spec.power}|${spec.count}|${spec.dim}|${spec.damaged}|${spec.grow}|${spec.cargo.map(({ power, kind }) => power + kind).join()}`;
    if (spec.pill) return this.make(key, PILL.w, PILL.h, (ctx) => drawPill(ctx, spec));
    return this.make(key, TOKEN.w * spec.grow, TOKEN.h * spec.grow, (ctx) => {
      ctx.scale(spec.grow, spec.grow);
      drawToken(ctx, spec);
    });
  }

  measure = (spec: LabelSpec): { width: number; height: number } => {
    const key = labelKey(spec);
    let size = this.sizes.get(key);
    if (!size) {
      this.pen.font = fontOf(spec);
      const text = Math.max(...spec.lines.map((line) => this.pen.measureText(line).width));
      const marks = markWidth(spec);
      size = { width: Math.ceil(text + marks.before + marks.after) + 2, height: Math.ceil(spec.lines.length * spec.size * 1.06 + 3) };
      this.sizes.set(key, size);
    }
    return size;
  };

  label(spec: LabelSpec): Sprite | null {
    const { width, height } = this.measure(spec);
    return this.make(labelKey(spec), width, height, (ctx) => drawLabel(ctx, spec, width, height, this.theme));
  }
}

function labelKey(spec: LabelSpec): string {
  return `${spec.lines.join("/")}|${spec.size.toFixed(1)}|${spec.sea}|${spec.star}|${spec.strong}|${spec.production}|${spec.facilities.map(({ kind, damage, works }) => `${kind}${damage}${works}`).join()}|${spec.signs.join()}`;
}

function fontOf(spec: LabelSpec): string {
  return `${spec.sea ? "italic 500" : spec.strong ? "600" : "500"} ${spec.size}px ${NARROW}`;
}

function markWidth(spec: LabelSpec): { before: number; after: number } {
  const s = spec.size;
  return {
    before: spec.star === "none" ? 0 : s * 1.15,
    after: (spec.production ? s * 1.5 : 0) + spec.facilities.length * s * 1.25 + spec.signs.length * s * 1.05,
  };
}

export function star(ctx: CanvasRenderingContext2D | Pen, x: number, y: number, r: number): void {
  ctx.beginPath();
  for (let i = 0; i < 10; i++) {
    const radius = i % 2 ? r * 0.42 : r;
    const angle = -Math.PI / 2 + (i * Math.PI) / 5;
    ctx.lineTo(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
  }
  ctx.closePath();
}

function halo(ctx: Pen, colour: string, width: number): void {
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.lineJoin = "round";
}


function drawLabel(ctx: Pen, spec: LabelSpec, w: number, h: number, theme: Theme): void {
  const colours = MAP[theme];
  const s = spec.size;
  const marks = markWidth(spec);
  const mid = marks.before + (w - marks.before - marks.after) / 2;
  ctx.font = fontOf(spec);
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillStyle = spec.sea ? colours.seaInk : colours.ink;
  halo(ctx, spec.sea ? colours.seaHalo : colours.halo, 3);
  ctx.globalAlpha = 1;
  const top = h / 2 - ((spec.lines.length - 1) * s * 1.06) / 2 + s * 0.05;
  spec.lines.forEach((line, i) => {
    ctx.globalAlpha = 0.82;
    ctx.strokeText(line, mid, top + i * s * 1.06);
    ctx.globalAlpha = 1;
    ctx.fillText(line, mid, top + i * s * 1.06);
  });
  if (spec.star !== "none") drawStar(ctx, spec, s * 0.5, h / 2, theme);
  drawMarks(ctx, spec, w - marks.after, h / 2, theme);
}

function drawStar(ctx: Pen, spec: LabelSpec, x: number, y: number, theme: Theme): void {
  const colours = MAP[theme];
  const s = spec.size;
  halo(ctx, colours.halo, 2.5);
  if (spec.star === "capital") {
    ctx.beginPath();
    ctx.arc(x, y, s * 0.56, 0, 7);
    ctx.fillStyle = colours.halo;
    ctx.fill();
    ctx.lineWidth = 1.2;
    ctx.strokeStyle = colours.ink;
    ctx.stroke();
    star(ctx, x, y, s * 0.5);
  } else {
    star(ctx, x, y, s * 0.55);
    ctx.stroke();
  }
  ctx.fillStyle = theme === "light" ? "#a3271a" : "#ff8a70";
  ctx.fill();
}

function drawMarks(ctx: Pen, spec: LabelSpec, x: number, y: number, theme: Theme): void {
  const colours = MAP[theme];
  const s = spec.size;
  ctx.textAlign = "center";
  if (spec.production) {
    const text = String(spec.production);
    ctx.font = `600 ${s * 0.8}px ${NARROW}`;
    ctx.beginPath();
    ctx.arc(x + s * 0.85, y, s * 0.58, 0, 7);
    ctx.fillStyle = colours.halo;
    ctx.globalAlpha = 0.9;
    ctx.fill();
    ctx.globalAlpha = 1;
    ctx.lineWidth = 0.9;
    ctx.strokeStyle = colours.ink;
    ctx.stroke();
    ctx.fillStyle = colours.ink;
    ctx.fillText(text, x + s * 0.85, y + s * 0.05);
    x += s * 1.5;
  }
  for (const facility of spec.facilities) {
    drawFacility(ctx, facility, s, x + s * 0.1, y - s * 0.55, theme);
    x += s * 1.25;
  }
  for (const sign of spec.signs) {
    drawSign(ctx, sign, x + s * 0.55, y, s * 0.42, theme);
    x += s * 1.05;
  }
}

function drawFacility(ctx: Pen, { kind, damage, works }: Facility, s: number, x: number, y: number, theme: Theme): void {
  const colours = MAP[theme];
  const path = new Path2D(silhouette(kind));
  ctx.save();
  ctx.translate(x, y);
  ctx.scale((s * 1.08) / 24, (s * 1.08) / 24);
  halo(ctx, colours.halo, 4);
  ctx.stroke(path);
  ctx.fillStyle = colours.ink;
  ctx.globalAlpha = works ? 1 : 0.5;
  ctx.fill(path, "evenodd");
  ctx.restore();
  if (!damage) return;
  ctx.font = `600 ${s * 0.72}px ${NARROW}`;
  ctx.fillStyle = "#b3261a";
  ctx.beginPath();
  ctx.arc(x + s * 1.05, y + s * 0.95, s * 0.46, 0, 7);
  ctx.fill();
  ctx.fillStyle = "#fff";
  ctx.fillText(String(damage), x + s * 1.05, y + s * 0.98);
}

/** Signs beside a name: what the land gives, mountains, convoys. */
function drawSign(ctx: Pen, sign: string, x: number, y: number, r: number, theme: Theme): void {
  const colours = MAP[theme];
  halo(ctx, colours.halo, 2);
  ctx.beginPath();
  if (sign === "battle") {
    // Two swords, crossed.
    for (const d of [-1, 1]) {
      ctx.moveTo(x - d * r * 1.05, y - r);
      ctx.lineTo(x + d * r * 0.95, y + r);
      ctx.moveTo(x + d * r * 0.2, y + r * 0.95);
      ctx.lineTo(x + d * r * 0.95, y + r * 0.25);
    }
    ctx.lineWidth = r * 0.95;
    ctx.stroke();
    ctx.lineWidth = r * 0.42;
    ctx.strokeStyle = colours.contest;
    ctx.stroke();
    return;
  }
  if (sign === "convoy" || sign === "kamikaze") {
    drawInk(ctx, sign, x, y, r, colours.seaInk, colours.seaHalo);
    return;
  }
  if (sign === "mountain") {
    ctx.moveTo(x - r * 1.2, y + r);
    ctx.lineTo(x - r * 0.2, y - r);
    ctx.lineTo(x + r * 0.35, y);
    ctx.lineTo(x + r * 0.6, y - r * 0.4);
    ctx.lineTo(x + r * 1.2, y + r);
    ctx.closePath();
    ctx.fillStyle = theme === "light" ? "#5b5140" : "#cfc4ad";
  } else if (sign === "oil") {
    ctx.moveTo(x, y - r * 1.1);
    ctx.bezierCurveTo(x + r * 1.4, y + r * 0.5, x + r * 0.6, y + r, x, y + r);
    ctx.bezierCurveTo(x - r * 0.6, y + r, x - r * 1.4, y + r * 0.5, x, y - r * 1.1);
    ctx.fillStyle = theme === "light" ? "#1c1a16" : "#e8e0cf";
  } else if (sign === "mineral") {
    ctx.moveTo(x, y - r);
    ctx.lineTo(x + r, y);
    ctx.lineTo(x, y + r);
    ctx.lineTo(x - r, y);
    ctx.closePath();
    ctx.fillStyle = theme === "light" ? "#4b5563" : "#b9c3d0";
  } else {
    ctx.moveTo(x, y + r);
    ctx.quadraticCurveTo(x - r * 1.3, y, x, y - r);
    ctx.quadraticCurveTo(x + r * 1.3, y, x, y + r);
    ctx.fillStyle = theme === "light" ? "#2f6b35" : "#98cd8f";
  }
  ctx.stroke();
  ctx.fill();
}

/** A small silhouette in ink. */
function drawInk(ctx: Pen, kind: string, x: number, y: number, r: number, ink: string, edge: string): void {
  const path = new Path2D(silhouette(kind));
  ctx.save();
  ctx.translate(x - r * 1.25, y - r * 1.25);
  ctx.scale((r * 2.5) / 24, (r * 2.5) / 24);
  halo(ctx, edge, 4);
  ctx.stroke(path);
  ctx.fillStyle = ink;
  ctx.fill(path, "evenodd");
  ctx.restore();
}

function roundRect(ctx: Pen, w: number, h: number, r: number): void {
  ctx.beginPath();
  ctx.roundRect(0, 0, w, h, r);
}

function drawPill(ctx: Pen, spec: TokenSpec): void {
  const { plate } = powerStyle(spec.power);
  roundRect(ctx, PILL.w, PILL.h, PILL.h / 2);
  ctx.fillStyle = plate;
  ctx.fill();
  ctx.lineWidth = 1;
  ctx.strokeStyle = "rgb(0 0 0 / 60%)";
  ctx.stroke();
  ctx.fillStyle = glyphOn(plate);
  ctx.font = `600 12px ${NARROW}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillText(String(spec.count), PILL.w / 2, PILL.h / 2 + 0.8);
}

function drawToken(ctx: Pen, spec: TokenSpec): void {
  const { plate } = powerStyle(spec.power);
  const { w, h } = TOKEN;
  ctx.globalAlpha = spec.dim ? 0.55 : 1;
  ctx.shadowColor = "rgb(0 0 0 / 35%)";
  ctx.shadowBlur = 2;
  ctx.shadowOffsetY = 1;
  roundRect(ctx, w, h, 4.5);
  ctx.fillStyle = plate;
  ctx.fill();
  ctx.shadowColor = "transparent";
  ctx.lineWidth = 1;
  ctx.strokeStyle = "rgb(0 0 0 / 62%)";
  ctx.stroke();
  ctx.beginPath();
  ctx.moveTo(3, 1.4);
  ctx.lineTo(w - 3, 1.4);
  ctx.strokeStyle = "rgb(255 255 255 / 35%)";
  ctx.stroke();
  ctx.save();
  ctx.translate((w - 20) / 2, (h - 20) / 2);
  ctx.scale(20 / 24, 20 / 24);
  ctx.fillStyle = glyphOn(plate);
  ctx.fill(new Path2D(silhouette(spec.kind)), "evenodd");
  ctx.restore();
  if (spec.damaged) {
    ctx.beginPath();
    ctx.moveTo(0, 0);
    ctx.lineTo(9, 0);
    ctx.lineTo(0, 9);
    ctx.closePath();
    ctx.fillStyle = "#d23a22";
    ctx.fill();
  }
  if (spec.cargo.length) drawCargo(ctx, spec, w);
  if (spec.count > 1) drawBadge(ctx, spec.count, w, h);
}

/** Those aboard stand on the upper edge, each in the colour of its power; many are a number. */
function drawCargo(ctx: Pen, spec: TokenSpec, w: number): void {
  ctx.globalAlpha = 1;
  ctx.lineWidth = 0.8;
  ctx.strokeStyle = "rgb(0 0 0 / 75%)";
  const many = spec.cargo.length > 2 || spec.kind.startsWith("class-");
  const size = 11;
  const shown = many ? spec.cargo.slice(0, 1) : spec.cargo;
  shown.forEach((one, i) => {
    const { plate } = powerStyle(one.power);
    const x = w + 3 - (shown.length - i) * (size + 0.5);
    ctx.beginPath();
    ctx.roundRect(x, -5, size, size - 1, 2.5);
    ctx.fillStyle = plate;
    ctx.fill();
    ctx.stroke();
    ctx.fillStyle = glyphOn(plate);
    if (many) {
      ctx.font = `600 9px ${NARROW}`;
      ctx.textAlign = "center";
      ctx.textBaseline = "middle";
      ctx.fillText(`+${spec.cargo.length}`, x + size / 2, 0.4);
      return;
    }
    ctx.save();
    ctx.translate(x + 1, -4.6);
    ctx.scale((size - 2) / 24, (size - 2) / 24);
    ctx.fill(new Path2D(silhouette(one.kind)), "evenodd");
    ctx.restore();
  });
}

function drawBadge(ctx: Pen, count: number, w: number, h: number): void {
  const wide = count > 9 ? 17 : 13;
  ctx.globalAlpha = 1;
  ctx.beginPath();
  ctx.roundRect(w - wide + 5, h - 9, wide, 13, 6.5);
  ctx.fillStyle = CHALK;
  ctx.fill();
  ctx.lineWidth = 0.9;
  ctx.strokeStyle = "rgb(0 0 0 / 70%)";
  ctx.stroke();
  ctx.fillStyle = INK;
  ctx.font = `600 10.5px ${NARROW}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillText(String(count), w - wide / 2 + 5, h - 2);
}
