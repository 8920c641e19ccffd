/** Watching bots: who plays, what he is up to, and whether the map follows. */

import type { Entry, Said } from "$lib/net/types";
import type { TableStore } from "$lib/table.svelte";

const KEY = "sandtable.follow";

class Following {
  on = $state(typeof localStorage === "undefined" || localStorage.getItem(KEY) !== "no");
  toggle(): void {
    this.on = !this.on;
    localStorage.setItem(KEY, this.on ? "yes" : "no");
  }
}
export const following = new Following();

/** The bot that is to decide, unless a person is asked as well. */
export function botToMove(store: TableStore): string | null {
  const { game, view } = store;
  const asked = view?.decision?.seats ?? [];
  if (!game || view?.result || store.past || !asked.length) return null;
  const bots = asked.filter((seat) => game.seats.find((info) => info.seat === seat)?.kind === "bot");
  return bots.length === asked.length ? bots[0]! : null;
}

/** What a bot last said about its plans. */
export function planOf(store: TableStore, seat: string, onlyThisTurn = false): Said | null {
  for (const entry of store.entries.toReversed()) {
    if (entry.undone) continue;
    if (entry.seat === seat && entry.by === "bot" && entry.remark.text) return entry.remark;
    if (onlyThisTurn && entry.events.some((event) => event.type === "TurnBegan")) return null;
  }
  return null;
}

/** Where something happened, as far as its events say. */
export function placeOf(entry: Entry | undefined, known: (id: string) => boolean): string | null {
  for (const { data } of entry?.events.toReversed() ?? []) {
    const route = data["route"];
    const named = [Array.isArray(route) ? route.at(-1) : null, data["target"], data["space"], data["goal"], data["zone"]];
    const found = named.find((id): id is string => typeof id === "string" && known(id));
    if (found) return found;
  }
  return null;
}
