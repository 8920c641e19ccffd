/** What a title brings to the game screen. */

import type { Component } from "svelte";
import type { Units } from "$lib/actions/grammar";
import type { Entry } from "$lib/net/types";
import type { TableStore } from "$lib/table.svelte";
import type { Board } from "$map/board";
import type { Arrow, BoardModel, StackPiece } from "$map/model";
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
/** Laid out and not done: what it is, and the actions that do it. */
export interface Unfinished {
  text: string;
  label: string;
  actions: string[];
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

/** The book of a title: what it is made of and how it is won. */
export interface GuideProps {
  store: TableStore;
  reference: unknown;
  name: (id: string) => string;
  /** Opens the rules, looking for these words. */
  onrules: (words: string) => void;
}
/** The sequence of a turn by the names of its steps, and which of them it is now. */
export interface Turn {
  steps: readonly string[];
  now: string;
}

export interface ReportProps extends PanelProps {
  /** What others did since my last move, oldest first. */
  entries: readonly Entry[];
  onfly: (id: string) => void;
}

export interface MapTitle {
  kind: "map";
  /** What its rulebook calls money, if not as usual. */
  currency?: (reference: unknown) => string;
  /** `reference` is what the title says once about itself. */
  model(board: Board, game: unknown, reference: unknown): BoardModel;
  headline(game: unknown): Headline;
  turn(game: unknown, reference: unknown): Turn;
  guide: Component<GuideProps>;
  /** How many of these units stand there and could be taken. */
  available(store: TableStore, space: string, units: Omit<Units, "count">): number;
  /** Verbs whose actions the rules list with every number of units. */
  listed?: readonly string[];
  arrows(store: TableStore): Arrow[];
  main(store: TableStore): MainAction | null;
  forgotten(store: TableStore): Forgotten[];
  /** What a seat has to spend, if that is worth a look at any time. */
  purse?(game: unknown, seat: string): string;
  /** The spaces of battles that are planned: what the phase would bring if it ended now. */
  ahead?(game: unknown): readonly string[];
  /** Those battles with their odds, to be looked at once more. */
  planned?: Component<PanelProps & { bare?: boolean }>;
  /** Whether anything of that is worth telling at all. */
  tells?(entries: readonly Entry[]): boolean;
  /** What happened while others played, told at the start of my turn. */
  report?: Component<ReportProps>;
  /** How a battle ended, shown until something else is done. */
  result?: Component<PanelProps & { onfly: (id: string) => void }>;
  /** Whether so many units sent so are the last, with which the turn ends. */
  concludes?(store: TableStore, verb: string, count: number): boolean;
  /** What was laid out and not yet done: offered before the phase is ended. */
  unfinished?(store: TableStore, play: PlayStore): Unfinished | null;
  /** The action behind an illegal try with one piece, so that the server can say why not. */
  attempt?(model: BoardModel, from: string, to: string, piece: StackPiece): string;
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
  turn(game: unknown): Turn;
  guide?: Component<GuideProps>;
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
