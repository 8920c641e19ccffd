/** Paints tiles away from the page's thread, so that the map never stutters. */

import { geometryOf, type Drawing } from "./board";
import { paintBoard, preparePaths, type Owners, type Painted } from "./paint";
import { dress, type Theme, type Wardrobe } from "./palette";

export interface Order {
  type: "tile";
  key: string;
  level: number;
  /** Device pixels per board unit, and per CSS pixel. */
  scale: number;
  dpr: number;
  x: number;
  y: number;
  width: number;
  height: number;
}
export type ToWorker =
  | { type: "board"; drawing: Drawing; wardrobe: Wardrobe }
  | { type: "skin"; owners: Owners; theme: Theme }
  | Order;
export interface FromWorker {
  key: string;
  level: number;
  image: ImageBitmap;
}

let painted: Painted | null = null;
let owners: Owners = new Map();
let theme: Theme = "light";

function paint(order: Order): void {
  const canvas = new OffscreenCanvas(order.width, order.height);
  const ctx = canvas.getContext("2d", { alpha: false, willReadFrequently: true })!;
  paintBoard({
    ctx, painted: painted!, model: owners, theme, scale: order.scale, dpr: order.dpr,
    view: { x0: order.x, y0: order.y, x1: order.x + order.width / order.scale, y1: order.y + order.height / order.scale },
  });
  const image = canvas.transferToImageBitmap();
  const answer: FromWorker = { key: order.key, level: order.level, image };
  postMessage(answer, { transfer: [image] });
}

onmessage = (event: MessageEvent<ToWorker>) => {
  const message = event.data;
  if (message.type === "board") {
    dress(message.wardrobe);
    painted = preparePaths(geometryOf(message.drawing));
  } else if (message.type === "skin") ({ owners, theme } = message);
  else if (painted) paint(message);
};
