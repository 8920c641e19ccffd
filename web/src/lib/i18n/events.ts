/** What happened as a sentence in the player's language, from an event's kind and fields. */

import type { EventInfo } from "$lib/net/types";
import { en } from "./en";
import { assetName, canalName, fill, language, phaseName, powerName, t, techName, unitName, unitsText, type Family, type NameOf } from "./index.svelte";

export { unitsText, type Family };
type Data = Readonly<Record<string, unknown>>;

/** A partisan card's title. */
export const partisanCard = (id: string, title: string) => language.said.partisans[id] ?? title;
/** What a naval card does; cards of one kind differ in their number only. */
export const navalCard = (id: string, text: string) => language.said.navalCards[id.replace(/-\d+$/, "")] ?? text;

const passed = (d: Data) => (Number(d["face"]) + Number(d["bonus"] ?? 0) >= Number(d["needed"]) ? ".ok" : "");
const won = (d: Data) => (d["winner"] ? "" : ".tie");
const flag = (name: string) => (d: Data) => (d[name] ? `.${name}` : "");
const VARIANTS: Readonly<Record<Family, Readonly<Record<string, (d: Data) => string>>>> = {
  axis: {
    Captured: (d) => (d["owner"] === d["power"] ? "" : ".freed"), WentAshore: flag("assault"), Lost: flag("damaged"), ResearchRolled: flag("success"),
    Bombed: flag("rocket"), BattleEnded: (d) => (`power.${String(d["winner"])}` in en ? "" : ".none"), PassageAnswered: flag("granted"), Joined: flag("units"), Negotiated: flag("won"),
    Refused: (d) => ((d["powers"] as unknown[])?.length ? ".some" : ""),
    Retreated: (d) => (d["goal"] ? ".to" : ""), Collected: (d) => (extra(d) ? ".more" : ""),
  },
  fortress: {
    TurnBegan: (d) => (d["last_round"] ? ".last" : ""), CardDrawn: flag("bonus"), CardDone: flag("idle"), LaserFired: flag("hit"), Conceding: flag("willing"),
    Threw: (d) => (d["hits"] || d["ones"] ? "" : ".none"), ControlChanged: flag("target"),
    BattleOver: (d) => (d["barred"] ? ".barred" : d["won"] ? ".won" : ""),
    Moved: (d) => ({ airlifts: ".airlift", "retreats its": ".retreat" })[String(d["how"])] ?? "",
  },
  naval: {
    NationRolled: won, AttackStopped: flag("cover"), FirstPlayerRolled: won, SubmarineTurned: flag("active"), DefenceRolled: passed, AttackRolled: (d) => flag("torpedo")(d) + passed(d), Sunk: flag("target"),
    AttackDeclared: (d) => (d["torpedo"] ? ".torpedo" : d["needed"] ? ".needed" : ""), Reinforced: flag("lost"), TurnBegan: (d) => ((d["discarded"] as unknown[])?.length ? ".gone" : ""),
  },
};

/** `2 infantry, 1 tank` in any language, English too. */
export const unitList = (text: string) => unitsText(text, "");

function extra(d: Data): number {
  const bonuses = (d["bonuses"] as [number, string][] | undefined) ?? [];
  return bonuses.reduce((sum, [amount]) => sum + amount, 0) + Number(d["bonds"] ?? 0) + Number(d["extra"] ?? 0);
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
    : /anti-?air|aa/i.test(what) ? t("battle.what.aa") : /bombard/.test(what) ? t("battle.what.bombard") : /kamikaze/.test(what) ? t("battle.what.kamikaze") : what;
  return `${verb}${round ? ` · ${t("battle.round", { n: round })}` : ""}`;
}

const CLASSES = ["infantry", "tank", "bomber"] as const;

function word(value: unknown, name: NameOf): string {
  if (Array.isArray(value)) return value.map((one) => word(one, name)).join(Array.isArray(value[0]) ? " / " : ", ") || "—";
  if (typeof value === "object" && value) return Object.entries(value).map(([key, one]) => `${word(key, name)} ${word(one, name)}`).join(", ");
  if (typeof value !== "string") return String(value ?? "");
  if (/^\d+ [a-z]/.test(value)) return unitsText(value);
  return /^[a-z][a-z0-9-]*$/.test(value) ? name(value) : value;
}

/** Fields that name a power: Germany the power and Germany the space have one id. */
const WHO = new Set(["power", "owner", "loser", "winner", "winners", "side", "force", "powers", "attacker", "defender", "target", "seat", "leaning"]);
const who = (name: NameOf): NameOf => (id) => (`power.${id}` in en ? powerName(id) : name(id));

function words(data: Data, name: NameOf): Record<string, string> {
  const out = Object.fromEntries(Object.entries(data).map(([key, value]) => [key, word(value, WHO.has(key) ? who(name) : name)]));
  const shots = (data["shots"] as Shot[] | undefined) ?? [];
  const faces = data["faces"];
  if (Array.isArray(faces)) out["faces"] = faces.join(" ");
  if (Array.isArray(data["route"])) out["route"] = data["route"].map((id) => name(String(id))).join(" → ");
  if (typeof data["canal"] === "string") out["canal"] = canalName(data["canal"]);
  if (typeof data["asset"] === "string") out["asset"] = assetName(data["asset"]);
  if (typeof data["phase"] === "string") out["phase"] = phaseName(data["phase"]);
  if (typeof data["unit_class"] === "number") out["unit_class"] = unitName(CLASSES[data["unit_class"]] ?? "");
  for (const key of ["unit", "kind"]) if (`unit.${String(data[key])}` in en) out[key] = unitName(String(data[key]));
  if (typeof data["tech"] === "string") out["tech"] = techName(data["tech"]);
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

/** The sentence; `pretty` puts names into the rules' own, where we have none. */
export function eventText(event: EventInfo, family: Family | null, name: NameOf, pretty: (text: string) => string): string {
  if (!family) return pretty(event.text);
  const own = language.said.events[family][event.type + (VARIANTS[family][event.type]?.(event.data) ?? "")];
  return own ? fill(own, words(event.data, name)) : pretty(event.text);
}

/** Events that only repeat what the action says. */
const ECHOES: Readonly<Record<Family, ReadonlySet<string>>> = {
  axis: new Set(["Bought", "Moved", "Loaded", "WentAshore", "Placed", "Repaired"]),
  fortress: new Set(["Placed", "BattleDeclared", "LaserPlaced", "Moved"]),
  naval: new Set(["ShipMoved", "SubmarineTurned", "CardPrepared", "Discarded"]),
};
export const isEcho = (event: EventInfo, family: Family | null) => family !== null && ECHOES[family].has(event.type);
