/** From the list of legal actions to what glows: sources, then targets for what is taken. */

import { unitKey, writeAction, type MapAction, type Units } from "./grammar";

export interface Taken {
  key: string;
  units: Units;
}

export class Choices {
  /** Actions that go from one space to another, by their start. */
  private readonly routes = new Map<string, MapAction[]>();
  /** Actions about one space. */
  private readonly spots = new Map<string, MapAction[]>();
  /** Actions that name no space. */
  readonly plain: MapAction[] = [];

  constructor(readonly actions: readonly MapAction[]) {
    const add = (map: Map<string, MapAction[]>, key: string, action: MapAction) => {
      const list = map.get(key);
      if (list) list.push(action);
      else map.set(key, [action]);
    };
    for (const action of actions) {
      if (action.spaces.length === 0) this.plain.push(action);
      else if (action.spaces.length === 1) add(this.spots, action.spaces[0]!, action);
      else add(this.routes, action.spaces[0]!, action);
    }
  }

  get sources(): Set<string> {
    return new Set([...this.routes.keys(), ...this.spots.keys()]);
  }
  /** Where routes begin. */
  get starts(): Iterable<string> {
    return this.routes.keys();
  }
  has(verb: string): boolean {
    return this.actions.some((action) => action.verb === verb);
  }
  at(space: string): readonly MapAction[] {
    return this.spots.get(space) ?? [];
  }
  from(space: string): readonly MapAction[] {
    return this.routes.get(space) ?? [];
  }

  /** The kinds that can leave a space. */
  movers(space: string): Map<string, Units> {
    const out = new Map<string, Units>();
    for (const action of this.from(space)) {
      for (const unit of action.units) out.set(unitKey(unit), { ...unit, count: 1 });
    }
    return out;
  }

  /** Where everything that is taken can go; with nothing taken, where anything can. */
  targets(space: string, taken: readonly Taken[] = []): Set<string> {
    const reach = (key: string | null) =>
      new Set(
        this.from(space)
          .filter((action) => key === null || action.units.some((unit) => unitKey(unit) === key))
          .map((action) => action.spaces.at(-1)!),
      );
    if (!taken.length) return reach(null);
    return taken.map(({ key }) => reach(key)).reduce((a, b) => new Set([...a].filter((id) => b.has(id))));
  }

  /** The ways of getting there: one per verb and target, with the actions that each kind would use. */
  ways(from: string, to: string): Map<string, Map<string, MapAction>> {
    const out = new Map<string, Map<string, MapAction>>();
    for (const action of this.from(from)) {
      if (action.spaces.at(-1) !== to) continue;
      const way = action.verb + (action.tail.startsWith(" at ") ? action.tail : "");
      const kinds = out.get(way) ?? new Map<string, MapAction>();
      for (const unit of action.units) {
        const key = unitKey(unit);
        const known = kinds.get(key);
        // The shortest route is the plain one; longer ones are detours through other spaces.
        if (!known || action.spaces.length < known.spaces.length) kinds.set(key, action);
      }
      out.set(way, kinds);
    }
    return out;
  }

  /** The actions to send for these units: those that go the same way go together. */
  compose(from: string, to: string, way: string, taken: readonly Taken[]): string[] {
    const kinds = this.ways(from, to).get(way);
    if (!kinds) return [];
    const groups = new Map<string, { action: MapAction; units: Units[] }>();
    for (const { key, units } of taken) {
      const action = kinds.get(key);
      if (!action || units.count < 1) continue;
      const way = action.spaces.join(">") + action.tail;
      const group = groups.get(way);
      if (group) group.units.push(units);
      else groups.set(way, { action, units: [units] });
    }
    // What is listed without a number (a rocket) is said as it is listed.
    return [...groups.values()].map(({ action, units }) => (/^[a-z-]+ \d/.test(action.text) ? writeAction(action.verb, units, action.spaces, action.tail) : action.text));
  }
}
