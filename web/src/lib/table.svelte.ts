/** One open table: what the server says about it, and what I ask of it. */

import { newKey, Refused, TableApi, Unreachable } from "./net/api";
import { Live, type LiveState } from "./net/live";
import { applyPatch } from "./net/patch";
import type { Entry, GameInfo, LegalAction, Message, Refusal, ServerMessage, TableView } from "./net/types";

export interface Trouble extends Refusal {
  /** What was tried. */
  action: string;
  /** Where on the map, if it was there. */
  space: string | null;
}

export class TableStore {
  readonly api: TableApi;
  game = $state.raw<GameInfo | null>(null);
  view = $state.raw<TableView | null>(null);
  entries = $state.raw<Entry[]>([]);
  chat = $state.raw<Message[]>([]);
  live = $state<LiveState>("connecting");
  closeCode = $state(0);
  /** The board as it was, when looking back. */
  past = $state.raw<{ version: number; view: TableView } | null>(null);
  legal = $state.raw<LegalAction[]>([]);
  legalVersion = $state(-1);
  trouble = $state.raw<Trouble | null>(null);
  busy = $state(0);
  unread = $state(0);
  /** Called with each new entry (sounds, notifications, dice). */
  onentry: (entry: Entry) => void = () => undefined;

  readonly shown = $derived(this.past?.view ?? this.view);
  /** The seat I act for now, or null if it is not my turn. */
  readonly acting = $derived(
    !this.past && this.view?.asked && this.view.seat && this.mineHuman(this.view.seat) ? this.view.seat : null,
  );

  /** No request is on its way and what is legal now is known. */
  readonly settled = $derived(this.busy === 0 && this.legalVersion === (this.view?.version ?? -1));

  private readonly socket: Live;
  private pinned: string | undefined;
  private redoList: { line: number; action: string; seat: string }[] = $state.raw([]);
  private legalRun = 0;

  constructor(id: string, tokens: readonly string[]) {
    this.api = new TableApi(id, tokens);
    this.socket = new Live(
      id, tokens, () => this.view?.version, () => this.pinned,
      (message) => this.receive(message),
      (state, code) => {
        this.live = state;
        this.closeCode = code;
      },
    );
  }

  private mineHuman(seat: string): boolean {
    return this.game?.seats.find((info) => info.seat === seat)?.kind === "human";
  }

  // What comes

  private receive(message: ServerMessage): void {
    switch (message.type) {
      case "welcome":
        this.game = message.game;
        this.chat = message.chat;
        this.take(message.view);
        void this.catchUp(message.missed, message.more);
        break;
      case "update":
        this.game = message.game;
        if (message.view) this.take(message.view);
        else if (message.patch && this.view && message.patch.base === this.view.version) {
          this.take(applyPatch(this.view, message.patch));
        } else this.socket.send({ type: "watch", ...(this.pinned ? { seat: this.pinned } : {}) });
        this.add(message.entry);
        break;
      case "table":
        this.game = message.game;
        break;
      case "view":
        this.take(message.view);
        break;
      case "chat":
        this.chat = [...this.chat.slice(-400), message.message];
        if (message.message.kind === "chat") this.unread++;
        break;
      case "problem":
        this.trouble = { ...message.problem, action: "", space: null };
    }
  }

  private async catchUp(missed: Entry[], more: boolean): Promise<void> {
    missed.forEach((entry) => this.add(entry, true));
    if (!more && this.entries.length) return;
    let from = this.entries.at(-1)?.version ?? 0;
    for (;;) {
      const { entries, next } = await this.api.history(from);
      entries.forEach((entry) => this.add(entry, true));
      if (next === null) return;
      from = next;
    }
  }

  /** In its place: while older entries are fetched, newer ones may arrive. */
  private add(entry: Entry, old = false): void {
    const at = this.entries.findLastIndex((e) => e.version <= entry.version);
    if (this.entries[at]?.version === entry.version) return;
    const before = this.entries.slice(0, at + 1);
    const after = this.entries.slice(at + 1);
    const kept = entry.kind === "undo" ? before.map((e) => (e.line > entry.line && !e.undone ? { ...e, undone: true } : e)) : before;
    this.entries = [...kept, entry, ...after];
    if (!old) this.onentry(entry);
  }

  private take(view: TableView): void {
    const old = this.view;
    this.view = view;
    if (old && old.version !== view.version && this.trouble?.code !== "stale") this.trouble = null;
    if (view.version !== this.legalVersion || view.seat !== old?.seat) void this.loadLegal();
  }

  private async loadLegal(): Promise<void> {
    const run = ++this.legalRun;
    const view = this.view;
    if (!view?.asked || !view.seat || !this.mineHuman(view.seat)) {
      this.legal = [];
      this.legalVersion = view?.version ?? -1;
      return;
    }
    try {
      let after: number | null = 0;
      let actions: LegalAction[] = [];
      while (after !== null) {
        const page: { actions: LegalAction[]; next: number | null } = await this.api.legal(view.seat, after);
        if (run !== this.legalRun) return;
        actions = actions.concat(page.actions);
        after = page.next;
      }
      this.legal = actions;
      this.legalVersion = view.version;
    } catch (error) {
      if (run === this.legalRun) this.report(error, "", null);
    }
  }

  // What I do

  private report(error: unknown, action: string, space: string | null): void {
    if (error instanceof Refused) this.trouble = { ...error.problem, action, space };
    else if (error instanceof Unreachable) {
      this.trouble = { code: "offline", text: "The server cannot be reached.", rule: "", args: {}, action, space };
    } else throw error;
  }

  /** Play; returns whether it was accepted. A lost answer is asked for again with the same key. */
  async play(action: string, space: string | null = null, redo = false): Promise<boolean> {
    const seat = this.acting ?? this.view?.seat;
    if (!seat || !this.view) return false;
    const key = newKey();
    const { decision } = this.view;
    const together = decision && decision.seats.length > 1 ? decision.step : null;
    this.busy++;
    this.trouble = null;
    try {
      for (let attempt = 0; ; attempt++) {
        try {
          const answer = await this.api.act(seat, action, this.view.version, key);
          await this.arrive(answer.version);
          break;
        } catch (error) {
          if (attempt < 6 && together && error instanceof Refused && (await this.stillAsked(error, seat, together))) continue;
          if (!(error instanceof Unreachable) || attempt >= 6) throw error;
          await new Promise((wake) => setTimeout(wake, 400 * (attempt + 1)));
        }
      }
      if (!redo) this.redoList = [];
      return true;
    } catch (error) {
      this.report(error, action, space);
      return false;
    } finally {
      this.busy--;
    }
  }

  /** Several are asked at once and another was quicker: my answer stands if I am still asked the same. */
  private async stillAsked(error: Refused, seat: string, step: string): Promise<boolean> {
    if (error.problem.code !== "stale") return false;
    await this.arrive(error.problem.version ?? 0);
    return this.view!.asked && this.view!.seat === seat && this.view!.decision?.step === step;
  }

  /** Something that may be said at any time: when the table moves on meanwhile, say it again. */
  async order(action: string): Promise<boolean> {
    for (let attempt = 0; attempt < 5; attempt++) {
      if (await this.play(action)) return true;
      if (this.trouble?.code !== "stale") return false;
      await new Promise((wake) => setTimeout(wake, 150 * (attempt + 1)));
    }
    return false;
  }

  /** Several actions, one after another, until one is refused. */
  async playAll(actions: readonly string[], space: string | null = null): Promise<boolean> {
    for (const action of actions) if (!(await this.play(action, space))) return false;
    return true;
  }

  /** Wait until the socket has brought the version that HTTP has told of. */
  private async arrive(version: number): Promise<void> {
    for (let i = 0; i < 60 && (this.view?.version ?? 0) < version; i++) {
      await new Promise((wake) => setTimeout(wake, 25));
    }
    if ((this.view?.version ?? 0) < version) {
      const { game, view } = await this.api.look(this.pinned);
      this.game = game;
      this.take(view);
    }
  }

  check(action: string): Promise<Refusal | null> {
    return this.api.check(this.view!.seat!, action);
  }

  /** The last action of mine that still stands. */
  readonly lastMine = $derived(
    this.entries.findLast((e) => e.kind === "play" && !e.undone && e.seat !== null && this.game?.you.seats.includes(e.seat) && e.by === "human") ?? null,
  );
  readonly canUndo = $derived(this.lastMine !== null && !this.past);
  readonly canRedo = $derived(this.redoList.length > 0 && this.redoList.at(-1)!.line === this.game?.line && !this.past);

  async undo(to?: number): Promise<void> {
    const seat = this.lastMine?.seat ?? this.view?.seat;
    if (!seat || !this.view) return;
    const goal = to ?? (this.lastMine ? this.lastMine.line - 1 : 0);
    const undone = this.entries
      .filter((e) => e.kind === "play" && !e.undone && e.line > goal && e.action && e.seat)
      .map((e) => ({ line: e.line - 1, action: e.action!, seat: e.seat! }));
    this.busy++;
    try {
      const answer = await this.api.undo(seat, this.view.version, newKey(), to);
      await this.arrive(answer.version);
      if (answer.entry) {
        const line = answer.entry.line;
        this.redoList = [...this.redoList, ...undone.filter((item) => item.line >= line).reverse()];
      }
    } catch (error) {
      this.report(error, "undo", null);
    } finally {
      this.busy--;
    }
  }

  async redo(): Promise<void> {
    const next = this.redoList.at(-1);
    if (!next) return;
    const rest = this.redoList.slice(0, -1);
    if (await this.play(next.action, null, true)) this.redoList = rest;
  }

  async answerUndo(agree: boolean): Promise<void> {
    const request = this.game?.undo;
    if (request) await this.guard(() => this.api.answerUndo(request.id, agree));
  }

  async guard<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      this.report(error, "", null);
      return null;
    }
  }

  say(text: string): Promise<unknown> {
    const mine = this.game?.you.seats ?? [];
    const seat = this.view?.seat && mine.includes(this.view.seat) ? this.view.seat : (mine[0] ?? null);
    return this.guard(() => this.api.say(seat, text, newKey()));
  }

  // Looking

  /** Pin the view to a seat of mine; without one, follow whoever is to decide. */
  watch(seat: string | undefined): void {
    this.pinned = seat;
    this.socket.send({ type: "watch", ...(seat ? { seat } : {}) });
  }

  async lookBack(version: number | null): Promise<void> {
    if (version === null || version >= (this.view?.version ?? 0)) {
      this.past = null;
      return;
    }
    const answer = await this.guard(() => this.api.at(version, this.view?.seat ?? undefined));
    if (answer) this.past = { version, view: answer.view };
  }

  close(): void {
    this.socket.close();
  }
}
