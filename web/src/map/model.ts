/** What the map shows: one record per space, made from a title's view by the title's own adapter. */

/** Where a piece belongs; at middle distance pieces of one class share a token. */
export type PieceClass = "land" | "air" | "sea";
/** A unit aboard another. */
export interface Aboard {
  kind: string;
  power: string;
}
export interface StackPiece {
  kind: string;
  class: PieceClass;
  count: number;
  /** How many of them have moved (drawn dim). */
  moved?: number;
  /** How many are damaged (drawn with a notch). */
  damaged?: number;
  /** What each of them carries. */
  cargo?: readonly Aboard[];
}
export interface Stack {
  power: string;
  pieces: StackPiece[];
}
/** A factory or a base. */
export interface Facility {
  kind: string;
  damage: number;
  /** Whether it does its work in spite of the damage. */
  works: boolean;
}
export interface SpaceModel {
  id: string;
  name: string;
  kind: "land" | "sea" | "zone";
  controller: string | null;
  /** Who it first belonged to. */
  original: string | null;
  /** Nobody may enter. */
  blocked: boolean;
  production: number;
  /** Name of the victory city, if there is one. */
  city: string | null;
  capital: boolean;
  facilities: readonly Facility[];
  /** Extra signs: a resource, mountains, a laser, a battle. */
  signs: string[];
  stacks: Stack[];
  /** -2 … 2: a shade darker or lighter, to tell regions of one owner apart. */
  shade?: number;
}
export type BoardModel = ReadonlyMap<string, SpaceModel>;

export interface Arrow {
  /** Every space on the way, from first to last. */
  path: readonly string[];
  power: string;
  kind: "move" | "attack";
}

export interface Highlights {
  sources: ReadonlySet<string>;
  targets: ReadonlySet<string>;
  selected: string | null;
  arrows: readonly Arrow[];
  /** Spaces the player asked to see marked: where pieces could still move. */
  marked?: ReadonlySet<string>;
  /** Spaces where a battle has been declared. */
  contested?: ReadonlySet<string>;
}

export const NO_HIGHLIGHTS: Highlights = { sources: new Set(), targets: new Set(), selected: null, arrows: [] };

/** All units of a stack, those aboard too. */
export function unitCount(stack: Stack): number {
  return stack.pieces.reduce((sum, piece) => sum + piece.count * (1 + (piece.cargo?.length ?? 0)), 0);
}
/** Ships of one kind with other cargo are another piece. */
export const pieceKey = (piece: Pick<StackPiece, "kind" | "cargo">) => [piece.kind, ...(piece.cargo ?? []).map(({ power, kind }) => `${power} ${kind}`)].join("+");
