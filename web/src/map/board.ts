/** Loads a board: its drawing and what its spaces are. */

import { preparePaths, type Painted } from "./paint";
import type { SpaceModel } from "./model";
import { readGeometry, type RawTopology } from "./topology";

export interface BoardSpace extends Omit<SpaceModel, "controller" | "factory" | "stacks"> {
  sector?: string;
}
export interface BoardData {
  id: string;
  spaces: BoardSpace[];
  borders: [string, string][];
}
export interface Board {
  data: BoardData;
  painted: Painted;
  raw: { topology: RawTopology; projection: unknown };
  neighbours: ReadonlyMap<string, readonly string[]>;
}

const PROJECTIONS: Readonly<Record<string, string>> = { "fortress-america": "projection-fortress" };
const kept = new Map<string, Promise<Board>>();

async function fetchJson<T>(path: string): Promise<T> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return (await answer.json()) as T;
}

async function load(id: string): Promise<Board> {
  const [topology, projection, data] = await Promise.all([
    fetchJson<RawTopology>(`/maps/${id}.topo.json`),
    fetchJson<unknown>(`/maps/${PROJECTIONS[id] ?? "world.projection"}.json`),
    fetchJson<BoardData>(`/maps/${id}.board.json`),
  ]);
  const neighbours = new Map<string, string[]>();
  for (const [a, b] of data.borders) {
    neighbours.set(a, [...(neighbours.get(a) ?? []), b]);
    neighbours.set(b, [...(neighbours.get(b) ?? []), a]);
  }
  const painted = preparePaths(readGeometry(topology, projection));
  return { data, painted, raw: { topology, projection }, neighbours };
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
