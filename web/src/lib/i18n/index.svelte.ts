/** Words in three languages. English is the source: its keys are the type of all others. */

import { de } from "./de";
import { en, type Key, type Words } from "./en";
import { it } from "./it";
import { REFUSALS_DE } from "./refusals.de";
import { FORTRESS_DE, FORTRESS_IT } from "./refusals.fortress";
import { REFUSALS_IT } from "./refusals.it";
import { NAVAL_DE, NAVAL_IT } from "./refusals.naval";

export type Language = "en" | "it" | "de";
export const LANGUAGES: Readonly<Record<Language, string>> = { en: "English", it: "Italiano", de: "Deutsch" };
const WORDS: Readonly<Record<Language, Words>> = { en, it, de };
type Table = Readonly<Record<string, string>>;
/** Titles share codes but not their meaning: the rule's letters say whose code it is. */
const REFUSALS: Readonly<Partial<Record<Language, Readonly<Record<string, Table>>>>> = {
  it: { AN: REFUSALS_IT, NB: NAVAL_IT, FA: FORTRESS_IT },
  de: { AN: REFUSALS_DE, NB: NAVAL_DE, FA: FORTRESS_DE },
};
const STORE = "sandtable.language";

function first(): Language {
  if (typeof localStorage === "undefined") return "en";
  const stored = localStorage.getItem(STORE);
  const wanted = [stored ?? "", ...navigator.languages].map((tag) => tag.slice(0, 2));
  return (wanted.find((tag) => tag in WORDS) as Language | undefined) ?? "en";
}

class LanguageStore {
  now = $state<Language>(first());
  set(language: Language): void {
    this.now = language;
    localStorage.setItem(STORE, language);
  }
}
export const language = new LanguageStore();

type Args = Readonly<Record<string, string | number>>;

export function fill(text: string, args: Args): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(args[name] ?? whole));
}

export function t(key: Key, args: Args = {}): string {
  return fill(WORDS[language.now][key], args);
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
export const powerName = (id: string) => (/^p\d$/.test(id) ? t("game.player", { n: id.slice(1) }) : lookup("power", id, tidy(id)));
/** A bot by its name, and if wanted with a word about how it plays. */
export const botName = (bot: string, more = false) => lookup("bot", more ? `${bot}.more` : bot, lookup("bot", bot, bot));
export const seriesName = (series: string) => lookup("stats", series, tidy(series));
export const stepName = (step: string) => lookup("step", step, tidy(step.replace(/([a-z])([A-Z])/g, "$1 $2")));
/** A phase as the rules name it (`combat-move`). */
export const phaseName = (phase: string) => stepName(phase.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase()));
/** An option of a title and its choices; the server's own English where we have no words. */
export const optionText = (name: string, text: string) => lookup("option", name, text);
export function choiceText(choice: string | number | boolean): string {
  if (typeof choice === "boolean") return t(choice ? "app.yes" : "app.no");
  return typeof choice === "number" ? String(choice) : lookup("choice", choice, tidy(choice));
}
/** What a step asks, in the player's language; the rules' own English prompt where we have no words. */
export function promptText(step: string, prompt: string): string {
  // Prompts that carry a number or a name are shown as the rules say them, in English.
  if (language.now === "en" && /(?<!\bp)\d/.test(prompt)) return prompt;
  return lookup("ask", step.startsWith("card ") ? "card" : step, prompt);
}

export type NameOf = (id: string) => string;

/** A refusal in the player's language; the server's sentence where we have none. Ids become names. */
export function refusalText(
  refusal: { code: string; text: string; rule: string; args: Record<string, string> }, spaceName: NameOf = tidy,
): string {
  const args: Record<string, string> = {};
  for (const [name, value] of Object.entries(refusal.args)) {
    if (name === "unit") args[name] = unitName(value);
    else if (name === "power" || name === "seat") args[name] = powerName(value);
    else if (/^[a-z][a-z0-9-]*$/.test(value) && !["prompt", "code"].includes(name)) args[name] = spaceName(value);
    else args[name] = value;
  }
  const family = refusal.rule.split("-")[0] ?? "";
  const own = REFUSALS[language.now]?.[family in (REFUSALS.it ?? {}) ? family : "AN"]?.[refusal.code] ?? (`problem.${refusal.code}` in en ? t(`problem.${refusal.code}` as Key) : null);
  let text = own ? fill(own, args) : refusal.text;
  if (!own) {
    for (const [name, value] of Object.entries(refusal.args)) {
      if (value.length > 2 && args[name] !== value) text = text.replaceAll(value, args[name]!);
    }
  }
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function formatTime(at: number): string {
  return new Date(at).toLocaleString(language.now, { dateStyle: "medium", timeStyle: "short" });
}
