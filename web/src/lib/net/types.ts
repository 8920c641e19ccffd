/** The server's shapes, as docs/api.md writes them. */

export type OptionValue = boolean | number | string;

export interface Problem {
  code: string;
  text: string;
  rule: string;
  args: Record<string, string>;
  version?: number;
}
export type Refusal = Omit<Problem, "version">;

export interface TitleOption {
  name: string;
  choices: OptionValue[];
  text: string;
}
export interface PowerInfo {
  id: string;
  name: string;
  colour: string;
  team: string;
}
export interface Title {
  id: string;
  name: string;
  summary: string;
  stage: "draft" | "playable" | "complete";
  ledger: string;
  options: TitleOption[];
  seats: string[];
  powers: PowerInfo[];
  bots: string[];
  open: boolean;
}
export interface RuleEntry {
  id: string;
  section: string;
  scope: string;
  title: string;
  text: string;
  source: string;
}
export interface Ledger {
  id: string;
  title: string;
  intro: string;
  entries: RuleEntry[];
}
export interface SeatPlan {
  kind?: "human" | "bot";
  bot?: string;
  player?: string;
}
export interface NewGame {
  title: string;
  options?: Record<string, OptionValue>;
  seats?: Record<string, SeatPlan>;
  seed?: string;
  name?: string;
  bot_pace_ms?: number;
}
export interface NewGameAnswer {
  id: string;
  version: number;
  tokens: { host: string; spectator: string; seats: Record<string, string> };
}
export interface Result {
  winners: string[];
  reason: string;
  scores: Record<string, number>;
}
export interface You {
  host: boolean;
  spectator: boolean;
  seats: string[];
}
export interface Summary {
  id: string;
  name: string;
  title: string;
  version: number;
  gone: false;
  asked: string[];
  mine: boolean;
  result: Result | null;
  created: number;
  updated: number;
  you: You;
}
export interface Decision {
  seats: string[];
  step: string;
  prompt: string;
}
export interface TableHead {
  title: string;
  seat: string | null;
  version: number;
  decision: Decision | null;
  asked: boolean;
  result: Result | null;
}
export interface TableView extends TableHead {
  game: unknown;
}
export interface SeatInfo {
  seat: string;
  kind: "human" | "bot";
  bot: string;
  player: string;
  online: boolean;
  asked: boolean;
  thinking: boolean;
  stuck: boolean;
}
export interface UndoRequest {
  id: number;
  seat: string;
  to: number;
  agreed: string[];
  waiting: string[];
}
export interface GameInfo {
  id: string;
  name: string;
  title: string;
  options: Record<string, OptionValue>;
  created: number;
  updated: number;
  version: number;
  line: number;
  undo_floor: number;
  open: boolean;
  /** The record may be had now. */
  record: boolean;
  seats: SeatInfo[];
  spectators: number;
  undo: UndoRequest | null;
  dice: { commitment: string; words: Record<string, string>; rolled: boolean; seed: string | null };
  bot_pace_ms: number;
  you: You;
}
export interface RollInfo {
  why: string;
  sides: number[];
  faces: number[] | null;
}
export interface EventInfo {
  type: string;
  text: string;
  data: Record<string, unknown>;
}
export interface Entry {
  version: number;
  before: number;
  line: number;
  kind: "open" | "play" | "undo";
  seat: string | null;
  by: "human" | "bot" | "table";
  action: string | null;
  rolls: RollInfo[];
  events: EventInfo[];
  remark: string;
  undone: boolean;
  at: number;
}
export interface LegalAction {
  text: string;
  kind: string;
  data: Record<string, unknown>;
}
export interface Legal {
  version: number;
  seat: string;
  actions: LegalAction[];
  next: number | null;
}
export interface Message {
  id: number;
  at: number;
  kind: "chat" | "note";
  seat: string | null;
  player: string;
  text: string;
  code: string;
  args: Record<string, string>;
  version: number;
}
export interface Stats {
  series: Record<string, { version: number; values: Record<string, number> }[]>;
  dice: { sides: number; rolls: number; counts: number[]; p: number }[];
}
export interface Patch {
  base: number;
  head: TableHead;
  game: [path: string[], value?: unknown][];
}
export type ServerMessage =
  | { type: "welcome"; game: GameInfo; view: TableView; missed: Entry[]; more: boolean; chat: Message[] }
  | { type: "update"; version: number; entry: Entry; game: GameInfo; view?: TableView; patch?: Patch }
  | { type: "table"; game: GameInfo }
  | { type: "view"; view: TableView }
  | { type: "chat"; message: Message }
  | { type: "pong"; id?: number }
  | { type: "problem"; problem: Problem };
