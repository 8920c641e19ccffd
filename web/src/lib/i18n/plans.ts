/** What bots say about their plans: they say it in English, in a few set phrases. */

import { language, powerName, t, tidy } from "./index.svelte";

type Phrases = readonly (readonly [RegExp, string])[];

const PHRASES: Readonly<Record<string, Phrases>> = {
  it: [
    [/ attacks /, " attacca "],
    [/ holds its ground/, " resta sulle sue posizioni"],
    [/, with (.+) in mind$/, ", mirando a $1"],
    [/ and (\d+) more/, " e altri $1"],
    [/a raid on /g, "un’incursione su "],
    [/^I attack (\d+) spaces, (\d+) of them cities\.$/, "Attacco $1 spazi, di cui $2 città."],
    [/^A fleet of (\d+) ship cards\.$/, "Una flotta di $1 carte nave."],
    [/^Time to lick our wounds\.$/, "È ora di curare le ferite."],
  ],
  de: [
    [/ attacks /, " greift an: "],
    [/ holds its ground/, " hält die Stellung"],
    [/, with (.+) in mind$/, ", mit Blick auf $1"],
    [/ and (\d+) more/, " und $1 weitere"],
    [/a raid on /g, "Bomben auf "],
    [/^I attack (\d+) spaces, (\d+) of them cities\.$/, "Ich greife $1 Felder an, davon $2 Städte."],
    [/^A fleet of (\d+) ship cards\.$/, "Eine Flotte aus $1 Schiffskarten."],
    [/^Time to lick our wounds\.$/, "Zeit, die Wunden zu lecken."],
  ],
};

/** In the player's language, beginning with the power's name. */
export function planText(remark: string): string {
  let text = remark;
  for (const [found, put] of PHRASES[language.now] ?? []) text = text.replace(found, put);
  text = text.replace(/Sea Zone (\d+)/g, (_, n: string) => t("space.zone", { n }));
  const [power = "", ...rest] = text.split(" ");
  return /^[a-z]+$/.test(power) ? [powerName(power), ...rest].join(" ") : tidy(text.slice(0, 1)) + text.slice(1);
}
