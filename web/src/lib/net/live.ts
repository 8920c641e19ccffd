/** The table's socket: says hello, hands on what comes, and connects again when it is lost. */

import type { ServerMessage } from "./types";

export type LiveState = "connecting" | "open" | "lost" | "refused";
const FINAL = new Set([4400, 4401, 4404]);

export class Live {
  private socket: WebSocket | null = null;
  private attempt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private heart: ReturnType<typeof setInterval> | undefined;
  private heard = 0;
  private closed = false;

  constructor(
    private readonly id: string,
    private readonly tokens: readonly string[],
    private readonly version: () => number | undefined,
    private readonly seat: () => string | undefined,
    private readonly receive: (message: ServerMessage) => void,
    private readonly state: (state: LiveState, code: number) => void,
  ) {
    addEventListener("online", this.hurry);
    document.addEventListener("visibilitychange", this.hurry);
    this.connect();
  }

  private readonly hurry = () => {
    if (document.visibilityState === "hidden" || this.closed) return;
    if (this.socket?.readyState === WebSocket.OPEN) return;
    clearTimeout(this.timer);
    this.connect();
  };

  private connect(): void {
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    this.state("connecting", 0);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/games/${this.id}/live`);
    this.socket = socket;
    socket.onopen = () => {
      const version = this.version();
      const seat = this.seat();
      socket.send(JSON.stringify({
        type: "hello", tokens: this.tokens, patches: true,
        ...(version === undefined ? {} : { version }), ...(seat === undefined ? {} : { seat }),
      }));
      this.heard = Date.now();
      clearInterval(this.heart);
      this.heart = setInterval(() => this.beat(), 15_000);
    };
    socket.onmessage = (event) => {
      this.heard = Date.now();
      this.attempt = 0;
      this.state("open", 0);
      this.receive(JSON.parse(String(event.data)) as ServerMessage);
    };
    socket.onclose = (event) => {
      if (this.socket !== socket) return;
      clearInterval(this.heart);
      if (this.closed) return;
      if (FINAL.has(event.code)) return this.state("refused", event.code);
      this.state("lost", event.code);
      const pause = Math.min(8000, 250 * 2 ** this.attempt++) * (0.75 + Math.random() / 2);
      this.timer = setTimeout(() => this.connect(), pause);
    };
  }

  private beat(): void {
    if (Date.now() - this.heard > 40_000) this.socket?.close();
    else this.send({ type: "ping" });
  }

  send(message: unknown): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.heart);
    removeEventListener("online", this.hurry);
    document.removeEventListener("visibilitychange", this.hurry);
    this.socket?.close(1000);
  }
}
