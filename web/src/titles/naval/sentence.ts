/** Actions as sentences: who does what to whom, in the player's language. */

import { en, type Key } from "$lib/i18n/en";
import { powerName, t, tidy } from "$lib/i18n/index.svelte";
import { verbLabel } from "$lib/i18n/verbs";
import type { Words } from "./narrow";
import type { NavalView } from "./view";

/** Cards of one kind differ in their number only: `heavy-4` and `heavy-5` are "heavy". */
export function cardName(id: string, name = ""): string {
  const key = `card.${id.replace(/-\d+$/, "")}` as Key;
  return key in en ? t(key) : name || tidy(id);
}

const REASONS: readonly (readonly [RegExp, Key])[] = [
  [/^attack (?<n>\d+), (?<by>.+) at (?<target>.+)$/, "naval.why.attack"],
  [/^air cover of (?<ship>.+) against attack (?<n>\d+)$/, "naval.why.cover"],
  [/^silent running of (?<ship>.+) against attack (?<n>\d+)$/, "naval.why.silent"],
  [/^first player: (?<who>.+)$/, "naval.why.first"],
];
const SEEN = new Map<string, string>();

export class Namer {
  private readonly ships: Map<string, string>;
  private readonly seats: Map<string, string>;

  constructor(readonly view: NavalView) {
    // Of ships that were sunk only the id is left, unless their name has been seen.
    const sunk = view.players.flatMap((player) => player.prizes).map((id): [string, string] => [id, id.split("-").map(tidy).join(" ")]);
    const afloat = view.players.flatMap((player) => [...player.lines.flat(), ...player.submarines]);
    for (const ship of [...afloat, ...view.reserve]) SEEN.set(ship.id, ship.name);
    this.ships = new Map([...sunk, ...SEEN]);
    this.seats = new Map(view.players.map((player) => [player.seat, player.nation ? powerName(player.nation) : powerName(player.seat)]));
  }
  /** A sentence of the rules with names instead of ids. */
  pretty(text: string): string {
    return text.replace(/\b[a-z][a-z0-9]*(?:-[a-z0-9]+)*\b/g, (word) => {
      const known = this.ships.get(word) ?? this.seats.get(word);
      if (known) return known;
      return /^[a-z-]+-\d$/.test(word) && `card.${word.replace(/-\d+$/, "")}` in en ? this.card(word) : word;
    });
  }
  /** What dice are rolled for. */
  why(text: string): string {
    for (const [shape, key] of REASONS) {
      const found = shape.exec(text);
      if (found) return t(key, Object.fromEntries(Object.entries(found.groups ?? {}).map(([name, words]) => [name, this.pretty(words)])));
    }
    return this.pretty(text);
  }
  isShip(id: string): boolean {
    return this.ships.has(id);
  }
  name(id: string): string {
    const number = /^(attack|line):(\d+)$/.exec(id);
    if (number) return t(number[1] === "line" ? "naval.line" : "naval.attack", { n: number[2]! });
    return this.ships.get(id) ?? this.seats.get(id) ?? this.card(id);
  }
  /** With its strength, which tells cards of one kind apart. */
  card(id: string): string {
    const card = this.view.hand.find((one) => one.id === id);
    const damage = card?.damage ? ` (−${card.damage})` : "";
    return cardName(id, card?.name) + damage;
  }
}

const SHAPES: Readonly<Record<string, RegExp>> = {
  fire: /^(\S+) (.+) > (\S+)$/,
  raid: /^(\S+) > (.+)$/,
  line: /^(\d+) (\S+)$/,
  active: /^(\S+)$/,
  passive: /^(\S+)$/,
  repair: /^(\S+) (\S+)$/,
  reinforce: /^(\S+) > (.+)$/,
  prepare: /^(\S+) (\S+)$/,
  surprise: /^(\S+)$/,
  defend: /^(\S+) (\d+)(?: > (\S+))?$/,
  use: /^(\S+) (\d+)(?: > (\S+))?$/,
  cover: /^(\S+) (\d+)(?: \+(\d+))?$/,
  silent: /^(\d+)(?: \+(\d+))?$/,
  roll: /^\+(\d+)$/,
  discard: /^(.+)$/,
};

export function sentence(action: Words, namer: Namer): string {
  const found = SHAPES[action.verb]?.exec(action.text.slice(action.verb.length + 1));
  if (!found) return verbLabel(action.verb);
  const [, a = "", b = "", c = ""] = found;
  const list = (text: string) => text.split(", ").map((id) => namer.name(id)).join(" + ");
  const plan = (n: string) => (n ? ` ${t("naval.say.planning", { n })}` : "");
  switch (action.verb) {
    case "fire":
      return t(b.includes(",") ? "naval.say.fires" : "naval.say.fire", { ships: list(b), card: namer.card(a), target: namer.name(c) });
    case "raid":
      return t("naval.say.raid", { who: namer.name(a), target: list(b) });
    case "line":
      return t("naval.say.line", { ship: namer.name(b), n: a });
    case "active":
      return t("naval.say.active", { ship: namer.name(a) });
    case "passive":
      return t("naval.say.passive", { ship: namer.name(a) });
    case "repair":
      return t("naval.say.repair", { ship: namer.name(a), card: cardName(b) });
    case "reinforce":
      return t("naval.say.reinforce", { card: namer.card(a), ships: list(b) });
    case "prepare":
      return t("naval.say.prepare", { ship: namer.name(b), card: namer.card(a) });
    case "surprise":
      return t("naval.say.surprise", { who: namer.name(a) });
    case "defend":
    case "use":
      return t(action.verb === "use" ? "naval.say.use" : "naval.say.defend", { card: namer.card(a), n: b }) + (c ? ` → ${namer.name(c)}` : "");
    case "cover":
      return t("naval.say.cover", { ship: namer.name(a), n: b }) + plan(c);
    case "silent":
      return t("naval.say.silent", { n: a }) + plan(b);
    case "roll":
      return verbLabel("roll") + plan(a);
    default:
      return t("naval.say.discard", { cards: list(a) });
  }
}
