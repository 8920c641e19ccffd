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

/** What an undo would take back that others did. */
export interface UndoAsk {
  to: number | undefined;
  moves: number;
  others: string[];
  /** The phase it goes back to, as the rules name it, and whose it was. */
  since: string;
  power: string;
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
  /** What was done and stands, up to the moment that is shown, oldest first. */
  readonly standing: Entry[] = $derived(this.entries.filter((e) => !e.undone && e.kind !== "undo" && (!this.past || e.version <= this.past.version)));
  /** Moves that stand, counted from one: the same number wherever a move is named. */
  readonly moves: ReadonlyMap<number, number> = $derived.by(() => {
    const played = this.entries.filter((e) => !e.undone && e.kind === "play");
    return new Map(played.map((e, i) => [e.version, i + 1]));
  });
  /** The number of the last move at or before a version. */
  moveAt(version: number): number {
    return [...this.moves].findLast(([at]) => at <= version)?.[1] ?? 0;
  }
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
      (message) => this.hear(message),
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

  /** The table as the server last told of it here; answers to requests may have told of it since. */
  private told: GameInfo | null = null;

  private hear(message: ServerMessage): void {
    if (message.type === "update" || message.type === "table") {
      this.told = message.game ?? { ...this.told!, ...message.changes };
      message = { ...message, game: this.told, changes: undefined };
    }
    this.receive(message);
  }

  private receive(message: ServerMessage, step = false): void {
    switch (message.type) {
      case "welcome":
        this.held = [];
        this.told = message.game;
        this.game = message.game;
        this.chat = message.chat;
        this.take(message.view);
        void this.catchUp(message.missed, message.more);
        break;
      case "update":
        if (this.paused && !step) return void (this.held = [...this.held, message]);
        this.game = message.game!;
        if (message.view) this.take(message.view);
        else if (message.patch && this.view && message.patch.base === this.view.version) {
          this.take(applyPatch(this.view, message.patch));
        } else this.socket.send({ type: "watch", ...(this.pinned ? { seat: this.pinned } : {}) });
        this.add(message.entry);
        break;
      case "table":
        this.game = message.game!;
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

  /** Watching others: what they do waits to be looked at, one move at a time. */
  paused = $state(false);
  held = $state.raw<ServerMessage[]>([]);
  step(): void {
    const [next, ...rest] = this.held;
    if (!next) return;
    this.held = rest;
    this.receive(next, true);
  }
  pause(on: boolean): void {
    this.paused = on;
    while (!on && this.held.length) this.step();
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
    if (this.paused) this.pause(false);
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
  /** An undo that would take back what others did: they are named before it happens. */
  undoAsk = $state.raw<UndoAsk | null>(null);

  /** What stands and would go with everything after a line length. */
  private after(line: number): Entry[] {
    return this.entries.filter((e) => e.kind === "play" && !e.undone && e.line > line);
  }

  /** The line length just before an entry; an entry and its dice are longer than one. */
  private lineBefore(entry: Entry): number {
    return this.entries.findLast((e) => e.version < entry.version && !e.undone && e.kind !== "undo")?.line ?? 0;
  }

  async undo(to?: number, sure = false): Promise<void> {
    const seat = this.lastMine?.seat ?? this.view?.seat;
    if (!seat || !this.view) return;
    const gone = this.after(to ?? (this.lastMine ? this.lineBefore(this.lastMine) : 0));
    const mine = (e: Entry) => e.seat !== null && (this.game?.you.seats.includes(e.seat) ?? false);
    const others = [...new Set(gone.filter((e) => !mine(e)).flatMap((e) => e.seat ?? []))];
    if (others.length && !sure) {
      this.undoAsk = { to, moves: gone.length, others, ...this.phaseOf(gone[0]!) };
      return;
    }
    this.undoAsk = null;
    // What comes after somebody else's move will not be the same again.
    const other = gone.findIndex((e) => !mine(e));
    const again = gone.slice(0, other < 0 ? gone.length : other).filter((e) => e.action)
      .map((e) => ({ line: this.lineBefore(e), action: e.action!, seat: e.seat! }));
    this.busy++;
    try {
      const answer = await this.api.undo(seat, this.view.version, newKey(), to);
      await this.arrive(answer.version);
      if (answer.entry) {
        const { line } = answer.entry;
        this.redoList = [...(other < 0 ? this.redoList : []), ...again.filter((item) => item.line >= line).reverse()];
      }
    } catch (error) {
      this.report(error, "undo", null);
    } finally {
      this.busy--;
    }
  }

  /** Take back some moves of mine alone: back to before the first of them, and the others again. */
  async without(gone: readonly Entry[]): Promise<void> {
    const first = gone[0];
    if (!first || this.busy) return;
    const versions = new Set(gone.map((e) => e.version));
    const line = this.lineBefore(first);
    const again = this.after(line).filter((e) => !versions.has(e.version) && e.action);
    await this.undo(line, true);
    if (this.game?.line !== line) return;
    await this.playAll(again.map((e) => e.action!));
  }

  /** The phase in which an entry was played, as it was announced. */
  private phaseOf(entry: Entry): { since: string; power: string } {
    const earlier = this.entries.filter((e) => !e.undone && e.version < entry.version).flatMap((e) => e.events);
    const { phase, power } = earlier.findLast((event) => event.type === "PhaseBegan")?.data ?? {};
    return { since: String(phase ?? ""), power: String(power ?? "") };
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
