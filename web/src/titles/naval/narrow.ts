/** Choosing by pointing: each thing pointed at narrows the list of legal actions. */

export interface Words {
  text: string;
  verb: string;
  /** Ships, cards, seats, attack numbers and lines that the action names. */
  names: string[];
}

export function readWords(text: string): Words {
  const [verb = "", ...rest] = text.split(" ");
  const names = rest.join(" ").split(/[\s,>]+/).filter(Boolean);
  // Attacks and lines are numbers: keep what they number apart.
  const prefix = verb === "line" ? "line:" : "attack:";
  return { text, verb, names: names.map((name) => (/^\d+$/.test(name) ? prefix + name : name)) };
}

/** The actions that name everything chosen, each as often as it was chosen. */
export function narrow(actions: readonly Words[], chosen: readonly string[]): Words[] {
  return actions.filter((action) => {
    const left = [...action.names];
    return chosen.every((name) => {
      const at = left.indexOf(name);
      if (at < 0) return false;
      left.splice(at, 1);
      return true;
    });
  });
}

/** What can still be pointed at. */
export function open(actions: readonly Words[], chosen: readonly string[]): Set<string> {
  const out = new Set<string>();
  for (const action of narrow(actions, chosen)) {
    const left = [...action.names];
    for (const name of chosen) left.splice(left.indexOf(name), 1);
    left.forEach((name) => out.add(name));
  }
  return out;
}
