import type { Patch, TableView } from "./types";

/** A new view with the differences applied; parts that did not change are shared with the old one. */
export function applyPatch(view: TableView, patch: Patch): TableView {
  let game: unknown = view.game;
  for (const change of patch.game) {
    const [path, value] = change;
    if (change.length === 1) game = drop(game, path, 0);
    else game = put(game, path, 0, change.length > 2 ? merge(get(game, path), value as Tree) : value);
  }
  return { ...patch.head, game };
}

type Tree = Record<string, unknown>;

function copyOf(node: unknown): Tree {
  return Array.isArray(node) ? ([...node] as unknown as Tree) : { ...(node as Tree) };
}

const get = (node: unknown, path: readonly string[]): unknown => path.reduce((at, key) => (at as Tree)[key], node);

/** Some fields of some entries are new. */
function merge(node: unknown, entries: Tree): Tree {
  const twin = copyOf(node);
  for (const [key, fields] of Object.entries(entries)) twin[key] = { ...(twin[key] as Tree), ...(fields as Tree) };
  return twin;
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
