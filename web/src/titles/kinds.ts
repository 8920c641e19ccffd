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
  board: string;
  model(board: Board, game: unknown): BoardModel;
  headline(game: unknown): Headline;
  /** How many of these units stand there and could be taken. */
  available(store: TableStore, space: string, units: Omit<Units, "count">): number;
  arrows(store: TableStore): Arrow[];
  main(store: TableStore): MainAction | null;
  forgotten(store: TableStore, board: Board): Forgotten[];
  /** The space of the battle being fought. */
  battle(game: unknown): string | null;
  /** The odds of an attack that is being planned, as a sentence; empty if there is nothing to say. */
  odds?(store: TableStore, space: string, going: readonly Units[]): Promise<string>;
  /** Shown above the space in the first tab: shop, placing, cards. */
  desk: Component<PanelProps>;
  battlePanel: Component<PanelProps>;
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
}
export type TitleUi = MapTitle | CardTitle;
