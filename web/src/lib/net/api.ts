/** HTTP: what is asked of the server. */

import type { FieldsOut, HintOut, OddsIn, OddsOut } from "./generated/api";
import type {
  Entry, GameInfo, Ledger, Legal, Message, NewGame, NewGameAnswer, OptionValue, Problem, Refusal,
  SeatPlan, Stats, Summary, TableView, Title, UndoRequest,
} from "./types";

export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(problem.text);
  }
}

/** The server could not be reached at all. */
export class Unreachable extends Error {}

export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

interface Ask {
  method?: string;
  tokens?: readonly string[];
  body?: unknown;
  query?: Record<string, string | number | undefined>;
}

async function send(path: string, ask: Ask = {}): Promise<Response> {
  const headers: Record<string, string> = {};
  if (ask.tokens?.length) headers["Authorization"] = `Bearer ${ask.tokens.join(",")}`;
  if (ask.body !== undefined) headers["Content-Type"] = "application/json";
  const query = Object.entries(ask.query ?? {}).filter(([, value]) => value !== undefined);
  const tail = query.length ? "?" + new URLSearchParams(query.map(([k, v]) => [k, String(v)])) : "";
  let answer: Response;
  try {
    answer = await fetch(`/api${path}${tail}`, {
      method: ask.method ?? (ask.body === undefined ? "GET" : "POST"),
      headers,
      ...(ask.body === undefined ? {} : { body: JSON.stringify(ask.body) }),
    });
  } catch (error) {
    throw new Unreachable(String(error));
  }
  if (answer.ok) return answer;
  let problem: Problem = { code: `http-${answer.status}`, text: answer.statusText, rule: "", args: {} };
  try {
    problem = (await answer.json()) as Problem;
  } catch {
    /* not our server's answer: keep the status line */
  }
  throw new Refused(answer.status, problem);
}

async function json<T>(path: string, ask: Ask = {}): Promise<T> {
  return (await (await send(path, ask)).json()) as T;
}

export const getTitles = () => json<{ titles: Title[] }>("/titles").then((answer) => answer.titles);
export const getTitle = (id: string, options: Record<string, OptionValue>) =>
  json<Title>(`/titles/${id}`, {
    query: Object.fromEntries(Object.entries(options).map(([k, v]) => [k, String(v)])),
  });
/** What never changes about a title, in the title's own form. */
export const getReference = (id: string) => json<{ reference: unknown }>(`/titles/${id}/reference`).then((answer) => answer.reference);
export const getLedger = (id: string) => json<Ledger>(`/rules/${id}`);
export const createGame = (game: NewGame) => json<NewGameAnswer>("/games", { body: game });
/** For myself: I hold every seat that a person plays. */
export const importGame = (text: string, more: { name?: string; seats?: Record<string, SeatPlan> } = {}) =>
  json<NewGameAnswer>("/games/import", { body: { text, solo: true, ...more } });
/** Keys for this device, for a pass made on another. */
export const enterGame = (id: string, pass: string) =>
  json<{ tokens: string[] }>(`/games/${id}/enter`, { body: { token: pass } }).then((answer) => answer.tokens);
export const getSummaries = (games: { id: string; tokens: string[] }[]) =>
  json<{ games: (Summary | { id: string; gone: true })[] }>("/games/summaries", { body: { games } }).then(
    (answer) => answer.games,
  );
export const verify = (record: string) =>
  json<{ result: { rolls: number } }>("/jobs", { body: { kind: "verify", args: { record } } });
export const job = <T>(kind: string, args: unknown) =>
  json<{ result: T }>("/jobs", { body: { kind, args } }).then((answer) => answer.result);

/** One table, with the tokens I hold for it. */
export class TableApi {
  constructor(
    readonly id: string,
    readonly tokens: readonly string[],
  ) {}

  private ask<T>(path: string, ask: Ask = {}): Promise<T> {
    return json<T>(`/games/${this.id}${path}`, { ...ask, tokens: this.tokens });
  }
  look = (seat?: string) =>
    this.ask<{ game: GameInfo; view: TableView }>("", { query: { seat } });
  act = (seat: string, action: string, version: number, key: string) =>
    this.ask<{ version: number; entry: Entry; repeated: boolean }>("/actions", {
      body: { seat, action, version, key },
    });
  check = (seat: string, action: string) =>
    this.ask<{ refusal: Refusal | null }>("/check", { body: { seat, action } }).then((a) => a.refusal);
  odds = (question: OddsIn) => this.ask<OddsOut>("/odds", { body: question });
  hint = (seat: string) => this.ask<HintOut>("/hint", { body: { seat } });
  fields = (seat?: string) => this.ask<FieldsOut>("/fields", { query: { seat } });
  legal = (seat: string, after: number, prefix?: string) =>
    this.ask<Legal>("/legal", { query: { seat, after, limit: 2000, prefix } });
  undo = (seat: string, version: number, key: string, to?: number) =>
    this.ask<{ version: number; entry: Entry | null; request: UndoRequest | null }>("/undo", {
      body: to === undefined ? { seat, version, key } : { seat, version, key, to },
    });
  answerUndo = (request: number, agree: boolean) =>
    this.ask<unknown>("/undo/answer", { body: { request, agree } });
  history = (from: number) =>
    this.ask<{ entries: Entry[]; next: number | null }>("/history", { query: { from, limit: 500 } });
  at = (version: number, seat?: string) =>
    this.ask<{ version: number; view: TableView }>(`/at/${version}`, { query: { seat } });
  stats = () => this.ask<Stats>("/stats");
  say = (seat: string | null, text: string, key: string) =>
    this.ask<Message>("/chat", { body: { seat, text, key } });
  setSeat = (seat: string, plan: SeatPlan) =>
    this.ask<GameInfo>(`/seats/${encodeURIComponent(seat)}`, { body: plan });
  join = (seat: string, player: string) =>
    this.ask<{ token: string }>(`/seats/${encodeURIComponent(seat)}/join`, {
      body: { word: newKey(), ...(player ? { player } : {}) },
    }).then((a) => a.token);
  free = (seat: string) =>
    send(`/games/${this.id}/seats/${encodeURIComponent(seat)}/free`, { method: "POST", tokens: this.tokens });
  pass = () => this.ask<{ token: string; until: number }>("/pass", { method: "POST" });
  newLink = (role: "host" | "seat" | "spectator" | "invite", seat?: string) =>
    this.ask<{ token: string }>("/links", { body: seat ? { role, seat } : { role } }).then((a) => a.token);
  settings = (body: { name?: string; bot_pace_ms?: number }) =>
    this.ask<GameInfo>("/settings", { body });
  /** The table is gone for good, for everybody. */
  async remove(): Promise<void> {
    await send(`/games/${this.id}`, { method: "DELETE", tokens: this.tokens });
  }
  async record(): Promise<string> {
    return (await send(`/games/${this.id}/record`, { tokens: this.tokens })).text();
  }
}
