/** Choosing by pointing: each thing pointed at narrows the list of legal actions. */

export interface Words {
  text: string;
  verb: string;
  /** Ships, cards, seats, attack numbers and lines that the action names. */
  names: string[];
  /** The same in the order of pointing: the card, who uses it, whom it meets. */
  stages: string[][];
}

const split = (text: string) => text.split(/[\s,]+/).filter(Boolean);

function staged(verb: string, before: string[], after: string[]): string[][] {
  switch (verb) {
    case "fire":
      return [before.slice(0, 1), before.slice(1), after];
    case "line":
      return [before.slice(1), before.slice(0, 1)];
    case "surprise":
      return [["surprise-attack"], before];
    case "discard":
      return [before];
    default:
      return [...before.map((name) => [name]), after];
  }
}

export function readWords(text: string): Words {
  const [verb = "", ...rest] = text.split(" ");
  // Attacks and lines are numbers: keep what they number apart.
  const prefix = verb === "line" ? "line:" : "attack:";
  const named = (part: string) => split(part).map((name) => (/^\d+$/.test(name) ? prefix + name : name));
  const [before = "", after = ""] = rest.join(" ").split(" > ");
  const stages = staged(verb, named(before), named(after)).filter((stage) => stage.length);
  return { text, verb, names: stages.flat(), stages };
}

/** The actions that name everything chosen, each as often as it was chosen. */
export function narrow(actions: readonly Words[], chosen: readonly string[]): Words[] {
  return actions.filter((action) => left(action.names, chosen) !== null);
}

function left(names: readonly string[], chosen: readonly string[]): string[] | null {
  const rest = [...names];
  for (const name of chosen) {
    const at = rest.indexOf(name);
    if (at < 0) return null;
    rest.splice(at, 1);
  }
  return rest;
}

/** What can still be pointed at, in any order. */
export function open(actions: readonly Words[], chosen: readonly string[]): Set<string> {
  return new Set(actions.flatMap((action) => left(action.names, chosen) ?? []));
}

/** What is to be pointed at next: of each action the first stage that is not yet complete. */
export function next(actions: readonly Words[], chosen: readonly string[]): Set<string> {
  const out = new Set<string>();
  for (const action of actions) {
    if (left(action.names, chosen) === null) continue;
    const spent = [...chosen];
    for (const stage of action.stages) {
      const rest = stage.filter((name) => {
        const at = spent.indexOf(name);
        if (at < 0) return true;
        spent.splice(at, 1);
        return false;
      });
      if (!rest.length) continue;
      rest.forEach((name) => out.add(name));
      break;
    }
  }
  return out;
}

const AT_ONCE = new Set(["fire", "raid", "defend", "use", "prepare", "cover", "line", "repair"]);

/** Everything has been pointed at and nothing else can be meant: no further click is needed. */
export function settled(actions: readonly Words[], chosen: readonly string[]): Words | null {
  const fits = chosen.length > 1 ? narrow(actions, chosen) : [];
  const only = fits.length === 1 ? fits[0]! : null;
  return only && AT_ONCE.has(only.verb) && only.names.length === chosen.length ? only : null;
}
