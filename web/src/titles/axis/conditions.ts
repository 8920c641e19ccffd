/** Conditions as the tables write them (`or(captured(axis; egypt); …)`), in words. */

import { en, type Key } from "$lib/i18n/en";
import { powerName, t, tidy, type NameOf } from "$lib/i18n/index.svelte";

interface Call {
  name: string;
  /** Each argument is a list. */
  args: Call[][];
}

function parse(text: string): Call[] {
  const tokens = text.match(/[^\s(),;]+|[(),;]/g) ?? [];
  let at = 0;
  const items = (): Call[] => {
    const out = [item()];
    while (tokens[at] === ",") {
      at++;
      out.push(item());
    }
    return out;
  };
  const item = (): Call => {
    const name = tokens[at++] ?? "";
    if (tokens[at] !== "(") return { name, args: [] };
    const args: Call[][] = [];
    do {
      at++;
      args.push(items());
    } while (tokens[at] === ";");
    at++;
    return { name, args };
  };
  return items();
}

const word = (key: string, args: Record<string, string>) => (key in en ? t(key as Key, args) : null);
/** Sides, coalitions, regions and powers have names of their own; spaces have those of the map. */
function named(one: Call, name: NameOf): string {
  if (one.args.length) return word(`set.${one.name}`, { a: list(one.args.at(-1)!, name) }) ?? list(one.args.at(-1)!, name);
  if (`who.${one.name}` in en) return t(`who.${one.name}` as Key);
  return `power.${one.name}` in en ? powerName(one.name) : name(one.name);
}
const list = (items: readonly Call[], name: NameOf) => items.map((one) => named(one, name)).join(", ");

function said({ name: form, args }: Call, name: NameOf): string {
  if (form === "or" || form === "and") {
    return args.flat().map((one) => said(one, name)).join(t(form === "or" ? "cond.or" : "cond.and"));
  }
  const [a = "", b = "", c = ""] = args.map((items) => (items[0]?.args.length && `cond.${items[0].name}` in en ? said(items[0], name) : list(items, name)));
  return word(`cond.${form}`, { a, b, c }) ?? `${tidy(form)} ${[a, b, c].filter(Boolean).join(", ")}`;
}

/** A condition as a clause: "the Axis takes London". */
export const conditionText = (notation: string, name: NameOf) => parse(notation).map((one) => said(one, name)).join(", ");
