/** Words in three languages. English is the source: its keys are the type of all others. */

import { ENGLISH, fetchCatalogue, LANGUAGES, type Catalogue, type Family, type Language } from "./catalogue";
import { en, type Key } from "./en";

export { LANGUAGES, type Family, type Language };
const STORE = "sandtable.language";

function first(): Language {
  if (typeof localStorage === "undefined") return "en";
  const stored = localStorage.getItem(STORE);
  const wanted = [stored ?? "", ...navigator.languages].map((tag) => tag.slice(0, 2));
  return (wanted.find((tag) => tag in LANGUAGES) as Language | undefined) ?? "en";
}

class LanguageStore {
  now = $state<Language>("en");
  /** All that is said in it. */
  said = $state.raw<Catalogue>(ENGLISH);
  /** Before the first page is shown: the reader's language; English if it cannot be fetched. */
  open(): Promise<void> {
    return this.change(first()).catch(() => undefined);
  }
  async set(wanted: Language): Promise<void> {
    // At once: the page may be left before its words have come.
    if (typeof localStorage !== "undefined") localStorage.setItem(STORE, wanted);
    await this.change(wanted);
  }
  private async change(wanted: Language): Promise<void> {
    this.said = await fetchCatalogue(wanted);
    this.now = wanted;
  }
}
export const language = new LanguageStore();

type Args = Readonly<Record<string, string | number>>;

/** What the rulebook of the open table calls money, as the rules say it: `{ipc}` in our texts. */
export const currency = $state({ now: "IPCs" });

export function fill(text: string, args: Args): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(args[name] ?? (name === "ipc" ? lookup("currency", currency.now, currency.now) : whole)));
}

export function t(key: Key, args: Args = {}): string {
  return fill(language.said.words[key], args);
}

function lookup(prefix: string, id: string, otherwise: string): string {
  const key = `${prefix}.${id}` as Key;
  return key in en ? t(key) : otherwise;
}

export function tidy(id: string): string {
  const words = id.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const unitName = (kind: string) => lookup("unit", kind, tidy(kind));
/** Powers by their name; seats that are only numbered, as players. */
const NUMBERED = /^p\d$/;
export const powerName = (id: string) => (NUMBERED.test(id) ? t("game.player", { n: id.slice(1) }) : lookup("power", id, tidy(id)));
/** A bot by its name, and if wanted with a word about how it plays: ours, or the server's. */
export const botName = (bot: string, more = false, told = "") => lookup("bot", more ? `${bot}.more` : bot, more && told ? `${bot} (${told})` : lookup("bot", bot, bot));
export const seriesName = (series: string) => lookup("stats", series, tidy(series));
/** A step by its name; one that only plays a phase by the name of that. */
export const stepName = (step: string) => lookup("step", step, lookup("phase", step.replace(/([a-z])([A-Z])/g, "$1-$2").toLowerCase(), tidy(step.replace(/([a-z])([A-Z])/g, "$1 $2"))));
/** A phase as the rules name it (`combat-move`). */
export const phaseName = (phase: string) => lookup("phase", phase, stepName(phase.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())));
/** An option of a title and its choices; the server's own English where we have no words. */
export const optionText = (name: string, text: string) => lookup("option", name, text);
export function choiceText(choice: string | number | boolean): string {
  if (typeof choice === "boolean") return t(choice ? "app.yes" : "app.no");
  return typeof choice === "number" ? String(choice) : lookup("choice", choice, tidy(choice));
}
/** A class of ships as the cards name it. */
export const shipClass = (klass: string) => lookup("klass", klass.replaceAll(" ", "-"), klass);
/** A technology by its id. */
export const techName = (id: string) => lookup("tech", id, tidy(id));
/** What a side has to hold to win, as the rules count it. */
export const aimName = (text: string) => lookup("aim", text.toLowerCase().replaceAll(" ", "-"), text);
/** A space by its id; the board's own English name where we have none. */
export const placeName = (id: string, name: string) => language.said.places[id] ?? name;
export const cityName = (name: string) => language.said.cities[name] ?? name;

export type NameOf = (id: string) => string;
type Given = Readonly<Record<string, string>>;

/** What a sentence speaks of, with names instead of ids. */
function named(args: Given, spaceName: NameOf): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [name, value] of Object.entries(args)) {
    if (["unit", "target"].includes(name) && `unit.${value}` in en) out[name] = unitName(value);
    else if (/^\d+ [a-z]/.test(value)) out[name] = unitsText(value);
    else if (POWERS.has(name) && (`power.${value}` in en || NUMBERED.test(value))) out[name] = powerName(value);
    else if (name === "fate") out[name] = lookup("fate", value, value);
    else if (name === "canal") out[name] = canalName(value);
    else if (name === "asset") out[name] = assetName(value);
    else if (["phase", "named"].includes(name)) out[name] = phaseName(value);
    else if (name === "lands") out[name] = value.split(", ").map(spaceName).join(", ");
    else if (["prompt", "code"].includes(name) || !/^[a-z][a-z0-9-]*$/.test(value)) out[name] = value;
    else out[name] = spaceName(value);
  }
  return out;
}
const POWERS = new Set(["power", "seat", "owner", "other", "loser", "target", "side", "purse"]);
/** What allies share. */
export const assetName = (name: string) => lookup("asset", name, name);
export const canalName = (name: string) => lookup("canal", name.toLowerCase().replaceAll(" ", "-"), name);

/** `2 infantry, 1 tank` with the player's names for them. */
export function unitsText(text: string, times = language.now === "en" ? "" : "×"): string {
  return text.replace(/(\d+) ([a-z]+(?:-[a-z]+)*)/g, (whole, n: string, kind: string) => (`unit.${kind}` in en ? `${n}${times} ${unitName(kind)}` : whole));
}

/** What is done in a step, in general; empty where we have no words. */
export const askText = (step: string) => lookup("ask", step, "");
/** What a step asks, in the player's language; the rules' own English prompt where we have no words. */
export function promptText(decision: { step: string; prompt: string; args: Given }, spaceName: NameOf = tidy): string {
  const step = decision.step.startsWith("card ") ? "card" : decision.step;
  const args = named(decision.args, spaceName);
  const full = `ask.${step}.${Object.keys(args).sort().join(".")}` as Key;
  if (full in en) return t(full, args);
  const text = lookup("ask", step, decision.prompt);
  return args["part"] ? `${args["part"]}: ${text}` : text;
}

/** Why the game is over. */
export function reasonText(family: Family | null, result: { reason: string; code: string; args: Given }, name: NameOf): string {
  const key = `over.${family}.${result.code}` as Key;
  if (!(key in en)) return result.reason;
  const { text, side, ...rest } = result.args;
  const args = { ...rest, ...(text ? { text: aimName(text) } : {}), ...(side ? { side: powerName(side) } : {}) };
  const list = Object.entries(rest).map(([who, n]) => `${name(who)} ${n}`).join(", ");
  return t(key, { ...args, list });
}

/** A refusal in the player's language; the server's sentence where we have none. Ids become names. */
export function refusalText(
  refusal: { code: string; text: string; rule: string; args: Given }, spaceName: NameOf = tidy,
): string {
  const args = named(refusal.args, spaceName);
  const problem = `problem.${refusal.code}` as Key;
  const own = language.said.refusals[familyOfRule(refusal.rule)][refusal.code] ?? (problem in en ? t(problem) : null);
  let text = own ? fill(own, args) : refusal.text;
  if (!own) {
    for (const [name, value] of Object.entries(refusal.args)) {
      if (value.length > 2 && args[name] !== value) text = text.replaceAll(value, args[name]!);
    }
  }
  return text.charAt(0).toUpperCase() + text.slice(1);
}
/** The rule's letters say whose code it is. */
const familyOfRule = (rule: string): Family => (rule.startsWith("NB-") ? "naval" : rule.startsWith("FA-") ? "fortress" : "axis");

/** What the table itself says in the log; the server's sentence where we have no words. */
export function noteText(note: { code: string; text: string; args: Given }): string {
  const key = `note.${note.code}` as Key;
  const { seat = "", player = "", bot = "" } = note.args;
  return key in en ? t(key, { seat: powerName(seat), player: player === seat ? powerName(seat) : player, bot: botName(bot) }) : note.text;
}

export function formatTime(at: number): string {
  return new Date(at).toLocaleString(language.now, { dateStyle: "medium", timeStyle: "short" });
}
