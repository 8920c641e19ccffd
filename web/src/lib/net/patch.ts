import type { Patch, TableView } from "./types";

/** A new view with the differences applied; parts that did not change are shared with the old one. */
export function applyPatch(view: TableView, patch: Patch): TableView {
  let game: unknown = view.game;
  for (const change of patch.game) {
    game = change.length > 1 ? put(game, change[0], 0, change[1]) : drop(game, change[0], 0);
  }
  return { ...patch.head, game };
}

type Tree = Record<string, unknown>;

function copyOf(node: unknown): Tree {
  return Array.isArray(node) ? ([...node] as unknown as Tree) : { ...(node as Tree) };
}

function put(node: unknown, path: readonly string[], depth: number, value: unknown): unknown {
  if (depth === path.length) return value;
  const key = path[depth]!;
  const twin = copyOf(node);
  twin[key] = put(twin[key], path, depth + 1, value);
  return twin;
}

function drop(node: unknown, path: readonly string[], depth: number): unknown {
  const key = path[depth]!;
  const twin = copyOf(node);
  if (depth === path.length - 1) delete twin[key];
  else twin[key] = drop(twin[key], path, depth + 1);
  return twin;
}
