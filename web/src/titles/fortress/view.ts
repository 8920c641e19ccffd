/** The view of Fortress America, as src/sandtable/games/fortress/view.py sends it. */

export interface SpaceView {
  id: string;
  name: string;
  zone: boolean;
  city: boolean;
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
export interface ForceView {
  id: string;
  name: string;
  reserve: Record<string, number>;
  lost: Record<string, number>;
  on_board: Record<string, number>;
  cities: number;
  lasers_taken: number;
  points: number;
  conceding: boolean;
  isolated: string[];
}
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
  rolls: { force: string; unit_class: string; faces: number[]; hits_from: number }[];
  to_destroy: number;
  to_throw_back: number;
}
export interface CardView {
  id: string;
  title: string;
}
export interface FortressView {
  round: number;
  last_round: boolean;
  turn: string;
  action: number;
  action_name: string;
  spaces: SpaceView[];
  forces: ForceView[];
  partisans_in_stock: number;
  lasers_in_stock: number;
  lasers_to_fire: number;
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
export const asFortress = (game: unknown) => game as FortressView;
