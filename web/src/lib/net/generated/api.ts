/** Written by tools/client_types.py from the server's own types: do not edit. */

export interface ActionIn {
  seat: string;
  action: string;
  version: number;
  key: string;
}

export interface ActionOut {
  version: number;
  entry: EntryOut;
  repeated: boolean;
}

export interface AtOut {
  version: number;
  view: TableView;
}

export interface BattleOdds {
  win: number;
  draw: number;
  lose: number;
  take: number;
  attackers: Ending[];
  defenders: Ending[];
  seas: BattleOdds[];
}

export interface ChatIn {
  seat: string | null;
  text: string;
  key: string;
}

export interface ChatOut {
  messages: Message[];
  next: number | null;
}

export interface CheckIn {
  seat: string;
  action: string;
}

export interface CheckOut {
  refusal: Refusal | null;
}

export interface Decision {
  seats: string[];
  step: string;
  prompt: string;
  args: Record<string, string>;
}

export interface DiceCount {
  sides: number;
  rolls: number;
  counts: number[];
  p: number;
}

export interface DiceOut {
  commitment: string;
  words: Record<string, string>;
  rolled: boolean;
  chosen: boolean;
  seed: string | null;
}

export interface Ending {
  units: Record<string, number>;
  chance: number;
}

export interface EnterIn {
  token: string;
}

export interface EnterOut {
  tokens: string[];
}

export interface EntryOut {
  version: number;
  before: number;
  line: number;
  kind: "open" | "play" | "undo";
  seat: string | null;
  by: "bot" | "human" | "table";
  action: string | null;
  rolls: RollOut[];
  events: EventOut[];
  remark: Said;
  undone: boolean;
  at: number;
}

export interface EventOut {
  type: string;
  text: string;
  data: Record<string, unknown>;
}

export interface Field {
  sea: boolean;
  gun: number;
  shots: number;
  attacker: number;
  defender: number;
  attackers: number[];
  defenders: number[];
  damaged: number[];
}

export interface Fields {
  groups: Groups[];
  fields: Record<string, Field>;
  others: string[];
}

export interface FieldsOut {
  version: number;
  fields: Fields | null;
}

export interface GameInfo {
  id: string;
  name: string;
  title: string;
  family: string;
  board: string;
  ledger: string;
  options: Record<string, boolean | number | string>;
  created: number;
  updated: number;
  version: number;
  line: number;
  undo_floor: number;
  open: boolean;
  record: boolean;
  seats: SeatOut[];
  spectators: number;
  undo: UndoRequest | null;
  dice: DiceOut;
  bot_pace_ms: number;
  you: You;
}

export interface GameKey {
  id: string;
  tokens: string[];
}

export interface Gone {
  id: string;
  gone: true;
}

export interface Groups {
  names: string[];
  rows: number[][];
}

export interface Hello {
  type: "hello";
  tokens: string[];
  version?: number | null;
  seat?: string | null;
  patches?: boolean;
}

export interface HintIn {
  seat: string;
}

export interface HintOut {
  version: number;
  bot: string;
  actions: string[];
  remark: Said;
}

export interface HistoryOut {
  entries: EntryOut[];
  next: number | null;
}

export interface Import {
  text: string;
  solo?: boolean;
  name?: string;
  seats?: Record<string, SeatSetup>;
}

export interface JobIn {
  kind: string;
  args?: Record<string, unknown>;
}

export interface JobOut {
  result: unknown;
}

export interface JoinIn {
  player?: string | null;
  word?: string | null;
}

export interface LedgerOut {
  id: string;
  title: string;
  intro: string;
  entries: RuleOut[];
}

export interface LegalAction {
  text: string;
  kind: string;
  data: unknown;
}

export interface LegalOut {
  version: number;
  seat: string;
  actions: LegalAction[];
  next: number | null;
}

export interface LevelOut {
  name: string;
  text: string;
}

export interface LinkIn {
  role: "host" | "invite" | "seat" | "spectator";
  seat?: string;
}

export interface LinkOut {
  token: string;
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

export interface NewGame {
  title: string;
  options?: Record<string, boolean | number | string>;
  seats?: Record<string, SeatSetup>;
  solo?: boolean;
  seed?: string | null;
  name?: string;
  bot_pace_ms?: number;
}

export interface NewGameOut {
  id: string;
  version: number;
  tokens: Tokens;
}

export interface OddsIn {
  space: string;
  seat?: string | null;
  actions?: string[];
  version?: number | null;
}

export interface OddsOut {
  version: number;
  odds: BattleOdds | null;
  raid: RaidOutlook | null;
  refusal: Refusal | null;
}

export interface OptionOut {
  name: string;
  choices: (boolean | number | string)[];
  text: string;
}

export interface PassOut {
  token: string;
  until: number;
}

export interface Ping {
  type: "ping";
  id?: number | null;
}

export interface Power {
  id: string;
  name: string;
  colour: string;
  team: string;
}

export interface ProblemBody {
  code: string;
  text: string;
  rule: string;
  args: Record<string, string>;
  version?: number;
}

export interface RaidOutlook {
  target: string;
  bombers: number;
  damage: number;
  lost: number;
}

export interface ReferenceOut {
  reference: unknown;
}

export interface Refusal {
  code: string;
  rule: string;
  text: string;
  args: Record<string, string>;
}

export interface Result {
  winners: string[];
  reason: string;
  scores: Record<string, number>;
  code: string;
  args: Record<string, string>;
}

export interface RollOut {
  why: string;
  sides: number[];
  faces: number[] | null;
}

export interface RuleOut {
  id: string;
  section: string;
  scope: string;
  title: string;
  text: string;
  source: string;
}

export interface Said {
  text: string;
  code: string;
  args: Record<string, unknown>;
}

export interface Say {
  type: "chat";
  seat: string | null;
  text: string;
  key: string;
}

export interface SeatIn {
  kind?: "bot" | "human" | null;
  bot?: string | null;
  player?: string | null;
}

export interface SeatOut {
  seat: string;
  kind: "bot" | "human";
  bot: string;
  player: string;
  taken: boolean;
  online: boolean;
  asked: boolean;
  thinking: boolean;
  stuck: boolean;
}

export interface SeatSetup {
  kind?: "bot" | "human";
  bot?: string;
  player?: string | null;
  mine?: boolean;
  word?: string | null;
}

export interface SeriesPoint {
  version: number;
  values: Record<string, number>;
}

export interface SettingsIn {
  name?: string | null;
  bot_pace_ms?: number | null;
}

export interface StatsOut {
  series: Record<string, SeriesPoint[]>;
  dice: DiceCount[];
}

export interface SummariesIn {
  games: GameKey[];
}

export interface SummariesOut {
  games: unknown[];
}

export interface Summary {
  id: string;
  gone: false;
  name: string;
  title: string;
  version: number;
  asked: string[];
  mine: boolean;
  result: Result | null;
  created: number;
  updated: number;
  you: You;
}

export interface TableOut {
  game: GameInfo;
  view: TableView;
}

export interface TableView {
  title: string;
  seat: string | null;
  version: number;
  decision: Decision | null;
  asked: boolean;
  result: Result | null;
  game: unknown;
}

export interface TitleOut {
  id: string;
  name: string;
  summary: string;
  stage: string;
  ledger: string;
  family: string;
  board: string;
  options: OptionOut[];
  seats: string[];
  powers: Power[];
  bots: string[];
  levels: LevelOut[];
  open: boolean;
}

export interface TitlesOut {
  titles: TitleOut[];
}

export interface Tokens {
  host: string;
  spectator: string;
  seats: Record<string, string>;
  invitations: Record<string, string>;
}

export interface UndoAnswerIn {
  request: number;
  agree: boolean;
}

export interface UndoIn {
  seat: string;
  version: number;
  key: string;
  to?: number | null;
}

export interface UndoOut {
  version: number;
  entry: EntryOut | null;
  request: UndoRequest | null;
}

export interface UndoRequest {
  id: number;
  seat: string;
  to: number;
  agreed: string[];
  waiting: string[];
}

export interface Watch {
  type: "watch";
  seat?: string | null;
}

export interface WordIn {
  seat: string;
  word: string;
}

export interface You {
  host: boolean;
  spectator: boolean;
  seats: string[];
  invited: string[];
}
