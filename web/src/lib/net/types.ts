/** The server's shapes under the names the client uses; they are written from the server's own types. */

import type { EntryOut, GameInfo, Message, ProblemBody, TableView } from "./generated/api";

export type {
  EntryOut as Entry, EventOut as EventInfo, GameInfo, LedgerOut as Ledger, LegalAction, LegalOut as Legal, Message, NewGame,
  NewGameOut as NewGameAnswer, OptionOut as TitleOption, Power as PowerInfo, ProblemBody as Problem, Refusal, Result, RollOut as RollInfo,
  RuleOut as RuleEntry, Said, SeatOut as SeatInfo, SeatSetup as SeatPlan, StatsOut as Stats, Summary, TableView, TitleOut as Title, UndoRequest, You,
} from "./generated/api";

export type OptionValue = boolean | number | string;
export type TableHead = Omit<TableView, "game">;
export interface Patch {
  base: number;
  head: TableHead;
  game: [path: string[], value?: unknown, how?: "fields"][];
}
/** The table whole, or what changed since it was told last. */
type Told = { game: GameInfo; changes?: undefined } | { game?: undefined; changes: Partial<GameInfo> };
export type ServerMessage =
  | { type: "welcome"; game: GameInfo; view: TableView; missed: EntryOut[]; more: boolean; chat: Message[] }
  | ({ type: "update"; version: number; entry: EntryOut; view?: TableView; patch?: Patch } & Told)
  | ({ type: "table" } & Told)
  | { type: "view"; view: TableView }
  | { type: "chat"; message: Message }
  | { type: "pong"; id?: number }
  | { type: "problem"; problem: ProblemBody };
