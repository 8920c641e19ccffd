/** Written by tools/client_types.py from the server's own types: do not edit. */

export interface AttackReference {
  id: string;
  damage: number;
}

export interface AttackView {
  number: number;
  attacker: string;
  effect: string;
  source: string;
  ships: string[];
  target: string;
  defender: string;
  damage: number;
  needed: number;
  markers: number[];
  chance: number;
  silent_due: boolean;
  status: string;
}

export interface CardView {
  id: string;
  name: string;
  effect: string;
  phases: string[];
  count: number;
  damage: number;
  calibres: number[];
  ships: number;
  raids: number;
  roll: [number, number, number] | null;
  roll_submarine: number;
  value: number;
  text: string;
}

export interface NavalReference {
  ships: ShipReference[];
  attacks: AttackReference[];
}

export interface NavalView {
  phase: string;
  battle: number;
  turn: number;
  active: string;
  first: string;
  deck_tag: string;
  deck_count: number;
  discard: CardView[];
  players: SeatView[];
  sides: SideView[];
  attacks: AttackView[];
  quiet: number;
  quiet_limit: number;
  repairs: number;
  hand: CardView[];
  reserve: ShipView[];
  choice: string[];
}

export interface PreparedView {
  card: string;
  ship: string;
  used: boolean;
}

export interface SeatView {
  seat: string;
  nation: string;
  nation_name: string;
  colour: string;
  team: string;
  lines: ShipView[][];
  submarines: ShipView[];
  prepared: PreparedView[];
  retreated: boolean;
  hand_count: number;
  reserve_count: number;
  prizes: string[];
  points: number;
  total: number;
  chosen: boolean;
}

export interface ShipReference {
  id: string;
  name: string;
  nation: string;
  klass: string;
  points: number;
  hull: number;
}

export interface ShipView {
  id: string;
  name: string;
  klass: string;
  kind: string;
  nation: string;
  year: number;
  points: number;
  hull: number;
  damage: number;
  damage_cards: string[];
  line: number;
  active: boolean;
  primary: number | null;
  secondary: number | null;
  torpedo: number | null;
  anti_air: number;
  raid: [number, number, number] | null;
  raids: number;
  cover: number;
  cover_roll: number;
  silent: number;
  used: string[];
  prepared: boolean;
}

export interface SideView {
  id: string;
  seats: string[];
  points: number;
  target: number;
  total: number;
  total_target: number;
}
