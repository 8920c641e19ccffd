/** Where I am on a tour: remembered, so that a reload goes on from there. */

import type { Entry } from "$lib/net/types";
import type { TableStore } from "$lib/table.svelte";
import type { Stop, Tour } from "./stops";
import { TOURS } from "./tours";

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

  private readonly tour: Tour | null = $derived.by(() => TOURS[this.store.game?.title ?? ""] ?? null);
  readonly stops: readonly Stop[] = $derived.by(() => this.tour?.stops ?? []);
  readonly at: number = $derived(this.walk?.at ?? 0);
  readonly stop: Stop | null = $derived(this.walk ? (this.stops[this.walk.at] ?? null) : null);

  /** Where the tour should be by what happened in the game: here, or further on. */
  readonly due: number = $derived.by(() => {
    const { stop, stops, store, at } = this;
    if (!stop?.during || !this.walk || store.busy || !store.view) return at;
    const { from } = this.walk;
    const since = store.standing.filter((entry) => entry.version > from);
    if (this.over(since)) return stops.length - 1;
    const mine = since.filter((entry) => entry.by === "human" && entry.action);
    if (stop.played?.some((verb) => mine.some((entry) => entry.action!.startsWith(`${verb} `)))) return at + 1;
    if (stop.chosen && this.chosen() === stop.chosen) return at + 1;
    const step = store.acting ? store.view.decision?.step : null;
    if (!step || stop.during.includes(step)) return at;
    // What others ask of me meanwhile is no part of the tour.
    const next = stops.findIndex((one, i) => i > at && one.during?.includes(step));
    return next < 0 ? at : next;
  });

  /** Mine is over, whatever was left to do in it: another one's turn has begun, or the next round. */
  private over(since: readonly Entry[]): boolean {
    return since.some((entry) => entry.events.some(({ type, data }) => type === "TurnBegan" && (!this.tour?.rounds || data["round"] !== 1)));
  }

  next(to = this.at + 1): void {
    if (!this.walk) return;
    this.keep({ at: to, from: this.store.view?.version ?? 0 });
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
