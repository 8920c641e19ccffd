/** Written by tools/client_types.py from the server's own types: do not edit. */

export interface Aim {
  side: string;
  text: string;
  have: number;
  need: number;
}

export interface AxisReference {
  spaces: SpaceReference[];
  units: UnitReference[];
  powers: PowerReference[];
  canals: CanalReference[];
  advances: [string, string][];
  objectives: ObjectiveReference[];
  phases: string[];
  currency: string;
  bombs: BombReference[];
  orders: TopicReference[];
  partners: string[][];
}

export interface AxisView {
  round: number;
  turn: string;
  phase: string;
  powers: PowerView[];
  spaces: SpaceView[];
  victory: Aim[];
  politics: Prospect[];
  battle: BattleView | null;
  ahead: string[];
  bombarded: string;
  budget: Budget | null;
  prices: Record<string, number>;
  remarks: Note[];
  talks: Talk[];
  orders: Orders;
  topics: string[];
  options: Record<string, boolean | number | string>;
  winner: string;
}

export interface BattleView {
  space: string;
  power: string;
  sea: boolean;
  round: number;
  stage: string;
  attackers: GroupView[];
  defenders: GroupView[];
  dying: GroupView[];
  hits: number;
  taking: "" | "attackers" | "defenders";
  suggestion: string;
}

export interface BombReference {
  name: string;
  cost: number;
  range: number;
  dice: number;
  hits_at: number;
  interceptable: boolean;
}

export interface Budget {
  purse: string;
  money: number;
  room: number;
  waiting: [number, string][];
}

export interface CanalReference {
  name: string;
  zones: [string, string];
  lands: string[];
}

export interface FacilityView {
  unit: string;
  damage: number;
  limit: number;
  works: boolean;
}

export interface GroupView {
  count: number;
  owner: string;
  unit: string;
  dice: [number, number][];
  hurt: number;
  sturdy: number;
}

export interface Note {
  code: string;
  text: string;
  power: string;
  space: string;
  what: string;
  count: number;
}

export interface ObjectiveReference {
  power: string;
  bonus: number;
  condition: string;
  units_in: string;
}

export interface Orders {
  losses: string[];
  submerge: string;
  retreat: string;
  limit: number;
  more: [string, string[]][];
}

export interface PowerReference {
  id: string;
  side: string;
  seat: string;
  colour: string;
  capital: string;
}

export interface PowerView {
  id: string;
  side: string;
  seat: string;
  plays: boolean;
  money: number;
  purses: PurseView[];
  income: number;
  tokens: number;
  advances: string[];
  waiting: [number, string][];
  capital_lost: boolean;
  objectives: [number, string][];
  threats: Threat[];
  foes: string[];
  allies: string[];
  withholds: [string, string[]][];
}

export interface Prospect {
  power: string;
  targets: string[];
  phase: string;
  allowed: boolean;
  reason: string;
  rules: string[];
  from_turn: number;
  to_turn: number;
  unless: string;
  condition: string;
}

export interface PurseView {
  id: string;
  money: number;
  income: number;
  waiting: [number, string][];
  closed: boolean;
}

export interface SpaceReference {
  id: string;
  name: string;
  kind: string;
  value: number;
  original: string;
  closed: boolean;
  city: string;
  capital_of: string;
  near: string[];
  symbols: string[];
}

export interface SpaceView {
  id: string;
  owner: string;
  facilities: FacilityView[];
  units: UnitView[];
  factory?: boolean;
  damage?: number;
  output?: number;
}

export interface Talk {
  space: string;
  cost: number;
  chance: number;
}

export interface Threat {
  space: string;
  dice: number;
  most: number;
}

export interface TopicReference {
  name: string;
  words: string[];
  whom: boolean;
  units: string[];
  sites: string[];
}

export interface UnitReference {
  id: string;
  domain: string;
  cost: number;
  attack: number;
  defence: number;
  move: number;
  hits: number;
  building: boolean;
  upgrade: string;
  upgrade_cost: number;
  abilities: [string, string][];
}

export interface UnitView {
  owner: string;
  unit: string;
  count: number;
  left: number;
  moved?: boolean;
  hurt?: boolean;
  raiding?: boolean;
  cargo?: string[];
  landing?: string;
}
