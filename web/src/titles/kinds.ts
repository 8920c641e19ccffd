/** What a title brings to the game screen. */

import type { Component } from "svelte";
import type { Units } from "$lib/actions/grammar";
import type { TableStore } from "$lib/table.svelte";
import type { Board } from "$map/board";
import type { Arrow, BoardModel } from "$map/model";
import type { PlayStore } from "../game/play.svelte";

export interface Headline {
  power: string | null;
  /** "round 3", or nothing. */
  round: number;
  phase: string;
  money: string;
  /** What the figure means, if it does not say so itself. */
  moneyTitle?: string;
}
export interface MainAction {
  label: string;
  action: string;
}
/** Something the player may have forgotten before ending a phase. */
export interface Forgotten {
  text: string;
  space?: string;
}

export interface PanelProps {
  store: TableStore;
  play: PlayStore;
}

export interface MapTitle {
  kind: "map";
  /** `reference` is what the title says once about itself. */
  model(board: Board, game: unknown, reference: unknown): BoardModel;
  headline(game: unknown): Headline;
  /** How many of these units stand there and could be taken. */
  available(store: TableStore, space: string, units: Omit<Units, "count">): number;
  arrows(store: TableStore): Arrow[];
  main(store: TableStore): MainAction | null;
  forgotten(store: TableStore): Forgotten[];
  /** What the step asks, where more can be said than its name tells. */
  prompt?(store: TableStore, name: (id: string) => string): string;
  /** Spaces marked for battle. */
  contested?(game: unknown): ReadonlySet<string>;
  /** The space of the battle being fought. */
  battle(game: unknown): string | null;
  /** Shown above the space in the first tab: shop, placing, cards. */
  desk: Component<PanelProps>;
  battlePanel: Component<PanelProps>;
  /** What a player may settle for later, on the table's tab. */
  orders?: Component<{ store: TableStore }>;
  /** Steps in which pieces move, so that one may ask which have not. */
  moveSteps: readonly string[];
  /** Steps whose desk should be seen at once. */
  deskSteps: readonly string[];
  /** Steps that are decided in the battle tab. */
  battleSteps: readonly string[];
}
export interface CardTitle {
  kind: "cards";
  headline(game: unknown): Headline;
  main(store: TableStore): MainAction | null;
  table: Component<{ store: TableStore }>;
  /** A line of the history in the player's words: what was done, or what happened. */
  pretty(game: unknown, text: string): string;
  /** What an id is called. */
  nameOf(game: unknown, id: string): string;
  /** Whose colours a seat wears. */
  face(game: unknown, seat: string): string;
}
export type TitleUi = MapTitle | CardTitle;
