/** What happened as a sentence in the player's language, from an event's kind and fields. */

import type { EventInfo } from "$lib/net/types";
import { en } from "./en";
import { CARDS_DE, EVENTS_DE, NAVAL_DE } from "./events.de";
import { CARDS_IT, EVENTS_IT, NAVAL_IT } from "./events.it";
import { fill, language, phaseName, powerName, t, tidy, unitName, type NameOf } from "./index.svelte";

export type Family = "axis" | "fortress" | "naval";
type Data = Readonly<Record<string, unknown>>;
type Sentences = Readonly<Record<Family, Readonly<Record<string, string>>>>;

/** In English the rules' own sentences are used, but for what reads better in ours. */
const EVENTS_EN: Sentences = {
  axis: {
    PhaseBegan: "{power}: {phase}", Submerged: "{power}: {count} × submarine submerges in {space}", Bought: "{power} buys {what} for {cost} IPC",
    Repaired: "{power} repairs {markers} damage in {space} for {cost} IPC", Moved: "{power}: {what} {route}", Loaded: "{power}: {what} from {space} aboard in {zone}",
    WentAshore: "{power}: {what} goes ashore in {space} from {zone}", "WentAshore.assault": "{power}: {what} will storm {space} from {zone}", Placed: "{power} places {what} in {space}",
  },
  fortress: {},
  naval: {
    HandDrawn: "You draw {cards}", Discarded: "{seat} discards {cards}", PreparedExpired: "At the end of the turn {seat} discards {cards}",
    CardPrepared: "{ship} of {seat} prepares {card}", AttackStopped: "Attack {number} on {target} is stopped: {seat}, {by}",
    Surprised: "{seat} surprises {victim}, who discards {cards}",
  },
};
const TABLES: Readonly<Record<string, Sentences>> = { en: EVENTS_EN, it: EVENTS_IT, de: EVENTS_DE };
const CARDS: Readonly<Record<string, Readonly<Record<string, string>>>> = { it: CARDS_IT, de: CARDS_DE };
const NAVAL: Readonly<Record<string, Readonly<Record<string, string>>>> = { it: NAVAL_IT, de: NAVAL_DE };

/** A partisan card's title. */
export const partisanCard = (id: string, title: string) => CARDS[language.now]?.[id] ?? title;
/** What a naval card does; cards of one kind differ in their number only. */
export const navalCard = (id: string, text: string) => NAVAL[language.now]?.[id.replace(/-\d+$/, "")] ?? text;

const passed = (d: Data) => (Number(d["face"]) + Number(d["bonus"] ?? 0) >= Number(d["needed"]) ? ".ok" : "");
const won = (d: Data) => (d["winner"] ? "" : ".tie");
const flag = (name: string) => (d: Data) => (d[name] ? `.${name}` : "");
const VARIANTS: Readonly<Record<Family, Readonly<Record<string, (d: Data) => string>>>> = {
  axis: {
    Captured: (d) => (d["owner"] === d["power"] ? "" : ".freed"), WentAshore: flag("assault"), Lost: flag("damaged"), ResearchRolled: flag("success"),
    Bombed: flag("rocket"), Retreated: (d) => (d["goal"] ? ".to" : ""), Collected: (d) => (extra(d) ? ".more" : ""),
  },
  fortress: {
    TurnBegan: (d) => (d["last_round"] ? ".last" : ""), CardDrawn: flag("bonus"), CardDone: flag("idle"), LaserFired: flag("hit"), Conceding: flag("willing"),
    Threw: (d) => (d["hits"] || d["ones"] ? "" : ".none"), ControlChanged: flag("target"),
    BattleOver: (d) => (d["barred"] ? ".barred" : d["won"] ? ".won" : ""),
    Moved: (d) => ({ airlifts: ".airlift", "retreats its": ".retreat" })[String(d["how"])] ?? "",
  },
  naval: {
    NationRolled: won, FirstPlayerRolled: won, SubmarineTurned: flag("active"), DefenceRolled: passed, AttackRolled: (d) => flag("torpedo")(d) + passed(d), Sunk: flag("target"),
    AttackDeclared: (d) => (d["torpedo"] ? ".torpedo" : d["needed"] ? ".needed" : ""), Reinforced: flag("lost"), TurnBegan: (d) => ((d["discarded"] as unknown[])?.length ? ".gone" : ""),
  },
};

/** `2 infantry, 1 tank` with the player's names for them. */
export function unitsText(text: string): string {
  if (language.now === "en") return unitList(text);
  return text.replace(/(\d+) ([a-z]+(?:-[a-z]+)*)/g, (whole, n: string, kind: string) => (`unit.${kind}` in en ? `${n}× ${unitName(kind)}` : whole));
}

/** `2 infantry, 1 tank` in any language, English too. */
export const unitList = (text: string) => text.replace(/(\d+) ([a-z]+(?:-[a-z]+)*)/g, (whole, n: string, kind: string) => (`unit.${kind}` in en ? `${n} ${unitName(kind)}` : whole));

function extra(d: Data): number {
  const bonuses = (d["bonuses"] as [number, string][] | undefined) ?? [];
  return bonuses.reduce((sum, [amount]) => sum + amount, 0) + Number(d["bonds"] ?? 0);
}

interface Shot {
  unit: string;
  needed: number;
  faces: number[];
  hits: number;
}

/** `attack of germany, round 1` in words: what is fired, and in which round. */
export function volleyText(what: string): string {
  const round = /round (\d+)/.exec(what)?.[1];
  const verb = /^surprise/.test(what) ? t("battle.what.strike") : /^attack/.test(what) ? t("battle.what.attack") : /^defen/.test(what) ? t("battle.what.defence")
    : /anti-?air|aa/i.test(what) ? t("battle.what.aa") : /bombard/.test(what) ? t("battle.what.bombard") : what;
  return `${verb}${round ? ` · ${t("battle.round", { n: round })}` : ""}`;
}

const FORCES: Readonly<Record<string, string>> = {
  "The Western invader": "west", "The Southern invader": "south", "The Eastern invader": "east", "The US": "usa",
};
const CLASSES = ["infantry", "tank", "bomber"] as const;

function word(value: unknown, name: NameOf): string {
  if (Array.isArray(value)) return value.map((one) => word(one, name)).join(Array.isArray(value[0]) ? " / " : ", ") || "—";
  if (typeof value === "object" && value) return Object.entries(value).map(([key, one]) => `${word(key, name)} ${word(one, name)}`).join(", ");
  if (typeof value !== "string") return String(value ?? "");
  if (FORCES[value]) return powerName(FORCES[value]);
  if (/^\d+ [a-z]/.test(value)) return unitsText(value);
  return /^[a-z][a-z0-9-]*$/.test(value) ? name(value) : value;
}

/** Fields that name a power: Germany the power and Germany the space have one id. */
const WHO = new Set(["power", "owner", "loser", "winner", "side", "force"]);
const who = (name: NameOf): NameOf => (id) => (`power.${id}` in en ? powerName(id) : name(id));

function words(data: Data, name: NameOf): Record<string, string> {
  const out = Object.fromEntries(Object.entries(data).map(([key, value]) => [key, word(value, WHO.has(key) ? who(name) : name)]));
  const shots = (data["shots"] as Shot[] | undefined) ?? [];
  const faces = data["faces"];
  if (Array.isArray(faces)) out["faces"] = faces.join(" ");
  if (Array.isArray(data["route"])) out["route"] = data["route"].map((id) => name(String(id))).join(" → ");
  if (typeof data["phase"] === "string") out["phase"] = phaseName(data["phase"]);
  if (typeof data["unit"] === "string") out["unit"] = unitName(data["unit"]);
  if (typeof data["unit_class"] === "number") out["unit_class"] = unitName(CLASSES[data["unit_class"]] ?? "");
  if (typeof data["tech"] === "string") out["tech"] = tidy(data["tech"]);
  if (typeof data["title"] === "string") out["card"] = partisanCard(String(data["card"]), data["title"]);
  if (shots.length) {
    out["volley"] = `${word((data["shots"] as { power: string }[])[0]!.power, who(name))} ${volleyText(String(data["what"]))}`;
    out["shots"] = shots.map((shot) => `${shot.faces.length}× ${unitName(shot.unit)} ≤${shot.needed}: ${shot.faces.join(" ")}`).join(", ");
    out["hits"] = String(shots.reduce((sum, shot) => sum + shot.hits, 0));
  }
  out["extra"] = String(extra(data));
  out["goal"] = String(Number(data["needed"] ?? 0) + Number(data["torpedo"] ?? 0));
  return out;
}

const ZONE = /(West|South|East) Invasion Zone (\d) \([^)]*\)/g;

/** The sentence; `pretty` puts names into the rules' own, where we have none. */
export function eventText(event: EventInfo, family: Family | null, name: NameOf, pretty: (text: string) => string): string {
  if (!family) return pretty(event.text);
  const table = TABLES[language.now]?.[family] ?? {};
  const own = table[event.type + (VARIANTS[family][event.type]?.(event.data) ?? "")];
  const text = own ? fill(own, words(event.data, name)) : pretty(event.text);
  if (family !== "fortress") return text;
  return text.replace(ZONE, "$1 $2").replace(/The (Western|Southern|Eastern) invader/g, (force) => powerName(FORCES[force]!));
}

/** Events that only repeat what the action says. */
const ECHOES: Readonly<Record<Family, ReadonlySet<string>>> = {
  axis: new Set(["Bought", "Moved", "Loaded", "WentAshore", "Placed", "Repaired"]),
  fortress: new Set(["Placed", "BattleDeclared", "LaserPlaced", "Moved"]),
  naval: new Set(["ShipMoved", "SubmarineTurned", "CardPrepared", "Discarded"]),
};
export const isEcho = (event: EventInfo, family: Family | null) => family !== null && ECHOES[family].has(event.type);
