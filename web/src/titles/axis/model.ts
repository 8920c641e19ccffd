/** From the family's view to what the map shows. */

import type { Units } from "$lib/actions/grammar";
import type { TableStore } from "$lib/table.svelte";
import type { Board } from "$map/board";
import { pieceKey, type Aboard, type Arrow, type BoardModel, type PieceClass, type SpaceModel, type Stack } from "$map/model";
import { asAxis, asReference, powerOf, type SpaceView, type UnitView } from "./view";

/** `uk infantry` or `infantry`, as a ship's cargo is written. */
function readCargo(load: string, owner: string): Aboard {
  const words = load.split(" ");
  return { kind: words.at(-1)!, power: words.length > 1 ? words[0]! : owner };
}

/** What stands there, power by power; what is aboard a ship is drawn on it. */
function stacksOf(units: readonly UnitView[], domain: ReadonlyMap<string, PieceClass>): Stack[] {
  const stacks = new Map<string, Stack>();
  for (const unit of units) {
    let stack = stacks.get(unit.owner);
    if (!stack) stacks.set(unit.owner, (stack = { power: unit.owner, pieces: [] }));
    const cargo = (unit.cargo ?? []).map((load) => readCargo(load, unit.owner));
    const key = pieceKey({ kind: unit.unit, cargo });
    let piece = stack.pieces.find((one) => pieceKey(one) === key);
    if (!piece) stack.pieces.push((piece = { kind: unit.unit, class: domain.get(unit.unit) ?? "land", count: 0, moved: 0, damaged: 0, cargo }));
    piece.count += unit.count;
    if (unit.moved) piece.moved = (piece.moved ?? 0) + unit.count;
    if (unit.hurt) piece.damaged = (piece.damaged ?? 0) + unit.count;
  }
  return [...stacks.values()];
}

export function axisModel(board: Board, game: unknown, reference: unknown): BoardModel {
  const domain = new Map(asReference(reference).units.map((unit) => [unit.id, unit.domain as PieceClass]));
  // Boards share a drawing; what a land is worth, its city and whose capital it is the title says.
  const told = new Map(asReference(reference).spaces.map((space) => [space.id, space]));
  const seen = new Map<string, SpaceView>(asAxis(game).spaces.map((space) => [space.id, space]));
  return new Map(
    board.data.spaces.map((space): [string, SpaceModel] => {
      const view = seen.get(space.id);
      const own = told.get(space.id);
      return [
        space.id,
        {
          ...space,
          ...(own ? { production: own.closed ? 0 : own.value, city: own.city || null, capital: own.capital_of !== "", blocked: own.closed, signs: own.symbols } : {}),
          controller: view?.owner || null,
          facilities: (view?.facilities ?? []).map(({ unit, damage, works }) => ({ kind: unit, damage, works })),
          stacks: view ? stacksOf(view.units, domain) : [],
        },
      ];
    }),
  );
}

export function cargoText(cargo: readonly string[]): string {
  return cargo.length ? `[${cargo.join("+")}]` : "";
}

export function axisAvailable(store: TableStore, space: string, units: Omit<Units, "count">): number {
  const view = asAxis(store.view!.game);
  const seat = powerOf(view, view.turn)?.seat;
  const owners = units.owner ? [units.owner] : [view.turn, ...view.powers.filter((p) => p.seat === seat && p.id !== view.turn).map((p) => p.id)];
  if (view.phase === "Mobilize") {
    return owners.reduce((sum, id) => sum + (powerOf(view, id)?.waiting.find(([, kind]) => kind === units.kind)?.[0] ?? 0), 0);
  }
  const here = view.spaces.find((one) => one.id === space)?.units ?? [];
  for (const owner of owners) {
    let count = 0;
    for (const unit of here) {
      if (unit.owner === owner && unit.unit === units.kind && !unit.moved && (!units.cargo || cargoText(unit.cargo ?? []) === units.cargo)) count += unit.count;
      // Landing names what is aboard.
      count += (unit.cargo ?? []).filter((load) => load === units.kind || load === `${owner} ${units.kind}`).length * unit.count;
    }
    if (count) return count;
  }
  return 1;
}

/** What moved in this phase, and landings that are declared. */
export function axisArrows(store: TableStore): Arrow[] {
  const view = asAxis(store.shown!.game);
  const landings = view.spaces.flatMap((space) =>
    space.units.flatMap((unit): Arrow[] => (unit.landing ? [{ path: [space.id, unit.landing], power: unit.owner, kind: "attack" }] : [])),
  );
  if (view.phase !== "CombatMove" && view.phase !== "NoncombatMove") return view.battle ? [] : landings;
  const kind = view.phase === "CombatMove" ? "attack" : "move";
  const seen = new Map<string, Arrow>(landings.map((arrow) => [arrow.path.join(">"), arrow]));
  for (const entry of store.entries.toReversed()) {
    if (entry.undone || (store.past && entry.version > store.past.version)) continue;
    for (const event of entry.events) {
      const route = event.data["route"];
      if (event.type !== "Moved" || !Array.isArray(route) || route.length < 2) continue;
      const path = route.map(String);
      seen.set(path.join(">"), { path, power: String(event.data["power"]), kind });
    }
    if (entry.events.some((event) => event.type === "PhaseBegan")) break;
  }
  return [...seen.values()];
}
