/** The family's view, as src/sandtable/games/axis/view.py sends it. */

export interface UnitView {
  owner: string;
  unit: string;
  count: number;
  left: number;
  moved: boolean;
  hurt: boolean;
  raiding: boolean;
  cargo: string[];
  landing: string;
}
export interface SpaceView {
  id: string;
  owner: string;
  factory: boolean;
  damage: number;
  output: number;
  units: UnitView[];
}
export interface PowerView {
  id: string;
  side: string;
  seat: string;
  money: number;
  income: number;
  tokens: number;
  advances: string[];
  waiting: [number, string][];
  capital_lost: boolean;
  objectives: [number, string][];
}
export type Group = [count: number, owner: string, unit: string];
export interface BattleView {
  space: string;
  power: string;
  sea: boolean;
  round: number;
  stage: string;
  attackers: Group[];
  defenders: Group[];
  dying: Group[];
  hits: number;
  suggestion: string;
}
/** What a seat wants done without being asked; empty means: ask. */
export interface OrdersView {
  losses: string[];
  submerge: string;
  retreat: string;
  limit: number;
}
export interface AxisView {
  round: number;
  turn: string;
  phase: string;
  powers: PowerView[];
  spaces: SpaceView[];
  cities: Record<string, number>;
  goal: number;
  battle: BattleView | null;
  options: Record<string, boolean | number | string>;
  winner: string;
  orders: OrdersView;
}
export interface Shot {
  power: string;
  unit: string;
  needed: number;
  faces: number[];
  hits: number;
}

export const asAxis = (game: unknown) => game as AxisView;
/** Those that have taken the first of their two hits. */
export const hurtOf = (units: readonly UnitView[]) => units.filter((unit) => unit.hurt).map((unit): Group => [unit.count, unit.owner, unit.unit]);
export const powerOf = (view: AxisView, id: string) => view.powers.find((power) => power.id === id);
