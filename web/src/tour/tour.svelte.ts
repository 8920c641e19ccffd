/** Where I am on a tour: remembered, so that a reload goes on from there. */

import type { TableStore } from "$lib/table.svelte";
import { TOURS, type Stop } from "./tours";

const KEY = "sandtable.tour";
type Walks = Record<string, { at: number; from: number }>;

function read(): Walks {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Walks;
  } catch {
    return {};
  }
}

/** A table of mine becomes a tour. */
export function beginTour(game: string): void {
  localStorage.setItem(KEY, JSON.stringify({ [game]: { at: 0, from: 0 } } satisfies Walks));
}

export class TourWalk {
  private walk = $state.raw<Walks[string] | null>(null);

  constructor(
    private readonly store: TableStore,
    /** The space that is chosen on the map, if there is one. */
    private readonly chosen: () => string | null = () => null,
  ) {
    this.walk = read()[store.api.id] ?? null;
  }

  readonly stops: readonly Stop[] = $derived.by(() => TOURS[this.store.game?.title ?? ""]?.stops ?? []);
  readonly at: number = $derived(this.walk?.at ?? 0);
  readonly stop: Stop | null = $derived(this.walk ? (this.stops[this.walk.at] ?? null) : null);

  /** The game has done what this stop waits for. */
  readonly done: boolean = $derived.by(() => {
    const { stop, store } = this;
    if (!stop?.during || !this.walk || store.busy || !store.view) return false;
    const { from } = this.walk;
    const mine = store.standing.filter((entry) => entry.version > from && entry.by === "human" && entry.action);
    if (stop.played?.some((verb) => mine.some((entry) => entry.action!.startsWith(`${verb} `)))) return true;
    if (stop.chosen && this.chosen() === stop.chosen) return true;
    const asked = store.view.decision;
    // Somebody else decides for a moment: wait and see.
    if (!asked || !store.acting) return this.passed(stop);
    return !stop.during.includes(asked.step);
  });

  /** It is another one's turn: mine is over, whatever was left to do in it. */
  private passed(stop: Stop): boolean {
    const { store, walk } = this;
    const began = store.standing.some((entry) => entry.version > (walk?.from ?? 0) && entry.events.some((event) => event.type === "TurnBegan"));
    return began && this.stops.indexOf(stop) > 0;
  }

  next(): void {
    if (!this.walk) return;
    this.keep({ at: this.walk.at + 1, from: this.store.view?.version ?? 0 });
  }
  leave(): void {
    localStorage.removeItem(KEY);
    this.walk = null;
  }
  private keep(walk: Walks[string]): void {
    this.walk = walk;
    if (walk.at >= this.stops.length) return this.leave();
    localStorage.setItem(KEY, JSON.stringify({ [this.store.api.id]: walk }));
  }
}
