/** Reads the text of actions that happen on a map: a verb, some units, some spaces. */

export interface Units {
  count: number;
  kind: string;
  /** Another power's units are named with it. */
  owner: string;
  /** `[tank+infantry]`: what is aboard, as written. */
  cargo: string;
}
export interface MapAction {
  text: string;
  verb: string;
  units: Units[];
  /** The route, or the one space it is about. */
  spaces: string[];
  /** What follows the route: ` onto transport`, ` from transport[tank]`, ` at complex`. */
  tail: string;
}

const TAIL = / (onto|from|at) .+$/;

export function readUnits(text: string): Units[] {
  if (!text) return [];
  return text.split(",").map((part) => {
    const match = /^(?:(\d+) )?(?:([a-z][a-z0-9-]*) )?([a-z][a-z0-9-]*)(\[[^\]]*\])?$/.exec(part.trim());
    if (!match) return { count: 1, kind: part.trim(), owner: "", cargo: "" };
    return { count: Number(match[1] ?? 1), owner: match[2] ?? "", kind: match[3]!, cargo: match[4] ?? "" };
  });
}

export function writeUnits(units: readonly Units[]): string {
  return units.map((u) => `${u.count} ${u.owner ? `${u.owner} ` : ""}${u.kind}${u.cargo}`).join(", ");
}

/** What tells two lots of units apart in a stack. */
export function unitKey(units: Omit<Units, "count">): string {
  return `${units.owner}|${units.kind}|${units.cargo}`;
}

export function readAction(text: string, isSpace: (word: string) => boolean): MapAction {
  const [verb = "", ...words] = text.split(" ");
  let rest = words.join(" ");
  const tail = TAIL.exec(rest)?.[0] ?? "";
  if (tail) rest = rest.slice(0, -tail.length);
  const parts = rest.split(" > ");
  const first = parts[0]!.split(" ");
  const last = first.at(-1)!;
  if (!isSpace(last)) return { text, verb, units: readUnits(rest), spaces: [], tail };
  const spaces = [last, ...parts.slice(1)];
  return { text, verb, units: readUnits(first.slice(0, -1).join(" ")), spaces, tail };
}

/** The same action for more units of the same kinds. */
export function writeAction(verb: string, units: readonly Units[], spaces: readonly string[], tail = ""): string {
  return `${verb} ${units.length ? `${writeUnits(units)} ` : ""}${spaces.join(" > ")}${tail}`;
}
