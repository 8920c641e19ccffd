import { describe, expect, it } from "vitest";
import { de } from "../src/lib/i18n/de";
import { en } from "../src/lib/i18n/en";
import { it as italian } from "../src/lib/i18n/it";
import { REFUSALS_DE } from "../src/lib/i18n/refusals.de";
import { REFUSALS_IT } from "../src/lib/i18n/refusals.it";

const gaps = (text: string) => [...text.matchAll(/\{\w+\}/g)].map((match) => match[0]).sort();

describe.each([["German", de], ["Italian", italian]] as const)("%s", (_, words) => {
  it("has the same gaps as English", () => {
    for (const key of Object.keys(en) as (keyof typeof en)[]) expect(gaps(words[key]), key).toEqual(gaps(en[key]));
  });
  it("is translated, not copied", () => {
    const same = (Object.keys(en) as (keyof typeof en)[]).filter((key) => words[key] === en[key] && en[key].length > 12);
    expect(same).toEqual([]);
  });
});

it("refusals are told in both languages alike", () => {
  expect(Object.keys(REFUSALS_IT).sort()).toEqual(Object.keys(REFUSALS_DE).sort());
  for (const [code, text] of Object.entries(REFUSALS_DE)) expect(gaps(REFUSALS_IT[code]!), code).toEqual(gaps(text));
});
