/** Loads a board: its drawing and what its spaces are. */

import { preparePaths, type Painted } from "./paint";
import { cutOut } from "./part";
import type { SpaceModel } from "./model";
import { readGeometry, type Geometry, type RawTopology } from "./topology";

export interface BoardSpace extends Omit<SpaceModel, "controller" | "facilities" | "stacks"> {
  sector?: string;
}
export interface BoardData {
  id: string;
  spaces: BoardSpace[];
  borders: [string, string][];
}
/** A drawing as it is stored, and which of its spaces make the board: all of them, if none are named. */
export interface Drawing {
  topology: RawTopology;
  projection: unknown;
  part: readonly string[] | null;
}
export interface Board {
  data: BoardData;
  painted: Painted;
  raw: Drawing;
  neighbours: ReadonlyMap<string, readonly string[]>;
}

/** Boards that are parts of another one's drawing. */
const PARTS: Readonly<Record<string, string>> = { "europe-1940": "global-1940", "pacific-1940": "global-1940" };
const PROJECTIONS: Readonly<Record<string, string>> = { "fortress-america": "projection-fortress" };
const kept = new Map<string, Promise<Board>>();

async function fetchJson<T>(path: string): Promise<T> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return (await answer.json()) as T;
}

export function geometryOf({ topology, projection, part }: Drawing): Geometry {
  const whole = readGeometry(topology, projection);
  return part ? cutOut(whole, new Set(part)) : whole;
}

async function load(id: string): Promise<Board> {
  const [topology, projection, data] = await Promise.all([
    fetchJson<RawTopology>(`/maps/${PARTS[id] ?? id}.topo.json`),
    fetchJson<unknown>(`/maps/${PROJECTIONS[id] ?? "world.projection"}.json`),
    fetchJson<BoardData>(`/maps/${id}.board.json`),
  ]);
  const neighbours = new Map<string, string[]>();
  for (const [a, b] of data.borders) {
    neighbours.set(a, [...(neighbours.get(a) ?? []), b]);
    neighbours.set(b, [...(neighbours.get(b) ?? []), a]);
  }
  const raw: Drawing = { topology, projection, part: id in PARTS ? data.spaces.map((space) => space.id) : null };
  return { data, painted: preparePaths(geometryOf(raw)), raw, neighbours };
}

export function loadBoard(id: string): Promise<Board> {
  let board = kept.get(id);
  if (!board) {
    board = load(id);
    kept.set(id, board);
    board.catch(() => kept.delete(id));
  }
  return board;
}
