/** Written by tools/client_types.py from the server's own types: do not edit. */

export interface AttackView {
  source: string;
  target: string;
  units: Record<string, number>;
}

export interface BattleView {
  space: string;
  attacker: string;
  defender: string;
  firing: string;
  unit_class: string;
  combined_arms: boolean;
  rough: boolean;
  attackers: AttackView[];
  defenders: Record<string, number>;
  rolls: RollView[];
  to_destroy: number;
  to_throw_back: number;
}

export interface CardPartView {
  do: string;
  pieces: Record<string, number>;
  kinds: string[];
  count: number;
  up_to: boolean;
  territories: number;
  spread: string;
}

export interface CardReference {
  id: string;
  title: string;
  rule: string;
  parts: CardPartView[];
}

export interface CardView {
  id: string;
  title: string;
}

export interface ForceView {
  id: string;
  name: string;
  colour: string;
  second_colour: string;
  partisan_colour: string;
  player: number;
  reserve: Record<string, number>;
  lost: Record<string, number>;
  on_board: Record<string, number>;
  cities: number;
  lasers_taken: number;
  points: number;
  conceding: boolean;
  supply: [string, string][];
  isolated: string[];
}

export interface FortressReference {
  units: UnitReference[];
  units_per_space: number;
  cards: CardReference[];
}

export interface FortressView {
  round: number;
  last_round: boolean;
  turn: string;
  action: number;
  action_name: string;
  settings: Settings;
  spaces: SpaceView[];
  forces: ForceView[];
  partisans_in_stock: number;
  lasers_in_stock: number;
  lasers_to_fire: number;
  laser_aim: [string, string] | null;
  clear_weather: boolean;
  cards_in_deck: number;
  bonus_cards: number;
  discards: CardView[];
  card: CardView | null;
  retreating: AttackView | null;
  attacks: AttackView[];
  battle: BattleView | null;
  invader_cities: number;
  city_target: number;
}

export interface RollView {
  force: string;
  unit_class: string;
  faces: number[];
  hits_from: number;
}

export interface Settings {
  slow_reinforcement: boolean;
  overflight: boolean;
  weak_partisans: boolean;
  bonus_cards: boolean;
  early_lasers: number;
  city_target: number;
}

export interface SpaceView {
  id: string;
  name: string;
  zone: boolean;
  city: boolean;
  mountain: boolean;
  resource: string;
  sector: string;
  control: string;
  markers: string[];
  units: Record<string, Record<string, number>>;
  laser: boolean;
  declared: boolean;
  battle: boolean;
  fired_at: boolean;
  barred: boolean;
  moved: Record<string, number>;
  disengaged: Record<string, number>;
}

export interface UnitReference {
  id: string;
  unit_class: string;
  die: number;
  first: number;
  second: number;
}
