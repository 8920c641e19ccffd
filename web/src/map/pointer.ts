/** Mouse, pen and fingers: pan, pinch, wheel, click, long press, drag of pieces. */

import type { MapEngine } from "./engine";

export interface PointerUses {
  hover(id: string | null): void;
  pick(id: string | null): void;
  canDrag(id: string): boolean;
  drag(state: { from: string; x: number; y: number } | null): void;
  drop(from: string, to: string): void;
}

const SLOP = 6;

export function watchPointer(canvas: HTMLCanvasElement, engine: MapEngine, uses: PointerUses): () => void {
  const down = new Map<number, { x: number; y: number }>();
  let start: { x: number; y: number; id: string | null } | null = null;
  let mode: "none" | "pan" | "piece" | "pinch" = "none";
  let pinch = 0;
  let button = 0;
  let press: ReturnType<typeof setTimeout> | undefined;

  const at = (event: PointerEvent | WheelEvent | MouseEvent) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const spread = () => {
    const [a, b] = [...down.values()] as [{ x: number; y: number }, { x: number; y: number }];
    return { size: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  };

  const pointerdown = (event: PointerEvent) => {
    if (event.pointerType === "mouse" && event.button > 1) return;
    canvas.setPointerCapture(event.pointerId);
    const point = at(event);
    down.set(event.pointerId, point);
    clearTimeout(press);
    if (down.size === 2) {
      mode = "pinch";
      pinch = spread().size;
      uses.drag(null);
      return;
    }
    start = { ...point, id: engine.hit(point.x, point.y) };
    button = event.button;
    mode = "none";
    if (event.pointerType !== "mouse") press = setTimeout(() => uses.hover(start?.id ?? null), 450);
  };

  const pointermove = (event: PointerEvent) => {
    const point = at(event);
    const last = down.get(event.pointerId);
    if (!last) {
      // Browsers bring one move a frame: nothing is won by waiting for the next.
      uses.hover(engine.hit(point.x, point.y));
      return;
    }
    down.set(event.pointerId, point);
    if (mode === "pinch" && down.size === 2) {
      const now = spread();
      engine.zoom(now.size / pinch, now.x, now.y);
      engine.pan((point.x - last.x) / 2, (point.y - last.y) / 2);
      pinch = now.size;
      return;
    }
    if (mode === "none" && start && Math.hypot(point.x - start.x, point.y - start.y) > SLOP) {
      clearTimeout(press);
      const piece = start.id !== null && event.pointerType === "mouse" && button !== 1 && uses.canDrag(start.id);
      mode = piece ? "piece" : "pan";
    }
    if (mode === "pan") engine.pan(point.x - last.x, point.y - last.y);
    if (mode === "piece") {
      uses.drag({ from: start!.id!, ...point });
      uses.hover(engine.hit(point.x, point.y));
    }
  };

  const pointerup = (event: PointerEvent) => {
    if (!down.delete(event.pointerId)) return;
    clearTimeout(press);
    const point = at(event);
    if (mode === "none" && start) uses.pick(start.id);
    if (mode === "piece" && start?.id) {
      const to = engine.hit(point.x, point.y);
      uses.drag(null);
      if (to && to !== start.id) uses.drop(start.id, to);
    }
    if (down.size === 0) {
      mode = "none";
      start = null;
    } else mode = "pan";
  };

  const pointercancel = (event: PointerEvent) => {
    down.delete(event.pointerId);
    clearTimeout(press);
    uses.drag(null);
    mode = "none";
    start = null;
  };
  const pointerleave = () => {
    if (down.size === 0) uses.hover(null);
  };
  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    const { x, y } = at(event);
    const unit = event.deltaMode === 1 ? 18 : 1;
    engine.zoom(Math.exp(-Math.max(-240, Math.min(240, event.deltaY * unit)) * (event.ctrlKey ? 0.01 : 0.0016)), x, y);
  };
  const dblclick = (event: MouseEvent) => {
    const { x, y } = at(event);
    engine.zoom(1.6, x, y);
  };

  const table = { pointerdown, pointermove, pointerup, pointercancel, pointerleave, dblclick };
  for (const [name, use] of Object.entries(table)) canvas.addEventListener(name, use as EventListener);
  canvas.addEventListener("wheel", wheel, { passive: false });
  return () => {
    for (const [name, use] of Object.entries(table)) canvas.removeEventListener(name, use as EventListener);
    canvas.removeEventListener("wheel", wheel);
  };
}
