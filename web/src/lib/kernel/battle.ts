/** Odds of planned moves without a question: who would fight comes from the server, the rest is numbers. */

import type { BattleOdds, Ending, Field, Fields } from "../net/generated/api";
import { readAction } from "../actions/grammar";
import type { Kernel, KernelAnswer } from "./kernel";

/** So many steps, a few tens of milliseconds: a page must not stand still. */
const WORK = 2e7;

/** Who joins the battle: numbers by kind of unit; null if more than numbers would count. */
export function joining(space: string, actions: readonly string[]): Map<string, number> | null {
  const found = new Map<string, number>();
  for (const text of actions) {
    const action = readAction(text, () => true);
    if (action.verb !== "move" || action.tail || action.spaces.length < 2 || action.spaces.at(-1) !== space) return null;
    for (const unit of action.units) {
      if (unit.owner || unit.cargo) return null;
      found.set(unit.kind, (found.get(unit.kind) ?? 0) + unit.count);
    }
  }
  return found;
}

/** The numbers of a question to the kernel. */
export function question(field: Field, attackers: readonly number[]): number[] {
  const shots = field.gun > 0 ? field.shots : 0;
  const head = [0, Number(field.sea), 0, field.gun, shots, WORK, 0, 0, 0, 0, 0, 0, field.damaged.length / 3];
  const numbers = [...head, ...attackers, ...field.defenders, ...field.damaged];
  numbers[0] = numbers.length;
  return numbers;
}

/** The odds in a space if these units joined; null: nobody fights. Undefined: the server knows better. */
export function fought(kernel: Kernel, fields: Fields, space: string, joins: ReadonlyMap<string, number>): BattleOdds | null | undefined {
  const field = fields.fields[space];
  if (!field) return fields.others.includes(space) ? undefined : null;
  const [ours, theirs] = [fields.groups[field.attacker]!, fields.groups[field.defender]!];
  const attackers = [...field.attackers];
  for (const [kind, count] of joins) {
    const group = ours.names.indexOf(kind);
    if (group < 0) return undefined;
    attackers[group] = attackers[group]! + count;
  }
  if (!attackers.some(Boolean)) return null;
  const answer = kernel.solve(question(field, attackers), ours.rows, theirs.rows);
  if (!answer) return undefined;
  return {
    win: answer.win,
    draw: answer.draw,
    lose: answer.lose,
    take: answer.take,
    attackers: endings(answer, "attackers", ours.names),
    defenders: endings(answer, "defenders", theirs.names),
    seas: [],
  };
}

/** Who is left of one side, the likeliest first; several powers together. */
function endings(answer: KernelAnswer, side: "attackers" | "defenders", names: readonly string[]): Ending[] {
  const sums = new Map<number, number>();
  for (const ending of answer.endings) sums.set(ending[side], (sums.get(ending[side]) ?? 0) + ending.chance);
  const found = new Map<string, Ending>();
  for (const [row, chance] of sums) {
    const units: Record<string, number> = {};
    names.forEach((name, group) => {
      const count = answer[side][row * names.length + group]!;
      if (count) units[name] = (units[name] ?? 0) + count;
    });
    const key = JSON.stringify(Object.entries(units).sort());
    const known = found.get(key);
    if (known) known.chance += chance;
    else found.set(key, { units, chance });
  }
  return [...found.values()].sort((a, b) => b.chance - a.chance);
}
